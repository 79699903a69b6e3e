/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of align.c. */
#ifndef COMPARE_ALIGN_PRIV_H
#define COMPARE_ALIGN_PRIV_H

#include "compare/align.h"

struct align_box {		/* what is still to be done: a[a0, a1) against b[b0, b1) */
	uint32_t a0, a1, b0, b1;
};

struct align_slot {		/* a key and where it is */
	uint64_t key;
	uint32_t n_a, n_b, at_a, at_b;
};

struct align_anchor {
	uint32_t a, b;
	uint32_t before;	/* of the longest run that ends here */
};

struct align_lists {
	const struct align_item *a, *b;
	uint32_t *pair;
	struct aligner *scratch;
};

/*
 * Items that are there once on either side, as long a run of them as stands in order on both: n of
 * scratch->anchors.
 */
bool align_find_anchors(const struct align_lists *lists, struct align_box box, uint32_t *n);

/* A point where a good way through the box passes: within it, and not both corners. */
bool align_find_middle(const struct align_lists *lists, struct align_box box, uint32_t *a,
	uint32_t *b);

#endif
