/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * GPU time of every subtree.
 *
 * The GPU events stand in pre-order, so a subtree has a range of them. Counts
 * and sums come from prefix arrays. Where no event of a range starts before the
 * one in front of it ends, the merged time is the sum. The other ranges are
 * asked together, in the order of their ends, of a painting. All of it n log n.
 */
#include "tree_priv.h"
#include "base/mem.h"
#include "base/painting.h"
#include <string.h>

struct busy_query {
	uint32_t pos;		/* of the subtree's root */
	uint32_t begin, end;	/* its GPU events */
};

static void
measure_prefixes(struct tree_builder *b)
{
	struct tree *tree = b->tree;
	const struct trace *trace = tree->trace;
	int64_t end = INT64_MIN;

	tree->n_gpu = 0;
	tree->gpu_sum[0] = 0;
	tree->gpu_breaks[0] = 0;
	for (uint32_t pos = 0; pos < tree->n; pos++) {
		uint32_t event = tree->order[pos], i = tree->n_gpu;

		tree->gpu_before[pos] = i;
		if (!event_is_gpu(trace->kind[event]))
			continue;
		tree->gpu[i] = event;
		tree->gpu_sum[i + 1] = tree->gpu_sum[i] + trace->dur[event];	/* the loader bounds the total */
		tree->gpu_breaks[i + 1] = tree->gpu_breaks[i] + (trace->ts[event] < end);
		end = trace_end(trace, event);
		tree->n_gpu++;
	}
	tree->gpu_before[tree->n] = tree->n_gpu;
}

/* --- questions ------------------------------------------------------------------- */

static bool
busy_is_simple(const struct tree *tree, uint32_t begin, uint32_t end)
{
	return end - begin < 2 || tree->gpu_breaks[end] == tree->gpu_breaks[begin + 1];
}

static int
query_compare(const void *a, const void *b)
{
	const struct busy_query *x = a, *y = b;

	if (x->end != y->end)
		return x->end < y->end ? -1 : 1;
	return x->pos < y->pos ? -1 : x->pos > y->pos;
}

/* The subtrees, and behind them two ranges that are no subtree: all with a launch, and all. */
static struct busy_query
busy_question(const struct tree *tree, uint32_t pos)
{
	if (pos < tree->n)
		return (struct busy_query){pos, tree->gpu_before[pos], tree->gpu_before[pos + tree->size[pos]]};
	return (struct busy_query){pos, 0, pos == tree->n ? tree->n_linked : tree->n_gpu};
}

static struct busy_query *
busy_gather(struct tree *tree, size_t *n)
{
	struct busy_query *queries = NULL;
	size_t cap = 0;

	*n = 0;
	for (uint32_t pos = 0; pos < tree->n + 2; pos++) {
		struct busy_query query = busy_question(tree, pos);

		if (busy_is_simple(tree, query.begin, query.end))
			continue;
		if (!mem_reserve(&queries, &cap, *n + 1, sizeof(*queries))) {
			free(queries);
			return NULL;
		}
		queries[(*n)++] = query;
	}
	return queries ? queries : mem_alloc(1, sizeof(*queries));
}

struct busy_answer {
	uint32_t pos;
	int64_t ns;
};

static int
answer_compare(const void *a, const void *b)
{
	const struct busy_answer *x = a, *y = b;

	return x->pos < y->pos ? -1 : x->pos > y->pos;
}

static int
busy_keep(struct tree *tree, struct busy_answer *answers, size_t n)
{
	qsort(answers, n, sizeof(*answers), answer_compare);
	tree->busy_pos = mem_alloc(n, sizeof(*tree->busy_pos));
	tree->busy_ns = mem_alloc(n, sizeof(*tree->busy_ns));
	if (!tree->busy_pos || !tree->busy_ns)
		return -1;
	for (size_t i = 0; i < n; i++) {
		tree->busy_pos[i] = answers[i].pos;
		tree->busy_ns[i] = answers[i].ns;
	}
	tree->n_busy = (uint32_t)n;
	return 0;
}

static bool
busy_canvas(struct painting *painting, const struct tree *tree)
{
	const struct trace *trace = tree->trace;
	size_t n = 0;
	int64_t *times = mem_alloc(2 * (size_t)tree->n_gpu + 1, sizeof(*times));

	for (uint32_t i = 0; times && i < tree->n_gpu; i++) {
		times[n++] = trace->ts[tree->gpu[i]];
		times[n++] = trace_end(trace, tree->gpu[i]);
	}
	return painting_init(painting, tree->n_gpu, times, n);
}

static int
busy_answer_all(struct tree *tree, struct busy_query *queries, size_t n)
{
	struct painting painting;
	struct busy_answer *answers = mem_alloc(n, sizeof(*answers));
	const struct trace *trace = tree->trace;
	uint32_t painted = 0;
	int result = -1;

	if (!busy_canvas(&painting, tree) || !answers)
		goto out;
	qsort(queries, n, sizeof(*queries), query_compare);
	for (size_t i = 0; i < n; i++) {
		for (; painted < queries[i].end; painted++)
			painting_add(&painting, painted, trace->ts[tree->gpu[painted]],
				trace_end(trace, tree->gpu[painted]));
		answers[i] = (struct busy_answer){queries[i].pos, painting_from(&painting, queries[i].begin)};
	}
	result = busy_keep(tree, answers, n);
out:
	painting_free(&painting);
	free(answers);
	return result;
}

int
tree_measure(struct tree_builder *b)
{
	struct tree *tree = b->tree;
	struct busy_query *queries;
	size_t n;
	int result;

	tree->gpu_before = mem_alloc_filled((size_t)tree->n + 1, sizeof(*tree->gpu_before));
	tree->gpu = mem_alloc(tree->trace->n_gpus, sizeof(*tree->gpu));
	tree->gpu_sum = mem_alloc((size_t)tree->trace->n_gpus + 1, sizeof(*tree->gpu_sum));
	tree->gpu_breaks = mem_alloc((size_t)tree->trace->n_gpus + 1, sizeof(*tree->gpu_breaks));
	if (!tree->gpu_before || !tree->gpu || !tree->gpu_sum || !tree->gpu_breaks)
		return -1;
	measure_prefixes(b);
	queries = busy_gather(tree, &n);
	if (!queries)
		return -1;
	result = n ? busy_answer_all(tree, queries, n) : 0;
	free(queries);
	if (result)
		return -1;
	tree->busy_linked = tree_busy_range(tree, tree->n, 0, tree->n_linked);
	tree->busy_all = tree_busy_range(tree, tree->n + 1, 0, tree->n_gpu);
	return 0;
}
