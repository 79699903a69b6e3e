/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A merged sheet in three: rows of both, of the baseline alone, of the variant alone. */
#include "compare/split_priv.h"
#include "base/mem.h"
#include <stdio.h>
#include <string.h>

static const char *const part_names[] = {"intersect", "only_baseline", "only_variant"};

static bool
has_metric(const struct merged *merged, uint32_t row, uint32_t report)
{
	return merged->metric[report] >= 0
		&& !table_is_null(merged->table, row, (uint32_t)merged->metric[report]);
}

static bool
is_in(const struct merged *merged, uint32_t row, uint32_t variant, enum split_part part)
{
	bool base = has_metric(merged, row, 0), other = has_metric(merged, row, variant);

	return part == SPLIT_BOTH ? base && other : part == SPLIT_BASELINE ? base && !other : !base && other;
}

static bool
begins(const char *title, const char *name)
{
	size_t len = strlen(name);

	return !strncmp(title, name, len) && !strncmp(title + len, "::", 2);
}

static bool
ends(const char *title, const char *name, const char *what)
{
	char tail[300];
	size_t len = (size_t)snprintf(tail, sizeof(tail), "__%s_%s", name, what), whole = strlen(title);

	return whole >= len && !strcmp(title + whole - len, tail);
}

static bool
column_belongs(const struct column_def *def, const struct merge_input *inputs, uint32_t variant,
	enum split_part part)
{
	bool difference = ends(def->title, inputs[variant].name, "diff")
		|| ends(def->title, inputs[variant].name, "pct");

	if (def->flags & COLUMN_KEY)
		return true;
	if (begins(def->title, inputs[0].name))
		return part != SPLIT_VARIANT;
	if (begins(def->title, inputs[variant].name))
		return part != SPLIT_BASELINE;
	return difference && part == SPLIT_BOTH;
}

static bool
is_all_empty(const struct table *table, uint32_t column, const uint32_t *rows, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (!table_is_null(table, rows[i], column))
			return false;
	return true;
}

/* Texts of keys are the merged table's, which goes; others are the reports'. */
static bool
copy_column(struct table *to, const struct table *from, uint32_t column, const uint32_t *rows)
{
	const struct column_def *def = from->columns[column].def;
	int at = table_add_column_copy(to, def);

	for (uint32_t i = 0; i < to->n_rows && at >= 0; i++) {
		union cell cell = table_cell(from, rows[i], column);

		if (def->flags & COLUMN_KEY && cell.s) {
			cell.s = arena_strdup(&to->arena, cell.s);
			if (!cell.s)
				return false;
		}
		to->columns[at].cells[i] = cell;
	}
	return at >= 0;
}

static struct table *
make_part(const struct merged *merged, const struct merge_input *inputs, uint32_t variant,
	enum split_part part, const uint32_t *rows, uint32_t n)
{
	struct table *table = table_new(NULL, NULL);
	bool good = table && table_add_rows(table, n) >= 0;

	for (uint32_t i = 0; good && i < merged->table->n_columns; i++)
		if (column_belongs(merged->table->columns[i].def, inputs, variant, part)
		    && (part == SPLIT_BOTH || !is_all_empty(merged->table, i, rows, n)))
			good = copy_column(table, merged->table, i, rows);
	if (good)
		return table;
	table_free(table);
	return NULL;
}

static bool
sort_part(struct table *table, const struct merge_spec *spec, const char *name)
{
	char title[512];
	struct table_sort key = {0, true};
	int column;

	snprintf(title, sizeof(title), "%s::%s", name, spec->sort);
	column = merge_column(table, title);
	key.column = column < 0 ? 0 : (uint32_t)column;
	return !table_sort_full(table, &key, column >= 0);
}

int
split_sheet(struct table **out, const struct merged *merged, const struct merge_spec *spec, const char *sheet,
	const struct merge_input *inputs, uint32_t variant, enum split_part part, struct error *err)
{
	uint32_t *rows = mem_alloc(merged->table->n_rows, sizeof(*rows)), n = 0;
	struct table *table = NULL;

	for (uint32_t row = 0; rows && row < merged->table->n_rows; row++)
		if (is_in(merged, row, variant, part))
			rows[n++] = row;
	if (rows)
		table = make_part(merged, inputs, variant, part, rows, n);
	free(rows);
	if (table)
		table->id = table->title = arena_printf(&table->arena, "%s_%s_%s", sheet, part_names[part],
			inputs[variant].name);
	if (table && table->id && sort_part(table, spec, inputs[part == SPLIT_VARIANT ? variant : 0].name)) {
		*out = table;
		return 0;
	}
	table_free(table);
	return error_no_memory(err, "comparing reports");
}
