/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of two tables that have the same keys. */
#ifndef TABLE_JOIN_H
#define TABLE_JOIN_H

#include "table/table.h"

#define JOIN_NO_ROW UINT32_MAX

enum join_kind {
	JOIN_INNER,	/* pairs alone */
	JOIN_LEFT,	/* and left rows without a partner */
	JOIN_OUTER,	/* and right rows without one */
};

struct join {
	uint32_t n;
	uint32_t *left, *right;	/* row numbers; JOIN_NO_ROW on the side without a partner */
};

/*
 * Left rows in their order, each with its partners in the right table's order;
 * then the right rows without one. Keys are equal as in groups_make: two empty
 * cells are. Key columns that stand across from each other must have one type.
 * Rows that share a key multiply, as in any join; -1 with err when that passes
 * 32 bits, the types differ, or memory runs out. Free with join_free.
 */
int join_rows(struct join *join, const struct table *left, const uint32_t *left_keys,
	const struct table *right, const uint32_t *right_keys, uint32_t n_keys, enum join_kind kind,
	struct error *err);
void join_free(struct join *join);

/*
 * Adds a column to table, which has join->n rows: source's cells at the rows
 * given (join->left or join->right), empty where there is none. The texts stay
 * the source's. Returns the column's index, or -1 when memory runs out.
 */
int join_add_column(struct table *table, const struct column_def *def, const struct table *source,
	uint32_t column, const uint32_t *rows);

#endif
