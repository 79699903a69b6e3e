/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Rows whose exact times are equal. The reference adds up doubles, (start +
 * duration) - start in us, and sorts by what comes of it; its cumulative
 * percentages depend on that order. Rows that tie are put in the same order
 * here, so that both reports line up.
 */
#ifndef ANALYSIS_ROUNDING_H
#define ANALYSIS_ROUNDING_H

#include "analysis/rows_priv.h"

/* Merged time in us of GPU events in any order; 0 where memory runs out. */
double rounding_busy(struct analysis *a, const uint32_t *gpu, uint32_t n);

struct rounding_sum {	/* compensated, as the reference's groups are added up */
	double sum, lost;
};

static inline void
rounding_add(struct rounding_sum *s, double value)
{
	double y = value - s->lost, next = s->sum + y;

	s->lost = next - s->sum - y;
	s->sum = next;
}

/* The rounded time of a row, by its number before sorting; called for rows that tie. */
typedef double rounding_of_row(struct analysis *a, const void *groups, uint32_t row);

/* How rows stand whose rounded times are equal too. */
enum rounding_tie {
	TIE_BY_KEYS,	/* by the key columns, ascending */
	TIE_AS_MADE,	/* in the order they were added */
	TIE_AS_NUMPY,	/* as the reference's sort, which is not stable, leaves rows in order of the keys */
};

/* rows_sort(); rows that are equal in the first key stand by their rounded time, largest first. */
void rows_sort_rounded(struct rows *rows, const struct table_sort *keys, uint32_t n,
	struct analysis *a,
	rounding_of_row *of_row, const void *groups, enum rounding_tie tie);

#endif
