/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The GPU events by which an op is measured. */
#include "analysis/perf.h"
#include "analysis/perf_unions.h"
#include "base/mem.h"

struct gpu_set {
	uint32_t begin, end;	/* below one op: places in tree->gpu[] */
	uint32_t first, n;	/* the backward ops that count, in a->backward[]; below 2: it is one op */
};

static struct gpu_set
set_of(struct analysis *a, uint32_t event, bool backward)
{
	struct gpu_set set = {0};

	if (backward)
		set.n = perf_backward_ops(a, event, &set.first);
	if (!backward || set.n == 1)
		tree_gpu_range(a->tree, backward ? a->backward[set.first].id : event, &set.begin, &set.end);
	return set;
}

/* --- several backward ops --------------------------------------------------------- */

/* What is below each, in the order of the tree; of ops in each other the outer comes first. */
static bool
order_runs(struct analysis *a, const struct gpu_set *set)
{
	for (uint32_t i = 0; i < set->n; i++) {
		uint32_t op = a->backward[set->first + i].id;

		a->gathered[i] = (struct keyed){a->tree->pos[op], op};
	}
	return order_by_key(a->gathered, set->n);
}

/* Their GPU events by start, each once, in a->gathered_ids. */
static bool
gather(struct analysis *a, const struct gpu_set *set)
{
	uint32_t n = 0, done = 0;

	if (!mem_reserve(&a->gathered, &a->cap_gathered, set->n, sizeof(*a->gathered)) || !order_runs(a, set))
		return false;
	for (uint32_t i = 0; i < set->n; i++) {
		uint32_t begin, end;

		tree_gpu_range(a->tree, a->gathered[i].id, &begin, &end);
		begin = begin < done ? done : begin;
		done = end > done ? end : done;
		if (begin >= end)
			continue;
		if (!mem_reserve(&a->gathered_ids, &a->cap_gathered_ids, (size_t)n + (end - begin),
			sizeof(*a->gathered_ids)))
			return false;
		while (begin < end)
			a->gathered_ids[n++] = a->tree->gpu[begin++];
	}
	a->n_gathered = n;
	if (!mem_reserve(&a->gathered, &a->cap_gathered, n, sizeof(*a->gathered)))
		return false;
	for (uint32_t i = 0; i < n; i++)
		a->gathered[i] = (struct keyed){a->trace->ts[a->gathered_ids[i]], a->gathered_ids[i]};
	if (!order_by_key(a->gathered, n))
		return false;
	for (uint32_t i = 0; i < n; i++)
		a->gathered_ids[i] = a->gathered[i].id;
	return true;
}

static int64_t
gathered_ns(const struct analysis *a)
{
	int64_t sum = 0, end = INT64_MIN;

	for (uint32_t i = 0; i < a->n_gathered; i++) {
		int64_t start = a->gathered[i].key > end ? a->gathered[i].key : end;
		int64_t own_end = trace_end(a->trace, a->gathered[i].id);

		if (own_end > start)
			sum = time_add(sum, own_end - start);
		end = own_end > end ? own_end : end;
	}
	return sum;
}

static uint32_t
list_of(struct analysis *a, const struct gpu_set *set, const uint32_t **list)
{
	*list = a->tree->gpu + set->begin;
	if (set->n < 2)
		return set->end - set->begin;
	if (!gather(a, set)) {
		a->no_memory = true;
		return 0;
	}
	*list = a->gathered_ids;
	return a->n_gathered;
}

/* --- questions -------------------------------------------------------------------- */

uint32_t
perf_gpu_events(struct analysis *a, uint32_t event, bool backward, const uint32_t **list)
{
	struct gpu_set set = set_of(a, event, backward);

	return list_of(a, &set, list);
}

uint32_t
perf_gpu_count(struct analysis *a, uint32_t event, bool backward)
{
	struct gpu_set set = set_of(a, event, backward);
	const struct perf_union *of = set.n < 2 ? NULL : perf_union_of(a, event);
	const uint32_t *list;

	return of ? of->count : list_of(a, &set, &list);
}

int64_t
perf_kernel_ns(struct analysis *a, uint32_t event, bool backward)
{
	struct gpu_set set = set_of(a, event, backward);
	const struct perf_union *of;
	const uint32_t *list;

	if (!backward)
		return tree_gpu_busy(a->tree, event);
	if (set.n < 2)
		return set.n ? tree_gpu_busy(a->tree, a->backward[set.first].id) : 0;
	if ((of = perf_union_of(a, event)))
		return of->busy;
	list_of(a, &set, &list);
	return a->no_memory ? 0 : gathered_ns(a);
}

uint32_t
perf_telling_name(struct analysis *a, uint32_t event, bool backward)
{
	struct gpu_set set = set_of(a, event, backward);
	struct gpu_run run = set.n < 2 ? gpu_run_of(a, set.begin, set.end)
		: perf_union_run(a, set.first, set.first + set.n);
	uint32_t place = set.n < 2 ? run.foremost : run.telling;

	if (place == GPU_NOWHERE)
		place = set.n < 2 ? run.begin : run.first;
	return place == GPU_NOWHERE ? 0 : a->trace->name[a->tree->gpu[place]];
}

void
perf_list_kernels(struct analysis *a, uint32_t event, bool backward, struct kernel_list *list)
{
	struct gpu_set set = set_of(a, event, backward);
	const struct perf_union *of = set.n < 2 ? NULL : perf_union_of(a, event);
	const uint32_t *gpu;
	uint32_t n;

	if (of) {
		perf_union_list(a, of, list);
	} else if (set.n < 2) {
		kernel_list_add_run(list, set.begin, set.end);
	} else {
		n = list_of(a, &set, &gpu);
		kernel_list_add(list, gpu, n);
	}
}
