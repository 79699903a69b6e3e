/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * unified_perf_summary: all GPU work by op and arguments, with the work of those that have a model.
 */
#include "analysis/builders_priv.h"
#include "analysis/callstack.h"
#include "analysis/collect.h"
#include "analysis/kernel_list.h"
#include "analysis/overlap.h"
#include "analysis/rounding.h"
#include "base/mem.h"
#include <stdlib.h>
#include <string.h>

enum {
	COL_NAME, COL_CATEGORY, COL_PROCESS, COL_LABEL, COL_THREAD, COL_DIMS, COL_TYPES,
		COL_STRIDES, COL_CONCRETE,
	COL_RECOMPUTE, COL_UID, COL_COUNT, COL_DUR_SUM, COL_DUR_MEAN, COL_DUR_STD,
	COL_GFLOPS, COL_MB, COL_INTENSITY, COL_SPEC, COL_BOUND,
	COL_TBS_MEAN, COL_TBS_STD, COL_TFLOPS_MEAN, COL_TFLOPS_STD, COL_KERNEL_MEAN, COL_KERNEL_STD,
	COL_KERNEL_SUM,
	COL_DUR_MEDIAN, COL_DUR_MIN, COL_DUR_MAX, COL_TBS_MEDIAN, COL_TBS_MIN, COL_TBS_MAX,
	COL_TFLOPS_MEDIAN, COL_TFLOPS_MIN, COL_TFLOPS_MAX,
	COL_ROOFLINE, COL_PCT_MEAN, COL_PCT_MEDIAN, COL_PCT_STD, COL_PCT_MIN, COL_PCT_MAX,
	COL_KERNEL_MEDIAN, COL_KERNEL_MIN, COL_KERNEL_MAX, COL_KERNELS, COL_KERNELS_BRIEF,
	COL_PARAMS, COL_MODELLED,
	COL_ENTRY, COL_STACK, COL_MODULE, COL_SHARE, COL_RUNNING, COL_EVENT
};

#define TEXT(id, title, flags, width, what) {id, title, CELL_TEXT, UNIT_NONE, flags, width, what}
#define REAL(id, title, unit, what) {id, title, CELL_REAL, unit, COLUMN_DESCENDING, 11, what}
#define HELP_HOST "time of the op on the host"
#define HELP_KERNEL "merged time of its GPU events"
#define HELP_TBS "bytes moved by kernel time, TB of 10^12"
#define HELP_TFLOPS "FLOPs by kernel time"
#define HELP_PCT "time at the roofline by kernel time: 100 is as fast as the GPU allows"

static const struct column_def columns[] = {
	[COL_NAME] = TEXT("name", "name", COLUMN_KEY, 40,
		"operator; or launch and kernel where no row of an op holds the kernel"),
	[COL_CATEGORY] = TEXT("op_category", "op category", COLUMN_KEY, 14, "kind of operator"),
	[COL_PROCESS] = TEXT("process_name", "process_name", COLUMN_KEY | COLUMN_NOISY, 10,
		"process"),
	[COL_LABEL] = TEXT("process_label", "process_label", COLUMN_KEY | COLUMN_NOISY, 10,
		"the process's label"),
	[COL_THREAD] = TEXT("thread_name", "thread_name", COLUMN_KEY | COLUMN_NOISY, 16, "thread"),
	[COL_DIMS] = TEXT("input_dims", "Input Dims", COLUMN_KEY, 30, "shapes of the arguments"),
	[COL_TYPES] = TEXT("input_type", "Input type", COLUMN_KEY, 20, "types of the arguments"),
	[COL_STRIDES] = TEXT("input_strides", "Input Strides", COLUMN_KEY | COLUMN_NOISY, 20,
		"strides of the arguments, in elements"),
	[COL_CONCRETE] = TEXT("concrete_inputs", "Concrete Inputs", COLUMN_KEY | COLUMN_NOISY, 20,
		"values of the arguments that are no tensors"),
	[COL_RECOMPUTE] = {"is_recompute", "is_recompute", CELL_BOOL, UNIT_NONE, COLUMN_KEY, 12,
		"whether the op computed forward activations again"},
	[COL_UID] = {"ex_uid", "ex_UID", CELL_INT, UNIT_NONE, 0, 9,
		"event of the first, or a number past all events where the row is made up"},
	[COL_COUNT] = {"operation_count", "operation_count", CELL_INT, UNIT_COUNT,
		COLUMN_DESCENDING, 9,
		"ops with these arguments"},
	[COL_DUR_SUM] = {"host_us", "total_duration_us", CELL_TIME, UNIT_US, COLUMN_DESCENDING, 12,
		HELP_HOST},
	[COL_DUR_MEAN] = REAL("host_mean_us", "mean_duration_us", UNIT_US, HELP_HOST),
	[COL_DUR_STD] = REAL("host_std_us", "std_duration_us", UNIT_US, HELP_HOST),
	[COL_GFLOPS] = REAL("gflops", "GFLOPS", UNIT_GFLOP, "arithmetic of one op, 10^9"),
	[COL_MB] = REAL("data_mb", "Data Moved (MB)", UNIT_MB,
		"bytes one op must move, MB of 2^20"),
	[COL_INTENSITY] = REAL("intensity", "FLOPS/Byte", UNIT_INTENSITY, "arithmetic intensity"),
	[COL_SPEC] = TEXT("compute_spec", "Compute Spec", 0, 14,
		"which of the GPU's limits counts"),
	[COL_BOUND] = TEXT("bound", "Roofline Bound", 0, 14, "what limits the op at the roofline"),
	[COL_TBS_MEAN] = REAL("tbs", "TB/s_mean", UNIT_TBS, HELP_TBS),
	[COL_TBS_STD] = REAL("tbs_std", "TB/s_std", UNIT_TBS, HELP_TBS),
	[COL_TFLOPS_MEAN] = REAL("tflops", "TFLOPS/s_mean", UNIT_TFLOPS, HELP_TFLOPS),
	[COL_TFLOPS_STD] = REAL("tflops_std", "TFLOPS/s_std", UNIT_TFLOPS, HELP_TFLOPS),
	[COL_KERNEL_MEAN] = REAL("kernel_mean_us", "Kernel Time (µs)_mean", UNIT_US, HELP_KERNEL),
	[COL_KERNEL_STD] = REAL("kernel_std_us", "Kernel Time (µs)_std", UNIT_US, HELP_KERNEL),
	[COL_KERNEL_SUM] = {"kernel_us", "Kernel Time (µs)_sum", CELL_TIME, UNIT_US,
		COLUMN_DESCENDING, 14, HELP_KERNEL},
	[COL_DUR_MEDIAN] = REAL("host_median_us", "duration_us_median", UNIT_US, HELP_HOST),
	[COL_DUR_MIN] = REAL("host_min_us", "duration_us_min", UNIT_US, HELP_HOST),
	[COL_DUR_MAX] = REAL("host_max_us", "duration_us_max", UNIT_US, HELP_HOST),
	[COL_TBS_MEDIAN] = REAL("tbs_median", "TB/s_median", UNIT_TBS, HELP_TBS),
	[COL_TBS_MIN] = REAL("tbs_min", "TB/s_min", UNIT_TBS, HELP_TBS),
	[COL_TBS_MAX] = REAL("tbs_max", "TB/s_max", UNIT_TBS, HELP_TBS),
	[COL_TFLOPS_MEDIAN] = REAL("tflops_median", "TFLOPS/s_median", UNIT_TFLOPS, HELP_TFLOPS),
	[COL_TFLOPS_MIN] = REAL("tflops_min", "TFLOPS/s_min", UNIT_TFLOPS, HELP_TFLOPS),
	[COL_TFLOPS_MAX] = REAL("tflops_max", "TFLOPS/s_max", UNIT_TFLOPS, HELP_TFLOPS),
	[COL_ROOFLINE] = REAL("roofline_us", "Roofline Time (µs)_first", UNIT_US,
		"least time the GPU's limits allow one op"),
	[COL_PCT_MEAN] = {"roofline_percent", "Pct Roofline_mean", CELL_REAL, UNIT_PERCENT,
		COLUMN_SHARE, 11, HELP_PCT},
	[COL_PCT_MEDIAN] = REAL("roofline_percent_median", "Pct Roofline_median", UNIT_PERCENT,
		HELP_PCT),
	[COL_PCT_STD] = REAL("roofline_percent_std", "Pct Roofline_std", UNIT_PERCENT, HELP_PCT),
	[COL_PCT_MIN] = REAL("roofline_percent_min", "Pct Roofline_min", UNIT_PERCENT, HELP_PCT),
	[COL_PCT_MAX] = REAL("roofline_percent_max", "Pct Roofline_max", UNIT_PERCENT, HELP_PCT),
	[COL_KERNEL_MEDIAN] = REAL("kernel_median_us", "Kernel Time (µs)_median", UNIT_US,
		HELP_KERNEL),
	[COL_KERNEL_MIN] = REAL("kernel_min_us", "Kernel Time (µs)_min", UNIT_US, HELP_KERNEL),
	[COL_KERNEL_MAX] = REAL("kernel_max_us", "Kernel Time (µs)_max", UNIT_US, HELP_KERNEL),
	[COL_KERNELS] = TEXT("kernels", "kernel_details_summary", COLUMN_NOISY, 30,
		"its GPU events, as JSON"),
	[COL_KERNELS_BRIEF] = TEXT("kernels_brief", "trunc_kernel_details", COLUMN_NOISY, 30,
		"the same in short"),
	[COL_PARAMS] = TEXT("perf_params", "perf_params", COLUMN_NOISY, 30,
		"what the model read from the arguments"),
	[COL_MODELLED] = {"has_perf_model", "has_perf_model", CELL_BOOL, UNIT_NONE, 0, 8,
		"whether a model counts the work"},
	[COL_ENTRY] = TEXT("entry_point", "entry_point", 0, 40,
		"line of Python that called for it (the first), or one below it of its name"),
	[COL_STACK] = TEXT("call_stack", "call_stack_full", COLUMN_NOISY, 40,
		"modules, functions and ops around it and down to its kernels (the first)"),
	[COL_MODULE] = TEXT("module", "nn.Module", 0, 30, "modules around it (the first)"),
	[COL_SHARE] = {"percent", "Percentage (%)", CELL_REAL, UNIT_PERCENT,
		COLUMN_DESCENDING | COLUMN_SHARE, 10,
		"share of all kernel time"},
	[COL_RUNNING] = {"cumulative", "Cumulative Percentage (%)", CELL_REAL, UNIT_PERCENT, 0, 10,
		"share of this row and those above"},
	[COL_EVENT] = {"event", "Event", CELL_INT, UNIT_EVENT, 0, 9,
		"the first op, or the kernel where the row is made up"},
};

/* All rows' ops, and the groups they fall into. */
struct unified {
	const struct perf_events *events;
	struct perf *perfs;		/* by event */
	struct keymap map;
	struct buckets buckets;
	int64_t *times;			/* scratch for a group */
	double *reals;
};

/* GPU events of a row's op: those below it, or the one that the row was made up for. */
static uint32_t
member_gpu(struct analysis *a, const void *data, uint32_t member, const uint32_t **list)
{
	const struct perf_event *e = &((const struct perf_events *)data)->all[member];

	*list = &e->kernel;
	return e->kernel == TRACE_NONE ? perf_gpu_events(a, e->event, false, list) : 1;
}

/*
 * GPU events by which its overlap is told: those that the op started itself, also where the row is
 * made up for one of them; if nothing ran beside these, those of the row.
 */
static uint32_t
overlap_gpu(struct analysis *a, const void *data, uint32_t member, const uint32_t **list)
{
	const struct perf_event *e = &((const struct perf_events *)data)->all[member];
	uint32_t n = overlap_launched(a, e->event, list);

	return overlap_any(a, *list, n) ? n : member_gpu(a, data, member, list);
}

static uint32_t
member_overlap(struct analysis *a, const struct perf_events *events, uint32_t member)
{
	const uint32_t *gpu;
	uint32_t n = overlap_gpu(a, events, member, &gpu);

	return overlap_key(a, gpu, n);
}

static bool
group_events(struct unified *u, struct analysis *a, bool overlap)
{
	uint32_t *group = mem_alloc(u->events->n, sizeof(*group));
	bool good = group != NULL;

	u->map.width = 6;
	for (uint32_t i = 0; good && i < u->events->n; i++) {
		const struct perf_event *e = &u->events->all[i];
		const uint32_t key[] = {e->name, e->category_id, analysis_place_id(a, e->event),
			analysis_signature(a, e->event),
			a->options.recompute && analysis_is_recomputed(a, e->event),
			overlap ? member_overlap(a, u->events, i) : 0};

		group[i] = keymap_add(&u->map, key);
		good = group[i] != KEYMAP_NONE;
	}
	good = good && buckets_make(&u->buckets, group, u->events->n, u->map.n);
	free(group);
	return good;
}

static const struct model_result *
result_of(struct analysis *a, const struct perf_event *e)
{
	return e->modelled == TRACE_NONE ? NULL : perf_result(a, e->modelled, e->backward);
}

static bool
unified_make(struct unified *u, struct analysis *a, bool overlap)
{
	*u = (struct unified){.events = analysis_perf_events(a)};
	if (!u->events)
		return false;
	u->perfs = mem_alloc(u->events->n, sizeof(*u->perfs));
	u->times = mem_alloc(u->events->n, sizeof(*u->times));
	u->reals = mem_alloc(u->events->n, sizeof(*u->reals));
	if (!u->perfs || !u->times || !u->reals)
		return false;
	for (uint32_t i = 0; i < u->events->n; i++)
		perf_make(&u->perfs[i], a, result_of(a, &u->events->all[i]),
		u->events->all[i].kernel_ns);
	return group_events(u, a, overlap);
}

static void
unified_free(struct unified *u)
{
	free(u->perfs);
	free(u->times);
	free(u->reals);
	keymap_free(&u->map);
	buckets_free(&u->buckets);
}

/* --- cells -------------------------------------------------------------------- */

static void
add_keys(struct rows *rows, struct analysis *a, const struct perf_event *e)
{
	const struct place *place = analysis_place(a, e->event);

	rows_text(rows, COL_NAME, intern_text(&a->texts, e->name));
	rows_text(rows, COL_CATEGORY, e->category);
	rows_text(rows, COL_PROCESS, place->process);
	rows_text(rows, COL_LABEL, place->label);
	rows_text(rows, COL_THREAD, place->thread);
	for (int which = 0; which < ARGUMENTS; which++)
		rows_text(rows, COL_DIMS + which, analysis_argument(a, e->event, which,
		ARGTEXT_TUPLES));
	rows_int(rows, COL_RECOMPUTE, analysis_is_recomputed(a, e->event));
	rows_int(rows, COL_UID, e->uid);
	rows_int(rows, COL_EVENT, e->kernel == TRACE_NONE ? e->event : e->kernel);
	rows_int(rows, COL_MODELLED, e->modelled != TRACE_NONE);
}

static void
add_times(struct rows *rows, const struct unified *u, const struct trace *t,
	const uint32_t *members, uint32_t n)
{
	static const unsigned host[] = {COL_DUR_MEAN, COL_DUR_MEDIAN, COL_DUR_STD, COL_DUR_MIN,
		COL_DUR_MAX};
	static const unsigned kernel[] = {COL_KERNEL_MEAN, COL_KERNEL_MEDIAN, COL_KERNEL_STD,
		COL_KERNEL_MIN, COL_KERNEL_MAX};
	int64_t host_sum = 0, kernel_sum = 0;
	struct stats stats;

	for (uint32_t i = 0; i < n; i++) {
		u->times[i] = t->dur[u->events->all[members[i]].event];
		host_sum = time_add(host_sum, u->times[i]);
	}
	stats_of_times(&stats, u->times, n, 1e3);
	rows_stats(rows, host, &stats);
	for (uint32_t i = 0; i < n; i++) {
		u->times[i] = u->events->all[members[i]].kernel_ns;
		kernel_sum = time_add(kernel_sum, u->times[i]);
	}
	stats_of_times(&stats, u->times, n, 1e3);
	rows_stats(rows, kernel, &stats);
	rows_int(rows, COL_COUNT, n);
	rows_int(rows, COL_DUR_SUM, host_sum);
	rows_int(rows, COL_KERNEL_SUM, kernel_sum);
}

static void
add_perf(struct rows *rows, const struct unified *u, const uint32_t *members, uint32_t n)
{
	static const unsigned tbs[] = {COL_TBS_MEAN, COL_TBS_MEDIAN, COL_TBS_STD, COL_TBS_MIN,
		COL_TBS_MAX};
	static const unsigned tflops[] = {COL_TFLOPS_MEAN, COL_TFLOPS_MEDIAN, COL_TFLOPS_STD,
		COL_TFLOPS_MIN, COL_TFLOPS_MAX};
	static const unsigned percent[] = {COL_PCT_MEAN, COL_PCT_MEDIAN, COL_PCT_STD, COL_PCT_MIN,
		COL_PCT_MAX};
	struct perf_group group;

	perf_group_make(&group, u->perfs, members, n, u->reals);
	rows_real(rows, COL_GFLOPS, group.first.gflops);
	rows_real(rows, COL_MB, group.first.megabytes);
	rows_real(rows, COL_INTENSITY, group.first.intensity);
	rows_text(rows, COL_SPEC, group.first.spec);
	rows_text(rows, COL_BOUND, group.first.bound);
	rows_real(rows, COL_ROOFLINE, group.first.roofline_us);
	rows_stats(rows, tbs, &group.tbs);
	rows_stats(rows, tflops, &group.tflops);
	rows_stats(rows, percent, &group.percent);
}

static void
add_kernels(struct rows *rows, struct kernel_list *list, const struct unified *u,
	struct analysis *a,
	const uint32_t *members, uint32_t n)
{
	kernel_list_begin(list);
	for (uint32_t i = 0; i < n; i++) {
		const uint32_t *gpu;
		uint32_t n_gpu = member_gpu(a, u->events, members[i], &gpu);

		kernel_list_add(list, gpu, n_gpu);
	}
	rows_text(rows, COL_KERNELS, kernel_list_text(list, &rows->table->arena, false));
	rows_text(rows, COL_KERNELS_BRIEF, kernel_list_text(list, &rows->table->arena, true));
}

/* A GPU event of a row's first op and what it and its like took. */
struct kernel_total {
	uint32_t gpu;
	int64_t sum;
	const char *name;
};

static int
compare_totals(const void *one, const void *other)
{
	const struct kernel_total *x = one, *y = other;
	int order;

	if (x->sum != y->sum)
		return x->sum < y->sum ? -1 : 1;
	order = strcmp(x->name, y->name);
	return order ? order : (x->gpu > y->gpu) - (x->gpu < y->gpu);
}

/*
 * GPU events of a row's first op, those that took least first: with the ones in the same place of
 * the row's other ops, where they have as many. NULL when memory runs out.
 */
static uint32_t *
first_kernels(const struct unified *u, struct analysis *a, const uint32_t *members, uint32_t n,
	uint32_t *n_gpu)
{
	const uint32_t *gpu;
	uint32_t *list, count = member_gpu(a, u->events, members[0], &gpu);
	struct kernel_total *totals = mem_alloc(count, sizeof(*totals));

	*n_gpu = count;
	list = mem_alloc(count, sizeof(*list));
	for (uint32_t i = 0; totals && i < count; i++)
		totals[i] = (struct kernel_total){gpu[i], 0, trace_name(a->trace, gpu[i])};
	for (uint32_t m = 0; totals && m < n; m++)
		if (member_gpu(a, u->events, members[m], &gpu) == count)
			for (uint32_t i = 0; i < count; i++)
				totals[i].sum = time_add(totals[i].sum, a->trace->dur[gpu[i]]);
	if (totals)
		qsort(totals, count, sizeof(*totals), compare_totals);
	for (uint32_t i = 0; totals && list && i < count; i++)
		list[i] = totals[i].gpu;
	if (!totals)
		free(list);
	free(totals);
	return totals ? list : NULL;
}

static void
add_stack(struct rows *rows, struct callstack *stack, const struct unified *u, struct analysis *a,
	const uint32_t *members, uint32_t n)
{
	const struct perf_event *e = &u->events->all[members[0]];
	struct arena *arena = &rows->table->arena;
	uint32_t n_gpu, *gpu;

	if (!a->options.call_stack)
		return;
	if (!(gpu = first_kernels(u, a, members, n, &n_gpu))) {
		a->no_memory = true;
		return;
	}
	callstack_make(stack, e->kernel == TRACE_NONE ? e->event : TRACE_NONE, gpu, n_gpu);
	free(gpu);
	if (a->no_memory)
		return;
	rows_text(rows, COL_ENTRY, callstack_entry(stack, intern_text(&a->texts, e->name)));
	rows_text(rows, COL_STACK, callstack_text(stack, arena));
	rows_text(rows, COL_MODULE, callstack_modules(a, e->event, arena));
}

static void
fill(struct rows *rows, struct unified *u, struct analysis *a)
{
	struct kernel_list list;
	struct callstack stack;

	kernel_list_open(&list, a);
	callstack_open(&stack, a);
	for (uint32_t g = 0; g < u->map.n && !a->no_memory && rows_next(rows); g++) {
		const uint32_t *members = u->buckets.members + u->buckets.starts[g];
		uint32_t n = u->buckets.starts[g + 1] - u->buckets.starts[g];
		const struct perf_event *first = &u->events->all[members[0]];

		add_keys(rows, a, first);
		add_times(rows, u, a->trace, members, n);
		add_perf(rows, u, members, n);
		add_kernels(rows, &list, u, a, members, n);
		rows_text(rows, COL_PARAMS, perf_params_text(a, result_of(a, first),
			&rows->table->arena));
		add_stack(rows, &stack, u, a, members, n);
	}
	callstack_close(&stack);
	kernel_list_close(&list);
}

static double
rounded_kernel_time(struct analysis *a, const void *groups, uint32_t row)
{
	const struct unified *u = groups;
	struct rounding_sum sum = {0, 0};

	for (uint32_t i = u->buckets.starts[row]; i < u->buckets.starts[row + 1]; i++) {
		const struct perf_event *e = &u->events->all[u->buckets.members[i]];
		const uint32_t *gpu = &e->kernel;
		uint32_t n = 1;

		if (e->kernel == TRACE_NONE)
			n = perf_gpu_events(a, e->backward ? e->modelled : e->event, e->backward,
			&gpu);
		rounding_add(&sum, rounding_busy(a, gpu, n));
	}
	return sum.sum;
}

static void
add_overlap(struct rows *rows, struct analysis *a, const struct unified *u)
{
	const struct overlap_source source = {&u->map, &u->buckets, overlap_gpu, u->events, false};

	if (a->no_memory)
		return;
	overlap_add_columns(rows, a, &source, &overlap_titles_of_ops, COL_NAME, COL_KERNELS_BRIEF);
	overlap_sort(rows, &source, COL_KERNEL_SUM, COL_UID);
}

static uint64_t
left_out(const struct analysis *a)
{
	uint64_t out = 0;

	if (!a->options.recompute)
		out |= UINT64_C(1) << COL_RECOMPUTE;
	if (!a->options.call_stack)
		for (unsigned c = COL_ENTRY; c <= COL_MODULE; c++)
			out |= UINT64_C(1) << c;
	if (!a->options.arch)
		for (unsigned c = COL_ROOFLINE; c <= COL_PCT_MAX; c++)
			out |= UINT64_C(1) << c;
	return a->options.arch ? out : out | UINT64_C(1) << COL_BOUND;
}

int
build_unified(struct analysis *a, const struct sheet *sheet, struct table **out, struct error *err)
{
	static const struct table_sort order[] = {{COL_KERNEL_SUM, true}, {COL_UID, false}};
	bool overlap = sheet->flags & SHEET_OVERLAP;
	struct unified u;
	struct rows rows;

	rows_open(&rows, sheet, columns, COLUMNS_OF(columns), left_out(a));
	if (unified_make(&u, a, overlap))
		fill(&rows, &u, a);
	else
		a->no_memory = true;
	if (overlap)
		add_overlap(&rows, a, &u);
	else
		rows_sort_rounded(&rows, order, COLUMNS_OF(order), a, rounded_kernel_time, &u,
			TIE_BY_KEYS);
	unified_free(&u);
	rows_shares(&rows, COL_KERNEL_SUM, COL_SHARE, COL_RUNNING);
	return rows_close(&rows, a, out, err);
}
