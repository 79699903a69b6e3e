/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The call tree of a trace: host events by thread, GPU events under the call
 * that launched them, and the links beside it.
 *
 * Nodes stand in pre-order: a subtree is the range [pos, pos + size[pos]) of
 * order[]. First the host threads with what they launched, in the order of
 * roots[]; then, without parent, the GPU events that nothing launched.
 * A node's id is its event's id.
 */
#ifndef TREE_TREE_H
#define TREE_TREE_H

#include "trace/trace.h"

struct tree_root {		/* one host thread with events, or a stream with unlinked GPU events */
	uint32_t track;		/* index into trace->tracks, of the first event for a stream */
	uint32_t begin, end;	/* positions in order[] */
	bool linked;		/* false: GPU events that nothing launched */
};

/* A part of the time, ns: [begin, end). */
struct tree_window {
	int64_t begin, end;
	bool by_gpu;	/* GPU work that starts in it; else what the host launched in it */
};

struct tree_pair {
	uint32_t from, to;
};

struct tree {
	const struct trace *trace;
	uint32_t n;		/* nodes: host and GPU events with a time */
	uint32_t *order;	/* position -> event */
	uint32_t *size;		/* position -> nodes of the subtree, itself included */
	uint32_t *pos;		/* event -> position, TRACE_NONE when not in the tree */
	uint32_t *parent;	/* event -> event, TRACE_NONE for roots and for what is not in the tree */
	uint32_t *op_above;	/* event -> nearest op above it, TRACE_NONE when there is none */
	uint32_t *gpu_before;	/* position -> GPU events before it; n + 1 entries */

	uint32_t n_gpu;
	uint32_t *gpu;		/* the GPU events by position */
	int64_t *gpu_sum;	/* n_gpu + 1 entries: durations before gpu[i], ns */
	uint32_t *gpu_breaks;	/* n_gpu + 1 entries: i below which gpu[i] starts before gpu[i - 1] ends */
	uint32_t n_busy;	/* subtrees whose GPU events overlap: their merged time */
	uint32_t *busy_pos;	/* ascending */
	int64_t *busy_ns;

	struct tree_root *roots;
	uint32_t n_roots;
	struct tree_pair *backward;	/* from backward op to forward op, by from */
	struct tree_pair *forward;	/* the same pairs turned round, by from */
	uint32_t n_pairs;
	uint32_t n_linked;	/* GPU events with a launch */
	uint32_t n_launches;	/* calls that should start GPU work, and those that did not; 0 where is_cut */
	uint32_t n_launches_without;
	int64_t linked_ns, unlinked_ns;	/* summed durations */
	int64_t busy_linked, busy_all;	/* merged: of GPU events with a launch, of all */
	bool is_cut;		/* made by tree_cut(): only what falls into the window is there */
	struct tree_window window;
};

/*
 * Builds the tree, also of a trace whose loading was stopped: it takes a fraction of that and cannot
 * be stopped itself. Adds what it finds to the trace's warnings. Frees nothing of the trace.
 */
int tree_build(struct tree **out, struct trace *trace, struct error *err);
void tree_free(struct tree *tree);

/*
 * The tree of what falls into the window: GPU events by their own start or by their launch's (where
 * there is none, by their own), host events that run in it, and all that is above any of these.
 * Owned like a tree; the whole one is not needed any more. 0, or -1 with err when memory runs out.
 */
int tree_cut(struct tree **out, const struct tree *whole, const struct tree_window *window, struct error *err);

/* Whether any of the event's time is in the window; of one without length, whether it is. */
static inline bool
tree_window_runs(const struct tree_window *window, const struct trace *trace, uint32_t event)
{
	return trace->ts[event] < window->end
		&& (trace_end(trace, event) > window->begin || trace->ts[event] >= window->begin);
}

static inline bool
tree_has(const struct tree *tree, uint32_t event)
{
	return tree->pos[event] != TRACE_NONE;
}

/* All take and give event ids; TRACE_NONE when there is none. Children stand in order of time. */
uint32_t tree_first_child(const struct tree *tree, uint32_t event);
uint32_t tree_next_sibling(const struct tree *tree, uint32_t event);	/* roots of one thread are siblings */

/* GPU events in the subtree, a GPU event itself counts 1; their summed and their merged time in ns. */
uint32_t tree_gpu_count(const struct tree *tree, uint32_t event);
int64_t tree_gpu_sum(const struct tree *tree, uint32_t event);
int64_t tree_gpu_busy(const struct tree *tree, uint32_t event);

/* GPU events of the subtree as a range of tree->gpu[]. */
void tree_gpu_range(const struct tree *tree, uint32_t event, uint32_t *begin, uint32_t *end);

/* Nearest ancestor of the kind, not the event itself. */
uint32_t tree_ancestor_op(const struct tree *tree, uint32_t event);
uint32_t tree_ancestor_module(const struct tree *tree, uint32_t event);
uint32_t tree_ancestor_python(const struct tree *tree, uint32_t event);
/* Parent when Python frames are left out. */
uint32_t tree_parent_host(const struct tree *tree, uint32_t event);

bool tree_is_module(const struct trace *trace, uint32_t event);	/* a frame named "nn.Module: ..." */
uint32_t tree_launch(const struct tree *tree, uint32_t gpu_event);	/* the call that started it */
/*
 * The op that launched a call's GPU work: the first cpu_op above it, passing Python frames,
 * the calls around it and ops named exactly "execute"; else the call itself.
 */
uint32_t tree_launcher(const struct tree *tree, uint32_t call);

uint32_t tree_forward_of(const struct tree *tree, uint32_t backward_op);
/* The backward ops of a forward op: n of them from *first in tree->forward[]. */
uint32_t tree_backward_of(const struct tree *tree, uint32_t forward_op, uint32_t *first);

#endif
