/* SPDX-License-Identifier: GPL-3.0-or-later */
/* analysis/: intervals, order, grouping, statistics and argument texts, without a trace. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "analysis/argbrief.h"
#include "analysis/argtext.h"
#include "analysis/intervals.h"
#include "analysis/keymap.h"
#include "analysis/order.h"
#include "analysis/stats.h"
#include <math.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

static void
intervals_that_touch_are_one(void **state)
{
	struct interval set[] = {{0, 10}, {5, 8}, {10, 12}, {13, 13}, {20, 30}, {25, 40}};
	uint32_t n = intervals_merge(set, COUNT(set));

	(void)state;
	assert_int_equal(n, 3);
	assert_int_equal(set[0].start, 0);
	assert_int_equal(set[0].end, 12);
	assert_int_equal(set[1].end, 13);
	assert_int_equal(set[2].end, 40);
	assert_int_equal(intervals_length(set, n), 32);
	assert_int_equal(intervals_merge(set, 0), 0);
}

static void
subtraction_leaves_what_lies_outside(void **state)
{
	const struct interval a[] = {{0, 100}, {110, 120}, {200, 300}};
	const struct interval b[] = {{10, 20}, {50, 115}, {250, 250}, {290, 400}};
	struct interval out[COUNT(a) + COUNT(b)];
	uint32_t n = intervals_subtract(out, a, COUNT(a), b, COUNT(b));

	(void)state;
	assert_int_equal(n, 5);
	assert_int_equal(intervals_length(out, n), 10 + 30 + 5 + 50 + 40);
	assert_int_equal(intervals_common(a, COUNT(a), b, COUNT(b)), 10 + 50 + 5 + 10);
	assert_int_equal(intervals_subtract(out, a, COUNT(a), NULL, 0), 3);
	assert_int_equal(intervals_subtract(out, NULL, 0, b, COUNT(b)), 0);
}

static void
sums_of_time_stop_at_the_ends(void **state)
{
	(void)state;
	assert_int_equal(time_add(INT64_MAX, 1), INT64_MAX);
	assert_int_equal(time_add(INT64_MIN, -1), INT64_MIN);
	assert_int_equal(time_add(3, -5), -2);
}

static void
order_is_stable_for_any_keys(void **state)
{
	struct keyed items[3000];
	uint64_t seed = 7;

	(void)state;
	for (uint32_t n = 0; n <= COUNT(items); n = n * 5 + 1) {
		for (uint32_t i = 0; i < n; i++) {
			seed = seed * 6364136223846793005u + 1442695040888963407u;
			items[i] = (struct keyed){(int64_t)(seed >> (seed >> 59) << 8), i};
			if (i % 3 == 0)
				items[i].key = i % 2 ? INT64_MIN : INT64_MAX;
		}
		assert_true(order_by_key(items, n));
		for (uint32_t i = 1; i < n; i++)
			assert_true(items[i - 1].key < items[i].key
				|| (items[i - 1].key == items[i].key && items[i - 1].id < items[i].id));
	}
}

/* What numpy's argsort(kind="quicksort") gives, worked out apart from this code. */
static void
equal_keys_stand_as_numpy_leaves_them(void **state)
{
	static const int64_t keys[2][20] = {
		{9, 3, 7, 3, 1, 3, 8, 3, 2, 6, 3, 5, 3, 4, 3, 0, 3, 3, 9, 3},
		{5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5},
	};
	static const struct {
		uint32_t n, order[20];
	} expect[2] = {
		{20, {15, 4, 8, 19, 1, 17, 3, 5, 16, 7, 10, 12, 14, 13, 11, 9, 2, 6, 18, 0}},
		{18, {0, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 16, 17}},
	};

	(void)state;
	for (unsigned k = 0; k < 2; k++) {
		struct keyed items[20];

		for (uint32_t i = 0; i < expect[k].n; i++)
			items[i] = (struct keyed){keys[k][i], i};
		assert_true(order_as_numpy(items, expect[k].n));
		for (uint32_t i = 0; i < expect[k].n; i++)
			assert_int_equal(items[i].id, expect[k].order[i]);
	}
}

/* Keys that rise to the middle and fall again cost that sort the most splits. */
static void
numpy_order_ends_on_any_keys(void **state)
{
	enum { N = 50000 };
	static struct keyed items[N];

	(void)state;
	for (unsigned pattern = 0; pattern < 3; pattern++) {
		for (uint32_t i = 0; i < N; i++)
			items[i] = (struct keyed){pattern == 0 ? 1 : pattern == 1 ? i % 7
				: i < N / 2 ? i : N - i, i};
		assert_true(order_as_numpy(items, N));
		for (uint32_t i = 1; i < N; i++)
			assert_true(items[i - 1].key <= items[i].key);
	}
}

static void
groups_come_in_order_of_arrival(void **state)
{
	struct keymap map = {.width = 2};
	struct buckets buckets;
	uint32_t bucket_of[1000];

	(void)state;
	for (uint32_t i = 0; i < COUNT(bucket_of); i++) {
		const uint32_t key[] = {i % 250, 7};

		bucket_of[i] = i == 999 ? KEYMAP_NONE : keymap_add(&map, key);
	}
	assert_int_equal(map.n, 250);
	assert_int_equal(keymap_key(&map, 3)[0], 3);
	assert_true(buckets_make(&buckets, bucket_of, COUNT(bucket_of), map.n));
	assert_int_equal(buckets.starts[250], 999);
	assert_int_equal(buckets.starts[250] - buckets.starts[249], 3);
	assert_int_equal(buckets.members[buckets.starts[3] + 1], 253);
	buckets_free(&buckets);
	keymap_free(&map);
}

static void
statistics_pass_over_what_is_no_number(void **state)
{
	double values[] = {4, NAN, 1, 3, 2};
	int64_t times[] = {4000, 1000, 3000, 2000}, one[] = {5};
	struct stats stats;

	(void)state;
	stats_of_reals(&stats, values, COUNT(values));
	assert_true(stats.mean == 2.5 && stats.median == 2.5 && stats.min == 1 && stats.max == 4);
	assert_true(fabs(stats.std - sqrt(5.0 / 3)) < 1e-15);
	stats_of_times(&stats, times, COUNT(times), 1e3);
	assert_true(stats.mean == 2.5 && stats.median == 2.5 && stats.min == 1 && stats.max == 4);
	assert_true(fabs(stats.std - sqrt(5.0 / 3)) < 1e-15);
	stats_of_times(&stats, one, 1, 1);
	assert_true(stats.mean == 5 && stats.median == 5 && isnan(stats.std));
	stats_of_times(&stats, one, 0, 1);
	assert_true(isnan(stats.mean) && isnan(stats.max));
}

static void
arguments_print_as_python_does(void **state)
{
	static const char *const cases[][3] = {
		{"[[8944,1024],[1024,2816]]", "((8944, 1024), (1024, 2816))", "[[8944, 1024], [1024, 2816]]"},
		{"[[16,559,1]]", "((16, 559, 1),)", "[[16, 559, 1]]"},
		{"[]", "()", "[]"},
		{"[[],[[1],[]]]", "((), ((1,), ()))", "[[], [[1], []]]"},
		{"[\"\",\"float\"]", "('', 'float')", "['', 'float']"},
		{"[\"it's\",\"a\\\"b'c\"]", "(\"it's\", 'a\"b\\'c')", "[\"it's\", 'a\"b\\'c']"},
		{"[\"\\n\\\\\\u00e9\"]", "('\\n\\\\\xc3\xa9',)", "['\\n\\\\\xc3\xa9']"},
		{"[true,false,null,1.50,1e-5,-3]", "(True, False, None, 1.5, 1e-05, -3)",
			"[True, False, None, 1.5, 1e-05, -3]"},
		{"{\"a\":[1]}", "{'a': (1,)}", "{'a': [1]}"},
		{"7", "7", "7"},
		{"c10::Half, float", "c10::Half, float", "c10::Half, float"},
		{"[1,[2", "(1, (2", "[1, [2"},
		{"[\"\\ud83d\\ude00\\ud83d\\q\\u12\"]", "('\xf0\x9f\x98\x80\xef\xbf\xbd\\\\q\\\\u12',)",
			"['\xf0\x9f\x98\x80\xef\xbf\xbd\\\\q\\\\u12']"},
	};
	struct buffer out = {0};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		for (int style = 0; style < ARGTEXT_STYLES; style++) {
			buffer_clear(&out);
			assert_true(argtext_add(&out, cases[i][0], strlen(cases[i][0]), style));
			assert_string_equal(out.data, cases[i][1 + style]);
		}
	}
	buffer_free(&out);
}

static void
arguments_are_read_in_short(void **state)
{
	static const char *const cases[][3] = {	/* column, as it was recorded, in short */
		{"input_dims", "((8, 1024), (1024,), ())", "8x1024 1024"},
		{"input_dims", "((), (3,), (), ())", "- 3"},
		{"input_dims", "((), ())", ""},
		{"input_dims", "(((32, 10), (1024,)), (), (7,))", "[32x10 1024] - 7"},
		{"input_dims", "(((16,),), ((16,),))", "[16] [16]"},
		{"input_strides", "((1024, 1), (1,))", "1024,1 1"},
		{"input_type", "('c10::BFloat16', '', 'Scalar')", "BFloat16, -, Scalar"},
		{"input_type", "('TensorList',)", "TensorList"},
		{"input_dims", "", NULL},
		{"input_dims", "[[8]]", NULL},
		{"name", "(anonymous)", NULL},
	};
	struct buffer out = {0};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		buffer_clear(&out);
		assert_int_equal(argbrief_column(&out, cases[i][0], cases[i][1]), cases[i][2] != NULL);
		if (cases[i][2])
			assert_string_equal(out.len ? out.data : "", cases[i][2]);
	}
	buffer_free(&out);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(intervals_that_touch_are_one),
		cmocka_unit_test(subtraction_leaves_what_lies_outside),
		cmocka_unit_test(sums_of_time_stop_at_the_ends),
		cmocka_unit_test(order_is_stable_for_any_keys),
		cmocka_unit_test(equal_keys_stand_as_numpy_leaves_them),
		cmocka_unit_test(numpy_order_ends_on_any_keys),
		cmocka_unit_test(groups_come_in_order_of_arrival),
		cmocka_unit_test(statistics_pass_over_what_is_no_number),
		cmocka_unit_test(arguments_print_as_python_does),
		cmocka_unit_test(arguments_are_read_in_short),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
