/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is done with lines that say something in columns. */
#include "table/filter.h"
#include "tui/app.h"
#include "tui/columns.h"
#include "tui/lines_priv.h"
#include <string.h>

static unsigned
fail(struct error *err, const char *why)
{
	error_set(err, "%s", why);
	return STALE_FAILED;
}

static unsigned
refill(struct pane *pane)
{
	pane->cursor = pane->top = 0;
	pane->ops->resize(pane, pane->cols);
	return STALE_SCREEN | STALE_DETAIL;
}

static unsigned
run_filter(struct pane *pane, const char *argument, struct error *err)
{
	struct lines *lines = pane->state;
	struct filter *filter = NULL;

	if (!lines->facts)
		return fail(err, "there is nothing to filter");
	if (strlen(argument) >= sizeof(lines->filter))
		return fail(err, "the filter is too long");
	if (filter_parse(&filter, argument, lines->facts, err)) {
		filter_trouble(argument, err);
		return STALE_FAILED;
	}
	filter_free(filter);
	strcpy(lines->filter, argument);
	return refill(pane);
}

static unsigned
order(struct pane *pane, uint32_t column)
{
	struct lines *lines = pane->state;

	lines->sort = column + 1;
	lines->descending = lines->facts->columns[column].def->flags & COLUMN_DESCENDING;
	return refill(pane);
}

static unsigned
run_sort(struct pane *pane, const char *argument, struct error *err)
{
	struct lines *lines = pane->state;
	int column = lines->facts ? table_ask_column(lines->facts, argument) : -1;

	if (column >= 0)
		return order(pane, (uint32_t)column);
	error_set(err, "no column %s", argument);
	return STALE_FAILED;
}

/* The next column but the section, by which each list is one. */
static unsigned
run_sort_next(struct pane *pane, const char *argument, struct error *err)
{
	struct lines *lines = pane->state;

	(void)argument;
	if (!lines->facts || lines->facts->n_columns < 3)
		return fail(err, "no column orders these lines");
	return order(pane, lines->sort > 1 && lines->sort + 1 < lines->facts->n_columns ? lines->sort : 1);
}

static unsigned
run_reverse(struct pane *pane, const char *argument, struct error *err)
{
	struct lines *lines = pane->state;

	(void)argument;
	if (!lines->sort)
		return fail(err, "each list has its own order: :sort COLUMN gives them one");
	lines->descending = !lines->descending;
	return refill(pane);
}

static unsigned
run_columns(struct pane *pane, const char *argument, struct error *err)
{
	struct lines *lines = pane->state;
	uint32_t columns[LINES_COLUMNS * 2], n = lines->n_columns;

	if (!lines->facts || lines->facts->n_columns < 3)
		return fail(err, "these lines have no columns");
	if (!*argument || !strcmp(argument, "all")) {
		lines->n_columns = 0;
		return refill(pane);
	}
	memcpy(columns, lines->columns, n * sizeof(*columns));
	for (uint32_t c = 0; !lines->n_columns && c < lines->facts->n_columns; c++)
		columns[n++] = c;
	if (columns_choose(argument, columns_in_table, lines->facts, columns, &n, err))
		return STALE_FAILED;
	memcpy(lines->columns, columns, n * sizeof(*columns));
	lines->n_columns = n;
	return refill(pane);
}

static unsigned
run_tag(struct pane *pane, const char *argument, struct error *err)
{
	struct lines *lines = pane->state;
	int choice = command_choice("all|none|invert", argument);
	struct buffer text = {0};

	while (choice == 1 && lines->n_tags)
		lines_forget_tag(lines, lines->n_tags - 1);
	for (uint32_t row = 0; choice != 1 && choice >= 0 && row < lines->n_rows; row++)
		lines_tag(lines, row, choice == 2);
	if (choice < 0) {
		if (pane->cursor >= lines->n_rows || !lines_tag(lines, pane->cursor, true))
			return fail(err, "this line is in no list: lines of lists are tagged");
		pane_move(pane, 1);
	}
	if (lines->facts)
		lines_sums(lines, &text, UINT32_MAX);
	app_say(pane->app, ROLE_STATUS, "%s", text.data ? text.data : "no row is tagged");
	buffer_free(&text);
	return STALE_SCREEN;
}

const struct pane_command lines_commands[] = {
	{COMMAND_FILTER, run_filter}, {COMMAND_SORT, run_sort}, {COMMAND_SORT_NEXT, run_sort_next},
	{COMMAND_REVERSE, run_reverse}, {COMMAND_TAG, run_tag}, {COMMAND_COLUMNS, run_columns}, {COMMAND_COUNT, NULL}
};
