/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tagged rows and their sums; what is seen as a table of its own. */
#include "tui/app.h"
#include "tui/columns.h"
#include "tui/sheet_pane_priv.h"
#include <stdio.h>
#include <string.h>

/* Rows below another tagged one are in its sum. */
static bool
tag_counts(const struct sheet_state *s, uint32_t row, uint32_t *end)
{
	if (row < *end || !s->tags[row])
		return false;
	if (sheet_has_levels(s))
		*end = row + s->levels.size[row];
	return true;
}

static double
sum_of(const struct sheet_state *s, uint32_t column)
{
	double sum = 0;
	uint32_t end = 0;

	for (uint32_t row = 0; row < s->table->n_rows; row++)
		if (tag_counts(s, row, &end) && !table_is_null(s->table, row, column))
			sum += column_number(s->table, row, column);
	return sum;
}

void
sheet_sums(const struct sheet_state *s, struct buffer *out, unsigned most)
{
	if (!s->n_tags)
		return;
	buffer_printf(out, "%u tagged", s->n_tags);
	for (uint32_t i = 0; i < s->n_columns && most; i++) {
		const struct column_def *def = s->table->columns[s->columns[i]].def;
		char text[64];

		if (!column_adds_up(def))
			continue;
		buffer_printf(out, "  %s", column_sum_text(def, sum_of(s, s->columns[i]), text));
		most--;
	}
}

static unsigned
tags_say(struct pane *pane)
{
	const struct sheet_state *s = pane->state;
	struct buffer text = {0};

	sheet_sums(s, &text, UINT32_MAX);
	app_say(pane->app, ROLE_STATUS, "%s", text.data ? text.data : "no row is tagged");
	buffer_free(&text);
	return STALE_SCREEN | STALE_DETAIL;
}

static void
tag_set(struct sheet_state *s, uint32_t row, bool set)
{
	if (s->tags[row] == set)
		return;
	s->tags[row] = set;
	s->n_tags += set ? 1 : UINT32_MAX;
}

/* The row, then on to the next; or all rows that are shown, none, the others. */
static unsigned
run_tag(struct pane *pane, const char *argument, struct error *err)
{
	struct sheet_state *s = pane->state;
	uint32_t n = sheet_n_rows(s);
	int choice = command_choice("all|none|invert", argument);

	if (!n) {
		error_set(err, "there is no row");
		return STALE_FAILED;
	}
	if (choice < 0) {
		uint32_t row = sheet_row(s, pane->cursor);

		tag_set(s, row, !s->tags[row]);
		pane_move(pane, 1);
		return tags_say(pane);
	}
	for (uint32_t row = 0; choice == 1 && row < s->table->n_rows; row++)
		tag_set(s, row, false);
	for (uint32_t i = 0; choice != 1 && i < n; i++) {
		uint32_t row = sheet_row(s, i);

		tag_set(s, row, choice == 0 || !s->tags[row]);
	}
	return tags_say(pane);
}

const struct pane_command sheet_tag_commands[] = {
	{COMMAND_TAG, run_tag}, {COMMAND_COUNT, NULL}
};

/* The rows on screen, the tagged ones alone where there are any; of levels the level too. */
int
sheet_snapshot(const struct pane *pane, struct table **out, struct error *err)
{
	const struct sheet_state *s = pane->state;
	uint32_t n = sheet_n_rows(s), columns = s->n_columns;
	int level = sheet_has_levels(s) ? table_find_column(s->table, "level") : -1;
	struct table *table = table_new(s->table->id, s->table->title);

	*out = NULL;
	for (uint32_t i = 0; table && i < columns; i++) {
		if (s->columns[i] == (uint32_t)level)
			level = -1;
		if (table_add_column(table, s->table->columns[s->columns[i]].def) < 0)
			goto failed;
	}
	if (!table || (level >= 0 && table_add_column(table, s->table->columns[level].def) < 0))
		goto failed;
	for (uint32_t i = 0; i < n; i++) {
		uint32_t row = sheet_row(s, i);
		int64_t to;

		if (s->n_tags && !s->tags[row])
			continue;
		to = table_add_row(table);
		if (to < 0)
			goto failed;
		for (uint32_t c = 0; c < columns; c++)
			table->columns[c].cells[to] = table_cell(s->table, row, s->columns[c]);
		if (level >= 0)
			table->columns[columns].cells[to] =
				table_cell(s->table, row, (uint32_t)level);
	}
	*out = table;
	return 0;
failed:
	table_free(table);
	return error_no_memory(err, "writing the table");
}

int
sheet_cell(const struct pane *pane, const char *column, struct buffer *out, struct error *err)
{
	const struct sheet_state *s = pane->state;
	uint32_t row = sheet_row(s, pane->cursor);
	int one = column ? table_ask_column(s->table, column) : -1;
	char text[32];
	bool good = true;

	if (column && one < 0)
		return error_set(err, "no column %s", column);
	if (column)
		return buffer_add_text(out, table_cell_text(s->table, row, (uint32_t)one, text)) ? 0
			: error_no_memory(err, "copying");
	for (uint32_t i = 0; i < s->n_columns && good; i++)
		good = buffer_add_text(out, i ? "\t" : "")
			&& buffer_add_text(
				out, table_cell_text(s->table, row, s->columns[i], text));
	return good ? 0 : error_no_memory(err, "copying");
}
