/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which events the timeline shows. A lane without any is left out. */
#include "base/bits.h"
#include "base/mem.h"
#include "table/filter.h"
#include "tui/app.h"
#include "tui/columns.h"
#include "tui/timeline_priv.h"
#include <string.h>

/* Which events of the trace pass, by their bits. */
static uint64_t *
passing(const struct trace *trace, const char *expression, struct error *err)
{
	struct table *table = timeline_table();
	uint64_t *keep = mem_zero(bits_words(trace->n), sizeof(*keep));
	uint32_t track = TRACE_NONE;
	struct filter_verdict verdict = {0};
	struct filter *filter = NULL;
	char lane[512];
	int status = table && keep && table_add_row(table) >= 0 ? 0 : error_no_memory(err, "filtering the timeline");

	if (!status)
		status = filter_parse(&filter, expression, table, err);
	if (!status && filter_uses(filter, FIELD_ROW))
		status = error_set_at(err, 0, "a row is what the filter decides: it cannot ask for one");
	if (!status)
		filter_verdict_make(&verdict, filter, table, FIELD_NAME, trace->strings.n);
	for (uint32_t event = 0; !status && event < trace->n; event++) {
		if (trace->track[event] != track) {
			track = trace->track[event];
			track_label(trace, track, lane, sizeof(lane));
			table_set_text(table, 0, FIELD_LANE, lane);
		}
		timeline_table_row(table, 0, trace, event);
		if (filter_verdict_row(&verdict, filter, table, trace->name[event]))
			bits_put(keep, event, true);
	}
	free(verdict.known);
	filter_free(filter);
	table_free(table);
	if (!status)
		return keep;
	free(keep);
	return NULL;
}

void
timeline_keep_line(struct pane *pane, uint32_t event)
{
	const struct timeline *t = timeline_of(pane);
	uint32_t lane, row;

	pane_clamp(pane);
	if (event != TRACE_NONE && lanes_find(&t->lanes, event, &lane, &row) && timeline_line_of(t, row) != PANE_NO_ROW)
		pane_set_cursor(pane, timeline_line_of(t, row));
	else if (pane->cursor + 1 < t->n_lines && t->lines[pane->cursor].row == TIMELINE_PROCESS)
		pane_move(pane, 1);
}

int
timeline_filter(struct pane *pane, const char *expression, struct error *err)
{
	struct timeline *t = timeline_of(pane);
	uint32_t event = timeline_event(pane, pane->cursor);
	uint64_t *keep = NULL, *before = t->keep;

	if (strlen(expression) >= sizeof(t->filter))
		return error_set(err, "the filter is longer than %zu bytes", sizeof(t->filter) - 1);
	if (*expression && !(keep = passing(t->lanes.trace, expression, err)))
		return -1;
	t->keep = keep;
	if (timeline_layout(pane, err)) {
		struct error ignored;

		t->keep = before;
		free(keep);
		timeline_layout(pane, &ignored);
		return -1;
	}
	free(before);
	strcpy(t->filter, expression);
	timeline_keep_line(pane, event);
	return 0;
}

static unsigned
run_filter(struct pane *pane, const char *argument, struct error *err)
{
	if (!timeline_filter(pane, argument, err))
		return STALE_SCREEN | STALE_DETAIL;
	filter_trouble(argument, err);
	return STALE_FAILED;
}

const struct pane_command timeline_filter_commands[] = {
	{COMMAND_FILTER, run_filter}, {COMMAND_COUNT, NULL}
};
