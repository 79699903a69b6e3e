/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The steps of building a tree, in their order. Each returns 0, or -1 when memory runs out. */
#ifndef TREE_TREE_PRIV_H
#define TREE_TREE_PRIV_H

#include "tree.h"
#include "base/bits.h"

enum tree_name {		/* what a name says, by string id */
	NAME_LAUNCH = 1 << 0,	/* a call that should start GPU work */
	NAME_GRAPH = 1 << 1,	/* a graph launch */
	NAME_BACKWARD = 1 << 2,	/* autograd::engine::evaluate_function: ... */
};

struct tree_builder {
	struct tree *tree;
	struct trace *trace;
	uint8_t *names;		/* enum tree_name bits by string id */
	uint32_t *host;		/* host events by track, then sorted: a pre-order of each thread */
	uint32_t n_host;
	uint32_t *track_begin;	/* n_tracks + 1 entries: each track's part of host[] */
	uint32_t *track_order;	/* tracks in the order they are shown */
	uint32_t *launched;	/* by event: first row + 1 of the GPU events a call launched */
	uint32_t *launched_next;/* by GPU row: the next row + 1 */
};

/* What is above an event whose parent, if any, was noted already. */
static inline void
tree_note_op(struct tree *tree, uint32_t event)
{
	uint32_t parent = tree->parent[event];
	bool is_op = parent == TRACE_NONE || tree->trace->kind[parent] == EVENT_OP;

	tree->op_above[event] = is_op ? parent : tree->op_above[parent];
}

/* Sorts events of one thread: start ascending, duration descending, place in the file. sort.c */
int tree_sort_events(const struct trace *trace, uint32_t *events, uint32_t n);

int tree_nest(struct tree_builder *b);		/* nest.c: host events get their parents */
int tree_link_launches(struct tree_builder *b);	/* link.c: GPU events get theirs */
int tree_lay_out(struct tree_builder *b);	/* layout.c: pre-order, sizes, roots */
int tree_measure(struct tree_builder *b);	/* busy.c: counts, sums, merged times */
/* The merged time of gpu[begin, end): the sum where nothing overlaps, else the answer kept for the question. */
int64_t tree_busy_range(const struct tree *tree, uint32_t question, uint32_t begin, uint32_t end);

/* Says what there is instead of GPU events with a time. no_gpu.c */
int tree_tell_no_gpu(struct trace *trace);

int tree_link_backward(struct tree_builder *b);	/* backward.c */
int tree_look_around(struct tree_builder *b);	/* checks.c: warnings about the whole */
int tree_check_streams(struct tree_builder *b);	/* lanes.c: work on one stream that overlaps */

#endif
