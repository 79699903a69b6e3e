/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the calls of a row ran on the GPU, by name. */
#include "analysis/levels_priv.h"
#include "base/mem.h"
#include <string.h>

struct levels_sums {		/* of every row that is no single call */
	struct keymap keys;	/* row, name */
	struct levels_kernel *all;	/* by number of the key */
	size_t cap;
	struct buckets rows;	/* numbers of keys by row */
};

static bool
sums_add(struct levels_sums *sums, const struct trace *trace, uint32_t row, uint32_t name, uint32_t count, int64_t ns)
{
	const uint32_t key[] = {row, name};
	uint32_t known = sums->keys.n, number = keymap_add(&sums->keys, key);
	struct levels_kernel *kernel;

	if (number == KEYMAP_NONE || !mem_reserve(&sums->all, &sums->cap, sums->keys.n, sizeof(*sums->all)))
		return false;
	kernel = &sums->all[number];
	if (number == known)
		*kernel = (struct levels_kernel){.name = trace_string(trace, name)};
	kernel->count += count;
	kernel->ns = time_add(kernel->ns, ns);
	return true;
}

static bool
add_gpu(struct levels_sums *sums, const struct trace *trace, uint32_t row, uint32_t gpu)
{
	return sums_add(sums, trace, row, trace->name[gpu], 1, trace->dur[gpu]);
}

static bool
add_launcher(struct levels_sums *sums, struct analysis *a, uint32_t row, uint32_t event)
{
	const struct launcher_set *set = analysis_launchers(a);
	uint32_t number = keymap_find(&set->events, &event);
	const struct launcher *launcher;
	bool good = true;

	if (number == KEYMAP_NONE || !set->n)
		return true;
	launcher = &set->all[set->index[number]];
	for (uint32_t i = 0; good && i < launcher->n; i++)
		good = add_gpu(sums, a->trace, row, set->gpu[launcher->first + i]);
	return good;
}

static bool
add_call(struct levels_sums *sums, struct analysis *a, const struct levels *levels, uint32_t call, uint32_t row)
{
	int column = table_find_column(levels->table, "event");

	if (levels->gpu[call] != TRACE_NONE)
		return add_gpu(sums, a->trace, row, levels->gpu[call]);
	return add_launcher(sums, a, row, (uint32_t)table_cell(levels->table, call, (uint32_t)column).i);
}

/* Adds each call to the row above it; up[] gets the row above each row, TRACE_NONE on the first level. */
static bool
add_calls(struct levels_sums *sums, struct analysis *a, const struct levels *levels, uint32_t *up)
{
	uint32_t above = TRACE_NONE;
	bool good = true;

	for (uint32_t row = 0; good && row < levels->table->n_rows; row++) {
		while (above != TRACE_NONE && row >= above + levels->size[above])
			above = up[above];
		up[row] = above;
		if (levels->size[row] > 1)
			above = row;
		else if (above != TRACE_NONE)
			good = add_call(sums, a, levels, row, above);
	}
	return good;
}

/* Adds what stands right below calls to all rows above. */
static bool
add_up(struct levels_sums *sums, const struct trace *trace, const uint32_t *up)
{
	uint32_t n = sums->keys.n;
	struct levels_kernel *own = mem_alloc(n, sizeof(*own));
	bool good = own;

	if (own && n)
		memcpy(own, sums->all, n * sizeof(*own));
	for (uint32_t i = 0; good && i < n; i++) {
		uint32_t row = keymap_key(&sums->keys, i)[0], name = keymap_key(&sums->keys, i)[1];

		for (row = up[row]; good && row != TRACE_NONE; row = up[row])
			good = sums_add(sums, trace, row, name, own[i].count, own[i].ns);
	}
	free(own);
	return good;
}

static bool
sums_order(struct levels_sums *sums, uint32_t n_rows)
{
	uint32_t *row = mem_alloc(sums->keys.n, sizeof(*row));
	bool good = row;

	for (uint32_t i = 0; good && i < sums->keys.n; i++)
		row[i] = keymap_key(&sums->keys, i)[0];
	good = good && buckets_make(&sums->rows, row, sums->keys.n, n_rows);
	free(row);
	return good;
}

void
levels_sums_free(struct levels_sums *sums)
{
	if (!sums)
		return;
	keymap_free(&sums->keys);
	buckets_free(&sums->rows);
	free(sums->all);
	free(sums);
}

static bool
sums_make(struct levels *levels, struct analysis *a)
{
	struct levels_sums *sums = mem_zero(1, sizeof(*sums));
	uint32_t n = levels->table->n_rows, *up = mem_alloc(n, sizeof(*up));
	bool good = sums && up;

	if (sums)
		sums->keys.width = 2;
	good = good && add_calls(sums, a, levels, up) && add_up(sums, a->trace, up) && sums_order(sums, n);
	free(up);
	if (good)
		levels->sums = sums;
	else
		levels_sums_free(sums);
	return good;
}

static int
most_time_first(const void *a, const void *b)
{
	const struct levels_kernel *x = a, *y = b;

	return x->ns != y->ns ? (x->ns < y->ns ? 1 : -1) : strcmp(x->name, y->name);
}

/* The most of them to kernels; all[] is put in order. */
static uint32_t
tell(struct levels_kernel *all, uint32_t n, struct levels_kernel *kernels, uint32_t most)
{
	if (n)
		qsort(all, n, sizeof(*all), most_time_first);
	n = n < most ? n : most;
	if (n)
		memcpy(kernels, all, n * sizeof(*kernels));
	return n;
}

static uint32_t
tell_call(struct analysis *a, const struct levels *levels, uint32_t row, struct levels_kernel *kernels, uint32_t most,
	uint32_t *names)
{
	struct levels_sums sums = {.keys = {.width = 2}};
	uint32_t n;

	*names = add_call(&sums, a, levels, row, row) ? sums.keys.n : 0;
	n = tell(sums.all, *names, kernels, most);
	keymap_free(&sums.keys);
	free(sums.all);
	return n;
}

uint32_t
levels_kernels(struct analysis *a, struct levels *levels, uint32_t row, struct levels_kernel *kernels, uint32_t most,
	uint32_t *names)
{
	const struct buckets *rows;
	struct levels_kernel *all;
	uint32_t n = 0;

	*names = 0;
	if (levels->size[row] == 1)
		return tell_call(a, levels, row, kernels, most, names);
	if (!levels->sums && !sums_make(levels, a))
		return 0;
	rows = &levels->sums->rows;
	all = mem_alloc(rows->starts[row + 1] - rows->starts[row], sizeof(*all));
	for (uint32_t i = rows->starts[row]; all && i < rows->starts[row + 1]; i++)
		all[n++] = levels->sums->all[rows->members[i]];
	*names = n;
	n = tell(all, n, kernels, most);
	free(all);
	return n;
}

/* --- merged paths ------------------------------------------------------------------- */

static int
by_name(const void *a, const void *b)
{
	uintptr_t x = (uintptr_t)((const struct levels_kernel *)a)->name, y = (uintptr_t)((const struct levels_kernel *)b)->name;

	return x < y ? -1 : x > y;
}

/* Puts those of one name together, whose texts are stored once; returns how many are left. */
static uint32_t
fold_names(struct levels_kernel *all, uint32_t n)
{
	uint32_t folded = 0;

	if (n)
		qsort(all, n, sizeof(*all), by_name);
	for (uint32_t i = 0; i < n; i++) {
		if (!folded || all[folded - 1].name != all[i].name) {
			all[folded++] = all[i];
			continue;
		}
		all[folded - 1].count += all[i].count;
		all[folded - 1].ns = time_add(all[folded - 1].ns, all[i].ns);
	}
	return folded;
}

uint32_t
levels_kernels_below(const struct merged *merged, uint32_t row, struct levels_kernel *kernels, uint32_t most,
	uint32_t *names)
{
	const struct trace *trace = merged->tree->trace;
	uint32_t size = merged->rows[row].size, n = 0;
	struct levels_kernel *all = size > 1 && size <= LEVELS_BELOW_MOST ? mem_alloc(size, sizeof(*all)) : NULL;

	*names = 0;
	for (uint32_t i = row; all && i < row + size; i++) {
		const struct merged_row *below = &merged->rows[i];

		if (below->first != TRACE_NONE && event_is_gpu(trace->kind[below->first]))
			all[n++] = (struct levels_kernel){merged_label(merged, i), below->count, below->gpu_sum};
	}
	*names = fold_names(all, n);
	n = tell(all, *names, kernels, most);
	free(all);
	return n;
}
