/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports, or the traces themselves, against each other. */
#include "cli/sheets.h"
#include "analysis/build.h"
#include "base/mem.h"
#include "compare/reports.h"
#include "report/read.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct compare_options {
	struct sheet_options sheet;
	struct cli_list names, sheets;
	const char *output, *csv, *json, *sort;
	double fail_above;
};

static const struct compare_options defaults = {.sheet = SHEET_DEFAULTS, .fail_above = -1};

static const struct cli_option options[] = {
	CLI_BOOK("output", 'o', "FILE", struct compare_options, output, "a workbook"),
	CLI_OUTPUT("csv", 0, "DIR", struct compare_options, csv, "a folder for one CSV file a sheet"),
	CLI_OUTPUT("json", 0, "FILE|-", struct compare_options, json, "all sheets as one JSON object"),
	CLI_WORDS("names", 0, "A B", NULL, struct compare_options, names,
		"what to call the reports, parted by blanks or commas; by default their files' names"),
	CLI_WORDS("sheets", 0, "A B", NULL, struct compare_options, sheets,
		"gpu_timeline, ops_summary, kernel_summary, ops_all, roofline, a sheet's own name, or all"),
	CLI_TEXT("sort", 0, "COL", struct compare_options, sort, "by this column, largest first, where a sheet has it"),
	CLI_REAL("fail-above", 0, "PCT", struct compare_options, fail_above,
		"exit with status 3 when a variant's busy GPU time, of a step where steps are known, grew by more percent"),
	SHEET_OPTION_ROWS(struct compare_options),
	CLI_ALIAS("output_csvs_dir", "csv"),
	SHEET_ALIAS_ROWS,
	CLI_END
};

struct side {
	struct report *report;
	struct sheet_source source;	/* of a trace; it must outlive its report */
	char *name;			/* made here; NULL when it was given */
};

struct sides {
	struct side *sides;
	struct compare_input *inputs;
	uint32_t n;
};

/* --- reading ------------------------------------------------------------------------ */

static bool
take_tables(struct report *report, struct table **built)
{
	for (uint32_t i = 0; i < sheets_count; i++) {
		struct table *table = built[i];

		built[i] = NULL;
		if (table && report_add_sheet(report, table, sheets[i].help))
			return false;
	}
	return true;
}

static int
read_trace(struct side *side, const struct cli_call *call, const char *path, const char *name)
{
	static const struct build_request all = {0};
	const struct compare_options *given = call->options;
	struct table **built = mem_zero(sheets_count, sizeof(*built));
	struct error err;
	int status = sheet_source_open(&side->source, call, path, &given->sheet, 0);

	if (status) {
		free(built);
		return status;
	}
	cli_print_warnings(side->source.loaded.trace, name);
	side->report = report_new();
	if (!built || !side->report)
		status = error_no_memory(&err, "making a report");
	else
		status = build_sheets(side->source.analysis, &all, built, &err);
	if (!status && !take_tables(side->report, built))
		status = error_no_memory(&err, "making a report");
	for (uint32_t i = 0; built && i < sheets_count; i++)
		table_free(built[i]);
	free(built);
	return status ? cli_fail(path, &err) : CLI_DONE;
}

static int
read_side(struct side *side, const struct cli_call *call, const char *path, const char *name)
{
	struct error err;

	if (!report_is_path(path))
		return read_trace(side, call, path, name);
	return report_read(&side->report, path, &err) ? cli_fail(path, &err) : CLI_DONE;
}

/* --- names ---------------------------------------------------------------------------- */

/* The file's or folder's name, without ".json" and what follows, or another ending. */
static char *
name_of(const char *path)
{
	size_t end = strlen(path), begin, len;
	const char *json, *dot;

	while (end > 1 && path[end - 1] == '/')
		end--;
	for (begin = end; begin > 0 && path[begin - 1] != '/'; begin--)
		;
	len = end - begin;
	json = memmem(path + begin, len, ".json", 5);
	dot = json ? json : memrchr(path + begin, '.', len);
	if (dot && dot > path + begin && report_is_path(path) && path[end] == '\0' && !json
		&& strcasecmp(dot, ".xlsx"))
		dot = NULL;	/* a folder's name may hold dots */
	return strndup(path + begin, dot && dot > path + begin ? (size_t)(dot - path) - begin : len);
}

static bool
is_taken(const struct sides *sides, uint32_t n, const char *name)
{
	for (uint32_t i = 0; i < n; i++)
		if (!strcmp(sides->inputs[i].name, name))
			return true;
	return false;
}

/* Where two files are called the same, the later get a number. */
static bool
make_name(struct sides *sides, uint32_t i, const char *path)
{
	char *name = name_of(path), *numbered;

	for (unsigned number = 2; name && is_taken(sides, i, name); number++) {
		char *base = name_of(path);

		if (!base || asprintf(&numbered, "%s-%u", base, number) < 0)
			numbered = NULL;
		free(base);
		free(name);
		name = numbered;
	}
	sides->sides[i].name = name;
	sides->inputs[i].name = name;
	return name;
}

static int
name_sides(struct sides *sides, const struct cli_call *call, const struct cli_list *names)
{
	struct error err;

	if (names->n && names->n != sides->n)
		return cli_usage(call, "%u reports need as many names, not %zu", sides->n, names->n);
	for (uint32_t i = 0; i < sides->n; i++) {
		if (!names->n && !make_name(sides, i, call->files[i])) {
			error_no_memory(&err, "naming the reports");
			return cli_fail(NULL, &err);
		}
		if (!names->n)
			continue;
		if (is_taken(sides, i, names->items[i]))
			return cli_usage(call, "two reports cannot both be called '%s'", names->items[i]);
		sides->inputs[i].name = names->items[i];
	}
	return CLI_DONE;
}

/* --- comparing ---------------------------------------------------------------------------- */

static bool
is_wanted(const char *sheet, const char *group, void *data)
{
	const struct cli_list *wanted = data;

	for (size_t i = 0; i < wanted->n; i++)
		if (!strcasecmp(wanted->items[i], "all") || !strcmp(wanted->items[i], sheet)
		    || !strcmp(wanted->items[i], group))
			return true;
	return !wanted->n;
}

static int
sort_sheets(struct report *report, const struct cli_call *call, const char *column)
{
	bool found = !column;
	struct error err;

	for (uint32_t i = 0; i < report->n && column; i++) {
		int at = table_find_column(report->sheets[i], column);
		struct table_sort key = {(uint32_t)at, true};

		found = found || at >= 0;
		if (at >= 0 && table_sort_full(report->sheets[i], &key, 1)) {
			error_no_memory(&err, "sorting");
			return cli_fail(NULL, &err);
		}
	}
	return found ? CLI_DONE : cli_usage(call, "no sheet of the comparison has a column '%s'", column);
}

/* Without a file named, what changed most is printed. */
static int
write_result(const struct report *report, const struct compare_options *given)
{
	struct error err;

	if (given->csv && report_write_csv(report, given->csv, &err))
		return cli_fail(NULL, &err);
	if (given->json && report_write_json(report, given->json, &err))
		return cli_fail(NULL, &err);
	if (given->output && report_write_xlsx(report, given->output, &err))
		return cli_fail(NULL, &err);
	if (given->csv || given->json || given->output)
		return CLI_DONE;
	return cli_write_table(report->sheets[0], WRITE_TEXT);
}

/* That every word of --sheets names something. */
static int
check_sheets(const struct sides *sides, const struct cli_call *call, const struct cli_list *words)
{
	for (size_t i = 0; i < words->n; i++)
		if (strcasecmp(words->items[i], "all") && !compare_knows(sides->inputs, sides->n, words->items[i]))
			return cli_usage(call, "no report has a sheet '%s' that is compared", words->items[i]);
	return CLI_DONE;
}

/* What the limit was held against is said whether or not it was passed. */
static int
check_one(const struct compare_input *variant, const struct compare_growth *growth, double limit)
{
	bool passed = growth->percent > limit;
	struct error said;

	if (growth->missing) {
		error_set(&said, "--fail-above cannot tell: %s has no busy GPU time", growth->missing->name);
		return cli_fail(NULL, &said);
	}
	error_set(&said, "busy GPU time of %s %s by %.2f %%%s, %s %.2f %%", variant->name,
		growth->percent < 0 ? "shrank" : "grew", fabs(growth->percent), growth->by_step ? " a step" : "",
		passed ? "more than" : "within", limit);
	cli_fail(NULL, &said);
	return passed ? CLI_PASSED : CLI_DONE;
}

static int
check_growth(const struct sides *sides, double limit)
{
	int status = CLI_DONE;

	for (uint32_t i = 1; i < sides->n && limit >= 0; i++) {
		struct compare_growth growth = compare_busy_growth(&sides->inputs[0], &sides->inputs[i]);
		int one = check_one(&sides->inputs[i], &growth, limit);

		status = one > status ? one : status;
	}
	return status;
}

static int
compare_sides(const struct sides *sides, const struct cli_call *call)
{
	const struct compare_options *given = call->options;
	struct cli_list wanted = given->sheets;
	struct report *result;
	struct error err;
	int status = check_sheets(sides, call, &wanted);

	if (status)
		return status;
	if (compare_reports(&result, sides->inputs, sides->n, is_wanted, &wanted, &err))
		return cli_fail(NULL, &err);
	status = sort_sheets(result, call, given->sort);
	if (!status) {
		cli_print_report_warnings(result);
		status = write_result(result, given);
	}
	report_free(result);
	return status ? status : check_growth(sides, given->fail_above);
}

static void
free_sides(struct sides *sides)
{
	for (uint32_t i = 0; i < sides->n && sides->sides; i++) {
		report_free(sides->sides[i].report);
		sheet_source_close(&sides->sides[i].source);
		free(sides->sides[i].name);
	}
	free(sides->sides);
	free(sides->inputs);
}

static int
compare_run(const struct cli_call *call)
{
	const struct compare_options *given = call->options;
	struct sides sides = {.n = (uint32_t)call->n_files};
	struct error err;
	int status = CLI_DONE;

	sides.sides = mem_zero(sides.n, sizeof(*sides.sides));
	sides.inputs = mem_zero(sides.n, sizeof(*sides.inputs));
	if (!sides.sides || !sides.inputs) {
		error_no_memory(&err, "comparing reports");
		status = cli_fail(NULL, &err);
	}
	if (!status)
		status = name_sides(&sides, call, &given->names);
	for (uint32_t i = 0; i < sides.n && !status; i++) {
		status = read_side(&sides.sides[i], call, call->files[i], sides.inputs[i].name);
		sides.inputs[i].report = sides.sides[i].report;
	}
	if (!status)
		status = compare_sides(&sides, call);
	free_sides(&sides);
	return status;
}

static const struct cli_example examples[] = {
	{"sonde compare before.json.gz after.json.gz", "what changed most, for the terminal"},
	{"sonde compare baseline.xlsx candidate.xlsx --names baseline candidate --sheets all -o comparison.xlsx", NULL},
	{"sonde compare base.xlsx new.json.gz --fail-above 5", "status 3 when the GPU is busy for over 5 % longer"},
	{NULL, NULL}
};

const struct cli_command cmd_compare = {
	.id = "compare",
	.arguments = "BASE VARIANT...",
	.help = "compare reports or traces: what changed against the first",
	.about = "A report is a workbook (.xlsx), a folder of CSV files, or a trace, of which the report is made first. "
		"Sheets are merged by their keys; each figure is shown for every report, with the difference and the "
		"percentage against the first. A sheet that only some have is told and compared as far as it goes.\n\n"
		"Without a file named, the summary is printed.\n\n"
		"--fail-above says on standard error which percentage it held against the limit: that of the row busy_time, "
		"in the column diff %/step where the reports hold different numbers of steps. Where a report has no busy GPU "
		"time there is nothing to tell, and the status is 1.",
	.examples = examples,
	.options = options,
	.options_size = sizeof(struct compare_options),
	.defaults = &defaults,
	.min_files = 2,
	.max_files = 32,
	.run = compare_run,
};
