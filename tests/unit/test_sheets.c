/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report's sheets on small traces, with values worked out by hand. */
#include "sheet_support.h"

#include "model/arch.h"
#include <stdlib.h>
#include <string.h>

#define NCCL "ncclDevKernel_AllReduce_Sum_f32_RING_LL()"

static void
timeline_divides_time(void **state)
{
	struct bench b;

	(void)state;
	bench_open(&b);
	bench_host(&b, "cpu_op", 1, "step", 0, 60, "");
	bench_launch(&b, 1, 1, "gemm", 7, 100, 100);
	bench_launch(&b, 3, 2, NCCL, 20, 150, 100);
	bench_host(&b, "cuda_runtime", 1, "cudaMemcpyAsync", 5, 1, "\"correlation\": 3");
	bench_gpu(&b, "gpu_memcpy", 21, "Memcpy HtoD", 240, 30, 3, "");
	bench_host(&b, "cuda_runtime", 1, "cudaMemsetAsync", 7, 1, "\"correlation\": 4");
	bench_gpu(&b, "gpu_memset", 7, "Memset", 280, 10, 4, "");
	bench_gpu(&b, "kernel", 7, "unlinked", 300, 50, 9, "");
	bench_gpu(&b, "gpu_user_annotation", 7, "range", 90, 400, 10, "");
	bench_sheet(&b, "gpu_timeline");
	bench_expect(&b, "type", "computation_time", "exposed_comm_time", "exposed_memcpy_time",
		"busy_time", "idle_time",
		"total_time", "total_comm_time", "total_memcpy_time", NULL);
	bench_expect(&b, "time ms", "0.11", "0.05", "0.02", "0.18", "0.01", "0.19", "0.1", "0.03",
		NULL);
	assert_string_equal(bench_cell(&b, 5, "percent"), "100.0");
	assert_true(bench_remarked(&b, "1 GPU event (17.2 % of the GPU time) has no launch"));
	bench_close(&b);
}

static void
idle_splits_at_the_limit(void **state)
{
	struct bench b;

	(void)state;
	bench_open(&b);
	b.options.unlinked = true;
	b.options.micro_idle_ns = 5000;
	bench_gpu(&b, "kernel", 7, "a", 0, 10, 1, "");
	bench_gpu(&b, "kernel", 7, "b", 14.999, 10, 2, "");
	bench_gpu(&b, "kernel", 7, "c", 29.999, 10, 3, "");
	bench_sheet(&b, "gpu_timeline");
	assert_string_equal(bench_cell(&b, 4, "type"), "micro_idle_time");
	assert_string_equal(bench_cell(&b, 4, "time ms"), "0.004999");
	assert_string_equal(bench_cell(&b, 5, "type"), "macro_idle_time");
	assert_string_equal(bench_cell(&b, 5, "time ms"), "0.005");
	bench_close(&b);
}

/*
 * outer launches 100 us itself; its child 20 us, of which 10 overlap; mm twice, one call under no
 * op.
 */
static void
fill_ops(struct bench *b)
{
	bench_host(b, "cpu_op", 1, "outer", 0, 50, "");
	bench_launch(b, 2, 1, "void at::native::elementwise_kernel<4>()", 7, 100, 100);
	bench_host(b, "cpu_op", 1, "aten::inner", 10, 20, "");
	bench_launch(b, 12, 2, "void at::native::reduce_kernel<4>()", 8, 190, 20);
	bench_host(b, "cpu_op", 1, "aten::mm", 60, 10, MM_ARGS);
	bench_launch(b, 62, 3, "gemm_k", 7, 300, 10);
	bench_host(b, "cpu_op", 1, "aten::mm", 80, 10, MM_ARGS);
	bench_launch(b, 82, 4, "gemm_k", 7, 320, 30);
	bench_host(b, "cpu_op", 1, "nccl_op", 100, 10, "");
	bench_launch(b, 102, 5, NCCL, 20, 400, 40);
	bench_launch(b, 120, 6, "loose", 7, 500, 5);
}

static void
operators_have_direct_and_subtree_time(void **state)
{
	struct bench b;

	(void)state;
	bench_open(&b);
	fill_ops(&b);
	bench_sheet(&b, "ops_summary");
	bench_expect(&b, "name", "outer", "aten::mm", "aten::inner", "cudaLaunchKernel", NULL);
	bench_expect(&b, "total_direct_kernel_time_sum", "100", "40", "20", "5", NULL);
	bench_expect(&b, "total_subtree_kernel_time_sum", "110", "40", "20", "5", NULL);
	bench_expect(&b, "total_direct_kernel_time_ms", "0.1", "0.04", "0.02", "0.005", NULL);
	bench_expect(&b, "Count", "1", "2", "1", "1", NULL);
	bench_expect(&b, "Categories", "['elementwise']", "['GEMM']", "['reduce']", "['other']",
		NULL);
	assert_string_equal(bench_cell(&b, 3, "Cumulative Percentage (%)"), "100.0");
	bench_sheet(&b, "ops_summary_by_category");
	bench_expect(&b, "op category", "elementwise", "GEMM", "reduce", "other", NULL);
	bench_close(&b);
}

static void
arguments_tell_operators_apart(void **state)
{
	struct bench b;

	(void)state;
	bench_open(&b);
	fill_ops(&b);
	bench_sheet(&b, "ops_unique_args");
	assert_string_equal(bench_cell(&b, 1, "name"), "aten::mm");
	assert_string_equal(bench_cell(&b, 1, "Input Dims"), "((128, 256), (256, 512))");
	assert_string_equal(bench_cell(&b, 1, "Concrete Inputs"), "('', '')");
	assert_string_equal(bench_cell(&b, 0, "Input Dims"), "");
	assert_string_equal(bench_cell(&b, 1, "process_name"), "Unknown");
	assert_string_equal(bench_cell(&b, 1, "operation_count"), "2");
	assert_string_equal(bench_cell(&b, 1, "total_direct_kernel_time_mean"), "20.0");
	assert_string_equal(bench_cell(&b, 1, "total_direct_kernel_time_min"), "10.0");
	assert_string_equal(bench_cell(&b, 1, "total_direct_kernel_time_max"), "30.0");
	assert_string_equal(bench_cell(&b, 0, "total_direct_kernel_time_std"), "");
	assert_string_equal(bench_cell(&b, 1, "ex_UID"), "6");
	assert_string_equal(bench_cell(&b, 1, "kernel_details_summary"),
		"[{\"name\": \"gemm_k\", \"stream\": 7, \"count\": 2, "
		"\"total_us\": 40, \"mean_us\": 20, \"min_us\": 10, \"max_us\": 30}]");
	bench_close(&b);
}

static void
kernels_name_who_launched_them(void **state)
{
	struct bench b;

	(void)state;
	bench_open(&b);
	fill_ops(&b);
	bench_gpu(&b, "kernel", 7, "unlinked", 600, 5, 77, "");
	bench_sheet(&b, "kernel_summary");
	bench_expect(&b, "Parent cpu_op", "outer", "aten::mm", "nccl_op", "aten::inner",
		"cudaLaunchKernel", "", NULL);
	bench_expect(&b, "Parent op category", "elementwise", "GEMM", "other", "reduce", "runtime",
		"", NULL);
	bench_expect(&b, "Kernel duration (µs)_sum", "100", "40", "40", "20", "5", "5", NULL);
	bench_expect(&b, "Kernel stream", "7", "7", "20", "8", "7", "7", NULL);
	assert_string_equal(bench_cell(&b, 1, "Kernel duration (µs)_count"), "2");
	assert_string_equal(bench_cell(&b, 1, "Kernel duration (µs)_mean"), "20.0");
	assert_true(strtod(bench_cell(&b, 0, "Percent of total time (%)"), NULL) > 24.69);
	bench_close(&b);
}

static void
short_kernels_fall_into_bins(void **state)
{
	struct bench b;

	(void)state;
	bench_open(&b);
	b.options.short_bins = 4;
	bench_host(&b, "cpu_op", 1, "aten::mm", 0, 100, MM_ARGS);
	bench_launch(&b, 2, 1, "k", 7, 100, 1);
	bench_launch(&b, 4, 2, "k", 7, 110, 2);
	bench_launch(&b, 6, 3, "k", 7, 120, 5);
	bench_launch(&b, 8, 4, "k", 7, 130, 10);
	bench_host(&b, "cpu_op", 1, "bare", 200, 10, "");
	bench_launch(&b, 202, 5, "k", 7, 300, 3);
	bench_sheet(&b, "short_kernel_histogram");
	bench_expect(&b, "bin_start", "1.0", "2.0", "3.0", "4.0", NULL);
	bench_expect(&b, "bin_end", "2.0", "3.0", "4.0", "5.0", NULL);
	bench_expect(&b, "count", "1", "1", "1", "1", NULL);
	bench_sheet(&b, "short_kernels_summary");
	bench_expect(&b, "Parent cpu_op", "aten::mm", NULL);
	bench_expect(&b, "Short Kernel duration (µs) sum", "8", NULL);
	bench_expect(&b, "Short Kernel count", "3", NULL);
	assert_true(bench_remarked(&b, "1 short kernel is not in short_kernels_summary"));
	bench_close(&b);
}

#define COLL(elements) "\"Collective name\": \"allreduce\", \"In msg nelems\": " elements ", \"Out msg nelems\": " elements \
	", \"Group size\": 2, \"dtype\": \"Float\", \"In split size\": \"[]\", \"Out split " \
		"size\": \"[]\", " \
	"\"Process Group Ranks\": \"[0, 1]\""

static void
collectives_group_by_size(void **state)
{
	struct bench b;

	(void)state;
	bench_open(&b);
	bench_gpu(&b, "kernel", 20, NCCL, 0, 10, 1, COLL("262144"));
	bench_gpu(&b, "kernel", 20, NCCL, 20, 30, 2, COLL("262144"));
	bench_gpu(&b, "kernel", 20, NCCL, 60, 5, 3, COLL("1"));
	bench_gpu(&b, "kernel", 20, NCCL, 70, 5, 4, "\"Collective name\": \"send\"");
	bench_sheet(&b, "coll_analysis");
	bench_expect(&b, "In msg nelems", "262144", "1", NULL);
	bench_expect(&b, "In msg size (MB)_first", "1.0", "3.814697265625e-06", NULL);
	bench_expect(&b, "dur_sum", "40", "5", NULL);
	bench_expect(&b, "dur_mean", "20.0", "5.0", NULL);
	bench_expect(&b, "Process Group Name", "Unknown_Group", "Unknown_Group", NULL);
	bench_expect(&b, "operation_count", "2", "1", NULL);
	assert_true(bench_remarked(&b, "1 communication kernel is not in coll_analysis"));
	bench_close(&b);
}

static void
fill_steps(struct bench *b)
{
	bench_host(b, "user_annotation", 1, "ProfilerStep#1", 0, 100, "");
	bench_launch(b, 10, 1, "k_a", 7, 20, 40);
	bench_launch(b, 90, 2, "k_b", 7, 110, 40);
	bench_host(b, "user_annotation", 1, "ProfilerStep#2", 100, 110, "");
	bench_launch(b, 110, 3, "k_c", 7, 150, 20);
}

static void
steps_own_what_they_launched(void **state)
{
	struct bench b;

	(void)state;
	bench_open(&b);
	fill_steps(&b);
	bench_sheet(&b, "steps");
	bench_expect(&b, "Step", "ProfilerStep#1", "ProfilerStep#2", NULL);
	bench_expect(&b, "GPU busy (ms)", "0.08", "0.02", NULL);
	bench_expect(&b, "GPU span (ms)", "0.13", "0.02", NULL);
	bench_expect(&b, "GPU idle (ms)", "0.05", "0", NULL);
	bench_expect(&b, "Kernels", "2", "1", NULL);
	assert_true(strtod(bench_cell(&b, 1, "Against median (%)"), NULL) > 4.76);
	bench_close(&b);
}

static void
a_limit_of_steps_cuts_by_launch(void **state)
{
	struct error err;
	struct bench b;

	(void)state;
	bench_open(&b);
	b.options.limit_steps = true;
	b.options.first_step = b.options.last_step = 1;
	fill_steps(&b);
	bench_sheet(&b, "kernel_summary");
	bench_expect(&b, "Kernel name", "k_a", "k_b", NULL);
	assert_true(bench_remarked(&b, "steps 1 to 1 (cut by launch"));
	b.options.first_step = b.options.last_step = 3;
	analysis_free(b.analysis);
	assert_int_equal(analysis_new(&b.analysis, b.trace, b.tree, &b.options, &err), -1);
	assert_string_equal(err.message, "no step from 3 to 3: the trace has steps 1 to 2");
	table_free(b.table);
	b.table = NULL;
	bench_close(&b);
}

static void
gaps_have_causes(void **state)
{
	struct bench b;

	(void)state;
	bench_open(&b);
	/* 0, 1: busy 10-20 */
	bench_launch(&b, 0, 1, "a", 7, 10, 10);
	bench_host(&b, "cuda_runtime", 1, "cudaStreamSynchronize", 5, 95, "");		/* 2 */
	/* 3, 4: gap 20-105 */
	bench_launch(&b, 101, 2, "b", 7, 105, 10);
	/* 5 */
	bench_host(&b, "user_annotation", 1, "enumerate(DataLoader)#next", 116, 80, "");
	/* 6, 7: gap 115-205 */
	bench_launch(&b, 200, 3, "c", 7, 205, 10);
	bench_host(&b, "cpu_op", 1, "aten::slow", 215, 100, "");			/* 8 */
	/* 9, 10: gap 215-320 */
	bench_launch(&b, 300, 4, "d", 7, 320, 100);
	/* 11, 12: gap 420-425, same stream */
	bench_launch(&b, 330, 5, "e", 7, 425, 10);
	/* 13, 14: gap 435-445, other stream */
	bench_launch(&b, 340, 6, "f", 8, 445, 10);
	/* 15, 16: gap 455-465, call under way */
	bench_launch(&b, 454.5, 7, "g", 8, 465, 10);
	/* 17: gap 475-480 */
	bench_gpu(&b, "kernel", 8, "h", 480, 10, 99, "");
	bench_sheet(&b, "idle_causes");
	bench_expect(&b, "Idle (µs)", "105", "90", "85", "10", "10", "5", "5", NULL);
	bench_expect(&b, "Cause", "operator", "data loading", "synchronising call",
		"another stream", "launch latency",
		"between kernels", "launch not recorded", NULL);
	bench_expect(&b, "Event", "8", "5", "2", "13", "15", "11", "", NULL);
	bench_expect(&b, "Until launch (µs)", "85", "85", "81", "0", "0", "0", "", NULL);
	bench_sheet(&b, "idle_by_cause");
	assert_string_equal(bench_cell(&b, 0, "Cause"), "operator");
	assert_string_equal(bench_cell(&b, 0, "Idle (ms)"), "0.105");
	assert_int_equal(b.table->n_rows, 7);
	bench_close(&b);
}

static void
modules_have_forward_and_backward(void **state)
{
	struct bench b;

	(void)state;
	bench_open(&b);
	bench_host(&b, "python_function", 1, "nn.Module: Net_0", 0, 100, "");
	bench_host(&b, "python_function", 1, "nn.Module: Linear_0", 10, 20, "");
	bench_host(&b, "cpu_op", 1, "aten::addmm", 12, 10, "\"Sequence number\": 5");
	bench_launch(&b, 14, 1, "fwd0", 7, 50, 10);
	bench_host(&b, "python_function", 1, "nn.Module: Linear_1", 40, 20, "");
	bench_host(&b, "cpu_op", 1, "aten::addmm", 42, 10, "\"Sequence number\": 6");
	bench_launch(&b, 44, 2, "fwd1", 7, 60, 20);
	bench_launch(&b, 80, 3, "own", 7, 90, 1);
	bench_host(&b, "cpu_op", 2, "autograd::engine::evaluate_function: AddmmBackward0", 200, 20,
		"\"Sequence number\": 6, \"Fwd thread id\": 1");
	bench_host(&b, "cuda_runtime", 2, "cudaLaunchKernel", 205, 2, "\"correlation\": 4");
	bench_gpu(&b, "kernel", 7, "bwd1", 210, 40, 4, "");
	bench_sheet(&b, "modules");
	bench_expect(&b, "Module path", "Net", "Net/Linear", NULL);
	bench_expect(&b, "Instances", "1", "2", NULL);
	bench_expect(&b, "Calls", "1", "2", NULL);
	bench_expect(&b, "GPU time (ms)", "0.071", "0.07", NULL);
	bench_expect(&b, "Forward (ms)", "0.031", "0.03", NULL);
	bench_expect(&b, "Forward own (ms)", "0.001", "0.03", NULL);
	bench_expect(&b, "Backward (ms)", "0.04", "0.04", NULL);
	bench_expect(&b, "Backward own (ms)", "0", "0.04", NULL);
	bench_expect(&b, "Forward GPU events", "3", "2", NULL);
	bench_expect(&b, "Host time (ms)", "0.1", "0.04", NULL);
	bench_close(&b);
}

static void
copies_and_launches_are_measured(void **state)
{
	struct bench b;

	(void)state;
	bench_open(&b);
	bench_host(&b, "cuda_runtime", 1, "cudaMemcpyAsync", 0, 4, "\"correlation\": 1");
	bench_gpu(&b, "gpu_memcpy", 7, "Memcpy HtoD", 10, 2, 1,
		"\"bytes\": 32000, \"memory bandwidth (GB/s)\": 16.5");
	bench_host(&b, "cuda_runtime", 1, "cudaMemcpyAsync", 20, 6, "\"correlation\": 2");
	bench_gpu(&b, "gpu_memcpy", 7, "Memcpy HtoD", 50, 2, 2,
		"\"bytes\": 32000, \"memory bandwidth (GB/s)\": 15.5");
	bench_sheet(&b, "memcpy");
	bench_expect(&b, "Size (bytes)", "32000", NULL);
	bench_expect(&b, "Count", "2", NULL);
	bench_expect(&b, "Time (µs)", "4", NULL);
	bench_expect(&b, "Bandwidth (GB/s)", "16.0", NULL);
	bench_expect(&b, "Recorded bandwidth (GB/s)", "16.0", NULL);
	bench_sheet(&b, "launches");
	bench_expect(&b, "Launch", "cudaMemcpyAsync", NULL);
	bench_expect(&b, "Host time (µs)", "10", NULL);
	bench_expect(&b, "Queue delay (µs)_mean", "20.0", NULL);
	bench_expect(&b, "Queue delay (µs)_min", "10.0", NULL);
	bench_expect(&b, "Shorter than launch", "2", NULL);
	bench_close(&b);
}

static void
recomputation_is_split(void **state)
{
	struct bench b;

	(void)state;
	bench_open(&b);
	b.options.recompute = true;
	bench_host(&b, "cpu_op", 1, "aten::mm", 0, 10, "");
	bench_launch(&b, 2, 1, "k", 7, 20, 10);
	bench_host(&b, "python_function", 1, "torch/utils/checkpoint.py(1): recompute_fn", 40, 30,
		"");
	bench_host(&b, "cpu_op", 1, "aten::mm", 42, 10, "");
	bench_launch(&b, 44, 2, "k", 7, 60, 5);
	bench_sheet(&b, "ops_summary");
	bench_expect(&b, "is_recompute", "False", "True", NULL);
	bench_expect(&b, "total_direct_kernel_time_sum", "10", "5", NULL);
	bench_sheet(&b, "gpu_timeline");
	assert_int_equal(b.table->n_rows, 16);
	assert_string_equal(bench_cell(&b, 15, "is_recompute"), "True");
	bench_close(&b);
}

static void
models_give_rooflines_and_savings(void **state)
{
	struct error err;
	struct arch *arch;
	struct bench b;

	(void)state;
	assert_int_equal(arch_open(&arch, "MI300X", &err), 0);
	bench_open(&b);
	b.options.arch = arch;
	bench_host(&b, "cpu_op", 1, "aten::mm", 0, 10, MM_ARGS);
	bench_launch(&b, 2, 1, "k", 7, 20, 10);
	bench_host(&b, "cpu_op", 1, "aten::mm", 12, 10, MM_ARGS);
	bench_launch(&b, 14, 2, "k", 7, 40, 20);
	bench_host(&b, "cpu_op", 1, "mine", 30, 10, "");
	bench_launch(&b, 32, 3, "k", 7, 70, 5);
	bench_sheet(&b, "GEMM");
	bench_expect(&b, "param: M", "128", NULL);
	bench_expect(&b, "param: stride_A", "(256, 1)", NULL);
	bench_expect(&b, "GFLOPS_first", "0.033554432", NULL);
	bench_expect(&b, "Data Moved (MB)_first", "0.4375", NULL);
	bench_expect(&b, "TFLOPS/s_max", "3.3554432", NULL);
	bench_expect(&b, "Compute Spec", "matrix_bf16", NULL);
	bench_expect(&b, "Roofline Bound_first", "MEMORY_BOUND", NULL);
	bench_expect(&b, "Input Dims_first", "[[128, 256], [256, 512]]", NULL);
	bench_expect(&b, "Kernel Time (µs)_sum", "30", NULL);
	bench_expect(&b, "name_count", "2", NULL);
	assert_true(fabs(strtod(bench_cell(&b, 0, "Roofline Time (µs)_first"),
		NULL) - 458752 / 5300e9 * 1e6) < 1e-12);
	bench_sheet(&b, "unified_perf_summary");
	bench_expect(&b, "name", "aten::mm", "mine", NULL);
	bench_expect(&b, "has_perf_model", "True", "False", NULL);
	bench_expect(&b, "GFLOPS", "0.033554432", "", NULL);
	bench_expect(&b, "Kernel Time (µs)_sum", "30", "5", NULL);
	bench_sheet(&b, "savings");
	bench_expect(&b, "name", "aten::mm", NULL);
	/* 10 + 20 less 2 x 0.087, each to the ns */
	bench_expect(&b, "Above roofline (µs)", "29.826", NULL);
	bench_sheet(&b, "savings_by_category");
	bench_expect(&b, "op category", "GEMM", "other", NULL);
	bench_expect(&b, "Ops with roofline", "2", "0", NULL);
	bench_close(&b);
	arch_free(arch);
}

static void
ops_that_no_model_reads_keep_their_time(void **state)
{
	struct bench b;

	(void)state;
	bench_open(&b);
	bench_host(&b, "cpu_op", 1, "aten::addmm", 0, 10,
		"\"Input Dims\": [[16],[64,32]], \"Input type\": [\"float\",\"float\"]");
	bench_launch(&b, 2, 1, "k", 7, 20, 7);
	bench_sheet(&b, "unified_perf_summary");
	bench_expect(&b, "Kernel Time (µs)_sum", "7", NULL);
	bench_expect(&b, "GFLOPS", "", NULL);
	bench_sheet(&b, "GEMM");
	assert_int_equal(b.table->n_rows, 0);
	assert_true(bench_remarked(&b, "GEMM leaves out 1 operator "));
	bench_close(&b);
}

/* The parameters of a product do not hold its values: its first call was recorded without. */
static void
a_list_is_that_of_the_first_with_one(void **state)
{
	static const char *const args[] = {
		"\"Input Dims\": [[4,8],[8,2]], \"Input type\": [\"float\",\"float\"], "
			"\"Input Strides\": [[8,1],[2,1]]",
		"\"Input Dims\": [[4,8],[8,2]], \"Input type\": [\"float\",\"float\"], "
			"\"Input Strides\": [[8,1],[2,1]], \"Concrete Inputs\": [\"\",\"7\"]",
		"\"Input Dims\": [[4,8],[8,2]], \"Input type\": [\"float\",\"float\"], "
			"\"Input Strides\": [[8,1],[2,1]], \"Concrete Inputs\": [\"\",\"8\"]",
	};
	struct bench b;

	(void)state;
	bench_open(&b);
	for (int i = 0; i < 3; i++) {
		bench_host(&b, "cpu_op", 1, "aten::mm", i * 10, 8, args[i]);
		bench_launch(&b, i * 10 + 2, i + 1, "gemm", 7, 100 + i * 10, 5);
	}
	bench_sheet(&b, "GEMM");
	bench_expect(&b, "name_count", "3", NULL);
	bench_expect(&b, "UID_first", "0", NULL);
	bench_expect(&b, "Input Dims_first", "[[4, 8], [8, 2]]", NULL);
	bench_expect(&b, "Concrete Inputs_first", "['', '7']", NULL);
	bench_close(&b);
}

/* Its kernel is its caller's: that has a category by it, execute itself none. */
static void
execute_is_told_by_no_kernel(void **state)
{
	struct bench b;

	(void)state;
	bench_open(&b);
	bench_host(&b, "cpu_op", 1, "conv_bn_fused", 0, 20, "");
	bench_host(&b, "cpu_op", 1, "execute", 1, 15, "");
	bench_launch(&b, 2, 1, "void at::native::vectorized_elementwise_kernel<4>", 7, 30, 7);
	bench_sheet(&b, "unified_perf_summary");
	bench_expect(&b, "name", "execute", NULL);
	bench_expect(&b, "op category", "other", NULL);
	bench_sheet(&b, "ops_summary");
	bench_expect(&b, "name", "conv_bn_fused", NULL);
	bench_expect(&b, "Categories", "['elementwise']", NULL);
	bench_close(&b);
}

static void
ranked_sheets_are_cut_at_the_top(void **state)
{
	struct bench b;

	(void)state;
	bench_open(&b);
	b.options.top = 2;
	fill_ops(&b);
	bench_sheet(&b, "ops_summary");
	bench_expect(&b, "name", "outer", "aten::mm", NULL);
	bench_sheet(&b, "gpu_timeline");
	assert_int_equal(b.table->n_rows, 8);
	bench_close(&b);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(timeline_divides_time),
		cmocka_unit_test(idle_splits_at_the_limit),
		cmocka_unit_test(operators_have_direct_and_subtree_time),
		cmocka_unit_test(arguments_tell_operators_apart),
		cmocka_unit_test(kernels_name_who_launched_them),
		cmocka_unit_test(short_kernels_fall_into_bins),
		cmocka_unit_test(collectives_group_by_size),
		cmocka_unit_test(steps_own_what_they_launched),
		cmocka_unit_test(a_limit_of_steps_cuts_by_launch),
		cmocka_unit_test(gaps_have_causes),
		cmocka_unit_test(modules_have_forward_and_backward),
		cmocka_unit_test(copies_and_launches_are_measured),
		cmocka_unit_test(recomputation_is_split),
		cmocka_unit_test(models_give_rooflines_and_savings),
		cmocka_unit_test(ops_that_no_model_reads_keep_their_time),
		cmocka_unit_test(a_list_is_that_of_the_first_with_one),
		cmocka_unit_test(execute_is_told_by_no_kernel),
		cmocka_unit_test(ranked_sheets_are_cut_at_the_top),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
