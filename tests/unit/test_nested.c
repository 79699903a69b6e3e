/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Operators with models that nest deeply: each has the kernels of all below it. */
#include "sheet_support.h"

#include <stdio.h>
#include <string.h>

#define ATTENTION "aten::_scaled_dot_product_flash_attention"
#define ATTENTION_ARGS "\"Input Dims\": [[2,4,64,32],[2,4,64,32],[2,4,64,32],[],[],[],[]], " \
	"\"Input type\": [\"float\",\"float\",\"float\",\"Scalar\",\"Scalar\",\"Scalar\",\"\"], " \
	"\"Concrete Inputs\": [\"\",\"\",\"\",\"0.\",\"True\",\"False\",\"\"], \"Sequence number\": %u"

static void
expect_end(const struct bench *b, const char *column, const char *end)
{
	const char *cell = bench_cell((struct bench *)b, 0, column);

	assert_true(strlen(cell) > strlen(end));
	assert_string_equal(cell + strlen(cell) - strlen(end), end);
}

static void
expect_start(const struct bench *b, const char *column, const char *start)
{
	const char *cell = bench_cell((struct bench *)b, 0, column);

	assert_memory_equal(cell, start, strlen(start));
}

/* Of 200 operators in each other, number i started a kernel of 1 + i us. */
static void
kernels_past_the_hundredth_are_one_entry(void **state)
{
	struct bench b;

	(void)state;
	bench_open(&b);
	for (int i = 0; i < 200; i++) {
		bench_host(&b, "cpu_op", 1, "aten::mm", 10 * i, 20 * (200 - i), MM_ARGS);
		bench_launch(&b, 10 * i + 5, i + 1, "k", 7, 1000 * i + 7, 1 + i);
	}
	bench_sheet(&b, "GEMM");
	bench_expect(&b, "name_count", "200", NULL);
	/* Each counts for itself and for those around it: sum of (1 + i) (1 + i). */
	bench_expect(&b, "Kernel Time (µs)_sum", "2686700", NULL);
	/*
	 * Past the hundredth of each are 100 + 99 + ... + 1, the m-th longest of them m times over:
	 * sum of m (m + 100) us. The first 100 of each are apart: 200 times, 199 times and so on.
	 */
	expect_end(&b, "kernel_details__summarize_kernel_stats", "{\"name\": null, \"count\": 5050, "
		"\"total_us\": 843350, \"mean_us\": 167, \"min_us\": 101, \"max_us\": 200}]");
	expect_start(&b, "kernel_details__summarize_kernel_stats", "[{\"name\": \"k\", \"stream\": 7, \"count\": 200, ");
	bench_close(&b);
}

static void
add_backward(struct bench *b, unsigned number, double ts, double dur, double start, double length)
{
	char args[64];

	snprintf(args, sizeof(args), "\"Sequence number\": %u, \"Fwd thread id\": 1", number);
	bench_host(b, "cpu_op", 2, "autograd::engine::evaluate_function: X0", ts, dur, args);
	snprintf(args, sizeof(args), "\"correlation\": %u", number);
	bench_host(b, "cuda_runtime", 2, "cudaLaunchKernel", ts + 1, 1, args);
	bench_gpu(b, "kernel", (int)(number % 5), "k", start, length, (int)number, "");
}

static void
add_forward(struct bench *b, unsigned n)
{
	char args[512];

	for (unsigned i = 0; i < n; i++) {
		snprintf(args, sizeof(args), ATTENTION_ARGS, i + 1);
		bench_host(b, "cpu_op", 1, ATTENTION, 10 * i, 20 * (n - i), args);
	}
}

/*
 * One after the other, the innermost's first: kernels of 20 us of even operators, of 10 us of odd
 * ones. Behind every fourth is work that belongs to none.
 */
static void
add_flat_backward(struct bench *b, unsigned n)
{
	for (unsigned i = n; i-- > 0;) {
		double ts = 100000 + 100 * (n - 1 - i);

		add_backward(b, i + 1, ts, 80, ts + 10, i % 2 ? 10 : 20);
		if (i % 4)
			continue;
		bench_host(b, "cpu_op", 2, "aten::add_", ts + 90, 8, "");
		bench_host(b, "cuda_runtime", 2, "cudaLaunchKernel", ts + 91, 1, "\"correlation\": 9999");
		bench_gpu(b, "kernel", 7, "add", ts + 93, 3, 9999, "");
	}
}

static void
backward_work_of_all_below_is_added_up(void **state)
{
	struct bench b;

	(void)state;
	bench_open(&b);
	add_forward(&b, 300);
	add_flat_backward(&b, 300);
	bench_sheet(&b, "SDPA_bwd");
	bench_expect(&b, "name_count", "300", NULL);
	/* 20 (1 + 3 + ... + 299) + 10 (2 + 4 + ... + 300) */
	bench_expect(&b, "Kernel Time (µs)_sum", "676500", NULL);
	bench_close(&b);
}

static void
backward_work_is_listed_by_start(void **state)
{
	struct bench b;

	(void)state;
	bench_open(&b);
	b.options.kernel_counts = true;
	add_forward(&b, 300);
	add_flat_backward(&b, 300);
	bench_sheet(&b, "SDPA_bwd");
	assert_int_equal(b.table->n_rows, 300);
	assert_string_equal(bench_cell(&b, 0, "num_kernels"), "300");
	assert_string_equal(bench_cell(&b, 299, "num_kernels"), "1");
	assert_int_equal(strncmp(bench_cell(&b, 0, "kernel_details__summarize_kernel_stats"),
		"[{\"name\": \"k\", \"stream\": 0, \"count\": 1, \"total_us\": 10,", 50), 0);
	expect_end(&b, "kernel_details__summarize_kernel_stats", "{\"name\": null, \"count\": 200, "
		"\"total_us\": 3000, \"mean_us\": 15, \"min_us\": 10, \"max_us\": 20}]");
	bench_close(&b);
}

/* Each backward operator has all kernels of those before it below it; all start together. */
static void
a_kernel_below_several_counts_once(void **state)
{
	static const unsigned sizes[] = {20, 100};	/* few below all of them, and many */

	(void)state;
	for (unsigned s = 0; s < 2; s++) {
		unsigned n = sizes[s];
		char count[16], sum[16];
		struct bench b;

		bench_open(&b);
		b.options.kernel_counts = true;
		add_forward(&b, n);
		for (unsigned i = n; i-- > 0;)
			add_backward(&b, i + 1, 100000 + 10 * (n - 1 - i), 10 * (n + i + 1), 200000, 10);
		snprintf(count, sizeof(count), "%u", n);
		snprintf(sum, sizeof(sum), "%u", 10 * n);
		bench_sheet(&b, "SDPA_bwd");
		bench_expect(&b, "num_kernels", count, NULL);
		bench_expect(&b, "name_count", count, NULL);
		bench_expect(&b, "Kernel Time (µs)_sum", sum, NULL);
		bench_close(&b);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(kernels_past_the_hundredth_are_one_entry),
		cmocka_unit_test(backward_work_of_all_below_is_added_up),
		cmocka_unit_test(backward_work_is_listed_by_start),
		cmocka_unit_test(a_kernel_below_several_counts_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
