/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/screen.h"
#include "base/mem.h"
#include "base/text.h"
#include <string.h>

static const uint32_t glyph_codes[GLYPH_COUNT][GLYPH_SETS] = {
#define GLYPH(id, utf8, acs, ascii) {utf8, acs, ascii},
	GLYPHS(GLYPH)
#undef GLYPH
};

bool
screen_resize(struct screen *screen, int rows, int cols)
{
	rows = rows < 1 ? 1 : rows > SCREEN_MAX_ROWS ? SCREEN_MAX_ROWS : rows;
	cols = cols < 1 ? 1 : cols > SCREEN_MAX_COLS ? SCREEN_MAX_COLS : cols;
	if (!mem_reserve(&screen->cells, &screen->cap, (size_t)rows * (size_t)cols, sizeof(*screen->cells)))
		return false;
	screen->rows = rows;
	screen->cols = cols;
	screen_clear(screen);
	return true;
}

void
screen_free(struct screen *screen)
{
	free(screen->cells);
	*screen = (struct screen){0};
}

void
screen_clear(struct screen *screen)
{
	size_t n = (size_t)screen->rows * (size_t)screen->cols;

	for (size_t i = 0; i < n; i++)
		screen->cells[i] = (struct cell_shown){' ', 0, ROLE_NORMAL};
	screen->cursor_on = false;
	screen->cursor_row = screen->cursor_col = 0;
}

uint32_t
glyph_code(enum glyph glyph, enum glyph_set set)
{
	return glyph_codes[glyph][set];
}

uint32_t
screen_glyph(const struct screen *screen, enum glyph glyph)
{
	return glyph_code(glyph, screen->glyphs);
}

bool
screen_part_text(const struct screen *screen, int row, int col, int cols, struct buffer *out)
{
	const struct cell_shown *cells = screen->cells + (size_t)row * (size_t)screen->cols;
	int end = col + cols > screen->cols ? screen->cols : col + cols;

	while (end > col && cells[end - 1].code == ' ')
		end--;
	for (; col < end; col++) {
		char bytes[4];

		if (cells[col].code && !buffer_add(out, bytes, text_encode(cells[col].code, bytes)))
			return false;
		if (cells[col].mark && !buffer_add(out, bytes, text_encode(cells[col].mark, bytes)))
			return false;
	}
	return buffer_add(out, "\n", 1);
}

bool
screen_text(const struct screen *screen, struct buffer *out)
{
	for (int row = 0; row < screen->rows; row++)
		if (!screen_part_text(screen, row, 0, screen->cols, out))
			return false;
	return true;
}

bool
screen_roles(const struct screen *screen, struct buffer *out)
{
	for (int row = 0; row < screen->rows; row++) {
		const struct cell_shown *cells = screen->cells + (size_t)row * (size_t)screen->cols;
		int end = screen->cols;

		while (end && cells[end - 1].role == ROLE_NORMAL)
			end--;
		for (int col = 0; col < end; col++) {
			char letter = role_letter(cells[col].role);

			if (!buffer_add(out, &letter, 1))
				return false;
		}
		if (!buffer_add(out, "\n", 1))
			return false;
	}
	return true;
}

struct canvas
screen_canvas(struct screen *screen, int row, int col, int rows, int cols)
{
	struct canvas whole = {screen, 0, 0, screen->rows, screen->cols};

	return canvas_part(&whole, row, col, rows, cols);
}

static int
clamp(int value, int low, int high)
{
	return value < low ? low : value > high ? high : value;
}

struct canvas
canvas_part(const struct canvas *canvas, int row, int col, int rows, int cols)
{
	row = clamp(row, 0, canvas->rows);
	col = clamp(col, 0, canvas->cols);
	return (struct canvas){canvas->screen, canvas->row + row, canvas->col + col,
		clamp(rows, 0, canvas->rows - row), clamp(cols, 0, canvas->cols - col)};
}

static struct cell_shown *
canvas_cell(const struct canvas *canvas, int row, int col)
{
	if (row < 0 || col < 0 || row >= canvas->rows || col >= canvas->cols)
		return NULL;
	return canvas->screen->cells + (size_t)(canvas->row + row) * (size_t)canvas->screen->cols
		+ (size_t)(canvas->col + col);
}

struct cell_shown *
canvas_row(const struct canvas *canvas, int row)
{
	return canvas_cell(canvas, row, 0);
}

bool
canvas_is_blank(const struct canvas *canvas, int row, int col)
{
	const struct cell_shown *cell = canvas_cell(canvas, row, col);

	return cell && cell->code == ' ';
}

void
canvas_put(struct canvas *canvas, int row, int col, enum role role, uint32_t code)
{
	struct cell_shown *cell = canvas_cell(canvas, row, col);

	if (cell)
		*cell = (struct cell_shown){code, 0, (uint8_t)role};
}

void
canvas_glyph(struct canvas *canvas, int row, int col, enum role role, enum glyph glyph)
{
	canvas_put(canvas, row, col, role, screen_glyph(canvas->screen, glyph));
}

void
canvas_fill(struct canvas *canvas, int row, int col, int cells, enum role role, uint32_t code)
{
	for (int i = 0; i < cells; i++)
		canvas_put(canvas, row, col + i, role, code);
}

void
canvas_role(struct canvas *canvas, int row, int col, int cells, enum role role)
{
	for (int i = 0; i < cells; i++) {
		struct cell_shown *cell = canvas_cell(canvas, row, col + i);

		if (cell)
			cell->role = (uint8_t)role;
	}
}

/* A glyph of ours has its plain form, anything else is unknown to an ASCII terminal. */
static uint32_t
glyph_plain(uint32_t code)
{
	for (size_t i = 0; i < GLYPH_COUNT; i++)
		if (glyph_codes[i][GLYPHS_UTF8] == code)
			return glyph_codes[i][GLYPHS_ASCII];
	if (code == 0xb5 || code == 0x3bc)
		return 'u';	/* of microseconds */
	return '?';
}

/* Draws one code point at most cells wide; returns its width, or -1 when it does not fit. */
static int
canvas_code(struct canvas *canvas, int row, int col, int cells, enum role role, uint32_t code)
{
	int width = text_code_width(code);

	if (!width) {
		struct cell_shown *before = canvas_cell(canvas, row, col - 1);

		if (before && canvas->screen->glyphs == GLYPHS_UTF8 && before->code > ' ')
			before->mark = code;
		return 0;
	}
	if (width > cells)
		return -1;
	if (canvas->screen->glyphs != GLYPHS_UTF8 && code >= 0x80) {
		canvas_fill(canvas, row, col, width, role, glyph_plain(code));
		return width;
	}
	canvas_put(canvas, row, col, role, code);
	if (width == 2)
		canvas_put(canvas, row, col + 1, role, 0);
	return width;
}

int
canvas_text(struct canvas *canvas, int row, int col, int cells, enum role role, const char *text, size_t len)
{
	char safe[1024];
	const char *p = safe, *end;
	int used = 0, last = 0;

	cells = clamp(cells, 0, canvas->cols - col);
	if (cells <= 0 || row < 0 || row >= canvas->rows || col < 0)
		return 0;
	text_sanitise(safe, sizeof(safe), text, len, (size_t)cells + 1);
	end = safe + strlen(safe);
	while (p < end) {
		uint32_t code;
		int width;

		p += text_decode(p, end, &code);
		width = canvas_code(canvas, row, col + used, cells - used, role, code);
		if (width < 0) {
			if (used == cells)
				used = last;
			canvas_fill(canvas, row, col + used, cells - used, role, ' ');
			canvas_glyph(canvas, row, col + used, role, GLYPH_MORE);
			return cells;
		}
		if (width)
			last = used;
		used += width;
	}
	return used;
}

int
canvas_puts(struct canvas *canvas, int row, int col, enum role role, const char *text)
{
	return canvas_text(canvas, row, col, canvas->cols - col, role, text, strlen(text));
}

int
canvas_right(struct canvas *canvas, int row, int col, int cells, enum role role, const char *text)
{
	int width = (int)text_width(text, strlen(text));

	return canvas_text(canvas, row, width < cells ? col + cells - width : col, cells, role, text, strlen(text));
}

static uint32_t
code_fold(uint32_t code, bool fold)
{
	return fold && code >= 'A' && code <= 'Z' ? code + 32 : code;
}

/* Cells that the text takes at col, 0 when it does not stand there. */
static int
canvas_match(const struct canvas *canvas, int row, int col, const char *text, size_t len, bool fold)
{
	const char *end = text + len;
	int at = col;

	while (text < end) {
		const struct cell_shown *cell;
		uint32_t code;

		text += text_decode(text, end, &code);
		if (!text_code_width(code))
			continue;
		cell = canvas_cell(canvas, row, at);
		if (!cell || code_fold(cell->code, fold) != code_fold(code, fold))
			return 0;
		at += text_code_width(code);
	}
	return at - col;
}

int
canvas_find(struct canvas *canvas, int row, const char *text, size_t len, bool fold, enum role role)
{
	int hits = 0;

	for (int col = 0; len && col < canvas->cols; col++) {
		int width = canvas_match(canvas, row, col, text, len, fold);

		if (!width)
			continue;
		canvas_role(canvas, row, col, width, role);
		hits++;
		col += width - 1;
	}
	return hits;
}
