/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of the tree that are shown, as a table. */
#include "tui/tree_pane_priv.h"
#include "trace/trace.h"
#include <string.h>

enum { COL_LEVEL, COL_NAME, COL_BUSY, COL_SELF, COL_SUM, COL_HOST, COL_COUNT, COL_EVENT, COLS };

static const struct column_def columns[COLS] = {
	[COL_LEVEL] = {"level", "Level", CELL_INT, UNIT_NONE, 0, 5, "rows above it in the tree"},
	[COL_NAME] = {"name", "Name", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 50, "name"},
	[COL_BUSY] = {"busy", "GPU busy (ms)", CELL_TIME, UNIT_MS, 0, 11,
		"merged GPU time below the row"},
	[COL_SELF] = {"self", "Self (ms)", CELL_TIME, UNIT_MS, 0, 11,
		"GPU time that nothing further down launched"},
	[COL_SUM] = {"sum", "GPU summed (ms)", CELL_TIME, UNIT_MS, 0, 11,
		"durations of the GPU events below the row"},
	[COL_HOST] = {"host", "Host (ms)", CELL_TIME, UNIT_MS, 0, 11, "duration"},
	[COL_COUNT] = {"count", "n", CELL_INT, UNIT_COUNT, 0, 8, "instances, or GPU events"},
	[COL_EVENT] = {"event", "Event", CELL_INT, UNIT_EVENT, 0, 9,
		"event, the first of merged ones"},
};

static bool
export_row(struct table *table, const struct tree_view *view, uint32_t entry)
{
	uint32_t id = view->source.outline.id[entry], event = tree_source_event(&view->source, id);
	int64_t row = table_add_row(table);
	struct tree_figures f;
	char label[256];
	const char *name = tree_source_label(&view->source, id, label);

	if (row < 0 || table_set_text_copy(table, row, COL_NAME, name, strlen(name)))
		return false;
	tree_source_figures(&view->source, id, &f);
	table_set_int(table, row, COL_LEVEL, view->source.outline.depth[entry]);
	table_set_int(table, row, COL_BUSY, f.busy);
	table_set_int(table, row, COL_SELF, f.self);
	table_set_int(table, row, COL_SUM, f.sum);
	table_set_int(table, row, COL_HOST, f.host);
	table_set_int(table, row, COL_COUNT, f.count);
	if (event != TRACE_NONE)
		table_set_int(table, row, COL_EVENT, event);
	return true;
}

int
tree_snapshot(const struct pane *pane, struct table **out, struct error *err)
{
	const struct tree_view *view = tree_view(pane);
	uint32_t n = pane->ops->rows(pane);
	struct table *table = table_new("tree", "Tree");
	bool good = table != NULL;

	for (unsigned c = 0; good && c < COLS; c++)
		good = table_add_column(table, &columns[c]) >= 0;
	for (uint32_t row = 0; good && row < n; row++)
		good = export_row(table, view, tree_entry_at(view, row));
	*out = good ? table : NULL;
	if (good)
		return 0;
	table_free(table);
	return error_no_memory(err, "writing the tree");
}
