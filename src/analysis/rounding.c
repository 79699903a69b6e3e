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

/* Sorting in progress. */
struct ranking {
	uint32_t *order;	/* rows as they stand */
	uint32_t *rank;		/* of each row; rows that tie in exact and rounded time share one */
	struct keyed *items;
};

static bool
ranking_make(struct ranking *r, uint32_t n)
{
	r->order = mem_alloc(n, sizeof(*r->order));
	r->rank = mem_alloc(n, sizeof(*r->rank));
	r->items = mem_alloc(n, sizeof(*r->items));
	for (uint32_t i = 0; r->order && i < n; i++)
		r->order[i] = i;
	return r->order && r->rank && r->items;
}

static void
ranking_free(struct ranking *r)
{
	free(r->order);
	free(r->rank);
	free(r->items);
}

/*
 * The rows stand in order of the exact time in column; puts each run that ties there in order of
 * its rounded times, and ranks all.
 */
static bool
order_ties(struct ranking *r, const struct table *table, uint32_t column, struct analysis *a,
	rounding_of_row *of_row, const void *groups)
{
	struct keyed *tie = r->items;

	for (uint32_t begin = 0, end; begin < table->n_rows; begin = end) {
		bool timed = table_cell(table, r->order[begin], column).i != 0;

		for (end = begin + 1; end < table->n_rows && !table_compare(table, column,
			r->order[begin], r->order[end]); end++)
			;
		timed = timed && end - begin > 1;
		for (uint32_t i = begin; i < end; i++)
			tie[i - begin] = (struct keyed){timed ? falling_key(of_row(a, groups,
				r->order[i])) : 0, r->order[i]};
		if (!order_by_key(tie, end - begin))
			return false;
		for (uint32_t i = begin; i < end; i++) {
			const struct keyed *item = &tie[i - begin];
			bool ties = i > begin && item->key == item[-1].key;

			r->order[i] = item->id;
			r->rank[item->id] = ties ? r->rank[item[-1].id] : i;
		}
	}
	return true;
}

/* The reference has its rows in order of the keys, turns them round, sorts and turns back. */
static bool
order_ranks_as_numpy(struct ranking *r, const struct rows *rows)
{
	struct table_sort keys[ROWS_COLUMNS];
	uint32_t n = rows->table->n_rows, n_keys = rows_sort_keys(rows, NULL, 0, keys);

	for (uint32_t i = 0; i < n; i++)
		r->order[i] = i;
	if (table_order(rows->table, keys, n_keys, r->order, n) < 0)
		return false;
	for (uint32_t i = 0; i < n; i++) {
		uint32_t row = r->order[n - 1 - i];

		r->items[i] = (struct keyed){-(int64_t)r->rank[row], row};
	}
	if (!order_as_numpy(r->items, n))
		return false;
	for (uint32_t i = 0; i < n; i++)
		r->order[i] = r->items[n - 1 - i].id;
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
	rounding_of_row *of_row, const void *groups, enum rounding_tie tie)
{
	struct table_sort all[ROWS_COLUMNS];
	struct table *table = rows->table;
	struct ranking r;
	uint32_t n_all;

	if (!table || a->no_memory)
		return;
	n_all = rows_sort_keys(rows, keys, n, all);
	if (tie == TIE_AS_MADE)
		n_all = n;
	if (!ranking_make(&r, table->n_rows) || table_order(table, all, n_all, r.order,
		table->n_rows) < 0 || !order_ties(&r, table, all[0].column, a, of_row, groups)
		|| (tie == TIE_AS_NUMPY && !order_ranks_as_numpy(&r, rows))
		|| !arrange(table, r.order))
		a->no_memory = true;
	ranking_free(&r);
}
