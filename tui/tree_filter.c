/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which rows of the tree are shown, and which columns. A row that passes is shown under all that
 * it stands below, which is drawn dim where it does not pass itself.
 */
#include "base/bits.h"
#include "base/mem.h"
#include "table/filter.h"
#include "tui/columns.h"
#include "tui/tree_pane_priv.h"
#include <stdio.h>
#include <string.h>

void
tree_forget(struct tree_view *view)
{
	free(view->passes);
	free(view->before);
	free(view->tags);
	view->passes = view->before = view->tags = NULL;
	view->n_passes = view->n_tags = 0;
	view->tagged = (struct tree_tagged){0};
}

static bool
needs_figures(const struct filter *filter)
{
	static const enum tree_field fields[] = {FIELD_BUSY, FIELD_SELF, FIELD_SUM, FIELD_HOST, FIELD_COUNT,
		FIELD_SHARE, FIELD_ROOFLINE, FIELD_ABOVE};

	for (size_t i = 0; i < sizeof(fields) / sizeof(*fields); i++)
		if (filter_uses(filter, fields[i]))
			return true;
	return false;
}

/* Marks the rows that pass, by id, and with what is above them by entry. */
static void
mark(struct tree_view *view, const struct filter *filter, struct table *table, uint64_t *keep)
{
	const struct outline *outline = &view->source.outline;
	const struct trace *trace = view->source.session->trace;
	struct filter_verdict verdict;
	bool figures = needs_figures(filter);
	char label[256];

	filter_verdict_make(&verdict, filter, table, FIELD_NAME, trace->strings.n);
	view->n_passes = 0;
	for (uint32_t entry = 0; entry < outline->n; entry++) {
		uint32_t event = tree_source_event(&view->source, outline->id[entry]);
		bool own_name = event != TRACE_NONE && !view->source.merged;	/* merged rows drop numbers from theirs */

		tree_table_row(table, 0, view, entry, figures, label);
		if (!filter_verdict_row(&verdict, filter, table, own_name ? trace->name[event] : UINT32_MAX))
			continue;
		bits_put(view->passes, outline->id[entry], true);
		view->n_passes++;
		for (uint32_t up = entry; up != OUTLINE_NONE && !bits_get(keep, up); up = outline->parent[up])
			bits_put(keep, up, true);
	}
	free(verdict.known);
}

int
tree_filter(struct tree_view *view, struct error *err)
{
	struct outline *outline = &view->source.outline;
	struct table *table = tree_table();
	struct filter *filter = NULL;
	uint64_t *keep = mem_zero(bits_words(outline->n), sizeof(*keep));
	uint64_t *passes = mem_zero(bits_words(outline->n_ids), sizeof(*passes));
	int status = table && keep && passes && table_add_row(table) >= 0 ? 0
		: error_no_memory(err, "filtering the tree");

	if (!status)
		status = filter_parse(&filter, view->filter, table, err);
	if (!status && (filter_uses(filter, FIELD_ROOFLINE) || filter_uses(filter, FIELD_ABOVE)))
		status = tree_source_roofs(&view->source, err);
	if (!status) {
		free(view->passes);
		view->passes = passes;
		passes = NULL;
		mark(view, filter, table, keep);
		outline_keep(outline, keep);
	}
	filter_free(filter);
	table_free(table);
	free(passes);
	free(keep);
	return status;
}

/* What was open stays known, to come back to. */
static int
keep_open(struct tree_view *view, struct error *err)
{
	size_t words = bits_words(view->source.outline.n_ids);

	if (view->before)
		return 0;
	view->before = mem_alloc(words, sizeof(*view->before));
	if (!view->before)
		return error_no_memory(err, "filtering the tree");
	memcpy(view->before, view->source.outline.open, words * sizeof(*view->before));
	return 0;
}

static void
open_as_before(struct tree_view *view)
{
	size_t words = bits_words(view->source.outline.n_ids);

	if (view->before)
		memcpy(view->source.outline.open, view->before, words * sizeof(*view->before));
	else
		view->built = false;	/* opens what is opened at first */
	free(view->before);
	free(view->passes);
	view->before = view->passes = NULL;
	view->n_passes = 0;
}

/* The row with the id if it passes, else the first that does; all that leads to rows is open. */
static void
select_passing(struct pane *pane, uint32_t id)
{
	struct tree_view *view = tree_view(pane);
	struct outline *outline = &view->source.outline;
	uint32_t entry = 0;

	outline_open_range(outline, 0, outline->n, UINT32_MAX);
	if (id != OUTLINE_NONE && bits_get(view->passes, id))
		entry = outline->entry[id];
	else
		while (entry < outline->n && !bits_get(view->passes, outline->id[entry]))
			entry++;
	if (entry < outline->n)
		tree_select(pane, entry);
}

int
tree_set_filter(struct pane *pane, const char *expression, struct error *err)
{
	struct tree_view *view = tree_view(pane);
	uint32_t id = tree_cursor_id(pane);
	char before[sizeof(view->filter)];

	if (strlen(expression) >= sizeof(view->filter))
		return error_set(err, "the filter is longer than %zu bytes", sizeof(view->filter) - 1);
	memcpy(before, view->filter, sizeof(before));
	strcpy(view->filter, expression);
	if (*expression ? keep_open(view, err) : (open_as_before(view), 0))
		return -1;
	if (tree_rebuild(pane, id, err)) {
		struct error ignored;

		memcpy(view->filter, before, sizeof(before));
		filter_trouble(expression, err);
		tree_rebuild(pane, id, &ignored);
		return -1;
	}
	if (*expression)
		select_passing(pane, id);
	return 0;
}

static unsigned
run_filter(struct pane *pane, const char *argument, struct error *err)
{
	return tree_set_filter(pane, argument, err) ? STALE_FAILED : STALE_SCREEN | STALE_DETAIL;
}

static int
find_column(const void *ctx, const char *name)
{
	(void)ctx;
	return columns_find_id(tree_columns, TREE_NAME, name);
}

static unsigned
run_columns(struct pane *pane, const char *argument, struct error *err)
{
	struct tree_view *view = tree_view(pane);

	if (!*argument) {
		view->n_columns = 0;
		return STALE_SCREEN;
	}
	if (!strcmp(argument, "all"))
		argument = "busy,share,self,count,host,sum,roofline,above";
	if (!view->n_columns && (*argument == '+' || *argument == '-')) {
		uint32_t n;
		const uint32_t *usual = tree_shown(view, &n);

		memcpy(view->columns, usual, n * sizeof(*usual));
		view->n_columns = n;
	}
	return columns_choose(argument, find_column, NULL, view->columns, &view->n_columns, err)
		|| tree_need_roofs(view, err) ? STALE_FAILED : STALE_SCREEN;
}

const struct pane_command tree_table_commands[] = {
	{COMMAND_FILTER, run_filter}, {COMMAND_COLUMNS, run_columns}, {COMMAND_COUNT, NULL}
};
