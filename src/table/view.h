/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Some of a table's columns and rows, in an order of their own; nothing is copied. */
#ifndef TABLE_VIEW_H
#define TABLE_VIEW_H

#include "table/table.h"

struct table_view {
	const struct table *table;
	const uint32_t *columns;	/* NULL: all, in order */
	const uint32_t *rows;		/* NULL: all, in order */
	uint32_t n_columns, n_rows;
};

static inline struct table_view
table_view_all(const struct table *table)
{
	return (struct table_view){table, NULL, NULL, table->n_columns, table->n_rows};
}

static inline uint32_t
view_column(const struct table_view *view, uint32_t i)
{
	return view->columns ? view->columns[i] : i;
}

static inline uint32_t
view_row(const struct table_view *view, uint32_t i)
{
	return view->rows ? view->rows[i] : i;
}

#endif
