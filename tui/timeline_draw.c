/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lanes: each event a bar, with its name where there is room. */
#include "base/text.h"
#include "tui/app.h"
#include "tui/event_lines.h"
#include "tui/gpu_look.h"
#include "tui/timeline_priv.h"
#include <string.h>

#define NAME_LEAST 3		/* cells from which a bar has a name */
#define COLOUR_SHARE 16		/* of a row, that a bar of the host has to have its colour: a crowd in one is cheap to write */

struct bars {			/* one row being drawn */
	const struct timeline *t;
	struct canvas *axis;
	int y;
	int end;		/* the first column after the last bar */
	enum role role;		/* of that bar */
};

static struct gpu_look
bar_style(const struct timeline *t, uint32_t event)
{
	const struct trace *trace = t->lanes.trace;

	if (event_is_gpu(trace->kind[event]))
		return gpu_looks[summary_class(t->summary, trace, event)];
	return (struct gpu_look){event_role(trace, event), GLYPH_BAR_HOST};
}

/*
 * What tells one kernel from another in a few cells: not its return type, its
 * namespaces or its parameters.
 */
static const char *
bar_name(const struct trace *trace, uint32_t event, size_t *len)
{
	const char *name = trace_name(trace, event), *start = name;

	if (!event_is_gpu(trace->kind[event])) {
		*len = strlen(name);
		return name;
	}
	if (!strncmp(start, "void ", 5))
		start += 5;
	*len = strcspn(start, "<(");
	for (size_t i = *len; i > 1; i--)
		if (start[i - 1] == ':' && start[i - 2] == ':') {
			*len -= i;
			return start + i;
		}
	return start;
}

static void
bar_draw(struct bars *bars, uint32_t event, int from, int to)
{
	const struct trace *trace = bars->t->lanes.trace;
	struct gpu_look style = bar_style(bars->t, event);
	uint32_t code = screen_glyph(bars->axis->screen, style.glyph);
	bool touches = from <= bars->end && bars->end > 0 && to > from;
	int room = to - from + 1 - touches;
	size_t len;
	const char *name = bar_name(trace, event, &len);

	if (to == from && style.glyph == GLYPH_BAR_HOST)
		code = screen_glyph(bars->axis->screen, GLYPH_BAR_THIN);
	if (room < bars->t->cols / COLOUR_SHARE && style.glyph == GLYPH_BAR_HOST)
		style.role = ROLE_DIM;
	canvas_fill(bars->axis, bars->y, from, to - from + 1, style.role, code);
	bars->end = to + 1;
	bars->role = style.role;
	if (touches)
		canvas_glyph(bars->axis, bars->y, from++, style.role, GLYPH_BAR_THIN);
	if (room >= NAME_LEAST) {
		int used = canvas_text(bars->axis, bars->y, from, room, style.role, name, len);

		if (style.glyph == GLYPH_BAR_HOST && from + used < to)
			canvas_put(bars->axis, bars->y, from + used, style.role, ' ');
	}
}

/*
 * One cell for several events; of the GPU it tells whether they fill half of it. Where they do not, it goes on in the
 * colour of the cell before: none is that of all of them, and each change would have to be written.
 */
static void
dense_draw(struct bars *bars, uint32_t row, uint32_t i, uint32_t next, int col)
{
	const struct lanes *lanes = &bars->t->lanes;
	uint32_t first = lanes->events[i];
	struct gpu_look style = bar_style(bars->t, first);
	bool fills = event_is_gpu(lanes->trace->kind[first])
		&& lanes_sum(lanes, row, i, next) > bars->t->span / bars->t->cols / 2;

	if (style.glyph == GLYPH_BAR_HOST)
		style.role = ROLE_DIM;
	else if (!fills && bars->end == col && col)
		style.role = bars->role;
	canvas_glyph(bars->axis, bars->y, col, style.role, fills ? style.glyph : GLYPH_DENSE);
	bars->end = col + 1;
	bars->role = style.role;
}

/* From one column to the next by search: what a row costs depends on its columns, not on its events. */
static void
bars_draw(struct bars *bars, uint32_t row)
{
	const struct timeline *t = bars->t;
	const struct lanes *lanes = &t->lanes;
	const struct lanes_row *r = &lanes->rows[row];
	uint32_t i = lanes_from(lanes, row, t->begin);

	if (i > r->first && lanes_end(lanes, i - 1) > t->begin)
		bar_draw(bars, lanes->events[i - 1], 0, timeline_col(t, lanes_end(lanes, i - 1) - 1));
	while (i < r->last && lanes_start(lanes, i) < t->begin + t->span) {
		int from = timeline_col(t, lanes_start(lanes, i)), to;
		uint32_t next = lanes_from_on(lanes, row, from + 1 < t->cols ? timeline_time(t, from + 1)
			: t->begin + t->span, i);
		int64_t end = lanes_end(lanes, next - 1);

		to = end > lanes_start(lanes, next - 1) ? timeline_col(t, end - 1) : from;
		if (next - i > 1) {	/* several in the cell: the last may go on beyond it */
			dense_draw(bars, row, i, next, from);
			if (to > from)
				bar_draw(bars, lanes->events[next - 1], from + 1, to);
		} else {
			bar_draw(bars, lanes->events[i], from, to);
		}
		i = next;
	}
}

struct row_store *
timeline_store(struct timeline *t, const struct screen *screen)
{
	struct row_view view = {t->begin, t->span, t->cols, screen->rows + 1, screen->glyphs};

	row_store_view(&t->store, &view);
	return &t->store;
}

static void
draw_bars(struct timeline *t, struct canvas *axis, int y, uint32_t number)
{
	struct bars bars = {.t = t, .axis = axis, .y = y};
	struct row_store *store = timeline_store(t, axis->screen);
	uint32_t row = t->lines[number].row, slot = number % (uint32_t)axis->screen->rows;

	if (row_store_draw(store, slot, row, axis, y))
		return;
	bars_draw(&bars, row);
	row_store_keep(store, slot, row, axis, y);
}

/* The selected event's cells, and those of what belongs to it. */
static void
paint_event(const struct timeline *t, struct canvas *axis, int y, uint32_t event, enum role role)
{
	const struct trace *trace = t->lanes.trace;
	int64_t end = trace_end(trace, event);
	int from = timeline_col(t, trace->ts[event]), to;

	to = end > trace->ts[event] ? timeline_col(t, end - 1) : from;
	if (from >= t->cols || to < 0)
		return;
	from = from < 0 ? 0 : from;
	canvas_role(axis, y, from, (to >= t->cols ? t->cols - 1 : to) - from + 1, role);
}

static void
draw_process(const struct timeline *t, struct canvas *canvas, int y, uint32_t lane)
{
	const struct trace *trace = t->lanes.trace;
	const struct trace_process *p = &trace->processes[trace->tracks[t->lanes.all[lane].track].process];
	const char *pid = trace_string(trace, p->pid), *labels = trace_string(trace, p->labels);
	const char *name = trace_string(trace, p->name);
	int col = 0;

	if (*labels)
		col += canvas_puts(canvas, y, col, ROLE_THREAD, labels) + 1;
	if (*name)
		col += canvas_puts(canvas, y, col, ROLE_THREAD, name) + 1;
	col += canvas_puts(canvas, y, col, ROLE_DIM, "process ");
	canvas_puts(canvas, y, col, ROLE_DIM, pid);
}

static void
draw_label(const struct timeline *t, struct canvas *canvas, int y, const struct timeline_line *line)
{
	const struct trace *trace = t->lanes.trace;
	const struct lane *lane = &t->lanes.all[line->lane];
	const char *labels = trace_string(trace, trace->processes[trace->tracks[lane->track].process].labels);
	uint32_t first = t->lanes.events[t->lanes.rows[lane->row].first];
	char text[160];
	int cells = t->label_cols - 1;

	if (line->row != lane->row)
		return;
	if (lane->n_rows > t->share)
		canvas_glyph(canvas, y, 0, ROLE_DIM, timeline_shown(t, lane) < lane->n_rows ? GLYPH_CLOSED : GLYPH_OPEN);
	lane_label(trace, lane->track, event_is_gpu(trace->kind[first]) || !strncmp(labels, "GPU", 3), text,
		sizeof(text));
	canvas_text(canvas, y, 1, cells - 1, ROLE_NORMAL, text, strlen(text));
}

void
timeline_draw(const struct pane *pane, struct canvas *canvas, int y, uint32_t number)
{
	struct timeline *t = timeline_of(pane);
	const struct timeline_line *line = &t->lines[number];
	struct canvas axis = canvas_part(canvas, 0, t->label_cols, canvas->rows, t->cols);
	uint32_t selected = TRACE_NONE;

	if (line->row == TIMELINE_PROCESS) {
		draw_process(t, canvas, y, line->lane);
	} else {
		draw_label(t, canvas, y, line);
		draw_bars(t, &axis, y, number);
	}
	timeline_draw_links(t, &axis, y, number);
	for (uint32_t i = 0; i < t->n_links; i++)
		if (t->links[i].line == number)
			paint_event(t, &axis, y, t->links[i].event, ROLE_LINK);
	if (number != pane->cursor)
		return;
	selected = timeline_event(pane, number);
	if (selected != TRACE_NONE)
		paint_event(t, &axis, y, selected, ROLE_CURSOR);
	else
		canvas_role(canvas, y, 0, t->label_cols - 1, ROLE_CURSOR);
	canvas->screen->cursor_row = canvas->row + y;
	canvas->screen->cursor_col = canvas->col + (selected == TRACE_NONE ? 0 : t->label_cols
		+ (timeline_col(t, t->at) < 0 ? 0 : timeline_col(t, t->at)));
}
