/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers and strings as traces write them. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "trace/lex_priv.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A text with the zero bytes behind it that the lexer asks for. */
static const char *
padded(const char *text)
{
	static char room[4][512];
	static unsigned next;
	char *to = room[next++ % 4];

	memset(to, 0, sizeof(room[0]));
	memcpy(to, text, strlen(text));
	return to;
}

static bool
time_of(const char *text, int64_t *ns)
{
	const char *p = padded(text);

	return lex_time(p, p + strlen(text), ns);
}

static void
times_are_exact_nanoseconds(void **state)
{
	static const struct { const char *text; int64_t ns; } times[] = {
		{"0", 0}, {"5", 5000}, {"-4", -4000}, {"0.5", 500}, {"-0.5", -500}, {"1.", 1000},
		{"3743411231108.059", 3743411231108059}, {"1757999022704241.450", 1757999022704241450},
		{"12345678", 12345678000}, {"123456789", 123456789000}, {"999999999999999.999", 999999999999999999},
		{"0.0004", 0}, {"0.0005", 1}, {"0.9995", 1000}, {"-0.0005", -1}, {"1.23456789012345678", 1235},
		{"1e3", 1000000}, {"0.00000000000000000000000000000000000000000000000000000000000000000000002e72", 20000},
		{"2000000000000000000000000000000000000000000000000000000000000000000000e-68", 20000}, {"1.5E2", 150000}, {"9005e-1", 900500}, {"1.0205e3", 1020500}, {".5", 500},
		{"4611686018427387.903", INT64_C(4611686018427387903)},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(times) / sizeof(*times); i++) {
		int64_t ns = -1;

		if (!time_of(times[i].text, &ns) || ns != times[i].ns)
			fail_msg("%s read as %" PRId64, times[i].text, ns);
	}
}

static void
what_is_no_time_is_refused(void **state)
{
	static const char *const texts[] = {"", "-", "nan", "inf", "-inf", "Infinity", "null", "1.2.3", "1e", "1e999",
		"12a", "4611686018427387.904", "99999999999999999999", "1 2", "--1", "0x10", "1e+"};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		int64_t ns;

		if (time_of(texts[i], &ns))
			fail_msg("\"%s\" read as %" PRId64, texts[i], ns);
	}
}

/* Every number of digits before and behind the point, against plain arithmetic. */
static void
digits_of_any_number_are_read(void **state)
{
	(void)state;
	for (int whole = 1; whole <= 15; whole++)
		for (int decimals = 0; decimals <= 12; decimals++) {
			char text[64];
			int64_t expected = 0, ns;
			int used = 0;

			for (int i = 0; i < whole; i++) {
				text[used++] = (char)('1' + i % 9);
				expected = expected * 10 + 1 + i % 9;
			}
			expected *= 1000;
			if (decimals)
				text[used++] = '.';
			for (int i = 0; i < decimals; i++) {
				text[used++] = (char)('1' + i % 9);
				if (i < 3)
					expected += (1 + i) * (i == 0 ? 100 : i == 1 ? 10 : 1);
			}
			text[used] = '\0';
			assert_true(time_of(text, &ns));
			assert_int_equal(ns, expected);	/* the fourth decimal is 4: rounds down */
		}
}

static void
ids_keep_64_bits(void **state)
{
	uint64_t id;
	int64_t number;
	const char *p;

	(void)state;
#define ID(text) (p = padded(text), lex_id(p, p + strlen(text), &id))
	assert_true(ID("18446744073709551615"));
	assert_true(id == UINT64_MAX);
	assert_true(ID("4294967299"));
	assert_true(id == UINT64_C(4294967299));
	assert_true(ID("-1"));
	assert_true(id == 0);
	assert_true(ID("0x1f"));
	assert_true(id == 31);
	assert_false(ID("18446744073709551616"));
	assert_true(ID("3.0"));
	assert_true(id == 3);
	assert_true(ID("18446744073709551615.00"));
	assert_true(id == UINT64_MAX);
	assert_true(ID("12.5e1"));
	assert_true(id == 125);
	assert_true(ID("0.0"));
	assert_true(id == 0);
	assert_false(ID("1.5"));
	assert_false(ID("15e-1"));
	assert_false(ID("1e20"));
	assert_false(ID("."));
	assert_false(ID("1e"));
	assert_false(ID("3x"));
	assert_false(ID(""));
	p = padded("-9223372036854775807");
	assert_true(lex_int(p, p + 20, &number));
	assert_true(number == -INT64_MAX);
	p = padded("-7.0");
	assert_true(lex_int(p, p + 4, &number));
	assert_true(number == -7);
	p = padded("1.757999022704241e18");
	assert_true(lex_int(p, p + 20, &number));
	assert_true(number == INT64_C(1757999022704241000));
	p = padded("9223372036854775808");
	assert_false(lex_int(p, p + 19, &number));
}

static void
assert_decodes(const char *text, const char *expected)
{
	char out[256];
	const char *p = padded(text);
	size_t len = lex_decode(p, p + strlen(text), out);

	out[len] = '\0';
	assert_string_equal(out, expected);
}

static void
escapes_are_decoded_or_kept(void **state)
{
	(void)state;
	assert_decodes("a\\\"b\\\\c\\/d", "a\"b\\c/d");
	assert_decodes("\\u0041\\u00e9\\u6838", "A\xc3\xa9\xe6\xa0\xb8");
	assert_decodes("\\ud83d\\ude00", "\xf0\x9f\x98\x80");
	assert_decodes("\\ud83d!", "\\ud83d!");
	assert_decodes("C:\\work\\app\\main.py", "C:\\work\\app\\main.py");
	assert_decodes("D:\\data\\unit", "D:\\data\\unit");
	assert_decodes("\\u0000", "\\u0000");
	assert_decodes("end\\", "end\\");
}

static size_t
skipped(const char *text, unsigned *marks, enum lex_stop *stop)
{
	const char *p = padded(text), *end;
	struct lex lex = {.end = p + strlen(text)};

	end = lex_skip_value(&lex, p);
	*marks = lex.marks;
	*stop = lex.stop;
	return end ? (size_t)(end - p) : SIZE_MAX;
}

static void
values_of_any_kind_are_skipped(void **state)
{
	unsigned marks;
	enum lex_stop stop;

	(void)state;
	assert_int_equal(skipped("[[1, 2], {\"a\": \"]\"}], 3", &marks, &stop), 20);
	assert_int_equal(marks, 0);
	assert_int_equal(skipped("\"a\\\"b\", 1", &marks, &stop), 6);
	assert_int_equal(marks, LEX_ESCAPED);
	assert_int_equal(skipped("\"\\c\", 1", &marks, &stop), 4);
	assert_int_equal(marks, LEX_ESCAPED | LEX_ESCAPE);
	assert_int_equal(skipped("\"a\nb\"}", &marks, &stop), 5);
	assert_int_equal(marks, LEX_CONTROL);
	assert_int_equal(skipped("-inf}", &marks, &stop), 4);
	assert_int_equal(marks, 0);
	assert_int_equal(skipped("undefined}", &marks, &stop), 9);
	assert_int_equal(marks, LEX_VALUE);
	assert_int_equal(skipped("[1, 2}", &marks, &stop), SIZE_MAX);
	assert_int_equal(stop, LEX_BAD);
	assert_int_equal(skipped("[1, [2]", &marks, &stop), SIZE_MAX);
	assert_int_equal(stop, LEX_MORE);
	assert_int_equal(skipped("\"open", &marks, &stop), SIZE_MAX);
	assert_int_equal(stop, LEX_MORE);
	assert_int_equal(skipped("12", &marks, &stop), SIZE_MAX);
	assert_int_equal(stop, LEX_MORE);
}

static void
whole_json_is_told_from_what_only_balances(void **state)
{
	static const struct { const char *text; bool json; } texts[] = {
		{"1", true}, {" null ", true}, {"\"a\"", true}, {"[]", true}, {"{}", true}, {"[ [ ] , { } ]", true},
		{"{\"a\": [1, -2.5e3, {\"b\": null}], \"c\": \"d\"}", true}, {"[1,]", true}, {"{\"a\": 1,}", true},
		{"[nan, inf, -Infinity]", true}, {"\"\t\"", true},
		{"", false}, {"[", false}, {"[}", false}, {"[1 2]", false}, {"{1: 2}", false}, {"{\"a\"}", false},
		{"{\"a\": }", false}, {"{\"a\" 1}", false}, {"[,]", false}, {"{\"a\": 1 \"b\": 2}", false},
		{"[1] 2", false}, {"[hello]", false}, {"[\"\\U\"]", true}, {"[\"a\"b\"]", false},
		{"{\"GPU \"A\"\": 1}", false},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		if (lex_is_json(padded(texts[i].text), strlen(texts[i].text)) != texts[i].json)
			fail_msg("%s is taken for %s", texts[i].text, texts[i].json ? "no JSON" : "JSON");
}

static void
objects_of_any_depth_are_skipped(void **state)
{
	char text[512];
	unsigned marks;
	enum lex_stop stop;

	(void)state;
	for (size_t depth = 62; depth <= 72; depth++) {
		size_t used = 0;

		memset(text, 0, sizeof(text));
		for (size_t i = 0; i < depth; i++)
			used += (size_t)sprintf(text + used, "{\"a\":");
		memset(text + used, '}', depth);
		assert_int_equal(skipped(text, &marks, &stop), used + depth);
		text[used] = ']';	/* of the innermost, which is known */
		assert_int_equal(skipped(text, &marks, &stop), SIZE_MAX);
		assert_int_equal(stop, LEX_BAD);
	}
}

static void
json_is_known_up_to_256_levels(void **state)
{
	char text[2 * 257 + LEX_PAD] = "";

	(void)state;
	for (size_t depth = 255; depth <= 257; depth++) {
		memset(text, '[', depth);
		memset(text + depth, ']', depth);
		assert_int_equal(lex_is_json(text, 2 * depth), depth <= 256);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(times_are_exact_nanoseconds),
		cmocka_unit_test(what_is_no_time_is_refused),
		cmocka_unit_test(digits_of_any_number_are_read),
		cmocka_unit_test(ids_keep_64_bits),
		cmocka_unit_test(escapes_are_decoded_or_kept),
		cmocka_unit_test(values_of_any_kind_are_skipped),
		cmocka_unit_test(whole_json_is_told_from_what_only_balances),
		cmocka_unit_test(objects_of_any_depth_are_skipped),
		cmocka_unit_test(json_is_known_up_to_256_levels),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
