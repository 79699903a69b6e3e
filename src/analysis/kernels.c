/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kernel_summary: kernels by name, stream and the op that launched them. */
#include "analysis/builders_priv.h"
#include "analysis/rows_priv.h"
#include "base/mem.h"
#include <string.h>

enum { COL_CATEGORY, COL_OP, COL_KERNEL, COL_STREAM, COL_SUM, COL_COUNT, COL_MEAN, COL_MIN, COL_MAX,
	COL_SHARE, COL_TOTAL };

static const struct column_def columns[] = {
	[COL_CATEGORY] = {"op_category", "Parent op category", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 16,
		"kind of that operator; graph or runtime for a launch under no operator"},
	[COL_OP] = {"cpu_op", "Parent cpu_op", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 30,
		"operator that launched the kernel, else the call"},
	[COL_KERNEL] = {"kernel", "Kernel name", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 50, "kernel"},
	[COL_STREAM] = {"stream", "Kernel stream", CELL_INT, UNIT_NONE, COLUMN_KEY, 7,
		"stream it ran on"},
	[COL_SUM] = {"sum_us", "Kernel duration (µs)_sum", CELL_TIME, UNIT_US, COLUMN_DESCENDING,
		14, "summed duration"},
	[COL_COUNT] = {"count", "Kernel duration (µs)_count", CELL_INT, UNIT_COUNT,
		COLUMN_DESCENDING, 9, "kernels"},
	[COL_MEAN] = {"mean_us", "Kernel duration (µs)_mean", CELL_REAL, UNIT_US, COLUMN_DESCENDING,
		11, "mean duration"},
	[COL_MIN] = {"min_us", "Kernel duration (µs)_min", CELL_TIME, UNIT_US, COLUMN_DESCENDING,
		11, "shortest"},
	[COL_MAX] = {"max_us", "Kernel duration (µs)_max", CELL_TIME, UNIT_US, COLUMN_DESCENDING,
		11, "longest"},
	[COL_SHARE] = {"percent", "Percent of kernels time (%)", CELL_REAL, UNIT_PERCENT,
		COLUMN_DESCENDING | COLUMN_SHARE,
		10, "share of the durations of all kernels"},
	[COL_TOTAL] = {"percent_total", "Percent of total time (%)", CELL_REAL, UNIT_PERCENT,
		COLUMN_DESCENDING, 10,
		"of the total time of gpu_timeline"},
};

struct summary {
	const char *category, *op;	/* NULL: none */
	uint32_t kernel;		/* the first */
	uint32_t count;
	int64_t sum, min, max;
};

struct summaries {
	struct keymap map;	/* category + 1, op + 1, kernel, stream in two words */
	struct summary *all;
	size_t cap;
	int64_t sum;
};

/* Whom a kernel belongs to. */
struct owner {
	const char *category, *op;
	uint32_t category_id, op_id;	/* + 1; 0: none */
};

static bool
is_graph_launch(const char *name)
{
	return strcasestr(name, "cudagraph") || strcasestr(name, "graphlaunch");
}

static void
owner_find(struct analysis *a, uint32_t call, bool gpu_only, struct owner *owner)
{
	uint32_t op, name;

	*owner = (struct owner){0};
	if (call == TRACE_NONE)
		return;
	op = tree_ancestor_op(a->tree, call);
	name = a->trace->name[op == TRACE_NONE ? call : op];
	if (op != TRACE_NONE)
		owner->category = analysis_category(a, name, analysis_first_kernel(a, op));
	else
		owner->category = is_graph_launch(trace_string(a->trace, name)) ? "graph"
		: "runtime";
	owner->category_id = analysis_text_id(a, owner->category) + 1;
	if (gpu_only)
		return;
	owner->op = trace_string(a->trace, name);
	owner->op_id = name + 1;
}

static bool
add_kernel(struct summaries *s, const struct analysis *a, const struct owner *owner, uint32_t event)
{
	const struct trace *t = a->trace;
	uint64_t stream = (uint64_t)analysis_stream(a, event);
	const uint32_t key[] = {owner->category_id, owner->op_id, t->name[event], (uint32_t)stream,
		(uint32_t)(stream >> 32)};
	uint32_t known = s->map.n, number = keymap_add(&s->map, key);
	struct summary *summary;

	if (number == KEYMAP_NONE || !mem_reserve(&s->all, &s->cap, s->map.n, sizeof(*s->all)))
		return false;
	summary = &s->all[number];
	if (number == known)
		*summary = (struct summary){.category = owner->category, .op = owner->op,
			.kernel = event, .min = INT64_MAX, .max = INT64_MIN};
	summary->count++;
	summary->sum = time_add(summary->sum, t->dur[event]);
	summary->min = t->dur[event] < summary->min ? t->dur[event] : summary->min;
	summary->max = t->dur[event] > summary->max ? t->dur[event] : summary->max;
	s->sum = time_add(s->sum, t->dur[event]);
	return true;
}

static bool
summarise(struct summaries *s, struct analysis *a, bool gpu_only)
{
	const struct trace *t = a->trace;
	uint32_t last_call = TRACE_NONE;
	struct owner owner = {0};

	for (uint32_t i = 0; i < t->n_gpus; i++) {
		uint32_t event = t->gpus[i].event, call = TRACE_NONE;

		if (t->kind[event] != EVENT_KERNEL || !analysis_is_selected(a, event))
			continue;
		if (analysis_is_linked(a, event))
			call = a->tree->parent[event];
		if (call != last_call || i == 0)
			owner_find(a, call, gpu_only, &owner);
		last_call = call;
		if (!add_kernel(s, a, &owner, event))
			return false;
	}
	return true;
}

static void
add_row(struct rows *rows, struct analysis *a, const struct summary *s, int64_t all)
{
	const struct trace *t = a->trace;
	int64_t stream = analysis_stream(a, s->kernel), total = analysis_total_ns(a);

	rows_text(rows, COL_CATEGORY, s->category);
	rows_text(rows, COL_OP, s->op);
	rows_text(rows, COL_KERNEL, trace_name(t, s->kernel));
	rows_int(rows, COL_STREAM, stream == TRACE_NO_NUMBER ? TABLE_NULL_INT : stream);
	rows_int(rows, COL_SUM, s->sum);
	rows_int(rows, COL_COUNT, s->count);
	rows_real(rows, COL_MEAN, (double)s->sum / s->count / 1e3);
	rows_int(rows, COL_MIN, s->min);
	rows_int(rows, COL_MAX, s->max);
	if (all > 0)
		rows_real(rows, COL_SHARE, (double)s->sum / (double)all * 100);
	if (total > 0)
		rows_real(rows, COL_TOTAL, (double)s->sum / (double)total * 100);
}

int
build_kernel_summary(struct analysis *a, const struct sheet *sheet, struct table **out,
	struct error *err)
{
	static const struct table_sort order[] = {{COL_SUM, true}};
	bool gpu_only = analysis_is_gpu_only(a);
	struct summaries s = {.map = {.width = 5}};
	struct rows rows;

	rows_open(&rows, sheet, columns, COLUMNS_OF(columns), gpu_only ? UINT64_C(1) << COL_OP : 0);
	if (!summarise(&s, a, gpu_only))
		a->no_memory = true;
	for (uint32_t i = 0; !a->no_memory && i < s.map.n && rows_next(&rows); i++)
		add_row(&rows, a, &s.all[i], s.sum);
	keymap_free(&s.map);
	free(s.all);
	rows_sort(&rows, order, COLUMNS_OF(order));
	return rows_close(&rows, a, out, err);
}
