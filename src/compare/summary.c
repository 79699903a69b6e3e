/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/summary_priv.h"
#include "compare/merge_priv.h"
#include "base/mem.h"
#include <math.h>
#include <string.h>

#define CHANGES 10u

static const struct column_def columns[] = {
	{"variant", "variant", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 0, "compared with the baseline"},
	{"kind", "kind", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 0, "timeline, category, slower, faster, new, gone"},
	{"name", "name", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 0, "row of the timeline, category or operator"},
	{"baseline", "baseline ms", CELL_REAL, UNIT_MS, 0, 0, "time in the baseline"},
	{"time", "variant ms", CELL_REAL, UNIT_MS, 0, 0, "time in the variant"},
	{"diff", "diff ms", CELL_REAL, UNIT_MS, 0, 0, "variant - baseline; what is new or gone is all of it"},
	{"pct", "diff %", CELL_REAL, UNIT_PERCENT, 0, 0, "of the baseline"},
	{"speedup", "speed-up", CELL_REAL, UNIT_NONE, 0, 0, "baseline / variant"},
	{"spread", "spread ms", CELL_REAL, UNIT_MS, 0, 0,
		"how far the difference would stray by the spread of the operators' own instances"},
	{"noise", "noise", CELL_TEXT, UNIT_NONE, 0, 0, "~: the difference is within the spread"},
	{"baseline_step", "baseline ms/step", CELL_REAL, UNIT_MS, 0, 0, "of each profiler step"},
	{"time_step", "variant ms/step", CELL_REAL, UNIT_MS, 0, 0, "of each profiler step"},
	{"pct_step", "diff %/step", CELL_REAL, UNIT_PERCENT, 0, 0,
		"between steps: the reports hold different numbers of them"},
	{"diff_step", "diff ms/step", CELL_REAL, UNIT_MS, 0, 0, "variant - baseline, of a step"},
};

/* In their place where the reports hold different numbers of steps. */
static const struct column_def step_columns[] = {
	{"speedup", "speed-up/step", CELL_REAL, UNIT_NONE, 0, 0, "baseline / variant, of a step"},
	{"spread", "spread ms/step", CELL_REAL, UNIT_MS, 0, 0,
		"how far the difference of a step would stray by the spread of the operators' own instances"},
	{"noise", "noise", CELL_TEXT, UNIT_NONE, 0, 0, "~: the difference of a step is within the spread"},
};

enum {
	VARIANT, KIND, NAME, BASELINE, TIME, DIFF, PCT, SPEEDUP, SPREAD, NOISE, BASELINE_STEP, TIME_STEP, PCT_STEP, DIFF_STEP,
	N_COLUMNS
};

/* The sheets that it is made from. */
static const struct merge_spec parts[] = {
	{.sheet = "gpu_timeline", .group = "timeline", .keys = {"type"}, .metrics = {"time ms"}},
	{.sheet = "ops_summary_by_category", .group = "category", .keys = {"op category"},
		.add_up = true, .metrics = {"total_direct_kernel_time_ms"}},
	{.sheet = "ops_summary", .group = NULL, .keys = {"name"}, .add_up = true,
		.metrics = {"total_direct_kernel_time_ms"}},
};

/* The sheet where it has the key column. */
static const struct table *
find_sheet(const struct report *report, const char *id, const char *key)
{
	for (uint32_t i = 0; i < report->n; i++)
		if (!strcmp(report->sheets[i]->id, id) && merge_column(report->sheets[i], key) >= 0)
			return report->sheets[i];
	return NULL;
}

/* The column of ops_unique_args by whose text the spread of a part's rows is found; NULL: it has none. */
static const char *const spread_keys[] = {NULL, "op category", "name"};

struct summary {
	struct table *table;
	const char *spread_key;
	uint32_t steps[MERGE_REPORTS];	/* profiler steps of each report, 0: not known */
	bool by_step;			/* some reports hold another number of steps */
	bool unknown;			/* one side does not tell what the sheet would */
	const struct merged *merged;
	const struct compare_input *inputs;
	uint32_t variant;
};

static double
metric_at(const struct summary *s, uint32_t row, uint32_t report)
{
	return merge_number(s->merged->table, row, s->merged->metric[report]);
}

static bool
is_by_step(const struct summary *s)
{
	return s->by_step && s->steps[0] && s->steps[s->variant];
}

/* What a report's times are divided by to compare them. */
static double
per(const struct summary *s, uint32_t report)
{
	return is_by_step(s) ? s->steps[report] : 1;
}

/* What is in one report alone takes no time in the other, unless the other has no such sheet. */
static double
change(const struct summary *s, double base, double time)
{
	if (s->unknown)
		return NAN;
	return (isnan(time) ? 0 : time) - (isnan(base) ? 0 : base);
}

/* By the step where some side has another number of them, else by the whole. */
static void
set_spread(struct summary *s, int64_t row, const char *name, double base, double time)
{
	double per_base = per(s, 0), per_time = per(s, s->variant), spread;

	if (is_by_step(s)) {
		table_set_real(s->table, row, BASELINE_STEP, base / per_base);
		table_set_real(s->table, row, TIME_STEP, time / per_time);
		table_set_real(s->table, row, DIFF_STEP, change(s, base / per_base, time / per_time));
		if (base != 0)
			table_set_real(s->table, row, PCT_STEP, 100 * (time / per_time - base / per_base) / (base / per_base));
	}
	if (!s->spread_key || !name || isnan(base) || isnan(time) || s->by_step != is_by_step(s))
		return;
	spread = hypot(compare_spread(s->inputs[0].report, s->spread_key, name) / per_base,
		compare_spread(s->inputs[s->variant].report, s->spread_key, name) / per_time);
	if (isnan(spread))
		return;
	table_set_real(s->table, row, SPREAD, spread);
	if (fabs(time / per_time - base / per_base) <= spread)
		table_set_text(s->table, row, NOISE, "~");
}

static bool
add_row(struct summary *s, const char *kind, uint32_t from)
{
	double base = metric_at(s, from, 0), time = metric_at(s, from, s->variant);
	const char *name = table_cell(s->merged->table, from, 0).s;
	int64_t row = table_add_row(s->table);

	if (row < 0 || (name && table_set_text_copy(s->table, row, NAME, name, strlen(name))))
		return false;
	table_set_text(s->table, row, VARIANT, s->inputs[s->variant].name);
	table_set_text(s->table, row, KIND, kind);
	table_set_real(s->table, row, BASELINE, base);
	table_set_real(s->table, row, TIME, time);
	table_set_real(s->table, row, DIFF, change(s, base, time));
	if (base != 0)
		table_set_real(s->table, row, PCT, 100 * (time - base) / base);
	if (time > 0 && base > 0 && s->by_step == is_by_step(s))
		table_set_real(s->table, row, SPEEDUP, base / per(s, 0) / (time / per(s, s->variant)));
	set_spread(s, row, name, base, time);
	return true;
}

/* The operators that stand first when sorted by the weight, largest first; only those above 0. */
static bool
add_changes(struct summary *s, const char *kind, double (*weight)(double base, double time))
{
	static const struct column_def def = {"w", "w", CELL_REAL, UNIT_NONE, 0, 0, NULL};
	struct table *order = table_new("order", "order");
	uint32_t n = s->merged->table->n_rows, *rows = mem_alloc(n, sizeof(*rows));
	struct table_sort key = {0, true};
	bool good = order && rows && table_add_column(order, &def) == 0 && table_add_rows(order, n) >= 0;

	for (uint32_t row = 0; row < n && good; row++) {
		rows[row] = row;
		table_set_real(order, row, 0, weight(metric_at(s, row, 0) / per(s, 0),
			metric_at(s, row, s->variant) / per(s, s->variant)));
	}
	good = good && !table_order(order, &key, 1, rows, n);
	for (uint32_t i = 0; i < n && i < CHANGES && good && table_cell(order, rows[i], 0).d > 0; i++)
		good = add_row(s, kind, rows[i]);
	table_free(order);
	free(rows);
	return good;
}

static double
weight_slower(double base, double time)
{
	return time - base;
}

static double
weight_faster(double base, double time)
{
	return base - time;
}

static double
weight_new(double base, double time)
{
	return isnan(base) ? time : NAN;
}

static double
weight_gone(double base, double time)
{
	return isnan(time) ? base : NAN;
}

static bool
add_part(struct summary *s, const struct merge_spec *part)
{
	if (!part->group && s->unknown)
		return true;
	if (!part->group)
		return add_changes(s, "slower", weight_slower) && add_changes(s, "faster", weight_faster)
			&& add_changes(s, "new", weight_new) && add_changes(s, "gone", weight_gone);
	for (uint32_t row = 0; row < s->merged->table->n_rows; row++)
		if (!add_row(s, part->group, row))
			return false;
	return true;
}

static double
busy_of(const struct report *report)
{
	const struct table *timeline = find_sheet(report, "gpu_timeline", "type");
	int type = merge_column(timeline, "type"), time = merge_column(timeline, "time ms");

	for (uint32_t row = 0; type >= 0 && row < timeline->n_rows; row++) {
		const char *name = timeline->columns[type].def->type == CELL_TEXT
			? table_cell(timeline, row, (uint32_t)type).s : NULL;

		if (name && !strcmp(name, "busy_time"))
			return merge_number(timeline, row, time);
	}
	return NAN;
}

/*
 * Whether a report does not tell what the sheet would: it has none, or not the figure. That of a trace without GPU
 * work has none for want of rows.
 */
static bool
is_unknown(const struct summary *s, const struct merge_input *inputs, uint32_t report)
{
	const struct table *timeline = find_sheet(s->inputs[report].report, "gpu_timeline", "type");

	if (inputs[report].table && s->merged->metric[report] >= 0)
		return false;
	return !timeline || (timeline->n_rows && busy_of(s->inputs[report].report) != 0);
}

static int
merge_part(struct summary *s, const struct merge_spec *part, const struct merge_input *inputs, uint32_t n,
	struct error *err)
{
	struct merged merged;
	bool good;

	if (!inputs[0].table && !inputs[s->variant].table)
		return 0;
	if (merge_sheet(&merged, part, inputs, n, err))
		return -1;
	s->merged = &merged;
	s->unknown = is_unknown(s, inputs, 0) || is_unknown(s, inputs, s->variant);
	s->spread_key = spread_keys[part - parts];
	good = add_part(s, part);
	table_free(merged.table);
	return good ? 0 : error_no_memory(err, "comparing reports");
}

static int
add_parts(struct summary *s, uint32_t n, struct error *err)
{
	int status = 0;

	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts) && !status; i++) {
		struct merge_input inputs[MERGE_REPORTS];
		struct table *sums[MERGE_REPORTS] = {NULL};

		for (uint32_t report = 0; report < n && !status; report++) {
			inputs[report] = (struct merge_input){
				find_sheet(s->inputs[report].report, parts[i].sheet, parts[i].keys[0]),
				s->inputs[report].name};
			if (!inputs[report].table || !parts[i].add_up)
				continue;
			inputs[report].table = sums[report] = merge_add_up(inputs[report].table, &parts[i], err);
			status = sums[report] ? 0 : -1;
		}
		if (!status)
			status = merge_part(s, &parts[i], inputs, n, err);
		for (uint32_t report = 0; report < n; report++)
			table_free(sums[report]);
	}
	return status;
}

static const struct column_def *
column_of(const struct summary *s, int i)
{
	return s->by_step && i >= SPEEDUP && i <= NOISE ? &step_columns[i - SPEEDUP] : &columns[i];
}

int
compare_summarise(struct table **out, const struct compare_input *inputs, uint32_t n, struct error *err)
{
	struct summary s = {.table = table_new("summary", "What changed"), .inputs = inputs};
	int status = s.table ? 0 : error_no_memory(err, "comparing reports");

	for (uint32_t i = 0; i < n; i++) {
		s.steps[i] = compare_steps(inputs[i].report);
		s.by_step = s.by_step || (s.steps[0] && s.steps[i] && s.steps[i] != s.steps[0]);
	}
	for (int i = 0; i < (s.by_step ? N_COLUMNS : BASELINE_STEP) && !status; i++)
		if (table_add_column(s.table, column_of(&s, i)) < 0)
			status = error_no_memory(err, "comparing reports");
	for (s.variant = 1; s.variant < n && !status; s.variant++)
		status = add_parts(&s, n, err);
	if (!status)
		*out = s.table;
	else
		table_free(s.table);
	return status;
}

struct compare_growth
compare_busy_growth(const struct compare_input *baseline, const struct compare_input *variant)
{
	double base = busy_of(baseline->report), time = busy_of(variant->report);
	uint32_t base_steps = compare_steps(baseline->report), steps = compare_steps(variant->report);
	struct compare_growth growth = {NAN, base_steps && steps, NULL};

	if (!(base > 0) || !(time > 0)) {
		growth.missing = base > 0 ? variant : baseline;
		return growth;
	}
	if (growth.by_step) {
		base /= base_steps;
		time /= steps;
	}
	growth.percent = 100 * (time - base) / base;
	return growth;
}
