/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the calls of a row ran on the GPU, by name. */
#include "analysis/levels_priv.h"
#include "base/mem.h"
#include <string.h>

struct totals {
	struct analysis *a;
	struct keymap names;
	struct levels_kernel *all;	/* by number of the name */
	size_t cap;
};

static bool
add_gpu(struct totals *totals, uint32_t gpu)
{
	const struct trace *trace = totals->a->trace;
	uint32_t known = totals->names.n, number = keymap_add(&totals->names, &trace->name[gpu]);

	if (number == KEYMAP_NONE
		|| !mem_reserve(&totals->all, &totals->cap, totals->names.n, sizeof(*totals->all)))
		return false;
	if (number == known)
		totals->all[number] = (struct levels_kernel){.name = trace_name(trace, gpu)};
	totals->all[number].count++;
	totals->all[number].ns = time_add(totals->all[number].ns, trace->dur[gpu]);
	return true;
}

static bool
add_launcher(struct totals *totals, uint32_t event)
{
	const struct launcher_set *set = analysis_launchers(totals->a);
	uint32_t number = keymap_find(&set->events, &event);
	const struct launcher *launcher;
	bool good = true;

	if (number == KEYMAP_NONE || !set->n)
		return true;
	launcher = &set->all[set->index[number]];
	for (uint32_t i = 0; good && i < launcher->n; i++)
		good = add_gpu(totals, set->gpu[launcher->first + i]);
	return good;
}

static int
most_time_first(const void *a, const void *b)
{
	const struct levels_kernel *x = a, *y = b;

	return x->ns != y->ns ? (x->ns < y->ns ? 1 : -1) : strcmp(x->name, y->name);
}

uint32_t
levels_kernels(struct analysis *a, const struct levels *levels, uint32_t row, struct levels_kernel *kernels,
	uint32_t most, uint32_t *names)
{
	struct totals totals = {.a = a, .names = {.width = 1}};
	int column = table_find_column(levels->table, "event");
	uint32_t n = 0;
	bool good = column >= 0;

	for (uint32_t at = row; good && at < row + levels->size[row]; at++) {
		if (levels->size[at] > 1)
			continue;
		if (levels->gpu[at] != TRACE_NONE)
			good = add_gpu(&totals, levels->gpu[at]);
		else
			good = add_launcher(&totals, (uint32_t)table_cell(levels->table, at, (uint32_t)column).i);
	}
	*names = good ? totals.names.n : 0;
	if (*names) {
		n = *names < most ? *names : most;
		qsort(totals.all, *names, sizeof(*totals.all), most_time_first);
		memcpy(kernels, totals.all, n * sizeof(*kernels));
	}
	keymap_free(&totals.names);
	free(totals.all);
	return n;
}
