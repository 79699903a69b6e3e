/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts and cells of a workbook's sheets, whoever wrote it. */
#include "config.h"
#ifdef HAVE_WORKBOOK_READER
#include "report/xlsx_read_priv.h"
#include "base/mem.h"
#include "base/text.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define ROWS 1048576u
#define COLUMNS 16384u

/* --- escapes ------------------------------------------------------------------------ */

static bool
escape_at(const char *p, uint32_t *code)
{
	*code = 0;
	if (p[0] != '_' || p[1] != 'x')
		return false;
	for (int i = 2; i < 6; i++) {
		const char *digits = "0123456789abcdefABCDEF", *at = p[i] ? strchr(digits, p[i]) : NULL;

		if (!at)
			return false;
		*code = *code << 4 | (uint32_t)(at - digits > 15 ? at - digits - 6 : at - digits);
	}
	return p[6] == '_' && *code && (*code < 0xd800 || *code > 0xdfff);
}

void
xlsx_unescape(struct buffer *text)
{
	char *to = text->data;
	uint32_t code;

	if (!text->len || !strstr(text->data, "_x"))
		return;
	for (const char *p = text->data; *p;) {
		if (escape_at(p, &code)) {
			to += text_encode(code, to);	/* 3 bytes at most in the place of 7 */
			p += 7;
		} else {
			*to++ = *p++;
		}
	}
	*to = '\0';
	text->len = (size_t)(to - text->data);
}

/* --- shared texts -------------------------------------------------------------------- */

struct strings {
	struct xlsx_reader *reader;
	struct buffer text;
	bool taking;		/* inside <t>, and not inside how it is spoken */
	unsigned phonetic;
};

static void
strings_start(void *data, const XML_Char *name, const XML_Char **attributes)
{
	struct strings *strings = data;
	const char *local = xlsx_local(name);

	(void)attributes;
	if (!strcmp(local, "rPh"))
		strings->phonetic++;
	else if (!strcmp(local, "si"))
		buffer_clear(&strings->text);
	strings->taking = !strcmp(local, "t") && !strings->phonetic;
}

static void
strings_text(void *data, const XML_Char *text, int len)
{
	struct strings *strings = data;

	if (strings->taking && !buffer_add(&strings->text, text, (size_t)len)) {
		error_no_memory(strings->reader->err, "reading a workbook");
		xlsx_stop(strings->reader);
	}
}

static void
strings_end(void *data, const XML_Char *name)
{
	struct strings *strings = data;
	struct xlsx_reader *reader = strings->reader;
	const char *local = xlsx_local(name), *copy;

	strings->taking = false;
	if (!strcmp(local, "rPh") && strings->phonetic)
		strings->phonetic--;
	if (strcmp(local, "si"))
		return;
	xlsx_unescape(&strings->text);
	copy = arena_strndup(&reader->arena, strings->text.len ? strings->text.data : "", strings->text.len);
	if (!copy
		|| !mem_reserve(
			&reader->strings, &reader->cap_strings, reader->n_strings + 1, sizeof(copy))) {
		error_no_memory(reader->err, "reading a workbook");
		xlsx_stop(reader);
		return;
	}
	reader->strings[reader->n_strings++] = copy;
}

int
xlsx_read_strings(struct xlsx_reader *reader, const char *name)
{
	static const struct xlsx_handlers handlers = {strings_start, strings_end, strings_text};
	struct strings strings = {.reader = reader};
	int status = xlsx_read_part(reader, name, &handlers, &strings, NULL);

	buffer_free(&strings.text);
	return status;
}

/* --- cells ----------------------------------------------------------------------------- */

struct cells {
	struct xlsx_reader *reader;
	struct raw_table raw;
	struct buffer text;	/* of the cell */
	uint32_t row, column;	/* of the cell, from 0 */
	uint32_t next_row, next_column;	/* for those that do not tell their place */
	char type;		/* s shared, i inline, b bool, e error, t other text, n number */
	bool taking;
	unsigned phonetic;
};

/* "BC12" -> row 11, column 54. False when it is no such place. */
static bool
parse_place(const char *place, uint32_t *row, uint32_t *column)
{
	uint32_t letters = 0, digits = 0;

	for (; *place >= 'A' && *place <= 'Z'; place++) {
		letters = letters * 26 + (uint32_t)(*place - 'A' + 1);
		if (letters > COLUMNS)
			return false;
	}
	for (; *place >= '0' && *place <= '9'; place++) {
		digits = digits * 10 + (uint32_t)(*place - '0');
		if (digits > ROWS)
			return false;
	}
	*row = digits - 1;
	*column = letters - 1;
	return letters && digits && !*place;
}

static char
cell_type(const char *type)
{
	static const struct { const char *name; char type; } types[] = {
		{"s", 's'}, {"inlineStr", 'i'}, {"b", 'b'}, {"e", 'e'}, {"str", 't'}, {"d", 't'}, {"n", 'n'},
	};

	for (size_t i = 0; type && i < sizeof(types) / sizeof(*types); i++)
		if (!strcmp(type, types[i].name))
			return types[i].type;
	return 'n';
}

static void
cells_fail(struct cells *cells, const char *what)
{
	error_set(cells->reader->err, "is damaged: sheet %.60s: %s", cells->raw.table->id, what);
	xlsx_stop(cells->reader);
}

static void
row_start(struct cells *cells, const XML_Char **attributes)
{
	const char *number = xlsx_attribute(attributes, "r");
	unsigned long row = number ? strtoul(number, NULL, 10) : cells->next_row + 1ul;

	if (row < 1 || row > ROWS) {
		cells_fail(cells, "a row's number is out of range");
		return;
	}
	cells->row = (uint32_t)row - 1;
	cells->next_row = (uint32_t)row;
	cells->next_column = 0;
}

static void
cell_start(struct cells *cells, const XML_Char **attributes)
{
	const char *place = xlsx_attribute(attributes, "r");

	cells->column = cells->next_column;
	if (place && !parse_place(place, &cells->row, &cells->column)) {
		cells_fail(cells, "a cell's place cannot be read");
		return;
	}
	cells->next_column = cells->column + 1;
	cells->type = cell_type(xlsx_attribute(attributes, "t"));
	buffer_clear(&cells->text);
}

static void
cells_start(void *data, const XML_Char *name, const XML_Char **attributes)
{
	struct cells *cells = data;
	const char *local = xlsx_local(name);

	cells->taking = false;
	if (!strcmp(local, "row"))
		row_start(cells, attributes);
	else if (!strcmp(local, "c"))
		cell_start(cells, attributes);
	else if (!strcmp(local, "rPh"))
		cells->phonetic++;
	else
		cells->taking =
			cells->type == 'i' ? !strcmp(local, "t") && !cells->phonetic : !strcmp(local, "v");
}

static void
cells_text(void *data, const XML_Char *text, int len)
{
	struct cells *cells = data;

	if (cells->taking && !buffer_add(&cells->text, text, (size_t)len)) {
		error_no_memory(cells->reader->err, "reading a workbook");
		xlsx_stop(cells->reader);
	}
}

static int
add_shared(struct cells *cells)
{
	const char *text = cells->text.data;
	char *end;
	unsigned long long number = strtoull(text, &end, 10);

	if (*end || end == text || number >= cells->reader->n_strings)
		return error_set(cells->reader->err, "is damaged: sheet %.60s names a text that is not there",
			cells->raw.table->id);
	text = cells->reader->strings[number];
	return raw_add_text(&cells->raw, cells->row, cells->column, text, strlen(text), cells->reader->err);
}

static int
add_number(struct cells *cells)
{
	char *end;
	double value = strtod(cells->text.data, &end);

	if (*end || end == cells->text.data)
		return error_set(cells->reader->err, "is damaged: sheet %.60s has the number '%.40s'",
			cells->raw.table->id, cells->text.data);
	return raw_add_real(&cells->raw, cells->row, cells->column, value, cells->reader->err);
}

static int
add_cell(struct cells *cells)
{
	struct error *err = cells->reader->err;

	if (!cells->text.len || cells->type == 'e')
		return 0;
	switch (cells->type) {
	case 's':
		return add_shared(cells);
	case 'b':
		return raw_add_bool(&cells->raw, cells->row, cells->column, cells->text.data[0] != '0', err);
	case 'n':
		return add_number(cells);
	default:
		xlsx_unescape(&cells->text);
		return raw_add_text(
			&cells->raw, cells->row, cells->column, cells->text.data, cells->text.len, err);
	}
}

static void
cells_end(void *data, const XML_Char *name)
{
	struct cells *cells = data;
	const char *local = xlsx_local(name);

	cells->taking = false;
	if (!strcmp(local, "rPh") && cells->phonetic)
		cells->phonetic--;
	if (!strcmp(local, "c") && add_cell(cells))
		xlsx_stop(cells->reader);
}

int
xlsx_read_cells(struct xlsx_reader *reader, const char *name, const char *id, struct table **out)
{
	static const struct xlsx_handlers handlers = {cells_start, cells_end, cells_text};
	struct cells cells = {.reader = reader, .type = 'n'};
	int status = raw_open(&cells.raw, id, reader->err);

	if (status)
		return status;
	status = xlsx_read_part(reader, name, &handlers, &cells, NULL);
	buffer_free(&cells.text);
	if (!status)
		return raw_close(&cells.raw, out, reader->err);
	raw_discard(&cells.raw);
	return status;
}
#endif
