/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/rows_priv.h"
#include "table/group.h"

static void
rows_drop(struct rows *rows)
{
	table_free(rows->table);
	rows->table = NULL;
}

void
rows_begin(struct rows *rows, const struct sheet *sheet)
{
	rows->row = -1;
	for (size_t i = 0; i <= ROWS_COLUMNS; i++)
		rows->at[i] = -1;
	rows->table = table_new(sheet->id, sheet->title);
}

void
rows_add_columns(struct rows *rows, const struct column_def *defs, size_t first, size_t last,
	uint64_t leave_out)
{
	for (size_t i = first; rows->table && i <= last; i++)
		if (!(leave_out >> i & 1) && (rows->at[i] = table_add_column(rows->table,
		&defs[i])) < 0)
			rows_drop(rows);
}

int
rows_add_column_copy(struct rows *rows, const struct column_def *def)
{
	int at = rows->table ? table_add_column_copy(rows->table, def) : -1;

	if (at < 0)
		rows_drop(rows);
	return at;
}

void
rows_open(struct rows *rows, const struct sheet *sheet, const struct column_def *defs, size_t n,
	uint64_t leave_out)
{
	rows_begin(rows, sheet);
	rows_add_columns(rows, defs, 0, n - 1, leave_out);
}

bool
rows_next(struct rows *rows)
{
	if (!rows->table)
		return false;
	if ((rows->row = table_add_row(rows->table)) < 0)
		rows_drop(rows);
	return rows->table != NULL;
}

void
rows_int(struct rows *rows, unsigned def, int64_t value)
{
	if (rows->table && rows->at[def] >= 0)
		table_set_int(rows->table, rows->row, rows->at[def], value);
}

void
rows_real(struct rows *rows, unsigned def, double value)
{
	if (rows->table && rows->at[def] >= 0)
		table_set_real(rows->table, rows->row, rows->at[def], value);
}

void
rows_text(struct rows *rows, unsigned def, const char *text)
{
	if (rows->table && rows->at[def] >= 0)
		table_set_text(rows->table, rows->row, rows->at[def], text);
}

void
rows_stats(struct rows *rows, const unsigned defs[5], const struct stats *stats)
{
	const double values[] = {stats->mean, stats->median, stats->std, stats->min, stats->max};

	for (unsigned i = 0; i < 5; i++)
		rows_real(rows, defs[i], values[i]);
}

uint32_t
rows_sort_keys(const struct rows *rows, const struct table_sort *keys, uint32_t n,
	struct table_sort all[ROWS_COLUMNS])
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < n; i++)
		if (rows->at[keys[i].column] >= 0)
			all[kept++] = (struct table_sort){(uint32_t)rows->at[keys[i].column],
			keys[i].descending};
	for (uint32_t c = 0; c < rows->table->n_columns && kept < ROWS_COLUMNS; c++)
		if (rows->table->columns[c].def->flags & COLUMN_KEY)
			all[kept++] = (struct table_sort){c, false};
	return kept;
}

void
rows_sort(struct rows *rows, const struct table_sort *keys, uint32_t n)
{
	struct table_sort all[ROWS_COLUMNS];

	if (rows->table && table_sort(rows->table, all, rows_sort_keys(rows, keys, n, all)) < 0)
		rows_drop(rows);
}

void
rows_shares(struct rows *rows, unsigned value, unsigned share, unsigned cumulative)
{
	struct error ignored;

	if (rows->table && table_fill_percent(rows->table, (uint32_t)rows->at[value],
		rows->at[share],
		rows->at[cumulative], &ignored) < 0)
		rows_drop(rows);
}

int
rows_close(struct rows *rows, struct analysis *a, struct table **out, struct error *err)
{
	if (a->no_memory && rows->table)
		rows_drop(rows);
	*out = rows->table;
	return rows->table ? 0 : error_no_memory(err, "making a sheet");
}
