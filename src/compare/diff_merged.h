/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Two call trees compared, with equal paths folded together: rows that stand
 * under the same and are called the same are one row, steps and the numbers of
 * modules do not count. What one side does more often than the other stands in
 * the same row as what both do: a step that only B has adds to B's time.
 *
 * Rows stand in pre-order, in the order in which they come first in the
 * comparison. A call that is matched under another name goes by A's name; what
 * B alone calls so goes with it where that comes later. Times are ns, and the
 * sums over all rows at the top are those of the comparison.
 */
#ifndef COMPARE_DIFF_MERGED_H
#define COMPARE_DIFF_MERGED_H

#include "compare/tree_diff.h"

struct diff_merged_row {
	uint32_t first[2];	/* by side: the first row of the comparison that is there; TRACE_NONE: none is */
	uint32_t calls[2];	/* how many are */
	uint32_t gpu[2];	/* GPU events below, itself included */
	int64_t gpu_ns[2];
	uint32_t size, depth;
};

struct diff_merged {
	const struct tree_diff *diff;	/* must outlive it */
	struct diff_merged_row *rows;
	uint32_t n;
	uint32_t *folded;		/* row of the comparison -> row here */
};

/* 0, or -1 with err when memory runs out. */
int diff_merge(struct diff_merged **out, const struct tree_diff *diff, struct error *err);
void diff_merged_free(struct diff_merged *merged);

/* What the row is called on that side, in out where no event is called so; "" where it is not there. */
const char *diff_merged_name(const struct diff_merged *merged, uint32_t row, int side, char *out, size_t size);

#endif
