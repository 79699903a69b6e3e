/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/columns.h"
#include "base/text.h"
#include "base/mem.h"
#include <stdio.h>
#include <string.h>

int
columns_in_table(const void *ctx, const char *name)
{
	return table_ask_column(ctx, name);
}

int
columns_find_id(const struct column_def *columns, uint32_t n, const char *id)
{
	for (uint32_t c = 0; c < n; c++)
		if (!strcmp(columns[c].id, id))
			return (int)c;
	return -1;
}

/* One name of the list: "+a" is added, "-a" taken away. */
static int
change(uint32_t *columns, uint32_t *n, const char *name, columns_find *find, const void *ctx, struct error *err)
{
	bool take = *name == '-', add = *name == '+';
	int column = find(ctx, name + (take || add));
	uint32_t at = 0;

	if (column < 0)
		return error_set(err, "no column %s", name + (take || add));
	while (at < *n && columns[at] != (uint32_t)column)
		at++;
	if (take && at < *n) {
		memmove(columns + at, columns + at + 1, (*n - at - 1) * sizeof(*columns));
		(*n)--;
	} else if (!take && at == *n) {
		columns[(*n)++] = (uint32_t)column;
	}
	return 0;
}

int
columns_choose(const char *argument, columns_find *find, const void *ctx, uint32_t *chosen, uint32_t *n,
	struct error *err)
{
	uint32_t count = *argument == '+' || *argument == '-' ? *n : 0;
	size_t most = *n + strlen(argument);
	uint32_t *columns = mem_alloc(most, sizeof(*columns));
	int status = 0;

	if (!columns)
		return error_no_memory(err, "choosing columns");
	memcpy(columns, chosen, count * sizeof(*columns));
	for (const char *p = argument; !status && *p;) {
		char name[128];
		size_t len = strcspn(p, ",");

		snprintf(name, sizeof(name), "%.*s", (int)(len < 127 ? len : 127), p);
		status = change(columns, &count, name, find, ctx, err);
		p += len + (p[len] == ',');
	}
	if (!status && !count)
		status = error_set(err, "no column would be left");
	if (!status) {
		memcpy(chosen, columns, count * sizeof(*columns));
		*n = count;
	}
	free(columns);
	return status;
}

bool
column_adds_up(const struct column_def *def)
{
	static const char *const no[] = {"mean", "min_", "max_", "_min", "_max", "median", "std",
		"delay", "start", "cumulative", "vs_", "queued", "roofline_percent"};
	bool amount = def->type == CELL_TIME || (def->type == CELL_INT && def->unit == UNIT_COUNT)
		|| (def->type == CELL_REAL && def->flags & COLUMN_SHARE);

	for (size_t i = 0; i < sizeof(no) / sizeof(*no); i++)
		amount = amount && !strstr(def->id, no[i]);
	return amount;
}

double
column_number(const struct table *table, uint32_t row, uint32_t column)
{
	union cell cell = table_cell(table, row, column);

	return table->columns[column].def->type == CELL_REAL ? cell.d : (double)cell.i;
}

const char *
column_sum_text(const struct column_def *def, double sum, char out[96])
{
	double scale = def->type != CELL_TIME ? 1
		: def->unit == UNIT_US        ? 1e3
		: def->unit == UNIT_MS        ? 1e6
					      : 1;
	const char *unit = table_id_unit(def);
	char count[32];

	if (def->type == CELL_INT)
		snprintf(out, 96, "%.48s %s", def->id, text_count(count, sum > 0 ? (uint64_t)sum : 0));
	else
		snprintf(out, 96, "%.48s %.*f%s%s", def->id, table_unit_decimals(def->unit), sum / scale,
			*unit ? " " : "", unit);
	return out;
}

void
filter_trouble(const char *expression, struct error *err)
{
	char message[sizeof(err->message)];
	int64_t where = err->offset;

	if (where < 0)
		return;
	snprintf(message, sizeof(message), "%.400s", err->message);
	error_set(err, "at %.24s: %s", where < (int64_t)strlen(expression) ? expression + where : "the end",
		message);
	err->offset = where;
}

enum { VERDICT_NONE, VERDICT_PASSES, VERDICT_FAILS };

void
filter_verdict_make(struct filter_verdict *verdict, const struct filter *filter, const struct table *table,
	uint32_t name_column, uint32_t n_names)
{
	verdict->known = NULL;
	for (uint32_t c = 0; c < table->n_columns; c++)
		if (c != name_column && filter_uses(filter, c))
			return;
	verdict->known = mem_zero(n_names, sizeof(*verdict->known));
}

bool
filter_verdict_row(struct filter_verdict *verdict, const struct filter *filter, const struct table *table,
	uint32_t number)
{
	uint8_t *known = verdict->known && number != UINT32_MAX ? &verdict->known[number] : NULL;
	bool passes;

	if (known && *known != VERDICT_NONE)
		return *known == VERDICT_PASSES;
	passes = filter_row(filter, table, 0);
	if (known)
		*known = passes ? VERDICT_PASSES : VERDICT_FAILS;
	return passes;
}
