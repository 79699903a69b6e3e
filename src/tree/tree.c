/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walking a tree that is built. */
#include "tree_priv.h"
#include <string.h>

uint32_t
tree_first_child(const struct tree *tree, uint32_t event)
{
	uint32_t pos = tree->pos[event];

	return pos != TRACE_NONE && tree->size[pos] > 1 ? tree->order[pos + 1] : TRACE_NONE;
}

/* The root whose range holds the position. */
static const struct tree_root *
tree_find_root(const struct tree *tree, uint32_t pos)
{
	uint32_t low = 0, high = tree->n_roots;

	while (high - low > 1) {
		uint32_t middle = low + (high - low) / 2;

		if (tree->roots[middle].begin <= pos)
			low = middle;
		else
			high = middle;
	}
	return &tree->roots[low];
}

uint32_t
tree_next_sibling(const struct tree *tree, uint32_t event)
{
	uint32_t pos = tree->pos[event], parent = tree->parent[event], next, end;

	if (pos == TRACE_NONE)
		return TRACE_NONE;
	next = pos + tree->size[pos];
	end = parent != TRACE_NONE ? tree->pos[parent] + tree->size[tree->pos[parent]] : tree_find_root(tree, pos)->end;
	return next < end ? tree->order[next] : TRACE_NONE;
}

void
tree_gpu_range(const struct tree *tree, uint32_t event, uint32_t *begin, uint32_t *end)
{
	uint32_t pos = tree->pos[event];

	*begin = *end = 0;
	if (pos == TRACE_NONE)
		return;
	*begin = tree->gpu_before[pos];
	*end = tree->gpu_before[pos + tree->size[pos]];
}

uint32_t
tree_gpu_count(const struct tree *tree, uint32_t event)
{
	uint32_t begin, end;

	tree_gpu_range(tree, event, &begin, &end);
	return end - begin;
}

int64_t
tree_gpu_sum(const struct tree *tree, uint32_t event)
{
	uint32_t begin, end;

	tree_gpu_range(tree, event, &begin, &end);
	return tree->gpu_sum[end] - tree->gpu_sum[begin];
}

int64_t
tree_busy_range(const struct tree *tree, uint32_t question, uint32_t begin, uint32_t end)
{
	uint32_t low = 0, high = tree->n_busy;

	if (end - begin < 2 || tree->gpu_breaks[end] == tree->gpu_breaks[begin + 1])
		return tree->gpu_sum[end] - tree->gpu_sum[begin];
	while (high - low > 1) {
		uint32_t middle = low + (high - low) / 2;

		if (tree->busy_pos[middle] <= question)
			low = middle;
		else
			high = middle;
	}
	return tree->busy_ns[low];
}

int64_t
tree_gpu_busy(const struct tree *tree, uint32_t event)
{
	uint32_t begin, end;

	tree_gpu_range(tree, event, &begin, &end);
	return tree_busy_range(tree, tree->pos[event], begin, end);
}

bool
tree_is_module(const struct trace *trace, uint32_t event)
{
	return trace->kind[event] == EVENT_PYTHON && !strncmp(trace_name(trace, event), "nn.Module: ", 11);
}

uint32_t
tree_ancestor_op(const struct tree *tree, uint32_t event)
{
	return tree->op_above[event];
}

uint32_t
tree_ancestor_module(const struct tree *tree, uint32_t event)
{
	do
		event = tree->parent[event];
	while (event != TRACE_NONE && !tree_is_module(tree->trace, event));
	return event;
}

uint32_t
tree_ancestor_python(const struct tree *tree, uint32_t event)
{
	do
		event = tree->parent[event];
	while (event != TRACE_NONE && tree->trace->kind[event] != EVENT_PYTHON);
	return event;
}

uint32_t
tree_parent_host(const struct tree *tree, uint32_t event)
{
	do
		event = tree->parent[event];
	while (event != TRACE_NONE && tree->trace->kind[event] == EVENT_PYTHON);
	return event;
}

uint32_t
tree_launch(const struct tree *tree, uint32_t gpu_event)
{
	return event_is_gpu(tree->trace->kind[gpu_event]) ? tree->parent[gpu_event] : TRACE_NONE;
}

uint32_t
tree_launcher(const struct tree *tree, uint32_t call)
{
	uint32_t at = tree->op_above[call];

	while (at != TRACE_NONE && !strcmp(trace_name(tree->trace, at), "execute"))
		at = tree->op_above[at];
	return at != TRACE_NONE ? at : call;
}

static uint32_t
pairs_find(const struct tree_pair *pairs, uint32_t n, uint32_t from)
{
	uint32_t low = 0, high = n;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (pairs[middle].from < from)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

uint32_t
tree_forward_of(const struct tree *tree, uint32_t backward_op)
{
	uint32_t i = pairs_find(tree->backward, tree->n_pairs, backward_op);

	return i < tree->n_pairs && tree->backward[i].from == backward_op ? tree->backward[i].to : TRACE_NONE;
}

uint32_t
tree_backward_of(const struct tree *tree, uint32_t forward_op, uint32_t *first)
{
	uint32_t n = 0;

	*first = pairs_find(tree->forward, tree->n_pairs, forward_op);
	while (*first + n < tree->n_pairs && tree->forward[*first + n].from == forward_op)
		n++;
	return n;
}
