/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table/: rows and columns, order, cell text, groups; values worked out by hand. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "table/group.h"
#include "table/stat.h"
#include <stdlib.h>
#include <string.h>

static const struct column_def def_name = {"name", "name", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 0, NULL};
static const struct column_def def_count = {"count", "Count", CELL_INT, UNIT_COUNT, COLUMN_DESCENDING, 0, NULL};
static const struct column_def def_time = {"time", "time ms", CELL_TIME, UNIT_MS, COLUMN_DESCENDING, 0, NULL};
static const struct column_def def_busy = {"busy", "GPU busy", CELL_TIME, UNIT_US, 0, 0, NULL};
static const struct column_def def_real = {"rate", "TFLOPS/s", CELL_REAL, UNIT_TFLOPS, 0, 0, NULL};
static const struct column_def def_flag = {"flag", "is_recompute", CELL_BOOL, UNIT_NONE, 0, 0, NULL};

enum { NAME, COUNT, TIME, BUSY, REAL, FLAG };

static struct table *
table_empty(void)
{
	static const struct column_def *const defs[] = {
		&def_name, &def_count, &def_time, &def_busy, &def_real, &def_flag,
	};
	struct table *table = table_new("ops", "Operators");

	assert_non_null(table);
	for (size_t i = 0; i < sizeof(defs) / sizeof(*defs); i++)
		assert_int_equal(table_add_column(table, defs[i]), i);
	return table;
}

static void
add(struct table *table, const char *name, int64_t count, int64_t time, double real)
{
	int64_t row = table_add_row(table);

	assert_true(row >= 0);
	table_set_text(table, row, NAME, name);
	table_set_int(table, row, COUNT, count);
	table_set_int(table, row, TIME, time);
	table_set_int(table, row, BUSY, time);
	table_set_real(table, row, REAL, real);
	table_set_int(table, row, FLAG, count > 1);
}

/* mm twice, add three times, one of them without a time; one row without a name. */
static struct table *
table_sample(void)
{
	struct table *table = table_empty();

	add(table, "mm", 3, 1500000, 2.5);
	add(table, "add", 1, 250, NAN);
	add(table, "mm", 1, 500000, 1.5);
	add(table, "add", 7, TABLE_NULL_INT, 4);
	add(table, NULL, TABLE_NULL_INT, 12345678901, NAN);
	add(table, "add", 2, 750, 8);
	return table;
}

static void
assert_names(const struct table *table, const char *names)
{
	char all[256] = "", out[32];

	for (uint32_t row = 0; row < table->n_rows; row++) {
		strcat(all, table_is_null(table, row, NAME) ? "-" : table_cell_text(table, row, NAME, out));
		strcat(all, " ");
		strcat(all, table_cell_text(table, row, COUNT, out));
		strcat(all, row + 1 < table->n_rows ? ", " : "");
	}
	assert_string_equal(all, names);
}

static void
a_row_starts_with_empty_cells(void **state)
{
	struct table *table = table_empty();
	char out[32];

	(void)state;
	assert_int_equal(table_add_row(table), 0);
	assert_int_equal(table_add_column(table, &def_real), 6);
	for (uint32_t column = 0; column < table->n_columns; column++) {
		assert_true(table_is_null(table, 0, column));
		assert_string_equal(table_cell_text(table, 0, column, out), "");
		assert_string_equal(table_cell_show(table, 0, column, out), "");
	}
	table_set_text(table, 0, NAME, "");
	assert_false(table_is_null(table, 0, NAME));
	table_free(table);
	table_free(NULL);
}

static void
columns_are_found_by_id_and_title(void **state)
{
	struct table *table = table_empty();

	(void)state;
	assert_int_equal(table_find_column(table, "count"), COUNT);
	assert_int_equal(table_find_column(table, "time ms"), TIME);
	assert_int_equal(table_find_column(table, "GPU BUSY"), BUSY);
	assert_int_equal(table_find_column(table, "tim"), -1);
	table_free(table);
}

static void
columns_are_asked_for_without_units(void **state)
{
	static const struct column_def start = {"start_ms", "Start", CELL_TIME, UNIT_MS, 0, 0, NULL};
	static const struct column_def gpu = {"gpu_ms", "GPU", CELL_TIME, UNIT_MS, 0, 0, NULL};
	static const struct column_def gpus = {"gpus", "GPUs", CELL_INT, UNIT_COUNT, 0, 0, NULL};
	static const struct column_def cause = {"cause", "Cause", CELL_TEXT, UNIT_NONE, 0, 0, NULL};
	static const struct column_def kernel = {"kernel", "Kernel name", CELL_TEXT, UNIT_NONE, 0, 0, NULL};
	struct table *table = table_new("t", "T");

	(void)state;
	table_add_column(table, &start);
	table_add_column(table, &gpus);
	table_add_column(table, &gpu);
	table_add_column(table, &cause);
	assert_int_equal(table_ask_column(table, "gpu_ms"), 2);
	assert_int_equal(table_ask_column(table, "GPU"), 2);
	assert_int_equal(table_ask_column(table, "start"), 0);
	assert_int_equal(table_ask_column(table, "time"), 2);
	assert_int_equal(table_ask_column(table, "name"), 3);
	assert_int_equal(table_ask_column(table, "gp"), -1);
	assert_int_equal(table_ask_column(table, ""), -1);
	assert_int_equal(table_find_column(table, "time"), -1);
	table_add_column(table, &kernel);
	assert_int_equal(table_ask_column(table, "name"), 4);
	table_free(table);
}

static void
cell_text_is_exact(void **state)
{
	struct table *table = table_sample();
	char out[32];

	(void)state;
	assert_string_equal(table_cell_text(table, 0, TIME, out), "1.5");
	assert_string_equal(table_cell_text(table, 1, TIME, out), "0.00025");
	assert_string_equal(table_cell_text(table, 1, BUSY, out), "0.25");
	assert_string_equal(table_cell_text(table, 4, TIME, out), "12345.678901");
	assert_string_equal(table_cell_text(table, 4, BUSY, out), "12345678.901");
	assert_string_equal(table_cell_text(table, 0, REAL, out), "2.5");
	assert_string_equal(table_cell_text(table, 3, REAL, out), "4.0");
	assert_string_equal(table_cell_text(table, 0, FLAG, out), "True");
	assert_string_equal(table_cell_text(table, 1, FLAG, out), "False");
	assert_string_equal(table_cell_text(table, 5, COUNT, out), "2");
	table_free(table);
}

static void
shown_text_is_short(void **state)
{
	struct table *table = table_sample();
	char out[64];

	(void)state;
	assert_string_equal(table_cell_show(table, 4, TIME, out), "12,345.679");
	assert_string_equal(table_cell_show(table, 4, BUSY, out), "12,345,678.90");
	assert_string_equal(table_cell_show(table, 1, BUSY, out), "0.25");
	assert_string_equal(table_cell_show(table, 0, REAL, out), "2.50");
	table_set_int(table, 0, BUSY, 1);
	assert_string_equal(table_cell_show(table, 0, BUSY, out), "0.001");
	table_set_int(table, 0, BUSY, 9);
	assert_string_equal(table_cell_show(table, 0, BUSY, out), "0.009");
	table_set_int(table, 0, BUSY, 10);
	assert_string_equal(table_cell_show(table, 0, BUSY, out), "0.01");
	table_set_int(table, 0, BUSY, 0);
	assert_string_equal(table_cell_show(table, 0, BUSY, out), "0.00");
	table_set_int(table, 0, COUNT, -1234567);
	assert_string_equal(table_cell_show(table, 0, COUNT, out), "-1,234,567");
	table_set_int(table, 0, BUSY, INT64_MAX);
	assert_string_equal(table_cell_show(table, 0, BUSY, out), "9.223e+15");
	table_set_real(table, 0, REAL, INFINITY);
	assert_string_equal(table_cell_show(table, 0, REAL, out), "inf");
	assert_string_equal(table_heading(table, TIME, out, sizeof(out)), "time ms");
	assert_string_equal(table_heading(table, BUSY, out, sizeof(out)), "GPU busy (us)");
	assert_string_equal(table_heading(table, REAL, out, sizeof(out)), "TFLOPS/s");
	assert_string_equal(table_heading(table, NAME, out, sizeof(out)), "name");
	table_free(table);
}

static void
ids_say_their_unit_or_it_is_added(void **state)
{
	static const struct column_def defs[] = {
		{"share", "Of all (%)", CELL_REAL, UNIT_PERCENT, 0, 0, ""},
		{"percent_total", "Of total", CELL_REAL, UNIT_PERCENT, 0, 0, ""},
		{"gpu_ms", "GPU", CELL_TIME, UNIT_MS, 0, 0, ""},
		{"status", "Status", CELL_TIME, UNIT_US, 0, 0, ""},
		{"rate", "Bandwidth", CELL_REAL, UNIT_GBS, 0, 0, ""},
		{"bus_gbs", "Bus", CELL_REAL, UNIT_GBS, 0, 0, ""},
		{"limit_tflops", "Limit", CELL_REAL, UNIT_TFLOPS, 0, 0, ""},
		{"count", "Count", CELL_INT, UNIT_COUNT, 0, 0, ""},
	};
	static const char *const added[] = {"%", "", "", "us", "GB/s", "", "", ""};
	struct table *table = table_of("t", "T", defs, 8);

	(void)state;
	assert_non_null(table);
	for (int i = 0; i < 8; i++)
		assert_string_equal(table_id_unit(&defs[i]), added[i]);
	assert_int_equal(table_ask_column(table, "share %"), 0);
	assert_int_equal(table_ask_column(table, "rate GB/s"), 4);
	assert_int_equal(table_ask_column(table, "share GB/s"), -1);
	assert_int_equal(table_ask_column(table, "gpu"), 2);
	table_free(table);
}

static void
sorting_is_stable_with_empty_cells_last(void **state)
{
	struct table *table = table_sample();
	static const struct table_sort by_name[] = {{NAME, false}};
	static const struct table_sort by_name_down[] = {{NAME, true}, {COUNT, true}};
	static const struct table_sort by_time[] = {{TIME, true}};

	(void)state;
	assert_int_equal(table_sort(table, by_name, 1), 0);
	assert_names(table, "add 1, add 7, add 2, mm 3, mm 1, - ");
	assert_int_equal(table_sort(table, by_name_down, 2), 0);
	assert_names(table, "mm 3, mm 1, add 7, add 2, add 1, - ");
	assert_int_equal(table_sort(table, by_time, 1), 0);
	assert_names(table, "- , mm 3, mm 1, add 2, add 1, add 7");
	assert_true(table_compare(table, TIME, 4, 5) < 0);
	table_free(table);
}

static void
ties_are_broken_by_the_key_columns(void **state)
{
	struct table *table = table_empty();
	static const struct table_sort by_count[] = {{COUNT, true}};

	(void)state;
	add(table, "b", 1, 0, 0);
	add(table, "c", 2, 0, 0);
	add(table, "a", 1, 0, 0);
	assert_int_equal(table_sort_full(table, by_count, 1), 0);
	assert_names(table, "c 2, a 1, b 1");
	table_free(table);
}

static void
many_rows_sort_right(void **state)
{
	struct table *table = table_empty();
	static const struct table_sort by_count[] = {{COUNT, false}};
	uint32_t seed = 1, rows[3] = {2, 0, 1};

	(void)state;
	for (int i = 0; i < 10007; i++) {
		seed = seed * 1664525u + 1013904223u;
		add(table, "x", seed >> 22, i, 0);
	}
	assert_int_equal(table_sort(table, by_count, 1), 0);
	for (uint32_t row = 1; row < table->n_rows; row++) {
		int order = table_compare(table, COUNT, row - 1, row);

		assert_true(order < 0 || (!order && table_compare(table, TIME, row - 1, row) < 0));
	}
	table_set_int(table, 0, COUNT, 5);
	table_set_int(table, 1, COUNT, 4);
	table_set_int(table, 2, COUNT, 6);
	assert_int_equal(table_order(table, by_count, 1, rows, 3), 0);
	assert_int_equal(rows[0], 1);
	assert_int_equal(rows[1], 0);
	assert_int_equal(rows[2], 2);
	table_free(table);
}

static void
rows_are_kept_and_cut(void **state)
{
	struct table *table = table_sample();
	static const bool keep[] = {false, true, true, false, false, true};

	(void)state;
	table_keep(table, keep);
	assert_names(table, "add 1, mm 1, add 2");
	table_truncate(table, 5);
	assert_int_equal(table->n_rows, 3);
	table_truncate(table, 1);
	assert_names(table, "add 1");
	table_free(table);
}

static void
statistics_are_right(void **state)
{
	int64_t whole[] = {4, 1, 3, 2}, one[] = {7}, sum;
	int64_t huge[] = {INT64_MAX, 1}, far[] = {INT64_MAX, INT64_MAX - 2};
	double real[] = {1e16, 1, -1e16};

	(void)state;
	assert_true(stat_sum(whole, 4, &sum) && sum == 10);
	assert_true(stat_sum(NULL, 0, &sum) && sum == 0);
	assert_false(stat_sum(huge, 2, &sum));
	assert_true(stat_mean(whole, 4, 1) == 2.5);
	assert_true(stat_median(whole, 4, 1e3) == 0.0025);
	assert_true(stat_median(whole, 3, 1) == 2);
	assert_true(stat_std(whole, 4, 1) == sqrt(5.0 / 3));
	assert_true(stat_std_population(whole, 4, 1) == sqrt(1.25));
	assert_true(stat_std(far, 2, 1) == sqrt(2));
	assert_true(isnan(stat_std(one, 1, 1)) && isnan(stat_mean(one, 0, 1)) && isnan(stat_median(one, 0, 1)));
	assert_true(stat_std_population(one, 1, 1) == 0);
	assert_true(stat_sum_real(real, 3) == 1);
}

static int
compare_whole(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

/* n numbers of a kind: wide, few different ones, all alike, two far apart. */
static void
fill_whole(int64_t *values, size_t n, int kind)
{
	static uint64_t seed = 1;

	for (size_t i = 0; i < n; i++) {
		seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407;
		values[i] = kind == 0 ? (int64_t)seed : kind == 1 ? (int64_t)(seed >> 60) - 8
			: kind == 2 ? 5 : seed >> 63 ? INT64_MAX : INT64_MIN;
	}
}

static void
medians_are_those_of_the_sorted_values(void **state)
{
	static int64_t values[3000], sorted[3000];
	static double reals[3000];

	(void)state;
	for (size_t n = 1; n <= 3000; n += n < 140 ? 1 : 715)
		for (int kind = 0; kind < 4; kind++) {
			double middle, low;

			fill_whole(values, n, kind);
			memcpy(sorted, values, sizeof(sorted));
			qsort(sorted, n, sizeof(*sorted), compare_whole);
			for (size_t i = 0; i < n; i++)
				reals[i] = (double)values[i] / 3;
			low = (double)sorted[n / 2 - (n % 2 ? 0 : 1)] / 3;
			middle = low / 2 + (double)sorted[n / 2] / 3 / 2;
			assert_true(stat_median_real(reals, n) == (n % 2 ? low : middle));
			middle = (double)((__int128)sorted[n / 2 - (n % 2 ? 0 : 1)] + sorted[n / 2]) / 2;
			assert_true(stat_median(values, n, 1) == (n % 2 ? (double)sorted[n / 2] : middle));
		}
}

static void
extreme_cells_are_sorted_and_written(void **state)
{
	static const struct column_def defs[] = {
		{"r", "r", CELL_REAL, UNIT_NONE, 0, 0, NULL}, {"t", "t", CELL_TIME, UNIT_US, 0, 0, NULL},
	};
	const double reals[] = {NAN, INFINITY, -1, 0.0, -0.0, -INFINITY, 1e-310};
	const int64_t times[] = {INT64_MAX, TABLE_NULL_INT, -1, INT64_MIN + 1, 1500, 0, -1000};
	static const char *const up[][2] = {{"-inf", "-9223372036854775.807"}, {"-1.0", "-1"}, {"0.0", "-0.001"},
		{"-0.0", "0"}, {"1e-310", "1.5"}, {"inf", "9223372036854775.807"}, {"", ""}};
	struct table *table = table_new("x", "x");
	char out[32];

	(void)state;
	assert_true(table_add_column(table, &defs[0]) == 0 && table_add_column(table, &defs[1]) == 1);
	assert_int_equal(table_add_rows(table, 7), 0);
	for (uint32_t i = 0; i < 7; i++) {
		table_set_real(table, i, 0, reals[i]);
		table_set_int(table, i, 1, times[i]);
	}
	for (uint32_t c = 0; c < 2; c++)
		for (unsigned down = 0; down < 2; down++) {
			assert_int_equal(table_sort(table, &(struct table_sort){c, down}, 1), 0);
			for (uint32_t i = 0; i < 6; i++) {
				const char *wanted = up[down ? 5 - i : i][c];

				/* zeros of either sign are equal and keep their order */
				if (c || !down || (i != 2 && i != 3))
					assert_string_equal(table_cell_text(table, i, c, out), wanted);
			}
			assert_string_equal(table_cell_text(table, 6, c, out), "");
		}
	table_free(table);
}

static void
groups_come_in_order_of_their_first_row(void **state)
{
	struct table *table = table_sample();
	static const uint32_t keys[] = {NAME};
	static const uint32_t of[] = {0, 1, 0, 1, 2, 1}, rows[] = {0, 2, 1, 3, 5, 4};
	struct groups groups;

	(void)state;
	assert_int_equal(groups_make(&groups, table, keys, 1), 0);
	assert_int_equal(groups.n, 3);
	assert_memory_equal(groups.of, of, sizeof(of));
	assert_memory_equal(groups.rows, rows, sizeof(rows));
	assert_int_equal(groups.begin[1], 2);
	assert_int_equal(groups.begin[2], 5);
	assert_int_equal(groups.begin[3], 6);
	groups_free(&groups);
	assert_int_equal(groups_make(&groups, table, NULL, 0), 0);
	assert_int_equal(groups.n, 1);
	groups_free(&groups);
	table_truncate(table, 0);
	assert_int_equal(groups_make(&groups, table, keys, 1), 0);
	assert_int_equal(groups.n, 0);
	groups_free(&groups);
	table_free(table);
}

static void
aggregates_pass_over_empty_cells(void **state)
{
	static const struct column_def
		rows = {"rows", "rows", CELL_INT, UNIT_COUNT, 0, 0, NULL},
		sum = {"sum", "sum", CELL_TIME, UNIT_US, 0, 0, NULL},
		real = {"us", "us", CELL_REAL, UNIT_US, 0, 0, NULL},
		rate = {"rate", "rate", CELL_REAL, UNIT_NONE, 0, 0, NULL};
	static const struct aggregate_def aggregates[] = {
		{AGGREGATE_ROWS, 0, &rows}, {AGGREGATE_COUNT, TIME, &rows}, {AGGREGATE_SUM, TIME, &sum},
		{AGGREGATE_SUM, TIME, &real}, {AGGREGATE_MEAN, TIME, &real}, {AGGREGATE_MEDIAN, TIME, &real},
		{AGGREGATE_STD, TIME, &real}, {AGGREGATE_MIN, TIME, &sum}, {AGGREGATE_MAX, COUNT, &rows},
		{AGGREGATE_FIRST, REAL, &rate}, {AGGREGATE_MEAN, REAL, &rate},
	};
	static const char *const expected[3][12] = {
		{"mm", "2", "2", "2000", "2000.0", "1000.0", "1000.0", "707.1067811865476", "500", "3", "2.5", "2.0"},
		{"add", "3", "2", "1", "1.0", "0.5", "0.5", "0.3535533905932738", "0.25", "7", "4.0", "6.0"},
		{"", "1", "1", "12345678.901", "12345678.901", "12345678.901", "12345678.901", "", "12345678.901",
			"", "", ""},
	};
	static const uint32_t keys[] = {NAME};
	struct table *table = table_sample(), *grouped;
	struct error err;
	char out[32];

	(void)state;
	grouped = table_group(table, "g", "grouped", keys, 1, aggregates, 11, &err);
	assert_non_null(grouped);
	assert_int_equal(grouped->n_rows, 3);
	assert_int_equal(grouped->n_columns, 12);
	for (uint32_t row = 0; row < 3; row++)
		for (uint32_t column = 0; column < 12; column++)
			assert_string_equal(table_cell_text(grouped, row, column, out), expected[row][column]);
	table_free(grouped);
	table_free(table);
}

static void
a_sum_that_overflows_is_an_error(void **state)
{
	static const struct aggregate_def sum = {AGGREGATE_SUM, TIME, &def_busy}, bad = {AGGREGATE_SUM, NAME, &def_busy};
	struct table *table = table_empty();
	struct error err;

	(void)state;
	add(table, "a", 1, INT64_MAX, 0);
	add(table, "a", 1, INT64_MAX, 0);
	assert_null(table_group(table, "g", "g", NULL, 0, &sum, 1, &err));
	assert_string_equal(err.message, "the sum of column busy does not fit 64 bits");
	assert_null(table_group(table, "g", "g", NULL, 0, &bad, 1, &err));
	assert_int_equal(table_fill_percent(table, TIME, REAL, -1, &err), -1);
	table_free(table);
}

static void
shares_add_up_to_100(void **state)
{
	struct table *table = table_empty();
	int more = table_add_column(table, &def_real);

	(void)state;
	add(table, "a", 1, 50, 0);
	add(table, "b", 2, 30, 0);
	add(table, "c", 5, TABLE_NULL_INT, 0);
	add(table, "d", 5, 20, 0);
	assert_int_equal(table_fill_percent(table, TIME, REAL, more, NULL), 0);
	assert_true(table_cell(table, 1, REAL).d == 30 && table_cell(table, 2, REAL).d == 0);
	assert_true(table_cell(table, 1, (uint32_t)more).d == 80 && table_cell(table, 3, (uint32_t)more).d == 100);
	table_free(table);
	table = table_empty();
	add(table, "a", 1, 0, NAN);
	assert_int_equal(table_fill_percent(table, TIME, REAL, -1, NULL), 0);
	assert_true(table_is_null(table, 0, REAL));
	table_free(table);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_row_starts_with_empty_cells),
		cmocka_unit_test(columns_are_found_by_id_and_title),
		cmocka_unit_test(columns_are_asked_for_without_units),
		cmocka_unit_test(cell_text_is_exact),
		cmocka_unit_test(shown_text_is_short),
		cmocka_unit_test(ids_say_their_unit_or_it_is_added),
		cmocka_unit_test(sorting_is_stable_with_empty_cells_last),
		cmocka_unit_test(ties_are_broken_by_the_key_columns),
		cmocka_unit_test(many_rows_sort_right),
		cmocka_unit_test(rows_are_kept_and_cut),
		cmocka_unit_test(statistics_are_right),
		cmocka_unit_test(medians_are_those_of_the_sorted_values),
		cmocka_unit_test(extreme_cells_are_sorted_and_written),
		cmocka_unit_test(groups_come_in_order_of_their_first_row),
		cmocka_unit_test(aggregates_pass_over_empty_cells),
		cmocka_unit_test(a_sum_that_overflows_is_an_error),
		cmocka_unit_test(shares_add_up_to_100),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
