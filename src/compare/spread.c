/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a report tells of its steps, and of how much its operators' instances differ among themselves. */
#include "compare/merge_priv.h"
#include "compare/summary_priv.h"
#include "trace/trace.h"
#include <math.h>
#include <string.h>

static const struct table *
sheet_of(const struct report *report, const char *id)
{
	for (uint32_t i = 0; i < report->n; i++)
		if (!strcmp(report->sheets[i]->id, id))
			return report->sheets[i];
	return NULL;
}

static const char *
text_at(const struct table *table, uint32_t row, int column)
{
	if (column < 0 || table->columns[column].def->type != CELL_TEXT)
		return "";
	return table_cell(table, row, (uint32_t)column).s ? table_cell(table, row, (uint32_t)column).s : "";
}

uint32_t
compare_steps(const struct report *report)
{
	const struct table *steps = sheet_of(report, "steps");
	int name = steps ? merge_column(steps, "Step") : -1;
	uint32_t n = 0;

	for (uint32_t row = 0; name >= 0 && row < steps->n_rows; row++)
		n += trace_step_number(text_at(steps, row, name)) != TRACE_NO_NUMBER;
	return n;
}

double
compare_spread(const struct report *report, const char *key, const char *text)
{
	const struct table *ops = sheet_of(report, "ops_unique_args");
	int at = ops ? merge_column(ops, key) : -1;
	int count = at < 0 ? -1 : merge_column(ops, "operation_count");
	int std = at < 0 ? -1 : merge_column(ops, "total_direct_kernel_time_std");
	double variance = 0;

	if (count < 0 || std < 0)
		return NAN;
	for (uint32_t row = 0; row < ops->n_rows; row++) {
		double n = merge_number(ops, row, count), each = merge_number(ops, row, std);

		if (!isnan(n) && !isnan(each) && !strcmp(text_at(ops, row, at), text))
			variance += n * each * each;
	}
	return sqrt(variance) / 1e3;
}
