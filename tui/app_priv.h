/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_APP_PRIV_H
#define TUI_APP_PRIV_H

#include "tui/app.h"

/* Commands of one kind, in a file each; the last has no handler. */
struct app_handler {
	enum command_id id;
	unsigned (*run)(struct app *app, const char *argument, struct error *err);
};
extern const struct app_handler app_move_commands[], app_go_commands[], app_output_commands[],
	app_setting_commands[], app_copy_commands[], app_report_commands[],
	app_state_commands[], app_compare_commands[];

/* Works out side_shown for what is shown now: keys may come faster than pictures. */
void app_lay_out(struct app *app);

struct report;
/* All sheets of the trace and its notes. 0, or -1 with err. */
int app_fill_report(struct report *report, const struct session *session, struct analysis *analysis, struct error *err);

/* Closes the pane of what a report differs in: it borrows from the session's analysis. */
void app_drop_changes(struct app *app);

/* Runs a command that no pane took; STALE_NOT_MINE when the application does not know it either. */
unsigned app_command(struct app *app, enum command_id id, const char *argument, struct error *err);
void app_leave(struct app *app);	/* notes where one is, before going elsewhere */
unsigned app_step(struct app *app, int step, struct error *err);	/* -1 back, 1 forward */
unsigned app_close(struct app *app, struct error *err);	/* to the pane that was shown before this one */
/* The pane of the kind, opened if it is not yet. NULL with err. */
struct pane *app_pane(struct app *app, const struct pane_ops *ops, struct error *err);
unsigned app_search(struct app *app, int step, bool here, struct error *err);
/* Settings of the user's file, all as they are, one by its name. */
int app_user_settings(struct app *app, struct error *err);
void app_apply_settings(struct app *app);
unsigned app_set(struct app *app, const char *line, struct error *err);
unsigned app_set_named(struct app *app, const char *name, const char *value, struct error *err);
/* With which limits traces are opened. */
struct session_limits app_limits(const struct app *app);
/* The limits of the GPU, of the trace that is open: all panes that show some are made anew. */
unsigned app_limit_gpu(struct app *app, const char *name, struct error *err);
/* To the steps that were asked for on the command line. 0, or -1 with err. */
int app_limit_steps(struct app *app, struct error *err);
/* Says at once what takes a while, before it is begun. */
void app_busy(struct app *app, const char *what);
/* A name that no file in this folder has yet: "ops.csv", "ops-2.csv". */
void app_free_name(const char *stem, const char *suffix, char *path, size_t size);
/* Leaves the trace that is open, if any, and starts to load this one, or lists the folder. */
int app_open(struct app *app, const char *path, struct error *err);
/* What was looked at is kept when one leaves, and offered when one comes back. */
void app_keep(struct app *app);
void app_offer(struct app *app);
void app_restore(struct app *app, const char *key, const char *value);	/* a line of it */
void app_mouse(struct app *app, int row, int col, int wheel);
int app_write(const struct app *app, const char *path, bool roles, struct error *err);

#endif
