/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Workbooks: the archive, its parts, and which of them are sheets. */
#include "config.h"
#include "report/read.h"

#ifndef HAVE_WORKBOOK_READER

int
report_read_xlsx(struct report **out, const char *path, struct error *err)
{
	(void)path;
	*out = NULL;
	return error_set(err, "this program was built without reading workbooks: use folders of CSV files");
}

#else

#include "report/xlsx_read_priv.h"
#include "base/mem.h"
#include <stdio.h>
#include <string.h>

#define CHUNK 65536

const char *
xlsx_local(const char *name)
{
	const char *colon = strrchr(name, ':');

	return colon ? colon + 1 : name;
}

const char *
xlsx_attribute(const XML_Char **attributes, const char *name)
{
	for (; attributes[0]; attributes += 2)
		if (!strcmp(xlsx_local(attributes[0]), name))
			return attributes[1];
	return NULL;
}

void
xlsx_stop(struct xlsx_reader *reader)
{
	reader->failed = true;
	XML_StopParser(reader->parser, XML_FALSE);
}

/* --- one part --------------------------------------------------------------------- */

/* A workbook declares no entities of its own; what does wants to expand. */
static void
refuse_doctype(void *data, const XML_Char *name, const XML_Char *system, const XML_Char *public, int subset)
{
	struct xlsx_reader *const *reader = data;

	(void)name, (void)system, (void)public, (void)subset;
	error_set((*reader)->err, "is no workbook: it declares a document type");
	xlsx_stop(*reader);
}

static int
parse_chunk(struct xlsx_reader *reader, const char *name, const char *bytes, size_t n, bool last)
{
	reader->expanded += (int64_t)n;
	if (reader->expanded > READ_TEXT_MAX)
		return error_set(
			reader->err, "expands to more than %lld MB", (long long)(READ_TEXT_MAX >> 20));
	if (XML_Parse(reader->parser, bytes, (int)n, last) == XML_STATUS_OK)
		return 0;
	if (reader->failed)
		return -1;
	return error_set(reader->err, "is damaged: %s, line %lu: %s", name,
		(unsigned long)XML_GetCurrentLineNumber(reader->parser),
		XML_ErrorString(XML_GetErrorCode(reader->parser)));
}

static int
parse_file(struct xlsx_reader *reader, const char *name, zip_file_t *file)
{
	char *bytes = mem_alloc(CHUNK, 1);
	zip_int64_t n = 1;
	int status = bytes ? 0 : error_no_memory(reader->err, "reading a workbook");

	while (!status && n > 0) {
		n = zip_fread(file, bytes, CHUNK);
		if (n < 0)
			status = error_set(reader->err, "is damaged: %s: %s", name, zip_file_strerror(file));
		else
			status = parse_chunk(reader, name, bytes, (size_t)n, n == 0);
	}
	free(bytes);
	return status;
}

static zip_file_t *
open_part(struct xlsx_reader *reader, const char *name, bool *found)
{
	zip_int64_t index = zip_name_locate(reader->archive, name, ZIP_FL_NOCASE);
	zip_file_t *file;
	zip_stat_t stat;

	if (index < 0) {
		if (!found)
			error_set(reader->err, "is no workbook: it has no %s", name);
		return NULL;
	}
	if (found)
		*found = true;
	if (!zip_stat_index(reader->archive, (zip_uint64_t)index, 0, &stat)
		&& stat.valid & ZIP_STAT_ENCRYPTION_METHOD && stat.encryption_method != ZIP_EM_NONE) {
		error_set(reader->err, "is encrypted");
		return NULL;
	}
	file = zip_fopen_index(reader->archive, (zip_uint64_t)index, 0);
	if (!file)
		error_set(reader->err, "is damaged: %s: %s", name, zip_strerror(reader->archive));
	return file;
}

int
xlsx_read_part(struct xlsx_reader *reader, const char *name, const struct xlsx_handlers *handlers, void *data,
	bool *found)
{
	zip_file_t *file;
	int status;

	if (found)
		*found = false;
	file = open_part(reader, name, found);
	if (!file)
		return found && !*found ? 0 : -1;
	reader->parser = XML_ParserCreate(NULL);
	if (!reader->parser) {
		zip_fclose(file);
		return error_no_memory(reader->err, "reading a workbook");
	}
	XML_SetUserData(reader->parser, data);
	XML_SetElementHandler(reader->parser, handlers->start, handlers->end);
	XML_SetCharacterDataHandler(reader->parser, handlers->text);
	XML_SetStartDoctypeDeclHandler(reader->parser, refuse_doctype);
	status = parse_file(reader, name, file);
	XML_ParserFree(reader->parser);
	reader->parser = NULL;
	zip_fclose(file);
	return status;
}

/* --- relations and sheets ------------------------------------------------------------ */

struct links {
	struct xlsx_reader *reader;	/* first, as every handler's data has it */
	const char *base;		/* folder of the part that the relations belong to, with its slash */
	size_t base_len;
};

/* A target is a path from the part's own folder, or from the root where it begins with a slash. */
static char *
resolve(struct links *links, const char *target)
{
	size_t len = *target == '/' ? 0 : links->base_len;

	target += *target == '/';
	while (!strncmp(target, "./", 2) || !strncmp(target, "../", 3)) {
		if (target[1] == '.') {
			target++;
			while (len && links->base[len - 1] == '/')
				len--;
			while (len && links->base[len - 1] != '/')
				len--;
		}
		target += 2;
	}
	return arena_printf(&links->reader->arena, "%.*s%s", (int)len, links->base, target);
}

static void
relation_start(void *data, const XML_Char *name, const XML_Char **attributes)
{
	struct links *links = data;
	struct xlsx_reader *reader = links->reader;
	const char *id = xlsx_attribute(attributes, "Id"), *type = xlsx_attribute(attributes, "Type");
	const char *target = xlsx_attribute(attributes, "Target"), *slash;
	struct xlsx_relation *relation;

	if (strcmp(xlsx_local(name), "Relationship") || !id || !type || !target)
		return;
	if (!mem_reserve(
		    &reader->relations, &reader->cap_relations, reader->n_relations + 1, sizeof(*relation))) {
		error_no_memory(reader->err, "reading a workbook");
		xlsx_stop(reader);
		return;
	}
	slash = strrchr(type, '/');
	relation = &reader->relations[reader->n_relations++];
	relation->id = arena_strdup(&reader->arena, id);
	relation->type = arena_strdup(&reader->arena, slash ? slash + 1 : type);
	relation->target = resolve(links, target);
	if (!relation->id || !relation->type || !relation->target) {
		error_no_memory(reader->err, "reading a workbook");
		xlsx_stop(reader);
	}
}

/* Reads the relations of the part, "" being the archive itself. */
static int
read_relations(struct xlsx_reader *reader, const char *part)
{
	static const struct xlsx_handlers handlers = {relation_start, NULL, NULL};
	const char *slash = strrchr(part, '/');
	struct links links = {reader, part, slash ? (size_t)(slash - part + 1) : 0};
	char *name = arena_printf(
		&reader->arena, "%.*s_rels/%s.rels", (int)links.base_len, part, part + links.base_len);

	reader->n_relations = 0;
	return name ? xlsx_read_part(reader, name, &handlers, &links, NULL)
		: error_no_memory(reader->err, "reading a workbook");
}

static const char *
find_relation(const struct xlsx_reader *reader, const char *id, const char *type)
{
	for (size_t i = 0; i < reader->n_relations; i++)
		if ((!id || !strcmp(reader->relations[i].id, id))
			&& (!type || !strcmp(reader->relations[i].type, type)))
			return reader->relations[i].target;
	return NULL;
}

/* The id of the relation has a prefix, which the sheet's own sheetId is not to be taken for. */
static void
sheet_start(void *data, const XML_Char *name, const XML_Char **attributes)
{
	struct links *links = data;
	struct xlsx_reader *reader = links->reader;
	const char *title = xlsx_attribute(attributes, "name"), *relation = xlsx_attribute(attributes, "id");
	struct xlsx_sheet *sheet;

	if (strcmp(xlsx_local(name), "sheet") || !title || !relation)
		return;
	if (!mem_reserve(&reader->sheets, &reader->cap_sheets, reader->n_sheets + 1, sizeof(*sheet))) {
		error_no_memory(reader->err, "reading a workbook");
		xlsx_stop(reader);
		return;
	}
	sheet = &reader->sheets[reader->n_sheets++];
	sheet->name = arena_strdup(&reader->arena, title);
	sheet->relation = arena_strdup(&reader->arena, relation);
	if (!sheet->name || !sheet->relation) {
		error_no_memory(reader->err, "reading a workbook");
		xlsx_stop(reader);
	}
}

/* --- the whole ------------------------------------------------------------------------ */

/* The full name that the index gives for a sheet, or its own. */
static const char *
full_name(const struct table *index, const char *name)
{
	int kind = table_find_column(index, "kind"), full = table_find_column(index, "name");
	int value = table_find_column(index, "value");

	if (kind < 0 || full < 0 || value < 0 || index->columns[full].def->type != CELL_TEXT
	    || index->columns[kind].def->type != CELL_TEXT || index->columns[value].def->type != CELL_TEXT)
		return name;
	for (uint32_t row = 0; row < index->n_rows; row++) {
		const char *row_kind = table_cell(index, row, (uint32_t)kind).s;
		const char *row_value = table_cell(index, row, (uint32_t)value).s;
		const char *row_full = table_cell(index, row, (uint32_t)full).s;

		if (row_kind && row_value && row_full && !strcmp(row_kind, "sheet")
			&& !strcmp(row_value, name))
			return row_full;
	}
	return name;
}

static int
add_sheet(struct xlsx_reader *reader, struct report *report, struct table **index,
	const struct xlsx_sheet *sheet)
{
	const char *part = find_relation(reader, sheet->relation, "worksheet"), *name;
	struct table *table;

	if (!part)	/* a sheet of another kind, such as a chart */
		return 0;
	name = *index ? full_name(*index, sheet->name) : sheet->name;
	if (xlsx_read_cells(reader, part, name, &table))
		return -1;
	if (!*index && !strcmp(sheet->name, "index")) {
		*index = table;
		return 0;
	}
	return report_add_sheet(report, table, NULL) ? error_no_memory(reader->err, "reading a workbook") : 0;
}

static int
read_book(struct xlsx_reader *reader, struct report *report)
{
	static const struct xlsx_handlers handlers = {sheet_start, NULL, NULL};
	struct links links = {.reader = reader};
	const char *book, *strings;
	struct table *index = NULL;
	int status;

	if (read_relations(reader, ""))
		return -1;
	book = find_relation(reader, NULL, "officeDocument");
	if (!book)
		return error_set(reader->err, "is no workbook");
	if (xlsx_read_part(reader, book, &handlers, &links, NULL) || read_relations(reader, book))
		return -1;
	if (!reader->n_sheets)
		return error_set(reader->err, "is no workbook: it has no sheets");
	strings = find_relation(reader, NULL, "sharedStrings");
	status = strings ? xlsx_read_strings(reader, strings) : 0;
	for (size_t i = 0; i < reader->n_sheets && !status; i++)
		status = add_sheet(reader, report, &index, &reader->sheets[i]);
	table_free(index);
	return status;
}

/* Microsoft's older container: .xls files, and workbooks with a password. */
static bool
is_compound(const char *path)
{
	static const unsigned char magic[] = {0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1};
	unsigned char head[sizeof(magic)];
	FILE *file = fopen(path, "rbe");
	bool same = file && fread(head, 1, sizeof(head), file) == sizeof(head)
		&& !memcmp(head, magic, sizeof(magic));

	if (file)
		fclose(file);
	return same;
}

static int
open_archive(struct xlsx_reader *reader, const char *path)
{
	zip_error_t error;
	int code;

	reader->archive = zip_open(path, ZIP_RDONLY, &code);
	if (reader->archive)
		return 0;
	if (code == ZIP_ER_NOZIP && is_compound(path))
		return error_set(reader->err, "is encrypted, or a workbook of the old kind (.xls)");
	if (code == ZIP_ER_NOZIP)
		return error_set(reader->err, "is no workbook");
	zip_error_init_with_code(&error, code);
	error_set(reader->err, "%s", zip_error_strerror(&error));
	zip_error_fini(&error);
	return -1;
}

int
report_read_xlsx(struct report **out, const char *path, struct error *err)
{
	struct xlsx_reader reader = {.err = err};
	struct report *report = report_new();
	int status = report ? open_archive(&reader, path) : error_no_memory(err, "reading a workbook");

	*out = NULL;
	if (!status)
		status = read_book(&reader, report);
	if (reader.archive)
		zip_discard(reader.archive);
	free(reader.relations);
	free(reader.sheets);
	free(reader.strings);
	arena_free(&reader.arena);
	if (status)
		report_free(report);
	else
		*out = report;
	return status;
}

#endif
