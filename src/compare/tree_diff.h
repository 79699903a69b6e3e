/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Two call trees laid beside each other: what of one trace is what of the
 * other, found by names, arguments and structure.
 *
 * Side 0 is A (the baseline), side 1 is B. Rows stand in pre-order: a subtree
 * is the range [row, row + size). Steps come first where both traces have
 * some, then threads, then what they called, in A's order, what only B has
 * where it stands in B. A row that only one side has may hold rows of both:
 * then the other side has the same things without what is around them here.
 *
 * Names are compared without addresses and line numbers, modules without their
 * numbers, calls of CUDA and HIP by what they do; see diff_names_priv.h. Each
 * GPU event of either side is in exactly one row, so times add up. Times are
 * ns. The trees must outlive the result and are not changed. Linear memory;
 * the same input gives the same rows.
 */
#ifndef COMPARE_TREE_DIFF_H
#define COMPARE_TREE_DIFF_H

#include "tree/merged.h"
#include "tree/tree.h"

enum diff_kind {
	DIFF_STEP,		/* event: the step's annotation */
	DIFF_OUTSIDE,		/* what no step holds; event: TRACE_NONE */
	DIFF_THREAD,		/* event: an index into tree->roots */
	DIFF_STREAM,		/* GPU events without a launch; event: an index into tree->roots */
	DIFF_FRAME, DIFF_OP, DIFF_CALL, DIFF_GPU,
	DIFF_KINDS
};

enum diff_state {
	DIFF_BOTH,		/* matched, and called the same in both traces' files */
	DIFF_RENAMED,		/* matched, and called differently */
	DIFF_ONLY_A, DIFF_ONLY_B,
	DIFF_STATES
};

struct diff_row {
	uint32_t event[2];	/* by side; TRACE_NONE where it is not */
	uint32_t node[2];	/* inside */
	uint32_t parent;	/* row, TRACE_NONE at the top */
	uint32_t size, depth;
	uint8_t kind, state;
	bool moved;		/* matched though it stands elsewhere among its siblings */
	uint32_t gpu[2];	/* GPU events below, itself included */
	int64_t gpu_ns[2];	/* their durations summed */
};

struct diff_options {
	enum merged_python python;	/* frames that take part; by default modules */
	bool unlinked;			/* GPU events without a launch too, by stream */
	bool host;			/* also what started no GPU work */
	bool limit[2];			/* only ProfilerStep#step[side] of that side */
	int64_t step[2];
};

struct diff_side;

struct tree_diff {
	const struct tree *tree[2];
	struct diff_row *rows;
	uint32_t n;
	uint32_t gpu[2];		/* GPU events in all rows */
	int64_t gpu_ns[2];
	uint32_t count[DIFF_STATES];	/* rows of events by state */
	/* all rows are on both sides with the same arguments, none moved */
	bool same;
	bool identical;			/* the same, and all GPU events last as long */
	struct diff_side *side[2];	/* inside */
};

/* 0, or -1 with err: no memory, or a step that the trace does not have. */
int tree_diff_build(struct tree_diff **out, const struct tree *a, const struct tree *b,
	const struct diff_options *options, struct error *err);
void tree_diff_free(struct tree_diff *diff);

/* Rows around: TRACE_NONE where there is none. TRACE_NONE as row asks for the first at the top. */
uint32_t diff_first_child(const struct tree_diff *diff, uint32_t row);
uint32_t diff_next_sibling(const struct tree_diff *diff, uint32_t row);
/* The row of an event of a side, or of the nearest around it that has one; else TRACE_NONE. */
uint32_t diff_find_row(const struct tree_diff *diff, int side, uint32_t event);

static inline bool
diff_has(const struct diff_row *row, int side)
{
	return row->state != (side ? DIFF_ONLY_A : DIFF_ONLY_B);
}

static inline bool
diff_is_matched(const struct diff_row *row)
{
	return row->state == DIFF_BOTH || row->state == DIFF_RENAMED;
}

/*
 * What the row is called on that side, in out where it has no event of its own. "" where it is not
 * there.
 */
const char *diff_row_name(const struct tree_diff *diff, uint32_t row, int side, char *out,
	size_t size);
/* Duration of the event on the host; 0 where there is none. */
int64_t diff_host_ns(const struct tree_diff *diff, uint32_t row, int side);

#endif
