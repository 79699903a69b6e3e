/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memcpy: copies and memsets by what they move and how much. */
#include "analysis/builders_priv.h"
#include "analysis/rows_priv.h"
#include "base/mem.h"

enum { COL_KIND, COL_BYTES, COL_COUNT, COL_SUM, COL_MEAN, COL_MIN, COL_MAX, COL_MOVED, COL_RATE,
	COL_RECORDED, COL_EXAMPLE };

static const struct column_def columns[] = {
	[COL_KIND] = {"kind", "Kind", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 34,
		"name of the copy or memset"},
	[COL_BYTES] = {"bytes", "Size (bytes)", CELL_INT, UNIT_BYTES,
		COLUMN_KEY | COLUMN_DESCENDING, 12,
		"size of each, empty when not recorded"},
	[COL_COUNT] = {"count", "Count", CELL_INT, UNIT_COUNT, COLUMN_DESCENDING, 9, "how many"},
	[COL_SUM] = {"sum_us", "Time (µs)", CELL_TIME, UNIT_US, COLUMN_DESCENDING | COLUMN_SHARE,
		12, "summed duration"},
	[COL_MEAN] = {"mean_us", "Mean time (µs)", CELL_REAL, UNIT_US, COLUMN_DESCENDING, 12,
		"mean duration"},
	[COL_MIN] = {"min_us", "Min time (µs)", CELL_TIME, UNIT_US, COLUMN_DESCENDING, 12,
		"shortest"},
	[COL_MAX] = {"max_us", "Max time (µs)", CELL_TIME, UNIT_US, COLUMN_DESCENDING, 12,
		"longest"},
	[COL_MOVED] = {"moved_mb", "Moved (MB)", CELL_REAL, UNIT_MB, COLUMN_DESCENDING, 12,
		"all of them together, MB of 2^20"},
	[COL_RATE] = {"rate", "Bandwidth (GB/s)", CELL_REAL, UNIT_GBS, COLUMN_DESCENDING, 12,
		"bytes by summed duration, GB of 10^9"},
	[COL_RECORDED] = {"recorded_rate", "Recorded bandwidth (GB/s)", CELL_REAL, UNIT_GBS,
		COLUMN_DESCENDING, 12,
		"mean of what the profiler wrote, which counts GB of 10^9"},
	[COL_EXAMPLE] = {"event", "Event", CELL_INT, UNIT_EVENT, 0, 9, "the longest of them"},
};

struct copies {		/* of one name and size */
	uint32_t longest;	/* event */
	int64_t bytes;		/* TABLE_NULL_INT: not recorded */
	uint32_t count, recorded;
	int64_t sum, min;
	double rates;		/* sum of the recorded ones */
};

struct copy_groups {
	struct keymap map;	/* name, size in two words */
	struct copies *all;
	size_t cap;
};

static bool
add_copy(struct copy_groups *groups, const struct trace *t, uint32_t event,
	const struct trace_copy *told)
{
	int64_t bytes = told ? told->bytes : TABLE_NULL_INT;
	const uint32_t key[] = {t->name[event], (uint32_t)(uint64_t)bytes,
		(uint32_t)((uint64_t)bytes >> 32)};
	uint32_t known = groups->map.n, number = keymap_add(&groups->map, key);
	struct copies *c;

	if (number == KEYMAP_NONE || !mem_reserve(&groups->all, &groups->cap, groups->map.n,
		sizeof(*groups->all)))
		return false;
	c = &groups->all[number];
	if (number == known)
		*c = (struct copies){.longest = event, .bytes = bytes, .min = INT64_MAX};
	c->count++;
	c->sum = time_add(c->sum, t->dur[event]);
	c->min = t->dur[event] < c->min ? t->dur[event] : c->min;
	if (t->dur[event] > t->dur[c->longest])
		c->longest = event;
	if (told && !isnan(told->bandwidth)) {
		c->recorded++;
		c->rates += told->bandwidth;
	}
	return true;
}

static bool
group_copies(struct copy_groups *groups, struct analysis *a)
{
	const struct trace *t = a->trace;
	uint32_t told = 0;

	for (uint32_t i = 0; i < t->n_gpus; i++) {
		uint32_t event = t->gpus[i].event;

		while (told < t->n_copies && t->copies[told].event < event)
			told++;
		/* some of ROCm's copies are recorded as kernels */
		if ((analysis_gpu_class(a, event) != GPU_COPY && t->kind[event] != EVENT_MEMSET)
			|| t->flags[event] & EVENT_BAD_DURATION
			|| !analysis_is_selected(a, event))
			continue;
		if (!add_copy(groups, t, event, told < t->n_copies && t->copies[told].event == event
			? &t->copies[told] : NULL))
			return false;
	}
	return true;
}

static void
add_row(struct rows *rows, const struct trace *t, const struct copies *c)
{
	double moved = (double)c->bytes * c->count;

	rows_text(rows, COL_KIND, trace_name(t, c->longest));
	rows_int(rows, COL_BYTES, c->bytes);
	rows_int(rows, COL_COUNT, c->count);
	rows_int(rows, COL_SUM, c->sum);
	rows_real(rows, COL_MEAN, (double)c->sum / c->count / 1e3);
	rows_int(rows, COL_MIN, c->min);
	rows_int(rows, COL_MAX, t->dur[c->longest]);
	if (c->bytes != TABLE_NULL_INT) {
		rows_real(rows, COL_MOVED, moved / (1024 * 1024));
		if (c->sum > 0)
			/* bytes a ns are GB a s */
			rows_real(rows, COL_RATE, moved / (double)c->sum);
	}
	if (c->recorded)
		rows_real(rows, COL_RECORDED, c->rates / c->recorded);
	rows_int(rows, COL_EXAMPLE, c->longest);
}

int
build_copies(struct analysis *a, const struct sheet *sheet, struct table **out, struct error *err)
{
	static const struct table_sort order[] = {{COL_SUM, true}};
	struct copy_groups groups = {.map = {.width = 3}};
	struct rows rows;

	rows_open(&rows, sheet, columns, COLUMNS_OF(columns), 0);
	if (!group_copies(&groups, a))
		a->no_memory = true;
	for (uint32_t i = 0; !a->no_memory && i < groups.map.n && rows_next(&rows); i++)
		add_row(&rows, a->trace, &groups.all[i]);
	keymap_free(&groups.map);
	free(groups.all);
	rows_sort(&rows, order, COLUMNS_OF(order));
	return rows_close(&rows, a, out, err);
}
