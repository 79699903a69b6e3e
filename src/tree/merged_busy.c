/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Merged GPU time of every row at once.
 *
 * At any moment some GPU events run, each under a leaf row; the moment counts
 * once for every row that is above one of them. That is one for each leaf,
 * less one at the lowest common ancestor of each two neighbours in pre-order,
 * added up towards the roots. A sweep over starts and ends keeps the running
 * events in pre-order and books a pair when it comes apart.
 */
#include "base/mem.h"
#include "tree/merged_priv.h"
#include <string.h>

struct busy_edge {
	int64_t at;
	uint32_t row, gpu;	/* gpu tells running events of one row apart */
	bool ends;
};

struct busy_running {
	uint32_t row, gpu;
	int64_t since;		/* when the pair with the next one began */
};

struct busy_sweep {
	struct merged *merged;
	uint32_t *jump;		/* row -> an ancestor further up: twice the steps whenever two jumps are as long */
	struct busy_running *running;
	size_t n, cap;
};

static int
edge_compare(const void *a, const void *b)
{
	const struct busy_edge *x = a, *y = b;

	if (x->at != y->at)
		return x->at < y->at ? -1 : 1;
	if (x->ends != y->ends)
		return x->ends ? -1 : 1;
	return x->gpu < y->gpu ? -1 : x->gpu > y->gpu;
}

static void
sweep_jumps(struct busy_sweep *s)
{
	const struct merged_row *rows = s->merged->rows;

	for (uint32_t row = 0; row < s->merged->n; row++) {
		uint32_t up = rows[row].parent, far, farther;

		s->jump[row] = row;
		if (up == TRACE_NONE)
			continue;
		far = s->jump[up];
		farther = s->jump[far];
		s->jump[row] = rows[up].depth - rows[far].depth == rows[far].depth - rows[farther].depth ? farther : up;
	}
}

static bool
row_holds(const struct merged_row *rows, uint32_t up, uint32_t row)
{
	return row >= up && row - up < rows[up].size;
}

/* Lowest row above both, TRACE_NONE when they have no root in common. */
static uint32_t
sweep_ancestor(const struct busy_sweep *s, uint32_t a, uint32_t b)
{
	const struct merged_row *rows = s->merged->rows;

	while (!row_holds(rows, a, b)) {
		uint32_t far = s->jump[a];

		if (rows[a].parent == TRACE_NONE)
			return TRACE_NONE;
		a = row_holds(rows, far, b) ? rows[a].parent : far;
	}
	return a;
}

/* Books the pair of the i-th running event and the next. */
static void
sweep_book(struct busy_sweep *s, size_t i, int64_t now)
{
	uint32_t up;

	if (i + 1 >= s->n)
		return;
	if (now > s->running[i].since) {
		up = sweep_ancestor(s, s->running[i].row, s->running[i + 1].row);
		if (up != TRACE_NONE)
			s->merged->rows[up].gpu_busy -= now - s->running[i].since;
	}
	s->running[i].since = now;
}

/* The first running event that is not before the edge's. */
static size_t
sweep_find(const struct busy_sweep *s, const struct busy_edge *edge)
{
	size_t low = 0, high = s->n;

	while (low < high) {
		size_t middle = (low + high) / 2;
		const struct busy_running *r = &s->running[middle];

		if (r->row < edge->row || (r->row == edge->row && r->gpu < edge->gpu))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static bool
sweep_begin(struct busy_sweep *s, const struct busy_edge *edge)
{
	size_t i = sweep_find(s, edge);

	if (!mem_reserve(&s->running, &s->cap, s->n + 1, sizeof(*s->running)))
		return false;
	if (i)
		sweep_book(s, i - 1, edge->at);
	memmove(s->running + i + 1, s->running + i, (s->n - i) * sizeof(*s->running));
	s->running[i] = (struct busy_running){edge->row, edge->gpu, edge->at};
	s->n++;
	if (i)
		s->running[i - 1].since = edge->at;
	return true;
}

static void
sweep_end(struct busy_sweep *s, const struct busy_edge *edge)
{
	size_t i = sweep_find(s, edge);

	if (i)
		sweep_book(s, i - 1, edge->at);
	sweep_book(s, i, edge->at);
	memmove(s->running + i, s->running + i + 1, (s->n - i - 1) * sizeof(*s->running));
	s->n--;
}

static struct busy_edge *
busy_edges(const struct merged *merged, size_t *n)
{
	const struct tree *tree = merged->tree;
	struct busy_edge *edges = mem_alloc((size_t)tree->n_gpu * 2, sizeof(*edges));

	*n = 0;
	for (uint32_t i = 0; edges && i < tree->n_gpu; i++) {
		uint32_t event = tree->gpu[i], row = merged->row[tree->pos[event]];

		if (tree->trace->dur[event] <= 0)
			continue;
		edges[(*n)++] = (struct busy_edge){tree->trace->ts[event], row, i, false};
		edges[(*n)++] = (struct busy_edge){trace_end(tree->trace, event), row, i, true};
		merged->rows[row].gpu_busy += tree->trace->dur[event];
	}
	if (edges)
		qsort(edges, *n, sizeof(*edges), edge_compare);
	return edges;
}

bool
merged_busy(struct merged *merged)
{
	struct busy_sweep s = {.merged = merged};
	size_t n = 0;
	struct busy_edge *edges = busy_edges(merged, &n);
	bool ok;

	s.jump = mem_alloc(merged->n, sizeof(*s.jump));
	ok = edges && s.jump;
	if (ok)
		sweep_jumps(&s);
	for (size_t i = 0; ok && i < n; i++) {
		if (edges[i].ends)
			sweep_end(&s, &edges[i]);
		else
			ok = sweep_begin(&s, &edges[i]);
	}
	for (uint32_t i = merged->n; ok && i-- > 0;)
		if (merged->rows[i].parent != TRACE_NONE)
			merged->rows[merged->rows[i].parent].gpu_busy += merged->rows[i].gpu_busy;
	free(edges);
	free(s.jump);
	free(s.running);
	return ok;
}
