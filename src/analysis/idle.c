/* SPDX-License-Identifier: GPL-3.0-or-later */
/* idle_causes and idle_by_cause: why the GPU stood still. */
#include "analysis/builders_priv.h"
#include "analysis/idle.h"
#include "analysis/rows_priv.h"

enum {
	GAP_LENGTH, GAP_START, GAP_CAUSE, GAP_LOOK, GAP_LOOK_NAME, GAP_LATE, GAP_QUEUED, GAP_BEFORE,
		GAP_BEFORE_NAME,
	GAP_AFTER, GAP_AFTER_NAME, GAP_LAUNCH
};

static const struct column_def gap_columns[] = {
	[GAP_LENGTH] = {"idle_us", "Idle (µs)", CELL_TIME, UNIT_US,
		COLUMN_DESCENDING | COLUMN_SHARE, 12,
		"time in which no GPU event ran"},
	[GAP_START] = {"start_ms", "Start (ms)", CELL_TIME, UNIT_MS, COLUMN_KEY, 12,
		"from the trace's start"},
	[GAP_CAUSE] = {"cause", "Cause", CELL_TEXT, UNIT_NONE, 0, 20, "what the GPU waited for"},
	[GAP_LOOK] = {"event", "Event", CELL_INT, UNIT_EVENT, 0, 9, "host event to look at"},
	[GAP_LOOK_NAME] = {"event_name", "Event name", CELL_TEXT, UNIT_NONE, 0, 36, "its name"},
	[GAP_LATE] = {"host_us", "Until launch (µs)", CELL_TIME, UNIT_US, COLUMN_DESCENDING, 12,
		"of the gap, before the host made the launch that ended it"},
	[GAP_QUEUED] = {"queued_us", "After launch (µs)", CELL_TIME, UNIT_US, COLUMN_DESCENDING, 12,
		"the rest of the gap"},
	[GAP_BEFORE] = {"before", "Before", CELL_INT, UNIT_EVENT, COLUMN_NOISY, 9,
		"GPU event that ended last"},
	[GAP_BEFORE_NAME] = {"before_name", "Before name", CELL_TEXT, UNIT_NONE, COLUMN_NOISY, 30,
		"its name"},
	[GAP_AFTER] = {"after", "After", CELL_INT, UNIT_EVENT, 0, 9,
		"GPU event that ended the gap"},
	[GAP_AFTER_NAME] = {"after_name", "After name", CELL_TEXT, UNIT_NONE, 0, 30, "its name"},
	[GAP_LAUNCH] = {"launch", "Launch", CELL_INT, UNIT_EVENT, 0, 9, "call that launched it"},
};

/* The launch may be outside of the time that the tree was cut to. */
static uint32_t
launch_of(struct analysis *a, uint32_t gpu)
{
	return gpu == TRACE_NONE ? TRACE_NONE : analysis_whole(a)->tree->parent[gpu];
}

static void
add_event(struct rows *rows, const struct trace *trace, uint32_t event, int id, int name)
{
	if (event == TRACE_NONE)
		return;
	rows_int(rows, id, event);
	rows_text(rows, name, trace_name(trace, event));
}

static void
add_gap(struct rows *rows, struct analysis *a, const struct idle_gap *gap)
{
	uint32_t launch = launch_of(a, gap->after);

	rows_int(rows, GAP_LENGTH, gap->end - gap->start);
	rows_int(rows, GAP_START, gap->start);
	rows_text(rows, GAP_CAUSE, idle_texts[gap->cause].name);
	add_event(rows, a->trace, gap->look, GAP_LOOK, GAP_LOOK_NAME);
	if (launch != TRACE_NONE) {
		rows_int(rows, GAP_LATE, gap->late);
		rows_int(rows, GAP_QUEUED, gap->end - gap->start - gap->late);
		rows_int(rows, GAP_LAUNCH, launch);
	}
	add_event(rows, a->trace, gap->before, GAP_BEFORE, GAP_BEFORE_NAME);
	add_event(rows, a->trace, gap->after, GAP_AFTER, GAP_AFTER_NAME);
}

int
build_idle_causes(struct analysis *a, const struct sheet *sheet, struct table **out,
	struct error *err)
{
	static const struct table_sort order[] = {{GAP_LENGTH, true}};
	const struct idle *idle = analysis_idle(a);
	struct rows rows;

	rows_open(&rows, sheet, gap_columns, COLUMNS_OF(gap_columns), 0);
	for (uint32_t i = 0; idle && i < idle->n && rows_next(&rows); i++)
		add_gap(&rows, a, &idle->gaps[i]);
	rows_sort(&rows, order, COLUMNS_OF(order));
	return rows_close(&rows, a, out, err);
}

/* --- idle_by_cause ------------------------------------------------------------ */

enum { SUM_CAUSE, SUM_GAPS, SUM_TIME, SUM_SHARE, SUM_RUNNING, SUM_MEAN, SUM_LONGEST, SUM_EVENT,
	SUM_HELP };

static const struct column_def sum_columns[] = {
	[SUM_CAUSE] = {"cause", "Cause", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 20,
		"what the GPU waited for"},
	[SUM_GAPS] = {"gaps", "Gaps", CELL_INT, UNIT_COUNT, COLUMN_DESCENDING, 9,
		"gaps of that cause"},
	[SUM_TIME] = {"idle_ms", "Idle (ms)", CELL_TIME, UNIT_MS, COLUMN_DESCENDING, 12,
		"their summed length"},
	[SUM_SHARE] = {"percent", "Percentage (%)", CELL_REAL, UNIT_PERCENT,
		COLUMN_DESCENDING | COLUMN_SHARE, 10,
		"share of all gaps"},
	[SUM_RUNNING] = {"cumulative", "Cumulative Percentage (%)", CELL_REAL, UNIT_PERCENT, 0, 10,
		"share of this row and those above"},
	[SUM_MEAN] = {"mean_us", "Mean (µs)", CELL_REAL, UNIT_US, COLUMN_DESCENDING, 12,
		"mean length"},
	[SUM_LONGEST] = {"longest_us", "Longest (µs)", CELL_TIME, UNIT_US, COLUMN_DESCENDING, 12,
		"longest of them"},
	[SUM_EVENT] = {"event", "Event", CELL_INT, UNIT_EVENT, 0, 9,
		"host event to look at for the longest"},
	[SUM_HELP] = {"meaning", "Meaning", CELL_TEXT, UNIT_NONE, 0, 50, "what the cause means"},
};

struct cause_sum {
	int64_t count, sum;
	const struct idle_gap *longest;
};

static void
add_cause(struct rows *rows, enum idle_cause cause, const struct cause_sum *sum)
{
	rows_text(rows, SUM_CAUSE, idle_texts[cause].name);
	rows_text(rows, SUM_HELP, idle_texts[cause].help);
	rows_int(rows, SUM_GAPS, sum->count);
	rows_int(rows, SUM_TIME, sum->sum);
	rows_real(rows, SUM_MEAN, (double)sum->sum / (double)sum->count / 1e3);
	rows_int(rows, SUM_LONGEST, sum->longest->end - sum->longest->start);
	if (sum->longest->look != TRACE_NONE)
		rows_int(rows, SUM_EVENT, sum->longest->look);
}

int
build_idle_by_cause(struct analysis *a, const struct sheet *sheet, struct table **out,
	struct error *err)
{
	static const struct table_sort order[] = {{SUM_TIME, true}};
	const struct idle *idle = analysis_idle(a);
	struct cause_sum sums[IDLE_CAUSES] = {{0}};
	struct rows rows;

	for (uint32_t i = 0; idle && i < idle->n; i++) {
		const struct idle_gap *gap = &idle->gaps[i];
		struct cause_sum *sum = &sums[gap->cause];

		sum->count++;
		sum->sum = time_add(sum->sum, gap->end - gap->start);
		if (!sum->longest
			|| gap->end - gap->start > sum->longest->end - sum->longest->start)
			sum->longest = gap;
	}
	rows_open(&rows, sheet, sum_columns, COLUMNS_OF(sum_columns), 0);
	for (int cause = 0; cause < IDLE_CAUSES; cause++)
		if (sums[cause].count && rows_next(&rows))
			add_cause(&rows, cause, &sums[cause]);
	rows_sort(&rows, order, COLUMNS_OF(order));
	rows_shares(&rows, SUM_TIME, SUM_SHARE, SUM_RUNNING);
	return rows_close(&rows, a, out, err);
}
