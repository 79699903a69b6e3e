/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cells and headings as text: exact for files, short for people. */
#include "table/table.h"
#include "base/text.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define SHOW_MAX 1e15	/* larger reals are shown with an exponent */

static const struct {
	const char *text;	/* as said in a heading */
	const char *also[3];	/* other ways in which a title or an id says it */
	int decimals;		/* shown to people; -1: four significant digits */
} units[] = {
	[UNIT_NONE] = {"", {NULL}, -1},
	[UNIT_US] = {"us", {"\xc2\xb5s"}, 2},
	[UNIT_MS] = {"ms", {NULL}, 3},
	[UNIT_PERCENT] = {"%", {"percent", "pct"}, 2},
	[UNIT_COUNT] = {"", {NULL}, -1},
	[UNIT_BYTES] = {"", {NULL}, -1},
	[UNIT_MB] = {"MB", {"mb"}, 2},
	[UNIT_GFLOP] = {"GFLOP", {"GFLOPS", "GFLOPs", "gflops"}, 2},
	[UNIT_TFLOPS] = {"TFLOP/s", {"TFLOPS", "TFLOPS/s", "tflops"}, 2},
	[UNIT_TBS] = {"TB/s", {"tbs"}, 3},
	[UNIT_GBS] = {"GB/s", {"gbs"}, 2},
	[UNIT_INTENSITY] = {"FLOP/B", {"FLOPS/Byte", "FLOP/Byte", "intensity"}, 2},
	[UNIT_EVENT] = {"", {NULL}, -1},
};

static const char *
time_text(char out[32], int64_t ns, enum cell_unit unit)
{
	if (unit == UNIT_US)
		return text_us(out, ns);
	if (unit == UNIT_MS)
		return text_ms(out, ns);
	return text_int(out, ns);
}

const char *
table_cell_text(const struct table *table, uint32_t row, uint32_t column, char out[32])
{
	const struct column_def *def = table->columns[column].def;
	union cell cell = table_cell(table, row, column);

	if (table_is_null(table, row, column))
		return "";
	switch (def->type) {
	case CELL_TIME:
		return time_text(out, cell.i, def->unit);
	case CELL_REAL:
		return text_real(out, cell.d);
	case CELL_TEXT:
		return cell.s;
	case CELL_BOOL:
		return cell.i ? "True" : "False";
	default:
		return text_int(out, cell.i);
	}
}

static const char *
show_real(char out[32], double value, int decimals, bool fixed)
{
	char plain[32];
	double size = fabs(value);

	if (isinf(value) || size >= SHOW_MAX) {
		snprintf(out, 32, "%.4g", value);
		return out;
	}
	if (decimals < 0)
		decimals = size >= 1000 || size == floor(size) ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 3;
	if (!fixed && decimals == 3 && size > 0 && size < 0.001) {
		snprintf(out, 32, "%.3g", value);
		return out;
	}
	snprintf(plain, sizeof(plain), "%.*f", decimals, value);
	return text_separated(out, plain);
}

static const char *
show_time(char out[32], int64_t ns, enum cell_unit unit, bool fixed)
{
	bool tiny = unit == UNIT_US && ns && ns > -10 && ns < 10;	/* not "0.00": it is something */

	if (unit == UNIT_US || unit == UNIT_MS)
		return show_real(out, (double)ns / (unit == UNIT_US ? 1e3 : 1e6), units[unit].decimals + tiny, fixed);
	return text_time(out, ns);
}

static const char *
show_int(char out[32], int64_t value, enum cell_unit unit)
{
	char plain[32];

	if (unit == UNIT_BYTES && value >= 0)
		return text_bytes(out, (uint64_t)value);
	snprintf(plain, sizeof(plain), "%" PRId64, value);
	if (unit == UNIT_EVENT) {
		memcpy(out, plain, sizeof(plain));
		return out;
	}
	return text_separated(out, plain);
}

const char *
table_cell_show(const struct table *table, uint32_t row, uint32_t column, char out[32])
{
	const struct column_def *def = table->columns[column].def;
	union cell cell = table_cell(table, row, column);

	if (table_is_null(table, row, column))
		return "";
	switch (def->type) {
	case CELL_TIME:
		return show_time(out, cell.i, def->unit, def->flags & COLUMN_FIXED);
	case CELL_REAL:
		return show_real(out, cell.d, units[def->unit].decimals, def->flags & COLUMN_FIXED);
	case CELL_INT:
		return show_int(out, cell.i, def->unit);
	default:
		return table_cell_text(table, row, column, out);
	}
}

const char *
table_unit_text(enum cell_unit unit)
{
	return units[unit].text;
}

int
table_unit_decimals(enum cell_unit unit)
{
	return units[unit].decimals;
}

static bool
is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Whether the word stands in the title by itself: "us" does in "total_us", not in "status". */
static bool
title_says(const char *title, const char *word)
{
	size_t len = strlen(word);

	for (const char *p = strstr(title, word); p && len; p = strstr(p + 1, word))
		if ((p == title || !is_word(p[-1]) || !is_word(word[0]))
		    && (!is_word(p[len]) || !is_word(word[len - 1])))
			return true;
	return false;
}

static bool
says_unit(const char *text, enum cell_unit unit)
{
	bool said = !*units[unit].text || title_says(text, units[unit].text);

	for (size_t i = 0; i < 3 && units[unit].also[i]; i++)
		said = said || title_says(text, units[unit].also[i]);
	return said;
}

const char *
table_id_unit(const struct column_def *def)
{
	return says_unit(def->id, def->unit) ? "" : units[def->unit].text;
}

const char *
table_heading(const struct table *table, uint32_t column, char *out, size_t size)
{
	const struct column_def *def = table->columns[column].def;

	if (says_unit(def->title, def->unit))
		snprintf(out, size, "%s", def->title);
	else
		snprintf(out, size, "%s (%s)", def->title, units[def->unit].text);
	return out;
}

bool
table_is_right(const struct table *table, uint32_t column)
{
	enum cell_type type = table->columns[column].def->type;

	return type != CELL_TEXT && type != CELL_BOOL;
}
