/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table/join: which rows meet, in which order. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "table/join.h"
#include <stdio.h>
#include <string.h>

static const struct column_def def_name = {"name", "name", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 0, NULL};
static const struct column_def def_size = {"size", "size", CELL_INT, UNIT_COUNT, COLUMN_KEY, 0, NULL};
static const struct column_def def_time = {"time", "time", CELL_TIME, UNIT_US, 0, 0, NULL};

struct row {
	const char *name;
	int64_t size, time;
};

static struct table *
make(const struct row *rows, size_t n)
{
	struct table *table = table_new("t", "t");

	table_add_column(table, &def_name);
	table_add_column(table, &def_size);
	table_add_column(table, &def_time);
	for (size_t i = 0; i < n; i++) {
		int64_t row = table_add_row(table);

		table_set_text(table, row, 0, rows[i].name);
		table_set_int(table, row, 1, rows[i].size);
		table_set_int(table, row, 2, rows[i].time);
	}
	return table;
}

static void
assert_pairs(const struct join *join, const char *expected)
{
	char all[256] = "";

	for (uint32_t i = 0; i < join->n; i++) {
		size_t used = strlen(all);

		snprintf(all + used, sizeof(all) - used, "%s%d-%d", i ? " " : "", (int)join->left[i],
			(int)join->right[i]);
	}
	assert_string_equal(all, expected);
}

static const struct row left_rows[] = {
	{"mm", 8, 10}, {"add", 1, 20}, {NULL, 3, 30}, {"mm", 4, 40}, {"add", 1, 50},
};
static const struct row right_rows[] = {
	{"add", 1, 1}, {"relu", 2, 2}, {"mm", 8, 3}, {"add", 1, 4}, {NULL, 3, 5}, {"", 3, 6},
};

static void
every_kind_pairs_as_said(void **state)
{
	static const uint32_t keys[] = {0, 1};
	struct table *left = make(left_rows, 5), *right = make(right_rows, 6);
	struct join join;

	(void)state;
	assert_int_equal(join_rows(&join, left, keys, right, keys, 2, JOIN_INNER, NULL), 0);
	assert_pairs(&join, "0-2 1-0 1-3 2-4 4-0 4-3");
	join_free(&join);
	assert_int_equal(join_rows(&join, left, keys, right, keys, 2, JOIN_LEFT, NULL), 0);
	assert_pairs(&join, "0-2 1-0 1-3 2-4 3--1 4-0 4-3");
	join_free(&join);
	assert_int_equal(join_rows(&join, left, keys, right, keys, 2, JOIN_OUTER, NULL), 0);
	assert_pairs(&join, "0-2 1-0 1-3 2-4 3--1 4-0 4-3 -1-1 -1-5");
	join_free(&join);
	table_free(left);
	table_free(right);
}

static void
one_side_may_be_empty(void **state)
{
	static const uint32_t keys[] = {0};
	struct table *left = make(left_rows, 2), *none = make(NULL, 0);
	struct join join;

	(void)state;
	assert_int_equal(join_rows(&join, left, keys, none, keys, 1, JOIN_OUTER, NULL), 0);
	assert_pairs(&join, "0--1 1--1");
	join_free(&join);
	assert_int_equal(join_rows(&join, none, keys, left, keys, 1, JOIN_OUTER, NULL), 0);
	assert_pairs(&join, "-1-0 -1-1");
	join_free(&join);
	table_free(left);
	table_free(none);
}

static void
cells_follow_their_rows(void **state)
{
	static const uint32_t keys[] = {0, 1};
	struct table *left = make(left_rows, 5), *right = make(right_rows, 6), *both = table_new("b", "b");
	struct join join;
	char out[32];

	(void)state;
	assert_int_equal(join_rows(&join, left, keys, right, keys, 2, JOIN_OUTER, NULL), 0);
	table_add_rows(both, join.n);
	assert_int_equal(join_add_column(both, &def_time, left, 2, join.left), 0);
	assert_int_equal(join_add_column(both, &def_time, right, 2, join.right), 1);
	assert_string_equal(table_cell_text(both, 0, 0, out), "0.01");
	assert_string_equal(table_cell_text(both, 0, 1, out), "0.003");
	assert_true(table_is_null(both, 4, 1) && table_is_null(both, 7, 0));
	join_free(&join);
	table_free(both);
	table_free(left);
	table_free(right);
}

static void
keys_of_two_types_are_an_error(void **state)
{
	static const uint32_t name[] = {0}, size[] = {1};
	struct table *left = make(left_rows, 5);
	struct error err;
	struct join join;

	(void)state;
	assert_int_equal(join_rows(&join, left, name, left, size, 1, JOIN_INNER, &err), -1);
	assert_string_equal(err.message, "columns name and size are not of one type");
	table_free(left);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_kind_pairs_as_said),
		cmocka_unit_test(one_side_may_be_empty),
		cmocka_unit_test(cells_follow_their_rows),
		cmocka_unit_test(keys_of_two_types_are_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
