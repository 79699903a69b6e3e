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

/* A row with its first key as a number that sorts as the cell does: most pairs differ in it. */
struct ranked {
	uint64_t rank;
	uint32_t row;
};

struct order {
	const struct table *table;
	const struct table_sort *keys;	/* those that the ranks do not tell */
	uint32_t n_keys;
};

static bool
order_is_after(const struct order *order, const struct ranked *a, const struct ranked *b)
{
	if (a->rank != b->rank)
		return a->rank > b->rank;
	for (uint32_t i = 0; i < order->n_keys; i++) {
		int way = row_compare(order->table, order->keys[i], a->row, b->row);

		if (way)
			return way > 0;
	}
	return false;
}

/* Zeros are equal, as they compare. */
static uint64_t
real_rank(double value)
{
	uint64_t bits;

	value = value == 0 ? 0 : value;
	memcpy(&bits, &value, sizeof(bits));
	return bits >> 63 ? ~bits : bits | UINT64_C(1) << 63;
}

/*
 * Empty cells have the greatest rank either way and no
 * other has it, as TABLE_NULL_INT and NaN make room.
 */
static uint64_t
cell_rank(const struct table *table, struct table_sort key, uint32_t row)
{
	union cell cell = table_cell(table, row, key.column);
	uint64_t rank;

	if (table_is_null(table, row, key.column))
		return UINT64_MAX;
	rank = table->columns[key.column].def->type == CELL_REAL ? real_rank(cell.d)
		: (uint64_t)cell.i ^ UINT64_C(1) << 63;
	return key.descending ? UINT64_MAX - rank : rank - 1;
}

static void
order_merge(const struct order *order, const struct ranked *from, struct ranked *to, size_t begin,
	size_t middle, size_t end)
{
	size_t left = begin, right = middle;

	for (size_t i = begin; i < end; i++) {
		if (left < middle
			&& (right == end || !order_is_after(order, &from[left], &from[right])))
			to[i] = from[left++];
		else
			to[i] = from[right++];
	}
}

/* Returns which of the two holds the sorted rows. */
static const struct ranked *
order_run(const struct order *order, struct ranked *from, struct ranked *to, size_t n)
{
	for (size_t run = 1; run < n; run *= 2) {
		struct ranked *swap = from;

		for (size_t begin = 0; begin < n; begin += 2 * run) {
			size_t middle = begin + run < n ? begin + run : n;
			size_t end = middle + run < n ? middle + run : n;

			order_merge(order, from, to, begin, middle, end);
		}
		from = to;
		to = swap;
	}
	return from;
}

int
table_order(
	const struct table *table, const struct table_sort *keys, uint32_t n_keys, uint32_t *rows, uint32_t n)
{
	bool ranks = n_keys && table->columns[keys->column].def->type != CELL_TEXT;
	struct order order = {table, keys + ranks, n_keys - ranks};
	struct ranked *from = mem_alloc(n, sizeof(*from)), *to = mem_alloc(n, sizeof(*to));
	const struct ranked *sorted;

	if (!from || !to) {
		free(from);
		free(to);
		return -1;
	}
	for (uint32_t i = 0; i < n; i++)
		from[i] = (struct ranked){ranks ? cell_rank(table, *keys, rows[i]) : 0, rows[i]};
	sorted = order_run(&order, from, to, n);
	for (uint32_t i = 0; i < n; i++)
		rows[i] = sorted[i].row;
	free(from);
	free(to);
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
