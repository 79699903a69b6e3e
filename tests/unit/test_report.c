/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report/: a report with hostile names, as workbook, CSV and JSON; what other programs read back. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "config.h"
#include "base/buffer.h"
#include "report/report.h"
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[64];

static int
folder_make(void **state)
{
	(void)state;
	strcpy(folder, "/tmp/sonde-report-XXXXXX");
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

static int
count_files(void)
{
	DIR *dir = opendir(".");
	struct dirent *entry;
	int n = 0;

	while ((entry = readdir(dir)))
		n += strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..");
	closedir(dir);
	return n;
}

static const struct column_def hostile_columns[] = {
	{"name", "name", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 0, NULL},
	{"time", "time us", CELL_TIME, UNIT_US, 0, 0, NULL},
	{"share", "Percentage (%)", CELL_REAL, UNIT_PERCENT, COLUMN_SHARE, 0, NULL},
	{"bytes", "bytes", CELL_INT, UNIT_BYTES, 0, 0, NULL},
	{"event", "event", CELL_INT, UNIT_EVENT, 0, 0, NULL},
	{"linked", "linked", CELL_BOOL, UNIT_NONE, 0, 0, NULL},
	{"details", "details", CELL_TEXT, UNIT_NONE, COLUMN_NOISY, 0, NULL},
};

static const char *const hostile_names[] = {
	"=1+2", "+cmd", "-2", "@x", "=HYPERLINK(\"http://x\")", "http://x/y", "line1\nline2", "  blanks  ", "tab\there",
	"]]><x>&\"'", "_x0041_", "__x0041__x004", "_x005F_x0041_", "\x01\x0b\x1f\x7f", "k\xe9", "k\xe8",
	"\xef\xbf\xbe\xef\xbf\xbf", "na\xc3\xafve_\xe6\xa0\xb8_\xf0\x9f\x98\x80", "", NULL, "123", "True",
};

static struct table *
make_hostile(const char *id)
{
	struct table *table = table_new(id, "hostile");

	for (size_t i = 0; i < sizeof(hostile_columns) / sizeof(*hostile_columns); i++)
		assert_int_equal(table_add_column(table, &hostile_columns[i]), i);
	for (size_t i = 0; i < sizeof(hostile_names) / sizeof(*hostile_names); i++) {
		int64_t row = table_add_row(table);

		table_set_text(table, row, 0, hostile_names[i]);
		table_set_int(table, row, 1, (int64_t)i * 1234567891);
		table_set_real(table, row, 2, i % 3 ? 100.0 / (double)i : i ? INFINITY : NAN);
		table_set_int(table, row, 3, (INT64_C(1) << 53) + (int64_t)i - 2);
		table_set_int(table, row, 4, (int64_t)i);
		table_set_int(table, row, 5, i % 2);
		table_set_text(table, row, 6, "[{}]");
	}
	return table;
}

/* Two names of 40,009 characters that differ behind the place where they are cut. */
static void
add_long_names(struct table *table)
{
	for (int i = 0; i < 4; i++) {
		struct buffer name = {0};
		int64_t row = table_add_row(table);

		while (name.len < 40000)
			buffer_add_text(&name, i < 2 ? "template<" : "_x0041_");
		buffer_add_text(&name, i % 2 ? "one" : "two");
		assert_int_equal(table_set_text_copy(table, row, 0, name.data, name.len), 0);
		buffer_free(&name);
	}
}

static struct table *
make_timeline(void)
{
	static const struct column_def columns[] = {
		{"type", "type", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 0, NULL},
		{"time", "time ms", CELL_TIME, UNIT_MS, 0, 0, NULL},
	};
	static const char *const types[] = {"computation_time", "exposed_comm_time", "busy_time", "idle_time"};
	struct table *table = table_new("gpu_timeline", "GPU timeline");

	for (int i = 0; i < 2; i++)
		table_add_column(table, &columns[i]);
	for (int i = 0; i < 4; i++) {
		int64_t row = table_add_row(table);

		table_set_text(table, row, 0, types[i]);
		table_set_int(table, row, 1, 1000000 * i);
	}
	return table;
}

static struct table *
make_ops(void)
{
	static const struct column_def columns[] = {
		{"name", "name", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 0, NULL},
		{"time", "total_direct_kernel_time_ms", CELL_TIME, UNIT_MS, 0, 0, NULL},
	};
	struct table *table = table_new("ops_summary", "Operators");

	for (int i = 0; i < 2; i++)
		table_add_column(table, &columns[i]);
	for (int i = 0; i < 20; i++) {
		int64_t row = table_add_row(table);

		table_set_text(table, row, 0, i ? "aten::mm" : "=aten");
		table_set_int(table, row, 1, 1000 * (20 - i));
	}
	return table;
}

static struct report *
make_report(void)
{
	struct report *report = report_new();
	struct table *hostile = make_hostile("hostile");

	add_long_names(hostile);
	assert_int_equal(report_add_note(report, "program", "sonde", PACKAGE_VERSION), 0);
	assert_int_equal(report_add_note(report, "option", "--arch", "=MI300X"), 0);
	assert_int_equal(report_add_note(report, "warning", "unlinked", NULL), 0);
	assert_int_equal(report_add_sheet(report, make_timeline(), "How the GPU's time divides."), 0);
	assert_int_equal(report_add_sheet(report, make_ops(), NULL), 0);
	assert_int_equal(report_add_sheet(report, hostile, NULL), 0);
	assert_int_equal(report_add_sheet(report, make_hostile("a_sheet_with_a_very_long_name_indeed_1"), NULL), 0);
	assert_int_equal(report_add_sheet(report, make_hostile("a_sheet_with_a_very_long_name_indeed_2"), NULL), 0);
	assert_int_equal(report_add_sheet(report, make_hostile("Index"), NULL), 0);
	assert_int_equal(report_add_sheet(report, make_hostile("it's [a] b/c"), NULL), 0);
	assert_int_equal(report_add_sheet(report, table_new("bare", "no columns"), NULL), 0);
	return report;
}

static void
names_are_distinct_and_short(void **state)
{
	struct report *report = make_report();

	(void)state;
	assert_string_equal(report->names[0], "gpu_timeline");
	assert_string_equal(report->names[3], "a_sheet_with_a_very_long_name_i");
	assert_string_equal(report->names[4], "a_sheet_with_a_very_long_name~2");
	assert_string_equal(report->names[5], "Index~2");
	assert_string_equal(report->names[6], "it_s _a_ b_c");
	report_free(report);
	report_free(NULL);
}

static int
count_lines(const char *path)
{
	FILE *file = fopen(path, "r");
	int c, lines = 0;

	assert_non_null(file);
	while ((c = fgetc(file)) != EOF)
		lines += c == '\n';
	fclose(file);
	return lines;
}

static void
csv_has_a_file_a_sheet(void **state)
{
	struct report *report = make_report();

	(void)state;
	assert_int_equal(report_write_csv(report, "csv", NULL), 0);
	assert_int_equal(chdir("csv"), 0);
	assert_int_equal(count_files(), 9);
	assert_int_equal(count_lines("gpu_timeline.csv"), 5);
	assert_int_equal(count_lines("index.csv"), 12);
	assert_int_equal(chdir(".."), 0);
	report_free(report);
}

static int
shell(const char *format, ...)
{
	char command[1024];
	va_list args;
	int status;

	va_start(args, format);
	vsnprintf(command, sizeof(command), format, args);
	va_end(args);
	status = system(command);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void
json_is_read_by_others(void **state)
{
	struct report *report = make_report();

	(void)state;
	assert_int_equal(report_write_json(report, "report.json", NULL), 0);
	report_free(report);
	if (shell("python3 -c pass 2>/dev/null"))
		skip();
	assert_int_equal(shell("python3 -c 'import json; r = json.load(open(\"report.json\", encoding=\"utf-8\"));"
		"assert r[\"hostile\"][10][\"name\"] == \"_x0041_\" and r[\"hostile\"][1][\"time us\"] == 1234567.891;"
		"assert len(r) == 8 + 1 and len(r[\"index\"]) == 11'"), 0);
}

#ifdef HAVE_XLSXWRITER
/* Writes both and has openpyxl compare them; frees the report. */
static void
assert_same_cells(struct report *report)
{
	const char *source = getenv("SRCDIR");
	struct error err;
	int status = 77;

	if (report_write_xlsx(report, "report.xlsx", &err))
		fail_msg("%s", err.message);
	assert_int_equal(count_files(), 1);
	assert_int_equal(report_write_csv(report, "csv", NULL), 0);
	report_free(report);
	if (source)
		status = shell("for p in python3 /usr/bin/python3; do $p -c 'import openpyxl' 2>/dev/null && "
			"exec $p '%s/tests/report/same_cells.py' report.xlsx csv; done; exit 77", source);
	if (status == 77)
		skip();
	assert_int_equal(status, 0);
}

static void
a_workbook_holds_the_cells_of_the_csv(void **state)
{
	(void)state;
	assert_same_cells(make_report());
}

static void
a_long_workbook_holds_them_too(void **state)
{
	struct report *report = report_new();
	struct table *table = make_hostile("long");

	(void)state;
	while (table->n_rows < 40000) {
		int64_t row = table_add_row(table);

		table_set_text(table, row, 0, hostile_names[row % 18]);
		table_set_int(table, row, 1, row * 7);
	}
	assert_int_equal(report_add_sheet(report, table, NULL), 0);
	assert_int_equal(report_add_sheet(report, make_ops(), NULL), 0);
	assert_same_cells(report);
}

static void
the_xml_is_well_formed(void **state)
{
	struct report *report = make_report();

	(void)state;
	assert_int_equal(report_write_xlsx(report, "report.xlsx", NULL), 0);
	report_free(report);
	if (shell("command -v xmllint unzip >/dev/null"))
		skip();
	assert_int_equal(shell("unzip -q report.xlsx -d x && find x -type f ! -path '*/[[]*' | xargs xmllint --noout"), 0);
	assert_int_equal(shell("! grep -rqa '<f>' x/xl/worksheets"), 0);
	assert_int_equal(shell("grep -rqa 'xml:space=\"preserve\">  blanks  <' x/xl"), 0);
	assert_int_equal(shell("grep -rqa '>_x005F_x0041_<' x/xl"), 0);
}

/* Times and reals without a unit have formats of their own. */
static void
formats_go_by_the_type(void **state)
{
	static const struct column_def columns[] = {
		{"real", "real", CELL_REAL, UNIT_NONE, 0, 0, NULL}, {"time", "time", CELL_TIME, UNIT_NONE, 0, 0, NULL},
	};
	struct report *report = report_new();
	struct table *table = table_of("t", "t", columns, 2);
	int64_t row = table_add_row(table);

	(void)state;
	table_set_real(table, row, 0, 0.5);
	table_set_int(table, row, 1, 5);
	assert_int_equal(report_add_sheet(report, table, NULL), 0);
	assert_int_equal(report_write_xlsx(report, "formats.xlsx", NULL), 0);
	report_free(report);
	if (shell("command -v unzip >/dev/null"))
		skip();
	assert_int_equal(shell("unzip -p formats.xlsx xl/styles.xml | grep -qa 'formatCode=\"#,##0&quot; ns&quot;\"'"), 0);
}

static void
the_same_report_is_the_same_file(void **state)
{
	(void)state;
	for (int i = 0; i < 2; i++) {
		struct report *report = make_report();

		assert_int_equal(report_write_xlsx(report, i ? "b.xlsx" : "a.xlsx", NULL), 0);
		report_free(report);
	}
	assert_int_equal(shell("cmp a.xlsx b.xlsx"), 0);
}

static void
a_workbook_that_cannot_be_written_leaves_the_older_one(void **state)
{
	struct report *report = make_report();
	struct error err;

	(void)state;
	assert_int_equal(report_write_xlsx(report, "folder/report.xlsx", &err), -1);
	assert_string_equal(err.message, "cannot write folder/report.xlsx: No such file or directory");
	assert_int_equal(mkdir("folder", 0777), 0);
	assert_int_equal(report_write_xlsx(report, "folder", &err), -1);
	assert_string_equal(err.message, "cannot write folder: it is a folder");
	if (!access("/dev/full", W_OK)) {
		assert_int_equal(report_write_xlsx(report, "/dev/full", &err), -1);
		assert_string_equal(err.message, "cannot write /dev/full: No space left on device");
	}
	report_free(report);
}

static void
a_full_disk_is_seen_before_the_work(void **state)
{
	struct report *report = make_report();
	struct error err = {0};
	int status;

	(void)state;
	assert_int_equal(mkdir("small", 0777), 0);
	if (shell("mount -t tmpfs -o size=256k none small 2>/dev/null")) {
		report_free(report);
		skip();
	}
	assert_int_equal(shell("echo old >small/report.xlsx"), 0);
	status = report_write_xlsx(report, "small/report.xlsx", &err);
	report_free(report);
	assert_int_equal(shell("test \"`cat small/report.xlsx`\" = old && test `ls -A small | wc -l` = 1"), 0);
	assert_int_equal(shell("umount small"), 0);
	assert_int_equal(status, -1);
	assert_string_equal(err.message,
		"cannot write small/report.xlsx: No space left on device (1 MB are needed while it is made)");
}
#endif

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, folder_make, folder_remove)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_are_distinct_and_short),
		IN_FOLDER(csv_has_a_file_a_sheet),
		IN_FOLDER(json_is_read_by_others),
#ifdef HAVE_XLSXWRITER
		IN_FOLDER(a_workbook_holds_the_cells_of_the_csv),
		IN_FOLDER(a_long_workbook_holds_them_too),
		IN_FOLDER(the_xml_is_well_formed),
		IN_FOLDER(formats_go_by_the_type),
		IN_FOLDER(the_same_report_is_the_same_file),
		IN_FOLDER(a_workbook_that_cannot_be_written_leaves_the_older_one),
		IN_FOLDER(a_full_disk_is_seen_before_the_work),
#endif
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
