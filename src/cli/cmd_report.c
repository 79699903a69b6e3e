/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All sheets of a trace as workbook, CSV and JSON. */
#include "config.h"
#include "cli/outputs.h"
#include "cli/sheets.h"
#include "analysis/build.h"
#include "analysis/device.h"
#include "base/mem.h"
#include "base/text.h"
#include "report/folder.h"
#include "report/report.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

struct report_options {
	struct sheet_options sheet;
	struct cli_list sheets;
	const char *output, *csv, *json;
	int64_t top;
	bool overlap;
};

static const struct report_options defaults = {.sheet = SHEET_DEFAULTS, .sheet.reference_empty = true};

static const struct cli_option options[] = {
	CLI_BOOK("output", 'o', "FILE", struct report_options, output,
		"the workbook; NAME_report.xlsx beside the trace when nothing is named"),
	CLI_OUTPUT("csv", 0, "DIR", struct report_options, csv, "a folder for one CSV file a sheet"),
	CLI_OUTPUT("json", 0, "FILE|-", struct report_options, json, "all sheets as one JSON object"),
	CLI_LIST("sheets", 0, "A,B", sheet_word, struct report_options, sheets, "only these sheets"),
	CLI_INT("top", 'n', "N", 0, UINT32_MAX, struct report_options, top, "only the first N rows of ranked sheets"),
	CLI_FLAG("overlap", 0, struct report_options, overlap,
		"add sheets ..._kl_overlap: operators by the kernels that ran beside theirs"),
	SHEET_OPTION_ROWS(struct report_options),
	CLI_ALIAS("include_overlap_info", "overlap"),
	CLI_ALIAS("output_xlsx_path", "output"),
	CLI_ALIAS("output_csvs_dir", "csv"),
	SHEET_ALIAS_ROWS,
	CLI_END
};

/* --- what is asked for -------------------------------------------------------------- */

struct wanted {
	bool *sheets;		/* by number in the registry */
	bool named;		/* on the command line: written even when empty */
	const char *xlsx, *csv, *json;
	char *made;		/* the workbook's name when none was given */
};

/* The trace's name up to its last ".json", or all of it. */
static char *
default_name(const char *trace)
{
	const char *slash = strrchr(trace, '/'), *base = slash ? slash + 1 : trace, *cut = NULL;
	char *name;

	for (const char *p = strstr(base, ".json"); p; p = strstr(p + 1, ".json"))
		cut = p;
	if (asprintf(&name, "%.*s_report.xlsx", (int)(cut ? cut - trace : (ptrdiff_t)strlen(trace)), trace)
		< 0)
		return NULL;
	return name;
}

static int
want_sheets(struct wanted *wanted, const struct cli_call *call, const struct report_options *given)
{
	const struct cli_list *names = &given->sheets;
	bool all = !names->n;

	for (size_t i = 0; i < names->n; i++) {
		const struct sheet *sheet;

		if (!strcasecmp(names->items[i], "all")) {
			all = true;
			continue;
		}
		sheet = sheet_named(call, names->items[i]);
		if (!sheet)
			return CLI_USAGE;
		wanted->sheets[sheet - sheets] = true;
		wanted->named = true;
	}
	for (uint32_t i = 0; i < sheets_count && all; i++)
		wanted->sheets[i] = wanted->sheets[i] || given->overlap || !(sheets[i].flags & SHEET_OVERLAP);
	wanted->named = wanted->named && !all;
	return CLI_DONE;
}

static int
want_outputs(struct wanted *wanted, const struct cli_call *call, const struct report_options *given)
{
	struct error err;

	wanted->csv = given->csv;
	wanted->json = given->json;
	wanted->xlsx = given->output;
	if (given->output && !strcmp(given->output, "-")) {
		wanted->xlsx = NULL;
		wanted->json = "-";
	}
	if (wanted->xlsx || wanted->csv || wanted->json)
		return CLI_DONE;
	if (!strcmp(call->files[0], "-"))
		return cli_usage(call,
			"a trace from standard input has no name: say where to write with -o, --csv or --json");
	wanted->made = default_name(call->files[0]);
	wanted->xlsx = wanted->made;
	if (!wanted->made) {
		error_no_memory(&err, "naming the workbook");
		return cli_fail(NULL, &err);
	}
	return cli_check_output(call, wanted->made, &err) ? cli_refuse(call, &err) : CLI_DONE;
}

/* --- the index ------------------------------------------------------------------------ */

static void
note_number(struct report *report, bool *good, const char *name, int64_t value)
{
	char text[32];

	snprintf(text, sizeof(text), "%" PRId64, value);
	*good = *good && !report_add_note(report, "option", name, text);
}

static void
note_us(struct report *report, bool *good, const char *name, int64_t ns)
{
	char number[32], text[40];

	snprintf(text, sizeof(text), "%s us", text_us(number, ns));
	*good = *good && !report_add_note(report, "option", name, text);
}

static void
note_flag(struct report *report, bool *good, const char *name, bool set)
{
	*good = *good && !report_add_note(report, "option", name, set ? "yes" : "no");
}

static bool
note_options(struct report *report, const struct report_options *given)
{
	const struct sheet_options *sheet = &given->sheet;
	bool good = true;

	if (sheet->ops)
		good = !report_add_note(report, "option", "--ops", sheet->ops);
	if (sheet->step)
		good = good && !report_add_note(report, "option", "--step", sheet->step);
	note_flag(report, &good, "--unlinked", sheet->unlinked);
	note_flag(report, &good, "--cut", sheet->cut);
	note_flag(report, &good, "--recompute", sheet->recompute);
	note_flag(report, &good, "--call-stack", sheet->call_stack);
	note_flag(report, &good, "--kernel-counts", sheet->kernel_counts);
	note_flag(report, &good, "--first-occurrence", sheet->first_occurrence);
	note_flag(report, &good, "--overlap", given->overlap);
	note_flag(report, &good, "--no-collectives", sheet->no_collectives);
	if (sheet->micro_idle >= 0)
		note_us(report, &good, "--micro-idle", sheet->micro_idle);
	note_us(report, &good, "--short-kernel", sheet->short_kernel);
	note_number(report, &good, "--short-bins", sheet->short_bins);
	if (sheet->short_top)
		note_number(report, &good, "--short-top", sheet->short_top);
	if (given->top)
		note_number(report, &good, "--top", given->top);
	return good;
}

static bool
note_gpu(struct report *report, const struct sheet_source *source)
{
	const char *name = device_name(source->loaded.trace);
	const struct arch *arch = source->arch;
	char line[256];
	bool good = !name || !*name || !report_add_note(report, "trace", "GPU", name);

	if (!arch)
		return good && !report_add_note(report, "option", "--arch", "not known: no rooflines");
	snprintf(
		line, sizeof(line), "%s (%s figures)", arch->name, arch->figures ? arch->figures : "unnamed");
	return good && !report_add_note(report, "option", "--arch", line);
}

static bool
note_trace(struct report *report, const struct trace *trace)
{
	char size[32], events[32], line[128];
	bool good = !report_add_note(report, "program", PACKAGE_NAME, PACKAGE_VERSION);

	snprintf(line, sizeof(line), "%s, %s of text", trace->meta.format,
		text_bytes(size, trace->meta.text_bytes));
	return good && !report_add_note(report, "trace", "file", trace->meta.path)
		&& !report_add_note(report, "trace", "format", line)
		&& !report_add_note(report, "trace", "events", text_count(events, trace->n));
}

static bool
note_warnings(struct report *report, const struct trace *trace, const struct analysis *analysis)
{
	char line[1024];
	const char *text;
	bool good = true;

	for (unsigned kind = 0; kind < WARNINGS && good; kind++) {
		text = trace_warning(trace, kind, line, sizeof(line));
		if (text)
			good = !report_add_note(report, "warning", warning_id(kind), text);
	}
	for (uint32_t i = 0; good && (text = analysis_remark(analysis, i)); i++)
		good = !report_add_note(report, "warning", "sheets", text);
	return good;
}

/* --- gathering and writing --------------------------------------------------------------- */

/* Hands the tables over to the report, behind the notes that came with building them. */
static bool
gather(struct report *report, struct table **built, const struct sheet_source *source,
	const struct report_options *given)
{
	bool good = note_trace(report, source->loaded.trace) && note_gpu(report, source)
		&& note_options(report, given)
		&& note_warnings(report, source->loaded.trace, source->analysis);

	for (uint32_t i = 0; i < sheets_count && good; i++) {
		struct table *table = built[i];

		built[i] = NULL;
		good = !table || !report_add_sheet(report, table, sheets[i].help);
	}
	return good;
}

/* The index, which knows all sheets, comes last of the CSV files. */
static int
write_report(const struct report *report, const struct wanted *wanted, struct folder **folder)
{
	struct folder *csv = *folder;
	struct error err;

	if (csv && folder_add(csv, report->index, &err))
		return cli_fail(NULL, &err);
	*folder = NULL;
	if (csv && folder_close(csv, &err))
		return cli_fail(NULL, &err);
	if (wanted->json && report_write_json(report, wanted->json, &err))
		return cli_fail(NULL, &err);
	if (wanted->xlsx && report_write_xlsx(report, wanted->xlsx, &err))
		return cli_fail(NULL, &err);
	return CLI_DONE;
}

static int
write_sheet(void *folder, const struct table *table, struct error *err)
{
	return folder_add(folder, table, err);
}

static int
fill_report(struct report *report, struct table **built, const struct sheet_source *source,
	const struct wanted *wanted, struct folder *folder, const struct cli_call *call)
{
	struct build_request request = {wanted->sheets, wanted->named, folder ? write_sheet : NULL, folder};
	struct error err;
	int status = -1;

	if (!report || !built)
		error_no_memory(&err, "making a report");
	else
		status = build_sheets(source->analysis, &request, built, &err);
	if (!status && !gather(report, built, source, call->options))
		status = error_no_memory(&err, "making a report");
	return status ? cli_fail(NULL, &err) : CLI_DONE;
}

static int
make_report(const struct sheet_source *source, const struct wanted *wanted, const struct cli_call *call)
{
	struct report *report = report_new();
	struct table **built = mem_zero(sheets_count, sizeof(*built));
	struct folder *folder = NULL;
	struct error err;
	int status = CLI_DONE;

	if (wanted->csv && folder_open(&folder, wanted->csv, &err))
		status = cli_fail(NULL, &err);
	if (!status)
		status = fill_report(report, built, source, wanted, folder, call);
	if (!status) {
		cli_print_report_warnings(report);
		status = write_report(report, wanted, &folder);
	}
	folder_discard(folder);
	for (uint32_t i = 0; built && i < sheets_count; i++)
		table_free(built[i]);
	free(built);
	report_free(report);
	return status;
}

/* A script gets the name as it is, to open the file by it. */
static void
print_name(const char *name)
{
	if (isatty(STDOUT_FILENO))
		cli_print_safe(name);
	else
		fputs(name, stdout);
	putchar('\n');
}

static int
report_run(const struct cli_call *call)
{
	const struct report_options *given = call->options;
	struct wanted wanted = {.sheets = mem_zero(sheets_count, sizeof(*wanted.sheets))};
	struct sheet_source source;
	struct error err;
	int status;

	if (!wanted.sheets) {
		error_no_memory(&err, "making a report");
		return cli_fail(NULL, &err);
	}
	status = want_sheets(&wanted, call, given);
	if (!status)
		status = want_outputs(&wanted, call, given);
	if (!status)
		status = sheet_source_open(&source, call, call->files[0], &given->sheet, given->top);
	if (!status) {
		status = make_report(&source, &wanted, call);
		sheet_source_close(&source);
	}
	if (!status && wanted.made)
		print_name(wanted.made);
	free(wanted.made);
	free(wanted.sheets);
	return status;
}

static const struct cli_example examples[] = {
	{"sonde report trace.json.gz", "writes trace_report.xlsx beside it"},
	{"sonde report trace.json.gz --csv report", "one CSV file a sheet"},
	{"sonde report trace.json.gz --json - | jq '.gpu_timeline'", NULL},
	{"sonde report trace.json.gz --sheets gpu_timeline,ops_summary --csv report", "two sheets alone"},
	{NULL, NULL}
};

const struct cli_command cmd_report = {
	.id = "report",
	.arguments = "TRACE",
	.help = "write the performance report as workbook, CSV or JSON",
	.about = "Without an output named, the workbook NAME_report.xlsx appears beside the trace and its name is printed. "
		"Sheets without rows are left out unless they are named. The sheet 'index' tells what is there: "
		"program, trace, options, warnings, sheets.\n\n"
		"CSV holds texts as they are, so that they can be compared and read back: also names that begin with = + - or @, "
		"which a spreadsheet takes for formulas. A workbook's cells are texts whatever they begin with.\n\n"
		"Files appear whole or not at all: after any error an older file is as it was.",
	.examples = examples,
	.options = options,
	.options_size = sizeof(struct report_options),
	.defaults = &defaults,
	.min_files = 1,
	.max_files = 1,
	.run = report_run,
};
