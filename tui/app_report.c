/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The whole report as a workbook, from where one stands. */
#include "config.h"
#include "analysis/sheets.h"
#include "base/text.h"
#include "model/arch.h"
#include "report/report.h"
#include "tui/app_priv.h"
#include <stdio.h>
#include <string.h>

static bool
note_trace(struct report *report, const struct session *session)
{
	const struct trace *trace = session->trace;
	const struct arch *arch = session->arch;
	char text[1024], number[32];
	bool good = !report_add_note(report, "program", PACKAGE_NAME, PACKAGE_VERSION)
		&& !report_add_note(report, "trace", "file", session->path)
		&& !report_add_note(report, "trace", "format", trace->meta.format)
		&& !report_add_note(report, "trace", "events", text_count(number, trace->n))
		&& !report_add_note(
			report, "option", "--arch", arch ? arch->name : "not known: no rooflines");

	for (unsigned kind = 0; kind < WARNINGS && good; kind++) {
		const char *line =
			trace_warning(trace, (enum warning_kind)kind, text, sizeof(text));

		if (line)
			good = !report_add_note(
				report, "warning", warning_id((enum warning_kind)kind), line);
	}
	return good;
}

int
app_fill_report(struct report *report, const struct session *session, struct analysis *analysis, struct error *err)
{
	const char *remark;

	if (!note_trace(report, session))
		return error_no_memory(err, "making a report");
	for (uint32_t i = 0; i < sheets_count; i++) {
		struct table *table;

		if (sheet_build(analysis, &sheets[i], &table, err))
			return -1;
		if (sheet_is_omitted(&sheets[i], table))
			table_free(table);
		else if (report_add_sheet(report, table, sheets[i].help))
			return error_no_memory(err, "making a report");
	}
	for (uint32_t i = 0; (remark = analysis_remark(analysis, i)); i++)
		if (report_add_note(report, "warning", "sheets", remark))
			return error_no_memory(err, "making a report");
	return 0;
}

static unsigned
run_report(struct app *app, const char *argument, struct error *err)
{
	struct analysis *analysis;
	struct report *report;
	const char *suffix = strrchr(argument, '.');
	uint32_t n;
	int status;

	if (session_state(&app->session) != SESSION_READY) {
		error_set(err, "the trace is still loading");
		return STALE_FAILED;
	}
	if (!suffix || strcmp(suffix, ".xlsx")) {
		error_set(err, "a report is a workbook: FILE.xlsx");
		return STALE_FAILED;
	}
	analysis = session_analysis(&app->session, err);
	if (!analysis)
		return STALE_FAILED;
	report = report_new();
	if (!report) {
		error_no_memory(err, "making a report");
		return STALE_FAILED;
	}
	app_busy(app, "writing the report");
	status = app_fill_report(report, &app->session, analysis, err);
	if (!status)
		status = report_write_xlsx(report, argument, err);
	n = report->n;
	report_free(report);
	if (status)
		return STALE_FAILED;
	app_say(app, ROLE_STATUS, "%u sheets are in %s", n, argument);
	return STALE_SCREEN;
}

const struct app_handler app_report_commands[] = {
	{COMMAND_REPORT, run_report}, {COMMAND_COUNT, NULL}
};
