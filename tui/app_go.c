/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Going elsewhere: where one was, along links, to what is searched for. */
#include "base/text.h"
#include "tui/app_priv.h"
#include "tui/detail.h"
#include "tui/links.h"
#include "tui/sheet_pane.h"
#include "tui/timeline.h"
#include <stdio.h>
#include <stdlib.h>

static struct visit
here(const struct app *app)
{
	struct visit visit = {.ops = app->pane->ops, .known = true};

	pane_where(app->pane, &visit.place);
	return visit;
}

void
app_leave(struct app *app)
{
	struct visit visit;

	if (!app->pane)
		return;
	visit = here(app);
	history_leave(&app->history, &visit);
}

static unsigned
go_to_visit(struct app *app, const struct visit *visit, struct error *err)
{
	struct pane *pane = app_pane(app, visit->ops, err);

	if (!pane)
		return STALE_FAILED;
	app->pane = pane;
	app->side_focused = false;
	if (visit->known)
		pane_go(pane, &visit->place);
	return STALE_SCREEN | STALE_DETAIL | STALE_LAYOUT;
}

unsigned
app_step(struct app *app, int step, struct error *err)
{
	const struct visit *visit;
	struct visit from;

	if (!app->pane)
		return STALE_NOTHING;
	from = here(app);
	visit = history_step(&app->history, &from, step);
	if (visit)
		return go_to_visit(app, visit, err);
	error_set(err, step < 0 ? "nothing was visited before this" : "nothing was visited after this");
	return STALE_FAILED;
}

unsigned
app_close(struct app *app, struct error *err)
{
	struct visit from = here(app);
	const struct visit *visit = history_close(&app->history, &from);

	if (visit)
		return go_to_visit(app, visit, err);
	error_set(err, "no other pane was visited before this");
	return STALE_FAILED;
}

static unsigned
run_back(struct app *app, const char *argument, struct error *err)
{
	(void)argument;
	return app_step(app, -1, err);
}

static unsigned
run_forward(struct app *app, const char *argument, struct error *err)
{
	(void)argument;
	return app_step(app, 1, err);
}

static unsigned
run_go(struct app *app, const char *argument, struct error *err)
{
	enum link_kind kind = (enum link_kind)command_choice(commands[COMMAND_GO].argument, argument);
	char note[LINK_NOTE];
	uint32_t to;
	unsigned stale;

	if (session_state(&app->session) != SESSION_READY) {
		error_set(err, "the trace is still loading");
		return STALE_FAILED;
	}
	to = link_follow(app->session.tree, app_event(app), kind, note, err);
	if (to == TRACE_NONE)
		return STALE_FAILED;
	stale = app_goto(app, to, err);
	if (!(stale & STALE_FAILED))
		app_say(app, ROLE_STATUS, "event %u%s%s", to, *note ? ": " : "", note);
	return stale;
}

static unsigned
run_operators(struct app *app, const char *argument, struct error *err)
{
	uint32_t event = app_event(app);
	struct pane *pane;

	(void)argument;
	if (app->pane && app->pane->ops == &ops_pane)
		return STALE_NOTHING;
	pane = app_show(app, &ops_pane, err);
	if (!pane)
		return STALE_FAILED;
	if (event != TRACE_NONE && !ops_pane_goto(pane, event))
		app_say(app, ROLE_STATUS, "event %u launched nothing on the GPU that is shown here", event);
	return STALE_SCREEN | STALE_DETAIL;
}

static unsigned
run_goto(struct app *app, const char *argument, struct error *err)
{
	return app_goto(app, (uint32_t)strtoul(argument, NULL, 10), err);
}

static unsigned
run_timeline(struct app *app, const char *argument, struct error *err)
{
	uint32_t event = app->pane ? app_event(app) : TRACE_NONE;
	const struct pane *from = app_focused(app);
	int64_t gap = from && from->ops->gap && from->cursor < from->ops->rows(from) ? from->ops->gap(from, from->cursor) : -1;
	struct pane *pane = app_show(app, &timeline_pane, err);

	(void)argument;
	if (!pane)
		return STALE_FAILED;
	if (gap >= 0 ? timeline_goto_gap(pane, gap, err) : event != TRACE_NONE && timeline_goto(pane, event, err))
		return STALE_FAILED;
	return STALE_SCREEN | STALE_DETAIL;
}

/* The timeline shows all of the time in any case, the pane that is shown is opened anew. */
unsigned
app_limit(struct app *app, const struct tree_window *window, struct error *err)
{
	const struct pane_ops *shown;
	char from[32], length[32];

	app_drop_changes(app);
	shown = app->pane ? app->pane->ops : NULL;
	if (session_limit(&app->session, window, err))
		return STALE_FAILED;
	for (size_t i = 0; i < app->history.n; i++)	/* rows are others now, events and times are not */
		app->history.visits[i].known = app->history.visits[i].ops == &timeline_pane
			|| app->history.visits[i].ops == &detail_pane;
	if (!app->restoring)
		buffer_free(&app->state);	/* its rows are those of another part of the time */
	for (unsigned kind = 0; kind < n_panes; kind++) {
		if (!app->open[kind] || panes[kind] == &timeline_pane)
			continue;
		pane_free(app->open[kind]);
		app->open[kind] = NULL;
	}
	app->pane = NULL;
	if (!app_show(app, shown ? shown : pane_kind("overview"), err)) {
		struct error ignored;

		app_show(app, pane_kind("overview"), &ignored);
		return STALE_FAILED;
	}
	if (window)
		app_say(app, ROLE_STATUS, "all panes show %s ms + %s, work by when it %s; V shows all again",
			text_ms(from, window->begin), text_time(length, window->end - window->begin),
			window->by_gpu ? "began" : "was launched");
	return STALE_SCREEN | STALE_DETAIL | STALE_LAYOUT;
}

static unsigned
run_range(struct app *app, const char *argument, struct error *err)
{
	uint32_t event = app->pane ? app_event(app) : TRACE_NONE;
	const struct trace *trace = app->session.trace;
	struct tree_window window;

	if (*argument && !app->session.whole) {
		error_set(err, "all of the time is shown");
		return STALE_FAILED;
	}
	if (*argument)
		return app_limit(app, NULL, err);
	if (event == TRACE_NONE || trace->flags[event] & EVENT_NO_TIME || !trace->dur[event]) {
		error_set(err, "no event with a duration is selected");
		return STALE_FAILED;
	}
	window = (struct tree_window){trace->ts[event], trace_end(trace, event), event_is_gpu(trace->kind[event])
		|| trace->kind[event] == EVENT_GPU_ANNOTATION};
	return app_limit(app, &window, err);
}

unsigned
app_search(struct app *app, int step, bool here, struct error *err)
{
	struct pane *pane = app_focused(app);
	struct pane_hits hits;
	char number[32], count[32];

	if (!app->pattern.len) {
		error_set(err, "nothing to search for: / begins a search");
		return STALE_FAILED;
	}
	if (!pane || !pane->ops->search) {
		error_set(err, "this pane cannot be searched");
		return STALE_FAILED;
	}
	if (!pane->ops->search(pane, &app->pattern, step, here, &hits)) {
		error_set(err, "no row holds %s", app->pattern.text);
		return STALE_FAILED | STALE_SCREEN;
	}
	app_say(app, ROLE_STATUS, "%s of %s rows with %s%s", text_count(number, hits.number),
		text_count(count, hits.count), app->pattern.text, hits.wrapped ? "  (went round the end)" : "");
	return STALE_SCREEN | STALE_DETAIL;
}

static unsigned
run_search(struct app *app, const char *argument, struct error *err)
{
	pattern_set(&app->pattern, argument);
	app_leave(app);
	return app_search(app, 1, true, err);
}

static unsigned
run_search_next(struct app *app, const char *argument, struct error *err)
{
	(void)argument;
	return app_search(app, 1, false, err);
}

static unsigned
run_search_previous(struct app *app, const char *argument, struct error *err)
{
	(void)argument;
	return app_search(app, -1, false, err);
}

const struct app_handler app_go_commands[] = {
	{COMMAND_BACK, run_back}, {COMMAND_FORWARD, run_forward}, {COMMAND_GO, run_go},
	{COMMAND_GOTO, run_goto}, {COMMAND_TIMELINE, run_timeline}, {COMMAND_RANGE, run_range},
	{COMMAND_OPERATORS, run_operators}, {COMMAND_SEARCH, run_search},
	{COMMAND_SEARCH_NEXT, run_search_next}, {COMMAND_SEARCH_PREVIOUS, run_search_previous},
	{COMMAND_COUNT, NULL}
};
