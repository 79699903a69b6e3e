/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kernels stand in a report once for each operator and stream: here they are one row a name. */
#include "compare/merge_priv.h"
#include "base/mem.h"
#include "table/group.h"
#include <string.h>

static bool
is_title(const struct column_def *def, const char *title)
{
	return title && !strcmp(def->title, title);
}

/* Sums where a sum means something, else the first cell. */
static enum aggregate
how_of(const struct merge_spec *spec, const struct column_def *def)
{
	bool number = def->type == CELL_INT || def->type == CELL_REAL || def->type == CELL_TIME;

	if (number && (is_title(def, spec->metrics[0]) || is_title(def, spec->metrics[2])
	    || is_title(def, "Percentage (%)")))
		return AGGREGATE_SUM;
	return AGGREGATE_FIRST;
}

/* A total in ms over a count is a mean in us where the column says so. */
static double
scale_of(const struct merge_spec *spec)
{
	return strstr(spec->metrics[0], "(ms)") ? 1e3 : 1;
}

static void
set_means(struct table *table, const struct merge_spec *spec, int mean)
{
	int total = merge_column(table, spec->metrics[0]), count = merge_column(table, spec->metrics[2]);

	if (mean < 0 || total < 0 || count < 0)
		return;
	for (uint32_t row = 0; row < table->n_rows; row++)
		table_set_real(table, row, mean,
			scale_of(spec) * merge_number(table, row, total) / merge_number(table, row, count));
}

/* Mean columns of a source that holds whole numbers become real ones. */
static const struct column_def *
mean_def(struct arena *arena, const struct column_def *source)
{
	struct column_def *def = arena_alloc(arena, sizeof(*def));

	if (def) {
		*def = *source;
		def->type = CELL_REAL;
	}
	return def;
}

static int
add_up(struct table **out, const struct table *sheet, const struct merge_spec *spec,
	struct aggregate_def *aggregates, struct arena *arena, struct error *err)
{
	uint32_t key = (uint32_t)merge_column(sheet, spec->keys[0]), n = 0;
	int mean = spec->metrics[1] ? merge_column(sheet, spec->metrics[1]) : -1;

	for (uint32_t i = 0; i < sheet->n_columns; i++) {
		const struct column_def *def = sheet->columns[i].def;
		bool is_mean = (int)i == mean && def->type != CELL_TEXT && def->type != CELL_BOOL;

		if (i == key)
			continue;
		aggregates[n] =
			(struct aggregate_def){how_of(spec, def), i, is_mean ? mean_def(arena, def) : def};
		if (!aggregates[n++].def)
			return error_no_memory(err, "comparing reports");
	}
	*out = table_group(sheet, sheet->id, sheet->title, &key, 1, aggregates, n, err);
	if (!*out)
		return -1;
	if (mean >= 0 && (*out)->columns[merge_column(*out, spec->metrics[1])].def->type == CELL_REAL)
		set_means(*out, spec, merge_column(*out, spec->metrics[1]));
	return 0;
}

struct table *
merge_add_up(const struct table *sheet, const struct merge_spec *spec, struct error *err)
{
	struct aggregate_def *aggregates = mem_alloc(sheet->n_columns, sizeof(*aggregates));
	struct arena arena = {0};
	struct table *out = NULL;

	if (!aggregates)
		error_no_memory(err, "comparing reports");
	else if (!add_up(&out, sheet, spec, aggregates, &arena, err))
		out->arena = arena;	/* a grouped table's own is empty */
	if (!out)
		arena_free(&arena);
	free(aggregates);
	return out;
}
