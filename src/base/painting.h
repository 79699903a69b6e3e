/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Merged length of runs of intervals, each question in logarithmic time.
 *
 * Intervals have numbers. They are painted onto the time axis by ascending number, each over what
 * was there; when number r has been painted, the time that shows numbers from l on is the merged
 * length of l to r. A Fenwick tree over the numbers holds how much of each still shows.
 */
#ifndef BASE_PAINTING_H
#define BASE_PAINTING_H

#include "base/bitset.h"
#include <stddef.h>

struct painting {
	int64_t *times;		/* ascending, distinct: where paint can begin or end */
	uint32_t n_times, near;	/* near: the place found last */
	struct bitset starts;	/* places in times[] where a painted segment begins */
	uint32_t *owner;	/* by such a place: number + 1 that shows there, 0 for none */
	int64_t *shown;		/* Fenwick tree by number: time that shows it */
	uint32_t n;
};

/*
 * For numbers below n. Takes over times, which malloc made: every start and end that will be
 * painted, in any order, n_times of them, below UINT32_MAX - 1. False when memory runs out.
 */
bool painting_init(struct painting *painting, uint32_t n, int64_t *times, size_t n_times);
void painting_free(struct painting *painting);
void painting_add(struct painting *painting, uint32_t number, int64_t start, int64_t end);
/* Merged length of what was painted with numbers from first on. */
int64_t painting_from(const struct painting *painting, uint32_t first);

#endif
