/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table/filter: which rows pass, and where an expression is wrong. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/buffer.h"
#include "table/filter.h"
#include <string.h>

static const struct column_def defs[] = {
	{"name", "name", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 0, NULL},
	{"time", "time ms", CELL_TIME, UNIT_MS, 0, 0, NULL},
	{"share", "GPU busy", CELL_REAL, UNIT_PERCENT, 0, 0, NULL},
	{"size", "size", CELL_INT, UNIT_BYTES, 0, 0, NULL},
	{"mean", "mean", CELL_REAL, UNIT_US, 0, 0, NULL},
	{"linked", "linked", CELL_BOOL, UNIT_NONE, 0, 0, NULL},
};

static const struct {
	const char *name;
	int64_t time;
	double share;
	int64_t size;
	double mean;
	int64_t linked;
} rows[] = {
	{"a gemm_bf16", 1500000, 90, 1024, 31.903, 1},
	{"b Elementwise<float>", 31903, 45.5, 1048576, 1, 0},
	{"c gemm \"q\"", 1000000, 9, TABLE_NULL_INT, NAN, 1},
	{NULL, 0, NAN, 5, 1000, TABLE_NULL_INT},
};

static struct table *
make(void)
{
	struct table *table = table_new("t", "t");

	for (size_t i = 0; i < sizeof(defs) / sizeof(*defs); i++)
		table_add_column(table, &defs[i]);
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		int64_t row = table_add_row(table);

		table_set_text(table, row, 0, rows[i].name);
		table_set_int(table, row, 1, rows[i].time);
		table_set_real(table, row, 2, rows[i].share);
		table_set_int(table, row, 3, rows[i].size);
		table_set_real(table, row, 4, rows[i].mean);
		table_set_int(table, row, 5, rows[i].linked);
	}
	return table;
}

static void
rows_pass_as_said(void **state)
{
	static const struct {
		const char *filter, *passed;	/* rows a b c, and d, the one without a name */
	} cases[] = {
		{"", "abcd"}, {"  ", "abcd"},
		{"name ~ gemm", "ac"}, {"name ~ GEMM", "ac"}, {"name !~ gemm", "bd"},
		{"name = \"a gemm_bf16\"", "a"}, {"name != 'a gemm_bf16'", "bcd"}, {"name == 'a gemm_bf16'", "a"},
		{"name = \"c gemm \\\"q\\\"\"", "c"}, {"name = 'c gemm \"q\"'", "c"},
		{"name >= b", "bc"}, {"name = ''", "d"}, {"name != ''", "abc"}, {"name~'<float>'", "b"},
		{"time > 1ms", "a"}, {"time >= 1 ms", "ac"}, {"time >= 1", "ac"}, {"time=31.903us", "b"},
		{"time = 31903ns", "b"}, {"\"time ms\" < 0.001s", "bd"}, {"time <= 0.031903", "bd"},
		{"'GPU busy' >= 45.5%", "ab"}, {"share < 10 %", "c"}, {"share != 9", "abd"},
		{"size >= 1KB", "ab"}, {"size = 1mb", "b"}, {"size = 0.5KB", ""}, {"size = ''", "c"},
		{"mean = 31.903", "a"}, {"mean = 1ms", "d"}, {"mean < 2000ns", "b"},
		{"linked = true", "ac"}, {"linked = no", "b"}, {"linked != True", "bd"},
		{"size ~ 04", "b"},
		{"name ~ gemm and time > 1ms", "a"}, {"name ~ gemm or size = 5", "acd"},
		{"not name ~ gemm", "bd"}, {"not not name ~ gemm", "ac"},
		{"size = 5 or name ~ gemm and share < 50", "cd"},
		{"(size = 5 or name ~ gemm) and share > 50", "a"},
		{"not (size = 5 or name ~ gemm) and share > 40", "b"},
		{"name ~ gemm AND NOT share > 50 Or size = 5", "cd"},
		{"not name ~ gemm or name ~ gemm", "abcd"}, {"((name ~ gemm))and((time>1))", "a"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct table *table = make();
		struct error err = {0};
		char passed[8] = "";

		if (filter_table(table, cases[i].filter, &err))
			fail_msg("%s: %s", cases[i].filter, err.message);
		for (uint32_t row = 0; row < table->n_rows; row++) {
			const char *name = table_cell(table, row, 0).s;

			passed[row] = name ? name[0] : 'd';
		}
		if (strcmp(passed, cases[i].passed))
			fail_msg("%s: %s passed, not %s", cases[i].filter, passed, cases[i].passed);
		table_free(table);
	}
}

static void
errors_tell_where(void **state)
{
	static const struct {
		const char *filter;
		int64_t offset;
		const char *message;
	} cases[] = {
		{"nam ~ gemm", 0, "there is no column 'nam'; there are: name time share size mean linked"},
		{"name gemm", 5, "an operator (= != < <= > >= ~ !~) should stand where 'gemm' does"},
		{"name ~", 6, "a value is missing at the end"},
		{"name ~ )", 7, "a value should stand where ')' does"},
		{"name ~ 'gemm", 7, "a quote is not closed"},
		{"(name ~ gemm", 0, "this parenthesis is not closed"},
		{"name ~ gemm)", 11, "this parenthesis was not opened"},
		{"name ~ gemm time > 1", 12, "'and' or 'or' should stand where 'time' does"},
		{"name ~ gemm and", 15, "a column is missing at the end"},
		{"not", 3, "a column is missing at the end"},
		{"time > soon", 7, "column time holds numbers, 'soon' is none"},
		{"time > 0x10", 7, "column time holds numbers, '0x10' is none"},
		{"time > 5parsec", 7, "'parsec' is no unit: there are ns us ms s, B KB MB GB TB, and %"},
		{"time > 5KB", 7, "column time is not measured in KB"},
		{"time > 5 KB", 9, "column time is not measured in KB"},
		{"linked = maybe", 9, "column linked is true or false, not 'maybe'"},
		{"name ! gemm", 5, "'!' stands where nothing like it can"},
	};
	struct table *table = make();

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct error err = {0};

		assert_int_equal(filter_table(table, cases[i].filter, &err), -1);
		assert_string_equal(err.message, cases[i].message);
		assert_int_equal(err.offset, cases[i].offset);
	}
	assert_int_equal(table->n_rows, 4);
	table_free(table);
}

static void
depth_is_no_danger(void **state)
{
	struct table *table = make();
	struct buffer text = {0};
	struct error err;

	(void)state;
	for (int i = 0; i < 100000; i++)
		assert_true(buffer_add_text(&text, i % 2 ? "(" : "not "));
	buffer_add_text(&text, "name ~ gemm");
	assert_int_equal(filter_table(table, text.data, &err), -1);
	for (int i = 0; i < 50000; i++)
		assert_true(buffer_add_text(&text, ")"));
	assert_int_equal(filter_table(table, text.data, &err), 0);
	assert_int_equal(table->n_rows, 2);
	buffer_free(&text);
	table_free(table);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_pass_as_said),
		cmocka_unit_test(errors_tell_where),
		cmocka_unit_test(depth_is_no_danger),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
