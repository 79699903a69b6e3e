/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of two trees compared, cell by cell, for pairs made by hand. */
#include "diff_support.h"

#include "base/hash.h"
#include "compare/diff_tables.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * The table's cells in these columns (ids, parted by blanks) as CSV would have them, parted by ";
 * ".
 */
static void
draw(struct buffer *text, const struct table *table, const char *columns)
{
	for (uint32_t row = 0; row < table->n_rows; row++) {
		for (const char *at = columns; *at; at += strspn(at, " ")) {
			char id[64], cell[32];
			int column;

			snprintf(id, sizeof(id), "%.*s", (int)strcspn(at, " "), at);
			column = table_find_column(table, id);
			if (column < 0)
				fail_msg("no column %s", id);
			assert_true(buffer_printf(text, "%s%s", at == columns ? "" : "; ",
				table_cell_text(table, row, (uint32_t)column, cell)));
			at += strcspn(at, " ");
		}
		assert_true(buffer_add_text(text, "\n"));
	}
}

static void
expect_with(const char *outline_a, const char *outline_b, const struct diff_options *options,
	const char *id,
	const char *columns, const char *expected)
{
	struct support_side a = support_outline(outline_a), b = support_outline(outline_b);
	struct model_registry *models;
	struct tree_diff *diff;
	struct diff_report *report;
	struct buffer text = {0};
	struct error err;

	assert_int_equal(model_registry_new(&models, &err), 0);
	assert_int_equal(tree_diff_build(&diff, a.tree, b.tree, options, &err), 0);
	assert_int_equal(diff_report_new(&report, diff, models, &err), 0);
	assert_true(buffer_add_text(&text, ""));
	for (uint32_t i = 0; i < diff_tables_count; i++) {
		struct table *table;

		assert_int_equal(diff_table_build(&table, report, &diff_tables[i], &err), 0);
		if (!strcmp(diff_tables[i].id, id))
			draw(&text, table, columns);
		table_free(table);
	}
	assert_string_equal(text.data, expected);
	buffer_free(&text);
	diff_report_free(report);
	tree_diff_free(diff);
	model_registry_free(models);
	support_close(&a);
	support_close(&b);
}

static void
expect(const char *a, const char *b, const char *id, const char *columns, const char *expected)
{
	static const struct diff_options plain = {.python = MERGED_PYTHON_MODULES};

	expect_with(a, b, &plain, id, columns, expected);
}

static const char cuda[] =
	"frame nn.Module: Net_0\n"
	" frame nn.Module: Conv2d_0\n"
	"  op aten::_convolution @[[4,3],[8]]\n"
	"   op aten::cudnn_convolution @[[4,3],[8]]\n"
	"    memset Memset (Device) =2\n"
	"    kernel fprop =90\n"
	"   op aten::add_ @[[4,8],[8]]\n"
	"    kernel add =4\n"
	" op aten::mm @[[2,2],[2,2]]\n"
	"  kernel gemm =7\n"
	" op aten::mm @[[2,2],[2,2]]\n"
	"  kernel gemm =8\n";
static const char hip[] =
	"frame nn.Module: Net_0\n"
	" frame nn.Module: Conv2d_0\n"
	"  op aten::_convolution @[[4,3],[8]]\n"
	"   op aten::miopen_convolution @[[4,3],[8]]\n"
	"    kernel igemm =30 /hipExtModuleLaunchKernel\n"
	"   op aten::add_ @[[4,8],[8]]\n"
	"    kernel add =5 /hipLaunchKernel\n"
	" op aten::mm @[[2,2],[2,2]]\n"
	"  kernel Cijk_a =9 /hipExtModuleLaunchKernel\n"
	" op aten::mm @[[2,2],[2,2]]\n"
	"  kernel Cijk_b =6 /hipExtModuleLaunchKernel\n";

static void
kernels_stand_under_their_lowest_common_ancestor(void **state)
{
	(void)state;
	expect(cuda, hip, "diff_stats",
		"source name cpu_op_name kernel_time busy_time lowest_common_ancestor_name "
		"input_dims",
		"trace1; Memset (Device); aten::cudnn_convolution; 2; 92; aten::_convolution; ((4, "
		"3), (8,))\n"
		"trace1; fprop; aten::cudnn_convolution; 90; 92; aten::_convolution; ((4, 3), "
		"(8,))\n"
		"trace2; igemm; aten::miopen_convolution; 30; 30; aten::_convolution; ((4, 3), "
		"(8,))\n"
		"trace1; add; aten::add_; 4; 4; aten::add_; ((4, 8), (8,))\n"
		"trace2; add; aten::add_; 5; 5; aten::add_; ((4, 8), (8,))\n"
		"trace1; gemm; aten::mm; 7; 7; aten::mm; ((2, 2), (2, 2))\n"
		"trace2; Cijk_a; aten::mm; 9; 9; aten::mm; ((2, 2), (2, 2))\n"
		"trace1; gemm; aten::mm; 8; 8; aten::mm; ((2, 2), (2, 2))\n"
		"trace2; Cijk_b; aten::mm; 6; 6; aten::mm; ((2, 2), (2, 2))\n");
	expect(cuda, hip, "diff_stats",
		"lowest_common_ancestor_id nn_module_stack nn_module_parent",
		"3; nn.Module: Net;nn.Module: Conv2d; nn.Module: Conv2d\n"
		"3; nn.Module: Net;nn.Module: Conv2d; nn.Module: Conv2d\n"
		"3; nn.Module: Net;nn.Module: Conv2d; nn.Module: Conv2d\n"
		"12; nn.Module: Net;nn.Module: Conv2d; nn.Module: Conv2d\n"
		"12; nn.Module: Net;nn.Module: Conv2d; nn.Module: Conv2d\n"
		"15; nn.Module: Net; nn.Module: Net\n"
		"15; nn.Module: Net; nn.Module: Net\n"
		"19; nn.Module: Net; nn.Module: Net\n"
		"19; nn.Module: Net; nn.Module: Net\n");
}

static void
equal_arguments_are_one_row_with_the_kernels_of_either_side(void **state)
{
	(void)state;
	expect(cuda, hip, "diff_unique_args",
		"name module input_dims_a input_dims_b calls_a calls_b gpu_a_us gpu_b_us diff_us",
		"aten::_convolution; Net/Conv2d; ((4, 3), (8,)); ((4, 3), (8,)); 1; 1; 92; 30; "
		"-62\n"
		"aten::add_; Net/Conv2d; ((4, 8), (8,)); ((4, 8), (8,)); 1; 1; 4; 5; 1\n"
		"aten::mm; Net; ((2, 2), (2, 2)); ((2, 2), (2, 2)); 2; 2; 15; 15; 0\n");
	expect(cuda, hip, "diff_unique_args",
		"name kernels_a kernels_b kernel_names_a kernel_names_b",
		"aten::_convolution; 2; 1; 1 x Memset (Device); 1 x fprop; 1 x igemm\n"
		"aten::add_; 1; 1; 1 x add; 1 x add\n"
		"aten::mm; 2; 2; 2 x gemm; 1 x Cijk_a; 1 x Cijk_b\n");
}

static void
modules_tell_their_own_time_and_that_of_those_within(void **state)
{
	(void)state;
	expect(cuda, hip, "diff_modules",
		"path own_a_ms own_b_ms gpu_a_ms gpu_b_ms diff_ms kernels_a kernels_b",
		"Net; 0.015; 0.015; 0.111; 0.05; -0.061; 5; 4\n"
		"Net/Conv2d; 0.096; 0.035; 0.096; 0.035; -0.061; 3; 2\n");
}

static void
categories_are_those_of_the_operators(void **state)
{
	(void)state;
	expect(cuda, hip, "diff_categories", "category gpu_a_ms gpu_b_ms diff_ms diff_pct",
		"CONV_fwd; 0.092; 0.03; -0.062; -67.3913043478261\n"
		"elementwise; 0.004; 0.005; 0.001; 25.0\n"
		"GEMM; 0.015; 0.015; 0; 0.0\n");
	expect("op f\n kernel ncclDevKernel_AllReduce =3\nkernel k =1\n", "op f\n kernel z =1\n",
		"diff_categories", "category gpu_a_ms gpu_b_ms",
		"communication; 0.003; 0\nother; 0; 0.001\nnot under an operator; 0.001; 0\n");
}

static void
the_summary_adds_up(void **state)
{
	(void)state;
	expect(cuda, hip, "diff_summary", "what a b",
		"GPU time (ms); 0.111; 0.05\n"
		"GPU busy (ms); 0.111; 0.05\n"
		"GPU events; 5.0; 4.0\n"
		"GPU time under a common ancestor (ms); 0.111; 0.05\n"
		"GPU time under none (ms); 0.0; 0.0\n"
		"not linked to a launch (ms); 0.0; 0.0\n"
		"calls and kernels; 17.0; 15.0\n"
		"  matched; 10.0; 10.0\n"
		"  matched under another name; 0.0; 0.0\n"
		"  on this side only; 7.0; 5.0\n"
		"the same work (1: yes); 0.0; 0.0\n"
		"identical, times too (1: yes); 0.0; 0.0\n");
}

/*
 * Without modules around: what stands between the same two neighbours is each other's counterpart.
 */
static void
a_fused_op_of_a_thread_meets_its_parts(void **state)
{
	static const char fused[] =
		"op aten::linear @[[1]]\n kernel k =1\nop flash @[[2]]\n kernel flash =60\nop "
		"aten::relu\n kernel r =1\n";
	static const char parts[] =
		"op aten::linear @[[1]]\n kernel k =1\nop bmm @[[2]]\n kernel b =30\nop softmax "
		"@[[3]]\n kernel s =200\n"
		"op bmm @[[4]]\n kernel b =31\nop aten::relu\n kernel r =1\nop last\n kernel l "
		"=5\n";

	(void)state;
	expect(fused, parts, "diff_unique_args",
		"name calls_a calls_b gpu_a_us gpu_b_us kernels_a kernels_b",
		"flash | bmm, softmax, bmm; 1; 1; 60; 261; 1; 3\n"
		"last; 0; 1; 0; 5; 0; 1\n"
		"aten::linear; 1; 1; 1; 1; 1; 1\n"
		"aten::relu; 1; 1; 1; 1; 1; 1\n");
	expect(fused, parts, "diff_stats",
		"name lowest_common_ancestor_name lowest_common_ancestor_id busy_time",
		"k; aten::linear; 1; 1\nk; aten::linear; 1; 1\n"
		"flash; ; 4; 60\nb; ; 4; 261\ns; ; 4; 261\nb; ; 4; 261\n"
		"r; aten::relu; 16; 1\nr; aten::relu; 16; 1\n"
		"l; ; 19; 5\n");
}

/* A step more does not show as more of everything. */
static void
a_step_of_one_side_stands_for_itself(void **state)
{
	static const char one[] =
		"step 1\n frame nn.Module: Net_0\n  op aten::mm @[[1],[1]]\n   kernel k =5\n";
	static const char two[] =
		"step 1\n frame nn.Module: Net_0\n  op aten::mm @[[1],[1]]\n   kernel k =6\n"
		"step 2\n frame nn.Module: Net_0\n  op aten::mm @[[1],[1]]\n   kernel k =7\n";

	(void)state;
	expect(one, two, "diff_categories", "category gpu_a_ms gpu_b_ms",
		"(step or thread of one side); 0; 0.007\nGEMM; 0.005; 0.006\n");
	expect(one, two, "diff_modules", "path gpu_a_ms gpu_b_ms",
		"Net; 0.005; 0.006\n(step or thread of one side); 0; 0.007\n");
	expect(one, two, "diff_unique_args", "name calls_a calls_b gpu_a_us gpu_b_us",
		"ProfilerStep#2; 0; 1; 0; 7\naten::mm; 1; 1; 5; 6\n");
	expect(one, two, "diff_stats",
		"name cpu_op_name lowest_common_ancestor_name lowest_common_ancestor_id",
		"k; aten::mm; aten::mm; 3\nk; aten::mm; aten::mm; 3\nk; aten::mm; ; 6\n");
}

static void
without_frames_there_are_no_modules(void **state)
{
	(void)state;
	expect_with(cuda, cuda, &(struct diff_options){.python = MERGED_PYTHON_NONE},
		"diff_modules", "path gpu_a_ms",
		"(no module); 0.111\n");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(kernels_stand_under_their_lowest_common_ancestor),
		cmocka_unit_test(equal_arguments_are_one_row_with_the_kernels_of_either_side),
		cmocka_unit_test(modules_tell_their_own_time_and_that_of_those_within),
		cmocka_unit_test(categories_are_those_of_the_operators),
		cmocka_unit_test(the_summary_adds_up),
		cmocka_unit_test(a_fused_op_of_a_thread_meets_its_parts),
		cmocka_unit_test(a_step_of_one_side_stands_for_itself),
		cmocka_unit_test(without_frames_there_are_no_modules),
	};

	hash_seed_init();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
