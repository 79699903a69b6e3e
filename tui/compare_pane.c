/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/compare_pane.h"
#include "base/mem.h"
#include "base/text.h"
#include "compare/diff_tables.h"
#include "report/report.h"
#include "tui/app.h"
#include "tui/event_lines.h"
#include "tui/sheet_pane_priv.h"
#include <stdio.h>
#include <string.h>

#define OPEN_SHARE 0.5		/* a child with this part of the change is opened at first */

enum {
	AT_A, AT_B, AT_DIFF, AT_PCT, AT_MARK, AT_KERNELS_A, AT_KERNELS_B, AT_CHANGE, AT_STATE, AT_EVENT_A, AT_EVENT_B,
	AT_NAME,
	N_COLUMNS
};

static const struct column_def columns[N_COLUMNS] = {
	[AT_A] = {"a_ms", "GPU time in A (ms)", CELL_TIME, UNIT_MS, COLUMN_DESCENDING, 10,
		"durations of the GPU events below, summed, in A"},
	[AT_B] = {"b_ms", "GPU time in B (ms)", CELL_TIME, UNIT_MS, COLUMN_DESCENDING, 10, "the same in B"},
	[AT_DIFF] = {"diff_ms", "Difference (ms)", CELL_TIME, UNIT_MS, COLUMN_DESCENDING, 10, "B - A"},
	[AT_PCT] = {"pct", "Difference (%)", CELL_REAL, UNIT_PERCENT, COLUMN_DESCENDING, 8, "of A"},
	[AT_MARK] = {"mark", "Mark", CELL_TEXT, UNIT_NONE, 0, 4,
		"+ slower, - faster, = the same, A or B: only there, R: called differently"},
	[AT_KERNELS_A] = {"n_a", "GPU events in A", CELL_INT, UNIT_COUNT, COLUMN_DESCENDING, 7, "GPU events below in A"},
	[AT_KERNELS_B] = {"n_b", "GPU events in B", CELL_INT, UNIT_COUNT, COLUMN_DESCENDING, 7, "and in B"},
	[AT_CHANGE] = {"change_ms", "Change (ms)", CELL_TIME, UNIT_MS, COLUMN_DESCENDING | COLUMN_NOISY, 10,
		"the difference, either way"},
	[AT_STATE] = {"state", "State", CELL_TEXT, UNIT_NONE, COLUMN_NOISY, 8, "both, renamed, only A, only B; moved"},
	[AT_EVENT_A] = {"event_a", "Event in A", CELL_INT, UNIT_EVENT, COLUMN_NOISY, 9, "event in A"},
	[AT_EVENT_B] = {"event_b", "Event in B", CELL_INT, UNIT_EVENT, COLUMN_NOISY, 9, "event in B"},
	[AT_NAME] = {"name", "Name", CELL_TEXT, UNIT_NONE, 0, 40, "what it is called, in A where it is there"},
};

static const char *
mark_of(const struct diff_row *row)
{
	static const char *const only[DIFF_STATES] = {[DIFF_RENAMED] = "R", [DIFF_ONLY_A] = "A", [DIFF_ONLY_B] = "B"};

	if (only[row->state])
		return only[row->state];
	return row->gpu_ns[1] > row->gpu_ns[0] ? "+" : row->gpu_ns[1] < row->gpu_ns[0] ? "-" : "=";
}

static int
set_name(struct table *table, const struct tree_diff *diff, uint32_t i)
{
	char a[256], b[256], both[560];
	const char *in_a = diff_row_name(diff, i, 0, a, sizeof(a)), *in_b = diff_row_name(diff, i, 1, b, sizeof(b));

	if (diff->rows[i].state == DIFF_RENAMED) {
		snprintf(both, sizeof(both), "%.255s -> %.255s", in_a, in_b);
		return table_set_text_copy(table, i, AT_NAME, both, strlen(both));
	}
	in_a = diff->rows[i].state == DIFF_ONLY_B ? in_b : in_a;
	if (in_a == a || in_a == b)
		return table_set_text_copy(table, i, AT_NAME, in_a, strlen(in_a));
	table_set_text(table, i, AT_NAME, in_a);
	return 0;
}

static int
fill_row(struct table *table, const struct tree_diff *diff, uint32_t i)
{
	static const char *const states[DIFF_STATES] = {"both", "renamed", "only A", "only B"};
	const struct diff_row *row = &diff->rows[i];
	int64_t change = row->gpu_ns[1] - row->gpu_ns[0];

	for (int side = 0; side < 2; side++) {
		if (!diff_has(row, side))
			continue;
		table_set_int(table, i, AT_A + side, row->gpu_ns[side]);
		table_set_int(table, i, AT_KERNELS_A + side, row->gpu[side]);
		if (row->kind == DIFF_STEP || row->kind >= DIFF_FRAME)
			table_set_int(table, i, AT_EVENT_A + side, row->event[side]);
	}
	table_set_int(table, i, AT_DIFF, change);
	table_set_int(table, i, AT_CHANGE, change < 0 ? -change : change);
	if (row->gpu_ns[0] && row->gpu_ns[1])
		table_set_real(table, i, AT_PCT, 100.0 * (double)change / (double)row->gpu_ns[0]);
	table_set_text(table, i, AT_MARK, mark_of(row));
	table_set_text(table, i, AT_STATE, row->moved ? "moved" : states[row->state]);
	return set_name(table, diff, i);
}

static int
fill_levels(struct levels *levels, const struct tree_diff *diff, struct error *err)
{
	bool good;

	levels->table = table_of("compare", "Two traces", columns, N_COLUMNS);
	levels->size = mem_alloc(diff->n, sizeof(*levels->size));
	good = levels->table && levels->size;
	good = good && table_add_rows(levels->table, diff->n) >= 0;
	for (uint32_t i = 0; good && i < diff->n; i++) {
		levels->size[i] = diff->rows[i].size;
		good = !fill_row(levels->table, diff, i);
	}
	return good ? 0 : error_no_memory(err, "comparing traces");
}

/* The top, and below it what has most of the change. */
static void
open_largest(struct sheet_state *s)
{
	struct outline *outline = &s->outline;
	uint32_t entry = 0;

	while (entry < outline->n && outline_has_children(outline, entry)) {
		int64_t all = table_cell(s->table, outline->id[entry], AT_CHANGE).i;
		int64_t part = table_cell(s->table, outline->id[entry + 1], AT_CHANGE).i;

		outline_set_open(outline, entry, true);
		if (!all || (double)part < OPEN_SHARE * (double)all)
			break;
		entry++;
	}
}

static int
compare_open(struct pane *pane, struct error *err)
{
	struct sheet_state *s = pane->state;
	const struct comparison *c = &pane->app->comparison;

	s->sort = -1;
	if (comparison_state(c) != COMPARISON_READY)
		return error_set(err, "no second trace: :compare FILE opens one");
	if (fill_levels(&s->levels, c->diff, err)) {
		s->table = s->levels.table;
		return -1;
	}
	s->table = s->levels.table;
	s->sort = AT_CHANGE;
	s->descending = true;
	if (sheet_begin(s, pane->ops->usual, 0, err))
		return -1;
	open_largest(s);
	return 0;
}

static uint32_t
compare_event(const struct pane *pane, uint32_t row)
{
	const struct sheet_state *s = pane->state;
	uint32_t at = sheet_row(s, row);

	return table_is_null(s->table, at, AT_EVENT_A) ? TRACE_NONE : (uint32_t)table_cell(s->table, at, AT_EVENT_A).i;
}

static enum role
compare_role(const struct pane *pane, uint32_t table_row, uint32_t column)
{
	const struct diff_row *row = &pane->app->comparison.diff->rows[table_row];

	if (column == AT_NAME)
		return ROLE_NORMAL;
	if (row->state == DIFF_ONLY_A || row->state == DIFF_ONLY_B)
		return row->state == DIFF_ONLY_A ? ROLE_COPY : ROLE_COMM;
	return row->gpu_ns[1] > row->gpu_ns[0] ? ROLE_WARNING : row->gpu_ns[1] < row->gpu_ns[0] ? ROLE_BUSY : ROLE_NORMAL;
}

static void
compare_title(const struct pane *pane, struct buffer *left, struct buffer *right)
{
	const struct comparison *c = &pane->app->comparison;
	const struct tree_diff *diff = c->diff;
	const char *a = strrchr(pane->app->session.path, '/'), *b = strrchr(c->path, '/');
	char in_a[32], in_b[32];

	buffer_printf(left, "A %.40s   B %.40s", a ? a + 1 : pane->app->session.path, b ? b + 1 : c->path);
	if (diff->identical)
		buffer_add_text(right, "identical");
	else
		buffer_printf(right, "GPU %s -> %s  %+.1f %%", text_time(in_a, diff->gpu_ns[0]), text_time(in_b, diff->gpu_ns[1]),
			diff->gpu_ns[0] ? 100.0 * (double)(diff->gpu_ns[1] - diff->gpu_ns[0]) / (double)diff->gpu_ns[0] : 0.0);
}

static void
compare_describe(const struct pane *pane, uint32_t row, struct lines *lines, int cols)
{
	const struct sheet_state *s = pane->state;
	const struct tree_diff *diff = pane->app->comparison.diff;
	uint32_t at = sheet_row(s, row);
	char name[256], time[32];

	for (int side = 0; side < 2; side++) {
		const struct diff_row *r = &diff->rows[at];
		const char *text = diff_row_name(diff, at, side, name, sizeof(name));

		lines_row(lines);
		lines_printf(lines, ROLE_HEADING, "%c  ", "AB"[side]);
		if (!diff_has(r, side)) {
			lines_add(lines, ROLE_DIM, "not there");
			continue;
		}
		lines_wrap(lines, ROLE_NORMAL, text, strnlen(text, EVENT_VALUE_BYTES), cols, 3);
		lines_pair(lines, cols, "   GPU", ROLE_BUSY, "%s us   %u GPU event%s", text_us(time, r->gpu_ns[side]),
			r->gpu[side], r->gpu[side] == 1 ? "" : "s");
		if (r->kind >= DIFF_FRAME)
			lines_pair(lines, cols, "   event", ROLE_NORMAL, "%u   host %s us", r->event[side],
				text_us(time, diff_host_ns(diff, at, side)));
	}
	lines_row(lines);
	lines_row(lines);
	if (compare_event(pane, row) != TRACE_NONE)
		lines_add(lines, ROLE_HEADING, "in A");
}

static int
fill_report(struct report *report, struct diff_report *tables, const struct app *app, struct error *err)
{
	if (report_add_note(report, "trace", "A", app->session.path)
	    || report_add_note(report, "trace", "B", app->comparison.path))
		return error_no_memory(err, "making a report");
	for (uint32_t i = 0; i < diff_tables_count; i++) {
		struct table *table;

		if (diff_table_build(&table, tables, &diff_tables[i], err))
			return -1;
		if (report_add_sheet(report, table, diff_tables[i].help))
			return error_no_memory(err, "making a report");
	}
	return 0;
}

/* From here the report is that of the comparison. */
static unsigned
run_report(struct pane *pane, const char *argument, struct error *err)
{
	struct app *app = pane->app;
	const char *suffix = strrchr(argument, '.');
	struct diff_report *tables = NULL;
	struct report *report = report_new();
	int status = report ? 0 : error_no_memory(err, "making a report");

	if (!status && (!suffix || strcmp(suffix, ".xlsx")))
		status = error_set(err, "a report is a workbook: FILE.xlsx");
	if (!status && (!session_analysis(&app->session, err)
	    || diff_report_new(&tables, app->comparison.diff, app->models, err)))
		status = -1;
	if (!status)
		status = fill_report(report, tables, app, err);
	if (!status)
		status = report_write_xlsx(report, argument, err);
	if (!status)
		app_say(app, ROLE_STATUS, "%u sheets of the comparison are in %s", report->n, argument);
	report_free(report);
	diff_report_free(tables);
	return status ? STALE_FAILED : STALE_SCREEN;
}

static const struct pane_command own_commands[] = {
	{COMMAND_REPORT, run_report}, {COMMAND_COUNT, NULL}
};

const struct pane_ops compare_pane = {
	TABLE_PANE("compare", "compare", "a_ms,b_ms,diff_ms,pct,mark,n_a,n_b,name",
		"two traces as one tree: times of both, and what differs", PANE_LEVELS),
	.open = compare_open,
	.close = sheet_close,
	.event = compare_event,
	.describe = compare_describe,
	.title_text = compare_title,
	.cell_role = compare_role,
	.more = {own_commands, levels_commands, sheet_tag_commands},
	.sheet = "",
};
