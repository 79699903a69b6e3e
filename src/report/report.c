/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gathering a report, and writing it as CSV and JSON. */
#include "report/report.h"
#include "report/folder.h"
#include "report/names_priv.h"
#include "report/write.h"
#include "base/mem.h"
#include "base/text.h"
#include <stdio.h>
#include <string.h>
#include <strings.h>

static const struct column_def index_columns[] = {
	{"kind", "kind", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 10, "what the line tells of"},
	{"name", "name", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 32, "the sheet's full name, the option, the warning"},
	{"value", "value", CELL_TEXT, UNIT_NONE, 0, 40, "of a sheet its name in the workbook"},
	{"rows", "rows", CELL_INT, UNIT_COUNT, 0, 10, "of a sheet"},
	{"about", "about", CELL_TEXT, UNIT_NONE, 0, 60, "what the sheet holds"},
};

struct report *
report_new(void)
{
	struct report *report = mem_zero(1, sizeof(*report));

	if (!report)
		return NULL;
	report->index = table_of("index", "Index", index_columns, INDEX_COLUMNS);
	if (report->index)
		return report;
	free(report);
	return NULL;
}

void
report_free(struct report *report)
{
	if (!report)
		return;
	for (uint32_t i = 0; i < report->n; i++)
		table_free(report->sheets[i]);
	table_free(report->index);
	free(report->sheets);
	free(report->names);
	free(report);
}

static int64_t
index_add(struct report *report, const char *kind, const char *name, const char *value)
{
	const char *const texts[] = {kind, name, value};
	int64_t row = table_add_row(report->index);

	for (int i = 0; i < 3 && row >= 0; i++)
		if (texts[i] && table_set_text_copy(report->index, row, i, texts[i], strlen(texts[i])))
			row = -1;
	return row;
}

int
report_add_note(struct report *report, const char *kind, const char *name, const char *value)
{
	return index_add(report, kind, name, value) < 0 ? -1 : 0;
}

/* --- names that a workbook can hold -------------------------------------------- */

static bool
name_is_taken(const struct report *report, const char *name)
{
	if (!strcasecmp(name, "index") || !strcasecmp(name, "history"))	/* the latter is Excel's own */
		return true;
	for (uint32_t i = 0; i < report->n; i++)
		if (!strcasecmp(report->names[i], name))
			return true;
	return false;
}

void
name_begin(char *out, size_t size, const char *id, size_t max)
{
	const char *end = id + strlen(id);
	size_t used = 0, units = 0;

	while (id < end) {
		uint32_t code;
		char bytes[4];
		size_t n;

		id += text_decode(id, end, &code);
		if (code < 0x20 || (code < 0x80 && strchr("[]:*?/\\'\x7f", (int)code)))
			code = '_';
		n = text_encode(code, bytes);
		units += code > 0xffff ? 2 : 1;
		if (units > max || used + n >= size)
			break;
		memcpy(out + used, bytes, n);
		used += n;
	}
	out[used] = '\0';
}

static const char *
name_make(struct report *report, const char *id)
{
	char name[4 * REPORT_NAME_MAX + 1], tail[16];

	name_begin(name, sizeof(name), *id ? id : "sheet", REPORT_NAME_MAX);
	for (unsigned i = 2; name_is_taken(report, name); i++) {
		snprintf(tail, sizeof(tail), "~%u", i);
		name_begin(name, sizeof(name) - sizeof(tail), *id ? id : "sheet",
			REPORT_NAME_MAX - strlen(tail));
		strcat(name, tail);
	}
	return arena_strdup(&report->index->arena, name);
}

static int
sheet_place(struct report *report, struct table *sheet)
{
	const char *name;

	if (!mem_reserve(&report->sheets, &report->cap_sheets, report->n + 1u, sizeof(*report->sheets))
	    || !mem_reserve(&report->names, &report->cap_names, report->n + 1u, sizeof(*report->names)))
		return -1;
	name = name_make(report, sheet->id);
	if (!name)
		return -1;
	report->sheets[report->n] = sheet;
	report->names[report->n++] = name;
	return 0;
}

int
report_add_sheet(struct report *report, struct table *sheet, const char *about)
{
	char line[160], rows[32], most[32];
	int64_t row;

	if (sheet_place(report, sheet)) {
		table_free(sheet);
		return -1;
	}
	row = index_add(report, "sheet", sheet->id, report->names[report->n - 1]);
	if (row < 0)
		return -1;
	table_set_int(report->index, row, INDEX_ROWS, sheet->n_rows);
	if (about && table_set_text_copy(report->index, row, INDEX_ABOUT, about, strlen(about)))
		return -1;
	if (sheet->n_rows <= REPORT_ROWS_MAX)
		return 0;
	snprintf(line, sizeof(line), "a workbook's sheet holds %s of its %s rows; CSV and JSON have all",
		text_count(most, REPORT_ROWS_MAX), text_count(rows, sheet->n_rows));
	return report_add_note(report, "warning", sheet->id, line);
}

/* --- CSV and JSON ---------------------------------------------------------------- */

static int
add_csv(const struct report *report, struct folder *folder, struct error *err)
{
	for (uint32_t i = 0; i < report->n; i++)
		if (folder_add(folder, report->sheets[i], err))
			return -1;
	return folder_add(folder, report->index, err);
}

int
report_write_csv(const struct report *report, const char *path, struct error *err)
{
	struct folder *folder;

	if (folder_open(&folder, path, err))
		return -1;
	if (!add_csv(report, folder, err))
		return folder_close(folder, err);
	folder_discard(folder);
	return -1;
}

static void
write_json_member(struct output *output, const struct table *table, const char *end)
{
	struct table_view view = table_view_all(table);

	write_json_text(output, table->id);
	output_add_text(output, ": ");
	write_json(output, &view);
	output_add_text(output, end);
}

int
report_write_json(const struct report *report, const char *path, struct error *err)
{
	struct output *output;

	if (output_open(&output, path, err))
		return -1;
	output_add_text(output, "{\n");
	write_json_member(output, report->index, report->n ? ",\n" : "\n");
	for (uint32_t i = 0; i < report->n; i++)
		write_json_member(output, report->sheets[i], i + 1 < report->n ? ",\n" : "\n");
	output_add_text(output, "}\n");
	return output_close(output, err);
}
