/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines that say something in columns: which of them are shown, and in what order. */
#include "base/mem.h"
#include "table/filter.h"
#include "tui/lines_priv.h"
#include <stdlib.h>
#include <string.h>

const struct column_def lines_column = {"line", "Line", CELL_TEXT, UNIT_NONE, 0, 80, "a line as it stands"};

void
lines_begin(struct lines *lines, const struct column_def *columns, size_t n)
{
	lines_clear(lines);
	lines->section = NULL;
	lines->facts = table_of("lines", "Lines", columns, n);
	if (lines->facts && table_add_column(lines->facts, &lines_column) >= 0)
		return;
	table_free(lines->facts);
	lines->facts = NULL;
	lines->failed = true;
}

void
lines_heading(struct lines *lines, const char *section)
{
	lines->section = section;
	for (int i = 0; i < 2; i++) {
		lines_row(lines);
		if (lines->n_rows)
			lines->rows[lines->n_rows - 1].part = LINES_HEADING;
	}
}

int64_t
lines_fact(const struct lines *lines)
{
	if (!lines->facts || !lines->n_rows || lines->failed)
		return -1;
	return lines->rows[lines->n_rows - 1].fact;
}

bool
lines_has_column(const struct lines *lines, uint32_t column)
{
	bool has = !lines->n_columns;

	for (uint32_t i = 0; i < lines->n_columns; i++)
		has = has || lines->columns[i] == column;
	return has;
}

bool
lines_is_item(const struct lines *lines, const struct lines_row *row)
{
	bool any = false;

	for (uint32_t c = 0; lines->facts && c < lines->facts->n_columns; c++) {
		if (!(lines->facts->columns[c].def->flags & COLUMN_KEY))
			continue;
		if (table_is_null(lines->facts, row->fact, c))
			return false;
		any = true;
	}
	return any;
}

static void
fill_line_column(struct lines *lines)
{
	int column = (int)lines->facts->n_columns - 1;
	struct buffer text = {0};

	for (uint32_t row = 0; row < lines->n_rows && !lines->failed; row++) {
		buffer_clear(&text);
		lines->failed = !lines_text(lines, row, &text)
			|| table_set_text_copy(lines->facts, lines->rows[row].fact, column, text.data ? text.data : "", text.len);
	}
	buffer_free(&text);
}

/* A row passes with those that go on with it; a heading with what is below it, a blank row with the next. */
static void
mark(const struct lines *lines, const struct filter *filter, bool *keep)
{
	uint32_t n = (uint32_t)lines->n_rows, first = 0;
	bool below = false;

	for (uint32_t i = 0; i < n; i++) {
		keep[i] = filter_row(filter, lines->facts, lines->rows[i].fact);
		if (lines->rows[i].part != LINES_MORE)
			first = i;
		for (uint32_t k = first; k < i; k++)
			keep[k] = keep[i] = keep[k] || keep[i];
	}
	for (uint32_t i = n; i-- > 0;) {
		bool heading = lines->rows[i].part == LINES_HEADING;

		if (!lines->rows[i].n)
			keep[i] = heading && i + 1 < n && keep[i + 1];
		else if (heading)
			keep[i] = keep[i] || below;
		below = heading ? false : below || keep[i];
	}
}

static void
keep_passing(struct lines *lines)
{
	struct filter *filter = NULL;
	bool *keep = mem_alloc(lines->n_rows, sizeof(*keep));
	struct error ignored;
	uint32_t n = 0;

	if (!keep || filter_parse(&filter, lines->filter, lines->facts, &ignored)) {
		free(keep);
		return;
	}
	mark(lines, filter, keep);
	for (uint32_t i = 0; i < lines->n_rows; i++)
		if (keep[i] && (n || lines->rows[i].n))
			lines->rows[n++] = lines->rows[i];
	lines->n_rows = n;
	filter_free(filter);
	free(keep);
}

static int
rows_compare(const void *a, const void *b, void *ctx)
{
	const struct lines *lines = ctx;
	uint32_t x = ((const struct lines_row *)a)->fact, y = ((const struct lines_row *)b)->fact, column = lines->sort - 1;
	bool no_x = table_is_null(lines->facts, x, column), no_y = table_is_null(lines->facts, y, column);
	int order = no_x || no_y ? 0 : table_compare(lines->facts, column, x, y);

	if (no_x != no_y)
		return no_x ? 1 : -1;
	if (order)
		return lines->descending ? -order : order;
	return x < y ? -1 : x > y;
}

/* Each list by itself. */
static void
sort_lists(struct lines *lines)
{
	for (uint32_t i = 0, end; i < lines->n_rows; i = end) {
		end = i;
		while (end < lines->n_rows && lines_is_item(lines, &lines->rows[end]))
			end++;
		qsort_r(lines->rows + i, end - i, sizeof(*lines->rows), rows_compare, lines);
		end += end == i;
	}
}

void
lines_end(struct lines *lines)
{
	if (!lines->facts)
		return;
	fill_line_column(lines);
	if (*lines->filter)
		keep_passing(lines);
	if (lines->sort)
		sort_lists(lines);
}

void
lines_refill(struct pane *pane, void (*fill)(struct pane *pane, int cols), int cols)
{
	struct lines *lines = pane->state;
	char *name = pane->cursor < lines->n_rows ? lines_row_name(lines, &lines->rows[pane->cursor]) : NULL;
	bool found = false;

	fill(pane, cols);
	for (uint32_t row = 0; name && !found && row < lines->n_rows; row++) {
		char *other = lines_row_name(lines, &lines->rows[row]);

		found = other && !strcmp(other, name);
		if (found)
			pane->cursor = row;
		free(other);
	}
	free(name);
}

bool
lines_hides(const struct pane *pane)
{
	return *((const struct lines *)pane->state)->filter;
}
