/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The picture: a grid of cells that panes draw into and a terminal copies
 * from. It needs no terminal, so that tests and scripts see the same picture.
 */
#ifndef TUI_SCREEN_H
#define TUI_SCREEN_H

#include "base/buffer.h"
#include "tui/theme.h"
#include <stddef.h>

#define SCREEN_MAX_ROWS 1000
#define SCREEN_MAX_COLS 2000

struct cell_shown {
	uint32_t code;		/* 0: the right half of a wide one */
	uint32_t mark;		/* a combining mark over it, or 0 */
	uint8_t role;
};

/* id, UTF-8 code point, what the terminal's alternate set has for it, ASCII */
#define GLYPHS(GLYPH) \
	GLYPH(VLINE, 0x2502, 0x2502, '|') \
	GLYPH(HLINE, 0x2500, 0x2500, '-') \
	GLYPH(OPEN, 0x25be, 'v', 'v') \
	GLYPH(CLOSED, 0x25b8, '>', '>') \
	GLYPH(LEAF, 0xb7, '.', '.') \
	GLYPH(MORE, 0x2026, '~', '~') \
	GLYPH(BAR, 0x2588, '#', '#') \
	GLYPH(BAR_COMM, 0x2593, '=', '=') \
	GLYPH(BAR_COPY, 0x2592, 0x2592, '+') \
	GLYPH(BAR_IDLE, 0xb7, '.', '.') \
	GLYPH(BAR_HOST, '-', '-', '-') \
	GLYPH(BAR_THIN, '|', '|', '|') \
	GLYPH(DENSE, ':', ':', ':') \
	GLYPH(UP, 0x25b4, '^', '^') \
	GLYPH(DOWN, 0x25be, 'v', 'v') \
	GLYPH(CRUMB, 0x203a, '>', '>') \
	GLYPH(SLOPE, 0x2571, '/', '/') \
	GLYPH(ROOF, 0x2500, 0x2500, '=') \
	GLYPH(TICK, 0x253c, 0x253c, '+') \
	GLYPH(CORNER, 0x2514, 0x2514, '+')

enum glyph {
#define GLYPH(id, utf8, acs, ascii) GLYPH_##id,
	GLYPHS(GLYPH)
#undef GLYPH
	GLYPH_COUNT
};

enum glyph_set { GLYPHS_UTF8, GLYPHS_ACS, GLYPHS_ASCII, GLYPH_SETS };

struct screen {
	int rows, cols;
	enum glyph_set glyphs;
	struct cell_shown *cells;
	size_t cap;
	int cursor_row, cursor_col;	/* where the terminal's own cursor rests */
	bool cursor_on;
};

/* A part of the screen; drawing outside it does nothing. */
struct canvas {
	struct screen *screen;
	int row, col, rows, cols;
};

bool screen_resize(struct screen *screen, int rows, int cols);	/* false: no memory, as it was */
void screen_free(struct screen *screen);
void screen_clear(struct screen *screen);
/* Rows as text without blanks at their ends, or the letters of their roles. */
bool screen_text(const struct screen *screen, struct buffer *out);
bool screen_part_text(const struct screen *screen, int row, int col, int cols, struct buffer *out);	/* of one row */
bool screen_roles(const struct screen *screen, struct buffer *out);

struct canvas screen_canvas(struct screen *screen, int row, int col, int rows, int cols);
struct canvas canvas_part(const struct canvas *canvas, int row, int col, int rows, int cols);

/* Cells drawn. What does not fit in cells ends with a mark for more. Text is made safe here. */
int canvas_text(struct canvas *canvas, int row, int col, int cells, enum role role, const char *text, size_t len);
int canvas_puts(struct canvas *canvas, int row, int col, enum role role, const char *text);
int canvas_right(struct canvas *canvas, int row, int col, int cells, enum role role, const char *text);
void canvas_put(struct canvas *canvas, int row, int col, enum role role, uint32_t code);
void canvas_glyph(struct canvas *canvas, int row, int col, enum role role, enum glyph glyph);
void canvas_fill(struct canvas *canvas, int row, int col, int cells, enum role role, uint32_t code);
bool canvas_is_blank(const struct canvas *canvas, int row, int col);
void canvas_role(struct canvas *canvas, int row, int col, int cells, enum role role);
struct cell_shown *canvas_row(const struct canvas *canvas, int row);	/* its cells, canvas->cols of them, or NULL */
/* Paints every place of the row where the text stands, ignoring ASCII case if told; returns how many. */
int canvas_find(struct canvas *canvas, int row, const char *text, size_t len, bool fold, enum role role);
uint32_t glyph_code(enum glyph glyph, enum glyph_set set);
uint32_t screen_glyph(const struct screen *screen, enum glyph glyph);

#endif
