/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/gpu_runs.h"
#include "base/mem.h"

#define BLOCK 64	/* events of a run that is not divided */

static const struct gpu_run no_run = {GPU_NOWHERE, 0, INT64_MAX, INT64_MIN, GPU_NOWHERE, GPU_NOWHERE, GPU_NOWHERE};

static bool
tells_layout(struct analysis *a, uint32_t name)
{
	struct value transpose[2];

	if (!(a->name_bits[name] & ANALYSIS_NAME_LAYOUT_KNOWN)) {
		a->name_bits[name] |= ANALYSIS_NAME_LAYOUT_KNOWN;
		if (model_kernel_layout(trace_string(a->trace, name), transpose))
			a->name_bits[name] |= ANALYSIS_NAME_LAYOUT;
	}
	return a->name_bits[name] & ANALYSIS_NAME_LAYOUT;
}

static uint32_t
earlier(const struct analysis *a, uint32_t one, uint32_t other)
{
	int64_t start, other_start;

	if (one == GPU_NOWHERE || other == GPU_NOWHERE)
		return one == GPU_NOWHERE ? other : one;
	start = a->trace->ts[a->tree->gpu[one]];
	other_start = a->trace->ts[a->tree->gpu[other]];
	return start < other_start || (start == other_start && one < other) ? one : other;
}

static struct gpu_run
join(const struct analysis *a, const struct gpu_run *one, const struct gpu_run *other)
{
	return (struct gpu_run){
		one->begin < other->begin ? one->begin : other->begin,
		one->end > other->end ? one->end : other->end,
		one->min < other->min ? one->min : other->min,
		one->max > other->max ? one->max : other->max,
		earlier(a, one->first, other->first), earlier(a, one->telling, other->telling),
		one->foremost < other->foremost ? one->foremost : other->foremost};
}

/* --- runs together ---------------------------------------------------------------- */

bool
run_tree_init(struct run_tree *tree, uint32_t n)
{
	tree->n = n;
	tree->node = mem_alloc((size_t)n * 2, sizeof(*tree->node));
	return tree->node != NULL;
}

void
run_tree_join(struct run_tree *tree, const struct analysis *a)
{
	for (size_t i = tree->n; i-- > 1;)
		tree->node[i] = join(a, &tree->node[2 * i], &tree->node[2 * i + 1]);
}

void
run_tree_free(struct run_tree *tree)
{
	free(tree->node);
	*tree = (struct run_tree){0};
}

struct gpu_run
run_tree_ask(const struct run_tree *tree, const struct analysis *a, uint32_t first, uint32_t end)
{
	struct gpu_run run = no_run;
	size_t low = (size_t)tree->n + first, high = (size_t)tree->n + end;

	for (; low < high; low /= 2, high /= 2) {
		if (low & 1)
			run = join(a, &run, &tree->node[low++]);
		if (high & 1)
			run = join(a, &run, &tree->node[--high]);
	}
	return run;
}

/* --- runs of events --------------------------------------------------------------- */

static struct gpu_run
scan(struct analysis *a, uint32_t begin, uint32_t end)
{
	struct gpu_run run = no_run;

	for (uint32_t place = begin; place < end; place++) {
		uint32_t event = a->tree->gpu[place];
		int64_t ns = a->trace->dur[event];
		uint32_t telling = tells_layout(a, a->trace->name[event]) ? place : GPU_NOWHERE;
		const struct gpu_run own = {place, place + 1, ns, ns, place, telling, telling};

		run = join(a, &run, &own);
	}
	return run;
}

static bool
make_blocks(struct analysis *a)
{
	uint32_t n = a->tree->n_gpu / BLOCK;

	if (a->gpu_blocks)
		return a->gpu_blocks->node != NULL;
	a->gpu_blocks = mem_zero(1, sizeof(*a->gpu_blocks));
	if (!a->gpu_blocks || !run_tree_init(a->gpu_blocks, n))
		return false;
	for (uint32_t i = 0; i < n; i++)
		a->gpu_blocks->node[n + i] = scan(a, i * BLOCK, (i + 1) * BLOCK);
	run_tree_join(a->gpu_blocks, a);
	return true;
}

struct gpu_run
gpu_run_of(struct analysis *a, uint32_t begin, uint32_t end)
{
	uint32_t first = begin / BLOCK + 1, last = end / BLOCK;
	struct gpu_run run, part;

	if (first >= last)
		return scan(a, begin, end);
	if (!make_blocks(a)) {
		a->no_memory = true;
		return no_run;
	}
	run = run_tree_ask(a->gpu_blocks, a, first, last);
	part = scan(a, begin, first * BLOCK);
	run = join(a, &run, &part);
	part = scan(a, last * BLOCK, end);
	return join(a, &run, &part);
}

void
analysis_gpu_blocks_free(struct analysis *a)
{
	if (a->gpu_blocks)
		run_tree_free(a->gpu_blocks);
	free(a->gpu_blocks);
}
