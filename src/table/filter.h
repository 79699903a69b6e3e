/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which rows to keep, as people write it:
 *
 *	name ~ gemm and (time > 1.5ms or not "GPU busy" <= 90%)
 *
 * A comparison is COLUMN OPERATOR VALUE. Columns go by id or title, in quotes
 * where they hold more than a word, and as table_ask_column() takes them. Operators are = != < <= > >= and, for any
 * cell's text, ~ (contains, whatever the ASCII case) and !~. `and` binds
 * closer than `or`, `not` closest; parentheses group. Values are words, quoted
 * texts ("..." or '...', a backslash takes the next byte as it is) and numbers,
 * these with a unit that the column can be told in: ns us ms s, B KB MB GB TB
 * (powers of 1024), %. A number without one is in the column's own unit.
 *
 * An empty cell passes != and !~ alone, and is what `= ""` finds.
 */
#ifndef TABLE_FILTER_H
#define TABLE_FILTER_H

#include "table/table.h"

struct filter;

/*
 * Reads an expression over the table's columns; a blank one passes every row.
 * The filter fits all tables with these columns and keeps nothing of the table
 * or the text. Returns 0, or -1 with err, whose offset is the byte in text
 * where the trouble starts.
 */
int filter_parse(struct filter **out, const char *text, const struct table *table, struct error *err);
void filter_free(struct filter *filter);

/* Whether any comparison reads the column. */
bool filter_uses(const struct filter *filter, uint32_t column);
bool filter_row(const struct filter *filter, const struct table *table, uint32_t row);

/* Keeps the table's rows that pass. 0, or -1 with err and the table as it was. */
int filter_table(struct table *table, const char *text, struct error *err);

#endif
