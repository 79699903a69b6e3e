/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * GPU time of every subtree.
 *
 * The GPU events stand in pre-order, so a subtree has a range of them. Counts
 * and sums come from prefix arrays. Where no event of a range starts before the
 * one in front of it ends, the merged time is the sum. The other ranges are
 * asked together: events are painted onto the time axis from left to right,
 * each over what was there; when event r has been painted, the time that shows
 * events from l on is the merged length of range [l, r]. A Fenwick tree over
 * the events holds how much of each still shows. All of it n log n.
 */
#include "tree_priv.h"
#include "bitset_priv.h"
#include "base/mem.h"
#include <string.h>

struct busy_query {
	uint32_t pos;		/* of the subtree's root */
	uint32_t begin, end;	/* its GPU events */
};

struct canvas {
	int64_t *times;		/* ascending, distinct: where paint can begin or end */
	uint32_t n_times;
	struct bitset starts;	/* places in times[] where a painted segment begins */
	uint32_t *owner;	/* by such a place: event + 1 that shows there, 0 for none */
	int64_t *shown;		/* Fenwick tree by event: time that shows it */
	uint32_t n_events;
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

/* --- painting ------------------------------------------------------------------ */

static void
shown_add(struct canvas *c, uint32_t event, int64_t time)
{
	for (uint32_t i = event + 1; i <= c->n_events; i += i & -i)
		c->shown[i] += time;
}

/* Time that shows the first n events. */
static int64_t
shown_before(const struct canvas *c, uint32_t n)
{
	int64_t sum = 0;

	for (uint32_t i = n; i; i -= i & -i)
		sum += c->shown[i];
	return sum;
}

static int
compare_times(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return x < y ? -1 : x > y;
}

static uint32_t
canvas_place(const struct canvas *c, int64_t time)
{
	uint32_t low = 0, high = c->n_times;

	while (low + 1 < high) {
		uint32_t middle = low + (high - low) / 2;

		if (c->times[middle] <= time)
			low = middle;
		else
			high = middle;
	}
	return low;
}

static bool
canvas_init(struct canvas *c, const struct tree *tree)
{
	const struct trace *trace = tree->trace;
	size_t n = 0;

	*c = (struct canvas){.n_events = tree->n_gpu};
	if (tree->n_gpu > UINT32_MAX / 2 - 2)
		return false;
	c->times = mem_alloc(2 * (size_t)tree->n_gpu + 1, sizeof(*c->times));
	c->shown = mem_zero((size_t)tree->n_gpu + 1, sizeof(*c->shown));
	if (!c->times || !c->shown)
		return false;
	for (uint32_t i = 0; i < tree->n_gpu; i++) {
		c->times[n++] = trace->ts[tree->gpu[i]];
		c->times[n++] = trace_end(trace, tree->gpu[i]);
	}
	qsort(c->times, n, sizeof(*c->times), compare_times);
	for (size_t i = 0; i < n; i++)
		if (!i || c->times[i] != c->times[c->n_times - 1])
			c->times[c->n_times++] = c->times[i];
	c->owner = mem_zero((size_t)c->n_times + 1, sizeof(*c->owner));
	if (!c->owner || !bitset_init(&c->starts, c->n_times + 1))
		return false;
	bitset_add(&c->starts, 0);
	return true;
}

static void
canvas_free(struct canvas *c)
{
	free(c->times);
	free(c->owner);
	free(c->shown);
	bitset_free(&c->starts);
}

/* Makes a segment begin at the place; what showed there still does. */
static void
canvas_split(struct canvas *c, uint32_t place)
{
	uint32_t before = bitset_at_or_before(&c->starts, place);

	if (before == place)
		return;
	c->owner[place] = c->owner[before];
	bitset_add(&c->starts, place);
}

static void
canvas_paint(struct canvas *c, uint32_t event, int64_t start, int64_t end)
{
	uint32_t from = canvas_place(c, start), to = canvas_place(c, end);

	if (start >= end)
		return;
	canvas_split(c, from);
	canvas_split(c, to);
	for (uint32_t at = from; at < to;) {
		uint32_t next = bitset_after(&c->starts, at);

		if (c->owner[at])
			shown_add(c, c->owner[at] - 1, c->times[at] - c->times[next]);
		if (at != from)
			bitset_remove(&c->starts, at);
		at = next;
	}
	c->owner[from] = event + 1;
	shown_add(c, event, end - start);
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

static int
busy_answer_all(struct tree *tree, struct busy_query *queries, size_t n)
{
	struct canvas canvas;
	struct busy_answer *answers = mem_alloc(n, sizeof(*answers));
	const struct trace *trace = tree->trace;
	uint32_t painted = 0;
	int result = -1;

	if (!canvas_init(&canvas, tree) || !answers)
		goto out;
	qsort(queries, n, sizeof(*queries), query_compare);
	for (size_t i = 0; i < n; i++) {
		for (; painted < queries[i].end; painted++)
			canvas_paint(&canvas, painted, trace->ts[tree->gpu[painted]],
				trace_end(trace, tree->gpu[painted]));
		answers[i] = (struct busy_answer){queries[i].pos,
			shown_before(&canvas, painted) - shown_before(&canvas, queries[i].begin)};
	}
	result = busy_keep(tree, answers, n);
out:
	canvas_free(&canvas);
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
