/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sonde ops: the op table, as a list or as rows of an op file. */
#include "cli/cli.h"
#include "cli/load.h"
#include "model/expr.h"
#include "model/model.h"
#include "model/family.h"
#include <stdio.h>
#include <string.h>

struct ops_options {
	const char *ops;
	int format;
	bool functions;
};

static const struct cli_option options[] = {
	CLI_TEXT("ops", 0, "FILE", struct ops_options, ops, "add the ops of a file"),
	CLI_FLAG("functions", 0, struct ops_options, functions, "list what expressions of an op file can call"),
	CLI_CHOICE("format", 'f', "FORMAT", write_format_names, struct ops_options, format, "how to write the list"),
	CLI_END
};

static const struct column_def columns[] = {
	{"name", "name", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 0, "the op, or how its name begins"},
	{"category", "op category", CELL_TEXT, UNIT_NONE, 0, 0, "as in the tables"},
	{"sheet", "sheet", CELL_TEXT, UNIT_NONE, 0, 0, "of its roofline"},
	{"class", "class", CELL_TEXT, UNIT_NONE, 0, 0, "row of the op table"},
};

static const struct column_def function_columns[] = {
	{"function", "function", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 0, "its name"},
	{"arguments", "arguments", CELL_TEXT, UNIT_NONE, 0, 0, "how many it takes"},
	{"meaning", "meaning", CELL_TEXT, UNIT_NONE, 0, 0, "what it gives"},
};

static int
list_ops(struct table *table, const struct model_registry *registry)
{
	if (table_add_columns(table, columns, sizeof(columns) / sizeof(*columns)))
		return -1;
	for (uint32_t i = 0; i < model_op_count(registry); i++) {
		const struct model_op *op = model_op_at(registry, i);
		int64_t row = table_add_row(table);

		if (row < 0)
			return -1;
		table_set_text(table, row, 0, op->name);
		table_set_text(table, row, 1, op->category);
		table_set_text(table, row, 2, op->sheet);
		table_set_text(table, row, 3, op->has_model ? op->class_name : NULL);
	}
	return 0;
}

static int
list_functions(struct table *table)
{
	const struct expr_function *f;

	if (table_add_columns(table, function_columns, sizeof(function_columns) / sizeof(*function_columns)))
		return -1;
	for (uint32_t i = 0; (f = expr_function_at(i)); i++) {
		int64_t row = table_add_row(table);
		const char *takes = f->min_args == f->max_args
			? arena_printf(&table->arena, "%u", f->min_args)
			: arena_printf(&table->arena, "%u to %u", f->min_args, f->max_args);

		if (row < 0 || !takes)
			return -1;
		table_set_text(table, row, 0, f->name);
		table_set_text(table, row, 1, takes);
		table_set_text(table, row, 2, f->help);
	}
	return 0;
}

static int
print_op(const struct cli_call *call, const struct model_registry *registry)
{
	const struct model_op *op = model_find(registry, call->files[0]);
	struct buffer text = {0};
	struct error err;

	if (!op)
		return cli_usage(call, "the op table has no '%s'", call->files[0]);
	if (!model_op_print(registry, op, &text)) {
		buffer_free(&text);
		error_no_memory(&err, "printing an op");
		return cli_fail(NULL, &err);
	}
	fputs(text.data, stdout);
	buffer_free(&text);
	return CLI_DONE;
}

static int
print_list(const struct cli_call *call, const struct model_registry *registry)
{
	const struct ops_options *given = call->options;
	struct table *table = table_new("ops", "Op table");
	struct error err;
	int status;

	if (!table || (given->functions ? list_functions(table) : list_ops(table, registry))) {
		table_free(table);
		error_no_memory(&err, "making a table");
		return cli_fail(NULL, &err);
	}
	status = cli_write_table(table, (enum write_format)given->format);
	table_free(table);
	return status;
}

static int
ops_run(const struct cli_call *call)
{
	const struct ops_options *given = call->options;
	struct model_registry *registry;
	struct error err;
	int status;

	if (model_registry_new(&registry, &err))
		return cli_fail(NULL, &err);
	if (model_registry_load_user(registry, &err) || (given->ops && model_registry_load(registry, given->ops, &err)))
		status = cli_fail(NULL, &err);
	else
		status = call->n_files ? print_op(call, registry) : print_list(call, registry);
	model_registry_free(registry);
	return status;
}

static const struct cli_example examples[] = {
	{"sonde ops", "all ops that have a model or a category"},
	{"sonde ops aten::mm", "one as a row of an op file, to start from"},
	{"sonde ops --ops mine.json my::linear", "check a file of one's own"},
	{NULL, NULL}
};

const struct cli_command cmd_ops = {
	.id = "ops",
	.arguments = "[NAME]",
	.help = "list the ops that have a model, or print one as an op file has it",
	.about = "An op file is JSON: {\"ops\": [ROW...]}. A row has names, a category, a family (`sonde model` lists them) and "
		"args that say what each of its parameters is: {\"names\": [\"my::linear\"], \"category\": \"GEMM\", "
		"\"family\": \"gemm\", \"args\": {\"M\": \"D0[0]\", \"N\": \"D1[0]\", \"K\": \"D0[1]\", \"type\": \"T0\"}}. "
		"D0 is the shape of argument 0, T0 its type, S0 its strides, C0 its text. "
		"With the family \"formula\" the row gives flops and bytes as expressions itself. "
		"A sheet, where a row tells one, is one of the report's: the list shows them. "
		"JSON is read strictly: UTF-8, no comments, no comma before a closing bracket.\n\n"
		"The file ops.json in the folder sonde of $XDG_CONFIG_HOME (or ~/.config) is always read.",
	.examples = examples,
	.options = options,
	.options_size = sizeof(struct ops_options),
	.max_files = 1,
	.run = ops_run,
};
