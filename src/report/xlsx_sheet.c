/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One table as one sheet. */
#include "config.h"
#ifdef HAVE_XLSXWRITER
#include "report/write.h"
#include "report/xlsx_priv.h"
#include "base/text.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define WIDTH_LEAST 8u
#define WIDTH_MOST 60u
#define WIDTH_ROWS 500u			/* rows that a column's width is taken from */
#define WHOLE_MAX (INT64_C(1) << 53)	/* larger whole numbers would lose digits: they are written as text */
#define ESCAPE "_x005F"			/* what an underscore is written as where it would begin an escape */
#define BAR_COLOUR 0x8fb8de
#define CUT " \xe2\x80\xa6 (cut)"
#define CUT_UNITS 8u

/* --- formats ------------------------------------------------------------------- */

static void
number_format(char out[64], enum cell_type type, enum cell_unit unit)
{
	int decimals = table_unit_decimals(unit);
	const char *name = table_unit_text(unit);
	size_t used;

	if (unit == UNIT_BYTES)
		name = "B";
	if (type == CELL_TIME && decimals < 0)
		name = "ns";
	if (type == CELL_INT || type == CELL_TIME)
		decimals = decimals < 0 || type == CELL_INT ? 0 : decimals;
	if (unit == UNIT_EVENT)
		used = (size_t)snprintf(out, 64, "0");
	else if (decimals < 0)
		used = (size_t)snprintf(out, 64, "General");
	else
		used = (size_t)snprintf(out, 64, "#,##0%s%.*s", decimals ? "." : "", decimals, "000000");
	if (*name && decimals >= 0)
		snprintf(out + used, 64 - used, "\"%s%s\"", *name == '%' ? "" : " ", name);
}

static lxw_format *
column_format(struct xlsx *xlsx, const struct column_def *def)
{
	lxw_format **format = &xlsx->formats[def->type][def->unit];
	char text[64];

	if (def->type == CELL_TEXT || def->type == CELL_BOOL || *format)
		return def->type == CELL_TEXT || def->type == CELL_BOOL ? NULL : *format;
	number_format(text, def->type, def->unit);
	*format = workbook_add_format(xlsx->book);
	if (*format)
		format_set_num_format(*format, text);
	return *format;
}

/* --- texts ---------------------------------------------------------------------- */

/* Whether a reader would take what stands at p for a character by its number, as in "_x0041_". */
static bool
is_escape(const char *p)
{
	if (p[0] != '_' || p[1] != 'x')
		return false;
	for (int i = 2; i < 6; i++)
		if (!isxdigit((unsigned char)p[i]))
			return false;
	return p[6] == '_';
}

/* What stands for an underscore's escape counts as characters too: what then does not fit is cut. */
static const char *
escape_text(struct xlsx *xlsx, const char *text)
{
	struct buffer *out = &xlsx->escaped;
	const char *end = text + strlen(text);
	size_t units = 0, room = 0;	/* room: what may stay when it is cut */
	uint32_t code;

	buffer_clear(out);
	for (const char *p = text; p < end;) {
		size_t n = text_decode(p, end, &code);
		bool escape = is_escape(p);

		units += (code > 0xffff ? 2 : 1) + (escape ? strlen(ESCAPE) : 0);
		if (units > REPORT_CELL_MAX) {
			out->len = room;
			return buffer_add_text(out, CUT) ? out->data : NULL;
		}
		if (escape ? !buffer_add_text(out, ESCAPE "_") : !buffer_add(out, p, n))
			return NULL;
		if (units <= REPORT_CELL_MAX - CUT_UNITS)
			room = out->len;
		p += n;
	}
	return out->data;
}

/* NULL when memory runs out. */
static const char *
cell_text(struct xlsx *xlsx, const char *text)
{
	const char *clean = write_clean(&xlsx->clean, text);

	return clean && strstr(clean, "_x") ? escape_text(xlsx, clean) : clean;
}

static int
put_text(struct xlsx *xlsx, lxw_worksheet *sheet, uint32_t row, uint32_t column, const char *text,
	lxw_format *format)
{
	const char *fit = cell_text(xlsx, text);

	if (!fit)
		return error_no_memory(xlsx->err, "making a workbook");
	return *fit ? xlsx_fail(xlsx, worksheet_write_string(sheet, row, (lxw_col_t)column, fit, format)) : 0;
}

/* --- cells ---------------------------------------------------------------------- */

static double
cell_value(const struct column_def *def, union cell cell)
{
	if (def->type == CELL_REAL)
		return cell.d;
	if (def->type == CELL_TIME && def->unit == UNIT_US)
		return (double)cell.i / 1e3;
	if (def->type == CELL_TIME && def->unit == UNIT_MS)
		return (double)cell.i / 1e6;
	return (double)cell.i;
}

static int
put_cell(struct xlsx *xlsx, lxw_worksheet *sheet, const struct table *table, uint32_t row, uint32_t column,
	lxw_format *format)
{
	const struct column_def *def = table->columns[column].def;
	union cell cell = table_cell(table, row, column);
	bool whole = def->type == CELL_INT || def->type == CELL_TIME;
	char out[32];

	if (table_is_null(table, row, column))
		return 0;
	if (def->type == CELL_BOOL)
		return xlsx_fail(
			xlsx, worksheet_write_boolean(sheet, row + 1, (lxw_col_t)column, (int)cell.i, NULL));
	if (def->type == CELL_TEXT || (def->type == CELL_REAL && isinf(cell.d))
	    || (whole && (cell.i > WHOLE_MAX || cell.i < -WHOLE_MAX)))
		return put_text(xlsx, sheet, row + 1, column, table_cell_text(table, row, column, out), NULL);
	return xlsx_fail(xlsx,
		worksheet_write_number(sheet, row + 1, (lxw_col_t)column, cell_value(def, cell), format));
}

/* The index's names of sheets lead to them. */
static bool
is_link(const struct xlsx *xlsx, const struct table *table, uint32_t row, uint32_t column)
{
	return table == xlsx->report->index && column == INDEX_VALUE
		&& !strcmp(table_cell(table, row, INDEX_KIND).s, "sheet");
}

static int
put_link(struct xlsx *xlsx, lxw_worksheet *sheet, const struct table *table, uint32_t row)
{
	const char *name = table_cell(table, row, INDEX_VALUE).s;

	buffer_clear(&xlsx->link);
	if (!buffer_printf(&xlsx->link, "internal:'%s'!A1", name))
		return error_no_memory(xlsx->err, "making a workbook");
	return xlsx_fail(xlsx,
		worksheet_write_url_opt(sheet, row + 1, INDEX_VALUE, xlsx->link.data, NULL, name, NULL));
}

static int
put_rows(struct xlsx *xlsx, lxw_worksheet *sheet, const struct table *table, uint32_t n_rows)
{
	for (uint32_t i = 0; i < table->n_columns; i++)
		if (put_text(xlsx, sheet, 0, i, table->columns[i].def->title, xlsx->title))
			return -1;
	for (uint32_t row = 0; row < n_rows; row++)
		for (uint32_t i = 0; i < table->n_columns; i++) {
			int status = is_link(xlsx, table, row, i)
				? put_link(xlsx, sheet, table, row)
				: put_cell(xlsx, sheet, table, row, i,
					column_format(xlsx, table->columns[i].def));

			if (status)
				return -1;
		}
	return 0;
}

/* --- columns -------------------------------------------------------------------- */

static double
column_width(const struct table *table, uint32_t column)
{
	const struct column_def *def = table->columns[column].def;
	const char *unit = table_unit_text(def->unit);
	size_t widest = strlen(def->title) + 3;	/* the filter's button */
	char out[32];

	for (uint32_t row = 0; row < table->n_rows && row < WIDTH_ROWS; row++) {
		const char *text = table_cell_show(table, row, column, out);
		size_t width = text_width(text, strlen(text)) + strlen(unit) + 2;

		if (width > widest)
			widest = width;
	}
	if (widest < WIDTH_LEAST)
		widest = WIDTH_LEAST;
	return (double)(widest < WIDTH_MOST ? widest : WIDTH_MOST);
}

static int
put_bar(struct xlsx *xlsx, lxw_worksheet *sheet, uint32_t column, uint32_t n_rows)
{
	lxw_conditional_format bar = {.type = LXW_CONDITIONAL_DATA_BAR,
		.data_bar_2010 = LXW_TRUE,
		.bar_solid = LXW_TRUE,
		.bar_color = BAR_COLOUR,
		.min_rule_type = LXW_CONDITIONAL_RULE_TYPE_NUMBER,
		.max_rule_type = LXW_CONDITIONAL_RULE_TYPE_NUMBER,
		.min_value = 0,
		.max_value = 100};

	return xlsx_fail(xlsx, worksheet_conditional_format_range(sheet, 1, (lxw_col_t)column, n_rows,
		(lxw_col_t)column, &bar));
}

static int
put_columns(struct xlsx *xlsx, lxw_worksheet *sheet, const struct table *table, uint32_t n_rows)
{
	for (uint32_t i = 0; i < table->n_columns; i++) {
		const struct column_def *def = table->columns[i].def;
		lxw_row_col_options options = {.hidden = (def->flags & COLUMN_NOISY) != 0};

		if (xlsx_fail(xlsx, worksheet_set_column_opt(sheet, (lxw_col_t)i, (lxw_col_t)i,
				column_width(table, i), NULL, &options)))
			return -1;
		if (def->flags & COLUMN_SHARE && n_rows && put_bar(xlsx, sheet, i, n_rows))
			return -1;
	}
	worksheet_freeze_panes(sheet, 1, table->columns[0].def->flags & COLUMN_KEY ? 1 : 0);
	return xlsx_fail(xlsx, worksheet_autofilter(sheet, 0, 0, n_rows, (lxw_col_t)(table->n_columns - 1)));
}

int
xlsx_add_sheet(struct xlsx *xlsx, const struct table *table, const char *name, lxw_worksheet **sheet)
{
	uint32_t n_rows = table->n_rows < REPORT_ROWS_MAX ? table->n_rows : REPORT_ROWS_MAX;

	*sheet = workbook_add_worksheet(xlsx->book, name);
	if (!*sheet)
		return error_set(xlsx->err, "cannot make the workbook's sheet %s", name);
	if (!table->n_columns)
		return 0;
	return put_rows(xlsx, *sheet, table, n_rows) || put_columns(xlsx, *sheet, table, n_rows) ? -1 : 0;
}
#endif
