/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a search finds: plain text, and expressions where the text is one. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/hash.h"
#include "tui/pattern.h"
#include <stdio.h>
#include <string.h>

static bool
finds(const char *what, const char *text)
{
	struct pattern pattern = {0};
	bool first, again;

	pattern_set(&pattern, what);
	first = pattern_matches(&pattern, text, strlen(text));
	again = pattern_matches(&pattern, text, strlen(text));
	assert_int_equal(first, again);
	pattern_free(&pattern);
	return first;
}

static void
text_is_found_as_it_stands(void **state)
{
	static const char *const names[] = {"void f<4, int*>(char const*, ...)", "operator+(a)", "a[0]", "x || y", "^", "$",
		"lambda{auto:1}", "C:\\temp\\1", "((", "a**", "[", "*"};

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		char text[100];

		snprintf(text, sizeof(text), "before %s behind", names[i]);
		assert_true(finds(names[i], text));
		assert_false(finds(names[i], "nothing of it"));
	}
	assert_false(finds("", "anything"));
}

static void
a_capital_makes_case_count(void **state)
{
	(void)state;
	assert_true(finds("gemm", "sm80_GEMM_tn"));
	assert_false(finds("Gemm", "sm80_gemm_tn"));
	assert_true(finds("gemm.*tn", "sm80_GEMM_128_TN"));
	assert_false(finds("gemm.*TN", "sm80_gemm_128_tn"));
	assert_true(finds("gemm.*TN", "sm80_gemm_128_TN"));
}

static void
expressions_are_found_too(void **state)
{
	(void)state;
	assert_true(finds("gemm.*tn", "sm80_gemm_128x64_tn"));
	assert_true(finds("gemm.*tn", "the text gemm.*tn"));
	assert_false(finds("gemm.*tn", "tn_gemm"));
	assert_true(finds("nvjet|cutlass", "cutlass::Kernel2"));
	assert_true(finds("^aten::(mm|bmm)$", "aten::bmm"));
	assert_false(finds("^aten::(mm|bmm)$", "aten::addmm"));
	assert_true(finds("[0-9]+x[0-9]+", "tile 128x64"));
	assert_true(finds("\\(int\\)", "f(int)"));
	assert_false(finds("\\(int\\)", "f int"));
}

static void
names_make_no_expressions(void **state)
{
	(void)state;
	assert_false(finds("torch.nn", "torch/nn"));
	assert_false(finds("f(int)", "fint"));
	assert_false(finds("linear()", "linear"));
	assert_false(finds("a{2}", "aa"));
	assert_false(finds("(a)\\1*", "aa"));
	assert_false(finds("a(*", "a"));
}

static void
nothing_is_no_hit(void **state)
{
	(void)state;
	assert_false(finds("x*", "abc"));
	assert_true(finds("x*", "abcx"));
	assert_true(finds("b*", "aabaa"));
	assert_false(finds("^", "abc"));
	assert_false(finds("a|", "bcd"));
}

static void
text_ends_where_it_is_said_to(void **state)
{
	struct pattern pattern = {0};
	size_t begin, end;

	(void)state;
	pattern_set(&pattern, "b+$");
	assert_true(pattern_matches(&pattern, "abbcc", 3));
	assert_false(pattern_matches(&pattern, "abbcc", 5));
	assert_true(pattern_find(&pattern, "abbcc", 3, &begin, &end));
	assert_int_equal(begin, 1);
	assert_int_equal(end, 3);
	pattern_set(&pattern, "b");
	assert_false(pattern_find(&pattern, "b", 1, &begin, &end));
	pattern_free(&pattern);
	assert_int_equal(pattern.len, 0);
}

/* More distinct texts than are remembered, twice. */
static void
many_texts(void **state)
{
	struct pattern pattern = {0};

	(void)state;
	pattern_set(&pattern, "k[0-9]*7$");
	for (int round = 0; round < 2; round++) {
		unsigned hits = 0;

		for (int i = 0; i < 100000; i++) {
			char text[32];

			hits += pattern_matches(&pattern, text, (size_t)snprintf(text, sizeof(text), "k%d", i));
		}
		assert_int_equal(hits, 10000);
	}
	pattern_free(&pattern);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_is_found_as_it_stands),
		cmocka_unit_test(a_capital_makes_case_count),
		cmocka_unit_test(expressions_are_found_too),
		cmocka_unit_test(names_make_no_expressions),
		cmocka_unit_test(nothing_is_no_hit),
		cmocka_unit_test(text_ends_where_it_is_said_to),
		cmocka_unit_test(many_texts),
	};

	hash_seed_init();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
