/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/traces_pane.h"
#include "base/gaps.h"
#include "base/mem.h"
#include "trace/glance.h"
#include "trace/trace.h"
#include "tui/app_priv.h"
#include "tui/sheet_pane_priv.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { COL_NAME, COL_RANK, COL_RANKS, COL_SIZE, COL_DATE, COL_DEVICE, COL_REMARK, COLS };

static const struct column_def columns[COLS] = {
	[COL_NAME] = {"name", "Name", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 40, "file"},
	[COL_RANK] = {"rank", "Rank", CELL_INT, UNIT_NONE, 0, 6,
		"rank in the job, as the trace or its name tells"},
	[COL_RANKS] = {"ranks", "Ranks", CELL_INT, UNIT_NONE, 0, 6, "ranks of the job"},
	[COL_SIZE] = {"size", "Size", CELL_INT, UNIT_BYTES, COLUMN_DESCENDING, 10, "of the file"},
	[COL_DATE] = {"date", "Date", CELL_TEXT, UNIT_NONE, COLUMN_DESCENDING, 16, "last changed"},
	[COL_DEVICE] = {"device", "Device", CELL_TEXT, UNIT_NONE, 0, 24, "GPU"},
	[COL_REMARK] = {"remark", "Remark", CELL_TEXT, UNIT_NONE, 0, 20,
		"where the name tells another rank, which is not believed, or a rank is there twice"},
};

/* The folder that is listed: the one asked for, else that of the trace. */
static void
traces_folder(const struct app *app, char *folder, size_t size)
{
	const char *path = app->folder ? app->folder : app->session.path ? app->session.path : ".";
	const char *slash = app->folder ? NULL : strrchr(path, '/');

	if (app->folder)
		snprintf(folder, size, "%s", path);
	else
		snprintf(folder, size, "%.*s", slash ? (int)(slash - path) : 1,
			slash == path   ? "/"
				: slash ? path
					: ".");
}

static bool
traces_add(struct table *table, const struct trace_found *found)
{
	const struct trace_glance *glance = &found->glance;
	char date[32], remark[48];
	struct tm local;
	time_t modified = (time_t)glance->modified;
	int64_t row = table_add_row(table);

	strftime(date, sizeof(date), "%Y-%m-%d %H:%M", localtime_r(&modified, &local));
	if (row < 0 || table_set_text_copy(table, row, COL_NAME, found->name, strlen(found->name))
		|| table_set_text_copy(table, row, COL_DATE, date, strlen(date))
		|| (*glance->device
			&& table_set_text_copy(table, row, COL_DEVICE, glance->device, strlen(glance->device))))
		return false;
	if (glance->rank != TRACE_NO_NUMBER)
		table_set_int(table, row, COL_RANK, glance->rank);
	if (glance->world_size != TRACE_NO_NUMBER)
		table_set_int(table, row, COL_RANKS, glance->world_size);
	if (glance->named != TRACE_NO_NUMBER && glance->named != glance->rank) {
		int len = snprintf(remark, sizeof(remark), "name says %" PRId64, glance->named);

		if (table_set_text_copy(table, row, COL_REMARK, remark, (size_t)len))
			return false;
	}
	table_set_int(table, row, COL_SIZE, (int64_t)glance->bytes);
	return true;
}

static int
traces_list(struct table *table, const void *from, struct error *err)
{
	const char *path = from;
	struct trace_folder folder;
	struct error why;
	bool good;

	if (trace_folder_read(&folder, path, &why))
		return error_set(err, "%s: %s", path, why.message);
	good = !table_add_columns(table, columns, COLS);
	for (size_t i = 0; good && i < folder.n; i++)
		good = traces_add(table, &folder.all[i]);
	trace_folder_free(&folder);
	if (!good)
		return error_no_memory(err, "listing traces");
	for (uint32_t row = 1; row < table->n_rows; row++)
		if (!table_is_null(table, row, COL_RANK) && table_is_null(table, row, COL_REMARK)
		    && !table_compare(table, COL_RANK, row - 1, row))
			table_set_text(table, row, COL_REMARK, "rank is there twice");
	return 0;
}

/* Whether the names differ in their numbers alone, as those of one job's ranks do. */
static bool
names_alike(const char *a, const char *b)
{
	static const char digits[] = "0123456789";

	while (*a && *b) {
		size_t in_a = strspn(a, digits), in_b = strspn(b, digits);

		if (!in_a != !in_b || (!in_a && *a != *b))
			return false;
		a += in_a ? in_a : 1;
		b += in_b ? in_b : 1;
	}
	return *a == *b;
}

/*
 * How many ranks the job has that the traces are of, and the row of one of them; 0 where they may be
 * of several: two at least tell how many there are, all such tell the same and are called alike.
 */
static int64_t
ranks_of_job(const struct table *table, uint32_t *of)
{
	int64_t ranks = 0;
	uint32_t n = 0;

	for (uint32_t row = 0; row < table->n_rows; row++) {
		if (table_is_null(table, row, COL_RANKS))
			continue;
		if (n++ && (table_cell(table, row, COL_RANKS).i != ranks
		    || !names_alike(table_cell(table, *of, COL_NAME).s, table_cell(table, row, COL_NAME).s)))
			return 0;
		ranks = table_cell(table, row, COL_RANKS).i;
		*of = row;
	}
	return n > 1 ? ranks : 0;
}

/* "missing ranks 1, 3-4 of 16"; nothing where the traces do not tell how many there are, or are of several jobs. */
static void
missing_ranks(const struct table *table, struct buffer *out)
{
	uint32_t of = 0;
	int64_t ranks = ranks_of_job(table, &of), *there = mem_alloc(table->n_rows, sizeof(*there));
	struct buffer gaps = {0};
	size_t n = 0;

	for (uint32_t row = 0; there && row < table->n_rows; row++)
		if (!table_is_null(table, row, COL_RANK)
		    && names_alike(table_cell(table, of, COL_NAME).s, table_cell(table, row, COL_NAME).s))
			there[n++] = table_cell(table, row, COL_RANK).i;
	if (there && gaps_add(&gaps, there, n, ranks) && gaps.len)
		buffer_printf(out, "missing ranks %s of %" PRId64 "   ", gaps.data, ranks);
	buffer_free(&gaps);
	free(there);
}

static int
traces_open(struct pane *pane, struct error *err)
{
	char folder[4096];

	traces_folder(pane->app, folder, sizeof(folder));
	return sheet_open_table(pane, table_new("traces", "Traces"), folder, traces_list, err);
}

static void
traces_title(const struct pane *pane, struct buffer *left, struct buffer *right)
{
	char folder[4096];

	traces_folder(pane->app, folder, sizeof(folder));
	buffer_add_text(left, folder);
	missing_ranks(((const struct sheet_state *)pane->state)->table, right);
	sheet_title_right(pane, right);
}

static unsigned
run_enter(struct pane *pane, const char *argument, struct error *err)
{
	const struct sheet_state *s = pane->state;
	char folder[4096], path[4600];

	(void)argument;
	if (!sheet_n_rows(s)) {
		error_set(err, "no trace is here");
		return STALE_FAILED;
	}
	traces_folder(pane->app, folder, sizeof(folder));
	snprintf(path, sizeof(path), "%s/%s", folder,
		table_cell(s->table, sheet_row(s, pane->cursor), COL_NAME).s);
	return app_open(pane->app, path, err) ? STALE_FAILED : STALE_SCREEN | STALE_LAYOUT;
}

static const struct pane_command traces_commands[] = {
	{COMMAND_ENTER, run_enter}, {COMMAND_COUNT, NULL}
};

static uint32_t
traces_event(const struct pane *pane, uint32_t row)
{
	(void)pane, (void)row;
	return TRACE_NONE;
}

const struct pane_ops traces_pane = {
	.id = "traces",
	.title = "traces",
	.help = "the traces of the folder, to pick one",
	.empty = "no file here is called like a trace (.json, .json.gz, .json.zst), nor a .zip that holds one",
	.flags = PANE_EARLY | PANE_HEADING,
	.state_size = sizeof(struct sheet_state),
	.open = traces_open,
	.close = sheet_close,
	.rows = sheet_rows,
	.hides = sheet_hides,
	.title_text = traces_title,
	.columns = columns,
	.n_columns = COLS,
	.heading = sheet_heading,
	.draw = sheet_draw,
	.event = traces_event,
	.search = sheet_search,
	.snapshot = sheet_snapshot,
	.tagged = sheet_tagged,
	.cell = sheet_cell,
	.commands = sheet_commands,
	.more = {traces_commands, levels_commands, sheet_tag_commands},
	.sheet = "",
};
