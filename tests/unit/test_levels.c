/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GPU time level by level: which rows there are, on which level, and what they add up to. */
#include "sheet_support.h"

#include "analysis/levels.h"
#include "base/text.h"
#include "model/arch.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MM_SHAPES \
	"\"Input Dims\": [[128, 256], [256, 512]], \"Input type\": [\"c10::BFloat16\", \"c10::BFloat16\"]," \
	" \"Input Strides\": [[256, 1], [512, 1]]"
#define ALLREDUCE \
	"\"Collective name\": \"allreduce\", \"In msg nelems\": 1048576, \"Out msg nelems\": 1048576," \
	" \"Group size\": 4, \"dtype\": \"Float\""

/* Two products, 10 and 20 us; one op without arguments, 5 us; what nothing launched, 2 us. */
static void
open_ops(struct bench *b)
{
	bench_open(b);
	bench_host(b, "cpu_op", 1, "aten::mm", 0, 10, MM_SHAPES);
	bench_launch(b, 2, 1, "k", 7, 20, 10);
	bench_host(b, "cpu_op", 1, "aten::mm", 12, 10, MM_SHAPES);
	bench_launch(b, 14, 2, "k", 7, 40, 20);
	bench_host(b, "cpu_op", 1, "mine", 30, 10, "");
	bench_launch(b, 32, 3, "k", 7, 70, 5);
	bench_gpu(b, "kernel", 7, "lost", 80, 2, 99, "");
	bench_sheet(b, "gpu_timeline");
}

/* One line a row: its level's depth as dashes, then the cells of the columns. */
static void
expect_rows(const struct levels *levels, const char *columns, const char *expected)
{
	const struct table *table = levels->table;
	uint32_t ends[16], depth = 0;
	struct buffer text = {0};

	for (uint32_t row = 0; row < table->n_rows; row++) {
		char ids[128], *rest = ids;

		while (depth && ends[depth - 1] <= row)
			depth--;
		buffer_printf(&text, "%.*s", (int)depth, "--------");
		snprintf(ids, sizeof(ids), "%s", columns);
		for (char *id = strtok_r(ids, ",", &rest); id; id = strtok_r(NULL, ",", &rest)) {
			int column = table_find_column(table, id);
			char out[32];

			assert_true(column >= 0);
			buffer_printf(&text, "%s%s", id == ids ? "" : " ", table_cell_text(table, row, (uint32_t)column, out));
		}
		buffer_add_text(&text, "\n");
		ends[depth++] = row + levels->size[row];
	}
	assert_string_equal(text.data, expected);
	buffer_free(&text);
}

static void
operators_stand_under_their_category(void **state)
{
	struct levels levels;
	struct error err;
	struct bench b;

	(void)state;
	open_ops(&b);
	assert_int_equal(levels_build(&levels, b.analysis, LEVELS_OPS, &err), 0);
	expect_rows(&levels, "name,level,gpu_ms,count,max_us,event",
		"GEMM category 0.03 2 20 3\n"
		"-aten::mm operator 0.03 2 20 3\n"
		"--128x256 256x512 arguments 0.03 2 20 3\n"
		"---aten::mm call 0.02 1  3\n"
		"---aten::mm call 0.01 1  0\n"
		"other category 0.005 1 5 6\n"
		"-mine operator 0.005 1 5 6\n"
		"--mine call 0.005 1  6\n"
		"not linked rest 0.002 1 2 9\n"
		"-lost kernel 0.002 1 2 9\n"
		"--lost call 0.002 1  9\n");
	levels_free(&levels);
	bench_close(&b);
}

/* What stands at the end without a shape says nothing; where shapes are the same, what differs does. */
static void
arguments_are_told_apart(void **state)
{
	static const char *const dims[] = {"[[8, 1], []]", "[[8, 1], []]", "[[8, 1], []]", "[[], [7]]",
		"[[[2, 3], [4]], [], []]", "[[], []]", "[[9]]", "[[9]]"};
	static const char *const types[] = {"\"float\", \"Scalar\"", "\"c10::Half\", \"Scalar\"",
		"\"float\", \"Scalar\"", "\"Scalar\", \"float\"", "\"TensorList\", \"Int\", \"Int\"",
		"\"Scalar\", \"Scalar\"", "\"float\"", "\"float\""};
	static const char *const strides[] = {"[[1, 1], []]", "[[1, 1], []]", "[[1, 8], []]", "[[], [1]]", "[]", "[]",
		"[[1]]", "[[1]]"};
	struct levels levels;
	struct error err;
	struct bench b;

	(void)state;
	bench_open(&b);
	for (int i = 0; i < 8; i++) {
		char args[300];

		snprintf(args, sizeof(args), "\"Input Dims\": %s, \"Input type\": [%s], \"Input Strides\": %s,"
			" \"Concrete Inputs\": [\"%s\"]", dims[i], types[i], strides[i], i == 7 ? "3" : "");
		bench_host(&b, "cpu_op", 1, "op", i * 20, 10, args);
		bench_launch(&b, i * 20 + 2, i + 1, "k", 7, 1000 + i * 20, 10 - i);
	}
	bench_sheet(&b, "gpu_timeline");
	assert_int_equal(levels_build(&levels, b.analysis, LEVELS_OPS, &err), 0);
	expect_rows(&levels, "name,level",
		"other category\n"
		"-op operator\n"
		"--8x1  float, Scalar  strides 1,1 arguments\n---op call\n"
		"--8x1  Half, Scalar arguments\n---op call\n"
		"--8x1  float, Scalar  strides 1,8 arguments\n---op call\n"
		"--- 7 arguments\n---op call\n"
		"--[2x3 4] arguments\n---op call\n"
		"--no shapes arguments\n---op call\n"
		"--9  values ('',) arguments\n---op call\n"
		"--9  values ('3',) arguments\n---op call\n");
	levels_free(&levels);
	bench_close(&b);
}

/* Of 30 us on an MI300X: 29.826 above the roofline of 2 x 0.087 us (458,752 bytes at 5.3 TB/s). */
static void
rows_say_what_could_be_won(void **state)
{
	struct levels levels;
	struct error err;
	struct arch *arch;
	struct bench b;

	(void)state;
	assert_int_equal(arch_open(&arch, "MI300X", &err), 0);
	bench_open(&b);
	b.options.arch = arch;
	bench_host(&b, "cpu_op", 1, "aten::mm", 0, 10, MM_SHAPES);
	bench_launch(&b, 2, 1, "k", 7, 20, 10);
	bench_host(&b, "cpu_op", 1, "aten::mm", 12, 10, MM_SHAPES);
	bench_launch(&b, 14, 2, "k", 7, 40, 20);
	bench_sheet(&b, "gpu_timeline");
	assert_int_equal(levels_build(&levels, b.analysis, LEVELS_OPS, &err), 0);
	expect_rows(&levels, "level,win_us",
		"category 29.826\n-operator 29.826\n--arguments 29.826\n---call 19.913\n---call 9.913\n");
	levels_free(&levels);
	bench_close(&b);
	arch_free(arch);
}

static void
kernels_stand_over_who_launched_them(void **state)
{
	struct levels levels;
	struct error err;
	struct bench b;

	(void)state;
	open_ops(&b);
	assert_int_equal(levels_build(&levels, b.analysis, LEVELS_KERNELS, &err), 0);
	expect_rows(&levels, "name,gpu_ms,min_us,mean_us,event",
		"k 0.035 5 11.666 5\n"
		"-aten::mm 0.03 10 15 5\n"
		"--aten::mm 0.02  20 5\n"
		"--aten::mm 0.01  10 2\n"
		"-mine 0.005 5 5 8\n"
		"--mine 0.005  5 8\n"
		"lost 0.002 2 2 9\n"
		"-not linked 0.002 2 2 9\n"
		"--not linked 0.002  2 9\n");
	levels_free(&levels);
	bench_close(&b);
}

/* One line a kernel: name, count, us. */
static void
expect_told(const struct levels_kernel *kernels, uint32_t n, const char *expected)
{
	struct buffer text = {0};

	for (uint32_t i = 0; i < n; i++)
		buffer_printf(&text, "%s %u %d\n", kernels[i].name, kernels[i].count, (int)(kernels[i].ns / 1000));
	assert_string_equal(text.data ? text.data : "", expected);
	buffer_free(&text);
}

static void
expect_kernels(struct bench *b, struct levels *levels, uint32_t row, uint32_t names, const char *expected)
{
	struct levels_kernel kernels[2];
	uint32_t of, n = levels_kernels(b->analysis, levels, row, kernels, 2, &of);

	expect_told(kernels, n, expected);
	assert_int_equal(of, names);
}

static void
expect_below(const struct merged *merged, uint32_t row, uint32_t names, const char *expected)
{
	struct levels_kernel kernels[2];
	uint32_t of, n = levels_kernels_below(merged, row, kernels, 2, &of);

	expect_told(kernels, n, expected);
	assert_int_equal(of, names);
}

/*
 * The first op runs two kernels of 10 us at once, which are 20 us here; what an op inside it ran is
 * not its own. The collective's two kernels are a call each, of the same op.
 */
static void
operators_tell_the_kernels_of_all_calls(void **state)
{
	struct levels levels;
	struct error err;
	struct bench b;

	(void)state;
	bench_open(&b);
	bench_host(&b, "cpu_op", 1, "outer", 0, 20, "");
	bench_launch(&b, 1, 1, "k", 7, 20, 10);
	bench_launch(&b, 3, 2, "k", 8, 20, 10);
	bench_launch(&b, 5, 3, "j", 7, 40, 5);
	bench_host(&b, "cpu_op", 1, "inner", 10, 8, "");
	bench_launch(&b, 11, 4, "i", 7, 50, 7);
	bench_host(&b, "cpu_op", 1, "outer", 30, 10, "");
	bench_launch(&b, 32, 5, "h", 7, 60, 40);
	bench_host(&b, "cpu_op", 1, "record_param_comms", 50, 10, "");
	bench_launch(&b, 51, 6, "ncclDevKernel_AllReduce", 9, 200, 3);
	bench_launch(&b, 53, 7, "ncclDevKernel_AllReduce", 9, 210, 2);
	bench_sheet(&b, "gpu_timeline");
	assert_int_equal(levels_build(&levels, b.analysis, LEVELS_OPS, &err), 0);
	expect_rows(&levels, "name,level,gpu_ms",
		"other category 0.062\n"
		"-outer operator 0.055\n"
		"--outer call 0.04\n"
		"--outer call 0.015\n"
		"-inner operator 0.007\n"
		"--inner call 0.007\n"
		"communication category 0.005\n"
		"-record_param_comms operator 0.005\n"
		"--record_param_comms call 0.003\n"
		"--record_param_comms call 0.002\n");
	expect_kernels(&b, &levels, 0, 4, "h 1 40\nk 2 20\n");
	expect_kernels(&b, &levels, 1, 3, "h 1 40\nk 2 20\n");
	expect_kernels(&b, &levels, 3, 2, "k 2 20\nj 1 5\n");
	expect_kernels(&b, &levels, 4, 1, "i 1 7\n");
	expect_kernels(&b, &levels, 6, 1, "ncclDevKernel_AllReduce 2 5\n");
	levels_free(&levels);
	bench_close(&b);
}

/* Two launches of k are one path, and one of it stands deeper: names count once, wherever they are. */
static void
merged_rows_tell_the_kernels_below(void **state)
{
	const struct merged_options options = {MERGED_PYTHON_MODULES, false};
	struct merged *merged;
	struct error err;
	struct bench b;

	(void)state;
	bench_open(&b);
	bench_host(&b, "cpu_op", 1, "outer", 0, 20, "");
	bench_launch(&b, 1, 1, "k", 7, 20, 10);
	bench_launch(&b, 3, 2, "k", 7, 30, 10);
	bench_launch(&b, 5, 3, "j", 7, 40, 5);
	bench_host(&b, "cpu_op", 1, "inner", 10, 8, "");
	bench_launch(&b, 11, 4, "k", 7, 50, 7);
	bench_launch(&b, 14, 5, "i", 7, 60, 6);
	bench_sheet(&b, "gpu_timeline");
	assert_int_equal(merged_build(&merged, b.tree, &options, &err), 0);
	assert_string_equal(merged_label(merged, 1), "outer");
	expect_below(merged, 0, 3, "k 3 27\ni 1 6\n");
	expect_below(merged, 1, 3, "k 3 27\ni 1 6\n");
	for (uint32_t row = 2; row < merged->n; row++) {
		if (!strcmp(merged_label(merged, row), "inner"))
			expect_below(merged, row, 2, "k 1 7\ni 1 6\n");
		if (merged->rows[row].size == 1)
			expect_below(merged, row, 0, "");
	}
	merged_free(merged);
	bench_close(&b);
}

/* 4 MiB in 128 us, of which a kernel hides 30: 32.768 GB/s, times 2 x 3/4 on the bus. */
static void
collectives_say_what_is_exposed(void **state)
{
	struct levels levels;
	struct error err;
	struct bench b;

	(void)state;
	bench_open(&b);
	bench_host(&b, "cpu_op", 1, "record_param_comms", 0, 10, "");
	bench_host(&b, "cuda_runtime", 1, "cudaLaunchKernel", 2, 1, "\"correlation\": 1");
	bench_gpu(&b, "kernel", 9, "ncclDevKernel_AllReduce", 100, 128, 1, ALLREDUCE);
	bench_host(&b, "cpu_op", 1, "aten::mm", 12, 10, "");
	bench_launch(&b, 14, 2, "k", 7, 150, 30);
	bench_sheet(&b, "gpu_timeline");
	assert_int_equal(levels_build(&levels, b.analysis, LEVELS_COLLECTIVES, &err), 0);
	expect_rows(&levels, "name,gpu_ms,exposed_ms,size_mb,gbs,bus_gbs",
		"allreduce 0.128 0.098 4.0 32.768 49.152\n"
		"-4.000 MB Float, 4 ranks 0.128 0.098 4.0 32.768 49.152\n"
		"--4.000 MB Float, 4 ranks 0.128 0.098 4.0 32.768 49.152\n");
	levels_free(&levels);
	bench_close(&b);
}

static void
modules_stand_in_each_other(void **state)
{
	struct levels levels;
	struct error err;
	struct bench b;

	(void)state;
	bench_open(&b);
	bench_host(&b, "python_function", 1, "nn.Module: Net_0", 0, 100, "");
	bench_host(&b, "python_function", 1, "nn.Module: Linear_0", 10, 30, "");
	bench_host(&b, "cpu_op", 1, "aten::mm", 12, 10, "\"Sequence number\": 5");
	bench_launch(&b, 14, 1, "k", 7, 20, 10);
	bench_host(&b, "cpu_op", 1, "aten::add", 50, 10, "");
	bench_launch(&b, 52, 2, "k", 7, 60, 3);
	bench_host(&b, "python_function", 1, "nn.Module: Dropout_0", 70, 20, "");
	bench_host(&b, "cpu_op", 1, "optimizer", 110, 10, "");
	bench_launch(&b, 112, 3, "k", 7, 120, 40);
	bench_sheet(&b, "gpu_timeline");
	assert_int_equal(levels_build(&levels, b.analysis, LEVELS_MODULES, &err), 0);
	expect_rows(&levels, "name,level,gpu_ms,forward_ms,backward_ms",
		"Net module 0.013 0.013 \n"
		"-Linear module 0.01 0.01 \n"
		"--aten::mm operator 0.01 0.01 \n"
		"---aten::mm call 0.01 0.01 \n"
		"-aten::add operator 0.003 0.003 \n"
		"--aten::add call 0.003 0.003 \n"
		"outside of modules rest 0.04  \n"
		"-optimizer operator 0.04  \n"
		"--optimizer call 0.04  \n");
	levels_free(&levels);
	bench_close(&b);
}

/* Of 4 us and of 5 us a link tells that they are backward, of 6 us nothing does. */
static void
backward_is_what_a_link_tells(void **state)
{
	struct levels levels;
	struct error err;
	struct bench b;

	(void)state;
	bench_open(&b);
	bench_host(&b, "python_function", 1, "nn.Module: Net_0", 0, 30, "");
	bench_host(&b, "cpu_op", 1, "aten::mm", 2, 10, "\"Sequence number\": 5");
	bench_launch(&b, 4, 1, "k", 7, 20, 10);
	bench_host(&b, "cpu_op", 1, "loss", 40, 10, "\"Sequence number\": 6");
	bench_launch(&b, 42, 2, "k", 7, 60, 3);
	bench_host(&b, "cpu_op", 2, "autograd::engine::evaluate_function: LossBackward", 200, 20,
		"\"Sequence number\": 6, \"Fwd thread id\": 1");
	bench_host(&b, "cuda_runtime", 2, "cudaLaunchKernel", 205, 2, "\"correlation\": 3");
	bench_gpu(&b, "kernel", 7, "k", 210, 4, 3, "");
	bench_host(&b, "cpu_op", 2, "autograd::engine::evaluate_function: MmBackward", 230, 20,
		"\"Sequence number\": 5, \"Fwd thread id\": 1");
	bench_host(&b, "cuda_runtime", 2, "cudaLaunchKernel", 235, 2, "\"correlation\": 4");
	bench_gpu(&b, "kernel", 7, "k", 240, 5, 4, "");
	bench_host(&b, "cpu_op", 2, "unlinked_backward", 260, 20, "");
	bench_host(&b, "cuda_runtime", 2, "cudaLaunchKernel", 265, 2, "\"correlation\": 5");
	bench_gpu(&b, "kernel", 7, "k", 270, 6, 5, "");
	bench_sheet(&b, "gpu_timeline");
	assert_int_equal(levels_build(&levels, b.analysis, LEVELS_MODULES, &err), 0);
	expect_rows(&levels, "name,level,gpu_ms,forward_ms,backward_ms",
		"Net module 0.015 0.01 0.005\n"
		"-aten::mm operator 0.01 0.01 \n"
		"--aten::mm call 0.01 0.01 \n"
		"-autograd::engine::evaluate_function: MmBackward backward 0.005  0.005\n"
		"--autograd::engine::evaluate_function: MmBackward call 0.005  0.005\n"
		"outside of modules rest 0.013  0.004\n"
		"-unlinked_backward operator 0.006  \n"
		"--unlinked_backward call 0.006  \n"
		"-autograd::engine::evaluate_function: LossBackward backward 0.004  0.004\n"
		"--autograd::engine::evaluate_function: LossBackward call 0.004  0.004\n"
		"-loss operator 0.003  \n"
		"--loss call 0.003  \n");
	levels_free(&levels);
	bench_close(&b);
}

static void
no_gpu_work_is_no_row(void **state)
{
	struct levels levels;
	struct error err;
	struct bench b;

	(void)state;
	bench_open(&b);
	bench_host(&b, "cpu_op", 1, "aten::mm", 0, 10, MM_SHAPES);
	bench_sheet(&b, "gpu_timeline");
	for (unsigned kind = 0; kind < LEVELS_KINDS; kind++) {
		assert_int_equal(levels_build(&levels, b.analysis, kind, &err), 0);
		assert_int_equal(levels.table->n_rows, 0);
		levels_free(&levels);
	}
	bench_close(&b);
}

/* What is left over stands last, also behind what took no time. */
static void
the_rest_stands_last(void **state)
{
	struct levels levels;
	struct error err;
	struct bench b;

	(void)state;
	bench_open(&b);
	bench_gpu(&b, "kernel", 7, "lost", 0, 2, 99, "");
	bench_host(&b, "cpu_op", 1, "mine", 10, 10, "");
	bench_launch(&b, 12, 1, "ncclDevKernel_AllReduce", 7, 20, 0);
	bench_sheet(&b, "gpu_timeline");
	assert_int_equal(levels_build(&levels, b.analysis, LEVELS_OPS, &err), 0);
	expect_rows(&levels, "name,gpu_ms",
		"communication 0\n-mine 0\n--mine 0\nnot linked 0.002\n-lost 0.002\n--lost 0.002\n");
	levels_free(&levels);
	bench_close(&b);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(operators_stand_under_their_category),
		cmocka_unit_test(arguments_are_told_apart),
		cmocka_unit_test(rows_say_what_could_be_won),
		cmocka_unit_test(kernels_stand_over_who_launched_them),
		cmocka_unit_test(operators_tell_the_kernels_of_all_calls),
		cmocka_unit_test(merged_rows_tell_the_kernels_below),
		cmocka_unit_test(collectives_say_what_is_exposed),
		cmocka_unit_test(modules_stand_in_each_other),
		cmocka_unit_test(backward_is_what_a_link_tells),
		cmocka_unit_test(no_gpu_work_is_no_row),
		cmocka_unit_test(the_rest_stands_last),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
