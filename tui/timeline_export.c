/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The events that are in sight on the timeline, as a table: line after line, each in order of time. */
#include "tui/timeline_priv.h"
#include <string.h>

const struct column_def timeline_columns[FIELDS] = {
	[FIELD_LANE] = {"lane", "Lane", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 24, "thread or stream"},
	[FIELD_ROW] = {"row", "Row", CELL_INT, UNIT_NONE, 0, 4, "row of the lane, from the outermost: 0"},
	[FIELD_START] = {"start_ms", "Start (ms)", CELL_TIME, UNIT_MS, 0, 12, "from the trace's start"},
	[FIELD_DURATION] = {"duration_us", "Duration (µs)", CELL_TIME, UNIT_US, 0, 12, "its own"},
	[FIELD_CATEGORY] = {"category", "Category", CELL_TEXT, UNIT_NONE, 0, 14, "as the trace has it"},
	[FIELD_NAME] = {"name", "Name", CELL_TEXT, UNIT_NONE, 0, 50, "name"},
	[FIELD_EVENT] = {"event", "Event", CELL_INT, UNIT_EVENT, 0, 9, "event"},
};

struct table *
timeline_table(void)
{
	return table_of("timeline", "Timeline", timeline_columns, FIELDS);
}

void
timeline_table_row(struct table *table, int64_t row, const struct trace *trace, uint32_t event)
{
	table_set_int(table, row, FIELD_START, trace->ts[event]);
	table_set_int(table, row, FIELD_DURATION, trace->dur[event]);
	table_set_text(table, row, FIELD_CATEGORY, trace_category_name(trace, event));
	table_set_text(table, row, FIELD_NAME, trace_name(trace, event));
	table_set_int(table, row, FIELD_EVENT, event);
}

static bool
export_event(struct table *table, const struct lanes *lanes, const char *lane, uint32_t row, uint32_t event)
{
	int64_t at = table_add_row(table);

	if (at < 0 || table_set_text_copy(table, at, FIELD_LANE, lane, strlen(lane)))
		return false;
	table_set_int(table, at, FIELD_ROW, row);
	timeline_table_row(table, at, lanes->trace, event);
	return true;
}

static bool
export_line(struct table *table, const struct timeline *t, const struct timeline_line *line)
{
	const struct lanes *lanes = &t->lanes;
	const struct lane *lane = &lanes->all[line->lane];
	const struct lanes_row *r = &lanes->rows[line->row];
	uint32_t i = lanes_from(lanes, line->row, t->begin);
	char label[512];
	bool good = true;

	track_label(lanes->trace, lane->track, label, sizeof(label));
	if (i > r->first && lanes_end(lanes, i - 1) > t->begin)
		i--;
	for (; good && i < r->last && lanes_start(lanes, i) < t->begin + t->span; i++)
		good = export_event(table, lanes, label, line->row - lane->row, lanes->events[i]);
	return good;
}

int
timeline_snapshot(const struct pane *pane, struct table **out, struct error *err)
{
	const struct timeline *t = timeline_of(pane);
	struct table *table = timeline_table();
	bool good = table != NULL;

	for (uint32_t i = 0; good && i < t->n_lines; i++)
		if (t->lines[i].row != TIMELINE_PROCESS)
			good = export_line(table, t, &t->lines[i]);
	*out = good ? table : NULL;
	if (good)
		return 0;
	table_free(table);
	return error_no_memory(err, "writing the timeline");
}
