/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/lines.h"
#include "base/mem.h"
#include "base/text.h"
#include "trace/trace.h"
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void
lines_clear(struct lines *lines)
{
	buffer_clear(&lines->text);
	lines->n_segments = lines->n_rows = 0;
	lines->col = 0;
	table_free(lines->facts);
	lines->facts = NULL;
	lines->failed = false;
}

void
lines_free(struct lines *lines)
{
	buffer_free(&lines->text);
	free(lines->segments);
	free(lines->rows);
	table_free(lines->facts);
	for (size_t i = 0; i < lines->n_tags; i++)
		free(lines->tags[i]);
	free(lines->tags);
	*lines = (struct lines){0};
}

void
lines_row(struct lines *lines)
{
	int64_t fact = lines->facts ? table_add_row(lines->facts) : 0;

	lines->col = 0;
	if (fact < 0 || !mem_reserve(&lines->rows, &lines->cap_rows, lines->n_rows + 1, sizeof(*lines->rows))) {
		lines->failed = true;
		return;
	}
	lines->rows[lines->n_rows++] = (struct lines_row){.segment = (uint32_t)lines->n_segments, .event = TRACE_NONE,
		.fact = (uint32_t)fact};
	if (lines->facts && lines->section)
		table_set_text(lines->facts, fact, 0, lines->section);
}

void
lines_keep(struct lines *lines, size_t n_rows)
{
	uint32_t segment;

	if (n_rows >= lines->n_rows)
		return;
	segment = lines->rows[n_rows].segment;
	if (segment < lines->n_segments)
		lines->text.len = lines->segments[segment].text;
	lines->n_segments = segment;
	lines->n_rows = n_rows;
}

void
lines_link(struct lines *lines, uint32_t event, const char *command)
{
	if (!lines->n_rows)
		return;
	lines->rows[lines->n_rows - 1].event = event;
	lines->rows[lines->n_rows - 1].command = command;
}

void
lines_col(struct lines *lines, int col)
{
	if (lines->col < col)
		lines->col = col;
}

void
lines_fit(struct lines *lines, enum role role, const char *text, size_t len, int cells)
{
	int width;

	if (lines->failed || !lines->n_rows || cells <= 0)
		return;
	width = (int)text_width(text, len < 4096 ? len : 4096);
	if (!mem_reserve(&lines->segments, &lines->cap_segments, lines->n_segments + 1, sizeof(*lines->segments))
	    || !buffer_reserve(&lines->text, len)) {
		lines->failed = true;
		return;
	}
	lines->segments[lines->n_segments++] = (struct lines_segment){(uint32_t)lines->text.len, (uint16_t)lines->col,
		(uint8_t)role};
	lines->rows[lines->n_rows - 1].n++;
	if (width <= cells) {
		buffer_add(&lines->text, text, len);
	} else {
		char cut[1024];

		text_sanitise(cut, sizeof(cut), text, len, (size_t)cells - 1);
		if (!buffer_add_text(&lines->text, cut) || !buffer_add_text(&lines->text, "\xe2\x80\xa6"))
			lines->failed = true;
		width = cells;
	}
	lines->col += width;
}

void
lines_add(struct lines *lines, enum role role, const char *text)
{
	lines_fit(lines, role, text, strlen(text), 32767 - lines->col);
}

void
lines_right(struct lines *lines, enum role role, int cells, const char *text)
{
	int width = (int)text_width(text, strlen(text)), start = lines->col;

	if (width < cells)
		lines->col += cells - width;
	lines_add(lines, role, text);
	lines_col(lines, start + cells);
}

void
lines_printf(struct lines *lines, enum role role, const char *format, ...)
{
	char text[1024];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	lines_add(lines, role, text);
}

/* Where the text is cut so that it fits in the cells: after a blank if there is one in its second half. */
static const char *
wrap_at(const char *text, const char *end, int cells)
{
	const char *p = text, *blank = NULL;
	int width = 0;

	while (p < end) {
		uint32_t code;
		size_t n = text_decode(p, end, &code);

		width += text_code_width(code);
		if (width > cells)
			break;
		p += n;
		if (code == ' ' && width > cells / 2)
			blank = p;
	}
	if (p == text && p < end)
		p++;	/* a cell too few for anything: go on all the same */
	return p < end && blank ? blank : p;
}

void
lines_wrap(struct lines *lines, enum role role, const char *text, size_t len, int cols, int indent)
{
	lines_wrap_most(lines, role, text, len, cols, indent, UINT_MAX);
}

void
lines_wrap_most(struct lines *lines, enum role role, const char *text, size_t len, int cols, int indent, unsigned rows)
{
	const char *end = text + len;

	if (indent > cols / 2)
		indent = cols / 2;
	for (; rows > 1; rows--) {
		const char *cut = wrap_at(text, end, cols - lines->col);

		lines_fit(lines, role, text, (size_t)(cut - text), 32767);
		text = cut;
		while (text < end && text[-1] == ' ' && *text == ' ')
			text++;
		if (text >= end)
			return;
		lines_row(lines);
		if (lines->n_rows)
			lines->rows[lines->n_rows - 1].part = LINES_MORE;
		lines_col(lines, indent);
	}
	lines_fit(lines, role, text, (size_t)(end - text), cols - lines->col);
}

static uint32_t
row_end(const struct lines *lines, uint32_t row)
{
	return lines->rows[row].segment + lines->rows[row].n;
}

static size_t
segment_len(const struct lines *lines, uint32_t segment)
{
	size_t end = segment + 1 < lines->n_segments ? lines->segments[segment + 1].text : lines->text.len;

	return end - lines->segments[segment].text;
}

/* With a shift the row is drawn on a wider canvas and moved. */
void
lines_draw(const struct lines *lines, struct canvas *canvas, int y, uint32_t row, int shift)
{
	for (uint32_t i = lines->rows[row].segment; i < row_end(lines, row); i++) {
		const struct lines_segment *segment = &lines->segments[i];
		const char *text = lines->text.data + segment->text, *end = text + segment_len(lines, i);
		int col = segment->col - shift;

		while (col < 0 && text < end) {
			uint32_t code;

			text += text_decode(text, end, &code);
			col += text_code_width(code);
		}
		if (col >= 0)
			canvas_text(canvas, y, col, canvas->cols - col, segment->role, text, (size_t)(end - text));
	}
}

bool
lines_text(const struct lines *lines, uint32_t row, struct buffer *out)
{
	bool good = true;
	int col = 0;

	for (uint32_t i = lines->rows[row].segment; i < row_end(lines, row); i++) {
		const char *part = lines->text.data + lines->segments[i].text;

		for (; good && col < lines->segments[i].col; col++)
			good = buffer_add(out, " ", 1);
		good = good && buffer_add(out, part, segment_len(lines, i));
		col += (int)text_width(part, segment_len(lines, i));
	}
	return good;
}

static bool
lines_match(const struct lines *lines, uint32_t row, const struct pattern *pattern)
{
	uint32_t first = lines->rows[row].segment, last = row_end(lines, row);

	/* The whole row as one text, so that a hit may cross roles that touch. */
	if (first == last)
		return false;
	return pattern_matches(pattern, lines->text.data + lines->segments[first].text,
		lines->segments[last - 1].text + segment_len(lines, last - 1) - lines->segments[first].text);
}

bool
lines_search(struct pane *pane, const struct lines *lines, const struct pattern *pattern, int step, bool here,
	struct pane_hits *hits)
{
	uint32_t n = (uint32_t)lines->n_rows, at = pane->cursor, found = PANE_NO_ROW;

	*hits = (struct pane_hits){0};
	for (uint32_t tried = here ? 0 : 1; tried <= n && n; tried++) {
		uint32_t row = step > 0 ? (at + tried) % n : (at + n - tried % n) % n;

		if (!lines_match(lines, row, pattern))
			continue;
		found = row;
		hits->wrapped = step > 0 ? row < at : row > at;
		break;
	}
	if (found == PANE_NO_ROW)
		return false;
	for (uint32_t row = 0; row < n; row++) {
		hits->count += lines_match(lines, row, pattern);
		if (row == found)
			hits->number = hits->count;
	}
	pane_set_cursor(pane, found);
	return true;
}
