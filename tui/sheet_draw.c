/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/text.h"
#include "trace/trace.h"
#include "tui/event_lines.h"
#include "tui/sheet_pane_priv.h"
#include <stdio.h>
#include <string.h>

#define MEASURED_ROWS 200

static bool
sheet_is_text(const struct sheet_state *s, uint32_t column)
{
	enum cell_type type = s->table->columns[column].def->type;

	return type == CELL_TEXT || type == CELL_BOOL;
}

void
sheet_measure(struct sheet_state *s)
{
	uint32_t rows = s->table->n_rows < MEASURED_ROWS ? s->table->n_rows : MEASURED_ROWS;

	for (uint32_t c = 0; c < s->table->n_columns; c++) {
		size_t width = strlen(s->table->columns[c].def->id);

		for (uint32_t row = 0; row < rows; row++) {
			char out[32];
			const char *text = table_cell_show(s->table, row, c, out);
			size_t cells = text_width(text, strnlen(text, 4 * SHEET_CELLS_MAX));

			width = cells > width ? cells : width;
		}
		s->widths[c] = (int)(width > SHEET_CELLS_MAX ? SHEET_CELLS_MAX : width);
	}
}

void
sheet_usual_columns(struct sheet_state *s, const char *usual, bool all)
{
	s->n_columns = 0;
	for (const char *p = usual; p && !all && *p;) {
		char id[64];
		size_t len = strcspn(p, ",");
		int column;

		snprintf(id, sizeof(id), "%.*s", (int)len, p);
		column = table_find_column(s->table, id);
		if (column >= 0)
			s->columns[s->n_columns++] = (uint32_t)column;
		p += len + (p[len] == ',');
	}
	if (s->n_columns)
		return;
	for (uint32_t c = 0; c < s->table->n_columns; c++)
		if (all || !(s->table->columns[c].def->flags & COLUMN_NOISY))
			s->columns[s->n_columns++] = c;
}

/* Texts share half of the room, so that some numbers are always to be seen. */
static int
sheet_width(const struct sheet_state *s, uint32_t column, int cols)
{
	int texts = 0, most;

	if (!sheet_is_text(s, column))
		return s->widths[column];
	for (uint32_t i = 0; i < s->n_columns && texts < 2; i++)
		texts += sheet_is_text(s, s->columns[i]);
	most = cols * 11 / 20 / (texts ? texts : 1);
	most = most < 10 ? 10 : most;
	return s->widths[column] > most ? most : s->widths[column];
}

/* Whether the column can be drawn there: a number whole, a text when some of it is to be seen. */
static bool
sheet_fits(const struct sheet_state *s, uint32_t column, int col, int width, int cols)
{
	return !col || col + width <= cols || (sheet_is_text(s, column) && col + 8 <= cols);
}

/* The first column drawn: one further for each step to the right. */
static uint32_t
sheet_from(const struct pane *pane)
{
	const struct sheet_state *s = pane->state;
	uint32_t from = (uint32_t)pane->shift / 8;

	return from < s->n_columns ? from : s->n_columns ? s->n_columns - 1 : 0;
}

/* Ids, not titles: they are short, and what :sort, :columns and :filter take. The detail has the titles. */
void
sheet_heading(const struct pane *pane, struct canvas *canvas)
{
	const struct sheet_state *s = pane->state;
	int col = 0;

	for (uint32_t i = sheet_from(pane); i < s->n_columns && col < canvas->cols; i++) {
		uint32_t c = s->columns[i];
		const char *title = s->table->columns[c].def->id;
		int width = sheet_width(s, c, canvas->cols);
		bool sorted = s->sort == (int)c;

		if (!sheet_fits(s, c, col, width, canvas->cols))
			break;
		if (sheet_is_text(s, c))
			canvas_text(canvas, 0, col, width, sorted ? ROLE_SORTED : ROLE_HEADING, title, strlen(title));
		else
			canvas_right(canvas, 0, col, width, sorted ? ROLE_SORTED : ROLE_HEADING, title);
		col += width;
		if (sorted)
			canvas_glyph(canvas, 0, col, ROLE_HEADING, s->descending ? GLYPH_DOWN : GLYPH_UP);
		col += 2;
	}
}

void
sheet_draw(const struct pane *pane, struct canvas *canvas, int y, uint32_t row)
{
	const struct sheet_state *s = pane->state;
	int col = 0;

	for (uint32_t i = sheet_from(pane); i < s->n_columns && col < canvas->cols; i++) {
		uint32_t c = s->columns[i];
		int width = sheet_width(s, c, canvas->cols);
		char out[32];
		const char *text = table_cell_show(s->table, s->rows[row], c, out);

		if (!sheet_fits(s, c, col, width, canvas->cols))
			break;
		if (sheet_is_text(s, c))
			canvas_text(canvas, y, col, width, ROLE_NORMAL, text, strlen(text));
		else
			canvas_right(canvas, y, col, width, ROLE_NORMAL, text);
		col += width + 2;
	}
}

void
sheet_title(const struct pane *pane, struct buffer *left, struct buffer *right)
{
	const struct sheet_state *s = pane->state;

	buffer_printf(left, "%s", s->sheet->title);
	if (*s->filter)
		buffer_printf(right, "%s  ", s->filter);
	buffer_printf(right, "%u of %u rows", s->n_rows, s->table->n_rows);
}

/* Every column of the row, also those that are not shown. */
void
sheet_describe(const struct pane *pane, uint32_t row, struct lines *lines, int cols)
{
	const struct sheet_state *s = pane->state;
	int label = 0;

	for (uint32_t c = 0; c < s->table->n_columns; c++) {
		int width = (int)text_width(s->table->columns[c].def->title, strlen(s->table->columns[c].def->title));

		label = width > label ? width : label;
	}
	label = label > cols * 2 / 5 ? cols * 2 / 5 : label;
	for (uint32_t c = 0; c < s->table->n_columns; c++) {
		const char *title = s->table->columns[c].def->title, *text;
		char out[32];

		if (table_is_null(s->table, s->rows[row], c))
			continue;
		text = table_cell_show(s->table, s->rows[row], c, out);
		lines_row(lines);
		lines_fit(lines, ROLE_DIM, title, strlen(title), label);
		lines_col(lines, label + 2);
		lines_wrap(lines, ROLE_NORMAL, text, strnlen(text, EVENT_VALUE_BYTES), cols, label + 2);
	}
	lines_row(lines);
}

uint32_t
sheet_event(const struct pane *pane, uint32_t row)
{
	const struct sheet_state *s = pane->state;

	for (uint32_t c = 0; c < s->table->n_columns; c++) {
		int64_t event;

		if (s->table->columns[c].def->unit != UNIT_EVENT || table_is_null(s->table, s->rows[row], c))
			continue;
		event = table_cell(s->table, s->rows[row], c).i;
		if (event >= 0 && event < TRACE_NONE)
			return (uint32_t)event;
	}
	return TRACE_NONE;
}
