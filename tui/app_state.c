/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keeping how a trace was looked at, and offering it again. */
#include "tui/app_priv.h"
#include "tui/folders.h"
#include "tui/state.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

/* One line of a state that is the application's own. */
void
app_restore(struct app *app, const char *key, const char *value)
{
	struct error ignored;
	struct tree_window window;
	int by_gpu;

	if (!strcmp(key, "range")
		&& sscanf(value, "%" SCNd64 " %" SCNd64 " %d", &window.begin, &window.end, &by_gpu)
			== 3 && window.begin >= 0 && window.begin < window.end) {
		window.by_gpu = by_gpu;
		app->stale |= app_limit(app, &window, &ignored);
	}
	if (!strcmp(key, "pane") && pane_kind(value))
		app_show(app, pane_kind(value), &ignored);
}

/* Given up quietly: a browser that cannot keep a state has still shown the trace. */
void
app_keep(struct app *app)
{
	struct error ignored;
	char path[FOLDER_PATH];

	if (!app->scripted && app->side && settings_choice(&app->settings, SETTING_RESTORE) != 2
	    && state_path(app, path, sizeof(path)))
		state_save(app, path, &ignored);
}

void
app_offer(struct app *app)
{
	int choice = settings_choice(&app->settings, SETTING_RESTORE);
	char path[FOLDER_PATH], date[32];
	struct error err;
	struct stat status;
	struct tm local;

	if (app->scripted || choice == 2 || !state_path(app, path, sizeof(path))
		|| stat(path, &status))
		return;
	if (state_read(path, &app->kept, &err)) {
		app_say(app, ROLE_WARNING, "%s", err.message);
		return;
	}
	if (choice == 1) {
		if (state_restore(app, path, &err))
			app_say(app, ROLE_WARNING, "%s", err.message);
		return;
	}
	if (app->status[0])
		return;		/* what is said already matters more */
	strftime(date, sizeof(date), "%Y-%m-%d %H:%M", localtime_r(&status.st_mtime, &local));
	app_say(app, ROLE_STATUS, "you left this trace on %s: ' brings its panes back as they were",
		date);
}

static unsigned
run_keep(struct app *app, const char *argument, struct error *err)
{
	char path[FOLDER_PATH];

	if (*argument)
		snprintf(path, sizeof(path), "%s", argument);
	else if (!state_path(app, path, sizeof(path))) {
		error_set(err, "this trace has no name to keep anything under");
		return STALE_FAILED;
	}
	if (state_save(app, path, err))
		return STALE_FAILED;
	app_say(app, ROLE_STATUS, "kept in %s", path);
	return STALE_SCREEN;
}

static unsigned
run_restore(struct app *app, const char *argument, struct error *err)
{
	char path[FOLDER_PATH];

	if (*argument)
		snprintf(path, sizeof(path), "%s", argument);
	else if (!state_path(app, path, sizeof(path))) {
		error_set(err, "nothing is kept of this trace");
		return STALE_FAILED;
	}
	return state_restore(app, path, err) ? STALE_FAILED
					     : STALE_SCREEN | STALE_DETAIL | STALE_LAYOUT;
}

const struct app_handler app_state_commands[] = {
	{COMMAND_KEEP, run_keep}, {COMMAND_RESTORE, run_restore}, {COMMAND_COUNT, NULL}
};
