/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stable order over several keys: a bottom-up merge sort of row numbers, then the columns follow. */
#include "table/table.h"
#include "base/mem.h"
#include <string.h>

static int
cell_compare(enum cell_type type, union cell a, union cell b)
{
	switch (type) {
	case CELL_REAL:
		return (a.d > b.d) - (a.d < b.d);
	case CELL_TEXT:
		return a.s == b.s ? 0 : strcmp(a.s, b.s);
	default:
		return (a.i > b.i) - (a.i < b.i);
	}
}

static int
row_compare(const struct table *table, struct table_sort key, uint32_t a, uint32_t b)
{
	bool no_a = table_is_null(table, a, key.column), no_b = table_is_null(table, b, key.column);
	int order;

	if (no_a || no_b)
		return no_a - no_b;
	order = cell_compare(table->columns[key.column].def->type, table_cell(table, a, key.column),
		table_cell(table, b, key.column));
	return key.descending ? -order : order;
}

int
table_compare(const struct table *table, uint32_t column, uint32_t a, uint32_t b)
{
	return row_compare(table, (struct table_sort){column, false}, a, b);
}

struct order {
	const struct table *table;
	const struct table_sort *keys;
	uint32_t n_keys;
};

static bool
order_is_after(const struct order *order, uint32_t a, uint32_t b)
{
	for (uint32_t i = 0; i < order->n_keys; i++) {
		int way = row_compare(order->table, order->keys[i], a, b);

		if (way)
			return way > 0;
	}
	return false;
}

static void
order_merge(const struct order *order, const uint32_t *from, uint32_t *to, size_t begin, size_t middle,
	size_t end)
{
	size_t left = begin, right = middle;

	for (size_t i = begin; i < end; i++) {
		if (left < middle && (right == end || !order_is_after(order, from[left], from[right])))
			to[i] = from[left++];
		else
			to[i] = from[right++];
	}
}

int
table_order(
	const struct table *table, const struct table_sort *keys, uint32_t n_keys, uint32_t *rows, uint32_t n)
{
	struct order order = {table, keys, n_keys};
	uint32_t *other = mem_alloc(n, sizeof(*other)), *from = rows, *to = other, *swap;

	if (!other)
		return -1;
	for (size_t run = 1; run < n; run *= 2) {
		for (size_t begin = 0; begin < n; begin += 2 * run) {
			size_t middle = begin + run < n ? begin + run : n;
			size_t end = middle + run < n ? middle + run : n;

			order_merge(&order, from, to, begin, middle, end);
		}
		swap = from;
		from = to;
		to = swap;
	}
	if (from != rows)
		memcpy(rows, from, n * sizeof(*rows));
	free(other);
	return 0;
}

int
table_sort(struct table *table, const struct table_sort *keys, uint32_t n_keys)
{
	uint32_t n = table->n_rows, *rows = mem_alloc(n, sizeof(*rows));
	union cell *cells = mem_alloc(n, sizeof(*cells));
	int status = -1;

	if (!rows || !cells)
		goto out;
	for (uint32_t row = 0; row < n; row++)
		rows[row] = row;
	if (table_order(table, keys, n_keys, rows, n))
		goto out;
	for (uint32_t i = 0; i < table->n_columns && n; i++) {
		memcpy(cells, table->columns[i].cells, n * sizeof(*cells));
		for (uint32_t row = 0; row < n; row++)
			table->columns[i].cells[row] = cells[rows[row]];
	}
	status = 0;
out:
	free(rows);
	free(cells);
	return status;
}

int
table_sort_full(struct table *table, const struct table_sort *keys, uint32_t n_keys)
{
	struct table_sort *all = mem_alloc((size_t)n_keys + table->n_columns, sizeof(*all));
	uint32_t n = n_keys;
	int status;

	if (!all)
		return -1;
	if (n_keys)
		memcpy(all, keys, n_keys * sizeof(*all));
	for (uint32_t i = 0; i < table->n_columns; i++)
		if (table->columns[i].def->flags & COLUMN_KEY)
			all[n++] = (struct table_sort){i, false};
	status = table_sort(table, all, n);
	free(all);
	return status;
}
