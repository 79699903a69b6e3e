/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What belongs to the selected event: the call that launched it, what it launched, its other direction. */
#include "tui/app.h"
#include "tui/timeline_priv.h"

static void
link_add(struct timeline *t, uint32_t event, bool is_launch)
{
	struct timeline_link *link = &t->links[t->n_links];
	uint32_t lane, row;

	if (event == TRACE_NONE || t->n_links == TIMELINE_LINKS || !lanes_find(&t->lanes, event, &lane, &row))
		return;
	*link = (struct timeline_link){event, timeline_line_of(t, row), is_launch};
	t->n_links++;
}

void
timeline_link(const struct pane *pane)
{
	struct timeline *t = timeline_of(pane);
	const struct tree *tree = pane->app->session.tree;
	uint32_t event = timeline_event(pane, pane->cursor), begin, end, first, n;

	t->n_links = 0;
	t->selected = event;
	t->selected_line = pane->cursor;
	if (event == TRACE_NONE || !tree_has(tree, event))
		return;
	if (event_is_gpu(tree->trace->kind[event])) {
		link_add(t, tree_launch(tree, event), true);
		return;
	}
	if (event_is_call(tree->trace->kind[event])) {
		tree_gpu_range(tree, event, &begin, &end);
		for (; begin < end; begin++)
			link_add(t, tree->gpu[begin], true);
		return;
	}
	link_add(t, tree_forward_of(tree, event), false);
	n = tree_backward_of(tree, event, &first);
	for (uint32_t i = 0; i < n; i++)
		link_add(t, tree->forward[first + i].to, false);
}

/* From the call straight to the line of what it started, then along that line to its start. */
static void
draw_arrow(const struct timeline *t, struct canvas *axis, int y, uint32_t line, uint32_t call, uint32_t call_line,
	uint32_t started, uint32_t started_line)
{
	int from = timeline_col(t, t->lanes.trace->ts[call]), to = timeline_col(t, t->lanes.trace->ts[started]);
	uint32_t low = call_line < started_line ? call_line : started_line;
	uint32_t high = call_line < started_line ? started_line : call_line;

	if (line > low && line < high && from >= 0 && canvas_is_blank(axis, y, from))
		canvas_glyph(axis, y, from, ROLE_LINK, GLYPH_VLINE);
	if (line != started_line)
		return;
	for (int col = from < 0 ? 0 : from; col < to && col < t->cols; col++)
		if (canvas_is_blank(axis, y, col))
			canvas_glyph(axis, y, col, ROLE_LINK, col + 1 == to ? GLYPH_CLOSED : GLYPH_HLINE);
}

void
timeline_draw_links(const struct timeline *t, struct canvas *axis, int y, uint32_t line)
{
	for (uint32_t i = 0; i < t->n_links; i++) {
		const struct timeline_link *link = &t->links[i];
		bool is_gpu = event_is_gpu(t->lanes.trace->kind[link->event]);

		if (!link->is_launch || link->line == PANE_NO_ROW)
			continue;
		if (is_gpu)
			draw_arrow(t, axis, y, line, t->selected, t->selected_line, link->event, link->line);
		else
			draw_arrow(t, axis, y, line, link->event, link->line, t->selected, t->selected_line);
	}
}
