/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the two sides add up to: by unique arguments, by module, by category, in all. */
#include "compare/diff_report_priv.h"
#include "analysis/keymap.h"
#include "base/mem.h"
#include <string.h>

struct sums {			/* by side */
	int64_t ns[2], kernels[2], calls[2];
};

/* The columns that all these tables have, in this order from some place on. */
enum { SUM_A, SUM_B, SUM_DIFF, SUM_PCT, SUM_KERNELS_A, SUM_KERNELS_B, SUMS };

#define SUM_COLUMNS \
	{"gpu_a_ms", "GPU time A (ms)", CELL_TIME, UNIT_MS, COLUMN_DESCENDING, 10, \
		"summed durations of GPU events in A"}, \
	{"gpu_b_ms", "GPU time B (ms)", CELL_TIME, UNIT_MS, COLUMN_DESCENDING, 10, "in B"}, \
	{"diff_ms", "difference (ms)", CELL_TIME, UNIT_MS, COLUMN_DESCENDING, 10, "B - A"}, \
	{"diff_pct", "difference (%)", CELL_REAL, UNIT_PERCENT, COLUMN_DESCENDING, 8, "of A"}, \
	{"kernels_a", "kernels A", CELL_INT, UNIT_COUNT, COLUMN_DESCENDING, 8, \
		"GPU events in A, copies and memsets too"}, \
		{"kernels_b", "kernels B", CELL_INT, UNIT_COUNT, COLUMN_DESCENDING, 8, "in B"}

#define COLUMNS_OF(columns) (sizeof(columns) / sizeof(*(columns)))

static void
add_kernel(const struct diff_report *r, struct sums *sums, const struct diff_kernel *kernel)
{
	sums->ns[kernel->side] += r->diff->tree[kernel->side]->trace->dur[kernel->event];
	sums->kernels[kernel->side]++;
}

static void
set_sums(struct table *table, int64_t row, int first, const struct sums *sums)
{
	int64_t change = sums->ns[1] - sums->ns[0];

	table_set_int(table, row, first + SUM_A, sums->ns[0]);
	table_set_int(table, row, first + SUM_B, sums->ns[1]);
	table_set_int(table, row, first + SUM_DIFF, change);
	if (sums->ns[0])
		table_set_real(table, row, first + SUM_PCT,
			100.0 * (double)change / (double)sums->ns[0]);
	table_set_int(table, row, first + SUM_KERNELS_A, sums->kernels[0]);
	table_set_int(table, row, first + SUM_KERNELS_B, sums->kernels[1]);
}

struct ranked {			/* a row before it has its place */
	int64_t change, most;
	uint32_t index;
};

static int
compare_ranked(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	if (x->change != y->change)
		return x->change > y->change ? -1 : 1;
	if (x->most != y->most)
		return x->most > y->most ? -1 : 1;
	return x->index < y->index ? -1 : x->index > y->index;
}

/* The largest difference first, then the largest time, then as they came. NULL: no memory. */
static struct ranked *
rank_sums(const struct sums *sums, uint32_t n)
{
	struct ranked *ranked = mem_alloc(n, sizeof(*ranked));

	for (uint32_t i = 0; ranked && i < n; i++) {
		int64_t change = sums[i].ns[1] - sums[i].ns[0];

		ranked[i] = (struct ranked){change < 0 ? -change : change,
			sums[i].ns[0] > sums[i].ns[1] ? sums[i].ns[0] : sums[i].ns[1], i};
	}
	if (ranked && n)
		qsort(ranked, n, sizeof(*ranked), compare_ranked);
	return ranked;
}

/* --- by category ------------------------------------------------------------------------ */

static const struct column_def category_columns[] = {
	{"category", "category", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 24, "category of operator"},
	SUM_COLUMNS,
};

int
diff_build_categories(struct diff_report *r, struct table *table)
{
	struct keymap map = {.width = 1};
	struct sums *sums = mem_zero(r->texts.n, sizeof(*sums));
	struct ranked *ranked = NULL;
	bool good = sums && !table_add_columns(table, category_columns,
		COLUMNS_OF(category_columns));

	for (uint32_t i = 0; good && i < r->n; i++) {
		uint32_t group = keymap_add(&map, &r->kernels[i].category);

		good = group != KEYMAP_NONE;
		if (good)
			add_kernel(r, &sums[group], &r->kernels[i]);
	}
	good = good && (ranked = rank_sums(sums, map.n)) && table_add_rows(table, map.n) >= 0;
	for (uint32_t i = 0; good && i < map.n; i++) {
		table_set_text(table, i, 0, diff_text(r, *keymap_key(&map, ranked[i].index)));
		set_sums(table, i, 1, &sums[ranked[i].index]);
	}
	free(ranked);
	free(sums);
	keymap_free(&map);
	return good ? 0 : -1;
}

/* --- by module ---------------------------------------------------------------------------- */

enum { MODULE_PATH, MODULE_OWN_A, MODULE_OWN_B, MODULE_OWN_DIFF, MODULE_ALL };

static const struct column_def module_columns[] = {
	[MODULE_PATH] = {"path", "module path", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 40,
		"classes from the outermost module down"},
	[MODULE_OWN_A] = {"own_a_ms", "own time A (ms)", CELL_TIME, UNIT_MS, COLUMN_DESCENDING, 10,
		"of the module itself, not of those within, in A"},
	[MODULE_OWN_B] = {"own_b_ms", "own time B (ms)", CELL_TIME, UNIT_MS, COLUMN_DESCENDING, 10,
		"in B"},
	[MODULE_OWN_DIFF] = {"own_diff_ms", "own difference (ms)", CELL_TIME, UNIT_MS,
		COLUMN_DESCENDING, 10, "B - A"},
	SUM_COLUMNS,
};

static bool
add_module(struct table *table, const char *path, const struct sums *own, const struct sums *all)
{
	int64_t row = table_add_row(table);

	if (row < 0)
		return false;
	table_set_text(table, row, MODULE_PATH, path);
	table_set_int(table, row, MODULE_OWN_A, own->ns[0]);
	table_set_int(table, row, MODULE_OWN_B, own->ns[1]);
	table_set_int(table, row, MODULE_OWN_DIFF, own->ns[1] - own->ns[0]);
	set_sums(table, row, MODULE_ALL, all);
	return true;
}

/* By path; then those in no module, then those that have no counterpart at all. */
static uint32_t
module_slot(const struct diff_report *r, const struct diff_kernel *kernel)
{
	if (diff_is_elsewhere(r, kernel))
		return r->path_names.n + 1;
	return kernel->module == DIFF_NO_MODULE ? r->path_names.n : kernel->module;
}

static void
sum_modules(const struct diff_report *r, struct sums *own, struct sums *all)
{
	for (uint32_t i = 0; i < r->n; i++)
		add_kernel(r, &own[module_slot(r, &r->kernels[i])], &r->kernels[i]);
	for (uint32_t i = r->path_names.n; i-- > 0;) {
		uint32_t parent = r->paths[i].parent;

		for (int side = 0; side < 2; side++) {
			all[i].ns[side] += own[i].ns[side];
			all[i].kernels[side] += own[i].kernels[side];
			if (parent == DIFF_NO_MODULE)
				continue;
			all[parent].ns[side] += all[i].ns[side];
			all[parent].kernels[side] += all[i].kernels[side];
		}
	}
}

int
diff_build_modules(struct diff_report *r, struct table *table)
{
	static const char *const others[] = {"(no module)", DIFF_PLACE_OF_ONE_SIDE};
	uint32_t n = r->path_names.n;
	struct sums *own = mem_zero((size_t)n + 2, sizeof(*own));
	struct sums *all = mem_zero((size_t)n + 2, sizeof(*all));
	struct table_sort by_path = {MODULE_PATH, false};
	bool good = own && all
		&& !table_add_columns(table, module_columns, COLUMNS_OF(module_columns));

	if (good)
		sum_modules(r, own, all);
	for (uint32_t i = 0; good && i < n; i++)
		if (all[i].kernels[0] || all[i].kernels[1])
			good = add_module(table, intern_text(&r->path_names, i), &own[i],
				&all[i]);
	good = good && !table_sort(table, &by_path, 1);
	for (uint32_t i = 0; good && i < 2; i++)
		if (own[n + i].kernels[0] || own[n + i].kernels[1])
			good = add_module(table, others[i], &own[n + i], &own[n + i]);
	free(own);
	free(all);
	return good ? 0 : -1;
}

/* --- in all --------------------------------------------------------------------------------- */

enum { TOTAL_WHAT, TOTAL_A, TOTAL_B, TOTAL_DIFF, TOTAL_PCT };

static const struct column_def total_columns[] = {
	[TOTAL_WHAT] = {"what", "what", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 34, "what is counted"},
	[TOTAL_A] = {"a", "A", CELL_REAL, UNIT_NONE, 0, 12, "in A"},
	[TOTAL_B] = {"b", "B", CELL_REAL, UNIT_NONE, 0, 12, "in B"},
	[TOTAL_DIFF] = {"diff", "difference", CELL_REAL, UNIT_NONE, 0, 12, "B - A"},
	[TOTAL_PCT] = {"pct", "difference (%)", CELL_REAL, UNIT_PERCENT, 0, 10, "of A"},
};

static bool
add_total(struct table *table, const char *what, int64_t a, int64_t b, double scale)
{
	int64_t row = table_add_row(table);

	if (row < 0)
		return false;
	table_set_text(table, row, TOTAL_WHAT, what);
	table_set_real(table, row, TOTAL_A, (double)a / scale);
	table_set_real(table, row, TOTAL_B, (double)b / scale);
	table_set_real(table, row, TOTAL_DIFF, (double)(b - a) / scale);
	if (a)
		table_set_real(table, row, TOTAL_PCT, 100.0 * (double)(b - a) / (double)a);
	return true;
}

/* Merged time of all kernels of a side. */
static int64_t
busy_of(const struct diff_report *r, uint8_t side)
{
	struct diff_report of = *r;
	int64_t busy;

	of.kernels = mem_alloc(r->n, sizeof(*of.kernels));
	of.n = 0;
	for (uint32_t i = 0; of.kernels && i < r->n; i++)
		if (r->kernels[i].side == side)
			of.kernels[of.n++] = r->kernels[i];
	busy = of.kernels ? diff_busy(&of, 0, of.n) : -1;
	free(of.kernels);
	return busy;
}

int
diff_build_summary(struct diff_report *r, struct table *table)
{
	const struct tree_diff *diff = r->diff;
	const uint32_t *count = diff->count;
	int64_t busy[2] = {busy_of(r, 0), busy_of(r, 1)},
		matched = (int64_t)count[DIFF_BOTH] + count[DIFF_RENAMED];
	struct sums common = {0}, alone = {0};

	for (uint32_t i = 0; i < r->n; i++)
		add_kernel(r, diff_is_matched(&diff->rows[r->kernels[i].owner]) ? &common : &alone,
			&r->kernels[i]);
	if (busy[0] < 0 || busy[1] < 0 || table_add_columns(table, total_columns,
		COLUMNS_OF(total_columns)))
		return -1;
	return add_total(table, "GPU time (ms)", diff->gpu_ns[0], diff->gpu_ns[1], 1e6)
		&& add_total(table, "GPU busy (ms)", busy[0], busy[1], 1e6)
		&& add_total(table, "GPU events", diff->gpu[0], diff->gpu[1], 1)
		&& add_total(table, "GPU time under a common ancestor (ms)", common.ns[0],
		common.ns[1], 1e6)
		&& add_total(table, "GPU time under none (ms)", alone.ns[0], alone.ns[1], 1e6)
		&& add_total(table, "not linked to a launch (ms)", diff->tree[0]->unlinked_ns,
		diff->tree[1]->unlinked_ns, 1e6)
		&& add_total(table, "calls and kernels", matched + count[DIFF_ONLY_A],
		matched + count[DIFF_ONLY_B], 1)
		&& add_total(table, "  matched", matched, matched, 1)
		&& add_total(table, "  matched under another name", count[DIFF_RENAMED],
		count[DIFF_RENAMED], 1)
		&& add_total(table, "  on this side only", count[DIFF_ONLY_A], count[DIFF_ONLY_B],
		1)
		&& add_total(table, "the same work (1: yes)", diff->same, diff->same, 1)
		&& add_total(table, "identical, times too (1: yes)", diff->identical,
		diff->identical, 1) ? 0 : -1;
}
