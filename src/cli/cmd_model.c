/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sonde model: FLOPs, bytes and roofline of an op by its shape, or of a list of ops. */
#include "cli/cli.h"
#include "cli/load.h"
#include "cli/model_lines.h"
#include <stdio.h>
#include <string.h>

struct model_options {
	const char *dtype, *arch, *file;
	int format;
	int64_t tokens;
	bool backward;
};

static const struct cli_option options[] = {
	CLI_TEXT("dtype", 'd', "TYPE", struct model_options, dtype,
		"bf16, fp16, fp32, fp64, fp8, fp4 or int8, where a line tells no type"),
	CLI_FLAG("bwd", 'b', struct model_options, backward, "the backward pass"),
	CLI_INPUT("arch", 'a', "NAME|FILE", struct model_options, arch, "the GPU: a name of `sonde arch`, or a spec file"),
	CLI_TEXT("file", 0, "LAYERS", struct model_options, file, "a list of ops with counts, JSON or CSV"),
	CLI_INT("tokens", 0, "N", 1, INT64_C(1000000000000), struct model_options, tokens,
		"tokens that a step of LAYERS works on"),
	CLI_CHOICE("format", 'f', "FORMAT", write_format_names, struct model_options, format, "how to write it"),
	CLI_END
};

/* --- what there is -------------------------------------------------------------- */

static bool
is_asked_for(const struct model_family *family)
{
	return family->forward && strcmp(family->name, "triton") != 0;
}

static const struct column_def family_columns[] = {
	{"family", "family", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 0, "family"},
	{"parameter", "parameter", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 0, "parameter"},
	{"default", "default", CELL_TEXT, UNIT_NONE, 0, 0, "what it is when it is not given"},
	{"meaning", "meaning", CELL_TEXT, UNIT_NONE, 0, 0, "what it is"},
};

/* A row for the family, then one for each of its parameters. False: no memory. */
static bool
add_family(struct table *table, const struct model_family *family)
{
	int64_t row = table_add_row(table);

	if (row < 0)
		return false;
	table_set_text(table, row, 0, family->name);
	table_set_text(table, row, 3, family->help);
	for (uint32_t k = 0; k < family->n_params; k++) {
		const struct family_param *param = &family->params[k];

		if (param->flags & FAMILY_TRACE)
			continue;
		row = table_add_row(table);
		if (row < 0)
			return false;
		table_set_text(table, row, 0, family->name);
		table_set_text(table, row, 1, param->name);
		table_set_text(table, row, 2, param->fallback ? param->fallback
			: strcmp(param->name, "type") == 0 ? "--dtype" : "needed");
		table_set_text(table, row, 3, param->help);
	}
	return true;
}

static struct table *
families_table(const struct model_family *only)
{
	struct table *table = table_of("families", "Families of models", family_columns,
		sizeof(family_columns) / sizeof(*family_columns));
	const struct model_family *family;
	bool good = table;

	for (uint32_t i = 0; good && (family = family_at(i)); i++)
		if (is_asked_for(family) && (!only || family == only))
			good = add_family(table, family);
	if (good)
		return table;
	table_free(table);
	return NULL;
}

static int
print_table(struct table *table, const struct model_options *given)
{
	struct error err;
	int status;

	if (!table) {
		error_no_memory(&err, "making a table");
		return cli_fail(NULL, &err);
	}
	status = cli_write_table(table, (enum write_format)given->format);
	table_free(table);
	return status;
}

/* --- results --------------------------------------------------------------------- */

static void
print_step(const struct model_lines *lines, const struct model_options *given, const struct arch *arch)
{
	int64_t tokens = given->tokens ? given->tokens : lines->tokens;
	uint32_t without;
	double us = model_lines_time(lines, &without);

	if (given->format != WRITE_TEXT || !arch)
		return;
	printf("\nstep %.2f ms on ", us / 1e3);
	cli_print_safe(arch->name);
	fputs(" (", stdout);
	cli_print_safe(arch->figures ? arch->figures : "own");
	fputs(" figures)", stdout);
	if (tokens > 0 && us > 0)
		printf(", %.2f us a token, %.1f tokens/s", us / (double)tokens, (double)tokens / us * 1e6);
	putchar('\n');
	if (without)
		printf("%u op%s no roofline on this GPU and count%s nothing\n", without,
			without == 1 ? " has" : "s have", without == 1 ? "s" : "");
}

static int
print_lines(struct model_lines *lines, const struct model_options *given, const struct arch *arch)
{
	bool counts = given->file != NULL;
	int status = print_table(model_lines_table(lines, arch, counts), given);

	if (status == CLI_DONE && counts)
		print_step(lines, given, arch);
	return status;
}

/* One combination that has no numbers is an error; among several, its row says why. */
static int
check_lines(const struct cli_call *call, const struct model_lines *lines)
{
	const struct model_result *result = lines->n ? &lines->items[0].result : NULL;

	if (lines->n == 1 && result->status != MODEL_OK)
		return cli_usage(call, "%s: %s", lines->items[0].family->name, result->reason);
	return CLI_DONE;
}

static int
run_lines(const struct cli_call *call, struct model_lines *lines, const struct arch *arch)
{
	const struct model_options *given = call->options;
	const struct model_family *family = call->n_files ? family_find(call->files[0]) : NULL;
	struct error err;
	int status;

	if (given->file) {
		if (model_lines_from_file(lines, given->file, &err))
			return cli_fail(NULL, &err);
		for (uint32_t i = 0; given->backward && i < lines->n; i++)
			lines->items[i].backward = true;
	} else if (model_lines_from_words(lines, family, call->files + 1, call->n_files - 1, given->backward, &err)) {
		return cli_refuse(call, &err);
	}
	if (model_lines_eval(lines, given->dtype, arch, &err))
		return given->file ? cli_fail(given->file, &err) : cli_refuse(call, &err);
	status = check_lines(call, lines);
	return status == CLI_DONE ? print_lines(lines, given, arch) : status;
}

static const char *
family_word(const void *data, size_t i)
{
	const struct model_family *family = family_at((uint32_t)i);

	(void)data;
	return family ? family->name : NULL;
}

static const char *
family_name(size_t i)
{
	return family_word(NULL, i);
}

static int
unknown_family(const struct cli_call *call)
{
	const char *near = cli_nearest(call->files[0], family_word, NULL);

	if (near)
		return cli_usage(call, "no family is called '%s', did you mean '%s'?", call->files[0], near);
	return cli_usage(call, "no family is called '%s'; `sonde model` lists them", call->files[0]);
}

static int
model_run(const struct cli_call *call)
{
	const struct model_options *given = call->options;
	const struct model_family *family = call->n_files ? family_find(call->files[0]) : NULL;
	struct model_lines lines = {0};
	struct arch *arch = NULL;
	struct error err;
	int status;

	if (given->file && call->n_files)
		return cli_usage(call, "--file takes no family beside it");
	if (call->n_files && (!family || !is_asked_for(family)))
		return unknown_family(call);
	if (!given->file && call->n_files < 2)
		return print_table(families_table(family), given);
	if (given->arch && arch_open(&arch, given->arch, &err))
		return cli_blame(call, NULL, &err);
	status = run_lines(call, &lines, arch);
	model_lines_free(&lines);
	arch_free(arch);
	return status;
}

static const struct cli_example examples[] = {
	{"sonde model", "the families and their parameters"},
	{"sonde model gemm M=1,128,2048 N=8192 K=8192 --arch MI300X", "one row a value of M"},
	{"sonde model attention N_Q=1024:65536:*2 H_Q=64 H_KV=8 d_qk=128 causal=True --bwd --arch H100-SXM",
		"the backward pass, the length doubling"},
	{"sonde model conv x=10x64x56x56 w=64x64x3x3 padding=1 --dtype fp16", "shapes are written with x"},
	{"sonde model --file llama-3-70b-decode.json --arch MI300X", "all ops of a step, and their sum"},
	{NULL, NULL}
};

const struct cli_command cmd_model = {
	.id = "model",
	.arguments = "[FAMILY KEY=VALUE...]",
	.help = "work out FLOPs, bytes and roofline time of an op by its shape, without a trace",
	.about = "A value may be a list (M=1,8,64) or a range (S=1024:65536:*2, M=0:100:10): then there is one row for each "
		"combination. Without values the parameters are listed.\n\n"
		"A layer file is JSON, {\"tokens\": 1, \"ops\": [{\"name\": \"q_proj\", \"family\": \"gemm\", \"count\": 80, "
		"\"M\": 1, \"N\": 8192, \"K\": 8192}]}, or CSV whose first line names the columns name, family, count, bwd, dtype and "
		"parameters. Two for Llama-3-70B come with the program.",
	.examples = examples,
	.options = options,
	.options_size = sizeof(struct model_options),
	.defaults = &(const struct model_options){.dtype = "bf16"},
	.max_files = -1,
	.word = family_name,
	.run = model_run,
};
