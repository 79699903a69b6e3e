/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is kept of the tree pane: of its two views what is open, and of the one that is shown the
 * rest.
 */
#include "tui/state.h"
#include "tui/tree_pane_priv.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const views[] = {"instances", "merged"};
static const char *const frames[] = {"all", "modules", "none"};
static const enum merged_python pythons[] = {
	MERGED_PYTHON_ALL, MERGED_PYTHON_MODULES, MERGED_PYTHON_NONE};

static bool
is_open(const void *ctx, uint32_t id)
{
	const struct outline *outline = ctx;

	return outline->entry[id] != OUTLINE_NONE
		&& outline_has_children(outline, outline->entry[id])
		&& outline_is_open(outline, outline->entry[id]);
}

static bool
is_tagged(const void *ctx, uint32_t id)
{
	return tree_is_tagged(ctx, id);
}

void
tree_save(const struct pane *pane, struct buffer *out)
{
	const struct tree_state *state = pane->state;
	const struct tree_view *view = tree_view(pane);
	unsigned python = 0;

	while (python < 2 && pythons[python] != view->source.python)
		python++;
	state_add(out, "tree", "view", "%s", views[state->which]);
	state_add(out, "tree", "python", "%s", frames[python]);
	state_add(out, "tree", "host-only", "%s", view->source.hide ? "hide" : "show");
	state_add(out, "tree", "sort", "%s %s", tree_columns[view->sort].id,
		view->ascending ? "up" : "down");
	if (view->n_columns) {
		char list[128] = "";

		for (uint32_t i = 0; i < view->n_columns; i++)
			snprintf(list + strlen(list), sizeof(list) - strlen(list), "%s%s", i ? "," : "",
				tree_columns[view->columns[i]].id);
		state_add(out, "tree", "columns", "%s", list);
	}
	if (*view->filter)
		state_add(out, "tree", "filter", "%s", view->filter);
	if (view->n_tags)
		state_add_bits(out, "tree", "tags", is_tagged, view, view->source.outline.n_ids);
	state_add(out, "tree", "fold", "all");
	state_add_bits(
		out, "tree", "open", is_open, &view->source.outline, view->source.outline.n_ids);
	for (unsigned i = 0; i < view->n_zoom; i++)
		state_add(out, "tree", "zoom", "%u", view->zoom[i]);
	if (tree_cursor_id(pane) != OUTLINE_NONE)
		state_add(out, "tree", "at", "%u", tree_cursor_id(pane));
}

static void
set_open(void *ctx, uint32_t id)
{
	struct outline *outline = ctx;

	if (outline->entry[id] != OUTLINE_NONE && outline_has_children(outline, outline->entry[id]))
		outline_set_open(outline, outline->entry[id], true);
}

static void
load_sort(struct pane *pane, const char *value)
{
	struct error ignored;
	char name[32];

	snprintf(name, sizeof(name), "%.*s", (int)strcspn(value, " "), value);
	if (!(pane_command(pane, COMMAND_SORT, name, &ignored) & STALE_FAILED)
		&& strstr(value, " up"))
		pane_command(pane, COMMAND_REVERSE, "", &ignored);
}

static void
load_row(struct pane *pane, const char *key, uint32_t id)
{
	struct tree_view *view = tree_view(pane);
	struct outline *outline = &view->source.outline;

	if (id >= outline->n_ids || outline->entry[id] == OUTLINE_NONE)
		return;
	if (!strcmp(key, "at"))
		tree_select(pane, outline->entry[id]);
	else if (view->n_zoom < TREE_ZOOM_MAX)
		view->zoom[view->n_zoom++] = id;
}

void
tree_load(struct pane *pane, const char *key, const char *value)
{
	struct outline *outline = &tree_view(pane)->source.outline;
	struct error ignored;

	if (!strcmp(key, "view"))
		tree_switch(pane, !strcmp(value, "merged"), &ignored);
	else if (!strcmp(key, "python") && command_choice("all|modules|none", value) >= 0)
		pane_command(pane, COMMAND_PYTHON, value, &ignored);
	else if (!strcmp(key, "host-only") && command_choice("show|hide", value) >= 0)
		pane_command(pane, COMMAND_HOST_ONLY, value, &ignored);
	else if (!strcmp(key, "sort"))
		load_sort(pane, value);
	else if (!strcmp(key, "columns"))
		pane_command(pane, COMMAND_COLUMNS, value, &ignored);
	else if (!strcmp(key, "filter"))
		tree_set_filter(pane, value, &ignored);
	else if (!strcmp(key, "tags"))
		tree_load_tags(tree_view(pane), value);
	else if (!strcmp(key, "fold")) {
		tree_view(pane)->n_zoom = 0;
		outline_open_range(outline, 0, outline->n, 0);
	} else if (!strcmp(key, "open"))
		state_each(value, outline->n_ids, set_open, outline);
	else if (!strcmp(key, "zoom") || !strcmp(key, "at"))
		load_row(pane, key, (uint32_t)strtoul(value, NULL, 10));
}
