/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sonde arch: the GPUs whose limits are known. */
#include "cli/cli.h"
#include "cli/load.h"
#include "model/arch.h"
#include <math.h>
#include <stdio.h>

struct arch_options {
	int format;
};

static const struct cli_option options[] = {
	CLI_CHOICE("format", 'f', "FORMAT", write_format_names, struct arch_options, format, "how to write it"),
	CLI_END
};

static const struct column_def list_columns[] = {
	{"name", "name", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 0, "as --arch takes it"},
	{"memory", "Memory (GB)", CELL_REAL, UNIT_NONE, 0, 0, "size of its memory"},
	{"bandwidth", "Bandwidth (GB/s)", CELL_REAL, UNIT_GBS, 0, 0, "of its memory, GB of 10^9"},
	{"bf16", "matrix_bf16 (TFLOPS/s)", CELL_REAL, UNIT_TFLOPS, 0, 0, "peak rate"},
	{"fp8", "matrix_fp8 (TFLOPS/s)", CELL_REAL, UNIT_TFLOPS, 0, 0, "peak rate"},
	{"fp32", "vector_fp32 (TFLOPS/s)", CELL_REAL, UNIT_TFLOPS, 0, 0, "peak rate"},
	{"knee", "Knee bf16 (FLOPS/Byte)", CELL_REAL, UNIT_INTENSITY, 0, 0, "from here on compute is the bound"},
	{"figures", "figures", CELL_TEXT, UNIT_NONE, 0, 0, "peaks of a data sheet, or measured achievable rates"},
};

static int
list_add(struct table *table, const char *name, struct error *err)
{
	const char *figures = NULL;
	struct arch *arch;
	int64_t row;
	bool good;

	if (arch_open(&arch, name, err))
		return -1;
	row = table_add_row(table);
	if (arch->figures)
		figures = arena_strdup(&table->arena, arch->figures);
	good = row >= 0 && (figures || !arch->figures);
	if (good) {
		table_set_text(table, row, 0, name);
		table_set_real(table, row, 1, arch->memory_gb);
		table_set_real(table, row, 2, arch->bandwidth_gbps);
		table_set_real(table, row, 3, arch_peak(arch, "matrix_bf16"));
		table_set_real(table, row, 4, arch_peak(arch, "matrix_fp8"));
		table_set_real(table, row, 5, arch_peak(arch, "vector_fp32"));
		table_set_real(table, row, 6, arch_knee(arch, "matrix_bf16"));
		table_set_text(table, row, 7, figures);
	}
	arch_free(arch);
	return good ? 0 : error_no_memory(err, "making a table");
}

static int
list_archs(struct table *table, struct error *err)
{
	const char *name;

	if (table_add_columns(table, list_columns, sizeof(list_columns) / sizeof(*list_columns)))
		return error_no_memory(err, "making a table");
	for (uint32_t i = 0; (name = arch_name_at(i)); i++)
		if (list_add(table, name, err))
			return -1;
	return 0;
}

static const struct column_def peak_columns[] = {
	{"spec", "Compute Spec", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 0, "unit and precision"},
	{"peak", "TFLOPS/s", CELL_REAL, UNIT_TFLOPS, 0, 0, "peak rate"},
	{"knee", "Knee (FLOPS/Byte)", CELL_REAL, UNIT_INTENSITY, 0, 0, "from here on compute is the bound"},
};

static int
list_peaks(struct table *table, const struct arch *arch, struct error *err)
{
	if (table_add_columns(table, peak_columns, sizeof(peak_columns) / sizeof(*peak_columns)))
		return error_no_memory(err, "making a table");
	for (uint32_t i = 0; i < arch->n_peaks; i++) {
		int64_t row = table_add_row(table);

		if (row < 0)
			return error_no_memory(err, "making a table");
		table_set_text(table, row, 0, arch->peaks[i].spec);
		table_set_real(table, row, 1, arch->peaks[i].tflops);
		table_set_real(table, row, 2, arch_knee(arch, arch->peaks[i].spec));
	}
	return 0;
}

static void
print_facts(const struct arch *arch)
{
	const struct {
		const char *label, *text;
	} lines[] = {{"figures: ", arch->figures}, {"source: ", arch->source}, {"", arch->note}};

	cli_print_safe(arch->vendor);
	fputs(arch->vendor ? " " : "", stdout);
	cli_print_safe(arch->name);
	printf(", %g GB/s", arch->bandwidth_gbps);
	if (arch->memory_gb > 0)
		printf(", %g GB", arch->memory_gb);
	if (arch->units > 0)
		printf(", %lld compute units", (long long)arch->units);
	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
		if (!lines[i].text)
			continue;
		printf("\n%s", lines[i].label);
		cli_print_safe(lines[i].text);
	}
	printf("\n\n");
	fflush(stdout);
}

static int
arch_run(const struct cli_call *call)
{
	const struct arch_options *given = call->options;
	struct table *table = table_new("arch", "GPUs");
	struct arch *arch = NULL;
	struct error err;
	int status;

	if (!table) {
		error_no_memory(&err, "making a table");
		return cli_fail(NULL, &err);
	}
	if (call->n_files) {
		status = arch_open(&arch, call->files[0], &err);
		if (status) {
			table_free(table);
			return cli_blame(call, NULL, &err);
		}
		status = list_peaks(table, arch, &err);
		if (!status && given->format == WRITE_TEXT)
			print_facts(arch);
	} else {
		status = list_archs(table, &err);
	}
	status = status ? cli_fail(NULL, &err) : cli_write_table(table, (enum write_format)given->format);
	table_free(table);
	arch_free(arch);
	return status;
}

static const char *
arch_word(size_t i)
{
	return arch_name_at((uint32_t)i);
}

const struct cli_command cmd_arch = {
	.id = "arch",
	.arguments = "[NAME|FILE]",
	.help = "list the GPUs whose limits are known, or one with its source",
	.about = "A spec is JSON: name, mem_bw_gbps, memory_gb and max_achievable_tflops by compute spec (matrix_bf16, "
		"vector_fp32, ...), without sparsity. A precision that a spec lacks leaves rooflines empty.",
	.options = options,
	.options_size = sizeof(struct arch_options),
	.max_files = 1,
	.word = arch_word,
	.run = arch_run,
};
