/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/changes_pane.h"
#include "compare/reports.h"
#include "report/read.h"
#include "report/report.h"
#include "tui/app_priv.h"
#include "tui/sheet_pane_priv.h"
#include <stdlib.h>
#include <string.h>

static bool
takes_all(const char *sheet, const char *group, void *data)
{
	(void)sheet, (void)group, (void)data;
	return true;
}

int
changes_make(struct app *app, const char *path, struct error *err)
{
	struct changes *c = &app->changes;
	struct analysis *analysis = session_analysis(&app->session, err);
	struct compare_input inputs[2] = {{.name = "other"}, {.name = "this"}};	/* the report is the baseline */

	changes_drop(app);
	if (!analysis)
		return -1;
	c->path = strdup(path);
	c->own = report_new();
	if (!c->path || !c->own)
		return error_no_memory(err, "comparing reports");
	if (app_fill_report(c->own, &app->session, analysis, err) || report_read(&c->other, path, err))
		return -1;
	inputs[0].report = c->other;
	inputs[1].report = c->own;
	return compare_reports(&c->result, inputs, 2, takes_all, NULL, err);
}

static struct report *
report_of(struct session *session, struct error *err)
{
	struct analysis *analysis = session_analysis(session, err);
	struct report *report = analysis ? report_new() : NULL;

	if (!analysis)
		return NULL;
	if (!report)
		error_no_memory(err, "comparing reports");
	else if (!app_fill_report(report, session, analysis, err))
		return report;
	report_free(report);
	return NULL;
}

int
changes_between(struct app *app, struct error *err)
{
	struct changes *c = &app->changes;
	struct compare_input inputs[2] = {{.name = "A"}, {.name = "B"}};

	changes_drop(app);
	app_busy(app, "comparing all tables of both");
	inputs[0].report = c->own = report_of(&app->session, err);
	inputs[1].report = c->other = c->own ? report_of(&app->comparison.other, err) : NULL;
	if (!c->other || compare_reports(&c->result, inputs, 2, takes_all, NULL, err)) {
		changes_drop(app);
		return -1;
	}
	return 0;
}

void
changes_drop(struct app *app)
{
	struct changes *c = &app->changes;

	report_free(c->result);
	report_free(c->other);
	report_free(c->own);
	free(c->path);
	*c = (struct changes){0};
}

/* The table stays the comparison's. */
static void
changes_close(struct pane *pane)
{
	((struct sheet_state *)pane->state)->table = NULL;
	sheet_close(pane);
}

static int
changes_open(struct pane *pane, struct error *err)
{
	struct sheet_state *s = pane->state;

	s->sort = s->name = -1;
	if (!pane->app->changes.result && comparison_state(&pane->app->comparison) != COMPARISON_READY)
		return error_set(err, "nothing is compared: :compare FILE does that, with a trace, a workbook or a folder of CSV files");
	if (!pane->app->changes.result && pane->app->session.whole)
		return error_set(err, "the traces are compared over all of the time: V shows that");
	if (!pane->app->changes.result && changes_between(pane->app, err))
		return -1;
	s->table = pane->app->changes.result->sheets[0];
	return sheet_begin(s, pane->ops->usual, 0, err);
}

static const char *
name_of(const char *path)
{
	const char *name = strrchr(path, '/');

	return name && name[1] ? name + 1 : path;
}

static void
changes_title(const struct pane *pane, struct buffer *left, struct buffer *right)
{
	const struct app *app = pane->app;

	if (app->changes.path)
		buffer_printf(left, "this trace against %.60s", name_of(app->changes.path));
	else
		buffer_printf(left, "B %.60s against A %.60s", name_of(app->comparison.path), name_of(app->session.path));
	sheet_title_right(pane, right);
}

/* From here the report is that of the comparison. */
static unsigned
run_report(struct pane *pane, const char *argument, struct error *err)
{
	const struct report *result = pane->app->changes.result;
	const char *suffix = strrchr(argument, '.');

	if (!suffix || strcmp(suffix, ".xlsx")) {
		error_set(err, "a report is a workbook: FILE.xlsx");
		return STALE_FAILED;
	}
	if (report_write_xlsx(result, argument, err))
		return STALE_FAILED;
	app_say(pane->app, ROLE_STATUS, "%u sheets of the comparison are in %s", result->n, argument);
	return STALE_SCREEN;
}

static const struct pane_command own_commands[] = {
	{COMMAND_REPORT, run_report}, {COMMAND_COUNT, NULL}
};

const struct pane_ops changes_pane = {
	TABLE_PANE("changes", "changes", "kind,diff_step,pct_step,diff,pct,noise,name,baseline,time,speedup,spread",
		"what changed against a report or the second trace: timeline, categories, operators", 0),
	.open = changes_open,
	.event = sheet_event,
	.describe = sheet_describe,
	.title_text = changes_title,
	.close = changes_close,
	.more = {own_commands, levels_commands, sheet_tag_commands},
	.sheet = "",
};
