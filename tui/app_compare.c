/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A second trace: loading it, and showing both. */
#include "report/read.h"
#include "tui/app_priv.h"
#include "tui/changes_pane.h"
#include "tui/compare_pane.h"

void
app_compared(struct app *app)
{
	struct comparison *c = &app->comparison;
	struct error err = {0};

	if (!c->running || comparison_state(c) == COMPARISON_RUNNING)
		return;
	if (comparison_wait(c) == COMPARISON_FAILED) {
		app_say(app, ROLE_ERROR, "%s: %s", c->path, c->error.message);
		return;
	}
	app->status[0] = '\0';		/* that it is being loaded */
	app->stale |= STALE_SCREEN;
	if (!app_show(app, &compare_pane, &err))
		app_say(app, ROLE_ERROR, "%s", err.message);
}

/* A pane of what was compared before goes with it. */
static void
forget_pane(struct app *app, const struct pane_ops *ops)
{
	unsigned kind = 0;
	struct error ignored;

	while (panes[kind] != ops)
		kind++;
	if (!app->open[kind])
		return;
	history_free(&app->history);
	if (app->pane == app->open[kind] && !app_show(app, pane_kind("overview"), &ignored))
		app->pane = NULL;
	history_free(&app->history);
	pane_free(app->open[kind]);
	app->open[kind] = NULL;
}

void
app_drop_changes(struct app *app)
{
	if (!app->changes.result)
		return;
	forget_pane(app, &changes_pane);
	changes_drop(app);
}

static unsigned
compare_report(struct app *app, const char *path, struct error *err)
{
	forget_pane(app, &changes_pane);
	if (changes_make(app, path, err))
		return STALE_FAILED;
	return app_show(app, &changes_pane, err) ? STALE_SCREEN | STALE_DETAIL : STALE_FAILED;
}

unsigned
app_compare(struct app *app, const char *path, struct error *err)
{
	const struct tree *base = app->session.whole ? app->session.whole : app->session.tree;
	const struct session_limits limits = app_limits(app);

	if (session_state(&app->session) != SESSION_READY) {
		error_set(err, "the trace is still loading");
		return STALE_FAILED;
	}
	if (report_is_path(path))
		return compare_report(app, path, err);
	app_drop_changes(app);		/* they may borrow from the trace that goes */
	forget_pane(app, &compare_pane);
	if (comparison_start(&app->comparison, base, path, &limits, app->wake_fd, err))
		return STALE_FAILED;
	if (!app->scripted) {
		app_say(app, ROLE_STATUS, "loading %s", path);
		return STALE_SCREEN;
	}
	if (comparison_wait(&app->comparison) == COMPARISON_FAILED) {
		*err = app->comparison.error;
		return STALE_FAILED;
	}
	return app_show(app, &compare_pane, err) ? STALE_SCREEN | STALE_DETAIL : STALE_FAILED;
}

static unsigned
run_compare(struct app *app, const char *argument, struct error *err)
{
	return app_compare(app, argument, err);
}

const struct app_handler app_compare_commands[] = {
	{COMMAND_COMPARE, run_compare}, {COMMAND_COUNT, NULL}
};
