/* SPDX-License-Identifier: GPL-3.0-or-later */
/* base/: numbers as text, UTF-8, interning. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "analysis/keymap.h"
#include "base/error.h"
#include "base/gaps.h"
#include "base/intern.h"
#include "base/minmax.h"
#include "base/text.h"
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static void
times_are_exact_decimals(void **state)
{
	char out[32];

	(void)state;
	assert_string_equal(text_us(out, 12500), "12.5");
	assert_string_equal(text_us(out, -1), "-0.001");
	assert_string_equal(text_us(out, 0), "0");
	assert_string_equal(text_us(out, INT64_MIN), "-9223372036854775.808");
	assert_string_equal(text_us_parted(out, INT64_MIN), "-9,223,372,036,854,775.808");
	assert_string_equal(text_us_parted(out, 999999), "999.999");
	assert_string_equal(text_us_parted(out, 1000000), "1,000");
	assert_string_equal(text_us_parted(out, -1234567890), "-1,234,567.89");
	assert_string_equal(text_ms(out, 1000001), "1.000001");
}

static void
reals_read_back_the_same(void **state)
{
	static const double values[] = {0.1, 1e-5, 31.903115234375, 1e300, -2.5, 84.4844258626302};
	char out[32];

	(void)state;
	for (size_t i = 0; i < sizeof(values) / sizeof(*values); i++) {
		double back;

		assert_int_equal(sscanf(text_real(out, values[i]), "%lf", &back), 1);
		assert_true(back == values[i]);
	}
	assert_string_equal(text_real(out, 12), "12.0");
	assert_string_equal(text_real(out, 0.1), "0.1");
	assert_string_equal(text_real(out, NAN), "");
}

static void
reals_look_as_in_python(void **state)
{
	static const struct {
		double value;
		const char *text;
	} cases[] = {
		{1e15, "1000000000000000.0"}, {1e16, "1e+16"}, {1e-5, "1e-05"}, {0.0001, "0.0001"},
		{0.00012345, "0.00012345"}, {-0.0, "-0.0"}, {0, "0.0"}, {123456789012345680.0, "1.2345678901234568e+17"},
		{1234567890123456.7, "1234567890123456.8"}, {5e-324, "5e-324"}, {-1.5e-7, "-1.5e-07"},
		{1e100, "1e+100"}, {100, "100.0"}, {1.0 / 3, "0.3333333333333333"}, {-INFINITY, "-inf"},
		{9999999999999998.0, "9999999999999998.0"}, {DBL_MAX, "1.7976931348623157e+308"},
	};
	char out[32];

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		assert_string_equal(text_real(out, cases[i].value), cases[i].text);
}

static void
invalid_utf8_is_seen(void **state)
{
	(void)state;
	assert_true(text_is_utf8("na\xc3\xafve_\xe6\xa0\xb8", 10));
	assert_false(text_is_utf8("k\xe9", 2));
	assert_false(text_is_utf8("\xc0\x80", 2));
	assert_false(text_is_utf8("\xed\xa0\x80", 3));
}

static void
terminal_text_has_no_controls(void **state)
{
	char out[64];

	(void)state;
	assert_int_equal(text_sanitise(out, sizeof(out), "a\x1b[31mb", 7, 40), 7);
	assert_string_equal(out, "a\xef\xbf\xbd[31mb");
	assert_int_equal(text_sanitise(out, sizeof(out), "abcdef", 6, 3), 3);
	assert_string_equal(out, "abc");
}

static void
errors_are_safe_to_print(void **state)
{
	struct error err;

	(void)state;
	assert_int_equal(error_set_at(&err, 7, "%s", "a\nb\x1b c\xc2\x9b" "31m d\xe2\x80\xae e\xc3\xa9 f\xff"), -1);
	assert_string_equal(err.message, "a\xef\xbf\xbd" "b\xef\xbf\xbd c\xef\xbf\xbd" "31m d\xef\xbf\xbd e\xc3\xa9 f\xef\xbf\xbd");
	assert_int_equal(err.offset, 7);
	error_set(&err, "%0600d", 1);
	assert_int_equal(strlen(err.message), sizeof(err.message) - 1);
}

static void
widths_do_not_ask_the_locale(void **state)
{
	(void)state;
	assert_int_equal(text_code_width('a'), 1);
	assert_int_equal(text_code_width(0xe9), 1);
	assert_int_equal(text_code_width(0x301), 0);
	assert_int_equal(text_code_width(0x1161), 0);
	assert_int_equal(text_code_width(0x1100), 2);
	assert_int_equal(text_code_width(0x6838), 2);
	assert_int_equal(text_code_width(0xff21), 2);
	assert_int_equal(text_code_width(0x1f680), 2);
	assert_int_equal(text_code_width(0x20b9f), 2);
	assert_int_equal(text_code_width(0x2502), 1);
	assert_int_equal(text_code_width(0x10ffff), 1);
	assert_int_equal(text_code_width(0x202e), 1);
	assert_int_equal(text_width("na\xc3\xafve_\xe6\xa0\xb8", 10), 8);
}

static void
interning_numbers_by_arrival(void **state)
{
	struct intern table = {0};
	char name[16];

	(void)state;
	for (uint32_t i = 0; i < 1000; i++) {
		int len = snprintf(name, sizeof(name), "op %u", i);

		assert_int_equal(intern_add(&table, name, (size_t)len), i);
	}
	assert_int_equal(intern_add(&table, "op 7", 4), 7);
	assert_int_equal(intern_find(&table, "op 999", 6), 999);
	assert_int_equal(intern_find(&table, "op", 2), INTERN_NONE);
	assert_string_equal(intern_text(&table, 42), "op 42");
	intern_free(&table);
}

/* Against looking at each: small numbers, so that many are equal, while the array grows, changes and is emptied. */
static void
the_next_small_and_the_last_large_number_are_found(void **state)
{
	struct minmax m = {0};
	int64_t plain[200];
	unsigned seed = 7;

	(void)state;
	for (unsigned round = 0; round < 3; round++, minmax_clear(&m)) {
		assert_int_equal(minmax_first_most(&m, 0, INT64_MAX), MINMAX_NONE);
		assert_int_equal(minmax_last_least(&m, 0, INT64_MIN), MINMAX_NONE);
		for (size_t n = 1; n <= 200; n++) {
			size_t from, wanted;
			int64_t limit;

			plain[n - 1] = (int64_t)((seed = seed * 1103515245 + 12345) >> 16) % 50;
			assert_true(minmax_add(&m, plain[n - 1]));
			from = ((seed = seed * 1103515245 + 12345) >> 16) % n;
			plain[from] = (int64_t)((seed = seed * 1103515245 + 12345) >> 16) % 50;
			minmax_set(&m, from, plain[from]);
			limit = (int64_t)((seed = seed * 1103515245 + 12345) >> 16) % 54 - 2;
			for (wanted = from; wanted < n && plain[wanted] > limit;)
				wanted++;
			assert_int_equal(minmax_first_most(&m, from, limit), wanted < n ? wanted : MINMAX_NONE);
			for (wanted = from; wanted && plain[wanted - 1] < limit;)
				wanted--;
			assert_int_equal(minmax_last_least(&m, from, limit), wanted ? wanted - 1 : MINMAX_NONE);
		}
	}
	minmax_free(&m);
}

/* What is known is found without memory, also where the next new one would need some. */
static void
known_keys_take_no_memory(void **state)
{
	struct intern table = {0};
	struct keymap map = {.width = 1};
	uint32_t slots = 0, map_slots = 0, i = 0;
	char name[16];

	(void)state;
	for (; i < 100 && (!slots || table.n < slots / 2); i++) {
		assert_int_equal(intern_add(&table, name, (size_t)snprintf(name, sizeof(name), "%u", i)), i);
		slots = table.n_slots;
		assert_int_equal(keymap_add(&map, &i), i);
		map_slots = map.n_slots;
	}
	assert_true(table.n == slots / 2 && map.n == map_slots / 2);
	assert_int_equal(intern_add(&table, "7", 1), 7);
	assert_int_equal(keymap_add(&map, &(const uint32_t){7}), 7);
	assert_int_equal(table.n_slots, slots);
	assert_int_equal(map.n_slots, map_slots);
	assert_int_equal(keymap_add(&map, &i), i);
	assert_int_equal(map.n_slots, 2 * map_slots);
	intern_free(&table);
	keymap_free(&map);
}

static void
gaps_are_told_as_ranges(void **state)
{
	static const int64_t there[] = {0, 2, 2, 5, 6, 10, 99}, all[] = {-1, 0, 1};
	struct buffer out = {0};

	(void)state;
	assert_int_equal(gaps_add(&out, there, 7, 16), 11);
	assert_string_equal(out.data, "1, 3-4, 7-9, 11-15");
	buffer_clear(&out);
	assert_int_equal(gaps_add(&out, there, 6, 11), 6);
	assert_string_equal(out.data, "1, 3-4, 7-9");
	buffer_clear(&out);
	assert_int_equal(gaps_add(&out, NULL, 0, 2), 2);
	assert_string_equal(out.data, "0-1");
	buffer_clear(&out);
	assert_int_equal(gaps_add(&out, all, 3, 2), 0);
	assert_int_equal(gaps_add(&out, all, 3, -1), 0);
	assert_int_equal(out.len, 0);
	buffer_free(&out);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_next_small_and_the_last_large_number_are_found),
		cmocka_unit_test(times_are_exact_decimals),
		cmocka_unit_test(reals_read_back_the_same),
		cmocka_unit_test(reals_look_as_in_python),
		cmocka_unit_test(invalid_utf8_is_seen),
		cmocka_unit_test(terminal_text_has_no_controls),
		cmocka_unit_test(errors_are_safe_to_print),
		cmocka_unit_test(widths_do_not_ask_the_locale),
		cmocka_unit_test(interning_numbers_by_arrival),
		cmocka_unit_test(known_keys_take_no_memory),
		cmocka_unit_test(gaps_are_told_as_ranges),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
