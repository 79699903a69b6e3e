/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One sheet of a trace, in the order, with the columns and the rows that are asked for. */
#include "cli/sheets.h"
#include "base/mem.h"
#include "report/write.h"
#include "table/filter.h"
#include <stdlib.h>
#include <string.h>

struct show_options {
	struct sheet_options sheet;
	struct cli_list sort, columns;
	const char *filter;
	int64_t top;
	int format;
};

static const struct show_options defaults = {.sheet = SHEET_DEFAULTS};

static const struct cli_option options[] = {
	CLI_LIST("columns", 'c', "A,B", NULL, struct show_options, columns, "only these columns, by id or title, in this order"),
	CLI_LIST("sort", 0, "COL", NULL, struct show_options, sort,
		"by these columns, each in its own direction, or up or down as in +COL and --sort=-COL"),
	CLI_TEXT("filter", 0, "EXPR", struct show_options, filter,
		"only rows that pass, as in 'name ~ gemm and time_ms > 1.5ms'"),
	CLI_INT("top", 'n', "N", 0, UINT32_MAX, struct show_options, top, "only the first N rows"),
	CLI_CHOICE("format", 'f', "FORMAT", write_format_names, struct show_options, format,
		"how to write it; text is fitted to the terminal"),
	SHEET_OPTION_ROWS(struct show_options),
	SHEET_ALIAS_ROWS,
	CLI_END
};

/* --- the list of sheets ---------------------------------------------------------- */

static int
fill_list(struct table *table)
{
	static const struct column_def columns[] = {
		{"sheet", "sheet", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 0, NULL},
		{"title", "title", CELL_TEXT, UNIT_NONE, 0, 0, NULL},
		{"about", "about", CELL_TEXT, UNIT_NONE, 0, 0, NULL},
	};

	if (table_add_columns(table, columns, sizeof(columns) / sizeof(*columns)))
		return -1;
	for (uint32_t i = 0; i < sheets_count; i++) {
		int64_t row;

		if (sheets[i].flags & SHEET_OVERLAP)	/* as many again, named after those listed */
			continue;
		row = table_add_row(table);
		if (row < 0)
			return -1;
		table_set_text(table, row, 0, sheets[i].id);
		table_set_text(table, row, 1, sheets[i].title);
		table_set_text(table, row, 2, sheets[i].help);
	}
	return 0;
}

static int
show_list(enum write_format format)
{
	struct table *table = table_new("sheets", "Sheets");
	struct error err;
	int status;

	if (table && !fill_list(table)) {
		status = cli_write_table(table, format);
	} else {
		error_no_memory(&err, "listing the sheets");
		status = cli_fail(NULL, &err);
	}
	table_free(table);
	return status;
}

/* --- order, rows, columns ---------------------------------------------------------- */

static int
no_column(const struct cli_call *call, const struct table *table, const char *name)
{
	char names[400] = "";
	size_t used = 0;

	for (uint32_t i = 0; i < table->n_columns; i++) {
		const char *id = table->columns[i].def->id;

		if (used + strlen(id) + 8 > sizeof(names)) {
			strcpy(names + used, " ...");
			break;
		}
		names[used++] = ' ';
		strcpy(names + used, id);
		used += strlen(id);
	}
	return cli_usage(call, "sheet %s has no column '%.60s'; it has:%s", table->id, name, names);
}

static int
find_sort(const struct cli_call *call, const struct table *table, const char *name, struct table_sort *key)
{
	int column = table_ask_column(table, name);
	bool signs = column < 0 && (*name == '+' || *name == '-');

	if (signs)
		column = table_ask_column(table, name + 1);
	if (column < 0)
		return no_column(call, table, name + signs);
	*key = (struct table_sort){(uint32_t)column, false};
	key->descending = signs ? *name == '-' : (table->columns[column].def->flags & COLUMN_DESCENDING) != 0;
	return CLI_DONE;
}

static int
show_sort(const struct cli_call *call, struct table *table, const struct cli_list *names)
{
	struct table_sort *keys;
	struct error err;
	int status = CLI_DONE;

	if (!names->n)
		return CLI_DONE;
	keys = mem_alloc(names->n, sizeof(*keys));
	for (size_t i = 0; keys && i < names->n && !status; i++)
		status = find_sort(call, table, names->items[i], &keys[i]);
	if (!keys || (!status && table_sort_full(table, keys, (uint32_t)names->n))) {
		error_no_memory(&err, "sorting");
		status = cli_fail(NULL, &err);
	}
	free(keys);
	return status;
}

static int
show_filter(const struct cli_call *call, struct table *table, const char *filter)
{
	struct error err;

	if (!filter || !filter_table(table, filter, &err))
		return CLI_DONE;
	if (err.offset == ERROR_NO_OFFSET)
		return cli_fail(NULL, &err);
	return cli_usage(call, "--filter, byte %lld: %s", (long long)err.offset, err.message);
}

static int
show_write(const struct cli_call *call, const struct table *table, const struct show_options *given)
{
	struct table_view view = table_view_all(table);
	uint32_t *columns = mem_alloc(given->columns.n, sizeof(*columns));
	struct error err;
	int status = CLI_DONE;

	for (size_t i = 0; columns && i < given->columns.n && !status; i++) {
		int column = table_ask_column(table, given->columns.items[i]);

		if (column < 0)
			status = no_column(call, table, given->columns.items[i]);
		else
			columns[i] = (uint32_t)column;
	}
	if (!columns) {
		error_no_memory(&err, "choosing columns");
		status = cli_fail(NULL, &err);
	}
	if (given->columns.n) {
		view.columns = columns;
		view.n_columns = (uint32_t)given->columns.n;
	}
	if (!status)
		status = cli_write_view(&view, given->format);
	free(columns);
	return status;
}

static void
print_remarks(const struct analysis *analysis)
{
	const char *remark;

	for (uint32_t i = 0; (remark = analysis_remark(analysis, i)); i++)
		cli_print_warning(remark);
}

static int
show_table(const struct cli_call *call, struct table *table, const struct show_options *given)
{
	int status = show_filter(call, table, given->filter);

	if (!status)
		status = show_sort(call, table, &given->sort);
	if (!status && given->top)
		table_truncate(table, (uint32_t)given->top);
	return status ? status : show_write(call, table, given);
}

static int
show_run(const struct cli_call *call)
{
	const struct show_options *given = call->options;
	const struct sheet *sheet;
	struct sheet_source source;
	struct table *table = NULL;
	struct error err;
	int status;

	if (!call->n_files && (given->filter || given->top || given->sort.n || given->columns.n || given->sheet.step))
		return cli_usage(call, "a sheet and a trace are needed for that: SHEET TRACE");
	if (!call->n_files)
		return show_list(given->format);
	sheet = sheet_named(call, call->files[0]);
	if (!sheet)
		return CLI_USAGE;
	if (call->n_files == 1)
		return cli_usage(call, "a trace is needed");
	status = sheet_source_open(&source, call, call->files[1], &given->sheet, 0);
	if (status)
		return status;
	cli_print_warnings(source.loaded.trace, NULL);
	if (sheet_build(source.analysis, sheet, &table, &err)) {
		status = cli_fail(call->files[1], &err);
	} else {
		print_remarks(source.analysis);
		status = show_table(call, table, given);
	}
	table_free(table);
	sheet_source_close(&source);
	return status;
}

static const struct cli_example examples[] = {
	{"sonde show", "the sheets there are"},
	{"sonde show ops_summary trace.json.gz --top 10", "the ten operators with the most GPU time"},
	{"sonde show kernel_summary trace.json.gz --filter 'count > 100' --sort mean", "kernels that run often"},
	{"sonde show steps trace.json.gz --format csv >steps.csv", NULL},
	{NULL, NULL}
};

const struct cli_command cmd_show = {
	.id = "show",
	.arguments = "[SHEET TRACE]",
	.help = "print one sheet of the report, or the list of sheets",
	.about = "A filter compares columns with values: = != < <= > >=, ~ (contains) and !~, joined by and, or, not "
		"and parentheses. Columns go by id or title, in quotes where there are blanks. "
		"Times take ns, us, ms and s, sizes KB, MB and GB, shares %; "
		"a number without one is in the column's own unit.",
	.examples = examples,
	.options = options,
	.options_size = sizeof(struct show_options),
	.defaults = &defaults,
	.min_files = 0,
	.max_files = 2,
	.word = sheet_word,
	.run = show_run,
};
