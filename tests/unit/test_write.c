/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report/: tables as CSV, JSON, Markdown and text, byte by byte; files that appear whole or not at all. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/text.h"
#include "report/write.h"
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FFFD "\xef\xbf\xbd"

static const struct column_def defs[] = {
	{"name", "name", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 0, NULL},
	{"count", "Count", CELL_INT, UNIT_COUNT, 0, 0, NULL},
	{"mean", "total_direct_kernel_time_mean", CELL_TIME, UNIT_US, 0, 0, NULL},
	{"share", "Percentage (%)", CELL_REAL, UNIT_PERCENT, COLUMN_SHARE, 0, NULL},
	{"linked", "linked", CELL_BOOL, UNIT_NONE, 0, 0, NULL},
	{"kernels", "kernel_details", CELL_TEXT, UNIT_NONE, COLUMN_NOISY, 0, NULL},
};

static void
add(struct table *table, const char *name, int64_t count, int64_t mean, double share, int64_t linked,
	const char *kernels)
{
	int64_t row = table_add_row(table);

	table_set_text(table, row, 0, name);
	table_set_int(table, row, 1, count);
	table_set_int(table, row, 2, mean);
	table_set_real(table, row, 3, share);
	table_set_int(table, row, 4, linked);
	table_set_text(table, row, 5, kernels);
}

static struct table *
make(void)
{
	struct table *table = table_new("ops", "Operators");

	for (size_t i = 0; i < sizeof(defs) / sizeof(*defs); i++)
		table_add_column(table, &defs[i]);
	add(table, "aten::mm", 1234, 31903, 62.5, 1, "[{\"name\": \"gemm, v2\"}]");
	add(table, "line1\nline2\ttab", 1, 1234567891, 1e-5, 0, "");
	add(table, NULL, TABLE_NULL_INT, TABLE_NULL_INT, NAN, TABLE_NULL_INT, NULL);
	add(table, "=1+2 \x01\x0b\x7f k\xe9 na\xc3\xafve \xef\xbf\xbe", 0, 0, INFINITY, 1, "a|b <c> _d_");
	return table;
}

static void
assert_written(enum write_format format, size_t width, const char *expected)
{
	struct table *table = make();
	struct table_view view = table_view_all(table);
	struct buffer buf = {0};
	struct output *output;

	assert_int_equal(output_open_buffer(&output, &buf, NULL), 0);
	write_table(output, &view, format, width);
	assert_int_equal(output_close(output, NULL), 0);
	assert_string_equal(buf.data, expected);
	buffer_free(&buf);
	table_free(table);
}

static void
csv_has_these_bytes(void **state)
{
	(void)state;
	assert_written(WRITE_CSV, 0,
		"name,Count,total_direct_kernel_time_mean,Percentage (%),linked,kernel_details\n"
		"aten::mm,1234,31.903,62.5,True,\"[{\"\"name\"\": \"\"gemm, v2\"\"}]\"\n"
		"\"line1\nline2\ttab\",1,1234567.891,1e-05,False,\n"
		",,,,,\n"
		"=1+2 " FFFD FFFD FFFD " k" FFFD " na\xc3\xafve " FFFD ",0,0,inf,True,a|b <c> _d_\n");
}

static void
json_has_these_bytes(void **state)
{
	(void)state;
	assert_written(WRITE_JSON, 0,
		"[\n"
		"{\"name\": \"aten::mm\", \"Count\": 1234, \"total_direct_kernel_time_mean\": 31.903, "
		"\"Percentage (%)\": 62.5, \"linked\": true, \"kernel_details\": \"[{\\\"name\\\": \\\"gemm, v2\\\"}]\"},\n"
		"{\"name\": \"line1\\nline2\\ttab\", \"Count\": 1, \"total_direct_kernel_time_mean\": 1234567.891, "
		"\"Percentage (%)\": 1e-05, \"linked\": false, \"kernel_details\": \"\"},\n"
		"{\"name\": null, \"Count\": null, \"total_direct_kernel_time_mean\": null, "
		"\"Percentage (%)\": null, \"linked\": null, \"kernel_details\": null},\n"
		"{\"name\": \"=1+2 " FFFD FFFD FFFD " k" FFFD " na\xc3\xafve " FFFD "\", \"Count\": 0, "
		"\"total_direct_kernel_time_mean\": 0, \"Percentage (%)\": null, \"linked\": true, "
		"\"kernel_details\": \"a|b <c> _d_\"}\n"
		"]\n");
}

static void
markdown_has_these_bytes(void **state)
{
	(void)state;
	assert_written(WRITE_MARKDOWN, 0,
		"| name | Count | total_direct_kernel_time_mean (us) | Percentage (%) | linked | kernel_details |\n"
		"| --- | ---: | ---: | ---: | --- | --- |\n"
		"| aten::mm | 1,234 | 31.90 | 62.50 | True | \\[{\"name\": \"gemm, v2\"}\\] |\n"
		"| line1 line2 tab | 1 | 1,234,567.89 | 0.00 | False |  |\n"
		"|  |  |  |  |  |  |\n"
		"| =1+2 " FFFD FFFD FFFD " k" FFFD " na\xc3\xafve " FFFD " | 0 | 0.00 | inf | True | "
		"a\\|b \\<c\\> \\_d\\_ |\n");
}

static void
text_without_a_width_is_whole(void **state)
{
	(void)state;
	assert_written(WRITE_TEXT, 0,
		"name                 Count  total_direct_kernel_time_mean (us)  Percentage (%)  linked  kernel_details\n"
		"aten::mm             1,234                               31.90           62.50  True    [{\"name\": \"gemm, v2\"}]\n"
		"line1" FFFD "line2" FFFD "tab          1                        1,234,567.89            0.00  False\n"
		"\n"
		"=1+2 " FFFD FFFD FFFD " k" FFFD " na\xc3\xafve " FFFD "      0                                0.00             inf  True    a|b <c> _d_\n");
}

static void
text_breaks_headings_and_cuts_texts_to_fit(void **state)
{
	(void)state;
	assert_written(WRITE_TEXT, 80,
		"                                 total_\n"
		"                                direct_\n"
		"                           kernel_time_  Percentage\n"
		"name                Count     mean (us)         (%)  linked  kernel_details\n"
		"aten::mm            1,234         31.90       62.50  True    [{\"name\": \"gemm, v\xe2\x80\xa6\n"
		"line1" FFFD "line2" FFFD "tab         1  1,234,567.89        0.00  False\n"
		"\n"
		"=1+2 " FFFD FFFD FFFD " k" FFFD " na\xc3\xafve\xe2\x80\xa6      0          0.00         inf  True    a|b <c> _d_\n");
}

static void
columns_that_do_not_fit_are_named(void **state)
{
	(void)state;
	assert_written(WRITE_TEXT, 60,
		"                                  total_\n"
		"                                 direct_\n"
		"                            kernel_time_  Percentage\n"
		"name                 Count     mean (us)         (%)  linked\n"
		"aten::mm             1,234         31.90       62.50  True\n"
		"line1" FFFD "line2" FFFD "tab          1  1,234,567.89        0.00  False\n"
		"\n"
		"=1+2 " FFFD FFFD FFFD " k" FFFD " na\xc3\xafve " FFFD "      0          0.00         inf  True\n"
		"1 more column: kernels\n");
	assert_written(WRITE_TEXT, 8,
		"name\n"
		"aten::mm\n"
		"line1" FFFD "l\xe2\x80\xa6\n"
		"\n"
		"=1+2 " FFFD FFFD "\xe2\x80\xa6\n"
		"5 more \xe2\x80\xa6\n");
}

static void
a_view_has_its_own_rows_and_columns(void **state)
{
	static const uint32_t columns[] = {1, 0}, rows[] = {2, 0};
	struct table *table = make();
	struct table_view view = {table, columns, rows, 2, 2};
	struct buffer buf = {0};
	struct output *output;

	(void)state;
	assert_int_equal(output_open_buffer(&output, &buf, NULL), 0);
	write_csv(output, &view);
	assert_int_equal(output_close(output, NULL), 0);
	assert_string_equal(buf.data, "Count,name\n,\n1234,aten::mm\n");
	buffer_free(&buf);
	table_free(table);
}

static void
a_table_without_rows_has_its_header(void **state)
{
	static const char *const expected[] = {
		"name\n", "name\n", "[]\n", "| name |\n| --- |\n",
	};
	struct table *table = table_new("t", "t");
	struct table_view view;

	(void)state;
	table_add_column(table, &defs[0]);
	view = table_view_all(table);
	for (int format = 0; format < WRITE_FORMATS; format++) {
		struct buffer buf = {0};
		struct output *output;

		assert_int_equal(output_open_buffer(&output, &buf, NULL), 0);
		write_table(output, &view, format, 0);
		assert_int_equal(output_close(output, NULL), 0);
		assert_string_equal(buf.data, expected[format]);
		buffer_free(&buf);
	}
	table_free(table);
}

static void
a_lone_empty_field_is_no_blank_line(void **state)
{
	struct table *table = table_new("t", "t");
	struct table_view view;
	struct buffer buf = {0};
	struct output *output;

	(void)state;
	table_add_column(table, &defs[0]);
	table_add_row(table);
	view = table_view_all(table);
	assert_int_equal(output_open_buffer(&output, &buf, NULL), 0);
	write_csv(output, &view);
	assert_int_equal(output_close(output, NULL), 0);
	assert_string_equal(buf.data, "name\n\"\"\n");
	buffer_free(&buf);
	table_free(table);
}

/* n times the text */
static char *
repeated(const char *text, size_t n)
{
	struct buffer buf = {0};

	while (n--)
		assert_true(buffer_add_text(&buf, text));
	return buf.data;
}

static size_t
utf16_units(const char *text)
{
	const char *end = text + strlen(text);
	size_t units = 0;
	uint32_t code;

	while (text < end) {
		text += text_decode(text, end, &code);
		units += code > 0xffff ? 2 : 1;
	}
	return units;
}

static void
overlong_cells_are_cut_and_say_so(void **state)
{
	static const struct {
		const char *text;
		size_t n;
		bool cut;
	} cases[] = {
		{"x", 32767, false}, {"x", 32768, true}, {"\xe6\xa0\xb8", 32767, false}, {"\xf0\x9f\x98\x80", 16383, false},
		{"\xf0\x9f\x98\x80", 16384, true}, {"\xe9", 32767, false}, {"\xe9", 40000, true},
	};
	struct buffer buf = {0};
	char note[64];

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		char *text = repeated(cases[i].text, cases[i].n);
		const char *clean = write_clean(&buf, text);

		assert_true(utf16_units(clean) <= REPORT_CELL_MAX);
		assert_true(text_is_utf8(clean, strlen(clean)));
		snprintf(note, sizeof(note), " \xe2\x80\xa6 (cut, %zu characters)", utf16_units(text));
		assert_true(!!strstr(clean, note) == cases[i].cut);
		free(text);
	}
	buffer_free(&buf);
}

/* --- files ----------------------------------------------------------------- */

static char folder[64];

static int
folder_make(void **state)
{
	(void)state;
	strcpy(folder, "/tmp/sonde-write-XXXXXX");
	return mkdtemp(folder) && !chdir(folder) ? 0 : -1;
}

static int
folder_remove(void **state)
{
	DIR *dir = opendir(".");
	struct dirent *entry;

	(void)state;
	while ((entry = readdir(dir)))
		remove(entry->d_name);
	closedir(dir);
	return chdir("/") || rmdir(folder) ? -1 : 0;
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

static void
assert_content(const char *path, const char *expected)
{
	char content[256];
	FILE *file = fopen(path, "r");

	assert_non_null(file);
	content[fread(content, 1, sizeof(content) - 1, file)] = '\0';
	fclose(file);
	assert_string_equal(content, expected);
}

static void
put(const char *path, const char *content)
{
	struct output *output;
	struct error err = {0};

	if (output_open(&output, path, &err))
		fail_msg("%s", err.message);
	output_add_text(output, content);
	if (output_close(output, &err))
		fail_msg("%s", err.message);
}

static void
a_file_takes_its_name_when_it_is_whole(void **state)
{
	struct output *output;

	(void)state;
	put("a.csv", "old\n");
	assert_int_equal(output_open(&output, "a.csv", NULL), 0);
	output_add_text(output, "new\n");
	assert_content("a.csv", "old\n");
	output_discard(output);
	assert_content("a.csv", "old\n");
	assert_int_equal(count_files(), 1);
	put("a.csv", "new\n");
	assert_content("a.csv", "new\n");
	assert_int_equal(count_files(), 1);
}

static void
permissions_and_links_stay(void **state)
{
	struct stat found;

	(void)state;
	put("real.csv", "old\n");
	assert_int_equal(chmod("real.csv", 0640), 0);
	assert_int_equal(symlink("real.csv", "link.csv"), 0);
	put("link.csv", "new\n");
	assert_content("real.csv", "new\n");
	assert_int_equal(lstat("link.csv", &found), 0);
	assert_true(S_ISLNK(found.st_mode));
	assert_int_equal(stat("real.csv", &found), 0);
	assert_int_equal(found.st_mode & 07777, 0640);
}

static void
assert_refused(const char *path, const char *message)
{
	struct output *output;
	struct error err = {0};

	assert_int_equal(output_open(&output, path, &err), -1);
	assert_null(output);
	assert_string_equal(err.message, message);
}

static void
what_cannot_be_written_is_one_error(void **state)
{
	int files;

	(void)state;
	assert_int_equal(mkdir("folder", 0777), 0);
	files = count_files();
	assert_refused("folder", "cannot write folder: it is a folder");
	assert_refused("", "the name of the file to write is empty");
	assert_refused("nowhere/a.csv", "cannot write nowhere/a.csv: No such file or directory");
	put("file", "x");
	assert_refused("file/a.csv", "cannot write file/a.csv: Not a directory");
	assert_int_equal(count_files(), files + 1);
	if (!geteuid())
		return;
	assert_int_equal(chmod("file", 0444), 0);
	assert_refused("file", "cannot write file: Permission denied");
	assert_int_equal(chmod("folder", 0555), 0);
	assert_refused("folder/a.csv", "cannot write folder/a.csv: Permission denied");
}

static void
a_full_disk_is_one_error(void **state)
{
	struct output *output;
	struct error err = {0};

	(void)state;
	if (access("/dev/full", W_OK))
		skip();
	assert_int_equal(output_open(&output, "/dev/full", &err), 0);
	for (int i = 0; i < 100000; i++)
		output_add_text(output, "some text\n");
	assert_int_equal(output_close(output, &err), -1);
	assert_string_equal(err.message, "cannot write /dev/full: No space left on device");
}

static void
folders_are_made_with_those_above(void **state)
{
	struct error err;
	size_t made;

	(void)state;
	assert_int_equal(output_make_folder("a/b//c/", &made, NULL), 0);
	assert_int_equal(made, 1);
	output_drop_folder("a/b//c/", made);
	assert_int_equal(access("a", F_OK), -1);
	assert_int_equal(mkdir("a", 0777), 0);
	assert_int_equal(output_make_folder("a/b//c/", &made, NULL), 0);
	assert_int_equal(made, 3);
	assert_int_equal(output_make_folder("a/b", NULL, NULL), 0);
	put("a/b/c/x", "x");
	assert_int_equal(output_make_folder("a/b/c/x", NULL, &err), -1);
	assert_string_equal(err.message, "cannot write into a/b/c/x: it is no folder");
	assert_int_equal(remove("a/b/c/x") || rmdir("a/b/c") || rmdir("a/b"), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(csv_has_these_bytes),
		cmocka_unit_test(json_has_these_bytes),
		cmocka_unit_test(markdown_has_these_bytes),
		cmocka_unit_test(text_without_a_width_is_whole),
		cmocka_unit_test(text_breaks_headings_and_cuts_texts_to_fit),
		cmocka_unit_test(columns_that_do_not_fit_are_named),
		cmocka_unit_test(a_view_has_its_own_rows_and_columns),
		cmocka_unit_test(a_table_without_rows_has_its_header),
		cmocka_unit_test(a_lone_empty_field_is_no_blank_line),
		cmocka_unit_test(overlong_cells_are_cut_and_say_so),
		cmocka_unit_test_setup_teardown(a_file_takes_its_name_when_it_is_whole, folder_make, folder_remove),
		cmocka_unit_test_setup_teardown(permissions_and_links_stay, folder_make, folder_remove),
		cmocka_unit_test_setup_teardown(what_cannot_be_written_is_one_error, folder_make, folder_remove),
		cmocka_unit_test_setup_teardown(a_full_disk_is_one_error, folder_make, folder_remove),
		cmocka_unit_test_setup_teardown(folders_are_made_with_those_above, folder_make, folder_remove),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
