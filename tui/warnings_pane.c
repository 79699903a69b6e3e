/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is odd about the trace: one row a kind, Enter leads to the first event of it. */
#include "tui/warnings_pane.h"
#include "analysis/warning_rows.h"
#include "tui/app.h"
#include "tui/sheet_pane_priv.h"
#include <string.h>

static int
fill(struct table *table, const void *from, struct error *err)
{
	return warnings_fill(table, from, err);
}

static int
warnings_open(struct pane *pane, struct error *err)
{
	return sheet_open_table(
		pane, table_new("warnings", "Warnings"), pane->app->session.trace, fill, err);
}

static enum role
warnings_role(const struct pane *pane, uint32_t table_row, uint32_t column)
{
	const struct table *table = ((const struct sheet_state *)pane->state)->table;
	const char *effect = table_cell(table, table_row, (uint32_t)table_find_column(table, "effect")).s;

	(void)column;
	return strcmp(effect, WARNING_HARMLESS) ? ROLE_WARNING : ROLE_NORMAL;
}

static void
warnings_title(const struct pane *pane, struct buffer *left, struct buffer *right)
{
	const char *path = pane->app->session.path, *name = strrchr(path, '/');

	buffer_add_text(left, name ? name + 1 : path);
	sheet_title_right(pane, right);
}

const struct pane_ops warnings_pane = {
	TABLE_PANE("warnings", "warnings", "count,effect,id,text",
		"what is odd about the trace, and what that does to figures",
		PANE_DETAIL_BELOW),
	.empty = "nothing is odd about this trace",
	.open = warnings_open,
	.close = sheet_close,
	.event = sheet_event,
	.describe = sheet_describe,
	.title_text = warnings_title,
	.columns = warnings_columns,
	.n_columns = WARNINGS_COLUMNS,
	.cell_role = warnings_role,
	.save = sheet_save,
	.load = sheet_load,
	.more = {levels_commands, sheet_tag_commands},
	.sheet = "",
};
