/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/bits.h"
#include "base/mem.h"
#include "base/sort.h"
#include "base/text.h"
#include "tui/app.h"
#include "tui/event_lines.h"
#include "tui/timeline_priv.h"
#include <string.h>

#define STRAY_SHARE 2		/* a gap of more than 1 / STRAY_SHARE of the axis parts strays from the work */
#define ROOM_SHARE 36		/* percent of the screen's rows that the lanes have at first */
#define SHARE_LEAST 2		/* rows of a lane, however many lanes there are */
#define LABEL_LEAST 8
#define LABEL_MOST 30

int
timeline_col(const struct timeline *t, int64_t time)
{
	int col;

	if (time < t->begin)
		return -1;
	if (time - t->begin >= t->span)
		return t->cols;
	col = (int)((double)(time - t->begin) / (double)t->span * t->cols);
	while (col > 0 && timeline_time(t, col) > time)
		col--;
	while (col + 1 < t->cols && timeline_time(t, col + 1) <= time)
		col++;
	return col;
}

void
timeline_view(struct timeline *t, int64_t begin, int64_t span)
{
	if (span > t->all)
		span = t->all;
	if (span < t->cols)
		span = t->cols;
	if (begin > t->all - span)
		begin = t->all - span;
	t->begin = begin < 0 ? 0 : begin;
	t->span = span;
}

void
timeline_reveal(struct timeline *t, int64_t time)
{
	if (time < t->begin || time - t->begin >= t->span)
		timeline_view(t, time - t->span / 4, t->span);
}

void
timeline_fit(struct timeline *t, int64_t begin, int64_t end)
{
	int64_t room = (end - begin) / 16 + 1;

	timeline_view(t, begin - room, end - begin + 2 * room);
}

static int
start_compare(const void *a, const void *b)
{
	const struct interval *x = a, *y = b;

	return x->start < y->start ? -1 : x->start > y->start;
}

/* Where the outermost events are, or only those of the GPU, without those that were closed for want of an end: merged. */
static uint32_t
work_spans(const struct lanes *lanes, bool gpu_only, struct interval *spans)
{
	const struct trace *trace = lanes->trace;
	uint32_t n = 0;

	for (uint32_t l = 0; l < lanes->n; l++) {
		const struct lanes_row *row = &lanes->rows[lanes->all[l].row];

		for (uint32_t i = row->first; i < row->last; i++) {
			uint8_t kind = trace->kind[lanes->events[i]];

			if ((gpu_only ? event_is_gpu(kind) : kind != EVENT_OTHER)
			    && !(trace->flags[lanes->events[i]] & EVENT_UNFINISHED))
				spans[n++] = (struct interval){lanes_start(lanes, i), lanes_end(lanes, i)};
		}
	}
	sort_unless_sorted(spans, n, sizeof(*spans), start_compare);
	return intervals_merge(spans, n);
}

struct work {
	struct interval *spans, *gpu;
	uint32_t n_gpu;
};

/* Of spans [low, high): the time with GPU work. */
static int64_t
work_gpu(const struct work *work, uint32_t low, uint32_t high)
{
	int64_t sum = 0;

	for (uint32_t i = 0; i < work->n_gpu; i++)
		if (work->gpu[i].start >= work->spans[low].start && work->gpu[i].end <= work->spans[high - 1].end)
			sum += work->gpu[i].end - work->gpu[i].start;
	return sum;
}

/* Whether more is done from at on than before it: on the GPU, or as much there and more on the host. */
static bool
work_is_later(const struct work *work, uint32_t low, uint32_t at, uint32_t high)
{
	int64_t before = work_gpu(work, low, at), later = work_gpu(work, at, high);

	if (before != later)
		return before < later;
	return intervals_length(work->spans + low, at - low) < intervals_length(work->spans + at, high - at);
}

/* Leaves out what a long gap parts from most of the work. */
static bool
timeline_work(struct timeline *t)
{
	struct interval *spans = mem_alloc(t->lanes.n_events, sizeof(*spans));
	struct work work = {spans, mem_alloc(t->lanes.n_events, sizeof(*spans)), 0};
	uint32_t low = 0, high = 0;
	bool good;

	if (spans && work.gpu) {
		high = work_spans(&t->lanes, false, spans);
		work.n_gpu = work_spans(&t->lanes, true, work.gpu);
	}
	while (high - low > 1) {
		uint32_t at = low + 1;

		for (uint32_t i = at; i < high; i++)
			if (spans[i].start - spans[i - 1].end > spans[at].start - spans[at - 1].end)
				at = i;
		if (spans[at].start - spans[at - 1].end <= (spans[high - 1].end - spans[low].start) / STRAY_SHARE)
			break;
		if (work_is_later(&work, low, at, high))
			low = at;
		else
			high = at;
	}
	t->work_begin = high > low ? spans[low].start : 0;
	t->work_end = high > low ? spans[high - 1].end : t->all;
	good = spans && work.gpu;
	free(work.gpu);
	free(spans);
	return good;
}

bool
timeline_lines(struct timeline *t)
{
	const struct trace *trace = t->lanes.trace;
	struct timeline_line *lines = mem_alloc((size_t)t->lanes.n_rows + t->lanes.n, sizeof(*lines));
	uint32_t n = 0, process = TRACE_NONE;

	if (!lines)
		return false;
	for (uint32_t l = 0; l < t->lanes.n; l++) {
		const struct lane *lane = &t->lanes.all[l];
		uint32_t rows = timeline_shown(t, lane);

		if (trace->tracks[lane->track].process != process)
			lines[n++] = (struct timeline_line){l, TIMELINE_PROCESS};
		process = trace->tracks[lane->track].process;
		for (uint32_t row = 0; row < rows; row++)
			lines[n++] = (struct timeline_line){l, lane->row + row};
	}
	free(t->lines);
	t->lines = lines;
	t->n_lines = n;
	return true;
}

/* Deep lanes show their outer rows only, as many each as let all lanes be seen at once. */
static void
timeline_share(struct timeline *t, int screen_rows)
{
	uint32_t least = SHARE_LEAST, most = t->lanes.n_rows + 1;
	int64_t room = screen_rows * ROOM_SHARE / 100;

	while (least + 1 < most) {
		uint32_t middle = least + (most - least) / 2;
		int64_t lines = 0;

		for (uint32_t l = 0; l < t->lanes.n; l++)
			lines += t->lanes.all[l].n_rows < middle ? t->lanes.all[l].n_rows : middle;
		if (lines <= room)
			least = middle;
		else
			most = middle;
	}
	for (uint32_t l = 0; l < t->lanes.n; l++)
		t->shown[t->lanes.all[l].track] = least;
	t->share = least;
}

int
timeline_layout(struct pane *pane, struct error *err)
{
	struct timeline *t = timeline_of(pane);
	const struct session *session = &pane->app->session;
	struct lanes_choice choice = {session->summary.track_order, t->python, t->keep};

	lanes_free(&t->lanes);
	row_store_forget(&t->store);
	t->n_lines = 0;
	if (lanes_make(&t->lanes, session->trace, &choice, err))
		return -1;
	if ((t->sort != FIELD_LANE || t->turned) && !timeline_sort_lanes(t))
		return error_no_memory(err, "laying out the timeline");
	return timeline_lines(t) ? 0 : error_no_memory(err, "laying out the timeline");
}

static int
timeline_open(struct pane *pane, struct error *err)
{
	struct timeline *t = timeline_of(pane);
	const struct trace *trace = pane->app->session.trace;

	t->summary = &pane->app->session.summary;
	t->python = MERGED_PYTHON_MODULES;
	t->mark = t->gap_at = -1;
	t->all = trace->end > 0 ? trace->end : 1;
	t->cols = 80;
	t->shown = mem_alloc(trace->n_tracks, sizeof(*t->shown));
	if (!t->shown)
		return error_no_memory(err, "laying out the timeline");
	for (uint32_t i = 0; i < trace->n_tracks; i++)
		t->shown[i] = UINT32_MAX;
	if (timeline_layout(pane, err) || gpu_strip_make(&t->strip, trace, t->summary, err))
		return -1;
	timeline_share(t, pane->app->screen.rows);
	if (!timeline_work(t) || !timeline_lines(t))
		return error_no_memory(err, "laying out the timeline");
	timeline_fit(t, t->work_begin, t->work_end);
	t->at = t->work_begin;
	pane->cursor = t->n_lines > 1;	/* below the first process */
	return 0;
}

static void
timeline_close(struct pane *pane)
{
	struct timeline *t = timeline_of(pane);

	lanes_free(&t->lanes);
	gpu_strip_free(&t->strip);
	row_store_free(&t->store);
	free(t->shown);
	free(t->lines);
	free(t->keep);
}

static void
timeline_resize(struct pane *pane, int cols)
{
	struct timeline *t = timeline_of(pane);
	int labels = cols / 5;

	labels = labels > LABEL_MOST ? LABEL_MOST : labels < LABEL_LEAST ? LABEL_LEAST : labels;
	if (labels > cols / 2)
		labels = cols / 2;
	t->label_cols = labels;
	t->cols = cols > labels ? cols - labels : 1;
	timeline_view(t, t->begin, t->span);
}

static uint32_t
timeline_rows(const struct pane *pane)
{
	return timeline_of(pane)->n_lines;
}

uint32_t
timeline_place(const struct timeline *t, uint32_t line)
{
	if (line >= t->n_lines || t->lines[line].row == TIMELINE_PROCESS)
		return TRACE_NONE;
	return lanes_near(&t->lanes, t->lines[line].row, t->at, t->begin, t->begin + t->span);
}

uint32_t
timeline_event(const struct pane *pane, uint32_t line)
{
	const struct timeline *t = timeline_of(pane);
	uint32_t place = timeline_place(t, line);

	return place == TRACE_NONE ? TRACE_NONE : t->lanes.events[place];
}

uint32_t
timeline_line_of(const struct timeline *t, uint32_t row)
{
	for (uint32_t line = 0; line < t->n_lines; line++)
		if (t->lines[line].row == row)
			return line;
	return PANE_NO_ROW;
}

/* Shows the frames of Python that the event is one of, and without the filter if that hides it. */
static int
timeline_unhide(struct pane *pane, uint32_t event, struct error *err)
{
	struct timeline *t = timeline_of(pane);
	const struct trace *trace = t->lanes.trace;
	bool filtered = t->keep && !bits_get(t->keep, event);
	enum merged_python least = trace->kind[event] != EVENT_PYTHON ? MERGED_PYTHON_NONE
		: tree_is_module(trace, event) ? MERGED_PYTHON_MODULES : MERGED_PYTHON_ALL;

	if (t->python >= least && !filtered)
		return 0;
	t->python = t->python >= least ? t->python : least;
	return filtered ? timeline_filter(pane, "", err) : timeline_layout(pane, err);
}

int
timeline_goto(struct pane *pane, uint32_t event, struct error *err)
{
	struct timeline *t = timeline_of(pane);
	const struct trace *trace = t->lanes.trace;
	uint32_t lane, row;
	int64_t dur = trace->dur[event];

	if (timeline_unhide(pane, event, err))
		return -1;
	if (!lanes_find(&t->lanes, event, &lane, &row))
		return error_set(err, "event %u has no place on the timeline", event);
	if (timeline_line_of(t, row) == PANE_NO_ROW) {
		t->shown[t->lanes.all[lane].track] = UINT32_MAX;
		if (!timeline_lines(t))
			return error_no_memory(err, "laying out the timeline");
	}
	t->at = trace->ts[event];
	if (dur > t->span / 2 || dur < t->span / t->cols) {
		int64_t span = dur > t->all / 5 ? t->all : dur > 0 ? 5 * dur : 8 * t->cols;

		timeline_view(t, t->at - span / 5 * 2, span);
	}
	timeline_reveal(t, t->at);
	pane_set_cursor(pane, timeline_line_of(t, row));
	return 0;
}

static void
timeline_where(const struct pane *pane, struct place *place)
{
	const struct timeline *t = timeline_of(pane);

	place->a = (uint64_t)pane->cursor << 32 | timeline_event(pane, pane->cursor);
	place->b = (uint64_t)t->begin;
	place->c = (uint64_t)t->span;
}

static void
timeline_go(struct pane *pane, const struct place *place)
{
	struct timeline *t = timeline_of(pane);
	uint32_t event = (uint32_t)place->a;

	timeline_view(t, (int64_t)place->b, (int64_t)place->c);
	if (event < t->lanes.trace->n)
		t->at = t->lanes.trace->ts[event];
	pane_set_cursor(pane, (uint32_t)(place->a >> 32));
}

/* What the cursor's cell holds, and the gap it lies in. */
static void
timeline_describe(const struct pane *pane, uint32_t line, struct lines *lines, int cols)
{
	const struct timeline *t = timeline_of(pane);
	uint32_t place = timeline_place(t, line), n;
	char text[32];
	int col;

	if (t->gap_at == t->at)
		lines_pair(lines, cols, "idle", ROLE_IDLE, "%s", t->gap);
	if (place == TRACE_NONE) {
		lines_pair(lines, cols, "cursor", ROLE_NORMAL, "%s ms", text_ms(text, t->at));
		return;
	}
	col = timeline_col(t, lanes_start(&t->lanes, place));
	if (col < 0 || col + 1 >= t->cols)
		return;
	n = lanes_from(&t->lanes, t->lines[line].row, timeline_time(t, col + 1))
		- lanes_from(&t->lanes, t->lines[line].row, timeline_time(t, col));
	if (n > 1)
		lines_pair(lines, cols, "here", ROLE_DIM, "%s events begin in this cell: this is one of them",
			text_count(text, n));
}

const struct pane_ops timeline_pane = {
	.id = "timeline",
	.title = "timeline",
	.help = "threads and streams over one time axis",
	.flags = PANE_DETAIL | PANE_DETAIL_BELOW | PANE_OWN_CURSOR,
	.state_size = sizeof(struct timeline),
	.open = timeline_open,
	.close = timeline_close,
	.resize = timeline_resize,
	.rows = timeline_rows,
	.title_text = timeline_title,
	.picture_rows = timeline_axis_rows,
	.picture = timeline_axis,
	.draw = timeline_draw,
	.event = timeline_event,
	.describe = timeline_describe,
	.search = timeline_search,
	.snapshot = timeline_snapshot,
	.where = timeline_where,
	.go = timeline_go,
	.commands = timeline_commands,
	.more = {timeline_filter_commands, timeline_sort_commands},
	.columns = timeline_columns,
	.n_columns = FIELDS,
};
