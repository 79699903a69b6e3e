/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is said about each group, and shares of a whole. */
#include "table/group.h"
#include "table/stat.h"
#include "base/mem.h"
#include <string.h>

/* The cells of one group that are not empty, and where the result goes. */
struct sample {
	enum cell_type type;		/* of the source */
	const struct column_def *def;	/* of the result */
	const union cell *cells;
	size_t n, rows;
	void *scratch;			/* room for n numbers */
	double scale;
};

static double
unit_scale(enum cell_type type, enum cell_unit unit)
{
	if (type != CELL_TIME)
		return 1;
	return unit == UNIT_US ? 1e3 : unit == UNIT_MS ? 1e6 : 1;
}

/* A whole number of the source as a cell of the result. */
static union cell
whole_cell(const struct sample *sample, int64_t value)
{
	if (sample->def->type == CELL_REAL)
		return (union cell){.d = (double)value / sample->scale};
	return (union cell){.i = value};
}

static union cell
plain_cell(const struct sample *sample, union cell cell)
{
	if (sample->type == CELL_INT || sample->type == CELL_TIME)
		return whole_cell(sample, cell.i);
	return cell;
}

static bool
sample_sum(const struct sample *sample, union cell *out)
{
	int64_t sum;

	if (sample->type == CELL_REAL) {
		out->d = stat_sum_real(sample->scratch, sample->n);
		return true;
	}
	if (!stat_sum(sample->scratch, sample->n, &sum) || sum == TABLE_NULL_INT)
		return false;
	*out = whole_cell(sample, sum);
	return true;
}

static double
sample_statistic(const struct sample *sample, enum aggregate how)
{
	bool real = sample->type == CELL_REAL;

	switch (how) {
	case AGGREGATE_MEAN:
		return real ? stat_mean_real(sample->scratch, sample->n)
			: stat_mean(sample->scratch, sample->n, sample->scale);
	case AGGREGATE_MEDIAN:
		return real ? stat_median_real(sample->scratch, sample->n)
			: stat_median(sample->scratch, sample->n, sample->scale);
	default:
		return real ? stat_std_real(sample->scratch, sample->n)
			: stat_std(sample->scratch, sample->n, sample->scale);
	}
}

static bool
cell_below(enum cell_type type, union cell a, union cell b)
{
	switch (type) {
	case CELL_REAL:
		return a.d < b.d;
	case CELL_TEXT:
		return strcmp(a.s, b.s) < 0;
	default:
		return a.i < b.i;
	}
}

static union cell
sample_extreme(const struct sample *sample, bool greatest)
{
	union cell best = sample->cells[0];

	for (size_t i = 1; i < sample->n; i++) {
		union cell cell = sample->cells[i];

		if (greatest ? cell_below(sample->type, best, cell) : cell_below(sample->type, cell, best))
			best = cell;
	}
	return plain_cell(sample, best);
}

/* Leaves *out as it is, empty, where there is nothing to say. False: the sum does not fit. */
static bool
sample_cell(const struct sample *sample, enum aggregate how, union cell *out)
{
	switch (how) {
	case AGGREGATE_ROWS:
		out->i = (int64_t)sample->rows;
		return true;
	case AGGREGATE_COUNT:
		out->i = (int64_t)sample->n;
		return true;
	case AGGREGATE_SUM:
		return sample_sum(sample, out);
	case AGGREGATE_MEAN:
	case AGGREGATE_MEDIAN:
	case AGGREGATE_STD:
		out->d = sample_statistic(sample, how);
		return true;
	case AGGREGATE_MIN:
	case AGGREGATE_MAX:
		if (sample->n)
			*out = sample_extreme(sample, how == AGGREGATE_MAX);
		return true;
	default:
		if (sample->n)
			*out = plain_cell(sample, sample->cells[0]);
		return true;
	}
}

static bool
is_number(enum cell_type type)
{
	return type == CELL_INT || type == CELL_TIME || type == CELL_REAL;
}

static bool
aggregate_suits(enum aggregate how, enum cell_type from, enum cell_type to)
{
	switch (how) {
	case AGGREGATE_ROWS:
	case AGGREGATE_COUNT:
		return to == CELL_INT;
	case AGGREGATE_MEAN:
	case AGGREGATE_MEDIAN:
	case AGGREGATE_STD:
		return is_number(from) && to == CELL_REAL;
	case AGGREGATE_SUM:
		return is_number(from) && (to == from || to == CELL_REAL);
	default:
		return to == from || (is_number(from) && to == CELL_REAL);
	}
}

/* Reads the group's cells that are not empty into cells[] and, for numbers, scratch[]. */
static void
sample_read(struct sample *sample, const struct table *source, uint32_t column, const uint32_t *rows,
	union cell *cells)
{
	int64_t *whole = sample->scratch;
	double *real = sample->scratch;

	sample->n = 0;
	sample->cells = cells;
	for (size_t i = 0; i < sample->rows; i++) {
		if (table_is_null(source, rows[i], column))
			continue;
		cells[sample->n] = table_cell(source, rows[i], column);
		if (sample->type == CELL_REAL)
			real[sample->n] = cells[sample->n].d;
		else if (is_number(sample->type))
			whole[sample->n] = cells[sample->n].i;
		sample->n++;
	}
}

static int
aggregate_fill(struct table *table, const struct table *source, const struct groups *groups,
	const struct aggregate_def *aggregate, struct error *err)
{
	enum cell_type type = aggregate->how == AGGREGATE_ROWS ? CELL_INT
		: source->columns[aggregate->column].def->type;
	struct sample sample = {
		.type = type, .def = aggregate->def, .scale = unit_scale(type, aggregate->def->unit)};
	union cell *cells = NULL;
	int column, status = 0;

	if (!aggregate_suits(aggregate->how, type, aggregate->def->type))
		return error_set(err, "column %s cannot hold what it is made from", aggregate->def->id);
	column = table_add_column(table, aggregate->def);
	cells = mem_alloc(source->n_rows, sizeof(*cells));
	sample.scratch = mem_alloc(source->n_rows, sizeof(int64_t));
	if (column < 0 || !cells || !sample.scratch)
		status = error_no_memory(err, "grouping rows");
	for (uint32_t i = 0; i < groups->n && !status; i++) {
		sample.rows = groups->begin[i + 1] - groups->begin[i];
		if (aggregate->how != AGGREGATE_ROWS)
			sample_read(
				&sample, source, aggregate->column, groups->rows + groups->begin[i], cells);
		if (!sample_cell(&sample, aggregate->how, &table->columns[column].cells[i]))
			status = error_set(
				err, "the sum of column %s does not fit 64 bits", aggregate->def->id);
	}
	free(cells);
	free(sample.scratch);
	return status;
}

static int
group_keys(struct table *table, const struct table *source, const struct groups *groups,
	const uint32_t *keys, uint32_t n_keys)
{
	if (table_add_rows(table, groups->n) < 0)
		return -1;
	for (uint32_t i = 0; i < n_keys; i++) {
		int column = table_add_column(table, source->columns[keys[i]].def);

		if (column < 0)
			return -1;
		for (uint32_t group = 0; group < groups->n; group++)
			table->columns[column].cells[group] =
				table_cell(source, groups->rows[groups->begin[group]], keys[i]);
	}
	return 0;
}

struct table *
table_group(const struct table *source, const char *id, const char *title, const uint32_t *keys,
	uint32_t n_keys, const struct aggregate_def *aggregates, uint32_t n_aggregates, struct error *err)
{
	struct groups groups = {0};
	struct table *table = table_new(id, title);
	int status = 0;

	if (!table || groups_make(&groups, source, keys, n_keys)
		|| group_keys(table, source, &groups, keys, n_keys))
		status = error_no_memory(err, "grouping rows");
	for (uint32_t i = 0; i < n_aggregates && !status; i++)
		status = aggregate_fill(table, source, &groups, &aggregates[i], err);
	groups_free(&groups);
	if (!status)
		return table;
	table_free(table);
	return NULL;
}

static double
cell_number(const struct table *table, uint32_t row, uint32_t column)
{
	union cell cell = table_cell(table, row, column);

	if (table_is_null(table, row, column))
		return 0;
	return table->columns[column].def->type == CELL_REAL ? cell.d : (double)cell.i;
}

/* Whole numbers are added as such, so that the last row's share of them all is 100 exactly. */
static bool
running_sums(const struct table *table, uint32_t column, double *sums)
{
	bool whole = table->columns[column].def->type != CELL_REAL;
	int64_t exact = 0;
	double real = 0;

	for (uint32_t row = 0; row < table->n_rows; row++) {
		if (!whole)
			sums[row] = real += cell_number(table, row, column);
		else if (!table_is_null(table, row, column)
			 && __builtin_add_overflow(exact, table_cell(table, row, column).i, &exact))
			return false;
		else
			sums[row] = (double)exact;
	}
	return true;
}

int
table_fill_percent(struct table *table, uint32_t value, int percent, int cumulative, struct error *err)
{
	uint32_t n = table->n_rows;
	double *sums = mem_alloc(n, sizeof(*sums)), total;

	if (!sums)
		return error_no_memory(err, "adding up shares");
	if (!running_sums(table, value, sums)) {
		free(sums);
		return error_set(
			err, "the sum of column %s does not fit 64 bits", table->columns[value].def->id);
	}
	total = n ? sums[n - 1] : 0;
	for (uint32_t row = 0; row < n && total != 0; row++) {
		if (percent >= 0)
			table_set_real(table, row, percent, 100 * cell_number(table, row, value) / total);
		if (cumulative >= 0)
			table_set_real(table, row, cumulative, 100 * sums[row] / total);
	}
	free(sums);
	return 0;
}
