/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Columns and rows: adding, finding, dropping. */
#include "table/table.h"
#include "base/mem.h"
#include <string.h>
#include <strings.h>

struct table *
table_new(const char *id, const char *title)
{
	struct table *table = mem_zero(1, sizeof(*table));

	if (!table)
		return NULL;
	table->id = id;
	table->title = title;
	return table;
}

void
table_free(struct table *table)
{
	if (!table)
		return;
	for (uint32_t i = 0; i < table->n_columns; i++)
		free(table->columns[i].cells);
	free(table->columns);
	arena_free(&table->arena);
	free(table);
}

static union cell
cell_null(enum cell_type type)
{
	switch (type) {
	case CELL_REAL:
		return (union cell){.d = NAN};
	case CELL_TEXT:
		return (union cell){.s = NULL};
	default:
		return (union cell){.i = TABLE_NULL_INT};
	}
}

static void
column_clear(struct column *column, uint32_t begin, uint32_t end)
{
	union cell empty = cell_null(column->def->type);

	for (uint32_t row = begin; row < end; row++)
		column->cells[row] = empty;
}

int
table_add_column(struct table *table, const struct column_def *def)
{
	struct column *column;

	if (table->n_columns >= INT32_MAX)
		return -1;
	if (!mem_reserve(&table->columns, &table->cap_columns, table->n_columns + 1u, sizeof(*column)))
		return -1;
	column = &table->columns[table->n_columns];
	column->def = def;
	column->cells = mem_alloc(table->cap_rows, sizeof(*column->cells));
	if (!column->cells)
		return -1;
	column_clear(column, 0, table->n_rows);
	return (int)table->n_columns++;
}

int
table_add_columns(struct table *table, const struct column_def *defs, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (table_add_column(table, &defs[i]) < 0)
			return -1;
	return 0;
}

struct table *
table_of(const char *id, const char *title, const struct column_def *defs, size_t n)
{
	struct table *table = table_new(id, title);

	if (!table || !table_add_columns(table, defs, n))
		return table;
	table_free(table);
	return NULL;
}

int
table_add_column_copy(struct table *table, const struct column_def *def)
{
	struct column_def *copy = arena_alloc(&table->arena, sizeof(*copy));

	if (!copy)
		return -1;
	*copy = *def;
	copy->id = arena_strdup(&table->arena, def->id);
	copy->title = arena_strdup(&table->arena, def->title);
	copy->help = def->help ? arena_strdup(&table->arena, def->help) : NULL;
	if (!copy->id || !copy->title || (def->help && !copy->help))
		return -1;
	return table_add_column(table, copy);
}

/* A column that was refused keeps its size while others have grown: cap_rows tells what all of them hold. */
static bool
table_reserve(struct table *table, uint32_t more)
{
	size_t need = (size_t)table->n_rows + more, cap = table->cap_rows;

	if (need > UINT32_MAX - 1)
		return false;
	if (need <= cap)
		return true;
	for (uint32_t i = 0; i < table->n_columns; i++) {
		cap = table->cap_rows;
		if (!mem_reserve(&table->columns[i].cells, &cap, need, sizeof(union cell)))
			return false;
	}
	table->cap_rows = table->n_columns ? cap : need;
	return true;
}

int64_t
table_add_rows(struct table *table, uint32_t n)
{
	uint32_t first = table->n_rows;

	if (!table_reserve(table, n))
		return -1;
	table->n_rows += n;
	for (uint32_t i = 0; i < table->n_columns; i++)
		column_clear(&table->columns[i], first, table->n_rows);
	return first;
}

int64_t
table_add_row(struct table *table)
{
	return table_add_rows(table, 1);
}

int
table_find_column(const struct table *table, const char *name)
{
	for (uint32_t i = 0; i < table->n_columns; i++)
		if (!strcmp(table->columns[i].def->id, name))
			return (int)i;
	for (uint32_t i = 0; i < table->n_columns; i++)
		if (!strcmp(table->columns[i].def->title, name))
			return (int)i;
	for (uint32_t i = 0; i < table->n_columns; i++)
		if (!strcasecmp(table->columns[i].def->id, name)
		    || !strcasecmp(table->columns[i].def->title, name))
			return (int)i;
	return -1;
}

/* "gpu_ms" is "gpu" */
static bool
is_without_unit(const char *id, const char *word)
{
	static const char *const units[] = {"_us", "_ms", "_mb", "_gb", "_gbs", "_tbs", "_percent"};
	size_t len = strlen(word);

	if (!len || strncasecmp(id, word, len))
		return false;
	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++)
		if (!strcmp(id + len, units[i]))
			return true;
	return false;
}

/* "share %", as headings have it */
static bool
is_with_unit(const struct column_def *def, const char *word)
{
	size_t len = strlen(def->id);

	return !strncasecmp(def->id, word, len) && word[len] == ' '
		&& !strcasecmp(word + len + 1, table_id_unit(def));
}

static int
first_of(const struct table *table, enum cell_type type)
{
	for (uint32_t i = 0; i < table->n_columns; i++)
		if (table->columns[i].def->type == type && strncmp(table->columns[i].def->id, "start", 5))
			return (int)i;
	return -1;
}

/* The first column of texts that is called a name: a kernel's stands behind that of its operator. */
static int
first_name(const struct table *table)
{
	for (uint32_t i = 0; i < table->n_columns; i++) {
		const char *title = table->columns[i].def->title;
		size_t len = strlen(title);

		if (table->columns[i].def->type == CELL_TEXT && len > 5 && !strcasecmp(title + len - 5, " name"))
			return (int)i;
	}
	return first_of(table, CELL_TEXT);
}

int
table_ask_column(const struct table *table, const char *word)
{
	int column = table_find_column(table, word);

	for (uint32_t i = 0; column < 0 && i < table->n_columns; i++)
		if (is_without_unit(table->columns[i].def->id, word)
		    || is_with_unit(table->columns[i].def, word))
			column = (int)i;
	if (column < 0 && !strcasecmp(word, "time"))
		column = first_of(table, CELL_TIME);
	if (column < 0 && !strcasecmp(word, "name"))
		column = first_name(table);
	return column;
}

int
table_set_text_copy(struct table *table, int64_t row, int column, const char *text, size_t len)
{
	const char *copy = arena_strndup(&table->arena, text, len);

	if (!copy)
		return -1;
	table_set_text(table, row, column, copy);
	return 0;
}

bool
table_is_null(const struct table *table, uint32_t row, uint32_t column)
{
	union cell cell = table_cell(table, row, column);

	switch (table->columns[column].def->type) {
	case CELL_REAL:
		return isnan(cell.d);
	case CELL_TEXT:
		return !cell.s;
	default:
		return cell.i == TABLE_NULL_INT;
	}
}

void
table_truncate(struct table *table, uint32_t rows)
{
	if (rows < table->n_rows)
		table->n_rows = rows;
}

void
table_keep(struct table *table, const bool *keep)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < table->n_columns; i++) {
		union cell *cells = table->columns[i].cells;
		uint32_t to = 0;

		for (uint32_t row = 0; row < table->n_rows; row++)
			if (keep[row])
				cells[to++] = cells[row];
	}
	for (uint32_t row = 0; row < table->n_rows; row++)
		kept += keep[row];
	table->n_rows = kept;
}
