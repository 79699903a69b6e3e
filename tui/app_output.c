/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What leaves the browser: pictures of the screen, and what is on it. */
#include "base/text.h"
#include "report/output.h"
#include "report/report.h"
#include "report/write.h"
#include "tui/app_priv.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int
app_write(const struct app *app, const char *path, bool roles, struct error *err)
{
	struct buffer text = {0};
	struct output *output;
	bool ok = roles ? screen_roles(&app->screen, &text) : screen_text(&app->screen, &text);
	int status;

	if (!ok) {
		buffer_free(&text);
		return error_no_memory(err, "writing the screen");
	}
	status = output_open(&output, path, err);
	if (!status) {
		output_add(output, text.data ? text.data : "", text.len);
		status = output_close(output, err);
	}
	buffer_free(&text);
	return status;
}

/* A prompt that holds this very command is not part of the picture. */
static unsigned
run_save_screen(struct app *app, const char *argument, struct error *err)
{
	app_draw(app);
	return app_write(app, argument, false, err) ? STALE_FAILED : STALE_SCREEN;
}

static unsigned
run_save_roles(struct app *app, const char *argument, struct error *err)
{
	app_draw(app);
	return app_write(app, argument, true, err) ? STALE_FAILED : STALE_SCREEN;
}

static unsigned
run_expect(struct app *app, const char *argument, struct error *err)
{
	struct buffer text = {0};
	bool found;

	app_draw(app);
	found = screen_text(&app->screen, &text) && strstr(text.data, argument);
	buffer_free(&text);
	if (found)
		return STALE_NOTHING;
	error_set(err, "the screen does not show: %s", argument);
	return STALE_FAILED;
}

void
app_free_name(const char *stem, const char *suffix, char *path, size_t size)
{
	snprintf(path, size, "%s%s", stem, suffix);
	for (unsigned i = 2; i < 1000 && !access(path, F_OK); i++)
		snprintf(path, size, "%s-%u%s", stem, i, suffix);
}

/* --- tables ------------------------------------------------------------------------ */

static int
export_workbook(struct table *table, const char *path, struct error *err)
{
	struct report *report = report_new();
	int status;

	if (!report) {
		table_free(table);
		return error_no_memory(err, "making a workbook");
	}
	status = report_add_sheet(report, table, NULL);
	status = status ? error_no_memory(err, "making a workbook")
			: report_write_xlsx(report, path, err);
	report_free(report);
	return status;
}

static int
export_text(struct table *table, enum write_format format, const char *path, struct error *err)
{
	struct table_view view = table_view_all(table);
	struct output *output;
	int status = output_open(&output, path, err);

	if (!status) {
		write_table(output, &view, format, 0);
		status = output_close(output, err);
	}
	table_free(table);
	return status;
}

/* "57 rows are in FILE"; of tagged rows how many there are in all. */
static void
export_say(struct app *app, uint32_t rows, const char *path)
{
	const struct pane *pane = app->pane;
	uint32_t all = pane->ops->rows(pane);
	bool tagged = pane->ops->tagged && pane->ops->tagged(pane);
	char of[40] = "", count[32];

	if (tagged && rows <= all)
		snprintf(of, sizeof(of), " of %s", text_count(count, all));
	app_say(app, ROLE_STATUS, "%s %srow%s%s %s in %s", text_count(count, rows), tagged ? "tagged " : "", rows == 1 ? "" : "s", of,
		rows == 1 ? "is" : "are", path);
}

static unsigned
run_export(struct app *app, const char *argument, struct error *err)
{
	static const char *const suffixes[] = {".csv", ".json", ".md", ".txt", ".xlsx"};
	static const enum write_format formats[] = {
		WRITE_CSV, WRITE_JSON, WRITE_MARKDOWN, WRITE_TEXT};
	const char *suffix = strrchr(argument, '.');
	struct table *table;
	uint32_t rows;
	unsigned i = 0;
	int status;

	while (suffix && i < 5 && strcmp(suffixes[i], suffix))
		i++;
	if (!suffix || i == 5) {
		error_set(err, "export writes .csv, .xlsx, .json, .md or .txt");
		return STALE_FAILED;
	}
	if (!app->pane || !app->pane->ops->snapshot)
		return STALE_NOT_MINE;
	if (app->pane->ops->snapshot(app->pane, &table, err))
		return STALE_FAILED;
	rows = table->n_rows;
	status = i == 4 ? export_workbook(table, argument, err)
			: export_text(table, formats[i], argument, err);
	if (status)
		return STALE_FAILED;
	export_say(app, rows, argument);
	return STALE_SCREEN;
}

const struct app_handler app_output_commands[] = {
	{COMMAND_SAVE_SCREEN, run_save_screen}, {COMMAND_SAVE_ROLES, run_save_roles},
	{COMMAND_EXPECT, run_expect}, {COMMAND_EXPORT, run_export}, {COMMAND_COUNT, NULL}
};
