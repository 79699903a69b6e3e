/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows with the same keys, and what is said about each such group. */
#ifndef TABLE_GROUP_H
#define TABLE_GROUP_H

#include "table/table.h"

struct groups {
	uint32_t n;		/* groups, in order of their first row */
	uint32_t *of;		/* row -> group */
	uint32_t *begin;	/* group -> its first place in rows[]; n + 1 entries */
	uint32_t *rows;		/* row numbers group by group, ascending within one */
};

/*
 * Rows are together when all their key cells are: texts by their bytes, two
 * empty cells are equal, an empty cell and "" are not. No key column makes one
 * group of all rows. 0, or -1 when memory runs out. Free with groups_free.
 */
int groups_make(struct groups *groups, const struct table *table, const uint32_t *keys, uint32_t n_keys);
void groups_free(struct groups *groups);

enum aggregate {
	AGGREGATE_ROWS,		/* how many rows */
	AGGREGATE_COUNT,	/* how many cells that are not empty */
	AGGREGATE_SUM,		/* 0 when all are empty */
	AGGREGATE_MEAN,
	AGGREGATE_MEDIAN,
	AGGREGATE_STD,		/* of a sample: over n - 1 */
	AGGREGATE_MIN,
	AGGREGATE_MAX,
	AGGREGATE_FIRST,	/* first that is not empty, in order of rows */
};

/*
 * One column of a grouped table. Empty cells are passed over. Counts give
 * CELL_INT. Mean, median and deviation give CELL_REAL, of times in the unit of
 * def (UNIT_US, UNIT_MS, else ns). Sum, least, greatest and first give the
 * source's type; of times and whole numbers also CELL_REAL.
 */
struct aggregate_def {
	enum aggregate how;
	uint32_t column;		/* of the source; no matter for AGGREGATE_ROWS */
	const struct column_def *def;	/* of the result; must outlive the table */
};

/*
 * A new table, one row a group: first the key columns, with the source's
 * descriptors, then the aggregates. Texts are the source's own: it must outlive
 * the result. NULL with err when memory runs out, a sum does not fit 64 bits,
 * or a descriptor's type does not suit.
 */
struct table *table_group(const struct table *source, const char *id, const char *title,
	const uint32_t *keys, uint32_t n_keys, const struct aggregate_def *aggregates, uint32_t n_aggregates,
	struct error *err);

/*
 * Fills percent (CELL_REAL) with each row's share of value's sum, and cumulative
 * (CELL_REAL) with the share of all rows up to it. Either may be -1. Empty cells
 * count as 0; where the sum is 0 both stay empty. -1 with err when a sum does
 * not fit 64 bits.
 */
int table_fill_percent(struct table *table, uint32_t value, int percent, int cumulative, struct error *err);

#endif
