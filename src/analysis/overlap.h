/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which GPU events ran at the same time. Two GPU events
 * of the timeline, so linked unless all are asked for, with 1 us or more in
 * common overlap, unless both are known to be on one stream; an event of no
 * length overlaps nothing. Where recomputation is told
 * apart, what is recomputed overlaps only its like.
 */
#ifndef ANALYSIS_OVERLAP_H
#define ANALYSIS_OVERLAP_H

#include "analysis/rows_priv.h"

/* The GPU events that overlap one, by their start; *n may be 0. NULL when memory runs out. */
const uint32_t *overlap_with(struct analysis *a, uint32_t gpu, uint32_t *n);

/*
 * The GPU events that an op or call started itself, communication left out: by these its overlap
 * is told. None where it is no launcher.
 */
uint32_t overlap_launched(struct analysis *a, uint32_t event, const uint32_t **list);
/* Whether any of them overlaps. */
bool overlap_any(struct analysis *a, const uint32_t *gpu, uint32_t n);

/*
 * A number that is the same for ops whose GPU events ran beside kernels of the
 * same names, met in the same order; 0: beside none.
 */
uint32_t overlap_key(struct analysis *a, const uint32_t *gpu, uint32_t n);

struct overlap_titles {	/* of the columns that sheets call differently */
	const char *names, *details;
};

extern const struct overlap_titles overlap_titles_of_ops, overlap_titles_of_roofline;

/* The members of a sheet's rows: row r is bucket r. */
struct overlap_source {
	const struct keymap *map;	/* whose last word is overlap_key() */
	const struct buckets *buckets;
	/* GPU events by which a member's overlap is told; the list need not outlive the next call */
	uint32_t (*gpu_events)(struct analysis *a, const void *data, uint32_t member,
		const uint32_t **list);
	const void *data;
	bool whole;		/* numbers of a row are not rounded; those of one op have no spread */
};

/*
 * Adds what overlaps to filled rows: the names behind the column of the
 * definition before, the rest behind that of the definition after.
 */
void overlap_add_columns(struct rows *rows, struct analysis *a, const struct overlap_source *source,
	const struct overlap_titles *titles, unsigned before, unsigned after);

/*
 * Sorts by the sum over all rows that differ from a row only in what overlaps,
 * largest first, then by the least uid of those, own sum and uid.
 */
void overlap_sort(struct rows *rows, const struct overlap_source *source, unsigned sum,
	unsigned uid);

#endif
