/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table for people: aligned, and fitted to a terminal's width. */
#include "report/write.h"
#include "base/mem.h"
#include "base/text.h"
#include <stdio.h>
#include <string.h>

#define GAP 2		/* blanks between columns */
#define TEXT_LEAST 16	/* cells below which a column of text gives way no further */
#define PIECE_MAX 24	/* cells of a heading's piece that a column makes room for */
#define ELLIPSIS "\xe2\x80\xa6"

struct text_column {
	uint32_t column;
	bool right, shown;
	size_t content;		/* cells of the widest cell */
	size_t width;
	char heading[256];
};

struct layout {
	const struct table_view *view;
	struct text_column *columns;
	uint32_t n, n_shown;
	size_t width;		/* 0: unlimited */
	struct output *output;
	struct buffer scratch;
	size_t blanks;		/* owed before the next text, so that no line ends in blanks */
};

/* --- widths ------------------------------------------------------------------ */

static size_t
width_of(const char *text)
{
	return text_width(text, strlen(text));
}

static bool
is_break(char c)
{
	return c == '_' || c == ' ' || c == '/' || c == ':';
}

/* Bytes of the heading's next piece, the character after which it may be broken included. */
static size_t
piece_length(const char *heading)
{
	size_t len = 0;

	while (heading[len] && !is_break(heading[len]))
		len++;
	while (is_break(heading[len]))
		len++;
	return len;
}

static size_t
piece_width(const char *piece, size_t len)
{
	while (len && piece[len - 1] == ' ')
		len--;
	return text_width(piece, len);
}

/* Cells that a heading needs at least, broken where it may be. */
static size_t
heading_least(const char *heading)
{
	size_t least = 1;

	for (size_t len; *heading; heading += len) {
		size_t width;

		len = piece_length(heading);
		width = piece_width(heading, len);
		if (width > least)
			least = width;
	}
	return least < PIECE_MAX ? least : PIECE_MAX;
}

static size_t
content_width(const struct table_view *view, uint32_t column)
{
	size_t widest = 0;
	char out[32];

	for (uint32_t row = 0; row < view->n_rows; row++) {
		size_t width = width_of(table_cell_show(view->table, view_row(view, row), column, out));

		if (width > widest)
			widest = width;
	}
	return widest;
}

static size_t
total_width(const struct layout *layout)
{
	size_t total = 0;

	for (uint32_t i = 0; i < layout->n; i++)
		if (layout->columns[i].shown)
			total += layout->columns[i].width + GAP;
	return total - GAP;
}

static void
natural_widths(struct layout *layout, bool broken)
{
	for (uint32_t i = 0; i < layout->n; i++) {
		struct text_column *column = &layout->columns[i];
		size_t heading = broken ? heading_least(column->heading) : width_of(column->heading);

		column->width = column->content > heading ? column->content : heading;
		if (layout->width && !column->right && column->width > layout->width)
			column->width = layout->width;
	}
}

/* Takes from the widest column of text as long as that helps. */
static bool
shrink_texts(struct layout *layout)
{
	size_t total = total_width(layout);

	while (total > layout->width) {
		struct text_column *widest = NULL;

		for (uint32_t i = 0; i < layout->n; i++) {
			struct text_column *column = &layout->columns[i];

			if (column->shown && !column->right && column->width > TEXT_LEAST
			    && (!widest || column->width > widest->width))
				widest = column;
		}
		if (!widest)
			return false;
		widest->width--;
		total--;
	}
	return true;
}

/* The last column that is shown and noisy, else the last that is shown. */
static struct text_column *
least_wanted(const struct layout *layout)
{
	const struct table *table = layout->view->table;
	struct text_column *last = NULL, *noisy = NULL;

	for (uint32_t i = 0; i < layout->n; i++) {
		struct text_column *column = &layout->columns[i];

		if (!column->shown)
			continue;
		last = column;
		if (table->columns[column->column].def->flags & COLUMN_NOISY)
			noisy = column;
	}
	return noisy ? noisy : last;
}

static void
fit(struct layout *layout)
{
	natural_widths(layout, false);
	if (!layout->width || total_width(layout) <= layout->width)
		return;
	natural_widths(layout, true);
	while (!shrink_texts(layout) && layout->n_shown > 1) {
		least_wanted(layout)->shown = false;
		layout->n_shown--;
		natural_widths(layout, true);
	}
	for (uint32_t i = 0; i < layout->n && layout->n_shown == 1; i++)
		if (layout->columns[i].width > layout->width)
			layout->columns[i].width = layout->width;
}

/* --- lines ------------------------------------------------------------------- */

static void
put_blanks(struct layout *layout)
{
	for (; layout->blanks; layout->blanks--)
		output_add_char(layout->output, ' ');
}

/* Writes at most width cells of the text, with an ellipsis where it is cut. */
static void
put_text(struct layout *layout, const char *text, size_t len, size_t width, bool right)
{
	size_t cells = text_width(text, len);
	bool cut = cells > width;

	buffer_clear(&layout->scratch);
	if (!buffer_reserve(&layout->scratch, 3 * len + 1)) {
		output_fail_memory(layout->output);
		return;
	}
	cells = text_sanitise(layout->scratch.data, layout->scratch.cap, text, len, cut ? width - 1 : width);
	cells += cut;
	if (right)
		layout->blanks += width - cells;
	if (cells)
		put_blanks(layout);
	output_add_text(layout->output, layout->scratch.data);
	if (cut)
		output_add_text(layout->output, ELLIPSIS);
	if (!right)
		layout->blanks += width - cells;
}

static void
end_line(struct layout *layout)
{
	layout->blanks = 0;
	output_add_char(layout->output, '\n');
}

/* Bytes of the heading that go on one line. */
static size_t
heading_line(const char *heading, size_t width)
{
	size_t len = piece_length(heading);

	while (heading[len]) {
		size_t more = piece_length(heading + len);

		if (piece_width(heading, len + more) > width)
			break;
		len += more;
	}
	return len;
}

static size_t
heading_lines(const struct text_column *column)
{
	size_t lines = 0;

	for (const char *p = column->heading; *p; p += heading_line(p, column->width))
		lines++;
	return lines;
}

/* Line i of `lines` of a heading that stands on the lowest of them. */
static void
put_heading(struct layout *layout, const struct text_column *column, size_t i, size_t lines)
{
	const char *p = column->heading;
	size_t above = lines - heading_lines(column), len;

	if (i < above) {
		layout->blanks += column->width;
		return;
	}
	for (; i > above; i--)
		p += heading_line(p, column->width);
	len = heading_line(p, column->width);
	while (len && p[len - 1] == ' ')
		len--;
	put_text(layout, p, len, column->width, column->right);
}

static void
put_headings(struct layout *layout)
{
	size_t lines = 1;

	for (uint32_t i = 0; i < layout->n; i++) {
		size_t own = layout->columns[i].shown ? heading_lines(&layout->columns[i]) : 0;

		if (own > lines)
			lines = own;
	}
	for (size_t line = 0; line < lines; line++) {
		for (uint32_t i = 0; i < layout->n; i++) {
			if (!layout->columns[i].shown)
				continue;
			put_heading(layout, &layout->columns[i], line, lines);
			layout->blanks += GAP;
		}
		end_line(layout);
	}
}

static void
put_rows(struct layout *layout)
{
	const struct table_view *view = layout->view;
	char out[32];

	for (uint32_t row = 0; row < view->n_rows; row++) {
		for (uint32_t i = 0; i < layout->n; i++) {
			const struct text_column *column = &layout->columns[i];
			const char *text;

			if (!column->shown)
				continue;
			text = table_cell_show(view->table, view_row(view, row), column->column, out);
			put_text(layout, text, strlen(text), column->width, column->right);
			layout->blanks += GAP;
		}
		end_line(layout);
	}
}

static void
put_missing(struct layout *layout)
{
	struct buffer line = {0};
	uint32_t missing = layout->n - layout->n_shown;
	const char *comma = "";
	bool good;

	if (!missing)
		return;
	good = buffer_printf(&line, "%u more column%s: ", missing, missing == 1 ? "" : "s");
	for (uint32_t i = 0; i < layout->n && good; i++) {
		const struct text_column *column = &layout->columns[i];

		if (column->shown)
			continue;
		good = buffer_printf(&line, "%s%s", comma,
			layout->view->table->columns[column->column].def->id);
		comma = ", ";
	}
	if (good)
		put_text(layout, line.data, line.len, layout->width, false);
	else
		output_fail_memory(layout->output);
	end_line(layout);
	buffer_free(&line);
}

void
write_text(struct output *output, const struct table_view *view, size_t width)
{
	struct layout layout = {.view = view,
		.n = view->n_columns,
		.n_shown = view->n_columns,
		.width = width,
		.output = output};

	if (!layout.n)
		return;
	layout.columns = mem_zero(layout.n, sizeof(*layout.columns));
	if (!layout.columns) {
		output_fail_memory(output);
		return;
	}
	for (uint32_t i = 0; i < layout.n; i++) {
		struct text_column *column = &layout.columns[i];

		column->column = view_column(view, i);
		column->shown = true;
		column->right = table_is_right(view->table, column->column);
		column->content = content_width(view, column->column);
		table_heading(view->table, column->column, column->heading, sizeof(column->heading));
	}
	fit(&layout);
	put_headings(&layout);
	put_rows(&layout);
	put_missing(&layout);
	free(layout.columns);
	buffer_free(&layout.scratch);
}
