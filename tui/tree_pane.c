/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/tree_pane.h"
#include "tui/tree_pane_priv.h"
#include <string.h>

/* Rows whose largest child has this part of their GPU time are opened at first. */
#define OPEN_SHARE 0.6
#define OPEN_DEPTH 16

uint32_t
tree_first(const struct tree_view *view)
{
	return view->n_zoom ? view->source.outline.entry[view->zoom[view->n_zoom - 1]] : 0;
}

uint32_t
tree_end(const struct tree_view *view)
{
	const struct outline *outline = &view->source.outline;
	uint32_t first = tree_first(view);

	return view->n_zoom ? first + outline->span[first] : outline->n;
}

uint32_t
tree_entry_at(const struct tree_view *view, uint32_t row)
{
	const struct outline *outline = &view->source.outline;
	uint32_t entry = outline_at(outline, outline_row(outline, tree_first(view)) + row);

	return entry < tree_end(view) ? entry : OUTLINE_NONE;
}

static uint32_t
tree_rows(const struct pane *pane)
{
	const struct tree_view *view = tree_view(pane);

	return outline_row(&view->source.outline, tree_end(view)) - outline_row(&view->source.outline, tree_first(view));
}

uint32_t
tree_cursor_entry(const struct pane *pane)
{
	return tree_entry_at(tree_view(pane), pane->cursor);
}

uint32_t
tree_cursor_id(const struct pane *pane)
{
	uint32_t entry = tree_cursor_entry(pane);

	return entry == OUTLINE_NONE ? OUTLINE_NONE : tree_view(pane)->source.outline.id[entry];
}

void
tree_select(struct pane *pane, uint32_t entry)
{
	struct tree_view *view = tree_view(pane);
	struct outline *outline = &view->source.outline;

	while (view->n_zoom && (entry < tree_first(view) || entry >= tree_end(view)))
		view->n_zoom--;
	outline_reveal(outline, entry);
	pane_set_cursor(pane, outline_row(outline, entry) - outline_row(outline, tree_first(view)));
}

/* Opens threads, and the rows below as long as one child has most of the time. */
static void
tree_open_largest(struct tree_view *view)
{
	struct outline *outline = &view->source.outline;
	uint32_t entry = 0;

	if (!outline->n)
		return;
	outline_open_range(outline, 0, outline->n, 1);
	for (unsigned depth = 0; depth < OPEN_DEPTH && outline_has_children(outline, entry); depth++) {
		struct tree_figures f, child;

		tree_source_figures(&view->source, outline->id[entry], &f);
		tree_source_figures(&view->source, outline->id[entry + 1], &child);
		outline_set_open(outline, entry, true);
		if ((double)child.busy < OPEN_SHARE * (double)f.busy)
			break;
		entry++;
	}
}

int
tree_rebuild(struct pane *pane, uint32_t id, struct error *err)
{
	struct tree_view *view = tree_view(pane);
	struct outline *outline = &view->source.outline;
	bool first = !view->built;

	if (tree_source_build(&view->source, err))
		return -1;
	view->built = true;
	if (tree_need_roofs(view, err))
		return -1;
	if (*view->filter && tree_filter(view, err))
		return -1;
	while (view->n_zoom && outline->entry[view->zoom[view->n_zoom - 1]] == OUTLINE_NONE)
		view->n_zoom--;
	if (view->sort != TREE_TIME && tree_sort(view, err))
		return -1;
	tree_sum_tags(view);
	if (first && *view->filter)
		outline_open_range(outline, 0, outline->n, UINT32_MAX);
	else if (first)
		tree_open_largest(view);
	if (id != OUTLINE_NONE && id < outline->n_ids && outline->entry[id] != OUTLINE_NONE)
		tree_select(pane, outline->entry[id]);
	pane_clamp(pane);
	return 0;
}

int
tree_switch(struct pane *pane, unsigned which, struct error *err)
{
	struct tree_state *state = pane->state;

	state->which = which;
	pane->cursor = pane->top = 0;
	return tree_view(pane)->built ? 0 : tree_rebuild(pane, OUTLINE_NONE, err);
}

static int
tree_open(struct pane *pane, struct error *err)
{
	struct tree_state *state = pane->state;

	for (unsigned i = 0; i < 2; i++) {
		struct tree_view *view = &state->views[i];

		view->source.session = &pane->app->session;
		view->source.merged = i == 1;
		view->source.python = MERGED_PYTHON_MODULES;
		view->source.hide = pane->app->session.tree->n_gpu > 0;
		view->sort = !i ? TREE_TIME : view->source.hide ? TREE_BUSY : TREE_HOST;
	}
	return tree_switch(pane, 1, err);
}

static void
tree_close(struct pane *pane)
{
	struct tree_state *state = pane->state;

	for (unsigned i = 0; i < 2; i++) {
		tree_source_free(&state->views[i].source);
		tree_forget(&state->views[i]);
	}
}

static uint32_t
tree_event(const struct pane *pane, uint32_t row)
{
	const struct tree_view *view = tree_view(pane);
	uint32_t entry = tree_entry_at(view, row);

	return entry == OUTLINE_NONE ? TRACE_NONE : tree_source_event(&view->source, view->source.outline.id[entry]);
}

/* Turns off what keeps the event from being shown; true when that changed anything. */
static bool
tree_unhide(struct tree_source *source, uint32_t event)
{
	const struct trace *trace = source->session->trace;
	enum merged_python before = source->python;
	bool hidden = source->hide;

	if (trace->kind[event] == EVENT_PYTHON && !tree_is_module(trace, event))
		source->python = MERGED_PYTHON_ALL;
	else if (trace->kind[event] == EVENT_PYTHON && source->python == MERGED_PYTHON_NONE)
		source->python = MERGED_PYTHON_MODULES;
	if (!tree_gpu_count(source->session->tree, event))
		source->hide = false;
	return source->python != before || source->hide != hidden;
}

int
tree_pane_goto(struct pane *pane, uint32_t event, struct error *err)
{
	struct tree_source *source;
	uint32_t id;

	if (tree_switch(pane, 0, err))
		return -1;
	source = &tree_view(pane)->source;
	id = tree_source_id(source, event);
	if (tree_unhide(source, event) && tree_rebuild(pane, OUTLINE_NONE, err))
		return -1;
	if (source->outline.entry[id] == OUTLINE_NONE && tree_set_filter(pane, "", err))
		return -1;
	tree_select(pane, source->outline.entry[id]);
	return 0;
}

static void
tree_where(const struct pane *pane, struct place *place)
{
	const struct tree_state *state = pane->state;
	const struct tree_view *view = tree_view(pane);

	place->a = tree_cursor_id(pane);
	place->b = view->n_zoom ? view->zoom[view->n_zoom - 1] : OUTLINE_NONE;
	place->c = state->which | (uint64_t)view->source.python << 1 | (uint64_t)view->source.hide << 3;
}

static void
tree_go(struct pane *pane, const struct place *place)
{
	struct error err;
	struct tree_view *view;
	struct outline *outline;

	if (tree_switch(pane, place->c & 1, &err))
		return;
	view = tree_view(pane);
	outline = &view->source.outline;
	if (view->source.python != (place->c >> 1 & 3) || view->source.hide != (place->c >> 3 & 1)) {
		bool same_ids = !view->source.merged || view->source.python == (place->c >> 1 & 3);

		view->source.python = (enum merged_python)(place->c >> 1 & 3);
		view->source.hide = place->c >> 3 & 1;
		if (!same_ids) {
			tree_source_free(&view->source);
			tree_forget(view);
			view->n_zoom = 0;
		}
		if (tree_rebuild(pane, OUTLINE_NONE, &err))
			return;
	}
	view->n_zoom = 0;
	if (place->b < outline->n_ids && outline->entry[place->b] != OUTLINE_NONE)
		view->zoom[view->n_zoom++] = (uint32_t)place->b;
	if (place->a < outline->n_ids && outline->entry[place->a] != OUTLINE_NONE)
		tree_select(pane, outline->entry[place->a]);
	pane_clamp(pane);
}

const struct pane_ops tree_pane = {
	.id = "tree",
	.title = "tree",
	.help = "modules, operators, launches and kernels, opened level by level",
	.flags = PANE_DETAIL | PANE_HEADING,
	.state_size = sizeof(struct tree_state),
	.open = tree_open,
	.close = tree_close,
	.rows = tree_rows,
	.title_text = tree_title,
	.title_note = tree_title_note,
	.heading = tree_heading,
	.draw = tree_draw,
	.event = tree_event,
	.describe = tree_describe,
	.describe_rest = tree_describe_rest,
	.parts = tree_parts,
	.search = tree_search,
	.snapshot = tree_snapshot,
	.tagged = tree_tagged,
	.save = tree_save,
	.load = tree_load,
	.where = tree_where,
	.go = tree_go,
	.cell = tree_cell,
	.commands = tree_commands,
	.more = {tree_table_commands, tree_tag_commands},
	.columns = tree_columns,
	.n_columns = TREE_COLUMNS,
};
