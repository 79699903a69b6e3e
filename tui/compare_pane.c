/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/compare_pane.h"
#include "base/mem.h"
#include "base/text.h"
#include "compare/diff_tables.h"
#include "report/report.h"
#include "tui/app.h"
#include "tui/event_lines.h"
#include "tui/sheet_pane_priv.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define OPEN_SHARE 0.5		/* a child with this part of the change is opened at first */

enum {
	AT_A, AT_B, AT_DIFF, AT_PCT, AT_STEP_A, AT_STEP_B, AT_STEP_DIFF, AT_STEP_PCT, AT_MARK, AT_KERNELS_A, AT_KERNELS_B,
	AT_CALLS_A, AT_CALLS_B, AT_CHANGE, AT_STEP_CHANGE, AT_STATE, AT_EVENT_A, AT_EVENT_B, AT_NAME,
	N_COLUMNS
};

#define MS(flags) UNIT_MS, COLUMN_DESCENDING | COLUMN_FIXED | (flags), 10

static const struct column_def columns[N_COLUMNS] = {
	[AT_A] = {"a_ms", "GPU time in A (ms)", CELL_TIME, MS(0), "durations of the GPU events below, summed, in A"},
	[AT_B] = {"b_ms", "GPU time in B (ms)", CELL_TIME, MS(0), "the same in B"},
	[AT_DIFF] = {"diff_ms", "Difference (ms)", CELL_TIME, MS(0), "B - A"},
	[AT_PCT] = {"pct", "Difference (%)", CELL_REAL, UNIT_PERCENT, COLUMN_DESCENDING, 8, "of A"},
	[AT_STEP_A] = {"a_step_ms", "GPU time in A (ms/step)", CELL_REAL, MS(COLUMN_NOISY), "of a profiler step of A"},
	[AT_STEP_B] = {"b_step_ms", "GPU time in B (ms/step)", CELL_REAL, MS(COLUMN_NOISY), "of a profiler step of B"},
	[AT_STEP_DIFF] = {"diff_step_ms", "Difference (ms/step)", CELL_REAL, MS(COLUMN_NOISY), "B - A, of a step"},
	[AT_STEP_PCT] = {"pct_step", "Difference (%/step)", CELL_REAL, UNIT_PERCENT, COLUMN_DESCENDING | COLUMN_NOISY, 8,
		"of a step of A"},
	[AT_MARK] = {"mark", "Mark", CELL_TEXT, UNIT_NONE, 0, 4,
		"+ slower, - faster, = the same, A or B: only there, R: called differently"},
	[AT_KERNELS_A] = {"n_a", "GPU events in A", CELL_INT, UNIT_COUNT, COLUMN_DESCENDING, 7, "GPU events below in A"},
	[AT_KERNELS_B] = {"n_b", "GPU events in B", CELL_INT, UNIT_COUNT, COLUMN_DESCENDING, 7, "and in B"},
	[AT_CALLS_A] = {"calls_a", "Calls in A", CELL_INT, UNIT_COUNT, COLUMN_DESCENDING | COLUMN_NOISY, 7,
		"how often it is called in A, more than once where equal paths are folded"},
	[AT_CALLS_B] = {"calls_b", "Calls in B", CELL_INT, UNIT_COUNT, COLUMN_DESCENDING | COLUMN_NOISY, 7, "and in B"},
	[AT_CHANGE] = {"change_ms", "Change (ms)", CELL_TIME, MS(COLUMN_NOISY), "the difference, either way"},
	[AT_STEP_CHANGE] = {"change_step_ms", "Change (ms/step)", CELL_REAL, MS(COLUMN_NOISY), "that of a step, either way"},
	[AT_STATE] = {"state", "State", CELL_TEXT, UNIT_NONE, COLUMN_NOISY, 8, "both, renamed, only A, only B; moved"},
	[AT_EVENT_A] = {"event_a", "Event in A", CELL_INT, UNIT_EVENT, COLUMN_NOISY, 9, "event in A"},
	[AT_EVENT_B] = {"event_b", "Event in B", CELL_INT, UNIT_EVENT, COLUMN_NOISY, 9, "event in B"},
	[AT_NAME] = {"name", "Name", CELL_TEXT, UNIT_NONE, 0, 40, "what it is called, in A where it is there"},
};

/* Of rows folded together times are compared by the step where their numbers differ. */
#define USUAL "a_ms,b_ms,diff_ms,pct,mark,n_a,n_b,name"
#define USUAL_STEPS "a_step_ms,b_step_ms,diff_step_ms,pct_step,mark,calls_a,calls_b,name"

/* A row of either form of the comparison. */
struct compared {
	const char *name[2];	/* "" where it is not there */
	char room[2][256];
	enum diff_kind kind;
	enum diff_state state;
	bool moved;
	uint32_t row[2];	/* of the comparison, TRACE_NONE where it is not there */
	uint32_t calls[2], gpu[2];
	int64_t ns[2];
	uint32_t size;
};

static const struct diff_merged *
merged_of(const struct comparison *c)
{
	return c->show_merged ? c->merged : NULL;
}

static void
compared_instance(struct compared *out, const struct tree_diff *diff, uint32_t i)
{
	const struct diff_row *row = &diff->rows[i];

	*out = (struct compared){.kind = row->kind, .state = row->state, .moved = row->moved, .size = row->size,
		.row = {TRACE_NONE, TRACE_NONE}};
	for (int side = 0; side < 2; side++) {
		out->name[side] = diff_row_name(diff, i, side, out->room[side], sizeof(out->room[side]));
		out->gpu[side] = row->gpu[side];
		out->ns[side] = row->gpu_ns[side];
		if (diff_has(row, side)) {
			out->row[side] = i;
			out->calls[side] = 1;
		}
	}
}

static void
compared_merged(struct compared *out, const struct diff_merged *merged, uint32_t i)
{
	const struct diff_merged_row *row = &merged->rows[i];
	const struct diff_row *first = &merged->diff->rows[row->first[row->first[0] == TRACE_NONE]];

	*out = (struct compared){.kind = first->kind, .size = row->size,
		.state = !row->calls[0] ? DIFF_ONLY_B : !row->calls[1] ? DIFF_ONLY_A
			: first->state == DIFF_RENAMED ? DIFF_RENAMED : DIFF_BOTH};
	for (int side = 0; side < 2; side++) {
		out->name[side] = diff_merged_name(merged, i, side, out->room[side], sizeof(out->room[side]));
		out->row[side] = row->first[side];
		out->calls[side] = row->calls[side];
		out->gpu[side] = row->gpu[side];
		out->ns[side] = row->gpu_ns[side];
	}
}

static void
compared_at(struct compared *out, const struct comparison *c, uint32_t i)
{
	if (merged_of(c))
		compared_merged(out, c->merged, i);
	else
		compared_instance(out, c->diff, i);
}

static uint32_t
compared_event(const struct compared *row, const struct tree_diff *diff, int side)
{
	if (row->row[side] == TRACE_NONE || (row->kind != DIFF_STEP && row->kind < DIFF_FRAME))
		return TRACE_NONE;
	return diff->rows[row->row[side]].event[side];
}

/* Profiler steps of each side; both 1 where one tells of none. */
static void
find_steps(const struct tree_diff *diff, uint32_t steps[2])
{
	steps[0] = steps[1] = 0;
	for (uint32_t row = 0; row < diff->n; row += diff->rows[row].size)
		for (int side = 0; side < 2; side++)
			steps[side] += diff->rows[row].kind == DIFF_STEP && diff_has(&diff->rows[row], side);
	if (!steps[0] || !steps[1])
		steps[0] = steps[1] = 1;
}

static bool
by_step(const struct comparison *c)
{
	uint32_t steps[2];

	find_steps(c->diff, steps);
	return merged_of(c) && steps[0] != steps[1];
}

static const char *
mark_of(const struct compared *row, const uint32_t steps[2])
{
	static const char *const only[DIFF_STATES] = {[DIFF_RENAMED] = "R", [DIFF_ONLY_A] = "A", [DIFF_ONLY_B] = "B"};
	double a = (double)row->ns[0] / steps[0], b = (double)row->ns[1] / steps[1];

	if (only[row->state])
		return only[row->state];
	return b > a ? "+" : b < a ? "-" : "=";
}

static int
set_name(struct table *table, const struct compared *row, uint32_t i)
{
	const char *name = *row->name[0] || row->state == DIFF_RENAMED ? row->name[0] : row->name[1];
	char both[560];

	if (row->state == DIFF_RENAMED && strcmp(row->name[0], row->name[1])) {
		snprintf(both, sizeof(both), "%.255s -> %.255s", row->name[0], row->name[1]);
		return table_set_text_copy(table, i, AT_NAME, both, strlen(both));
	}
	if (name == row->room[0] || name == row->room[1])
		return table_set_text_copy(table, i, AT_NAME, name, strlen(name));
	table_set_text(table, i, AT_NAME, name);
	return 0;
}

static void
set_steps(struct table *table, const struct compared *row, uint32_t i, const uint32_t steps[2])
{
	double ms[2];

	for (int side = 0; side < 2; side++) {
		ms[side] = (double)row->ns[side] / 1e6 / steps[side];
		if (row->calls[side])
			table_set_real(table, i, AT_STEP_A + side, ms[side]);
	}
	table_set_real(table, i, AT_STEP_DIFF, ms[1] - ms[0]);
	table_set_real(table, i, AT_STEP_CHANGE, fabs(ms[1] - ms[0]));
	if (row->ns[0] && row->ns[1])
		table_set_real(table, i, AT_STEP_PCT, 100.0 * (ms[1] - ms[0]) / ms[0]);
}

static int
fill_row(struct table *table, const struct tree_diff *diff, const struct compared *row, uint32_t i,
	const uint32_t steps[2], bool merged)
{
	static const char *const states[DIFF_STATES] = {"both", "renamed", "only A", "only B"};
	static const uint32_t once[2] = {1, 1};
	int64_t change = row->ns[1] - row->ns[0];

	for (int side = 0; side < 2; side++) {
		uint32_t event = compared_event(row, diff, side);

		if (!row->calls[side])
			continue;
		table_set_int(table, i, AT_A + side, row->ns[side]);
		table_set_int(table, i, AT_KERNELS_A + side, row->gpu[side]);
		table_set_int(table, i, AT_CALLS_A + side, row->calls[side]);
		if (event != TRACE_NONE)
			table_set_int(table, i, AT_EVENT_A + side, event);
	}
	table_set_int(table, i, AT_DIFF, change);
	table_set_int(table, i, AT_CHANGE, change < 0 ? -change : change);
	if (row->ns[0] && row->ns[1])
		table_set_real(table, i, AT_PCT, 100.0 * (double)change / (double)row->ns[0]);
	set_steps(table, row, i, steps);
	table_set_text(table, i, AT_MARK, mark_of(row, merged ? steps : once));
	table_set_text(table, i, AT_STATE, row->moved ? "moved" : states[row->state]);
	return set_name(table, row, i);
}

static int
fill_levels(struct levels *levels, const struct comparison *c, struct error *err)
{
	uint32_t n = merged_of(c) ? c->merged->n : c->diff->n, steps[2];
	struct compared row;
	bool good;

	find_steps(c->diff, steps);
	levels->table = table_of("compare", "Two traces", columns, N_COLUMNS);
	levels->size = mem_alloc(n, sizeof(*levels->size));
	good = levels->table && levels->size;
	good = good && table_add_rows(levels->table, n) >= 0;
	for (uint32_t i = 0; good && i < n; i++) {
		compared_at(&row, c, i);
		levels->size[i] = row.size;
		good = !fill_row(levels->table, c->diff, &row, i, steps, c->show_merged);
	}
	return good ? 0 : error_no_memory(err, "comparing traces");
}

/* The row with the least number of a column, or the one with the most; 0 where there is none. */
static uint32_t
extreme(const struct table *table, uint32_t column, int sign)
{
	bool real = table->columns[column].def->type == CELL_REAL;
	double most = -INFINITY;
	uint32_t at = 0;

	for (uint32_t row = 0; row < table->n_rows; row++) {
		union cell cell = table->columns[column].cells[row];
		double value = sign * (real ? cell.d : (double)cell.i);

		if (!(value > most) || (!real && cell.i == TABLE_NULL_INT))
			continue;
		most = value;
		at = row;
	}
	return at;
}

/* By all rows: the first ones, which widths are measured by, may be short. */
static void
widen(struct sheet_state *s)
{
	for (uint32_t c = AT_A; c < AT_STATE && s->table->n_rows; c++)
		for (int sign = -1; sign <= 1 && c != AT_MARK; sign += 2) {
			char out[32];
			int width = (int)strlen(table_cell_show(s->table, extreme(s->table, c, sign), c, out));

			s->widths[c] = width > s->widths[c] ? width : s->widths[c];
		}
}

static double
change_of(const struct sheet_state *s, uint32_t row)
{
	return s->sort == AT_CHANGE ? (double)table_cell(s->table, row, AT_CHANGE).i
		: table_cell(s->table, row, AT_STEP_CHANGE).d;
}

/* The top, and below it what has most of the change. */
static void
open_largest(struct sheet_state *s)
{
	struct outline *outline = &s->outline;
	uint32_t entry = 0;

	while (entry < outline->n && outline_has_children(outline, entry)) {
		double all = change_of(s, outline->id[entry]), part = change_of(s, outline->id[entry + 1]);

		outline_set_open(outline, entry, true);
		if (all <= 0 || part < OPEN_SHARE * all)
			break;
		entry++;
	}
}

/* Traces of different numbers of steps have steps without a counterpart: folded at first, they are compared by the step. */
static int
merge_at_first(struct comparison *c, struct error *err)
{
	uint32_t steps[2];

	find_steps(c->diff, steps);
	if (c->merged || steps[0] == steps[1])
		return 0;
	c->show_merged = true;
	return diff_merge(&c->merged, c->diff, err);
}

static int
compare_open(struct pane *pane, struct error *err)
{
	struct sheet_state *s = pane->state;
	struct comparison *c = &pane->app->comparison;

	s->sort = -1;
	if (comparison_state(c) != COMPARISON_READY)
		return error_set(err, "no second trace: :compare FILE opens one");
	if (merge_at_first(c, err))
		return -1;
	if (fill_levels(&s->levels, c, err)) {
		s->table = s->levels.table;
		return -1;
	}
	s->table = s->levels.table;
	s->sort = by_step(c) ? AT_STEP_CHANGE : AT_CHANGE;
	s->descending = true;
	if (sheet_begin(s, by_step(c) ? USUAL_STEPS : pane->ops->usual, 0, err))
		return -1;
	widen(s);
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
	const struct comparison *c = &pane->app->comparison;
	uint32_t steps[2] = {1, 1};
	struct compared row;

	if (column == AT_NAME)
		return ROLE_NORMAL;
	compared_at(&row, c, table_row);
	if (row.state == DIFF_ONLY_A || row.state == DIFF_ONLY_B)
		return row.state == DIFF_ONLY_A ? ROLE_COPY : ROLE_COMM;
	if (by_step(c))
		find_steps(c->diff, steps);
	row.state = DIFF_BOTH;
	switch (*mark_of(&row, steps)) {
	case '+':
		return ROLE_WARNING;
	case '-':
		return ROLE_BUSY;
	default:
		return ROLE_NORMAL;
	}
}

static double
growth(const struct tree_diff *diff, const uint32_t steps[2])
{
	double a = (double)diff->gpu_ns[0] / steps[0], b = (double)diff->gpu_ns[1] / steps[1];

	return a > 0 ? 100.0 * (b - a) / a : 0.0;
}

static void
compare_title(const struct pane *pane, struct buffer *left, struct buffer *right)
{
	static const uint32_t once[2] = {1, 1};
	const struct comparison *c = &pane->app->comparison;
	const struct tree_diff *diff = c->diff;
	const char *a = strrchr(pane->app->session.path, '/'), *b = strrchr(c->path, '/');
	uint32_t steps[2];
	char in_a[32], in_b[32];

	find_steps(diff, steps);
	buffer_printf(left, "A %.40s   B %.40s", a ? a + 1 : pane->app->session.path, b ? b + 1 : c->path);
	if (merged_of(c))
		buffer_add_text(left, "   merged");
	if (diff->identical) {
		buffer_add_text(right, "identical");
		return;
	}
	buffer_printf(right, "GPU %s -> %s  %+.1f %%", text_time(in_a, diff->gpu_ns[0]), text_time(in_b, diff->gpu_ns[1]),
		growth(diff, once));
	if (steps[0] != steps[1])
		buffer_printf(right, ", %+.1f %% a step", growth(diff, steps));
}

static void
describe_side(const struct compared *row, const struct tree_diff *diff, int side, struct lines *lines, int cols)
{
	uint32_t event = compared_event(row, diff, side);
	char time[32], calls[32], gpu[32];

	lines_wrap(lines, ROLE_NORMAL, row->name[side], strnlen(row->name[side], EVENT_VALUE_BYTES), cols, 3);
	lines_pair(lines, cols, "   GPU", ROLE_BUSY, "%s us   %s GPU event%s", text_us_parted(time, row->ns[side]),
		text_count(gpu, row->gpu[side]), text_plural(row->gpu[side]));
	if (row->calls[side] > 1)
		lines_pair(lines, cols, "   calls", ROLE_NORMAL, "%s, %s us each", text_count(calls, row->calls[side]),
			text_us_parted(time, row->ns[side] / row->calls[side]));
	else if (event != TRACE_NONE && row->kind >= DIFF_FRAME)
		lines_pair(lines, cols, "   event", ROLE_NORMAL, "%u   host %s us", event,
			text_us_parted(time, diff_host_ns(diff, row->row[side], side)));
}

static void
compare_describe(const struct pane *pane, uint32_t row, struct lines *lines, int cols)
{
	const struct comparison *c = &pane->app->comparison;
	struct compared compared;

	compared_at(&compared, c, sheet_row(pane->state, row));
	for (int side = 0; side < 2; side++) {
		lines_row(lines);
		lines_printf(lines, ROLE_HEADING, "%c  ", "AB"[side]);
		if (compared.calls[side])
			describe_side(&compared, c->diff, side, lines, cols);
		else
			lines_add(lines, ROLE_DIM, "not there");
	}
	lines_row(lines);
	lines_row(lines);
	if (compare_event(pane, row) != TRACE_NONE)
		lines_add(lines, ROLE_HEADING, compared.calls[0] > 1 ? "the first in A" : "in A");
}

/* The row stays what it was: its first instance, or what it is folded into. */
static unsigned
run_merged(struct pane *pane, const char *argument, struct error *err)
{
	struct comparison *c = &pane->app->comparison;
	int choice = command_choice("off|on", argument);
	bool merged = choice >= 0 ? choice : !c->show_merged;
	char filter[sizeof(((struct sheet_state *)pane->state)->filter)];
	uint32_t row = sheet_n_rows(pane->state) ? sheet_row(pane->state, pane->cursor) : 0;

	if (merged == c->show_merged)
		return STALE_NOTHING;
	if (!c->merged && diff_merge(&c->merged, c->diff, err))
		return STALE_FAILED;
	if (c->diff->n)
		row = merged ? c->merged->folded[row] : c->merged->rows[row].first[c->merged->rows[row].first[0] == TRACE_NONE];
	c->show_merged = merged;
	memcpy(filter, ((struct sheet_state *)pane->state)->filter, sizeof(filter));
	sheet_close(pane);
	pane->cursor = pane->top = 0;
	if (compare_open(pane, err) || (*filter && pane_command(pane, COMMAND_FILTER, filter, err) & STALE_FAILED))
		return STALE_FAILED;
	if (c->diff->n)
		levels_show_row(pane, row);
	return STALE_SCREEN | STALE_DETAIL;
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
	{COMMAND_REPORT, run_report}, {COMMAND_MERGED, run_merged}, {COMMAND_COUNT, NULL}
};

const struct pane_ops compare_pane = {
	TABLE_PANE("compare", "compare", USUAL,
		"two traces as one tree: times of both, and what differs", PANE_LEVELS),
	.open = compare_open,
	.close = sheet_close,
	.event = compare_event,
	.describe = compare_describe,
	.parts = sheet_parts,
	.title_text = compare_title,
	.columns = columns,
	.n_columns = N_COLUMNS,
	.cell_role = compare_role,
	.more = {own_commands, levels_commands, sheet_tag_commands},
	.sheet = "",
};
