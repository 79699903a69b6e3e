/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Fills a sheet's table by the numbers of its column definitions, some of
 * which may be left out. After memory ran out the setters do nothing and
 * rows_close() tells.
 */
#ifndef ANALYSIS_ROWS_PRIV_H
#define ANALYSIS_ROWS_PRIV_H

#include "analysis/analysis_priv.h"
#include "analysis/sheets.h"
#include "analysis/stats.h"

#define ROWS_COLUMNS 64
#define ROWS_NO_COLUMN ROWS_COLUMNS	/* a definition whose value is not wanted */
#define COLUMNS_OF(defs) (sizeof(defs) / sizeof(*(defs)))

struct rows {
	struct table *table;
	int at[ROWS_COLUMNS + 1];	/* definition -> column, -1: left out */
	int64_t row;		/* the one being filled */
};

/* Starts the table with all columns but those whose bit is set in leave_out. */
void rows_open(struct rows *rows, const struct sheet *sheet, const struct column_def *defs,
	size_t n,
	uint64_t leave_out);
/* The same in pieces: an empty table, then the definitions from first to last. */
void rows_begin(struct rows *rows, const struct sheet *sheet);
void rows_add_columns(struct rows *rows, const struct column_def *defs, size_t first, size_t last,
	uint64_t leave_out);
/* A column that has no definition; returns its place in the table, -1 when memory ran out. */
int rows_add_column_copy(struct rows *rows, const struct column_def *def);
bool rows_next(struct rows *rows);	/* a new row of empty cells */
void rows_int(struct rows *rows, unsigned def, int64_t value);
void rows_real(struct rows *rows, unsigned def, double value);
void rows_text(struct rows *rows, unsigned def, const char *text);
/* defs: where mean, median, std, min and max go. */
void rows_stats(struct rows *rows, const unsigned defs[5], const struct stats *stats);

/* Sorts by these definitions and then by the key columns. */
void rows_sort(struct rows *rows, const struct table_sort *keys, uint32_t n);
/* The same as a list of keys for the table: returns how many, at most ROWS_COLUMNS. */
uint32_t rows_sort_keys(const struct rows *rows, const struct table_sort *keys, uint32_t n,
	struct table_sort all[ROWS_COLUMNS]);
/*
 * Fills share with value's part of the sum of all rows in percent, and cumulative with that of the
 * rows so far.
 */
void rows_shares(struct rows *rows, unsigned value, unsigned share, unsigned cumulative);

/* Hands the table over. 0, or -1 with err when memory ran out on the way. */
int rows_close(struct rows *rows, struct analysis *a, struct table **out, struct error *err);

#endif
