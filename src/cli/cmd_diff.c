/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The call trees of two traces against each other. */
#include "config.h"
#include "cli/cli.h"
#include "cli/diff_text.h"
#include "cli/load.h"
#include "compare/diff_tables.h"
#include "report/report.h"
#include <stdio.h>
#include <string.h>

struct diff_command {
	const char *output, *csv;
	int format, python;
	int64_t step_a, step_b, depth, least;
	bool unlinked, host;
};

static const struct diff_command defaults = {
	.format = -1, .python = MERGED_PYTHON_MODULES, .step_a = -1, .step_b = -1, .depth = -1,
};

enum { FORMAT_TEXT, FORMAT_JSON };
static const char *const formats[] = {[FORMAT_TEXT] = "text", [FORMAT_JSON] = "json", NULL};
static const char *const pythons[] = {"none", "modules", "all", NULL};

static const struct cli_option options[] = {
	CLI_BOOK("output", 'o', "FILE", struct diff_command, output, "a workbook"),
	CLI_OUTPUT("csv", 0, "DIR", struct diff_command, csv, "a folder for one CSV file a table"),
	CLI_CHOICE("format", 'f', "FORMAT", formats, struct diff_command, format,
		"what to print: the merged tree as text, or all tables"),
	CLI_INT("step-a", 0, "N", 0, INT64_MAX, struct diff_command, step_a,
	"only ProfilerStep#N of TRACE_A"),
	CLI_INT("step-b", 0, "M", 0, INT64_MAX, struct diff_command, step_b,
	"only ProfilerStep#M of TRACE_B"),
	CLI_CHOICE("python", 'p', "FRAMES", pythons, struct diff_command, python,
	"which frames of Python take part"),
	CLI_FLAG("unlinked", 'u', struct diff_command, unlinked,
	"GPU events without a launch take part, by stream"),
	CLI_FLAG("host", 0, struct diff_command, host, "what started no GPU work takes part too"),
	CLI_INT("depth", 'd', "N", 0, UINT32_MAX - 1, struct diff_command, depth,
	"print only N levels of the tree"),
	CLI_US("least", 0, "US", struct diff_command, least,
	"print only what differs by this many microseconds"),
	CLI_END
};

static bool
add_notes(struct report *report, const struct cli_call *call, const struct tree_diff *diff)
{
	static const char *const names[] = {"A", "B"};
	const char *said = diff->identical
		? "the two are identical: the same calls, kernels and times"
		: "the two do the same: all calls and kernels match, their times differ";
	char line[1024];

	if (report_add_note(report, "program", PACKAGE_NAME, PACKAGE_VERSION))
		return false;
	for (int side = 0; side < 2; side++) {
		if (report_add_note(report, "trace", names[side], call->files[side]))
			return false;
		for (unsigned kind = 0; kind < WARNINGS; kind++) {
			const char *text = trace_warning(diff->tree[side]->trace,
				(enum warning_kind)kind, line, sizeof(line));

			if (text && report_add_note(report, "warning", names[side], text))
				return false;
		}
	}
	return !diff->same || !report_add_note(report, "result", "same", said);
}

/* All tables as one report. */
static int
make_report(struct report **out, struct diff_report *tables, const struct cli_call *call,
	const struct tree_diff *diff)
{
	struct report *report = report_new();
	struct error err;

	*out = report;
	if (!report || !add_notes(report, call, diff)) {
		error_no_memory(&err, "comparing trees");
		return cli_fail(NULL, &err);
	}
	for (uint32_t i = 0; i < diff_tables_count; i++) {
		struct table *table;

		if (diff_table_build(&table, tables, &diff_tables[i], &err))
			return cli_fail(NULL, &err);
		if (report_add_sheet(report, table, diff_tables[i].help)) {
			error_no_memory(&err, "comparing trees");
			return cli_fail(NULL, &err);
		}
	}
	return CLI_DONE;
}

static int
write_files(const struct cli_call *call, struct diff_report *tables, const struct tree_diff *diff)
{
	const struct diff_command *given = call->options;
	struct report *report;
	struct error err;
	int status = make_report(&report, tables, call, diff);

	if (!status && ((given->csv && report_write_csv(report, given->csv, &err))
			|| (given->output && report_write_xlsx(report, given->output, &err))
			|| (given->format == FORMAT_JSON && report_write_json(report, "-", &err))))
		status = cli_fail(NULL, &err);
	report_free(report);
	return status;
}

/* Text is printed when it is asked for, and when nothing else is. */
static int
write_all(const struct cli_call *call, struct diff_report *tables, const struct tree_diff *diff)
{
	const struct diff_command *given = call->options;
	const struct diff_text_options text = {
		.depth = given->depth < 0 ? UINT32_MAX : (uint32_t)given->depth,
		.least_ns = given->least,
	};
	bool files = given->csv || given->output;
	int status = CLI_DONE;

	if (files || given->format == FORMAT_JSON)
		status = write_files(call, tables, diff);
	if (!status && (given->format == FORMAT_TEXT || (given->format < 0 && !files)))
		status = diff_write_text(tables, diff, call->files, &text);
	return status;
}

static int
write_diff(const struct cli_call *call, const struct tree_diff *diff)
{
	struct model_registry *models = NULL;
	struct diff_report *tables = NULL;
	struct error err;
	int status;

	if (model_registry_new(&models, &err) || model_registry_load_user(models, &err)
	    || diff_report_new(&tables, diff, models, &err))
		status = cli_fail(NULL, &err);
	else
		status = write_all(call, tables, diff);
	diff_report_free(tables);
	model_registry_free(models);
	return status;
}

/* What the traces warn of, and what a side has nothing of. */
static void
print_warnings(const struct tree_diff *diff)
{
	bool same = diff->tree[0] == diff->tree[1];

	cli_print_warnings(diff->tree[0]->trace, same ? NULL : "A");
	if (!same)
		cli_print_warnings(diff->tree[1]->trace, "B");
	if (!diff->gpu[0] && !diff->gpu[1])
		cli_print_warning("no call launched GPU work on either side: --host compares what "
			"the host "
			"did, --unlinked what the GPU did");
}

static int
compare(const struct cli_call *call, const struct cli_trace *const sides[2])
{
	const struct diff_command *given = call->options;
	const struct diff_options how = {
		.python = (enum merged_python)given->python,
		.unlinked = given->unlinked,
		.host = given->host,
		.limit = {given->step_a >= 0, given->step_b >= 0},
		.step = {given->step_a, given->step_b},
	};
	struct tree_diff *diff;
	struct error err;
	int status;

	if (tree_diff_build(&diff, sides[0]->tree, sides[1]->tree, &how, &err))
		return cli_blame(call, NULL, &err);
	print_warnings(diff);
	status = write_diff(call, diff);
	tree_diff_free(diff);
	return status;
}

static int
diff_run(const struct cli_call *call)
{
	struct cli_trace loaded[2] = {{NULL, NULL}, {NULL, NULL}};
	bool same = !strcmp(call->files[0], call->files[1]);
	const struct cli_trace *sides[2] = {&loaded[0], &loaded[!same]};
	int status;

	if (same)
		status = cli_load(&loaded[0], call->files[0], false);
	else
		status = cli_load_two(loaded, call->files);
	if (!status)
		status = compare(call, sides);
	cli_unload(&loaded[0]);
	cli_unload(&loaded[1]);
	return status;
}

static const struct cli_example examples[] = {
	{"sonde diff before.json.gz after.json.gz --least 100",
		"what differs by 100 us or more, as a tree"},
	{"sonde diff before.json.gz after.json.gz -o diff.xlsx",
		"the tree and its sums as a workbook"},
	{"sonde diff trace.json.gz trace.json.gz --step-a 3 --step-b 7",
		"a step against another of the same trace"},
	{NULL, NULL}
};

const struct cli_command cmd_diff = {
	.id = "diff",
	.arguments = "TRACE_A TRACE_B",
	.help = "compare the call trees of two traces: what became of each operator and kernel",
	.about = "The trees are matched from the top by names, arguments and structure: "
		"names without addresses and line numbers, modules without their numbers, calls "
		"of CUDA and HIP by what they do. What one side calls differently or does in "
		"other kernels is compared at the nearest operator or module that both have. "
		"Steps and threads are matched by what they do, so a step more does not shift "
		"the others.\n\n"
		"Text shows totals, categories, the ten largest differences, and the merged tree "
		"with the GPU time of A and B, the difference, and a sign: - only in A, + only "
		"in B, ~ called differently, > elsewhere among its siblings. A workbook, CSV and "
		"JSON hold the tree, sums by unique arguments, module and category, and every "
		"kernel with its lowest common ancestor (diff_stats). Text is printed when no "
		"file is named.",
	.examples = examples,
	.options = options,
	.options_size = sizeof(struct diff_command),
	.defaults = &defaults,
	.min_files = 2,
	.max_files = 2,
	.run = diff_run,
};
