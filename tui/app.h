/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The browser as a whole: the panes that are open, what is stale, keys to commands, the picture. */
#ifndef TUI_APP_H
#define TUI_APP_H

#include "tui/comparison.h"
#include "tui/history.h"
#include "tui/keys.h"
#include "tui/session.h"
#include "tui/settings.h"
#include "tui/tui.h"

#define APP_PANES_MAX 32

struct report;

struct changes {		/* against a report, or between two traces */
	struct report *own, *other, *result;
	char *path;		/* of the report; NULL: of the comparison's two traces */
};

enum detail_mode { DETAIL_AUTO, DETAIL_ON, DETAIL_OFF };

struct app {
	const struct tui_options *options;
	const struct theme *theme;
	struct settings settings;
	struct model_registry *models;	/* built in, the user's own, and those of --ops */
	struct screen screen;
	struct session session;
	struct comparison comparison;
	struct changes changes;
	struct keytable keytable;
	struct pane *open[APP_PANES_MAX];	/* by number of kind, NULL until it is first shown */
	struct pane *pane;		/* the one that is shown, NULL while loading */
	struct pane *side;		/* the detail beside it */
	bool side_shown, side_focused;
	enum detail_mode detail;
	struct history history;
	char *folder;		/* to pick a trace from, NULL when one was named */
	char *path;		/* of the trace picked from it */
	int wake_fd;		/* for sessions; -1: none */
	struct buffer state;		/* what panes take when they are opened */
	struct buffer kept;		/* what was kept of the trace the last time */
	bool restoring;
	struct pattern pattern;
	int pending[KEYS_MAX];		/* keys of a binding that is not complete */
	int n_pending;
	char status[512];		/* for the last line; replaced by the next event */
	enum role status_role;
	bool wrong;			/* a file could not be written or read for the last key: the status tells why */
	unsigned stale;
	bool quit;
	bool scripted;			/* no terminal */
	bool repaint;			/* the terminal's content is not known */
};

int app_init(struct app *app, const struct tui_options *options, struct error *err);
void app_free(struct app *app);

/* Once the trace is loaded. */
int app_ready(struct app *app, struct error *err);

/* When it could not be: the folder that it was picked from with the reason; where there is none, -1 and the reason. */
int app_failed(struct app *app, struct error *err);

/* Handlers: what became stale gathers in app->stale until app_draw. */
void app_key(struct app *app, int key);
void app_paste(struct app *app, const char *text);	/* into the line that is typed; keys it is none of */
int app_run(struct app *app, const char *line, struct error *err);	/* one command */
void app_resize(struct app *app, int rows, int cols);
void app_draw(struct app *app);
void app_say(struct app *app, enum role role, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Shows the pane of the kind, opened if it is the first time; notes where one was. NULL with err. */
struct pane *app_show(struct app *app, const struct pane_ops *ops, struct error *err);
/* To an event: in the tree, or where it is not in the tree its detail alone. */
unsigned app_goto(struct app *app, uint32_t event, struct error *err);
/* Loads a second trace and shows both, at once in a script, else when it is there. */
unsigned app_compare(struct app *app, const char *path, struct error *err);
/* To be called when something woke the application: shows a comparison that has come about. */
void app_compared(struct app *app);
/* Every pane shows this part of the time from now on, NULL: all of it. Forgets what was visited. */
unsigned app_limit(struct app *app, const struct tree_window *window, struct error *err);
struct pane *app_focused(struct app *app);
uint32_t app_event(struct app *app);	/* selected, TRACE_NONE when there is none */
const char *app_map(const struct app *app);	/* name of the key map in force */
/* Where a command works: "every pane", "tree, timeline, tables"; cut to the size. */
void app_where(enum command_id id, char *out, size_t size);

#endif
