/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Copying: to the terminal's clipboard, which may be far from this host, and to a file, which
 * always works.
 */
#include "tui/app_priv.h"
#include "tui/folders.h"
#include "tui/terminal.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

/* Terminals drop longer sequences: 74,994 bytes in the letters of base64 are the common limit. */
#define CLIPBOARD_BYTES 56000

/* The row under the cursor as it stands on the screen. */
static bool
copy_screen_row(struct app *app, struct buffer *out)
{
	struct pane *pane = app_focused(app);
	struct buffer all = {0};
	const char *line;
	size_t len;
	int row = pane->at_row + (int)(pane->cursor - pane->top);
	bool good;

	app_draw(app);
	good = screen_part_text(&app->screen, row, pane->at_col, pane->cols, &all);
	line = all.data ? all.data + strspn(all.data, " ") : "";
	len = strcspn(line, "\n");
	good = good && buffer_add(out, line, len);
	buffer_free(&all);
	return good;
}

/* What is asked for: a pane's own idea of it first. */
static int
copy_text(struct app *app, const char *what, struct buffer *out, struct error *err)
{
	struct pane *pane = app_focused(app);
	uint32_t event = app_event(app);

	if (!pane || !pane->ops->rows(pane))
		return error_set(err, "there is no row to copy");
	if (!strcmp(what, "event") || (!strcmp(what, "name") && !pane->ops->cell)) {
		if (event == TRACE_NONE)
			return error_set(err, "no event is selected");
		return (*what == 'e' ? buffer_printf(out, "%u", event)
				     : buffer_add_text(out, trace_name(app->session.trace, event)))
			? 0
			: error_no_memory(err, "copying");
	}
	if (pane->ops->cell)
		return pane->ops->cell(
			pane, !*what || !strcmp(what, "row") ? NULL : what, out, err);
	if (*what && strcmp(what, "row"))
		return error_set(err, "no column %s", what);
	return copy_screen_row(app, out) ? 0 : error_no_memory(err, "copying");
}

/* 1: it is there, 0: there is no file to copy to, -1 with err. */
static int
copy_to_file(struct app *app, const struct buffer *text, char path[FOLDER_PATH], struct error *err)
{
	const char *own = app->settings.value[SETTING_COPY_FILE];

	if (*own)
		snprintf(path, FOLDER_PATH, "%s", own);
	else if (app->scripted || !folder_path(FOLDER_STATE, "copied", path))
		return 0;
	if (!*own)
		folder_make(path);
	return file_write(path, text->data ? text->data : "", text->len, err) ? -1 : 1;
}

/* What has become of it; the clipboard's part cannot fail, as nobody tells whether it was taken. */
static unsigned
copy_say(struct app *app, size_t bytes, bool clipboard, int filed, const char *path, struct error *err)
{
	bool taken = clipboard && bytes <= CLIPBOARD_BYTES;

	if (!taken && filed < 0)
		return STALE_FAILED;
	if (!taken && !filed) {
		error_set(err, clipboard ? "too much for the clipboard, and copy-file is not set"
				 : "neither clipboard nor copy-file is set to copy to");
		return STALE_FAILED;
	}
	if (filed < 0)
		app_say(app, ROLE_ERROR, "%zu bytes copied to the clipboard; %s", bytes, err->message);
	else
		app_say(app, ROLE_STATUS, "%zu bytes copied%s%s%s", bytes,
			taken ? " to the clipboard" : clipboard ? ", too many for the clipboard" : "",
			filed ? taken || clipboard ? ", and to " : " to " : "", filed ? path : "");
	return STALE_SCREEN;
}

static unsigned
run_copy(struct app *app, const char *argument, struct error *err)
{
	bool clipboard = settings_choice(&app->settings, SETTING_CLIPBOARD) == 0;
	struct buffer text = {0};
	char path[FOLDER_PATH] = "";
	size_t bytes;
	int filed;

	if (copy_text(app, argument, &text, err)) {
		buffer_free(&text);
		return STALE_FAILED;
	}
	filed = copy_to_file(app, &text, path, err);
	if (clipboard && text.len <= CLIPBOARD_BYTES && !app->scripted)
		terminal_copy(text.data ? text.data : "", text.len);
	bytes = text.len;
	buffer_free(&text);
	if (app->scripted && filed < 0)		/* there is no clipboard either */
		return STALE_FAILED;
	return copy_say(app, bytes, clipboard, filed, path, err);
}

const struct app_handler app_copy_commands[] = {
	{COMMAND_COPY, run_copy}, {COMMAND_COUNT, NULL}
};
