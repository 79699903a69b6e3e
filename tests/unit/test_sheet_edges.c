/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report's sheets where a trace lacks much, where rows tie, and how sheets are found. */
#include "analysis/levels.h"
#include "analysis/nothing.h"
#include "sheet_support.h"

#include <string.h>

static void
build_all(struct bench *b)
{
	for (uint32_t i = 0; i < sheets_count; i++) {
		const struct table *table = bench_sheet(b, sheets[i].id);

		assert_true(table->n_columns > 0);
		assert_string_equal(table->id, sheets[i].id);
	}
}

static void
a_trace_without_gpu_has_empty_sheets(void **state)
{
	struct bench b;

	(void)state;
	bench_open(&b);
	bench_host(&b, "cpu_op", 1, "aten::mm", 0, 50, MM_ARGS);
	bench_host(&b, "cuda_runtime", 1, "cudaLaunchKernel", 10, 5, "\"correlation\": 1");
	build_all(&b);
	bench_sheet(&b, "gpu_timeline");
	assert_int_equal(b.table->n_rows, 0);
	assert_true(bench_remarked(&b, "no GPU events"));
	bench_close(&b);
}

static void
a_trace_of_kernels_alone_has_what_there_is(void **state)
{
	struct bench b;

	(void)state;
	bench_open(&b);
	b.options.unlinked = true;
	bench_gpu(&b, "kernel", 7, "a", 0, 4, 1, "");
	bench_gpu(&b, "kernel", 7, "b", 10, 6, 2, "");
	build_all(&b);
	bench_sheet(&b, "kernel_summary");
	bench_expect(&b, "Kernel name", "b", "a", NULL);
	assert_int_equal(table_find_column(b.table, "Parent cpu_op"), -1);
	bench_sheet(&b, "short_kernels_summary");
	bench_expect(&b, "Kernel name", "b", "a", NULL);
	bench_sheet(&b, "gpu_timeline");
	assert_string_equal(bench_cell(&b, 3, "time ms"), "0.01");
	bench_close(&b);
}

static void
an_empty_trace_has_no_rows(void **state)
{
	struct bench b;

	(void)state;
	bench_open(&b);
	build_all(&b);
	for (uint32_t i = 0; i < sheets_count; i++)
		assert_int_equal(bench_sheet(&b, sheets[i].id)->n_rows, 0);
	bench_close(&b);
}

static void
durations_that_are_none_stay_out(void **state)
{
	struct bench b;

	(void)state;
	bench_open(&b);
	b.options.unlinked = true;
	bench_gpu(&b, "kernel", 7, "fine", 100, 10, 1, "");
	bench_gpu(&b, "kernel", 7, "minus", 120, -5, 2, "");
	bench_gpu(&b, "kernel", 7, "zero", 110, 0, 3, "");
	bench_sheet(&b, "gpu_timeline");
	bench_expect(&b, "time ms", "0.01", "0", "0", "0.01", "0", "0.01", "0", "0", NULL);
	bench_sheet(&b, "kernel_summary");
	bench_expect(&b, "Kernel duration (µs)_min", "10", "0", "0", NULL);
	bench_close(&b);
}

static void
rows_that_tie_stand_by_their_keys(void **state)
{
	struct bench b;

	(void)state;
	bench_open(&b);
	bench_host(&b, "cpu_op", 1, "b", 0, 10, "");
	bench_launch(&b, 2, 1, "k", 7, 16, 8);
	bench_host(&b, "cpu_op", 1, "c", 12, 10, "");
	bench_launch(&b, 14, 2, "k", 7, 32, 8);
	bench_host(&b, "cpu_op", 1, "a", 24, 10, "");
	bench_launch(&b, 26, 3, "k", 7, 48, 8);
	bench_sheet(&b, "ops_summary");
	bench_expect(&b, "name", "a", "b", "c", NULL);
	bench_close(&b);
}

static void
the_call_stack_names_lines_and_modules(void **state)
{
	struct bench b;

	(void)state;
	bench_open(&b);
	b.options.call_stack = true;
	bench_host(&b, "python_function", 1, "nn.Module: Net_0", 0, 100, "");
	bench_host(&b, "python_function", 1, "net.py(7): forward", 1, 90, "");
	bench_host(&b, "python_function", 1, "torch/nn/modules/module.py(9): _call_impl", 2, 80,
		"");
	bench_host(&b, "cpu_op", 1, "aten::relu", 3, 20, "");
	bench_launch(&b, 5, 1, "k", 7, 50, 5);
	bench_sheet(&b, "unified_perf_summary");
	/* the line of the net itself has no folder: no candidate */
	bench_expect(&b, "entry_point", "Not found", NULL);
	bench_expect(&b, "nn.Module", "Net_0", NULL);
	bench_expect(&b, "call_stack_full",
		"['nn.Module: Net', 'torch/nn/modules/module.py(9): _call_impl', 'aten::relu', 'k']", NULL);
	bench_close(&b);
}

/* Numbers are left out of names; wrappers and lines without a folder call for nothing. */
static void
the_nearest_line_calls_for_an_op(void **state)
{
	struct bench b;

	(void)state;
	bench_open(&b);
	b.options.call_stack = true;
	bench_host(&b, "python_function", 1, "a/outer.py(3): main", 0, 100, "");
	bench_host(&b, "python_function", 1, "b/mask.py(42): _prepare_4d_mask", 1, 90, "");
	bench_host(&b, "python_function", 1, "c/any.py(5): wrapper", 2, 80, "");
	bench_host(&b, "python_function", 1, "<built-in method x of y/z.py>", 3, 70, "");
	bench_host(&b, "python_function", 1, "near.py(1): f", 4, 60, "");
	bench_host(&b, "cpu_op", 1, "poi_fused_7", 5, 20, "");
	bench_launch(&b, 6, 1, "k_1", 7, 200, 5);
	bench_sheet(&b, "unified_perf_summary");
	bench_expect(&b, "entry_point", "b/mask.py(42): _prepared_mask", NULL);
	bench_expect(&b, "call_stack_full", "['a/outer.py(3): main', 'b/mask.py(42): _prepared_mask', "
		"'c/any.py(5): wrapper', '<built-in method x of y/z.py>', 'poi_fused', 'k_1']", NULL);
	bench_close(&b);
}

/*
 * Two calls of one op, each with two kernels: the one launched inside mm() took less in both
 * together. A row made up for a kernel has nothing but that.
 */
static void
a_function_called_like_the_op_comes_first(void **state)
{
	struct bench b;

	(void)state;
	bench_open(&b);
	b.options.call_stack = true;
	bench_host(&b, "python_function", 1, "a/run.py(3): main", 0, 200, "");
	for (int i = 0; i < 2; i++) {
		int at = i * 60;

		bench_host(&b, "cpu_op", 1, "my::MM", at + 1, 50, "");
		bench_launch(&b, at + 2, i * 2 + 1, "split", 7, 300 + at, i ? 30 : 5);
		bench_host(&b, "python_function", 1, "b/mm.py(7): fast_mm", at + 10, 30, "");
		bench_launch(&b, at + 12, i * 2 + 2, "gemm", 7, 340 + at, 10);
	}
	bench_host(&b, "python_function", 1, "a/run.py(9): graph", 300, 20, "");
	bench_launch(&b, 302, 9, "alone", 7, 500, 1);
	bench_sheet(&b, "unified_perf_summary");
	bench_expect(&b, "name", "my::MM", "cudaLaunchKernel->alone (Synthetic Op)", NULL);
	bench_expect(&b, "entry_point", "b/mm.py(7): fast_mm", "Not found", NULL);
	bench_expect(&b, "call_stack_full", "['a/run.py(3): main', 'my::MM', "
		"['b/mm.py(7): fast_mm', 'gemm'], ['split']]", "['alone']", NULL);
	bench_close(&b);
}

/* MB and GB are 2^20 or 10^9 here and there, as the reference has them: each column says which it means. */
static void
columns_of_sizes_and_rates_say_their_unit(void **state)
{
	struct bench b;
	unsigned said = 0;

	(void)state;
	bench_open(&b);
	bench_host(&b, "cpu_op", 1, "aten::mm", 0, 50, MM_ARGS);
	bench_launch(&b, 1, 1, "gemm", 7, 100, 10);
	for (uint32_t i = 0; i < sheets_count; i++) {
		const struct table *table = bench_sheet(&b, sheets[i].id);

		for (uint32_t column = 0; column < table->n_columns; column++) {
			const struct column_def *def = table->columns[column].def;

			if (def->unit != UNIT_MB && def->unit != UNIT_GBS && def->unit != UNIT_TBS)
				continue;
			said++;
			if (!strstr(def->help, "2^") && !strstr(def->help, "10^"))
				fail_msg("%s, %s: %s", sheets[i].id, def->title, def->help);
		}
	}
	assert_true(said > 10);
	bench_close(&b);
}

static void
without_a_trace_tables_have_their_columns(void **state)
{
	struct analysis *nothing;
	struct levels levels = {0};
	struct error err;

	(void)state;
	assert_int_equal(analysis_of_nothing(&nothing, NULL, NULL, &err), 0);
	for (uint32_t i = 0; i < sheets_count; i++) {
		struct table *table;

		assert_int_equal(sheet_build(nothing, &sheets[i], &table, &err), 0);
		assert_int_equal(table->n_rows, 0);
		assert_true(table->n_columns > 1);
		table_free(table);
	}
	for (unsigned kind = 0; kind < LEVELS_KINDS; kind++) {
		assert_int_equal(levels_build(&levels, nothing, (enum levels_kind)kind, &err), 0);
		assert_int_equal(levels.table->n_rows, 0);
		assert_true(table_find_column(levels.table, "gpu_ms") >= 0);
		levels_free(&levels);
	}
	analysis_free(nothing);
}

static void
sheets_are_found_by_id(void **state)
{
	(void)state;
	for (uint32_t i = 0; i < sheets_count; i++) {
		assert_ptr_equal(sheet_find(sheets[i].id), &sheets[i]);
		assert_true(strlen(sheets[i].help) > 10);
	}
	assert_ptr_equal(sheet_find("gemm"), sheet_find("GEMM"));
	assert_null(sheet_find("nothing"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_trace_without_gpu_has_empty_sheets),
		cmocka_unit_test(a_trace_of_kernels_alone_has_what_there_is),
		cmocka_unit_test(an_empty_trace_has_no_rows),
		cmocka_unit_test(durations_that_are_none_stay_out),
		cmocka_unit_test(rows_that_tie_stand_by_their_keys),
		cmocka_unit_test(the_call_stack_names_lines_and_modules),
		cmocka_unit_test(the_nearest_line_calls_for_an_op),
		cmocka_unit_test(a_function_called_like_the_op_comes_first),
		cmocka_unit_test(columns_of_sizes_and_rates_say_their_unit),
		cmocka_unit_test(without_a_trace_tables_have_their_columns),
		cmocka_unit_test(sheets_are_found_by_id),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
