/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/columns.h"
#include "tui/tree_pane_priv.h"
#include <stdlib.h>
#include <string.h>

#define TREE_STALE (STALE_SCREEN | STALE_DETAIL)

static unsigned
tree_fail(struct error *err, const char *message)
{
	error_set(err, "%s", message);
	return STALE_FAILED;
}

static unsigned
run_open(struct pane *pane, const char *argument, struct error *err)
{
	struct outline *outline = &tree_view(pane)->source.outline;
	uint32_t entry = tree_cursor_entry(pane);

	(void)argument;
	if (entry == OUTLINE_NONE || !outline_has_children(outline, entry))
		return tree_fail(err, "nothing is below this row");
	if (outline_is_open(outline, entry))
		pane_move(pane, 1);
	else
		outline_set_open(outline, entry, true);
	return TREE_STALE;
}

/* To the entry above, unless the zoomed row is where one is. */
static unsigned
run_parent(struct pane *pane, const char *argument, struct error *err)
{
	struct tree_view *view = tree_view(pane);
	uint32_t entry = tree_cursor_entry(pane);

	(void)argument;
	if (entry == OUTLINE_NONE || entry == tree_first(view) || view->source.outline.parent[entry] == OUTLINE_NONE)
		return tree_fail(err, "nothing is above this row");
	tree_select(pane, view->source.outline.parent[entry]);
	return TREE_STALE;
}

static unsigned
run_fold(struct pane *pane, const char *argument, struct error *err)
{
	struct outline *outline = &tree_view(pane)->source.outline;
	uint32_t entry = tree_cursor_entry(pane);

	if (entry == OUTLINE_NONE)
		return tree_fail(err, "there is no row");
	if (!outline_has_children(outline, entry) || !outline_is_open(outline, entry))
		return run_parent(pane, argument, err);
	outline_set_open(outline, entry, false);
	return TREE_STALE;
}

static unsigned
run_toggle(struct pane *pane, const char *argument, struct error *err)
{
	struct outline *outline = &tree_view(pane)->source.outline;
	uint32_t entry = tree_cursor_entry(pane);

	(void)argument;
	if (entry == OUTLINE_NONE || !outline_has_children(outline, entry))
		return tree_fail(err, "nothing is below this row");
	outline_set_open(outline, entry, !outline_is_open(outline, entry));
	return TREE_STALE;
}

/* Depth of the shallowest closed row in the subtree that has children: the level that opens next. */
static uint32_t
tree_next_level(const struct outline *outline, uint32_t entry)
{
	uint32_t end = entry + outline->span[entry], level = UINT32_MAX;

	for (uint32_t i = entry; i < end;) {
		bool open = outline_is_open(outline, i);

		if (outline_has_children(outline, i) && !open && outline->depth[i] < level)
			level = outline->depth[i];
		i += open ? 1 : outline->span[i];
	}
	return level;
}

static unsigned
run_open_level(struct pane *pane, const char *argument, struct error *err)
{
	struct tree_view *view = tree_view(pane);
	struct outline *outline = &view->source.outline;
	uint32_t entry = tree_cursor_entry(pane), level;

	if (entry == OUTLINE_NONE)
		return tree_fail(err, "there is no row");
	if (*argument) {
		uint32_t first = tree_first(view), wanted = (uint32_t)strtoul(argument, NULL, 10);

		while (outline->depth[entry] - outline->depth[first] > wanted)
			entry = outline->parent[entry];
		outline_open_range(outline, first, tree_end(view) - first, outline->depth[first] + wanted);
		tree_select(pane, entry);
		return TREE_STALE;
	}
	level = tree_next_level(outline, entry);
	if (level == UINT32_MAX)
		return tree_fail(err, "everything below this row is open");
	outline_open_range(outline, entry, outline->span[entry], level + 1);
	return TREE_STALE;
}

static unsigned
run_open_all(struct pane *pane, const char *argument, struct error *err)
{
	struct outline *outline = &tree_view(pane)->source.outline;
	uint32_t entry = tree_cursor_entry(pane);

	(void)argument;
	if (entry == OUTLINE_NONE)
		return tree_fail(err, "there is no row");
	outline_open_range(outline, entry, outline->span[entry], UINT32_MAX);
	return TREE_STALE;
}

static unsigned
run_open_tree(struct pane *pane, const char *argument, struct error *err)
{
	struct tree_view *view = tree_view(pane);
	uint32_t entry = tree_cursor_entry(pane), first = tree_first(view);

	(void)argument;
	if (entry == OUTLINE_NONE)
		return tree_fail(err, "there is no row");
	outline_open_range(&view->source.outline, first, tree_end(view) - first, UINT32_MAX);
	tree_select(pane, entry);
	return TREE_STALE;
}

static unsigned
run_fold_all(struct pane *pane, const char *argument, struct error *err)
{
	struct tree_view *view = tree_view(pane);
	struct outline *outline = &view->source.outline;
	uint32_t entry = tree_cursor_entry(pane), first = tree_first(view);

	if (entry == OUTLINE_NONE)
		return tree_fail(err, "there is no row");
	if (strcmp(argument, "tree")) {
		outline_open_range(outline, entry, outline->span[entry], 0);
		return TREE_STALE;
	}
	while (entry != first && outline->parent[entry] != OUTLINE_NONE && outline->depth[entry] > outline->depth[first])
		entry = outline->parent[entry];
	outline_open_range(outline, first, tree_end(view) - first, 0);
	tree_select(pane, entry);
	return TREE_STALE;
}

static unsigned
tree_sibling(struct pane *pane, uint32_t (*next)(const struct outline *, uint32_t), struct error *err)
{
	struct tree_view *view = tree_view(pane);
	uint32_t entry = tree_cursor_entry(pane), to = OUTLINE_NONE;

	if (entry != OUTLINE_NONE && (!view->n_zoom || entry != tree_first(view)))
		to = next(&view->source.outline, entry);
	if (to == OUTLINE_NONE)
		return tree_fail(err, "no sibling on this side");
	tree_select(pane, to);
	return TREE_STALE;
}

static unsigned
run_next_sibling(struct pane *pane, const char *argument, struct error *err)
{
	(void)argument;
	return tree_sibling(pane, outline_next_sibling, err);
}

static unsigned
run_previous_sibling(struct pane *pane, const char *argument, struct error *err)
{
	(void)argument;
	return tree_sibling(pane, outline_previous_sibling, err);
}

static unsigned
run_largest(struct pane *pane, const char *argument, struct error *err)
{
	struct tree_view *view = tree_view(pane);
	struct outline *outline = &view->source.outline;
	uint32_t entry = tree_cursor_entry(pane), best = OUTLINE_NONE;
	int64_t most = -1;

	(void)argument;
	if (entry == OUTLINE_NONE || !outline_has_children(outline, entry))
		return tree_fail(err, "nothing is below this row");
	for (uint32_t child = entry + 1; child < entry + outline->span[entry]; child += outline->span[child]) {
		struct tree_figures f;

		tree_source_figures(&view->source, outline->id[child], &f);
		if (f.busy > most) {
			most = f.busy;
			best = child;
		}
	}
	tree_select(pane, best);
	return TREE_STALE;
}

static unsigned
run_zoom(struct pane *pane, const char *argument, struct error *err)
{
	struct tree_view *view = tree_view(pane);
	struct outline *outline = &view->source.outline;
	uint32_t entry = tree_cursor_entry(pane);

	(void)argument;
	if (entry == OUTLINE_NONE || !outline_has_children(outline, entry))
		return tree_fail(err, "nothing is below this row");
	if (view->n_zoom && entry == tree_first(view))
		return tree_fail(err, "this row fills the pane already");
	if (view->n_zoom == TREE_ZOOM_MAX) {
		memmove(view->zoom, view->zoom + 1, (TREE_ZOOM_MAX - 1) * sizeof(*view->zoom));
		view->n_zoom--;
	}
	view->zoom[view->n_zoom++] = outline->id[entry];
	outline_set_open(outline, entry, true);
	tree_select(pane, entry);
	return TREE_STALE;
}

static unsigned
run_unzoom(struct pane *pane, const char *argument, struct error *err)
{
	struct tree_view *view = tree_view(pane);
	uint32_t entry = tree_first(view);

	(void)argument;
	if (!view->n_zoom)
		return tree_fail(err, "the whole tree is shown");
	view->n_zoom--;
	tree_select(pane, entry);
	return TREE_STALE;
}

static unsigned
tree_order(struct pane *pane, enum tree_column column, bool ascending, struct error *err)
{
	struct tree_view *view = tree_view(pane);
	uint32_t id = tree_cursor_id(pane);

	view->sort = column;
	view->ascending = ascending;
	return tree_rebuild(pane, id, err) ? STALE_FAILED : TREE_STALE;
}

static unsigned
run_sort(struct pane *pane, const char *argument, struct error *err)
{
	int column = columns_find_id(tree_columns, TREE_COLUMNS, argument);

	if (column >= 0)
		return tree_order(pane, (enum tree_column)column, false, err);
	error_set(err, "no column %s", argument);
	return STALE_FAILED;
}

/* Through the columns on the screen, the name and the order of the trace. */
static unsigned
run_sort_next(struct pane *pane, const char *argument, struct error *err)
{
	const struct tree_view *view = tree_view(pane);
	uint32_t orders[TREE_NAME + 2], n, at = 0;
	const uint32_t *columns = tree_shown(view, &n);

	(void)argument;
	n = tree_fitting(view, pane->cols);
	memcpy(orders, columns, n * sizeof(*orders));
	orders[n++] = TREE_NAME;
	orders[n++] = TREE_TIME;
	while (at < n && orders[at] != view->sort)
		at++;
	return tree_order(pane, (enum tree_column)orders[at + 1 < n ? at + 1 : 0], false, err);
}

static unsigned
run_reverse(struct pane *pane, const char *argument, struct error *err)
{
	struct tree_view *view = tree_view(pane);

	(void)argument;
	if (view->sort == TREE_TIME)
		return tree_fail(err, "the order of the trace is not turned round: sort by a column first");
	return tree_order(pane, view->sort, !view->ascending, err);
}

static unsigned
run_python(struct pane *pane, const char *argument, struct error *err)
{
	static const enum merged_python modes[] = {MERGED_PYTHON_ALL, MERGED_PYTHON_MODULES, MERGED_PYTHON_NONE};
	struct tree_view *view = tree_view(pane);
	struct tree_source *source = &view->source;
	uint32_t event = pane_event(pane), id = tree_cursor_id(pane);
	int choice = command_choice("all|modules|none", argument);

	source->python = choice >= 0 ? modes[choice] : (enum merged_python)((source->python + 1) % 3);
	if (source->merged) {
		tree_source_free(source);
		tree_forget(view);
		view->n_zoom = 0;
		view->built = false;
		id = OUTLINE_NONE;
	}
	if (tree_rebuild(pane, id, err))
		return STALE_FAILED;
	if (source->merged && event != TRACE_NONE) {
		uint32_t entry = source->outline.entry[tree_source_id(source, event)];

		if (entry != OUTLINE_NONE)
			tree_select(pane, entry);
	}
	return TREE_STALE;
}

static unsigned
run_host_only(struct pane *pane, const char *argument, struct error *err)
{
	struct tree_source *source = &tree_view(pane)->source;
	int choice = command_choice("show|hide", argument);

	source->hide = choice >= 0 ? choice == 1 : !source->hide;
	return tree_rebuild(pane, tree_cursor_id(pane), err) ? STALE_FAILED : TREE_STALE;
}

static unsigned
run_merged(struct pane *pane, const char *argument, struct error *err)
{
	const struct tree_state *state = pane->state;
	int choice = command_choice("off|on", argument);
	unsigned which = choice >= 0 ? (unsigned)choice : !state->which;
	uint32_t event = pane_event(pane), entry;
	struct tree_source *source;

	if (tree_switch(pane, which, err))
		return STALE_FAILED;
	source = &tree_view(pane)->source;
	if (event == TRACE_NONE)
		return TREE_STALE;
	entry = source->outline.entry[tree_source_id(source, event)];
	if (entry != OUTLINE_NONE)
		tree_select(pane, entry);
	return TREE_STALE;
}

static unsigned
run_instances(struct pane *pane, const char *argument, struct error *err)
{
	uint32_t event = pane_event(pane);

	(void)argument;
	if (event == TRACE_NONE)
		return tree_fail(err, "no event is selected");
	return app_goto(pane->app, event, err);
}

const struct pane_command tree_commands[] = {
	{COMMAND_OPEN, run_open}, {COMMAND_CLOSE_NODE, run_fold}, {COMMAND_TOGGLE, run_toggle},
	{COMMAND_OPEN_LEVEL, run_open_level}, {COMMAND_OPEN_ALL, run_open_all}, {COMMAND_FOLD_ALL, run_fold_all},
	{COMMAND_OPEN_TREE, run_open_tree}, {COMMAND_PARENT, run_parent}, {COMMAND_NEXT_SIBLING, run_next_sibling},
	{COMMAND_PREVIOUS_SIBLING, run_previous_sibling}, {COMMAND_LARGEST, run_largest}, {COMMAND_ZOOM, run_zoom},
	{COMMAND_UNZOOM, run_unzoom}, {COMMAND_SORT, run_sort}, {COMMAND_SORT_NEXT, run_sort_next},
	{COMMAND_REVERSE, run_reverse}, {COMMAND_PYTHON, run_python}, {COMMAND_HOST_ONLY, run_host_only},
	{COMMAND_MERGED, run_merged}, {COMMAND_INSTANCES, run_instances}, {COMMAND_COUNT, NULL}
};
