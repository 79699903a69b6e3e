/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trees compared: which profiler step of one trace is which of the other. */
#include "diff_support.h"

#include "base/hash.h"
#include <stdlib.h>

static const struct diff_options plain = {.python = MERGED_PYTHON_MODULES};

static void
expect(const char *a, const char *b, const char *expected)
{
	support_expect(a, b, &plain, expected);
}

#define STEP(n, time) "step " #n "\n op mm @[[1]]\n  kernel k =" #time "\n op relu\n  kernel r =1\n"

static void
a_step_more_stands_in_front(void **state)
{
	(void)state;
	expect(STEP(4, 10) STEP(5, 11), STEP(0, 90) STEP(1, 20) STEP(2, 21),
		"+ProfilerStep#0 0 91\n+ mm 0 90\n+  k 0 90\n+ relu 0 1\n+  r 0 1\n"
		" ProfilerStep#4 | ProfilerStep#1 11 21\n  mm 10 20\n   k 10 20\n  relu 1 1\n   r "
		"1 1\n"
		" ProfilerStep#5 | ProfilerStep#2 12 22\n  mm 11 21\n   k 11 21\n  relu 1 1\n   r "
		"1 1\n");
}

static void
steps_of_equal_numbers_belong_together(void **state)
{
	(void)state;
	expect(STEP(4, 10), STEP(4, 20) STEP(5, 21),
		" ProfilerStep#4 11 21\n  mm 10 20\n   k 10 20\n  relu 1 1\n   r 1 1\n"
		"+ProfilerStep#5 0 22\n+ mm 0 21\n+  k 0 21\n+ relu 0 1\n+  r 0 1\n");
}

static void
steps_that_do_the_same_belong_together_whatever_their_numbers(void **state)
{
	(void)state;
	expect("step 1\n op eval\n  kernel e =1\n" STEP(2, 10), STEP(1, 20),
		"-ProfilerStep#1 1 0\n- eval 1 0\n-  e 1 0\n"
		" ProfilerStep#2 | ProfilerStep#1 11 21\n  mm 10 20\n   k 10 20\n  relu 1 1\n   r "
		"1 1\n");
}

static void
steps_without_marks_are_matched_from_the_end(void **state)
{
	static const char step_a[] = "op mm @[[1]]\n kernel k =1\nop relu\n kernel r =1\n";
	static const char two[] = "op mm @[[1]]\n kernel k =9\nop relu\n kernel r =9\n"
		"op mm @[[1]]\n kernel k =2\nop relu\n kernel r =2\n";

	(void)state;
	expect(step_a, two,
		"+mm 0 9\n+ k 0 9\n+relu 0 9\n+ r 0 9\n mm 1 2\n  k 1 2\n relu 1 2\n  r 1 2\n");
}

/* Frames in which steps begin would hide them; they are left out. */
static void
steps_within_a_frame_are_found(void **state)
{
	const struct diff_options all = {.python = MERGED_PYTHON_ALL};
	static const char a[] = "frame train.py(1): main\n frame train.py(9): loop\n"
		"  step 1\n   frame model.py(2): forward\n    op f\n     kernel k =1\n"
		"  step 2\n   frame model.py(2): forward\n    op f\n     kernel k =2\n";
	static const char b[] = "frame train.py(1): main\n"
		" step 2\n  frame model.py(3): forward\n   op f\n    kernel k =3\n";

	(void)state;
	support_expect(a, b, &all,
		"-ProfilerStep#1 1 0\n- model.py(2): forward 1 0\n-  f 1 0\n-   k 1 0\n"
		" ProfilerStep#2 2 3\n  model.py(2): forward | model.py(3): forward 2 3\n   f 2 "
		"3\n    k 2 3\n");
}

static void
steps_of_one_side_only_are_no_layer(void **state)
{
	(void)state;
	expect(STEP(4, 10), "op mm @[[1]]\n kernel k =20\nop relu\n kernel r =1\n",
		" mm 10 20\n  k 10 20\n relu 1 1\n  r 1 1\n");
}

static void
two_steps_of_one_trace_compare(void **state)
{
	struct support_side a = support_outline(STEP(4, 10) STEP(5, 11));
	struct diff_options options = {.limit = {true, true}, .step = {4, 5}};
	struct tree_diff *diff = support_compare(&a, &a, &options);
	char *drawn = support_draw(diff);
	struct error err;

	(void)state;
	assert_string_equal(drawn, " mm 10 11\n  k 10 11\n relu 1 1\n  r 1 1\n");
	assert_true(diff->same && !diff->identical);
	free(drawn);
	tree_diff_free(diff);
	options.step[1] = 7;
	assert_int_equal(tree_diff_build(&diff, a.tree, a.tree, &options, &err), -1);
	assert_string_equal(err.message, "B: no step 7: the trace has steps 4 to 5");
	support_close(&a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_step_more_stands_in_front),
		cmocka_unit_test(steps_of_equal_numbers_belong_together),
		cmocka_unit_test(steps_that_do_the_same_belong_together_whatever_their_numbers),
		cmocka_unit_test(steps_without_marks_are_matched_from_the_end),
		cmocka_unit_test(steps_within_a_frame_are_found),
		cmocka_unit_test(steps_of_one_side_only_are_no_layer),
		cmocka_unit_test(two_steps_of_one_trace_compare),
	};

	hash_seed_init();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
