/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which columns a pane shows, and its rows, as :columns and :filter take them; sums of a column. */
#ifndef TUI_COLUMNS_H
#define TUI_COLUMNS_H

#include "table/filter.h"

/* Number of the column that a person calls so, -1: none. */
typedef int columns_find(const void *ctx, const char *name);

columns_find columns_in_table;	/* ctx is the struct table */
int columns_find_id(const struct column_def *columns, uint32_t n, const char *id);	/* -1: none is called so */

/*
 * "a,b", or "+a,-b" of those there are. chosen has room for every column and holds *n on the way in.
 * 0, or -1 with err and what was chosen as it was.
 */
int columns_choose(const char *argument, columns_find *find, const void *ctx, uint32_t *chosen, uint32_t *n,
	struct error *err);

/* Whether a sum of its cells means something: amounts do, not means, extremes and the like. */
bool column_adds_up(const struct column_def *def);
double column_number(const struct table *table, uint32_t row, uint32_t column);	/* of a cell that is not empty */
/* "gpu_ms 12.345", "share 1.20 %": with the unit where the id does not say it. */
const char *column_sum_text(const struct column_def *def, double sum, char out[96]);

/*
 * What a filter says of names by their number, where it reads the name alone: each is looked at
 * once. Zeroed, it knows none, and has to be freed with free(verdict.known).
 */
struct filter_verdict {
	uint8_t *known;		/* by number; NULL: the filter reads more than names, or memory is short */
};
void filter_verdict_make(struct filter_verdict *verdict, const struct filter *filter, const struct table *table,
	uint32_t name_column, uint32_t n_names);
/* Whether the table's first row passes; number of its name, UINT32_MAX: it has none. */
bool filter_verdict_row(struct filter_verdict *verdict, const struct filter *filter, const struct table *table,
	uint32_t number);

/* Says where in the expression the trouble is, for one who sees only the message. */
void filter_trouble(const char *expression, struct error *err);

#endif
