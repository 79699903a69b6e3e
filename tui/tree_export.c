/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of the tree as a table. */
#include "tui/tree_pane_priv.h"
#include "trace/trace.h"
#include <string.h>

static const struct column_def columns[FIELDS] = {
	[FIELD_LEVEL] = {"level", "Level", CELL_INT, UNIT_NONE, 0, 5, "rows above it in the tree"},
	[FIELD_NAME] = {"name", "Name", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 50, "name"},
	[FIELD_BUSY] = {"busy", "GPU busy (ms)", CELL_TIME, UNIT_MS, 0, 11,
		"merged GPU time below the row"},
	[FIELD_SELF] = {"self", "Self (ms)", CELL_TIME, UNIT_MS, 0, 11,
		"GPU time that nothing further down launched"},
	[FIELD_SUM] = {"sum", "GPU summed (ms)", CELL_TIME, UNIT_MS, 0, 11,
		"durations of the GPU events below the row"},
	[FIELD_HOST] = {"host", "Host (ms)", CELL_TIME, UNIT_MS, 0, 11, "duration"},
	[FIELD_COUNT] = {"count", "n", CELL_INT, UNIT_COUNT, 0, 8, "instances, or GPU events"},
	[FIELD_EVENT] = {"event", "Event", CELL_INT, UNIT_EVENT, 0, 9,
		"event, the first of merged ones"},
	[FIELD_SHARE] = {"share", "Share (%)", CELL_REAL, UNIT_PERCENT, 0, 6,
		"GPU busy as a part of the zoomed row's, else of the trace's"},
	[FIELD_CATEGORY] = {"category", "Category", CELL_TEXT, UNIT_NONE, 0, 14,
		"as the trace has it"},
	[FIELD_ROOFLINE] = {"roofline", "Roofline (%)", CELL_REAL, UNIT_PERCENT, 0, 6,
		"time at the roofline by GPU time, of operators below whose roofline is known"},
	[FIELD_ABOVE] = {"above", "Above roofline (ms)", CELL_TIME, UNIT_MS, 0, 11,
		"GPU time of those above the roofline"},
};

struct table *
tree_table(void)
{
	return table_of("tree", "Tree", columns, FIELDS);
}

void
tree_table_row(struct table *table, int64_t row, const struct tree_view *view, uint32_t entry, bool figures,
	char out[256])
{
	uint32_t id = view->source.outline.id[entry], event = tree_source_event(&view->source, id);
	bool thread = event == TRACE_NONE;
	struct tree_figures f = {0};
	struct tree_roof roof = {0};

	if (figures) {
		tree_source_figures(&view->source, id, &f);
		tree_source_roof(&view->source, id, &roof);
	}
	table_set_int(table, row, FIELD_LEVEL, view->source.outline.depth[entry]);
	table_set_text(table, row, FIELD_NAME, tree_source_label(&view->source, id, out));
	table_set_int(table, row, FIELD_BUSY, f.busy);
	table_set_int(table, row, FIELD_SELF, f.self);
	table_set_int(table, row, FIELD_SUM, f.sum);
	table_set_int(table, row, FIELD_HOST, f.host);
	table_set_int(table, row, FIELD_COUNT, f.count);
	table_set_int(table, row, FIELD_EVENT, thread ? TABLE_NULL_INT : event);
	table_set_real(table, row, FIELD_SHARE, figures ? tree_share(view, f.busy) : 0);
	table_set_text(table, row, FIELD_CATEGORY,
		thread ? NULL : trace_category_name(view->source.session->trace, event));
	table_set_real(table, row, FIELD_ROOFLINE, tree_roof_percent(&roof));
	table_set_int(table, row, FIELD_ABOVE, roof.kernel_ns ? roof.above_ns : TABLE_NULL_INT);
}

static bool
export_row(struct table *table, const struct tree_view *view, uint32_t entry)
{
	int64_t row = table_add_row(table);
	char label[256];
	const char *name;

	if (row < 0)
		return false;
	tree_table_row(table, row, view, entry, true, label);
	name = table_cell(table, (uint32_t)row, FIELD_NAME).s;
	return !table_set_text_copy(table, row, FIELD_NAME, name, strlen(name));
}

/* What is shown, or where there are tags the rows that have one, folded away or not. */
int
tree_snapshot(const struct pane *pane, struct table **out, struct error *err)
{
	struct tree_view *view = tree_view(pane);
	const struct outline *outline = &view->source.outline;
	bool tagged = tree_tagged(pane) > 0, good;
	struct table *table;

	if (tree_source_roofs(&view->source, err))
		return -1;
	table = tree_table();
	good = table != NULL;

	for (uint32_t entry = tree_first(view); good && entry < tree_end(view); entry++)
		if (tagged ? tree_is_tagged(view, outline->id[entry]) : outline_is_visible(outline, entry))
			good = export_row(table, view, entry);
	*out = good ? table : NULL;
	if (good)
		return 0;
	table_free(table);
	return error_no_memory(err, "writing the tree");
}

/* One cell, or with NULL all of them. */
int
tree_cell(const struct pane *pane, const char *column, struct buffer *out, struct error *err)
{
	struct tree_view *view = tree_view(pane);
	uint32_t entry = tree_cursor_entry(pane);
	struct table *table = tree_source_roofs(&view->source, err) ? NULL : tree_table();
	char text[32];
	int one = -1;
	bool good = table && entry != OUTLINE_NONE && export_row(table, view, entry);

	if (good && column && (one = table_ask_column(table, column)) < 0) {
		table_free(table);
		return error_set(err, "no column %s", column);
	}
	for (uint32_t c = column ? (uint32_t)one : 0; good && c < (column ? (uint32_t)one + 1 : FIELDS); c++)
		good = buffer_add_text(out, c && !column ? "\t" : "")
			&& buffer_add_text(out, table_cell_text(table, 0, c, text));
	table_free(table);
	return good ? 0 : error_no_memory(err, "copying");
}
