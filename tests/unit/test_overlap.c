/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What ran beside an operator's kernels, and operators told apart by their number of kernels. */
#include "sheet_support.h"

#include <string.h>

#define MM "\"Input Dims\": [[4,8],[8,2]], \"Input type\": [\"float\",\"float\"], " \
	"\"Input Strides\": [[8,1],[2,1]], \"Concrete Inputs\": [\"\",\"\"]"

/* Two ops, each with one kernel; the second's place is what matters. */
static void
two_kernels(struct bench *b, int stream, double start, double dur)
{
	bench_open(b);
	bench_host(b, "cpu_op", 1, "one", 0, 9, "");
	bench_launch(b, 1, 1, "k_one", 7, 100, 10);
	bench_host(b, "cpu_op", 1, "two", 10, 9, "");
	bench_launch(b, 11, 2, "k_two", stream, start, dur);
	bench_sheet(b, "ops_unique_args_kl_overlap");
}

static void
overlap_takes_a_microsecond_on_two_streams(void **state)
{
	static const struct {
		int stream;
		double start, dur;
		const char *beside;	/* of one */
	} cases[] = {
		{8, 110, 20, ""},		/* touches */
		{8, 109.1, 20, ""},		/* 0.9 us */
		{8, 109, 20, "['k_two']"},	/* 1 us */
		{8, 90, 11, "['k_two']"},
		{8, 90, 10.999, ""},
		{8, 102, 3, "['k_two']"},
		{8, 102, 0, ""},		/* a point */
		{7, 102, 3, ""},		/* one stream */
	};
	struct bench b;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		uint32_t row = 0;

		two_kernels(&b, cases[i].stream, cases[i].start, cases[i].dur);
		while (strcmp(bench_cell(&b, row, "name"), "one"))
			row++;
		assert_string_equal(bench_cell(&b, row, "overlapping_kernel_names"), cases[i].beside);
		bench_close(&b);
	}
}

static void
streams_that_are_not_told_are_two(void **state)
{
	struct bench b;

	(void)state;
	bench_open(&b);
	bench_host(&b, "cuda_runtime", 1, "cudaLaunchKernel", 1, 1, "\"correlation\": 1");
	bench_host(&b, "kernel", 7, "k_one", 100, 10, "\"device\": 0, \"correlation\": 1");
	bench_host(&b, "cuda_runtime", 1, "cudaLaunchKernel", 3, 1, "\"correlation\": 2");
	bench_host(&b, "kernel", 7, "k_two", 105, 10, "\"device\": 0, \"correlation\": 2");
	bench_sheet(&b, "ops_unique_args_kl_overlap");
	bench_expect(&b, "overlapping_kernel_names", "['k_two']", "['k_one']", NULL);
	bench_close(&b);
}

/*
 * mm runs three times: beside copy and nccl, alone, beside copy. Its rows come
 * apart, and stand together by what all of them took.
 */
static void
three_products(struct bench *b)
{
	bench_open(b);
	for (int i = 0; i < 3; i++) {
		bench_host(b, "cpu_op", 1, "aten::mm", i * 20, 10, MM);
		bench_launch(b, i * 20 + 2, i + 1, "gemm", 7, 100 + i * 100, 20);
	}
	bench_host(b, "cpu_op", 1, "add", 60, 10, "");
	bench_launch(b, 62, 4, "add_k", 7, 500, 30);
	bench_launch(b, 80, 5, "copy_k", 8, 110, 40);
	bench_launch(b, 84, 6, "ncclKernel", 20, 115, 5);
	bench_launch(b, 88, 7, "copy_k", 8, 300, 8);
}

static void
ops_come_apart_by_what_ran_beside(void **state)
{
	struct bench b;

	(void)state;
	three_products(&b);
	bench_sheet(&b, "unified_perf_summary_kl_overlap");
	/* mm 60 us in all, then the two copies by themselves, then add */
	bench_expect(&b, "name", "aten::mm", "aten::mm", "aten::mm", "cudaLaunchKernel->copy_k (Synthetic Op)",
		"cudaLaunchKernel->copy_k (Synthetic Op)", "add", NULL);
	bench_expect(&b, "overlapping_kernel_names", "['copy_k', 'ncclKernel']", "", "['copy_k']",
		"['gemm', 'ncclKernel']", "['gemm']", "", NULL);
	bench_expect(&b, "Kernel Time (µs)_sum", "20", "20", "20", "40", "8", "30", NULL);
	/* 110-120 of 100-120; 300-308 of 300-320; 110-120 of 110-150 */
	bench_expect(&b, "overlap_pct_mean", "0.5", "", "0.4", "0.25", "1.0", "", NULL);
	bench_expect(&b, "overlap_pct_std", "0.0", "", "0.0", "0.0", "0.0", "", NULL);
	assert_string_equal(bench_cell(&b, 0, "overlapping_kernels_details_summary"),
		"[{\"name\": \"copy_k\", \"stream\": 8, \"count\": 1, \"mean_us\": 40.0, \"overlap\": 0.5}, "
		"{\"name\": \"ncclKernel\", \"stream\": 20, \"count\": 1, \"mean_us\": 5.0, \"overlap\": 0.25}]");
	assert_true(table_find_column(b.table, "overlapping_kernel_names") == 1);
	assert_true(table_find_column(b.table, "base_sum") < 0);
	bench_close(&b);
}

static void
roofline_rows_come_apart_too(void **state)
{
	struct bench b;

	(void)state;
	three_products(&b);
	bench_sheet(&b, "GEMM_kl_overlap");
	bench_expect(&b, "overlapping_kernel_names_first", "['copy_k', 'ncclKernel']", "", "['copy_k']", NULL);
	bench_expect(&b, "name_count", "1", "1", "1", NULL);
	bench_expect(&b, "param: K", "8", "8", "8", NULL);
	assert_string_equal(bench_cell(&b, 2, "overlapping_kernels_details__summarize_kernel_stats"),
		"[{\"name\": \"copy_k\", \"stream\": 8, \"count\": 1, \"mean_us\": 8.0, \"overlap\": 0.4}]");
	bench_sheet(&b, "GEMM");
	bench_expect(&b, "name_count", "3", NULL);
	assert_true(table_find_column(b.table, "overlapping_kernel_names_first") < 0);
	bench_close(&b);
}

static void
rows_of_one_op_add_up(void **state)
{
	struct bench b;

	(void)state;
	bench_open(&b);
	for (int i = 0; i < 2; i++) {
		bench_host(&b, "cpu_op", 1, "aten::mm", i * 20, 10, MM);
		bench_launch(&b, i * 20 + 2, i + 1, "gemm", 7, 100 + i * 100, 20);
	}
	bench_launch(&b, 60, 3, "copy_k", 8, 100, 110);	/* beside all of the first, half of the second */
	bench_sheet(&b, "ops_unique_args_kl_overlap");
	bench_expect(&b, "name", "cudaLaunchKernel", "aten::mm", NULL);
	bench_expect(&b, "operation_count", "1", "2", NULL);
	/* 40 of 110 us were beside gemm: 0.18 and 0.09 of it each, by the kernel */
	bench_expect(&b, "overlap_pct_mean", "0.27", "0.75", NULL);
	bench_expect(&b, "overlap_pct_min", "0.27", "0.5", NULL);
	bench_expect(&b, "overlap_pct_max", "0.27", "1.0", NULL);
	/* this sheet does not round, and one op has no spread */
	bench_expect(&b, "overlap_pct_std", "", "0.3535533905932738", NULL);
	bench_sheet(&b, "GEMM_kl_overlap");
	bench_expect(&b, "overlap_pct_std", "0.35", NULL);
	bench_close(&b);
}

/* An eighth and three eighths of one op's time: a half goes to the even side. */
static void
halves_go_to_the_even_side(void **state)
{
	struct bench b;

	(void)state;
	for (int eighths = 1; eighths <= 3; eighths += 2) {
		bench_open(&b);
		bench_launch(&b, 1, 1, "k_one", 7, 100, 8);
		bench_launch(&b, 3, 2, "k_two", 8, 100, eighths);
		bench_sheet(&b, "ops_unique_args_kl_overlap");
		bench_expect(&b, "overlap_pct_mean", eighths == 1 ? "0.12" : "0.38", "1.0", NULL);
		bench_close(&b);
	}
}

/*
 * A product that launches nothing itself: its row on the roofline sheet has no overlap, though
 * the kernel of the op below runs beside a copy. In the other sheet it has.
 */
static void
a_roofline_row_has_what_the_op_itself_started(void **state)
{
	struct bench b;

	(void)state;
	bench_open(&b);
	bench_host(&b, "cpu_op", 1, "aten::mm", 1, 10, MM);
	bench_host(&b, "cpu_op", 1, "inner", 2, 8, "");
	bench_launch(&b, 3, 1, "gemm", 7, 100, 10);
	bench_launch(&b, 40, 2, "copy_k", 8, 105, 20);
	bench_sheet(&b, "GEMM_kl_overlap");
	bench_expect(&b, "name", "aten::mm", NULL);
	bench_expect(&b, "overlapping_kernel_names_first", "", NULL);
	bench_expect(&b, "overlap_pct_mean", "", NULL);
	bench_sheet(&b, "unified_perf_summary_kl_overlap");
	bench_expect(&b, "name", "cudaLaunchKernel->copy_k (Synthetic Op)", "aten::mm", NULL);
	bench_expect(&b, "overlapping_kernel_names", "['gemm']", "['copy_k']", NULL);
	bench_expect(&b, "overlap_pct_mean", "0.25", "0.5", NULL);
	bench_close(&b);
}

/* So has one that is measured by its backward op: the mean ran beside a copy, its backward alone. */
static void
a_backward_row_has_that_of_the_forward_op(void **state)
{
	struct bench b;

	(void)state;
	bench_open(&b);
	bench_host(&b, "cpu_op", 1, "aten::mean", 0, 20, "\"Input Dims\": [[4,8],[1],[],[]], "
		"\"Input type\": [\"float\",\"ScalarList\",\"Scalar\",\"\"], "
		"\"Input Strides\": [[8,1],[],[],[]], "
		"\"Concrete Inputs\": [\"\",\"[1]\",\"True\",\"\"], \"Sequence number\": 5");
	bench_launch(&b, 3, 1, "mean_k", 7, 100, 10);
	bench_host(&b, "cpu_op", 2, "autograd::engine::evaluate_function: MeanBackward1", 50, 20,
		"\"Sequence number\": 5");
	bench_host(&b, "cuda_runtime", 2, "cudaLaunchKernel", 52, 1, "\"correlation\": 2");
	bench_gpu(&b, "kernel", 7, "div_k", 200, 30, 2, "");
	bench_launch(&b, 40, 3, "copy_k", 8, 105, 20);
	bench_sheet(&b, "Reduce_bwd_kl_overlap");
	bench_expect(&b, "Kernel Time (µs)_sum", "30", NULL);
	bench_expect(&b, "overlapping_kernel_names_first", "['copy_k']", NULL);
	bench_expect(&b, "overlap_pct_mean", "0.5", NULL);
	bench_close(&b);
}

/*
 * Two kernels of one graph launch, a beside c, b alone: the rows made up for
 * them have the overlap of the launch, 4 us of the 20 that both take.
 */
static void
made_up_rows_have_that_of_their_launch(void **state)
{
	struct bench b;

	(void)state;
	bench_open(&b);
	bench_host(&b, "cuda_runtime", 1, "cudaGraphLaunch", 0, 5, "\"correlation\": 1");
	bench_gpu(&b, "kernel", 7, "a", 100, 10, 1, "");
	bench_gpu(&b, "kernel", 7, "b", 120, 10, 1, "");
	bench_host(&b, "cpu_op", 1, "op", 10, 10, "");
	bench_launch(&b, 11, 2, "c", 8, 106, 9);
	bench_sheet(&b, "unified_perf_summary_kl_overlap");
	bench_expect(&b, "name", "cudaGraphLaunch->a (Synthetic Op)",
		"cudaGraphLaunch->b (Synthetic Op)", "op", NULL);
	bench_expect(&b, "overlapping_kernel_names", "['c']", "['c']", "['a']", NULL);
	bench_expect(&b, "overlap_pct_mean", "0.2", "0.2", "0.44", NULL);
	bench_close(&b);
}

/* What nothing launched counts where the timeline has it. */
static void
unlinked_work_overlaps_where_asked_for(void **state)
{
	struct bench b;

	(void)state;
	for (int unlinked = 0; unlinked < 2; unlinked++) {
		bench_open(&b);
		b.options.unlinked = unlinked;
		bench_launch(&b, 1, 1, "k", 7, 100, 10);
		bench_gpu(&b, "kernel", 8, "early", 105, 10, 9, "");
		bench_sheet(&b, "ops_unique_args_kl_overlap");
		bench_expect(&b, "overlapping_kernel_names", unlinked ? "['early']" : "", NULL);
		bench_expect(&b, "overlap_pct_mean", unlinked ? "0.5" : "", NULL);
		bench_close(&b);
	}
}

/* What is recomputed overlaps only its like where the two are told apart. */
static void
recomputation_overlaps_its_like(void **state)
{
	struct bench b;

	(void)state;
	for (int split = 0; split < 2; split++) {
		bench_open(&b);
		b.options.recompute = split;
		bench_host(&b, "python_function", 1, "torch/utils/checkpoint.py(9): recompute_fn",
			0, 30, "");
		bench_host(&b, "cpu_op", 1, "one", 1, 9, "");
		bench_launch(&b, 2, 1, "k_one", 7, 100, 10);
		bench_host(&b, "cpu_op", 1, "two", 11, 9, "");
		bench_launch(&b, 12, 2, "k_two", 8, 100, 5);
		bench_host(&b, "cpu_op", 1, "three", 40, 9, "");
		bench_launch(&b, 41, 3, "k_three", 9, 100, 4);
		bench_sheet(&b, "ops_unique_args_kl_overlap");
		bench_expect(&b, "name", "one", "two", "three", NULL);
		if (split)
			bench_expect(&b, "overlapping_kernel_names", "['k_two']", "['k_one']", "", NULL);
		else
			bench_expect(&b, "overlapping_kernel_names", "['k_two', 'k_three']",
				"['k_one', 'k_three']", "['k_one', 'k_two']", NULL);
		bench_close(&b);
	}
}

/* 6000 kernels on as many streams are 18 million pairs: a hint instead of all of them. */
static void
what_all_runs_at_once_is_cut(void **state)
{
	struct bench b;

	(void)state;
	bench_open(&b);
	for (int i = 0; i < 6000; i++)
		bench_launch(&b, i * 2, i + 1, "k", i + 1, 20000, 100);
	bench_sheet(&b, "ops_unique_args_kl_overlap");
	assert_true(bench_remarked(&b, "only the first overlaps are told"));
	assert_true(b.table->n_rows >= 1);
	bench_close(&b);
}

/* The same op launches one kernel, then two. */
static void
kernel_counts_tell_ops_apart(void **state)
{
	struct bench b;

	(void)state;
	for (int counts = 0; counts < 2; counts++) {
		bench_open(&b);
		b.options.kernel_counts = counts;
		b.options.first_occurrence = counts;
		bench_host(&b, "cpu_op", 1, "first", 5, 4, "");
		bench_launch(&b, 6, 9, "k", 7, 90, 1);
		bench_host(&b, "cpu_op", 1, "aten::mm", 10, 8, MM);
		bench_launch(&b, 11, 1, "gemm", 7, 100, 20);
		bench_host(&b, "cpu_op", 1, "aten::mm", 30, 8, MM);
		bench_launch(&b, 31, 2, "split", 7, 200, 5);
		bench_launch(&b, 33, 3, "reduce", 7, 210, 5);
		bench_sheet(&b, "ops_unique_args");
		if (counts) {
			bench_expect(&b, "total_direct_kernel_time_sum", "20", "10", "1", NULL);
			bench_expect(&b, "num_kernels", "1", "2", "1", NULL);
			bench_expect(&b, "first_occurrence_time", "5", "25", "0", NULL);
		} else {
			bench_expect(&b, "total_direct_kernel_time_sum", "30", "1", NULL);
			assert_true(table_find_column(b.table, "num_kernels") < 0);
			assert_true(table_find_column(b.table, "first_occurrence_time") < 0);
		}
		bench_sheet(&b, "GEMM");
		if (counts)
			bench_expect(&b, "num_kernels", "1", "2", NULL);
		else
			bench_expect(&b, "name_count", "2", NULL);
		bench_close(&b);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(overlap_takes_a_microsecond_on_two_streams),
		cmocka_unit_test(streams_that_are_not_told_are_two),
		cmocka_unit_test(ops_come_apart_by_what_ran_beside),
		cmocka_unit_test(roofline_rows_come_apart_too),
		cmocka_unit_test(rows_of_one_op_add_up),
		cmocka_unit_test(halves_go_to_the_even_side),
		cmocka_unit_test(a_roofline_row_has_what_the_op_itself_started),
		cmocka_unit_test(a_backward_row_has_that_of_the_forward_op),
		cmocka_unit_test(made_up_rows_have_that_of_their_launch),
		cmocka_unit_test(unlinked_work_overlaps_where_asked_for),
		cmocka_unit_test(recomputation_overlaps_its_like),
		cmocka_unit_test(what_all_runs_at_once_is_cut),
		cmocka_unit_test(kernel_counts_tell_ops_apart),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
