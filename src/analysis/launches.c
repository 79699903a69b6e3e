/* SPDX-License-Identifier: GPL-3.0-or-later */
/* launches: what the host pays to start GPU work, and how long that waits in the queue. */
#include "analysis/builders_priv.h"
#include "analysis/rows_priv.h"
#include "base/mem.h"

enum {
	COL_CALL, COL_OP, COL_COUNT, COL_HOST, COL_HOST_MEAN, COL_HOST_MAX, COL_DELAY_MEAN,
		COL_DELAY_MEDIAN, COL_DELAY_STD,
	COL_DELAY_MIN, COL_DELAY_MAX, COL_EVENTS, COL_GPU, COL_OUTLASTED, COL_EXAMPLE
};

#define DELAY(id, title, what) {id, title, CELL_REAL, UNIT_US, COLUMN_DESCENDING, 12, what}

static const struct column_def columns[] = {
	[COL_CALL] = {"call", "Launch", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 28,
		"call that starts GPU work"},
	[COL_OP] = {"op", "Operator", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 36,
		"operator that made the call, empty when none did"},
	[COL_COUNT] = {"count", "Calls", CELL_INT, UNIT_COUNT, COLUMN_DESCENDING, 9,
		"calls that started GPU work"},
	[COL_HOST] = {"host_us", "Host time (µs)", CELL_TIME, UNIT_US,
		COLUMN_DESCENDING | COLUMN_SHARE, 12,
		"summed duration of the calls"},
	[COL_HOST_MEAN] = DELAY("host_mean_us", "Host time (µs)_mean", "mean duration of a call"),
	[COL_HOST_MAX] = DELAY("host_max_us", "Host time (µs)_max", "longest call"),
	[COL_DELAY_MEAN] = DELAY("delay_mean_us", "Queue delay (µs)_mean",
		"from the start of the call to that of its GPU work"),
	[COL_DELAY_MEDIAN] = DELAY("delay_median_us", "Queue delay (µs)_median",
		"median of the delay"),
	[COL_DELAY_STD] = DELAY("delay_std_us", "Queue delay (µs)_std", "spread of the delay"),
	[COL_DELAY_MIN] = DELAY("delay_min_us", "Queue delay (µs)_min",
		"least delay: the cost of a launch on an idle GPU"),
	[COL_DELAY_MAX] = DELAY("delay_max_us", "Queue delay (µs)_max",
		"greatest delay: how far the host was ahead"),
	[COL_EVENTS] = {"events", "GPU events", CELL_INT, UNIT_COUNT, COLUMN_DESCENDING, 10,
		"GPU events they started"},
	[COL_GPU] = {"gpu_us", "GPU time (µs)", CELL_TIME, UNIT_US, COLUMN_DESCENDING, 12,
		"summed duration of those"},
	[COL_OUTLASTED] = {"outlasted", "Shorter than launch", CELL_INT, UNIT_COUNT,
		COLUMN_DESCENDING, 9,
		"calls that took longer than the GPU work they started"},
	[COL_EXAMPLE] = {"event", "Event", CELL_INT, UNIT_EVENT, 0, 9, "the longest call"},
};

struct call {
	uint32_t event, events;
	int64_t start, gpu;	/* of its first GPU event; summed durations */
};

struct calls {
	struct keymap map;	/* call */
	struct call *all;
	size_t cap;
};

static bool
collect_calls(struct calls *calls, struct analysis *a)
{
	const struct trace *t = a->trace;

	for (uint32_t i = 0; i < t->n_gpus; i++) {
		uint32_t gpu = t->gpus[i].event, known = calls->map.n, number, event;
		struct call *call;

		if (!analysis_is_linked(a, gpu) || !analysis_is_selected(a, gpu))
			continue;
		event = a->tree->parent[gpu];
		number = keymap_add(&calls->map, &event);
		if (number == KEYMAP_NONE || !mem_reserve(&calls->all, &calls->cap, calls->map.n,
			sizeof(*calls->all)))
			return false;
		call = &calls->all[number];
		if (number == known)
			*call = (struct call){event, 0, t->ts[gpu], 0};
		call->events++;
		call->start = t->ts[gpu] < call->start ? t->ts[gpu] : call->start;
		call->gpu = time_add(call->gpu, t->dur[gpu]);
	}
	return true;
}

static bool
group_calls(struct keymap *map, struct buckets *buckets, struct analysis *a,
	const struct calls *calls)
{
	uint32_t *group = mem_alloc(calls->map.n, sizeof(*group));
	bool good = group != NULL;

	for (uint32_t i = 0; good && i < calls->map.n; i++) {
		uint32_t call = calls->all[i].event, op = tree_launcher(a->tree, call);
		const uint32_t key[] = {a->trace->name[call], op == call ? 0
			: a->trace->name[op] + 1};

		group[i] = keymap_add(map, key);
		good = group[i] != KEYMAP_NONE;
	}
	good = good && buckets_make(buckets, group, calls->map.n, map->n);
	free(group);
	return good;
}

/* One row; values has room for the group's calls. */
static void
add_row(struct rows *rows, const struct trace *t, const struct calls *calls,
	const uint32_t *members, uint32_t n,
	int64_t *values)
{
	static const unsigned delays[] = {COL_DELAY_MEAN, COL_DELAY_MEDIAN, COL_DELAY_STD,
		COL_DELAY_MIN, COL_DELAY_MAX};
	uint32_t longest = calls->all[members[0]].event;
	int64_t host = 0, gpu = 0, events = 0, outlasted = 0;
	struct stats stats;

	for (uint32_t i = 0; i < n; i++) {
		const struct call *call = &calls->all[members[i]];

		host = time_add(host, t->dur[call->event]);
		gpu = time_add(gpu, call->gpu);
		events += call->events;
		outlasted += call->gpu < t->dur[call->event];
		longest = t->dur[call->event] > t->dur[longest] ? call->event : longest;
		values[i] = call->start - t->ts[call->event];
	}
	stats_of_times(&stats, values, n, 1e3);
	rows_stats(rows, delays, &stats);
	rows_int(rows, COL_COUNT, n);
	rows_int(rows, COL_HOST, host);
	rows_real(rows, COL_HOST_MEAN, (double)host / n / 1e3);
	rows_real(rows, COL_HOST_MAX, (double)t->dur[longest] / 1e3);
	rows_int(rows, COL_EVENTS, events);
	rows_int(rows, COL_GPU, gpu);
	rows_int(rows, COL_OUTLASTED, outlasted);
	rows_int(rows, COL_EXAMPLE, longest);
}

int
build_launches(struct analysis *a, const struct sheet *sheet, struct table **out, struct error *err)
{
	static const struct table_sort order[] = {{COL_HOST, true}};
	struct calls calls = {.map = {.width = 1}};
	struct keymap map = {.width = 2};
	struct buckets buckets = {0};
	struct rows rows;
	int64_t *values = NULL;

	rows_open(&rows, sheet, columns, COLUMNS_OF(columns), 0);
	if (!collect_calls(&calls, a) || !group_calls(&map, &buckets, a, &calls)
		|| !(values = mem_alloc(calls.map.n, sizeof(*values))))
		a->no_memory = true;
	for (uint32_t i = 0; !a->no_memory && i < map.n && rows_next(&rows); i++) {
		const uint32_t *key = keymap_key(&map, i);

		rows_text(&rows, COL_CALL, trace_string(a->trace, key[0]));
		rows_text(&rows, COL_OP, key[1] ? trace_string(a->trace, key[1] - 1) : NULL);
		add_row(&rows, a->trace, &calls, buckets.members + buckets.starts[i],
			buckets.starts[i + 1] - buckets.starts[i],
			values);
	}
	free(values);
	buckets_free(&buckets);
	keymap_free(&map);
	keymap_free(&calls.map);
	free(calls.all);
	rows_sort(&rows, order, COLUMNS_OF(order));
	return rows_close(&rows, a, out, err);
}
