/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/raw_priv.h"
#include "report/read.h"
#include "base/mem.h"
#include "base/text.h"
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define WHOLE_MAX 9007199254740992.0	/* doubles below are exact whole numbers */

int
raw_open(struct raw_table *raw, const char *id, struct error *err)
{
	struct table *table = table_new(NULL, NULL);

	*raw = (struct raw_table){.table = table};
	if (table)
		table->id = table->title = arena_strdup(&table->arena, id);
	if (table && table->id)
		return 0;
	raw_discard(raw);
	return error_no_memory(err, "reading a table");
}

void
raw_discard(struct raw_table *raw)
{
	table_free(raw->table);
	free(raw->cells);
	*raw = (struct raw_table){0};
}

static int
raw_add(struct raw_table *raw, struct raw_cell cell, struct error *err)
{
	if (raw->n >= READ_CELLS_MAX)
		return error_set(err, "sheet %.60s has more than %u cells", raw->table->id, READ_CELLS_MAX);
	if (!mem_reserve(&raw->cells, &raw->cap, raw->n + 1, sizeof(*raw->cells)))
		return error_no_memory(err, "reading a table");
	if (raw->n && raw->cells[raw->n - 1].row > cell.row)
		raw->unordered = true;
	raw->cells[raw->n++] = cell;
	return 0;
}

static bool
is_empty(const char *text, size_t len)
{
	static const char *const empty[] = {"", "nan", "NaN", "None", "<NA>"};

	for (size_t i = 0; i < sizeof(empty) / sizeof(*empty); i++)
		if (strlen(empty[i]) == len && !memcmp(empty[i], text, len))
			return true;
	return false;
}

int
raw_add_text(
	struct raw_table *raw, uint32_t row, uint32_t column, const char *text, size_t len, struct error *err)
{
	struct raw_cell cell = {.row = row, .column = column, .kind = RAW_TEXT};

	if (is_empty(text, len))
		return 0;
	cell.text = arena_strndup(&raw->table->arena, text, len);
	return cell.text ? raw_add(raw, cell, err) : error_no_memory(err, "reading a table");
}

int
raw_add_real(struct raw_table *raw, uint32_t row, uint32_t column, double value, struct error *err)
{
	struct raw_cell cell = {.row = row, .column = column, .kind = RAW_REAL, .value.d = value};

	if (isnan(value))
		return 0;
	if (fabs(value) <= WHOLE_MAX && value == floor(value)) {
		cell.kind = RAW_INT;
		cell.value.i = (int64_t)value;
	}
	return raw_add(raw, cell, err);
}

int
raw_add_bool(struct raw_table *raw, uint32_t row, uint32_t column, bool value, struct error *err)
{
	return raw_add(raw,
		(struct raw_cell){.row = row, .column = column, .kind = RAW_BOOL, .value.i = value}, err);
}

/* [+-] digits [. digits] [e [+-] digits], without leading zeros: names of digits stay text. */
static bool
looks_like_number(const char *p, bool *whole)
{
	size_t digits, more;

	p += *p == '-' || *p == '+';
	digits = strspn(p, "0123456789");
	if (digits > 1 && *p == '0')
		return false;
	p += digits;
	*whole = !*p && digits;
	if (*p == '.') {
		more = strspn(++p, "0123456789");
		p += more;
		digits += more;
	}
	if (!digits)
		return false;
	if (*p == 'e' || *p == 'E') {
		p++;
		p += *p == '-' || *p == '+';
		digits = strspn(p, "0123456789");
		p += digits;
	}
	return digits && !*p;
}

static void
guess(struct raw_cell *cell)
{
	char *end;
	bool whole;

	if (!strcmp(cell->text, "True") || !strcmp(cell->text, "False")) {
		cell->kind = RAW_BOOL;
		cell->value.i = *cell->text == 'T';
	} else if (!strcmp(cell->text, "inf") || !strcmp(cell->text, "-inf")) {
		cell->kind = RAW_REAL;
		cell->value.d = *cell->text == '-' ? -INFINITY : INFINITY;
	} else if (looks_like_number(cell->text, &whole)) {
		errno = 0;
		cell->value.i = whole ? strtoll(cell->text, &end, 10) : 0;
		cell->kind = whole && !errno && cell->value.i != TABLE_NULL_INT ? RAW_INT : RAW_REAL;
		if (cell->kind == RAW_REAL)
			cell->value.d = strtod(cell->text, &end);
	}
}

int
raw_add_guess(
	struct raw_table *raw, uint32_t row, uint32_t column, const char *text, size_t len, struct error *err)
{
	size_t before = raw->n;

	if (raw_add_text(raw, row, column, text, len, err))
		return -1;
	if (raw->n > before)
		guess(&raw->cells[before]);
	return 0;
}

/* --- the table ------------------------------------------------------------------ */

static int
compare_place(const void *a, const void *b)
{
	const struct raw_cell *x = a, *y = b;

	if (x->row != y->row)
		return x->row < y->row ? -1 : 1;
	return (x->column > y->column) - (x->column < y->column);
}

/* Which kinds of cells a column has, as bits. */
static enum cell_type
type_of(unsigned kinds)
{
	if (kinds == 1u << RAW_BOOL)
		return CELL_BOOL;
	if (kinds == 1u << RAW_INT)
		return CELL_INT;
	if (kinds && !(kinds & (1u << RAW_TEXT | 1u << RAW_BOOL)))
		return CELL_REAL;
	return CELL_TEXT;
}

static char *
make_id(struct arena *arena, const char *title)
{
	char *id = arena_strdup(arena, title);

	for (char *p = id; id && *p; p++)
		*p = isalnum((unsigned char)*p) ? (char)tolower((unsigned char)*p) : (unsigned char)*p < 0x80 ? '_' : *p;
	return id;
}

static const char *
cell_as_text(struct arena *arena, const struct raw_cell *cell)
{
	char out[32];

	if (cell->text)
		return cell->text;
	switch (cell->kind) {
	case RAW_BOOL:
		return cell->value.i ? "True" : "False";
	case RAW_INT:
		snprintf(out, sizeof(out), "%" PRId64, cell->value.i);
		return arena_strdup(arena, out);
	default:
		return arena_strdup(arena, text_real(out, cell->value.d));
	}
}

/* The table's columns from the cells of the first row; column_of maps the file's columns, -1 where there is none. */
static bool
add_columns(struct raw_table *raw, size_t n_header, const unsigned *kinds, int *column_of)
{
	struct arena *arena = &raw->table->arena;

	for (size_t i = 0; i < n_header; i++) {
		struct column_def *def = arena_alloc(arena, sizeof(*def));
		const char *title = cell_as_text(arena, &raw->cells[i]);

		if (!def || !title)
			return false;
		*def = (struct column_def){.id = make_id(arena, title), .title = title,
			.type = type_of(kinds[raw->cells[i].column])};
		column_of[raw->cells[i].column] = def->id ? table_add_column(raw->table, def) : -1;
		if (column_of[raw->cells[i].column] < 0)
			return false;
	}
	return true;
}

static bool
set_cell(struct table *table, int64_t row, int column, const struct raw_cell *cell)
{
	switch (table->columns[column].def->type) {
	case CELL_TEXT:
		table_set_text(table, row, column, cell_as_text(&table->arena, cell));
		return table_cell(table, (uint32_t)row, (uint32_t)column).s;
	case CELL_REAL:
		table_set_real(
			table, row, column, cell->kind == RAW_INT ? (double)cell->value.i : cell->value.d);
		return true;
	default:
		table_set_int(table, row, column, cell->value.i);
		return true;
	}
}

static bool
add_rows(struct raw_table *raw, size_t n_header, uint32_t n_columns, const int *column_of)
{
	uint32_t last = UINT32_MAX;
	int64_t row = -1;

	for (size_t i = n_header; i < raw->n; i++) {
		const struct raw_cell *cell = &raw->cells[i];

		if (cell->row != last)
			row = table_add_row(raw->table);
		last = cell->row;
		if (row < 0)
			return false;
		if (cell->column < n_columns && column_of[cell->column] >= 0
		    && !set_cell(raw->table, row, column_of[cell->column], cell))
			return false;
	}
	return true;
}

static bool
fill(struct raw_table *raw)
{
	size_t n_header = 0;
	uint32_t n_columns = 0;
	unsigned *kinds;
	int *column_of;
	bool good;

	while (n_header < raw->n && raw->cells[n_header].row == raw->cells[0].row) {
		if (raw->cells[n_header].column >= n_columns)
			n_columns = raw->cells[n_header].column + 1;
		n_header++;
	}
	kinds = mem_zero(n_columns, sizeof(*kinds));
	column_of = mem_alloc(n_columns, sizeof(*column_of));
	for (uint32_t i = 0; column_of && i < n_columns; i++)
		column_of[i] = -1;
	for (size_t i = n_header; kinds && i < raw->n; i++)
		if (raw->cells[i].column < n_columns)
			kinds[raw->cells[i].column] |= 1u << raw->cells[i].kind;
	good = kinds && column_of && add_columns(raw, n_header, kinds, column_of)
		&& add_rows(raw, n_header, n_columns, column_of);
	free(kinds);
	free(column_of);
	return good;
}

int
raw_close(struct raw_table *raw, struct table **out, struct error *err)
{
	if (raw->unordered)
		qsort(raw->cells, raw->n, sizeof(*raw->cells), compare_place);
	if (!fill(raw)) {
		raw_discard(raw);
		return error_no_memory(err, "reading a table");
	}
	*out = raw->table;
	raw->table = NULL;
	raw_discard(raw);
	return 0;
}
