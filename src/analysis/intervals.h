/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sets of time: half-open intervals in int64 nanoseconds, exact. */
#ifndef ANALYSIS_INTERVALS_H
#define ANALYSIS_INTERVALS_H

#include <stdint.h>

struct interval {
	/* start <= end; equal for a point, which has a place but no length */
	int64_t start, end;
};

/* Sum that stops at the ends of int64 instead of wrapping. */
static inline int64_t
time_add(int64_t a, int64_t b)
{
	int64_t sum;

	if (!__builtin_add_overflow(a, b, &sum))
		return sum;
	return b > 0 ? INT64_MAX : INT64_MIN;
}

/*
 * Joins intervals that overlap or touch, in place. They must be sorted by
 * start. Returns how many are left: sorted, disjoint.
 */
uint32_t intervals_merge(struct interval *set, uint32_t n);

/* Sum of the lengths. */
int64_t intervals_length(const struct interval *set, uint32_t n);

/*
 * What of a lies outside b, without points; both merged. Room for n_a + n_b
 * in out, which may not overlap a or b.
 */
uint32_t intervals_subtract(struct interval *out, const struct interval *a, uint32_t n_a,
	const struct interval *b, uint32_t n_b);

/* Length of what both merged sets cover. */
int64_t intervals_common(const struct interval *a, uint32_t n_a, const struct interval *b,
	uint32_t n_b);

#endif
