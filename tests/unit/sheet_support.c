/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sheet_support.h"
#include <stdio.h>
#include <string.h>

void
bench_open(struct bench *bench)
{
	*bench = (struct bench){0};
	analysis_options_init(&bench->options);
	assert_true(buffer_add_text(&bench->text, "{\"schemaVersion\": 1, \"traceEvents\": ["));
}

void
bench_close(struct bench *bench)
{
	table_free(bench->table);
	analysis_free(bench->analysis);
	tree_free(bench->tree);
	trace_free(bench->trace);
	buffer_free(&bench->text);
}

static void
add_event(struct bench *bench, const char *cat, int pid, int tid, const char *name, double ts,
	double dur, const char *args)
{
	const char *comma = bench->text.data[bench->text.len - 1] == '[' ? "" : ",";

	assert_true(buffer_printf(&bench->text,
		"%s\n{\"ph\": \"X\", \"cat\": \"%s\", \"name\": \"%s\", \"pid\": %d, \"tid\": %d, "
		"\"ts\": %.3f, \"dur\": %.3f, \"args\": {%s}}", comma, cat, name, pid, tid, ts, dur,
		args));
}

void
bench_host(struct bench *bench, const char *cat, int tid, const char *name, double ts, double dur,
	const char *args)
{
	add_event(bench, cat, 100, tid, name, ts, dur, args);
}

void
bench_gpu(struct bench *bench, const char *cat, int stream, const char *name, double ts, double dur,
	int correlation,
	const char *args)
{
	char all[1024];

	snprintf(all, sizeof(all), "\"device\": 0, \"stream\": %d, \"correlation\": %d%s%s", stream,
		correlation,
		*args ? ", " : "", args);
	add_event(bench, cat, 0, stream, name, ts, dur, all);
}

void
bench_launch(struct bench *bench, double ts, int correlation, const char *kernel, int stream,
	double start, double dur)
{
	char args[64];

	snprintf(args, sizeof(args), "\"correlation\": %d", correlation);
	bench_host(bench, "cuda_runtime", 1, "cudaLaunchKernel", ts, 1, args);
	bench_gpu(bench, "kernel", stream, kernel, start, dur, correlation, "");
}

static void
bench_read(struct bench *bench)
{
	struct error err;

	assert_true(buffer_add_text(&bench->text, "\n]}"));
	bench->trace = support_load(&bench->text, FORM_PLAIN, 1);
	assert_int_equal(tree_build(&bench->tree, bench->trace, &err), 0);
	assert_int_equal(analysis_new(&bench->analysis, bench->trace, bench->tree, &bench->options,
		&err), 0);
}

const struct table *
bench_sheet(struct bench *bench, const char *id)
{
	const struct sheet *sheet = sheet_find(id);
	struct error err;

	if (!bench->analysis)
		bench_read(bench);
	table_free(bench->table);
	bench->table = NULL;
	assert_non_null(sheet);
	assert_int_equal(sheet_build(bench->analysis, sheet, &bench->table, &err), 0);
	return bench->table;
}

const char *
bench_cell(struct bench *bench, uint32_t row, const char *column)
{
	static char out[8][32];
	static unsigned turn;
	int at = table_find_column(bench->table, column);

	assert_true(at >= 0);
	assert_true(row < bench->table->n_rows);
	return table_cell_text(bench->table, row, (uint32_t)at, out[turn++ % 8]);
}

void
bench_expect(struct bench *bench, const char *column, ...)
{
	const char *wanted;
	uint32_t row = 0;
	va_list cells;

	va_start(cells, column);
	for (; (wanted = va_arg(cells, const char *)); row++)
		assert_string_equal(bench_cell(bench, row, column), wanted);
	va_end(cells);
	assert_int_equal(bench->table->n_rows, row);
}

bool
bench_remarked(const struct bench *bench, const char *words)
{
	for (uint32_t i = 0; analysis_remark(bench->analysis, i); i++)
		if (strstr(analysis_remark(bench->analysis, i), words))
			return true;
	return false;
}
