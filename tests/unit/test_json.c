/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON that people write: what is refused and why, numbers as text, and no memory anywhere in it. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "model/json_read.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Linked with --wrap: the allocation that fails, from 1; 0: none does. */
static long fails, allocations;
static bool fails_on;

void *__real_arena_alloc(struct arena *arena, size_t size);
void *__wrap_arena_alloc(struct arena *arena, size_t size);

void *
__wrap_arena_alloc(struct arena *arena, size_t size)
{
	allocations++;
	if (fails && (fails_on ? allocations >= fails : allocations == fails))
		return NULL;
	return __real_arena_alloc(arena, size);
}

static struct json_text
text_of(const char *text, size_t len)
{
	return (struct json_text){ .path = "x.json", .text = text, .len = len };
}

static void
what_is_wrong_is_told_with_its_line(void **state)
{
	static const struct {
		const char *text, *error;
	} cases[] = {
		{ "", "x.json:1: the end is missing" },
		{ " \n\n", "x.json:3: the end is missing" },
		{ "{\"a\":\n[1,\n", "x.json:3: the end is missing" },
		{ "{\"a\n\": 1}", "x.json:1: unexpected newline near '\"a'" },
		{ "{}\n\nx", "x.json:3: something follows the end" },
		{ "{} \n{}", "x.json:2: something follows the end" },
		{ "[\n\"\xff\"]", "x.json:2: not UTF-8" },
		{ "[\n\"\xe2\x82\"]", "x.json:2: not UTF-8" },
		{ "{}\n\xff", "x.json:2: not UTF-8" },
		{ "[\"a\\u0000b\"]", "x.json:1: \\u0000 in a text" },
		{ "{\"a\\u0000b\": 1}", "x.json:1: \\u0000 in a text" },
		{ "[9223372036854775808]", "x.json:1: a number is too large" },
		{ "[-9223372036854775809]", "x.json:1: a number is too large" },
		{ "[\n1e999]", "x.json:2: a number is too large" },
		{ "[NaN]", "x.json:1: invalid token near 'NaN'" },
		{ "[\n-Infinity]", "x.json:2: invalid token near '-'" },
		{ "[1,]", "x.json:1: unexpected token near ']'" },
		{ "[ // 1\n]", "x.json:1: invalid token near '/'" },
		{ "{\"a\": 1\n\"b\": 2}", "x.json:2: '}' expected near '\"b\"'" },
		{ "['a']", "x.json:1: invalid token near '''" },
		{ "[01]", "x.json:1: invalid token near '0'" },
	};
	struct error err;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct json_text text = text_of(cases[i].text, strlen(cases[i].text));

		assert_null(json_text_parse(&text, &err));
		assert_string_equal(err.message, cases[i].error);
		json_text_free(&text);
	}
}

static void
nul_bytes_are_no_end(void **state)
{
	static const char inside[] = "[\n\"a\0b\"]", behind[] = "[\n1\n]\n\0";
	struct json_text text = text_of(inside, sizeof(inside) - 1);
	struct error err;

	(void)state;
	assert_null(json_text_parse(&text, &err));
	assert_string_equal(err.message, "x.json:2: a NUL byte");
	json_text_free(&text);
	text = text_of(behind, sizeof(behind) - 1);
	assert_null(json_text_parse(&text, &err));
	assert_string_equal(err.message, "x.json:4: a NUL byte");
	json_text_free(&text);
}

static void
deep_nesting_ends_at_2048(void **state)
{
	static char deep[2 * 2049 + 1];
	struct json_text text;
	struct error err;

	(void)state;
	for (int n = 2048; n <= 2049; n++) {
		memset(deep, '[', (size_t)n);
		memset(deep + n, ']', (size_t)n);
		text = text_of(deep, 2 * (size_t)n);
		if (n == 2048)
			assert_non_null(json_text_parse(&text, &err));
		else
			assert_null(json_text_parse(&text, &err));
		json_text_free(&text);
	}
	assert_string_equal(err.message, "x.json:1: nested too deeply");
}

static void
values_are_text_as_they_were_written(void **state)
{
	static const struct {
		const char *value, *text;
	} cases[] = {
		{ "1", "1" }, { "-0", "0" }, { "9223372036854775807", "9223372036854775807" },
		{ "-9223372036854775808", "-9223372036854775808" }, { "0.5", "0.5" }, { "0.50", "0.5" },
		{ "0.1", "0.1" }, { "2.0", "2.0" }, { "1e3", "1000.0" }, { "-1.5E-7", "-1.5e-07" },
		{ "123456789.123456789", "123456789.12345679" }, { "66.9", "66.9" }, { "1e300", "1e+300" },
		{ "true", "true" }, { "false", "false" }, { "null", "null" }, { "\"\"", "" },
		{ "\"D0[0]\"", "D0[0]" }, { "\"a\\n\\u00e9\\ud83d\\ude00\"", "a\n\xc3\xa9\xf0\x9f\x98\x80" },
		{ "[1,2]", "[1, 2]" }, { "{\"b\":1,\"a\":[]}", "{\"b\": 1, \"a\": []}" },
	};
	struct error err;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct json_text text = text_of(cases[i].value, strlen(cases[i].value));
		const json_t *value = json_text_parse(&text, &err);

		assert_non_null(value);
		assert_string_equal(json_value_text(&text, value), cases[i].text);
		json_text_free(&text);
	}
}

/* More of them than any order of hashes would leave alone. */
static void
members_stay_in_order_and_the_last_of_two_counts(void **state)
{
	static const char members[] = "{\"q\":1,\"w\":2,\"e\":3,\"r\":4,\"t\":5,\"y\":6,\"u\":7,\"i\":8,\"o\":9,"
		"\"p\":10,\"a\":11,\"s\":12,\"d\":13,\"f\":14,\"g\":15,\"h\":16,\"w\":17}";
	struct json_text text = text_of(members, strlen(members));
	json_t *root, *value;
	char names[32] = "";
	struct error err;
	const char *key;

	(void)state;
	root = json_text_parse(&text, &err);
	assert_non_null(root);
	json_object_foreach(root, key, value)
		strncat(names, key, 1);
	assert_string_equal(names, "qwertyuiopasdfgh");
	assert_int_equal(json_integer_value(json_object_get(root, "w")), 17);
	json_text_free(&text);
}

/*
 * Every allocation that jansson asks for fails, alone and with all behind it. Tokens of 8 to 40 bytes,
 * so that for each byte of one there is one that needs a larger buffer just there.
 */
static void
no_memory_is_never_something_else(void **state)
{
	static const struct {
		const char *before, *behind;
		char sign;
	} forms[] = {
		{ "[\"", "\"]", 'a' }, { "{\"", "\": [1.5, {\"a\": true}]}", 'a' }, { "[1", "e5, -7]", '0' }, { "[", "", 'a' },
	};
	struct error err;

	(void)state;
	for (int i = 0; i < 4 * 33 * 2; i++) {
		int form = i / 2 % 4, len = 8 + i / 8;
		char token[64] = "", written[128];

		memset(token, forms[form].sign, (size_t)len);
		snprintf(written, sizeof(written), "%s%s%s", forms[form].before, token, forms[form].behind);
		fails_on = i % 2;
		for (fails = 1;; fails++) {
			struct json_text text = text_of(written, strlen(written));
			const json_t *root;

			allocations = 0;
			root = json_text_parse(&text, &err);
			json_text_free(&text);
			if (allocations < fails)
				break;
			assert_null(root);
			assert_string_equal(err.message, "out of memory while reading JSON");
		}
		assert_true(fails > 1);
	}
	fails = 0;
}

static void
no_memory_for_a_value_as_text(void **state)
{
	static const char list[] = "[[1, 2.5], {\"aaaaaaaaaaaaaaaaaaaaaaaa\": \"bbbbbbbbbbbbbbbbbbbbbbbbbbbbb\"}]";
	struct json_text text = text_of(list, strlen(list));
	const json_t *root;
	const char *written;
	struct error err;

	(void)state;
	root = json_text_parse(&text, &err);
	assert_non_null(root);
	fails_on = false;
	for (fails = 1;; fails++) {
		allocations = 0;
		written = json_value_text(&text, root);
		if (allocations < fails)
			break;
		assert_null(written);
	}
	assert_true(fails > 3);
	assert_string_equal(written, list);
	json_text_free(&text);
	fails = 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_wrong_is_told_with_its_line),
		cmocka_unit_test(nul_bytes_are_no_end),
		cmocka_unit_test(deep_nesting_ends_at_2048),
		cmocka_unit_test(values_are_text_as_they_were_written),
		cmocka_unit_test(members_stay_in_order_and_the_last_of_two_counts),
		cmocka_unit_test(no_memory_is_never_something_else),
		cmocka_unit_test(no_memory_for_a_value_as_text),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
