/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cells as they are read, in any order, and the typed table that they make. */
#ifndef REPORT_RAW_PRIV_H
#define REPORT_RAW_PRIV_H

#include "table/table.h"
#include <stddef.h>

enum raw_kind { RAW_TEXT, RAW_INT, RAW_REAL, RAW_BOOL };

struct raw_cell {
	uint32_t row, column;
	enum raw_kind kind;
	const char *text;	/* as it was in the file, or NULL for numbers and truth values */
	union cell value;	/* .i of whole numbers and truth values, .d of reals */
};

struct raw_table {
	struct table *table;	/* owns the texts */
	struct raw_cell *cells;
	size_t n, cap;
	bool unordered;		/* a cell came before one of a row above */
};

/* 0, or -1 with err when memory runs out or a sheet passes READ_CELLS_MAX. Empty texts add nothing. */
int raw_open(struct raw_table *raw, const char *id, struct error *err);
int raw_add_text(struct raw_table *raw, uint32_t row, uint32_t column, const char *text, size_t len,
	struct error *err);
int raw_add_real(struct raw_table *raw, uint32_t row, uint32_t column, double value, struct error *err);
int raw_add_bool(struct raw_table *raw, uint32_t row, uint32_t column, bool value, struct error *err);
/* A text that is a number or truth value where it looks like one. */
int raw_add_guess(struct raw_table *raw, uint32_t row, uint32_t column, const char *text, size_t len,
	struct error *err);

/* Makes the table of what was added; the raw table is empty afterwards, also on failure. */
int raw_close(struct raw_table *raw, struct table **out, struct error *err);
void raw_discard(struct raw_table *raw);

#endif
