/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands that work in every pane. */
#include "tui/app_priv.h"
#include "tui/detail.h"
#include "tui/help_pane.h"
#include "tui/prompt.h"
#include "tui/sheet_pane.h"
#include "tui/traces_pane.h"
#include <stdio.h>
#include <string.h>

static unsigned
run_quit(struct app *app, const char *argument, struct error *err)
{
	(void)argument, (void)err;
	app->quit = true;
	return STALE_NOTHING;
}

static unsigned
run_close(struct app *app, const char *argument, struct error *err)
{
	struct error ignored;

	(void)argument, (void)err;
	if (app->side_shown && app->side_focused) {
		app->side_focused = false;
		return STALE_SCREEN;
	}
	if (app->pane && app->pane->ops != pane_kind("overview")
		&& !(app_close(app, &ignored) & STALE_FAILED))
		return STALE_SCREEN | STALE_DETAIL | STALE_LAYOUT;
	if (app->folder && app->pane && app->pane->ops != &traces_pane
		&& app_show(app, &traces_pane, &ignored))
		return STALE_SCREEN | STALE_LAYOUT;
	app->quit = true;
	return STALE_NOTHING;
}

static unsigned
run_help(struct app *app, const char *argument, struct error *err)
{
	char map[32];
	struct pane *pane;

	snprintf(map, sizeof(map), "%s",
		app->pane && app->pane->ops == &help_pane ? help_pane.id : app_map(app));
	pane = app_show(app, &help_pane, err);
	return pane && !help_pane_show(pane, map, argument, err) ? STALE_SCREEN | STALE_DETAIL
								 : STALE_FAILED;
}

static unsigned
run_pane(struct app *app, const char *argument, struct error *err)
{
	const struct pane_ops *ops = pane_kind(argument);

	if (!ops) {
		error_set(err, "no pane is called %s", argument);
		return STALE_FAILED;
	}
	return app_show(app, ops, err) ? STALE_SCREEN : STALE_FAILED;
}

static unsigned
run_sheet(struct app *app, const char *argument, struct error *err)
{
	struct pane *pane;

	/* Shown once it is there: where it cannot be made, one stays where one was. */
	if (session_state(&app->session) == SESSION_READY) {
		pane = app_pane(app, &sheet_pane, err);
		if (!pane || sheet_pane_show(pane, argument, err))
			return STALE_FAILED;
	}
	return app_show(app, &sheet_pane, err) ? STALE_SCREEN | STALE_DETAIL : STALE_FAILED;
}

/*
 * The argument is how the line begins; where it is a command that writes a file, a name is
 * proposed.
 */
static unsigned
run_prompt(struct app *app, const char *argument, struct error *err)
{
	const char *path = app->session.path ? app->session.path : "trace",
		   *name = strrchr(path, '/');
	char stem[128], line[256], file[160];

	(void)err;
	if (!strcmp(argument, "/")) {
		prompt_open('/', "");
		return STALE_SCREEN;
	}
	name = name ? name + 1 : path;
	snprintf(line, sizeof(line), "%s", argument);
	if (!strcmp(argument, "report")) {
		snprintf(stem, sizeof(stem), "%.*s_report", (int)strcspn(name, "."), name);
		app_free_name(stem, ".xlsx", file, sizeof(file));
		snprintf(line, sizeof(line), "report %s", file);
	} else if (!strcmp(argument, "export") && app->pane) {
		app_free_name(app->pane->ops->id, ".csv", file, sizeof(file));
		snprintf(line, sizeof(line), "export %s", file);
	}
	prompt_open(':', line);
	return STALE_SCREEN;
}

static unsigned
run_cancel(struct app *app, const char *argument, struct error *err)
{
	(void)argument, (void)err;
	if (session_state(&app->session) == SESSION_LOADING)
		session_cancel(&app->session);
	else if (comparison_state(&app->comparison) == COMPARISON_RUNNING)
		comparison_stop(&app->comparison);
	else if (app->side_focused)
		app->side_focused = false;
	else
		pattern_set(&app->pattern, "");
	return STALE_SCREEN;
}

static unsigned
run_redraw(struct app *app, const char *argument, struct error *err)
{
	(void)argument, (void)err;
	app->repaint = true;
	return STALE_SCREEN;
}

static unsigned
detail_full(struct app *app, struct error *err)
{
	uint32_t event = app_event(app);
	struct pane *pane;

	if (event == TRACE_NONE) {
		error_set(err, "no event is selected");
		return STALE_FAILED;
	}
	pane = app_show(app, &detail_pane, err);
	if (!pane)
		return STALE_FAILED;
	detail_set(pane, event);
	return STALE_SCREEN;
}

static unsigned
run_detail(struct app *app, const char *argument, struct error *err)
{
	int choice = command_choice("on|off|full", argument);

	if (choice == 2)
		return detail_full(app, err);
	app->side_focused = false;
	if (choice < 0 && !app->side_shown) {	/* where it is usual elsewhere is left to the panes if it can be */
		app->detail = DETAIL_AUTO;
		app_lay_out(app);
		choice = app->side_shown ? -1 : 0;
	} else if (choice < 0) {
		choice = 1;
	}
	if (choice >= 0)
		app->detail = choice ? DETAIL_OFF : DETAIL_ON;
	return STALE_SCREEN | STALE_LAYOUT | STALE_DETAIL;
}

static unsigned
run_enter(struct app *app, const char *argument, struct error *err)
{
	(void)argument;
	return detail_full(app, err);
}

static unsigned
run_resize(struct app *app, const char *argument, struct error *err)
{
	int cols, rows;
	char end;

	if (!app->scripted) {
		error_set(err, "only a screen without a terminal can be resized");
		return STALE_FAILED;
	}
	if (sscanf(argument, "%dx%d%c", &cols, &rows, &end) != 2 || cols < 1 || rows < 1
		|| cols > SCREEN_MAX_COLS || rows > SCREEN_MAX_ROWS) {
		error_set(err, "resize takes COLSxROWS");
		return STALE_FAILED;
	}
	app_resize(app, rows, cols);
	return STALE_SCREEN;
}

static const struct app_handler app_program_commands[] = {
	{COMMAND_QUIT, run_quit}, {COMMAND_CLOSE, run_close}, {COMMAND_HELP, run_help},
	{COMMAND_PANE, run_pane}, {COMMAND_SHEET, run_sheet}, {COMMAND_PROMPT, run_prompt},
	{COMMAND_CANCEL, run_cancel}, {COMMAND_REDRAW, run_redraw}, 
	{COMMAND_DETAIL, run_detail}, {COMMAND_ENTER, run_enter},
	{COMMAND_RESIZE, run_resize}, {COMMAND_COUNT, NULL}
};

static const struct app_handler *
find_handler(enum command_id id)
{
	static const struct app_handler *const tables[] = {app_program_commands, app_move_commands,
		app_go_commands, app_output_commands, app_setting_commands, app_copy_commands,
		app_report_commands, app_state_commands, app_compare_commands};

	for (size_t i = 0; i < sizeof(tables) / sizeof(*tables); i++)
		for (const struct app_handler *handler = tables[i]; handler->run; handler++)
			if (handler->id == id)
				return handler;
	return NULL;
}

unsigned
app_command(struct app *app, enum command_id id, const char *argument, struct error *err)
{
	const struct app_handler *handler = find_handler(id);

	return handler ? handler->run(app, argument, err) : STALE_NOT_MINE;
}

void
app_where(enum command_id id, char *out, size_t size)
{
	size_t used = 0;
	bool tables = false;

	if (find_handler(id)) {
		snprintf(out, size, "every pane");
		return;
	}
	*out = '\0';
	for (unsigned i = 0; i < n_panes && used < size; i++) {
		const char *name = panes[i]->sheet ? "tables" : panes[i]->id;

		if (!pane_knows(panes[i], id) || (panes[i]->sheet && tables))
			continue;
		tables |= panes[i]->sheet != NULL;
		used += (size_t)snprintf(out + used, size - used, "%s%s", used ? ", " : "", name);
	}
}
