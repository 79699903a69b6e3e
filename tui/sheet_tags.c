/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tagged rows and their sums; what is seen as a table of its own. */
#include "base/text.h"
#include "tui/app.h"
#include "tui/columns.h"
#include "tui/sheet_pane_priv.h"
#include <stdio.h>
#include <string.h>

#define UNDER_MOST 64	/* rows above one that are told */

/*
 * The next tagged row that a filter and the zoom leave, folded away or not, and where it stands: of
 * levels an entry, else a row on screen. False when there is none from there on.
 */
static bool
next_tagged(const struct sheet_state *s, uint32_t *at, uint32_t *row)
{
	bool levels = sheet_has_levels(s);
	uint32_t end = levels ? levels_end(s) : s->n_rows;

	for (; *at < end; ++*at) {
		*row = levels ? s->outline.id[*at] : s->rows[*at];
		if (s->tags[*row])
			return true;
	}
	return false;
}

static uint32_t
first_place(const struct sheet_state *s)
{
	return sheet_has_levels(s) && s->outline.n ? levels_first(s) : 0;
}

uint32_t
sheet_tagged(const struct pane *pane)
{
	const struct sheet_state *s = pane->state;
	uint32_t row, n = 0;

	for (uint32_t at = first_place(s); s->n_tags && next_tagged(s, &at, &row); at++)
		n++;
	return n;
}

/* Rows below another tagged one are in its sum. False when no row has a value. */
static bool
sum_tagged(const struct sheet_state *s, uint32_t column, double *sum)
{
	bool any = false;
	uint32_t row;

	*sum = 0;
	for (uint32_t at = first_place(s); next_tagged(s, &at, &row);) {
		if (!table_is_null(s->table, row, column)) {
			*sum += column_number(s->table, row, column);
			any = true;
		}
		at += sheet_has_levels(s) ? s->outline.span[at] : 1;
	}
	return any;
}

void
sheet_sums(const struct pane *pane, struct buffer *out, unsigned most)
{
	const struct sheet_state *s = pane->state;
	uint32_t n = sheet_tagged(pane);
	char tagged[32], hidden[32];
	double counted = -1;

	if (!s->n_tags)
		return;
	buffer_printf(out, "%s tagged", text_count(tagged, n));
	if (n < s->n_tags)
		buffer_printf(out, ", %s hidden", text_count(hidden, s->n_tags - n));
	for (uint32_t i = 0; n && i < s->n_columns && most; i++) {
		const struct column_def *def = s->table->columns[s->columns[i]].def;
		char text[96];
		double sum;

		if (!column_adds_up(def) || !sum_tagged(s, s->columns[i], &sum))
			continue;
		if (def->type == CELL_INT && sum == counted)	/* calls that started one event each */
			continue;
		if (def->type == CELL_INT)
			counted = sum;
		buffer_printf(out, "  %s", column_sum_text(def, sum, text));
		most--;
	}
}

static unsigned
tags_say(struct pane *pane)
{
	struct buffer text = {0};

	sheet_sums(pane, &text, UINT32_MAX);
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

static const struct column_def under_column = {"under", "Under", CELL_TEXT, UNIT_NONE, 0, 40,
	"names of the rows that it stands below, the outermost first"};

/* "Transformer > Linear", of the row that the entry is, in the last column. */
static bool
copy_path(struct table *table, const struct sheet_state *s, int64_t to, uint32_t entry)
{
	uint32_t path[UNDER_MOST], n = 0;
	struct buffer text = {0};
	bool good = true;

	for (uint32_t up = s->outline.parent[entry]; up != OUTLINE_NONE && n < UNDER_MOST; up = s->outline.parent[up])
		path[n++] = s->outline.id[up];
	while (n-- && good) {
		const char *name = table_cell(s->table, path[n], (uint32_t)s->name).s;

		good = buffer_printf(&text, "%s%s", text.len ? " > " : "", name ? name : "");
	}
	if (good && text.len)
		good = !table_set_text_copy(table, to, (int)table->n_columns - 1, text.data, text.len);
	buffer_free(&text);
	return good;
}

static bool
copy_row(struct table *table, const struct sheet_state *s, uint32_t row, int level)
{
	int64_t to = table_add_row(table);

	if (to < 0)
		return false;
	for (uint32_t c = 0; c < s->n_columns; c++)
		table->columns[c].cells[to] = table_cell(s->table, row, s->columns[c]);
	if (level >= 0)
		table->columns[s->n_columns].cells[to] = table_cell(s->table, row, (uint32_t)level);
	return !sheet_has_levels(s) || copy_path(table, s, to, s->outline.entry[row]);
}

/* The rows on screen, or the tagged ones alone where any of them is shown; of levels the level too, and what they stand under. */
int
sheet_snapshot(const struct pane *pane, struct table **out, struct error *err)
{
	const struct sheet_state *s = pane->state;
	uint32_t n = sheet_n_rows(s), row;
	int level = sheet_has_levels(s) ? table_find_column(s->table, "level") : -1;
	struct table *table = table_new(s->table->id, s->table->title);
	bool good = table != NULL;

	*out = NULL;
	for (uint32_t i = 0; good && i < s->n_columns; i++) {
		if (s->columns[i] == (uint32_t)level)
			level = -1;
		good = table_add_column(table, s->table->columns[s->columns[i]].def) >= 0;
	}
	if (good && level >= 0)
		good = table_add_column(table, s->table->columns[level].def) >= 0;
	if (good && sheet_has_levels(s))
		good = table_add_column(table, &under_column) >= 0;
	if (sheet_tagged(pane))
		for (uint32_t at = first_place(s); good && next_tagged(s, &at, &row); at++)
			good = copy_row(table, s, row, level);
	else
		for (uint32_t i = 0; good && i < n; i++)
			good = copy_row(table, s, sheet_row(s, i), level);
	if (good) {
		*out = table;
		return 0;
	}
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
