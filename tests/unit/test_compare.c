/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare/: reports against each other; values worked out by hand. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "compare/reports.h"
#include "report/write.h"
#include <stdio.h>
#include <string.h>

static const struct column_def
	def_name = {"name", "name", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 0, NULL},
	def_type = {"type", "type", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 0, NULL},
	def_ms = {"time_ms", "time ms", CELL_TIME, UNIT_MS, 0, 0, NULL},
	def_direct = {"direct", "total_direct_kernel_time_ms", CELL_REAL, UNIT_MS, 0, 0, NULL},
	def_count = {"count", "Count", CELL_INT, UNIT_COUNT, 0, 0, NULL},
	def_kernel = {"kernel", "Kernel name", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 0, NULL},
	def_op = {"op", "Parent cpu_op", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 0, NULL},
	def_sum = {"sum", "Kernel duration (\xc2\xb5s)_sum", CELL_TIME, UNIT_US, 0, 0, NULL},
	def_mean = {"mean", "Kernel duration (\xc2\xb5s)_mean", CELL_REAL, UNIT_US, 0, 0, NULL},
	def_times = {"times", "Kernel duration (\xc2\xb5s)_count", CELL_INT, UNIT_COUNT, 0, 0, NULL},
	def_dims = {"dims", "Input Dims", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 0, NULL},
	def_args_sum = {"args_sum", "total_direct_kernel_time_sum", CELL_TIME, UNIT_US, 0, 0, NULL},
	def_param = {"m", "param: M", CELL_INT, UNIT_NONE, 0, 0, NULL},
	def_param_real = {"m", "param: M", CELL_REAL, UNIT_NONE, 0, 0, NULL},
	def_transpose = {"t", "param: transpose", CELL_TEXT, UNIT_NONE, 0, 0, NULL},
	def_roof_sum = {"roof_sum", "Kernel Time (\xc2\xb5s)_sum", CELL_REAL, UNIT_US, 0, 0, NULL},
	def_name_count = {"name_count", "name_count", CELL_INT, UNIT_NONE, 0, 0, NULL};

static struct table *
make(const char *id, const struct column_def *const *defs)
{
	struct table *table = table_new(id, id);

	for (int i = 0; defs[i]; i++)
		assert_int_equal(table_add_column(table, defs[i]), i);
	return table;
}

/* Cells by the columns' types. */
static void
add(struct table *table, ...)
{
	int64_t row = table_add_row(table);
	va_list args;

	va_start(args, table);
	for (uint32_t i = 0; i < table->n_columns; i++) {
		if (table->columns[i].def->type == CELL_TEXT)
			table_set_text(table, row, (int)i, va_arg(args, const char *));
		else if (table->columns[i].def->type == CELL_REAL)
			table_set_real(table, row, (int)i, va_arg(args, double));
		else
			table_set_int(table, row, (int)i, va_arg(args, int));
	}
	va_end(args);
}

static struct table *
timeline(int computation, int busy)
{
	static const struct column_def *const defs[] = {&def_type, &def_ms, NULL};
	struct table *table = make("gpu_timeline", defs);

	add(table, "computation_time", computation);
	add(table, "exposed_comm_time", 0);
	add(table, "busy_time", busy);
	return table;
}

static struct table *
ops(double mm, const char *other, double time)
{
	static const struct column_def *const defs[] = {&def_name, &def_direct, &def_count, NULL};
	struct table *table = make("ops_summary", defs);

	add(table, "aten::mm", mm, 3);
	add(table, other, time, 1);
	return table;
}

static struct table *
kernels(int second)
{
	static const struct column_def *const defs[] = {&def_op, &def_kernel, &def_sum, &def_mean, &def_times, NULL};
	struct table *table = make("kernel_summary", defs);

	add(table, "aten::mm", "gemm", 1000, 1.0, 1);
	add(table, "aten::linear", "gemm", second, (double)second / 3e3, 3);
	return table;
}

static struct table *
arguments(int sum)
{
	static const struct column_def *const defs[] = {&def_name, &def_dims, &def_args_sum, NULL};
	struct table *table = make("ops_unique_args", defs);

	add(table, "aten::add", NULL, sum);
	add(table, "aten::add", NULL, 2 * sum);
	if (sum > 1000)
		add(table, "aten::new", "((1,),)", 50);
	return table;
}

static struct table *
gemm(bool base)
{
	static const struct column_def
		*const with[] = {&def_name, &def_param, &def_transpose, &def_roof_sum, &def_name_count, NULL},
		*const without[] = {&def_name, &def_param_real, &def_roof_sum, &def_name_count, NULL};
	struct table *table = make("GEMM", base ? with : without);

	if (base)
		add(table, "aten::mm", 8, "NT", 6000.0, 3);
	else
		add(table, "aten::mm", 8.0, 4500.0, 3);
	return table;
}

static struct report *
report_of(struct table *const *tables)
{
	struct report *report = report_new();

	for (; *tables; tables++)
		assert_int_equal(report_add_sheet(report, *tables, NULL), 0);
	return report;
}

static bool
all(const char *sheet, const char *group, void *data)
{
	(void)sheet;
	(void)group;
	(void)data;
	return true;
}

static void
assert_sheet(const struct report *report, const char *id, const char *expected)
{
	for (uint32_t i = 0; i < report->n; i++) {
		struct table_view view = table_view_all(report->sheets[i]);
		struct buffer buf = {0};
		struct output *output;

		if (strcmp(report->sheets[i]->id, id))
			continue;
		assert_int_equal(output_open_buffer(&output, &buf, NULL), 0);
		write_csv(output, &view);
		assert_int_equal(output_close(output, NULL), 0);
		assert_string_equal(buf.data, expected);
		buffer_free(&buf);
		return;
	}
	if (expected)
		fail_msg("there is no sheet %s", id);
}

static void
two_reports_differ_as_worked_out(void **state)
{
	struct table *base_tables[] = {timeline(10000000, 12000000), ops(6, "aten::old", 1), kernels(3000), arguments(1000),
		gemm(true), NULL};
	struct table *other_tables[] = {timeline(8000000, 15000000), ops(4.5, "aten::new", 2), kernels(7000),
		arguments(1500), gemm(false), NULL};
	struct report *base = report_of(base_tables), *other = report_of(other_tables), *result;
	struct compare_input inputs[] = {{base, "a"}, {other, "b"}};

	(void)state;
	assert_int_equal(compare_reports(&result, inputs, 2, all, NULL, NULL), 0);
	assert_sheet(result, "gpu_timeline", "type,time ms__b_diff,time ms__b_pct,a::time ms,b::time ms\n"
		"busy_time,3.0,25.0,12,15\ncomputation_time,-2.0,-20.0,10,8\nexposed_comm_time,0.0,,0,0\n");
	assert_sheet(result, "ops_summary", "name,total_direct_kernel_time_ms__b_diff,total_direct_kernel_time_ms__b_pct,"
		"Count__b_diff,Count__b_pct,a::total_direct_kernel_time_ms,a::Count,b::total_direct_kernel_time_ms,b::Count\n"
		"aten::mm,-1.5,-25.0,0.0,0.0,6.0,3,4.5,3\naten::old,,,,,1.0,1,,\naten::new,,,,,,,2.0,1\n");
	assert_sheet(result, "kernel_summary", "Kernel name,"
		"Kernel duration (\xc2\xb5s)_sum__b_diff,Kernel duration (\xc2\xb5s)_sum__b_pct,"
		"Kernel duration (\xc2\xb5s)_mean__b_diff,Kernel duration (\xc2\xb5s)_mean__b_pct,"
		"Kernel duration (\xc2\xb5s)_count__b_diff,Kernel duration (\xc2\xb5s)_count__b_pct,"
		"a::Parent cpu_op,a::Kernel duration (\xc2\xb5s)_sum,a::Kernel duration (\xc2\xb5s)_mean,"
		"a::Kernel duration (\xc2\xb5s)_count,b::Parent cpu_op,b::Kernel duration (\xc2\xb5s)_sum,"
		"b::Kernel duration (\xc2\xb5s)_mean,b::Kernel duration (\xc2\xb5s)_count\n"
		"gemm,4.0,100.0,1.0,100.0,0.0,0.0,aten::mm,4,1.0,4,aten::mm,8,2.0,4\n");
	assert_sheet(result, "ops_unique_args_intersect_b", "name,Input Dims,total_direct_kernel_time_sum__b_diff,"
		"total_direct_kernel_time_sum__b_pct,a::total_direct_kernel_time_sum,b::total_direct_kernel_time_sum\n"
		"aten::add,,1.0,50.0,2,3\naten::add,,0.5,50.0,1,1.5\n");
	assert_sheet(result, "ops_unique_args_only_variant_b", "name,Input Dims,b::total_direct_kernel_time_sum\n"
		"aten::new,\"((1,),)\",0.05\n");
	assert_sheet(result, "GEMM_intersect_b", "name,param: M,Kernel Time (\xc2\xb5s)_sum__b_diff,"
		"Kernel Time (\xc2\xb5s)_sum__b_pct,name_count__b_diff,name_count__b_pct,a::param: transpose,"
		"a::Kernel Time (\xc2\xb5s)_sum,a::name_count,b::Kernel Time (\xc2\xb5s)_sum,b::name_count\n"
		"aten::mm,8,-1500.0,-25.0,0.0,0.0,NT,6000.0,3,4500.0,3\n");
	assert_sheet(result, "summary", "variant,kind,name,baseline ms,variant ms,diff ms,diff %,speed-up,spread ms,noise\n"
		"b,timeline,busy_time,12.0,15.0,3.0,25.0,0.8,,\n"
		"b,timeline,computation_time,10.0,8.0,-2.0,-20.0,1.25,,\n"
		"b,timeline,exposed_comm_time,0.0,0.0,0.0,,,,\n"
		"b,faster,aten::mm,6.0,4.5,-1.5,-25.0,1.3333333333333333,,\n"
		"b,new,aten::new,,2.0,2.0,,,,\nb,gone,aten::old,1.0,,-1.0,,,,\n");
	assert_true(compare_busy_growth(&inputs[0], &inputs[1]).percent == 25);
	report_free(result);
	report_free(base);
	report_free(other);
}

static void
a_missing_sheet_is_told(void **state)
{
	struct table *base_tables[] = {timeline(1000000, 1000000), ops(6, "aten::old", 1), NULL};
	struct table *other_tables[] = {timeline(2000000, 2000000), NULL}, *third_tables[] = {timeline(3000000, 3000000), NULL};
	struct report *base = report_of(base_tables), *other = report_of(other_tables);
	struct report *third = report_of(third_tables), *result;
	struct compare_input inputs[] = {{base, "a"}, {other, "b"}, {third, "c"}};
	struct error err;

	(void)state;
	assert_int_equal(compare_reports(&result, inputs, 3, all, NULL, NULL), 0);
	assert_sheet(result, "gpu_timeline", "type,time ms__b_diff,time ms__b_pct,time ms__c_diff,time ms__c_pct,"
		"a::time ms,b::time ms,c::time ms\n"
		"busy_time,1.0,100.0,2.0,200.0,1,2,3\n"
		"computation_time,1.0,100.0,2.0,200.0,1,2,3\n"
		"exposed_comm_time,0.0,,0.0,,0,0,0\n");
	assert_string_equal(table_cell(result->index, 1, INDEX_VALUE).s, "gpu_timeline");
	assert_string_equal(table_cell(result->index, 2, INDEX_VALUE).s, "report b has no sheet ops_summary");
	assert_string_equal(table_cell(result->index, 3, INDEX_VALUE).s, "report c has no sheet ops_summary");
	for (uint32_t i = 0; i < result->n; i++)	/* and nothing is gone for want of the sheet */
		if (!strcmp(result->sheets[i]->id, "summary"))
			assert_int_equal(result->sheets[i]->n_rows, 6);
	report_free(result);
	assert_int_equal(compare_reports(&result, inputs, 1, all, NULL, &err), -1);
	assert_string_equal(err.message, "2 to 32 reports can be compared");
	report_free(base);
	report_free(other);
	report_free(third);
}

static void
empty_reports_compare(void **state)
{
	struct report *base = report_new(), *other = report_new(), *result;
	struct compare_input inputs[] = {{base, "a"}, {other, "b"}};

	(void)state;
	assert_int_equal(compare_reports(&result, inputs, 2, all, NULL, NULL), 0);
	assert_int_equal(result->n, 1);
	assert_int_equal(result->sheets[0]->n_rows, 0);
	assert_true(isnan(compare_busy_growth(&inputs[0], &inputs[1]).percent));
	report_free(result);
	report_free(base);
	report_free(other);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_reports_differ_as_worked_out),
		cmocka_unit_test(a_missing_sheet_is_told),
		cmocka_unit_test(empty_reports_compare),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
