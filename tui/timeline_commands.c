/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/idle.h"
#include "base/text.h"
#include "tui/app.h"
#include "tui/timeline_priv.h"
#include <stdio.h>
#include <string.h>

#define MOVED (STALE_SCREEN | STALE_DETAIL)

/* In or out around the cursor, which stays where it is on the screen. */
static unsigned
zoom_by(struct timeline *t, int64_t span)
{
	int col = timeline_col(t, t->at);

	if (col < 0 || col >= t->cols) {
		timeline_reveal(t, t->at);
		col = timeline_col(t, t->at);
	}
	span = span > t->all ? t->all : span < t->cols ? t->cols : span;
	timeline_view(t, t->at - (span / t->cols * col + span % t->cols * col / t->cols), span);
	return MOVED;
}

static unsigned
run_zoom_in(struct pane *pane, const char *argument, struct error *err)
{
	(void)argument, (void)err;
	return zoom_by(timeline_of(pane), timeline_of(pane)->span / 2);
}

static unsigned
run_zoom_out(struct pane *pane, const char *argument, struct error *err)
{
	struct timeline *t = timeline_of(pane);

	(void)argument, (void)err;
	return zoom_by(t, t->span > t->all / 2 ? t->all : t->span * 2);
}

static unsigned
pan_by(struct timeline *t, int64_t ns)
{
	int64_t begin = t->begin;

	timeline_view(t, t->begin + ns, t->span);
	t->at += t->begin - begin;
	return MOVED;
}

static unsigned
run_pan(struct pane *pane, const char *argument, struct error *err)
{
	struct timeline *t = timeline_of(pane);

	(void)err;
	return pan_by(t, command_choice("left|right", argument) ? t->span / 2 : -(t->span / 2));
}

static unsigned
run_centre(struct pane *pane, const char *argument, struct error *err)
{
	struct timeline *t = timeline_of(pane);

	(void)argument, (void)err;
	timeline_view(t, t->at - t->span / 2, t->span);
	return MOVED;
}

static unsigned
no_event(struct error *err)
{
	error_set(err, "no event of this line is shown");
	return STALE_FAILED;
}

static unsigned
run_fit(struct pane *pane, const char *argument, struct error *err)
{
	struct timeline *t = timeline_of(pane);
	uint32_t place = timeline_place(t, pane->cursor);

	switch (*argument ? command_choice("all|work|event|range", argument) : 0) {
	case 1:
		timeline_fit(t, t->work_begin, t->work_end);
		break;
	case 2:
		if (place == TRACE_NONE)
			return no_event(err);
		timeline_fit(t, lanes_start(&t->lanes, place), lanes_end(&t->lanes, place));
		t->at = lanes_start(&t->lanes, place);
		break;
	case 3:
		if (t->mark < 0) {
			error_set(err, "no range is marked: v begins one");
			return STALE_FAILED;
		}
		timeline_fit(t, t->mark < t->at ? t->mark : t->at, t->mark < t->at ? t->at : t->mark);
		break;
	default:
		timeline_view(t, 0, t->all);
	}
	return MOVED;
}

static unsigned
run_zoom(struct pane *pane, const char *argument, struct error *err)
{
	(void)argument;
	return run_fit(pane, "event", err);
}

static unsigned
run_unzoom(struct pane *pane, const char *argument, struct error *err)
{
	(void)argument;
	return run_fit(pane, "work", err);
}

/*
 * To the next (step 1) or previous (-1) event of the line; by cell passes those that begin in the
 * same cell, so that each key moves on the screen.
 */
static unsigned
move_event(struct pane *pane, int step, bool by_cell, struct error *err)
{
	struct timeline *t = timeline_of(pane);
	uint32_t place = timeline_place(t, pane->cursor), row, next;
	const struct lanes_row *r;
	int col;

	if (pane->cursor >= t->n_lines || t->lines[pane->cursor].row == TIMELINE_PROCESS)
		return no_event(err);
	row = t->lines[pane->cursor].row;
	r = &t->lanes.rows[row];
	if (place == TRACE_NONE) {	/* none in sight: the nearest beyond */
		next = lanes_from(&t->lanes, row, t->at);
		next = step > 0 ? next : next - 1;
	} else {
		col = timeline_col(t, lanes_start(&t->lanes, place));
		next = place + (uint32_t)step;
		if (by_cell && col >= 0 && step > 0 && col + 1 < t->cols) {
			uint32_t beyond = lanes_from(&t->lanes, row, timeline_time(t, col + 1));

			next = beyond > next ? beyond : next;
		} else if (by_cell && col > 0 && step < 0) {
			next = lanes_from(&t->lanes, row, timeline_time(t, col)) - 1;
		}
	}
	if (next < r->first || next >= r->last || next == UINT32_MAX) {
		error_set(err, step > 0 ? "the last event of this line" : "the first event of this line");
		return STALE_FAILED;
	}
	t->at = lanes_start(&t->lanes, next);
	timeline_reveal(t, t->at);
	return MOVED;
}

static unsigned
run_right(struct pane *pane, const char *argument, struct error *err)
{
	(void)argument;
	return move_event(pane, 1, true, err);
}

static unsigned
run_left(struct pane *pane, const char *argument, struct error *err)
{
	(void)argument;
	return move_event(pane, -1, true, err);
}

static unsigned
run_next_event(struct pane *pane, const char *argument, struct error *err)
{
	(void)argument;
	return move_event(pane, 1, false, err);
}

static unsigned
run_previous_event(struct pane *pane, const char *argument, struct error *err)
{
	(void)argument;
	return move_event(pane, -1, false, err);
}

/* The gap of at least a cell that begins after the cursor, or before it. */
static const struct idle_gap *
find_gap(const struct idle *idle, const struct timeline *t, int step)
{
	uint32_t low = 0, high = idle->n;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (step > 0 ? idle->gaps[middle].start <= t->at : idle->gaps[middle].start < t->at)
			low = middle + 1;
		else
			high = middle;
	}
	for (uint32_t i = step > 0 ? low : low - 1; i < idle->n; i += (uint32_t)step)
		if (idle->gaps[i].end - idle->gaps[i].start >= t->span / t->cols)
			return &idle->gaps[i];
	return NULL;
}

static const struct idle *
pane_idle(struct pane *pane, struct error *err)
{
	struct analysis *analysis = session_analysis(&pane->app->session, err);
	const struct idle *idle = analysis ? analysis_idle(analysis) : NULL;

	if (analysis && !idle)
		error_no_memory(err, "finding idle gaps");
	return idle;
}

static void
show_gap(struct pane *pane, const struct idle_gap *gap)
{
	struct timeline *t = timeline_of(pane);
	char time[32], look[96] = "";

	t->at = t->gap_at = gap->start;
	if (gap->look != TRACE_NONE)
		snprintf(look, sizeof(look), ", event %u: %.64s", gap->look, trace_name(t->lanes.trace, gap->look));
	snprintf(t->gap, sizeof(t->gap), "%s, %s%s", text_time(time, gap->end - gap->start), idle_texts[gap->cause].name,
		look);
	app_say(pane->app, ROLE_STATUS, "idle %s", t->gap);
}

static unsigned
move_gap(struct pane *pane, int step, struct error *err)
{
	struct timeline *t = timeline_of(pane);
	const struct idle *idle = pane_idle(pane, err);
	const struct idle_gap *gap = idle ? find_gap(idle, t, step) : NULL;

	if (!idle)
		return STALE_FAILED;
	if (!gap) {
		error_set(err, "no idle gap of a cell or more %s: + shows shorter ones", step > 0 ? "follows" : "is before");
		return STALE_FAILED;
	}
	show_gap(pane, gap);
	timeline_reveal(t, t->at);
	return MOVED;
}

/* On the line of the stream whose work ended it, or that was the last before it. */
int
timeline_goto_gap(struct pane *pane, int64_t start, struct error *err)
{
	struct timeline *t = timeline_of(pane);
	const struct idle *idle = pane_idle(pane, err);

	for (uint32_t i = 0; idle && i < idle->n; i++) {
		const struct idle_gap *gap = &idle->gaps[i];
		uint32_t lane, row, gpu = gap->after != TRACE_NONE ? gap->after : gap->before;

		if (gap->start != start)
			continue;
		timeline_fit(t, gap->start - (gap->end - gap->start) / 2, gap->end + (gap->end - gap->start) / 2);
		if (gpu != TRACE_NONE && lanes_find(&t->lanes, gpu, &lane, &row) && timeline_line_of(t, row) != PANE_NO_ROW)
			pane_set_cursor(pane, timeline_line_of(t, row));
		show_gap(pane, gap);
		return 0;
	}
	return idle ? error_set(err, "no idle gap begins there any more") : -1;
}

static unsigned
run_next_gap(struct pane *pane, const char *argument, struct error *err)
{
	(void)argument;
	return move_gap(pane, 1, err);
}

static unsigned
run_previous_gap(struct pane *pane, const char *argument, struct error *err)
{
	(void)argument;
	return move_gap(pane, -1, err);
}

/* Shows all rows of the lane, or only the outermost; a process line stands for all its lanes. */
static unsigned
run_toggle(struct pane *pane, const char *argument, struct error *err)
{
	struct timeline *t = timeline_of(pane);
	const struct trace *trace = t->lanes.trace;
	struct timeline_line line;
	uint32_t shown;

	(void)argument;
	if (pane->cursor >= t->n_lines)
		return no_event(err);
	line = t->lines[pane->cursor];
	shown = timeline_shown(t, &t->lanes.all[line.lane]) < t->lanes.all[line.lane].n_rows ? UINT32_MAX : 1;
	for (uint32_t l = line.lane; l < t->lanes.n; l++) {
		uint32_t track = t->lanes.all[l].track;

		if (l == line.lane || (line.row == TIMELINE_PROCESS
		    && trace->tracks[track].process == trace->tracks[t->lanes.all[line.lane].track].process))
			t->shown[track] = shown;
	}
	if (!timeline_lines(t)) {
		error_no_memory(err, "folding a lane");
		return STALE_FAILED;
	}
	if (line.row != TIMELINE_PROCESS)
		line.row = t->lanes.all[line.lane].row;
	for (uint32_t i = 0; i < t->n_lines; i++)
		if (t->lines[i].lane == line.lane && t->lines[i].row == line.row)
			pane_set_cursor(pane, i);
	return MOVED;
}

static unsigned
run_python(struct pane *pane, const char *argument, struct error *err)
{
	struct timeline *t = timeline_of(pane);
	uint32_t event = timeline_event(pane, pane->cursor);

	if (*argument)
		t->python = (enum merged_python)(2 - command_choice("all|modules|none", argument));
	else
		t->python = (enum merged_python)((t->python + 1) % 3);
	if (timeline_layout(pane, err))
		return STALE_FAILED;
	timeline_keep_line(pane, event);
	return MOVED;
}

/* Begins a range at the cursor, or ends it. On the line of a stream the range is one of the GPU's time. */
static unsigned
run_mark(struct pane *pane, const char *argument, struct error *err)
{
	struct timeline *t = timeline_of(pane);
	const struct trace *trace = t->lanes.trace;
	uint32_t row = pane->cursor < t->n_lines ? t->lines[pane->cursor].row : TIMELINE_PROCESS;
	struct tree_window window = {.by_gpu = true};

	(void)argument;
	if (t->mark < 0) {
		t->mark = t->at;
		app_say(pane->app, ROLE_STATUS, "a range begins here: move, and v again ends it");
		return STALE_SCREEN;
	}
	window.begin = t->mark < t->at ? t->mark : t->at;
	window.end = t->mark < t->at ? t->at : t->mark;
	t->mark = -1;
	if (window.begin == window.end) {
		error_set(err, "the range is empty");
		return STALE_FAILED | STALE_SCREEN;
	}
	if (row != TIMELINE_PROCESS)
		window.by_gpu = event_is_gpu(trace->kind[t->lanes.events[t->lanes.rows[row].first]])
			|| trace->kind[t->lanes.events[t->lanes.rows[row].first]] == EVENT_GPU_ANNOTATION;
	return app_limit(pane->app, &window, err);
}

static unsigned
run_enter(struct pane *pane, const char *argument, struct error *err)
{
	uint32_t event = timeline_event(pane, pane->cursor);

	(void)argument;
	if (event == TRACE_NONE)
		return run_toggle(pane, "", err);
	return app_goto(pane->app, event, err);
}

const struct pane_command timeline_commands[] = {
	{COMMAND_ZOOM_IN, run_zoom_in}, {COMMAND_ZOOM_OUT, run_zoom_out}, {COMMAND_FIT, run_fit},
	{COMMAND_PAN, run_pan}, {COMMAND_CENTRE, run_centre}, {COMMAND_ZOOM, run_zoom}, {COMMAND_UNZOOM, run_unzoom},
	{COMMAND_RIGHT, run_right}, {COMMAND_LEFT, run_left}, {COMMAND_NEXT_EVENT, run_next_event},
	{COMMAND_PREVIOUS_EVENT, run_previous_event}, {COMMAND_NEXT_GAP, run_next_gap},
	{COMMAND_PREVIOUS_GAP, run_previous_gap}, {COMMAND_TOGGLE, run_toggle}, {COMMAND_PYTHON, run_python},
	{COMMAND_MARK, run_mark}, {COMMAND_ENTER, run_enter}, {COMMAND_COUNT, NULL}
};
