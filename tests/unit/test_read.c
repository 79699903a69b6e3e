/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report/: reports read back, from workbooks of several makers and from CSV. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "config.h"
#include "base/buffer.h"
#include "report/read.h"
#include "report/write.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef HAVE_WORKBOOK_READER
#include <zip.h>
#endif

static char folder[64];

static int
folder_make(void **state)
{
	(void)state;
	strcpy(folder, "/tmp/sonde-read-XXXXXX");
	return mkdtemp(folder) && !chdir(folder) ? 0 : -1;
}

static int
folder_remove(void **state)
{
	char command[128];

	(void)state;
	snprintf(command, sizeof(command), "rm -r %s", folder);
	return chdir("/") || system(command) ? -1 : 0;
}

static void
put(const char *path, const char *content)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	assert_int_equal(fputs(content, file) < 0, 0);
	assert_int_equal(fclose(file), 0);
}

/* The table as CSV, which shows values and types. */
static void
assert_table(const struct table *table, const char *expected)
{
	struct table_view view = table_view_all(table);
	struct buffer buf = {0};
	struct output *output;

	assert_int_equal(output_open_buffer(&output, &buf, NULL), 0);
	write_csv(output, &view);
	assert_int_equal(output_close(output, NULL), 0);
	assert_string_equal(buf.data, expected);
	buffer_free(&buf);
}

static void
assert_types(const struct table *table, const char *expected)
{
	static const char letters[] = {[CELL_INT] = 'i', [CELL_TIME] = 't', [CELL_REAL] = 'r', [CELL_TEXT] = 's',
		[CELL_BOOL] = 'b'};
	char types[64] = "";

	for (uint32_t i = 0; i < table->n_columns; i++)
		types[i] = letters[table->columns[i].def->type];
	assert_string_equal(types, expected);
}

static void
csv_columns_get_their_types(void **state)
{
	struct table *table;

	(void)state;
	put("a.csv", "\xef\xbb\xbfname,count,mean,flag,code,mixed,none,big,,size\r\n"
		"\"a, \"\"b\"\"\nc\",8,0.5,True,007,1,,12345678901234567890,x,8\r\n"
		"\n"
		"d,-2,1e-05,False,1,x,nan,1,,8.0\n"
		"\" e\",,inf,,None,,NaN,,,");
	assert_int_equal(table_read_csv(&table, "a.csv", "a", NULL), 0);
	assert_string_equal(table->id, "a");
	assert_types(table, "sirbsssrr");
	assert_table(table, "name,count,mean,flag,code,mixed,none,big,size\n"
		"\"a, \"\"b\"\"\nc\",8,0.5,True,007,1,,1.2345678901234567e+19,8.0\n"
		"d,-2,1e-05,False,1,x,,1.0,8.0\n"
		" e,,inf,,,,,,\n");
	assert_int_equal(table_find_column(table, "mean"), 2);
	table_free(table);
}

static void
wrong_csv_tells_where(void **state)
{
	struct table *table;
	struct error err;

	(void)state;
	put("a.csv", "a,b\n1,\"x\n");
	assert_int_equal(table_read_csv(&table, "a.csv", "a", &err), -1);
	assert_string_equal(err.message, "a quote is not closed");
	assert_int_equal(err.offset, 6);
	put("a.csv", "a,b\n1,\"x\"y\n");
	assert_int_equal(table_read_csv(&table, "a.csv", "a", &err), -1);
	assert_string_equal(err.message, "text follows a closed quote");
	assert_int_equal(err.offset, 9);
	assert_int_equal(table_read_csv(&table, "none.csv", "a", &err), -1);
	assert_string_equal(err.message, "No such file or directory");
}

static void
a_csv_may_be_empty(void **state)
{
	static const char *const texts[] = {"", "\n", "name\n", "name"};
	struct table *table;

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		put("a.csv", texts[i]);
		assert_int_equal(table_read_csv(&table, "a.csv", "a", NULL), 0);
		assert_int_equal(table->n_columns, i > 1);
		assert_int_equal(table->n_rows, 0);
		table_free(table);
	}
}

static void
a_folder_is_read_by_name(void **state)
{
	struct report *report;
	struct error err;

	(void)state;
	assert_int_equal(mkdir("f", 0777), 0);
	assert_int_equal(report_read(&report, "f", &err), -1);
	assert_string_equal(err.message, "holds no CSV file");
	put("f/b.csv", "x\n1\n");
	put("f/a.csv", "x\n2\n");
	put("f/index.csv", "x\n3\n");
	put("f/notes.txt", "x\n");
	assert_int_equal(report_read(&report, "f", &err), 0);
	assert_int_equal(report->n, 2);
	assert_string_equal(report->sheets[0]->id, "a");
	assert_table(report->sheets[1], "x\n1\n");
	report_free(report);
	put("f/c.csv", "x\n1,\"\n");
	assert_int_equal(report_read(&report, "f", &err), -1);
	assert_string_equal(err.message, "c.csv: a quote is not closed");
	assert_int_equal(err.offset, 4);
	assert_int_equal(unlink("f/c.csv"), 0);
	assert_int_equal(mkdir("f/d.csv", 0777), 0);
	assert_int_equal(report_read(&report, "f", &err), -1);
	assert_string_equal(err.message, "d.csv: Is a directory");
	assert_int_equal(report_read(&report, "g", &err), -1);
	assert_string_equal(err.message, "No such file or directory");
}

#ifdef HAVE_WORKBOOK_READER
struct part {
	const char *name, *text;
};

#define RELATIONS "<?xml version='1.0'?><Relationships xmlns='http://x'>"
#define ROOT {"_rels/.rels", RELATIONS "<Relationship Id='r1' Type='http://x/officeDocument' Target='xl/workbook.xml'/>" \
	"</Relationships>"}
#define BOOK {"xl/workbook.xml", "<workbook xmlns:r='r'><sheets><sheet name='one' sheetId='1' r:id='rId1'/></sheets>" \
	"</workbook>"}
#define BOOK_RELATIONS {"xl/_rels/workbook.xml.rels", RELATIONS \
	"<Relationship Id='rId1' Type='http://x/worksheet' Target='worksheets/sheet1.xml'/>" \
	"<Relationship Id='rId2' Type='http://x/sharedStrings' Target='/xl/sharedStrings.xml'/></Relationships>"}
#define STRINGS {"xl/sharedStrings.xml", "<sst><si><t>name</t></si><si><r><t>ri</t></r><r><t>ch</t></r>" \
	"<rPh><t>spoken</t></rPh></si><si><t xml:space='preserve'>_x0041__x005F_x0042_ &amp; \xe6\xa0\xb8</t></si><si/></sst>"}
#define SHEET(xml) {"xl/worksheets/sheet1.xml", "<worksheet><sheetData>" xml "</sheetData></worksheet>"}

static void
make_archive(const char *path, const struct part *parts, size_t n)
{
	zip_t *archive = zip_open(path, ZIP_CREATE | ZIP_TRUNCATE, NULL);

	assert_non_null(archive);
	for (size_t i = 0; i < n; i++) {
		zip_source_t *source = zip_source_buffer(archive, parts[i].text, strlen(parts[i].text), 0);

		assert_true(zip_file_add(archive, parts[i].name, source, 0) >= 0);
	}
	assert_int_equal(zip_close(archive), 0);
}

static void
assert_sheet(const struct part *sheet, const char *types, const char *expected)
{
	struct part parts[] = {ROOT, BOOK, BOOK_RELATIONS, STRINGS, *sheet};
	struct report *report;
	struct error err;

	make_archive("a.xlsx", parts, 5);
	if (report_read(&report, "a.xlsx", &err))
		fail_msg("%s", err.message);
	assert_int_equal(report->n, 1);
	assert_string_equal(report->sheets[0]->id, "one");
	assert_types(report->sheets[0], types);
	assert_table(report->sheets[0], expected);
	report_free(report);
}

static void
cells_of_all_kinds_are_read(void **state)
{
	static const struct part sheet = SHEET(
		"<row r='2'><c r='A2' t='s'><v>0</v></c><c r='B2' t='inlineStr'><is><t>in</t><r><t>line</t></r></is></c>"
		"<c r='C2' t='str'><v>made</v></c><c r='D2' t='s'><v>1</v></c><c r='F2' t='s'><v>2</v></c></row>"
		"<row r='4'><c r='A4' t='s'><v>2</v></c><c r='B4'><v>1.5</v></c><c r='C4' t='n'><v>3</v></c>"
		"<c r='D4' t='b'><v>1</v></c><c r='E4'><v>99</v></c><c r='F4' t='s'><v>3</v></c></row>"
		"<row r='9'><c r='A9' t='e'><v>#DIV/0!</v></c><c r='B9'><f>A1</f><v>2</v></c><c r='D9' t='b'><v>0</v></c></row>");

	(void)state;
	assert_sheet(&sheet, "sribs", "name,inline,made,rich,A_x0042_ & \xe6\xa0\xb8\n"
		"A_x0042_ & \xe6\xa0\xb8,1.5,3,True,\n,2.0,,False,\n");
}

static void
cells_need_not_tell_their_place_or_stand_in_order(void **state)
{
	static const struct part plain = SHEET("<row><c t='s'><v>0</v></c><c t='s'><v>1</v></c></row>"
		"<row><c><v>1</v></c><c><v>2</v></c></row><row/><row><c/><c><v>3</v></c></row>");
	static const struct part turned = SHEET("<row r='4'><c r='B4'><v>3</v></c></row>"
		"<row r='2'><c r='B2'><v>2</v></c><c r='A2'><v>1</v></c></row>"
		"<row r='1'><c r='A1' t='s'><v>0</v></c><c r='B1' t='s'><v>1</v></c></row>");

	(void)state;
	assert_sheet(&plain, "ii", "name,rich\n1,2\n,3\n");
	assert_sheet(&turned, "ii", "name,rich\n1,2\n,3\n");
}

static void
names_may_have_prefixes(void **state)
{
	static const struct part sheet = {"xl/worksheets/sheet1.xml", "<x:worksheet xmlns:x='x'><x:sheetData>"
		"<x:row r='1'><x:c r='A1' t='s'><x:v>0</x:v></x:c></x:row></x:sheetData></x:worksheet>"};

	(void)state;
	assert_sheet(&sheet, "s", "name\n");
}

static void
assert_no_workbook(const struct part *parts, size_t n, const char *message)
{
	struct report *report;
	struct error err;

	make_archive("a.xlsx", parts, n);
	assert_int_equal(report_read(&report, "a.xlsx", &err), -1);
	assert_null(report);
	assert_string_equal(err.message, message);
}

static void
what_is_no_workbook_is_one_error(void **state)
{
	const struct part other[] = {{"a.txt", "x"}};
	const struct part damaged[] = {ROOT, BOOK, BOOK_RELATIONS, STRINGS, SHEET("<row><c")};
	const struct part number[] = {ROOT, BOOK, BOOK_RELATIONS, STRINGS, SHEET("<row><c><v>1x</v></c></row>")};
	const struct part text[] = {ROOT, BOOK, BOOK_RELATIONS, STRINGS, SHEET("<row><c t='s'><v>4</v></c></row>")};
	const struct part place[] = {ROOT, BOOK, BOOK_RELATIONS, STRINGS, SHEET("<row><c r='AAAA1'><v>4</v></c></row>")};
	const struct part row[] = {ROOT, BOOK, BOOK_RELATIONS, STRINGS, SHEET("<row r='1048577'/>")};
	const struct part missing[] = {ROOT, BOOK, BOOK_RELATIONS, STRINGS};
	const struct part laughs[] = {ROOT, {"xl/workbook.xml", "<!DOCTYPE w [<!ENTITY a 'ha'>]><workbook>&a;</workbook>"}};
	struct report *report;
	struct error err;

	(void)state;
	assert_no_workbook(other, 1, "is no workbook: it has no _rels/.rels");
	assert_no_workbook(damaged, 5, "is damaged: xl/worksheets/sheet1.xml, line 1: not well-formed (invalid token)");
	assert_no_workbook(number, 5, "is damaged: sheet one has the number '1x'");
	assert_no_workbook(text, 5, "is damaged: sheet one names a text that is not there");
	assert_no_workbook(place, 5, "is damaged: sheet one: a cell's place cannot be read");
	assert_no_workbook(row, 5, "is damaged: sheet one: a row's number is out of range");
	assert_no_workbook(missing, 4, "is no workbook: it has no xl/worksheets/sheet1.xml");
	assert_no_workbook(laughs, 2, "is no workbook: it declares a document type");
	put("a.xlsx", "name,count\n");
	assert_int_equal(report_read(&report, "a.xlsx", &err), -1);
	assert_string_equal(err.message, "is no workbook");
	put("a.xlsx", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 and so on");
	assert_int_equal(report_read(&report, "a.xlsx", &err), -1);
	assert_string_equal(err.message, "is encrypted, or a workbook of the old kind (.xls)");
	put("a.xlsx", "");
	assert_int_equal(report_read(&report, "a.xlsx", &err), -1);
}

/* Thirty sheets that are one part of 40 MB. */
static void
an_archive_that_expands_without_end_is_one_error(void **state)
{
	struct part parts[] = {ROOT, {"xl/workbook.xml", NULL}, BOOK_RELATIONS, STRINGS, SHEET("")};
	const size_t size = 40 << 20;
	struct buffer book = {0};
	char *blanks = malloc(size + 1);

	(void)state;
	assert_non_null(blanks);
	memset(blanks, ' ', size);
	memcpy(blanks, "<worksheet>", 11);
	strcpy(blanks + size - 12, "</worksheet>");
	buffer_add_text(&book, "<workbook xmlns:r='r'><sheets>");
	for (int i = 0; i < 30; i++)
		buffer_printf(&book, "<sheet name='%d' r:id='rId1'/>", i);
	buffer_add_text(&book, "</sheets></workbook>");
	parts[1].text = book.data;
	parts[4].text = blanks;
	assert_no_workbook(parts, 5, "expands to more than 1024 MB");
	buffer_free(&book);
	free(blanks);
}

static struct table *
make_table(const char *id)
{
	static const struct column_def columns[] = {
		{"name", "name", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 0, NULL},
		{"time", "time us", CELL_TIME, UNIT_US, 0, 0, NULL},
		{"count", "Count", CELL_INT, UNIT_COUNT, 0, 0, NULL},
		{"linked", "linked", CELL_BOOL, UNIT_NONE, COLUMN_NOISY, 0, NULL},
	};
	static const char *const names[] = {"=1+2", "  a\nb ", "_x0041_", "123", "na\xc3\xafve"};
	struct table *table = table_new(id, id);

	for (int i = 0; i < 4; i++)
		table_add_column(table, &columns[i]);
	for (int i = 0; i < 5; i++) {
		int64_t row = table_add_row(table);

		table_set_text(table, row, 0, names[i]);
		table_set_int(table, row, 1, i * 1234567);
		table_set_int(table, row, 2, i);
		table_set_int(table, row, 3, i & 1);
	}
	return table;
}

static void
what_is_written_is_read_back(void **state)
{
	static const char *const ids[] = {"one", "a_sheet_with_a_very_long_name_indeed_1",
		"a_sheet_with_a_very_long_name_indeed_2"};
	struct report *written = report_new(), *read;
	struct error err;

	(void)state;
	for (int i = 0; i < 3; i++)
		assert_int_equal(report_add_sheet(written, make_table(ids[i]), NULL), 0);
	if (report_write_xlsx(written, "a.xlsx", &err))
		skip();
	report_free(written);
	if (report_read(&read, "a.xlsx", &err))
		fail_msg("%s", err.message);
	assert_int_equal(read->n, 3);
	for (uint32_t i = 0; i < 3; i++) {
		assert_string_equal(read->sheets[i]->id, ids[i]);
		assert_types(read->sheets[i], "srib");
		assert_table(read->sheets[i], "name,time us,Count,linked\n=1+2,0.0,0,False\n\"  a\nb \",1234.567,1,True\n"
			"_x0041_,2469.134,2,False\n123,3703.701,3,True\nna\xc3\xafve,4938.268,4,False\n");
	}
	report_free(read);
}

static void
a_workbook_of_openpyxl_is_read(void **state)
{
	static const char script[] =
		"for p in python3 /usr/bin/python3; do $p -c 'import openpyxl' 2>/dev/null && exec $p -c '\n"
		"import openpyxl\n"
		"b = openpyxl.Workbook(); s = b.active; s.title = \"one\"\n"
		"s.append([\"name\", \"x\", \"flag\"]); s.append([\" a \", 1.5, True]); s.append([None, 2, False])\n"
		"s.append([\"=b\", None, None]); s[\"A4\"].data_type = \"s\"\n"
		"s.column_dimensions[\"B\"].hidden = True; b.create_sheet(\"none\"); b.save(\"a.xlsx\")'; done; exit 77";
	struct report *report;

	(void)state;
	if (system(script))
		skip();
	assert_int_equal(report_read(&report, "a.xlsx", NULL), 0);
	assert_int_equal(report->n, 2);
	assert_types(report->sheets[0], "srb");
	assert_table(report->sheets[0], "name,x,flag\n a ,1.5,True\n,2.0,False\n=b,,\n");
	assert_int_equal(report->sheets[1]->n_columns, 0);
	report_free(report);
}
#endif

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, folder_make, folder_remove)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		IN_FOLDER(csv_columns_get_their_types),
		IN_FOLDER(wrong_csv_tells_where),
		IN_FOLDER(a_csv_may_be_empty),
		IN_FOLDER(a_folder_is_read_by_name),
#ifdef HAVE_WORKBOOK_READER
		IN_FOLDER(cells_of_all_kinds_are_read),
		IN_FOLDER(cells_need_not_tell_their_place_or_stand_in_order),
		IN_FOLDER(names_may_have_prefixes),
		IN_FOLDER(what_is_no_workbook_is_one_error),
		IN_FOLDER(an_archive_that_expands_without_end_is_one_error),
		IN_FOLDER(what_is_written_is_read_back),
		IN_FOLDER(a_workbook_of_openpyxl_is_read),
#endif
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
