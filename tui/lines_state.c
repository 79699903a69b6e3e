/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is kept of a pane of lines that say something in columns. Those are known before the lines are filled. */
#include "tui/columns.h"
#include "tui/lines.h"
#include "tui/state.h"
#include <stdio.h>
#include <string.h>

void
lines_save(const struct pane *pane, struct buffer *out)
{
	const struct lines *lines = pane->state;
	const struct column_def *columns = pane->ops->columns;
	struct buffer chosen = {0};

	if (*lines->filter)
		state_add(out, pane->ops->id, "filter", "%s", lines->filter);
	if (lines->sort && lines->sort <= pane->ops->n_columns)
		state_add(out, pane->ops->id, "sort", "%s %s", columns[lines->sort - 1].id, lines->descending ? "down" : "up");
	for (uint32_t i = 0; i < lines->n_columns; i++)
		if (lines->columns[i] < pane->ops->n_columns)
			buffer_printf(&chosen, "%s%s", chosen.len ? "," : "", columns[lines->columns[i]].id);
	if (chosen.data)
		state_add(out, pane->ops->id, "columns", "%s", chosen.data);
	buffer_free(&chosen);
}

static int
find_column(const void *ctx, const char *name)
{
	const struct pane_ops *ops = ctx;

	return columns_find_id(ops->columns, ops->n_columns, name);
}

void
lines_load(struct pane *pane, const char *key, const char *value)
{
	struct lines *lines = pane->state;
	uint32_t columns[LINES_COLUMNS * 2], n = 0;
	struct error ignored;
	char name[64];

	if (!strcmp(key, "filter") && strlen(value) < sizeof(lines->filter)) {
		strcpy(lines->filter, value);
	} else if (!strcmp(key, "sort")) {
		snprintf(name, sizeof(name), "%.*s", (int)strcspn(value, " "), value);
		lines->sort = (uint32_t)(find_column(pane->ops, name) + 1);
		lines->descending = strstr(value, " down") != NULL;
	} else if (!strcmp(key, "columns") && !columns_choose(value, find_column, pane->ops, columns, &n, &ignored)) {
		memcpy(lines->columns, columns, n * sizeof(*columns));
		lines->n_columns = n;
	}
	pane->cols = 0;		/* they are filled anew */
}
