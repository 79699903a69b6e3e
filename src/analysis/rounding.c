/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/rounding.h"
#include "base/mem.h"
#include <string.h>

double
rounding_busy(struct analysis *a, const uint32_t *gpu, uint32_t n)
{
	struct keyed *by_time = mem_alloc(n, sizeof(*by_time));
	double sum = 0, start = 0, end = 0;

	for (uint32_t i = 0; by_time && i < n; i++)
		by_time[i] = (struct keyed){a->trace->ts[gpu[i]], gpu[i]};
	if (!by_time || !order_by_key(by_time, n)) {
		a->no_memory = true;
		n = 0;
	}
	for (uint32_t i = 0; i < n; i++) {
		double own_start = (double)by_time[i].key / 1e3;
		double own_end = own_start + (double)a->trace->dur[by_time[i].id] / 1e3;

		if (i == 0 || own_start > end) {
			sum += end - start;
			start = own_start;
			end = own_end;
		} else if (own_end > end) {
			end = own_end;
		}
	}
	free(by_time);
	return sum + (end - start);
}

/* A key that falls as the time, which is not negative, grows. */
static int64_t
falling_key(double us)
{
	int64_t bits;

	memcpy(&bits, &us, sizeof(bits));
	return -bits;
}

/*
 * order[] is sorted by the exact time in column; puts each run that ties there in order of its
 * rounded times.
 */
static bool
order_ties(uint32_t *order, struct keyed *tie, const struct table *table, uint32_t column,
	struct analysis *a,
	rounding_of_row *of_row, const void *groups)
{
	for (uint32_t begin = 0, end; begin < table->n_rows; begin = end) {
		for (end = begin + 1; end < table->n_rows && !table_compare(table, column,
			order[begin], order[end]); end++)
			;
		if (end - begin < 2 || table_cell(table, order[begin], column).i == 0)
			continue;
		for (uint32_t i = begin; i < end; i++)
			tie[i - begin] = (struct keyed){falling_key(of_row(a, groups, order[i])),
			order[i]};
		if (!order_by_key(tie, end - begin))
			return false;
		for (uint32_t i = begin; i < end; i++)
			order[i] = tie[i - begin].id;
	}
	return true;
}

/* Puts the rows into this order. */
static bool
arrange(struct table *table, const uint32_t *order)
{
	union cell *cells = mem_alloc(table->n_rows, sizeof(*cells));

	if (!cells)
		return false;
	for (uint32_t c = 0; c < table->n_columns; c++) {
		for (uint32_t i = 0; i < table->n_rows; i++)
			cells[i] = table->columns[c].cells[order[i]];
		memcpy(table->columns[c].cells, cells, table->n_rows * sizeof(*cells));
	}
	free(cells);
	return true;
}

void
rows_sort_rounded(struct rows *rows, const struct table_sort *keys, uint32_t n, struct analysis *a,
	rounding_of_row *of_row, const void *groups)
{
	struct table_sort all[ROWS_COLUMNS];
	struct table *table = rows->table;
	uint32_t *order, n_all;
	struct keyed *tie;
	bool good;

	if (!table || a->no_memory)
		return;
	n_all = rows_sort_keys(rows, keys, n, all);
	order = mem_alloc(table->n_rows, sizeof(*order));
	tie = mem_alloc(table->n_rows, sizeof(*tie));
	good = order && tie;
	for (uint32_t i = 0; good && i < table->n_rows; i++)
		order[i] = i;
	good = good && !table_order(table, all, n_all, order, table->n_rows)
		&& order_ties(order, tie, table, all[0].column, a, of_row, groups);
	if (!good || !arrange(table, order))
		a->no_memory = true;
	free(order);
	free(tie);
}
