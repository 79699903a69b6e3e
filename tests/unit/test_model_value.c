/* SPDX-License-Identifier: GPL-3.0-or-later */
/* model/: values and recorded arguments as text. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "model/args.h"
#include <math.h>
#include <string.h>

static void
check_print(const char *text, const char *expected)
{
	struct arena arena = {0};
	struct buffer out = {0};
	struct value v;

	assert_int_equal(value_read(&v, text, strlen(text), &arena), 1);
	assert_true(value_print(&out, v));
	assert_string_equal(out.data, expected);
	buffer_free(&out);
	arena_free(&arena);
}

static void
values_print_as_python_does(void **state)
{
	(void)state;
	check_print("[[8944,1024],[],null]", "[[8944, 1024], [], None]");
	check_print("(1,)", "(1,)");
	check_print("((), (2, 'a'))", "((), (2, 'a'))");
	check_print("[\"it's\"]", "[\"it's\"]");
	check_print("[true, False, 0., 1e-05, -3]", "[True, False, 0.0, 1e-05, -3]");
	check_print("\"a\\u00b5\\n\"", "'a\xc2\xb5\n'");
	check_print("99999999999999999999", "1e+20");
}

static void
what_is_no_value_is_refused(void **state)
{
	static const char *const bad[] = {
		"", "[", "]", "[1", "[1 2]", "(1]", "{\"a\":1}", "[1,,2]", "\"", "\"\\", "\"\\u00\"", "\"\\x\"", "nope",
		"1x", "--1", "1e999", "[1]]", "1 2", "[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]", "\"\\u0000\"", ",",
	};
	struct arena arena = {0};
	struct value v;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
		assert_int_equal(value_read(&v, bad[i], strlen(bad[i]), &arena), 0);
	arena_free(&arena);
}

static void
equality_looks_inside_lists(void **state)
{
	struct arena arena = {0};
	struct value a, b;

	(void)state;
	assert_int_equal(value_read(&a, "[[1, 2.0], 'x']", 15, &arena), 1);
	assert_int_equal(value_read(&b, "((1, 2), \"x\")", 13, &arena), 1);
	assert_true(value_equal(a, b));
	assert_int_equal(value_read(&b, "((1, 3), \"x\")", 13, &arena), 1);
	assert_false(value_equal(a, b));
	assert_false(value_equal(a, value_int(1)));
	assert_true(value_equal(value_bool(true), value_int(1)));
	arena_free(&arena);
}

static void
truth_is_pythons(void **state)
{
	(void)state;
	assert_false(value_truth(value_text("")));
	assert_false(value_truth(value_text(NULL)));
	assert_true(value_truth(value_text("False")));
	assert_false(value_truth((struct value){ .kind = VALUE_LIST }));
	assert_true(isnan(value_number(value_text("1"))));
}

static void
damaged_and_absent_arguments_are_told_apart(void **state)
{
	struct arena arena = {0};
	struct model_args args;

	(void)state;
	assert_int_equal(model_args_read(&args, "[[1,2]", NULL, "[[2,1]]", "7", &arena), 0);
	assert_int_equal(args.damaged, 1 | 8);
	assert_int_equal(args.dims.kind, VALUE_NONE);
	assert_int_equal(args.types.kind, VALUE_NONE);
	assert_int_equal(args.strides.n, 1);
	assert_int_equal(args.concrete.kind, VALUE_NONE);
	arena_free(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_print_as_python_does),
		cmocka_unit_test(what_is_no_value_is_refused),
		cmocka_unit_test(equality_looks_inside_lists),
		cmocka_unit_test(truth_is_pythons),
		cmocka_unit_test(damaged_and_absent_arguments_are_told_apart),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
