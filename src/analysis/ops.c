/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ops_summary, ops_summary_by_category, ops_unique_args: GPU time by what launched it.
 */
#include "analysis/builders_priv.h"
#include "analysis/kernel_list.h"
#include "analysis/overlap.h"
#include "analysis/rounding.h"
#include "analysis/rows_priv.h"
#include "base/mem.h"
#include <string.h>

#define HELP_DIRECT "merged time of the GPU events that the op itself launched"
#define HELP_SUBTREE "merged time of all GPU events below the op"
#define HELP_SHARE "share of all direct kernel time"
#define HELP_RUNNING "share of this row and those above"
#define HELP_RECOMPUTE "whether the op computed forward activations again"

/* Launchers sorted into groups; what one group sums up to. */
struct grouping {
	struct keymap map;
	struct buckets buckets;
};

struct total {
	uint32_t count;
	int64_t direct, subtree;
};

typedef void launcher_key(struct analysis *a, const struct launcher *launcher, uint32_t *key);

static bool
grouping_make(struct grouping *g, struct analysis *a, uint32_t width, launcher_key *key_of)
{
	const struct launcher_set *set = analysis_launchers(a);
	uint32_t *group = mem_alloc(set->n, sizeof(*group)), key[8];
	bool good = group != NULL;

	*g = (struct grouping){.map = {.width = width}};
	for (uint32_t i = 0; good && i < set->n; i++) {
		key_of(a, &set->all[i], key);
		group[i] = keymap_add(&g->map, key);
		good = group[i] != KEYMAP_NONE;
	}
	good = good && buckets_make(&g->buckets, group, set->n, g->map.n);
	free(group);
	if (!good)
		a->no_memory = true;
	return good && !a->no_memory;
}

static void
grouping_free(struct grouping *g)
{
	keymap_free(&g->map);
	buckets_free(&g->buckets);
}

static struct total
group_total(const struct grouping *g, const struct launcher_set *set, uint32_t group)
{
	struct total total = {0};

	for (uint32_t i = g->buckets.starts[group]; i < g->buckets.starts[group + 1]; i++) {
		const struct launcher *l = &set->all[g->buckets.members[i]];

		total.count++;
		total.direct = time_add(total.direct, l->direct_ns);
		total.subtree = time_add(total.subtree, l->subtree_ns);
	}
	return total;
}

static double
rounded_direct(struct analysis *a, const void *groups, uint32_t row)
{
	const struct launcher_set *set = analysis_launchers(a);
	const struct grouping *g = groups;
	struct rounding_sum sum = {0, 0};

	for (uint32_t i = g->buckets.starts[row]; i < g->buckets.starts[row + 1]; i++) {
		const struct launcher *l = &set->all[g->buckets.members[i]];

		rounding_add(&sum, rounding_busy(a, set->gpu + l->first, l->n));
	}
	return sum.sum;
}

static const struct launcher *
group_first(const struct grouping *g, const struct launcher_set *set, uint32_t group)
{
	return &set->all[g->buckets.members[g->buckets.starts[group]]];
}

static uint64_t
without_recompute(const struct analysis *a, unsigned column)
{
	return a->options.recompute ? 0 : UINT64_C(1) << column;
}

/* --- ops_summary_by_category ------------------------------------------------ */

enum { CAT_CATEGORY, CAT_RECOMPUTE, CAT_COUNT, CAT_DIRECT, CAT_SHARE, CAT_RUNNING };

static const struct column_def category_columns[] = {
	[CAT_CATEGORY] = {"op_category", "op category", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 20,
		"kind of operator"},
	[CAT_RECOMPUTE] = {"is_recompute", "is_recompute", CELL_BOOL, UNIT_NONE, COLUMN_KEY, 12,
		HELP_RECOMPUTE},
	[CAT_COUNT] = {"count", "Count", CELL_INT, UNIT_COUNT, COLUMN_DESCENDING, 9,
		"ops that launched GPU work"},
	[CAT_DIRECT] = {"direct_ms", "total_direct_kernel_time_ms", CELL_TIME, UNIT_MS,
		COLUMN_DESCENDING, 12, HELP_DIRECT},
	[CAT_SHARE] = {"percent", "Percentage (%)", CELL_REAL, UNIT_PERCENT,
		COLUMN_DESCENDING | COLUMN_SHARE, 10,
		HELP_SHARE},
	[CAT_RUNNING] = {"cumulative", "Cumulative Percentage (%)", CELL_REAL, UNIT_PERCENT, 0, 10,
		HELP_RUNNING},
};

static void
key_of_category(struct analysis *a, const struct launcher *l, uint32_t *key)
{
	key[0] = l->category_id;
	key[1] = analysis_is_recomputed(a, l->event);
}

int
build_ops_by_category(struct analysis *a, const struct sheet *sheet, struct table **out,
	struct error *err)
{
	static const struct table_sort order[] = {{CAT_DIRECT, true}};
	const struct launcher_set *set = analysis_launchers(a);
	struct grouping g;
	struct rows rows;
	bool good = grouping_make(&g, a, 2, key_of_category);

	rows_open(&rows, sheet, category_columns, COLUMNS_OF(category_columns),
		without_recompute(a, CAT_RECOMPUTE));
	for (uint32_t i = 0; good && i < g.map.n && rows_next(&rows); i++) {
		struct total total = group_total(&g, set, i);

		rows_text(&rows, CAT_CATEGORY, group_first(&g, set, i)->category);
		rows_int(&rows, CAT_RECOMPUTE, keymap_key(&g.map, i)[1]);
		rows_int(&rows, CAT_COUNT, total.count);
		rows_int(&rows, CAT_DIRECT, total.direct);
	}
	rows_sort_rounded(&rows, order, COLUMNS_OF(order), a, rounded_direct, &g, TIE_AS_NUMPY);
	grouping_free(&g);
	rows_shares(&rows, CAT_DIRECT, CAT_SHARE, CAT_RUNNING);
	return rows_close(&rows, a, out, err);
}

/* --- ops_summary ------------------------------------------------------------ */

enum {
	SUM_NAME, SUM_RECOMPUTE, SUM_DIRECT, SUM_SUBTREE, SUM_DIRECT_MS, SUM_SUBTREE_MS, SUM_COUNT,
		SUM_CATEGORIES,
	SUM_SHARE, SUM_RUNNING
};

static const struct column_def summary_columns[] = {
	[SUM_NAME] = {"name", "name", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 40,
		"operator, or the call under no operator"},
	[SUM_RECOMPUTE] = {"is_recompute", "is_recompute", CELL_BOOL, UNIT_NONE, COLUMN_KEY, 12,
		HELP_RECOMPUTE},
	[SUM_DIRECT] = {"direct_us", "total_direct_kernel_time_sum", CELL_TIME, UNIT_US,
		COLUMN_DESCENDING, 14, HELP_DIRECT},
	[SUM_SUBTREE] = {"subtree_us", "total_subtree_kernel_time_sum", CELL_TIME, UNIT_US,
		COLUMN_DESCENDING, 14,
		HELP_SUBTREE},
	[SUM_DIRECT_MS] = {"direct_ms", "total_direct_kernel_time_ms", CELL_TIME, UNIT_MS,
		COLUMN_DESCENDING, 12, HELP_DIRECT},
	[SUM_SUBTREE_MS] = {"subtree_ms", "total_subtree_kernel_time_ms", CELL_TIME, UNIT_MS,
		COLUMN_DESCENDING, 12,
		HELP_SUBTREE},
	[SUM_COUNT] = {"count", "Count", CELL_INT, UNIT_COUNT, COLUMN_DESCENDING, 9,
		"ops of the name that launched GPU work"},
	[SUM_CATEGORIES] = {"categories", "Categories", CELL_TEXT, UNIT_NONE, 0, 20,
		"kinds of operator they belong to"},
	[SUM_SHARE] = {"percent", "Percentage (%)", CELL_REAL, UNIT_PERCENT,
		COLUMN_DESCENDING | COLUMN_SHARE, 10,
		HELP_SHARE},
	[SUM_RUNNING] = {"cumulative", "Cumulative Percentage (%)", CELL_REAL, UNIT_PERCENT, 0, 10,
		HELP_RUNNING},
};

static void
key_of_name(struct analysis *a, const struct launcher *l, uint32_t *key)
{
	key[0] = a->trace->name[l->event];
	key[1] = analysis_is_recomputed(a, l->event);
}

#define CATEGORIES_MAX 16	/* a name has one of the table, or what its kernels' names tell */

/* "['elementwise', 'other']": the distinct categories of a group, sorted. */
static const char *
categories_text(struct analysis *a, const struct grouping *g, uint32_t group, struct arena *arena)
{
	const struct launcher_set *set = analysis_launchers(a);
	const char *names[CATEGORIES_MAX];
	char *text = NULL;
	uint32_t n = 0;
	bool good;

	for (uint32_t i = g->buckets.starts[group]; i < g->buckets.starts[group + 1]
		&& n < CATEGORIES_MAX; i++) {
		const char *name = set->all[g->buckets.members[i]].category;
		uint32_t at = 0, k;

		while (at < n && strcmp(names[at], name) < 0)
			at++;
		if (at < n && !strcmp(names[at], name))
			continue;
		for (k = n++; k > at; k--)
			names[k] = names[k - 1];
		names[at] = name;
	}
	buffer_clear(&a->scratch);
	good = buffer_add_text(&a->scratch, "[");
	for (uint32_t i = 0; good && i < n; i++)
		good = buffer_add_text(&a->scratch, i ? ", " : "")
			&& argtext_add_quoted(&a->scratch, names[i], strlen(names[i]));
	if (good && buffer_add_text(&a->scratch, "]"))
		text = arena_strndup(arena, a->scratch.data, a->scratch.len);
	if (!text)
		a->no_memory = true;
	return text;
}

int
build_ops_summary(struct analysis *a, const struct sheet *sheet, struct table **out,
	struct error *err)
{
	static const struct table_sort order[] = {{SUM_DIRECT, true}};
	const struct launcher_set *set = analysis_launchers(a);
	struct grouping g;
	struct rows rows;
	bool good = grouping_make(&g, a, 2, key_of_name);

	rows_open(&rows, sheet, summary_columns, COLUMNS_OF(summary_columns),
		without_recompute(a, SUM_RECOMPUTE));
	for (uint32_t i = 0; good && i < g.map.n && rows_next(&rows); i++) {
		const uint32_t *key = keymap_key(&g.map, i);
		struct total total = group_total(&g, set, i);

		rows_text(&rows, SUM_NAME, trace_string(a->trace, key[0]));
		rows_int(&rows, SUM_RECOMPUTE, key[1]);
		rows_int(&rows, SUM_DIRECT, total.direct);
		rows_int(&rows, SUM_SUBTREE, total.subtree);
		rows_int(&rows, SUM_DIRECT_MS, total.direct);
		rows_int(&rows, SUM_SUBTREE_MS, total.subtree);
		rows_int(&rows, SUM_COUNT, total.count);
		rows_text(&rows, SUM_CATEGORIES, categories_text(a, &g, i, &rows.table->arena));
	}
	rows_sort_rounded(&rows, order, COLUMNS_OF(order), a, rounded_direct, &g, TIE_AS_NUMPY);
	grouping_free(&g);
	rows_shares(&rows, SUM_DIRECT, SUM_SHARE, SUM_RUNNING);
	return rows_close(&rows, a, out, err);
}

/* --- ops_unique_args -------------------------------------------------------- */

enum {
	ARG_NAME, ARG_CATEGORY, ARG_PROCESS, ARG_LABEL, ARG_THREAD, ARG_DIMS, ARG_TYPES,
		ARG_STRIDES, ARG_CONCRETE,
	ARG_KERNEL_COUNT, ARG_RECOMPUTE, ARG_COUNT, ARG_FIRST,
	ARG_DIRECT_MEAN, ARG_SUBTREE_MEAN, ARG_DIRECT_MEDIAN, ARG_SUBTREE_MEDIAN, ARG_DIRECT_STD,
	ARG_SUBTREE_STD,
	ARG_DIRECT_MIN, ARG_SUBTREE_MIN, ARG_DIRECT_MAX, ARG_SUBTREE_MAX, ARG_DIRECT_SUM,
	ARG_SUBTREE_SUM,
	ARG_EXAMPLE, ARG_KERNELS, ARG_KERNELS_BRIEF, ARG_SHARE, ARG_RUNNING
};

#define STATISTIC(id, title, what) {id, title, CELL_REAL, UNIT_US, COLUMN_DESCENDING, 12, what}

static const struct column_def unique_columns[] = {
	[ARG_NAME] = {"name", "name", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 40,
		"operator, or the call under no operator"},
	[ARG_CATEGORY] = {"op_category", "op category", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 14,
		"kind of operator"},
	[ARG_PROCESS] = {"process_name", "process_name", CELL_TEXT, UNIT_NONE,
		COLUMN_KEY | COLUMN_NOISY, 10, "process"},
	[ARG_LABEL] = {"process_label", "process_label", CELL_TEXT, UNIT_NONE,
		COLUMN_KEY | COLUMN_NOISY, 10,
		"the process's label"},
	[ARG_THREAD] = {"thread_name", "thread_name", CELL_TEXT, UNIT_NONE,
		COLUMN_KEY | COLUMN_NOISY, 16, "thread"},
	[ARG_DIMS] = {"input_dims", "Input Dims", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 30,
		"shapes of the arguments"},
	[ARG_TYPES] = {"input_type", "Input type", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 20,
		"types of the arguments"},
	[ARG_STRIDES] = {"input_strides", "Input Strides", CELL_TEXT, UNIT_NONE,
		COLUMN_KEY | COLUMN_NOISY, 20,
		"strides of the arguments, in elements"},
	[ARG_CONCRETE] = {"concrete_inputs", "Concrete Inputs", CELL_TEXT, UNIT_NONE,
		COLUMN_KEY | COLUMN_NOISY, 20,
		"values of the arguments that are no tensors"},
	[ARG_KERNEL_COUNT] = {"num_kernels", "num_kernels", CELL_INT, UNIT_COUNT, COLUMN_KEY, 8,
		"GPU events that one op itself launches"},
	[ARG_RECOMPUTE] = {"is_recompute", "is_recompute", CELL_BOOL, UNIT_NONE, COLUMN_KEY, 12,
		HELP_RECOMPUTE},
	[ARG_COUNT] = {"operation_count", "operation_count", CELL_INT, UNIT_COUNT,
		COLUMN_DESCENDING, 9,
		"ops with these arguments"},
	[ARG_FIRST] = {"first_occurrence", "first_occurrence_time", CELL_TIME, UNIT_US, 0, 12,
		"start of the first, from that of the first op of the table"},
	[ARG_DIRECT_MEAN] = STATISTIC("direct_mean", "total_direct_kernel_time_mean", HELP_DIRECT),
	[ARG_SUBTREE_MEAN] = STATISTIC("subtree_mean", "total_subtree_kernel_time_mean",
		HELP_SUBTREE),
	[ARG_DIRECT_MEDIAN] = STATISTIC("direct_median", "total_direct_kernel_time_median",
		HELP_DIRECT),
	[ARG_SUBTREE_MEDIAN] = STATISTIC("subtree_median", "total_subtree_kernel_time_median",
		HELP_SUBTREE),
	[ARG_DIRECT_STD] = STATISTIC("direct_std", "total_direct_kernel_time_std", HELP_DIRECT),
	[ARG_SUBTREE_STD] = STATISTIC("subtree_std", "total_subtree_kernel_time_std", HELP_SUBTREE),
	[ARG_DIRECT_MIN] = STATISTIC("direct_min", "total_direct_kernel_time_min", HELP_DIRECT),
	[ARG_SUBTREE_MIN] = STATISTIC("subtree_min", "total_subtree_kernel_time_min", HELP_SUBTREE),
	[ARG_DIRECT_MAX] = STATISTIC("direct_max", "total_direct_kernel_time_max", HELP_DIRECT),
	[ARG_SUBTREE_MAX] = STATISTIC("subtree_max", "total_subtree_kernel_time_max", HELP_SUBTREE),
	[ARG_DIRECT_SUM] = {"direct_us", "total_direct_kernel_time_sum", CELL_TIME, UNIT_US,
		COLUMN_DESCENDING, 14,
		HELP_DIRECT},
	[ARG_SUBTREE_SUM] = {"subtree_us", "total_subtree_kernel_time_sum", CELL_TIME, UNIT_US,
		COLUMN_DESCENDING, 14,
		HELP_SUBTREE},
	[ARG_EXAMPLE] = {"ex_uid", "ex_UID", CELL_INT, UNIT_EVENT, 0, 9, "the first of them"},
	[ARG_KERNELS] = {"kernels", "kernel_details_summary", CELL_TEXT, UNIT_NONE, COLUMN_NOISY,
		30,
		"the GPU events it launches, as JSON"},
	[ARG_KERNELS_BRIEF] = {"kernels_brief", "trunc_kernel_details", CELL_TEXT, UNIT_NONE,
		COLUMN_NOISY, 30,
		"the same in short"},
	[ARG_SHARE] = {"percent", "Percentage (%)", CELL_REAL, UNIT_PERCENT,
		COLUMN_DESCENDING | COLUMN_SHARE, 10,
		HELP_SHARE},
	[ARG_RUNNING] = {"cumulative", "Cumulative Percentage (%)", CELL_REAL, UNIT_PERCENT, 0, 10,
		HELP_RUNNING},
};

static void
key_of_arguments(struct analysis *a, const struct launcher *l, uint32_t *key)
{
	key[0] = a->trace->name[l->event];
	key[1] = l->category_id;
	key[2] = analysis_place_id(a, l->event);
	key[3] = analysis_signature(a, l->event);
	key[4] = analysis_is_recomputed(a, l->event);
	key[5] = a->options.kernel_counts ? l->n : 0;
	key[6] = 0;
}

static void
key_of_arguments_and_overlap(struct analysis *a, const struct launcher *l, uint32_t *key)
{
	key_of_arguments(a, l, key);
	key[6] = overlap_key(a, analysis_launchers(a)->gpu + l->first, l->n);
}

static void
add_keys(struct rows *rows, struct analysis *a, const struct launcher *l)
{
	const struct place *place = analysis_place(a, l->event);

	rows_text(rows, ARG_NAME, trace_name(a->trace, l->event));
	rows_text(rows, ARG_CATEGORY, l->category);
	rows_text(rows, ARG_PROCESS, place->process);
	rows_text(rows, ARG_LABEL, place->label);
	rows_text(rows, ARG_THREAD, place->thread);
	for (int which = 0; which < ARGUMENTS; which++)
		rows_text(rows, ARG_DIMS + which, analysis_argument(a, l->event, which,
		ARGTEXT_TUPLES));
	rows_int(rows, ARG_KERNEL_COUNT, l->n);
	rows_int(rows, ARG_RECOMPUTE, analysis_is_recomputed(a, l->event));
	rows_int(rows, ARG_FIRST,
		a->trace->ts[l->event] - a->trace->ts[analysis_launchers(a)->all[0].event]);
	rows_int(rows, ARG_EXAMPLE, l->event);
}

/* Statistics of a group; values has room for its members. */
static void
add_statistics(struct rows *rows, const struct launcher_set *set, const uint32_t *members,
	uint32_t n, int64_t *values)
{
	static const unsigned direct[] = {ARG_DIRECT_MEAN, ARG_DIRECT_MEDIAN, ARG_DIRECT_STD,
		ARG_DIRECT_MIN, ARG_DIRECT_MAX};
	static const unsigned subtree[] = {ARG_SUBTREE_MEAN, ARG_SUBTREE_MEDIAN, ARG_SUBTREE_STD,
		ARG_SUBTREE_MIN,
		ARG_SUBTREE_MAX};
	struct stats stats;

	for (uint32_t i = 0; i < n; i++)
		values[i] = set->all[members[i]].direct_ns;
	stats_of_times(&stats, values, n, 1e3);
	rows_stats(rows, direct, &stats);
	for (uint32_t i = 0; i < n; i++)
		values[i] = set->all[members[i]].subtree_ns;
	stats_of_times(&stats, values, n, 1e3);
	rows_stats(rows, subtree, &stats);
}

static void
add_kernels(struct rows *rows, struct kernel_list *list, const struct launcher_set *set,
	const uint32_t *members,
	uint32_t n)
{
	kernel_list_begin(list);
	for (uint32_t i = 0; i < n; i++)
		kernel_list_add(list, set->gpu + set->all[members[i]].first,
		set->all[members[i]].n);
	rows_text(rows, ARG_KERNELS, kernel_list_text(list, &rows->table->arena, false));
	rows_text(rows, ARG_KERNELS_BRIEF, kernel_list_text(list, &rows->table->arena, true));
}

static void
fill_unique(struct rows *rows, struct analysis *a, const struct grouping *g, int64_t *values)
{
	const struct launcher_set *set = analysis_launchers(a);
	struct kernel_list list;

	kernel_list_open(&list, a);
	for (uint32_t i = 0; i < g->map.n && !a->no_memory && rows_next(rows); i++) {
		const uint32_t *members = g->buckets.members + g->buckets.starts[i];
		struct total total = group_total(g, set, i);

		add_keys(rows, a, &set->all[members[0]]);
		rows_int(rows, ARG_COUNT, total.count);
		rows_int(rows, ARG_DIRECT_SUM, total.direct);
		rows_int(rows, ARG_SUBTREE_SUM, total.subtree);
		add_statistics(rows, set, members, total.count, values);
		add_kernels(rows, &list, set, members, total.count);
	}
	kernel_list_close(&list);
}

static uint32_t
launcher_gpu(struct analysis *a, const void *data, uint32_t member, const uint32_t **list)
{
	const struct launcher_set *set = data;

	(void)a;
	*list = set->gpu + set->all[member].first;
	return set->all[member].n;
}

static void
add_overlap(struct rows *rows, struct analysis *a, const struct grouping *g)
{
	const struct overlap_source source = {&g->map, &g->buckets, launcher_gpu,
		analysis_launchers(a), true};

	overlap_add_columns(rows, a, &source, &overlap_titles_of_ops, ARG_NAME, ARG_KERNELS_BRIEF);
}

static uint64_t
unique_left_out(const struct analysis *a)
{
	uint64_t out = without_recompute(a, ARG_RECOMPUTE);

	if (!a->options.kernel_counts)
		out |= UINT64_C(1) << ARG_KERNEL_COUNT;
	return a->options.first_occurrence ? out : out | UINT64_C(1) << ARG_FIRST;
}

int
build_ops_unique_args(struct analysis *a, const struct sheet *sheet, struct table **out,
	struct error *err)
{
	static const struct table_sort order[] = {{ARG_DIRECT_SUM, true}, {ARG_EXAMPLE, false}};
	int64_t *values = mem_alloc(analysis_launchers(a)->n, sizeof(*values));
	struct grouping g;
	struct rows rows;
	bool overlap = sheet->flags & SHEET_OVERLAP, good;

	good = grouping_make(&g, a, 7, overlap ? key_of_arguments_and_overlap : key_of_arguments);

	if (!values)
		a->no_memory = true;
	rows_open(&rows, sheet, unique_columns, COLUMNS_OF(unique_columns), unique_left_out(a));
	if (good && values)
		fill_unique(&rows, a, &g, values);
	if (good && overlap)
		add_overlap(&rows, a, &g);
	free(values);
	rows_sort_rounded(&rows, order, COLUMNS_OF(order), a, rounded_direct, &g, TIE_BY_KEYS);
	grouping_free(&g);
	rows_shares(&rows, ARG_DIRECT_SUM, ARG_SHARE, ARG_RUNNING);
	return rows_close(&rows, a, out, err);
}
