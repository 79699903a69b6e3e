/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of matching two trees. */
#ifndef COMPARE_MATCH_PRIV_H
#define COMPARE_MATCH_PRIV_H

#include "compare/diff_priv.h"

enum match_how {
	MATCH_NONE,
	MATCH_ORDER,		/* in order with its neighbours */
	MATCH_MOVED,		/* the same, elsewhere in the list */
	MATCH_RENAMED,		/* called differently, and holding the same */
	MATCH_INSIDE,		/* found within something that only the other side has */
	MATCH_OUTER,		/* such a thing */
};

struct match_list {		/* children of one node of a side */
	uint32_t *nodes;
	struct align_item *items;
	uint8_t *how;
	uint32_t n;
	size_t cap_nodes, cap_items, cap_how;
};

/* children to be matched: of these nodes, of the top where they are TRACE_NONE */
struct match_task {
	uint32_t row, node[2];
};

struct matcher {
	struct tree_diff *diff;
	struct diff_side *side[2];
	struct aligner aligner;
	struct match_list list[2];
	uint32_t *pair;			/* by place in list[0]: place in list[1] */
	uint32_t *threads;		/* roots of A -> roots of B */
	uint32_t *place_of, *next_place;	/* scratch: root of B -> its first place in list[1], each to the next */
	/* node -> the other side's node that is the same; TRACE_NONE */
	uint32_t *inside[2];
	uint32_t *stamps;		/* by label: the gap that looks for it */
	uint32_t stamp;
	uint32_t *hits, *hit_pairs, *left;	/* scratch of match_gap.c */
	struct align_item *hit_items;
	struct match_task *tasks;
	size_t cap_pair, cap_next_place, cap_hits, cap_hit_pairs, cap_left, cap_hit_items, n_tasks, cap_tasks,
		cap_rows;
};

/*
 * match_gap.c: what is left in a list after matching in order. All return false when memory runs
 * out.
 */
bool match_moved(struct matcher *m);
/* Places [a0, a1) and [b0, b1) that lie between the same neighbours. */
bool match_gap(struct matcher *m, uint32_t a0, uint32_t a1, uint32_t b0, uint32_t b1);

/* match_rows.c: rows, each after the one it hangs under and after its siblings to the left. */
bool match_add_pair(struct matcher *m, uint32_t parent, uint32_t a, uint32_t b, bool moved);
/* All of the node's subtree, and what was found inside it. */
bool match_add_alone(struct matcher *m, uint32_t parent, int side, uint32_t node);
/* Turns rows in order of their making into pre-order. */
bool match_reorder(struct tree_diff *diff);

#endif
