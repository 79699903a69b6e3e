/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Typed columns with rows: what sheets are made of. Knows nothing of traces.
 *
 * A column's descriptor says how its cells look wherever they are shown: in a
 * pane, a CSV field, a workbook cell, and what --sort and --columns call it.
 */
#ifndef TABLE_TABLE_H
#define TABLE_TABLE_H

#include "base/arena.h"
#include "base/error.h"
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#define TABLE_NULL_INT INT64_MIN

enum cell_type {
	CELL_INT,	/* int64_t; TABLE_NULL_INT is an empty cell */
	CELL_TIME,	/* int64_t nanoseconds, written in the column's unit, exactly */
	CELL_REAL,	/* double; NaN is an empty cell */
	CELL_TEXT,	/* const char *; NULL is an empty cell, "" is text */
	CELL_BOOL,	/* int64_t 0 or 1, written False or True */
};

enum cell_unit {
	UNIT_NONE,
	UNIT_US, UNIT_MS,		/* CELL_TIME in that unit; CELL_REAL is in it already */
	UNIT_PERCENT, UNIT_COUNT, UNIT_BYTES, UNIT_MB,
	UNIT_GFLOP, UNIT_TFLOPS, UNIT_TBS, UNIT_GBS, UNIT_INTENSITY,
	UNIT_EVENT			/* an event id: leads somewhere */
};

enum column_flag {
	COLUMN_KEY = 1 << 0,		/* part of the row's identity */
	COLUMN_NOISY = 1 << 1,		/* hidden in the workbook and by default in panes, never dropped */
	COLUMN_DESCENDING = 1 << 2,	/* sorts largest first by default */
	COLUMN_SHARE = 1 << 3,		/* drawn as a bar */
	COLUMN_FIXED = 1 << 4,		/* shown with the decimals of its unit, however small */
};

struct column_def {
	const char *id;		/* for --sort and --columns: lower case, no blanks */
	const char *title;	/* as in the reference's sheets */
	enum cell_type type;
	enum cell_unit unit;
	unsigned flags;
	int width;		/* cells that suit it in a terminal, 0: by content */
	const char *help;
};

union cell {
	int64_t i;
	double d;
	const char *s;
};

struct column {
	const struct column_def *def;
	union cell *cells;
};

struct table {
	const char *id, *title;		/* the sheet's */
	struct column *columns;
	uint32_t n_columns;
	uint32_t n_rows;
	size_t cap_columns, cap_rows;
	struct arena arena;		/* owns texts and made-up descriptors */
};

/* The two texts must outlive the table. NULL: no memory. */
struct table *table_new(const char *id, const char *title);
void table_free(struct table *table);

/* Columns first: returns the index, or -1. Rows that are there get empty cells. The descriptor must outlive the table. */
int table_add_column(struct table *table, const struct column_def *def);
/* Several, in their order. 0, or -1 when memory runs out. */
int table_add_columns(struct table *table, const struct column_def *defs, size_t n);
/* A new table with these columns; NULL: no memory. */
struct table *table_of(const char *id, const char *title, const struct column_def *defs, size_t n);
/* A descriptor made at run time, copied into the table's arena; all texts are copied. */
int table_add_column_copy(struct table *table, const struct column_def *def);
/* A new row of empty cells: returns its number, or -1 when memory or 32-bit row numbers run out. */
int64_t table_add_row(struct table *table);
/* The same for n rows at once: returns the number of the first. */
int64_t table_add_rows(struct table *table, uint32_t n);
/* By id, then by title, then by either without regard to ASCII case; -1: none. */
int table_find_column(const struct table *table, const char *id_or_title);
/*
 * The same for a word that a person wrote, who may leave out an id's unit ("gpu" for gpu_ms), or
 * add one that the id leaves out ("share %"), and, where none is called so, call the first column of
 * durations "time" (starts are none) and the first of names, else of texts, "name".
 */
int table_ask_column(const struct table *table, const char *word);

static inline union cell
table_cell(const struct table *table, uint32_t row, uint32_t column)
{
	return table->columns[column].cells[row];
}

static inline void
table_set_int(struct table *table, int64_t row, int column, int64_t value)
{
	table->columns[column].cells[row].i = value;
}

static inline void
table_set_real(struct table *table, int64_t row, int column, double value)
{
	table->columns[column].cells[row].d = value;
}

/* The text is not copied: it must outlive the table, or be in its arena. */
static inline void
table_set_text(struct table *table, int64_t row, int column, const char *text)
{
	table->columns[column].cells[row].s = text;
}

/* Copies the text into the table's arena first. 0, or -1 when memory runs out (the cell stays as it was). */
int table_set_text_copy(struct table *table, int64_t row, int column, const char *text, size_t len);

bool table_is_null(const struct table *table, uint32_t row, uint32_t column);

struct table_sort {
	uint32_t column;
	bool descending;
};

/* Stable; empty cells last either way. 0, or -1 when memory runs out (the rows stay as they were). */
int table_sort(struct table *table, const struct table_sort *keys, uint32_t n_keys);
/* By these keys, then by the columns flagged COLUMN_KEY, ascending: the order that does not depend on the input's. */
int table_sort_full(struct table *table, const struct table_sort *keys, uint32_t n_keys);
/* Sorts n row numbers as table_sort would sort their rows, the table untouched: for views. */
int table_order(const struct table *table, const struct table_sort *keys, uint32_t n_keys,
	uint32_t *rows, uint32_t n);
void table_truncate(struct table *table, uint32_t rows);
/* Keeps the rows for which keep[row] is set, in order. */
void table_keep(struct table *table, const bool *keep);

/* Order of two cells of one column as table_sort has it: < 0, 0, > 0. */
int table_compare(const struct table *table, uint32_t column, uint32_t a, uint32_t b);

/*
 * A cell's text as CSV has it: exact, no separators; empty for an empty cell.
 * Whole numbers plain, times the exact decimal in the column's unit (ns without
 * one), reals the shortest decimal that reads back the same, True and False.
 * May point into the table or into out.
 */
const char *table_cell_text(const struct table *table, uint32_t row, uint32_t column, char out[32]);
/*
 * The same for people: thousands separated, few digits. Sizes in bytes carry
 * their unit; other units stand in the heading. A text is as it is, not made safe.
 */
const char *table_cell_show(const struct table *table, uint32_t row, uint32_t column, char out[32]);

/* "us", "%", "GB/s"; empty for UNIT_NONE and the like. */
const char *table_unit_text(enum cell_unit unit);
/* Digits after the point that people are shown; -1: as many as make four in all. */
int table_unit_decimals(enum cell_unit unit);
/* The title, followed by its unit where the title does not say it: "busy (us)". Cut to size - 1 bytes. */
const char *table_heading(const struct table *table, uint32_t column, char *out, size_t size);
/* The unit where the id does not say it, as "gpu_ms" does; else empty. */
const char *table_id_unit(const struct column_def *def);
/* Numbers stand to the right, text and truth values to the left. */
bool table_is_right(const struct table *table, uint32_t column);

#endif
