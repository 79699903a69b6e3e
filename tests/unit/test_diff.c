/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trees compared: pairs made by hand, with the merged tree that is to come of them. */
#include "diff_support.h"

#include "base/hash.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const struct diff_options plain = {.python = MERGED_PYTHON_MODULES};

static void
expect(const char *a, const char *b, const char *expected)
{
	support_expect(a, b, &plain, expected);
}

/* --- names ----------------------------------------------------------------------------- */

static void
a_backends_op_is_compared_at_the_op_above(void **state)
{
	(void)state;
	expect("op aten::_convolution @[[4,3]]\n"
		" op aten::cudnn_convolution @[[4,3]]\n"
		"  kernel nchwToNhwc =10\n"
		"  kernel fprop =90\n"
		" op aten::add_ @[[4,8]]\n"
		"  kernel add =4\n",
		"op aten::_convolution @[[4,3]]\n"
		" op aten::miopen_convolution @[[4,3]]\n"
		"  kernel igemm =30 /hipExtModuleLaunchKernel\n"
		" op aten::add_ @[[4,8]]\n"
		"  kernel add =7 /hipLaunchKernel\n",
		" aten::_convolution 104 37\n"
		"- aten::cudnn_convolution 100 0\n"
		"-  nchwToNhwc 10 0\n"
		"-  fprop 90 0\n"
		"+ aten::miopen_convolution 0 30\n"
		"+  igemm 0 30\n"
		"  aten::add_ 4 7\n"
		"   add 4 7\n");
}

static void
ops_that_hold_the_same_are_the_same_under_another_name(void **state)
{
	(void)state;
	expect("op aten::cudnn_batch_norm\n"
		" op aten::mean\n"
		"  kernel k =1\n"
		" op aten::var\n"
		"  kernel k =1\n",
		"op aten::miopen_batch_norm\n"
		" op aten::mean\n"
		"  kernel k =2\n"
		" op aten::var\n"
		"  kernel k =3\n",
		"~aten::cudnn_batch_norm | aten::miopen_batch_norm 2 5\n"
		"  aten::mean 1 2\n"
		"   k 1 2\n"
		"  aten::var 1 3\n"
		"   k 1 3\n");
}

static void
cuda_and_hip_call_alike_what_does_the_same(void **state)
{
	static const char a[] =
		"op f\n kernel k =1 /cudaLaunchKernel\n kernel k =1 /cudaLaunchKernelExC\n kernel "
		"k =1 /cuLaunchKernel\n"
		" memset Memset (Device) =2 /cudaMemsetAsync\n copy Memcpy HtoD =3 "
		"/cudaMemcpyAsync\n";
	static const char b[] =
		"op f\n kernel k =1 /hipLaunchKernel\n kernel k =1 /hipExtModuleLaunchKernel\n"
		" kernel k =1 /hipModuleLaunchKernel\n"
		" memset Memset (Device) =2 /hipMemsetAsync\n copy Memcpy HtoD =3 "
		"/hipMemcpyWithStream\n";
	struct support_side of_a = support_outline(a), of_b = support_outline(b);
	struct tree_diff *diff = support_compare(&of_a, &of_b, &plain);

	(void)state;
	assert_true(diff->same && diff->identical);
	assert_int_equal(diff->count[DIFF_BOTH], 11);
	tree_diff_free(diff);
	support_close(&of_a);
	support_close(&of_b);
	expect("op f\n memset Memset (Device) =2\n", "op f\n kernel fill =2\n",
		" f 2 2\n- Memset (Device) 2 0\n+ fill 0 2\n");	/* a set is no launch */
}

static void
addresses_lines_and_numbers_do_not_count(void **state)
{
	const struct diff_options all = {.python = MERGED_PYTHON_ALL};

	(void)state;
	support_expect("frame a/model.py(12): forward\n"
		" frame <built-in method at 0x7f01>\n"
		"  frame nn.Module: Linear_3\n"
		"   op f\n"
		"    kernel k =1\n",
		"frame b/model.py(13): forward\n"
		" frame <built-in method at 0x55>\n"
		"  frame nn.Module: Linear_0\n"
		"   op f\n"
		"    kernel k =1\n", &all,
		" a/model.py(12): forward | b/model.py(13): forward 1 1\n"
		"  <built-in method at 0x7f01> | <built-in method at 0x55> 1 1\n"
		"   nn.Module: Linear_3 | nn.Module: Linear_0 1 1\n"
		"    f 1 1\n"
		"     k 1 1\n");
}

static void
kernels_of_one_template_are_the_same_under_another_name(void **state)
{
	(void)state;
	expect("op f\n kernel void add<4, (anonymous namespace)::F>(int) =1\n kernel gemm_a =5\n",
		"op f\n kernel void add<8, (anonymous namespace)::F>(int, int) =2\n kernel gemm_b "
		"=6\n",
		" f 6 8\n"
		"~ void add<4, (anonymous namespace)::F>(int) | void add<8, (anonymous "
		"namespace)::F>(int, int) 1 2\n"
		"- gemm_a 5 0\n"
		"+ gemm_b 0 6\n");
}

/* --- order and position ------------------------------------------------------------------- */

static void
a_root_more_does_not_shift_the_others(void **state)
{
	(void)state;
	expect("op mm @[[1]]\n kernel k =1\nop relu\n kernel r =1\n",
		"op zeros\n kernel z =9\nop mm @[[1]]\n kernel k =2\nop relu\n kernel r =3\n",
		"+zeros 0 9\n+ z 0 9\n mm 1 2\n  k 1 2\n relu 1 3\n  r 1 3\n");
}

static void
lists_as_long_are_not_matched_by_position(void **state)
{
	(void)state;
	expect("op f\n op x\n  kernel k =1\n op y\n  kernel k =2\n",
		"op f\n op y\n  kernel k =3\n op z\n  kernel k =4\n",
		" f 3 7\n- x 1 0\n-  k 1 0\n  y 2 3\n   k 2 3\n+ z 0 4\n+  k 0 4\n");
	expect("op x\n kernel k =1\nop y\n kernel k =2\n",
		"op y\n kernel k =3\nop z\n kernel k =4\n",
		"-x 1 0\n- k 1 0\n y 2 3\n  k 2 3\n+z 0 4\n+ k 0 4\n");
}

static void
arguments_tell_equal_names_apart(void **state)
{
	(void)state;
	expect("op f\n op linear @[[1]]\n  kernel q =1\n op linear @[[2]]\n  kernel k =2\n op "
		"linear @[[3]]\n  kernel v =3\n",
		"op f\n op linear @[[1]]\n  kernel q =4\n op linear @[[3]]\n  kernel v =6\n",
		" f 6 10\n  linear 1 4\n   q 1 4\n- linear 2 0\n-  k 2 0\n  linear 3 6\n   v 3 "
		"6\n");
}

static void
what_stands_elsewhere_is_found(void **state)
{
	(void)state;
	expect("op f\n op x @[[1]]\n  kernel k =1\n op y @[[2]]\n  kernel l =2\n op z @[[3]]\n  "
		"kernel m =3\n",
		"op f\n op y @[[2]]\n  kernel l =5\n op z @[[3]]\n  kernel m =6\n op x @[[1]]\n  "
		"kernel k =4\n",
		" f 6 15\n> x 1 4\n   k 1 4\n  y 2 5\n   l 2 5\n  z 3 6\n   m 3 6\n");
}

static void
a_layer_less_is_the_one_that_is_not_there(void **state)
{
	static const char a[] =
		"frame nn.Module: Block_0\n op mm @[[1]]\n  kernel k =1\n"
		"frame nn.Module: Block_1\n op mm @[[2]]\n  kernel k =2\n"
		"frame nn.Module: Block_2\n op mm @[[3]]\n  kernel k =3\n";
	static const char b[] =
		"frame nn.Module: Block_0\n op mm @[[1]]\n  kernel k =4\n"
		"frame nn.Module: Block_2\n op mm @[[3]]\n  kernel k =6\n";

	(void)state;
	expect(a, b,
		" nn.Module: Block_0 1 4\n  mm 1 4\n   k 1 4\n"
		"-nn.Module: Block_1 2 0\n- mm 2 0\n-  k 2 0\n"
		" nn.Module: Block_2 3 6\n  mm 3 6\n   k 3 6\n");
}

/* --- structure ------------------------------------------------------------------------------ */

static void
fused_is_compared_with_its_parts_at_the_module(void **state)
{
	(void)state;
	expect("frame nn.Module: Attention_0\n op flash_attention\n  kernel flash =60\n op "
		"linear\n  kernel k =1\n",
		"frame nn.Module: Attention_0\n op bmm @[[1]]\n  kernel b =30\n op softmax\n  "
		"kernel s =200\n"
		" op bmm @[[2]]\n  kernel b =31\n op linear\n  kernel k =1\n",
		" nn.Module: Attention_0 61 262\n"
		"- flash_attention 60 0\n-  flash 60 0\n"
		"+ bmm 0 30\n+  b 0 30\n+ softmax 0 200\n+  s 0 200\n+ bmm 0 31\n+  b 0 31\n"
		"  linear 1 1\n   k 1 1\n");
}

static void
what_one_side_has_within_something_more_is_found(void **state)
{
	(void)state;
	expect("op linear @[[1]]\n op addmm @[[1]]\n  kernel k =1\nop relu\n kernel r =1\n",
		"op addmm @[[1]]\n kernel k =2\nop relu\n kernel r =1\n",
		"-linear 1 2\n  addmm 1 2\n   k 1 2\n relu 1 1\n  r 1 1\n");
	expect("op to @[[1]]\n op copy @[[1]]\n  kernel k =1\n",
		"frame nn.Module: Net_0\n op cast\n  op to @[[1]]\n   op copy @[[1]]\n    kernel k "
		"=2\n",
		"+nn.Module: Net_0 1 2\n+ cast 1 2\n   to 1 2\n    copy 1 2\n     k 1 2\n");
}

static void
launches_within_something_more_are_found_by_their_kernels(void **state)
{
	(void)state;
	expect("op copy\n copy Memcpy HtoD =1\n kernel fill =5\n",
		"op copy\n op copy\n  copy Memcpy HtoD =2\n  kernel set =6\n",
		" copy 6 8\n- fill 5 0\n+ copy 1 8\n   Memcpy HtoD 1 2\n+  set 0 6\n");
}

static void
ops_of_one_small_thing_in_common_are_not_the_same(void **state)
{
	(void)state;
	expect("op linear\n op add_ @[[1]]\n  kernel k =1\nop mm\n kernel m =1\n",
		"op accumulate\n op add_ @[[2]]\n  kernel k =2\nop mm\n kernel m =1\n",
		"-linear 1 0\n- add_ 1 0\n-  k 1 0\n+accumulate 0 2\n+ add_ 0 2\n+  k 0 2\n"
		" mm 1 1\n  m 1 1\n");
}

static void
a_module_is_compared_with_what_stands_in_its_place(void **state)
{
	(void)state;
	expect("frame nn.Module: Net_0\n frame nn.Module: SdpaAttention_0\n  op sdpa\n   kernel s "
		"=5\n"
		" op add\n  kernel a =1\n",
		"frame nn.Module: Net_0\n frame nn.Module: FlashAttention_0\n  op flash\n   kernel "
		"f =3\n"
		" op add\n  kernel a =1\n",
		" nn.Module: Net_0 6 4\n"
		"~ nn.Module: SdpaAttention_0 | nn.Module: FlashAttention_0 5 3\n"
		"-  sdpa 5 0\n-   s 5 0\n+  flash 0 3\n+   f 0 3\n"
		"  add 1 1\n   a 1 1\n");
	expect("frame nn.Module: Wrapper_0\n frame nn.Module: Net_0\n  op f\n   kernel k =1\n",
		"frame nn.Module: Net_0\n op f\n  kernel k =2\n",
		"-nn.Module: Wrapper_0 1 2\n  nn.Module: Net_0 1 2\n   f 1 2\n    k 1 2\n");
}

static void
threads_are_matched_by_what_they_do(void **state)
{
	struct support_side a =
		support_outline("thread 1\nop forward\n kernel f =1\nthread 2\nop backward\n "
		"kernel b =2\n");
	struct support_side b =
		support_outline("thread 8\nop backward\n kernel b =4\nthread 9\nop forward\n "
		"kernel f =3\n");
	struct tree_diff *diff = support_compare(&a, &b, &plain);
	char *drawn = support_draw(diff);

	(void)state;
	assert_string_equal(drawn, " forward 1 3\n  f 1 3\n backward 2 4\n  b 2 4\n");
	assert_int_equal(diff->rows[0].kind, DIFF_THREAD);
	assert_true(diff_is_matched(&diff->rows[0]));
	free(drawn);
	tree_diff_free(diff);
	support_close(&a);
	support_close(&b);
}

static void
one_side_may_be_empty(void **state)
{
	static const char some[] = "op f\n kernel k =1\n", none[] = "op f\n";

	(void)state;
	expect(some, none, "-f 1 0\n- k 1 0\n");
	expect(none, some, "+f 0 1\n+ k 0 1\n");
	expect(none, none, "");
	support_expect(none, none, &(struct diff_options){.host = true}, " f 0 0\n");
}

/* --- the whole ------------------------------------------------------------------------ */

#define STEP(n, time) "step " #n "\n op mm @[[1]]\n  kernel k =" #time "\n op relu\n  kernel r =1\n"

static void
threads_are_called_by_their_numbers(void **state)
{
	struct support_side a = support_outline("thread 8\nop f\n kernel k =1\n");
	struct tree_diff *diff = support_compare(&a, &a, &plain);
	char name[100];

	(void)state;
	assert_string_equal(diff_row_name(diff, 0, 1, name, sizeof(name)), "process 1, thread 8");
	tree_diff_free(diff);
	support_close(&a);
}

static void
an_event_leads_to_its_row(void **state)
{
	/*
	 * events are written when they end: 0 the copy, 1 its call, 2 to, 3 k, 4 its call, 5 view,
	 * 6 f, 7 g
	 */
	struct support_side a =
		support_outline("op f\n op to\n  copy c =1\n kernel k =2\n op view\nop g\n");
	struct tree_diff *diff = support_compare(&a, &a, &plain);

	(void)state;
	assert_int_equal(diff->rows[0].kind, DIFF_THREAD);
	assert_int_equal(diff_find_row(diff, 0, 6), 1);
	assert_int_equal(diff_find_row(diff, 0, 5), 1);		/* started no GPU work */
	assert_int_equal(diff_find_row(diff, 0, 7), TRACE_NONE);
	assert_int_equal(diff_find_row(diff, 1, 2), 2);
	assert_int_equal(diff_find_row(diff, 0, 0), 4);
	assert_int_equal(diff_find_row(diff, 0, 3), 6);
	assert_int_equal(diff_first_child(diff, TRACE_NONE), 0);
	assert_int_equal(diff_next_sibling(diff, 2), 5);
	assert_int_equal(diff_next_sibling(diff, 5), TRACE_NONE);
	assert_int_equal(diff_first_child(diff, 4), TRACE_NONE);
	tree_diff_free(diff);
	support_close(&a);
}

static void
what_is_the_same_says_so(void **state)
{
	struct support_side a = support_outline(STEP(1, 10)), b = support_outline(STEP(1, 11));
	struct tree_diff *diff = support_compare(&a, &a, &plain);

	(void)state;
	assert_true(diff->same && diff->identical);
	tree_diff_free(diff);
	diff = support_compare(&a, &b, &plain);
	assert_true(diff->same && !diff->identical);
	tree_diff_free(diff);
	support_close(&b);
	b = support_outline(STEP(1, 10) "loose l =1\n");	/* more that takes no part */
	diff = support_compare(&a, &b, &plain);
	assert_true(!diff->same && !diff->identical);
	tree_diff_free(diff);
	support_close(&b);
	b = support_outline(STEP(1, 10) "op view\n");
	diff = support_compare(&a, &b, &plain);
	/* what started no GPU work is not looked at */
	assert_true(diff->same && diff->identical);
	tree_diff_free(diff);
	diff = support_compare(&a, &b, &(struct diff_options){.host = true});
	assert_true(!diff->same && !diff->identical);
	tree_diff_free(diff);
	support_close(&a);
	support_close(&b);
}

static void
what_no_call_launched_takes_part_when_it_is_asked_for(void **state)
{
	static const char a[] = "op f\n kernel k =1\nloose x =2\nloose y =3\n",
		b[] = "op f\n kernel k =1\nloose y =4\n";

	(void)state;
	expect(a, b, " f 1 1\n  k 1 1\n");
	support_expect(a, b, &(struct diff_options){.unlinked = true},
		" f 1 1\n  k 1 1\n GPU 1 stream 7, not linked to a launch 5 4\n- x 2 0\n  y 3 4\n");
}

/* Frames within each other, with an op at the bottom. */
static char *
deep_outline(uint32_t depth, uint32_t more_at)
{
	struct buffer text = {0};

	for (uint32_t i = 0; i < depth; i++) {
		if (i == more_at)
			assert_true(buffer_printf(&text, "%*sframe nn.Module: More\n", (int)i, ""));
		assert_true(buffer_printf(&text, "%*sframe nn.Module: Deep%u\n",
			(int)(i + (i >= more_at)), "", i % 7));
	}
	assert_true(buffer_printf(&text, "%*sop f\n%*skernel k =1\n", (int)depth + 1, "",
		(int)depth + 2, ""));
	return text.data;
}

static void
deep_trees_are_matched_to_the_bottom(void **state)
{
	char *of_a = deep_outline(20000, UINT32_MAX), *of_b = deep_outline(20000, 10000);
	struct support_side a = support_outline(of_a), b = support_outline(of_b);
	clock_t start = clock();
	struct tree_diff *diff = support_compare(&a, &b, &plain);

	(void)state;
	assert_int_equal(diff->count[DIFF_ONLY_A], 0);
	assert_int_equal(diff->count[DIFF_ONLY_B], 1);
	assert_int_equal(diff->count[DIFF_BOTH], 20003);
	assert_true((double)(clock() - start) / CLOCKS_PER_SEC < 20);
	tree_diff_free(diff);
	support_close(&a);
	support_close(&b);
	free(of_a);
	free(of_b);
}

static uint64_t seed = 7;

static uint32_t
any(uint32_t below)
{
	seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (uint32_t)(seed >> 33) % below;
}

static char *
random_outline(void)
{
	struct buffer text = {0};
	uint32_t depth = 0;

	assert_true(buffer_add_text(&text, ""));
	for (uint32_t i = any(60); i > 0; i--) {
		uint32_t what = any(8);

		depth = any(depth + 2);
		if (what < 5)
			assert_true(buffer_printf(&text, "%*sop op%u @[[%u]]\n", (int)depth, "",
				any(5), any(3)));
		else if (what < 6)
			assert_true(buffer_printf(&text, "%*sframe nn.Module: M_%u\n", (int)depth,
				"", any(3)));
		assert_true(buffer_printf(&text, "%*skernel k%u =%u\n", (int)depth + 1, "", any(4),
			any(9) + 1));
		depth = what == 7 ? 0 : depth;
	}
	return text.data;
}

/*
 * Whatever the trees: each node is in one row, below what it is below, and A and B turned round
 * match as much.
 */
static void
any_two_trees_merge_whole(void **state)
{
	(void)state;
	for (int round = 0; round < 400; round++) {
		char *of_a = random_outline(), *of_b = random_outline();
		struct support_side a = support_outline(of_a), b = support_outline(of_b);

		tree_diff_free(support_compare(&a, &b, &plain));
		tree_diff_free(support_compare(&a, &a, &plain));
		support_close(&a);
		support_close(&b);
		free(of_a);
		free(of_b);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_backends_op_is_compared_at_the_op_above),
		cmocka_unit_test(ops_that_hold_the_same_are_the_same_under_another_name),
		cmocka_unit_test(cuda_and_hip_call_alike_what_does_the_same),
		cmocka_unit_test(addresses_lines_and_numbers_do_not_count),
		cmocka_unit_test(kernels_of_one_template_are_the_same_under_another_name),
		cmocka_unit_test(a_root_more_does_not_shift_the_others),
		cmocka_unit_test(lists_as_long_are_not_matched_by_position),
		cmocka_unit_test(arguments_tell_equal_names_apart),
		cmocka_unit_test(what_stands_elsewhere_is_found),
		cmocka_unit_test(a_layer_less_is_the_one_that_is_not_there),
		cmocka_unit_test(fused_is_compared_with_its_parts_at_the_module),
		cmocka_unit_test(what_one_side_has_within_something_more_is_found),
		cmocka_unit_test(launches_within_something_more_are_found_by_their_kernels),
		cmocka_unit_test(ops_of_one_small_thing_in_common_are_not_the_same),
		cmocka_unit_test(a_module_is_compared_with_what_stands_in_its_place),
		cmocka_unit_test(threads_are_matched_by_what_they_do),
		cmocka_unit_test(one_side_may_be_empty),
		cmocka_unit_test(threads_are_called_by_their_numbers),
		cmocka_unit_test(an_event_leads_to_its_row),
		cmocka_unit_test(what_is_the_same_says_so),
		cmocka_unit_test(what_no_call_launched_takes_part_when_it_is_asked_for),
		cmocka_unit_test(deep_trees_are_matched_to_the_bottom),
		cmocka_unit_test(any_two_trees_merge_whole),
	};

	hash_seed_init();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
