/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where everything stands on the screen, by its size, and the lines around the panes. */
#include "base/text.h"
#include "tui/app_priv.h"
#include "tui/detail.h"
#include "tui/prompt.h"
#include "tui/terminal.h"
#include <stdio.h>
#include <string.h>

/* What is left out first as the window gets smaller: detail, footer, heading (in pane_draw), title. */
#define ROWS_FOR_FOOTER 8
#define ROWS_FOR_TITLE 4
#define BESIDE_COLS 100		/* from here the detail stands beside */
#define BESIDE_MOST 72		/* as wide, or a third of a window in which that is more */
#define BELOW_ROWS 20		/* from here below */
#define BELOW_COLS 40
#define RIGHT_LEAST 12		/* cells in which the right part of the title is shown cut */
#define HELP_CELLS 9		/* of the footer, kept for the key that shows all others */

struct layout {
	int title, footer;	/* rows of each: 0 or 1 */
	int rows;		/* of the panes */
	int side_rows, side_cols;	/* of the detail, 0: not shown; one of them is the pane's own */
	bool beside;
};

static struct layout
layout_make(const struct app *app)
{
	struct layout l = {0};
	int rows = app->screen.rows, cols = app->screen.cols;
	bool wants_below;

	l.title = rows >= ROWS_FOR_TITLE;
	l.footer = rows >= ROWS_FOR_FOOTER;
	l.rows = rows - l.title - l.footer - (rows > 1);
	if (!app->pane || !app->side || !(app->pane->ops->flags & (PANE_DETAIL | PANE_DETAIL_ASKED))
	    || app->detail == DETAIL_OFF)
		return l;
	if (app->pane->ops->flags & PANE_DETAIL_ASKED && app->detail != DETAIL_ON)
		return l;
	if (!app->pane->ops->rows(app->pane) && !(app->pane->ops->hides && app->pane->ops->hides(app->pane)))
		return l;
	wants_below = app->pane->ops->flags & PANE_DETAIL_BELOW;
	if (cols >= BESIDE_COLS && l.rows >= 6 && !wants_below) {
		l.beside = true;
		l.side_cols = cols / 3 > BESIDE_MOST ? cols / 3 : cols * 2 / 5 > BESIDE_MOST ? BESIDE_MOST : cols * 2 / 5;
	} else if (((rows >= BELOW_ROWS && (wants_below || !app->pane->ops->picture)) || app->detail == DETAIL_ON)
	    && l.rows >= 8 && cols >= BELOW_COLS) {
		l.side_rows = l.rows * 2 / 5;
	}
	return l;
}

void
app_lay_out(struct app *app)
{
	struct layout l = layout_make(app);

	app->side_shown = l.side_cols || l.side_rows;
}

/* Where the text that ends at col and that at the right, as many cells, leave room for all of it. */
static int
draw_title_note(const struct pane *pane, struct canvas *canvas, int col, bool behind, int right)
{
	struct buffer note = {0};
	int start = col + (behind ? 3 : 0);

	if (pane && pane->ops->title_note)
		pane->ops->title_note(pane, &note);
	if (note.len && start + (int)text_width(note.data, note.len) + 3 + right < canvas->cols)
		col = start + canvas_text(canvas, 0, start, canvas->cols - start, ROLE_TITLE, note.data, note.len);
	buffer_free(&note);
	return col;
}

static void
draw_title(struct app *app, struct canvas *canvas)
{
	struct buffer left = {0}, right = {0};
	char from[32], length[32];
	const char *path = app->session.path ? app->session.path : "", *name = strrchr(path, '/');
	int used, width, room;

	canvas_fill(canvas, 0, 0, canvas->cols, ROLE_TITLE, ' ');
	used = canvas_puts(canvas, 0, 1, ROLE_TITLE, app->pane ? app->pane->ops->title : "sonde") + 3;
	if (app->pane && app->pane->ops->title_text)
		app->pane->ops->title_text(app->pane, &left, &right);
	else
		buffer_add_text(&left, name ? name + 1 : path);
	if (app->session.whole)
		buffer_printf(&right, "%sonly %s ms + %s", right.len ? "  " : "", text_ms(from, app->session.tree->window.begin),
			text_time(length, app->session.tree->window.end - app->session.tree->window.begin));
	width = right.data ? (int)text_width(right.data, right.len) : 0;
	if (left.data)
		used += canvas_text(canvas, 0, used, canvas->cols - used - 1, ROLE_TITLE, left.data, left.len);
	used = draw_title_note(app->pane, canvas, used, left.len > 0, width);
	room = canvas->cols - used - 3;
	if (right.data && (width <= room || room >= RIGHT_LEAST))
		canvas_text(canvas, 0, canvas->cols - 1 - (width < room ? width : room), room, ROLE_TITLE, right.data,
			right.len);
	buffer_free(&left);
	buffer_free(&right);
}

/* One key and what it does, if there is room. */
static int
draw_key(struct canvas *canvas, int col, const struct binding *binding)
{
	char name[64];
	int width;

	keys_text(binding, name);
	width = (int)(text_width(name, strlen(name)) + text_width(binding->label, strlen(binding->label)) + 1);
	if (col + width + 1 > canvas->cols)
		return col;
	col += canvas_puts(canvas, 0, col, ROLE_KEY, name);
	canvas_put(canvas, 0, col, ROLE_FOOTER, ' ');
	col += 1 + canvas_puts(canvas, 0, col + 1, ROLE_FOOTER, binding->label);
	return col + 2;
}

static void
draw_footer(struct app *app, struct canvas *canvas)
{
	const char *maps[2] = {app_map(app), "all"};
	struct canvas part = canvas_part(canvas, 0, 0, 1, canvas->cols - HELP_CELLS);
	int col = 1;

	canvas_fill(canvas, 0, 0, canvas->cols, ROLE_FOOTER, ' ');
	for (unsigned m = 0; m < 2; m++) {
		for (size_t i = 0; i < app->keytable.n; i++) {
			const struct binding *binding = &app->keytable.bindings[i], *found;

			if (!binding->label || strcmp(binding->map, maps[m]))
				continue;
			if (keytable_find(&app->keytable, maps[0], binding->keys, binding->n_keys, &found) == KEYS_BOUND
			    && found == binding)
				col = draw_key(m ? canvas : &part, col, binding);
		}
	}
}

static void
draw_prompt(struct app *app, struct canvas *canvas)
{
	const char *text = prompt_text(), *matches = prompt_matches();
	int before = (int)text_width(text, prompt_cursor()), room = canvas->cols - 2, used;

	canvas_put(canvas, 0, 0, ROLE_STATUS, (uint32_t)prompt_sign());
	while (before > room) {		/* the part around the cursor */
		uint32_t code;
		size_t n = text_decode(text, text + strlen(text), &code);

		before -= text_code_width(code);
		text += n;
	}
	used = canvas_puts(canvas, 0, 1, ROLE_STATUS, text);
	if (*matches)
		canvas_puts(canvas, 0, used + 4, prompt_is_wrong() ? ROLE_ERROR : ROLE_DIM, matches);
	app->screen.cursor_on = true;
	app->screen.cursor_row = canvas->row;
	app->screen.cursor_col = canvas->col + 1 + before;
}

/* Row of rows, at the right end. */
static void
draw_position(struct app *app, struct canvas *canvas, int from)
{
	struct pane *pane = app_focused(app);
	char text[80], row[32], rows[32];
	uint32_t n = pane ? pane->ops->rows(pane) : 0;
	int width;

	if (!n)
		return;
	width = snprintf(text, sizeof(text), "%s/%s", text_count(row, pane->cursor + 1), text_count(rows, n));
	if (from + width + 2 < canvas->cols)
		canvas_puts(canvas, 0, canvas->cols - width - 1, ROLE_DIM, text);
}

static void
draw_last(struct app *app, struct canvas *canvas)
{
	char line[256];
	int used = 0;

	if (prompt_state() == PROMPT_EDITING) {
		draw_prompt(app, canvas);
		return;
	}
	if (app->n_pending) {
		struct binding typed = {.n_keys = app->n_pending};

		memcpy(typed.keys, app->pending, sizeof(typed.keys));
		keys_text(&typed, line);
		used = canvas_puts(canvas, 0, 1, ROLE_STATUS, line);
	} else if (app->status[0]) {
		used = canvas_puts(canvas, 0, 1, app->status_role, app->status);
	} else if (session_state(&app->session) == SESSION_LOADING) {
		session_describe(&app->session, line, sizeof(line));
		used = canvas_puts(canvas, 0, 1, ROLE_STATUS, line);
	} else if (comparison_state(&app->comparison) == COMPARISON_RUNNING) {
		session_describe(&app->comparison.other, line, sizeof(line));
		used = canvas_puts(canvas, 0, 1, ROLE_STATUS, app->comparison.path) + 2;
		used += canvas_puts(canvas, 0, used, ROLE_STATUS, line);
	}
	draw_position(app, canvas, used);
}

static void
draw_loading(struct app *app, struct canvas *canvas)
{
	char line[256];
	uint64_t done = atomic_load(&app->session.progress.done), total = atomic_load(&app->session.progress.total);
	int width = canvas->cols - 4, row = canvas->rows / 2 - 1, filled;

	row = row < 0 ? 0 : row;
	session_describe(&app->session, line, sizeof(line));
	canvas_puts(canvas, row, 2, ROLE_NORMAL, line);
	if (total && width > 0) {
		filled = (int)((double)width * (double)done / (double)total);
		filled = filled > width ? width : filled;
		canvas_fill(canvas, row + 1, 2, width, ROLE_IDLE, screen_glyph(canvas->screen, GLYPH_BAR_IDLE));
		canvas_fill(canvas, row + 1, 2, filled, ROLE_BUSY, screen_glyph(canvas->screen, GLYPH_BAR));
	}
	canvas_puts(canvas, row + 2, 2, ROLE_DIM, "<Esc> stops and keeps what was read");
}

static void
draw_side(struct app *app, const struct layout *l, struct canvas *area)
{
	struct canvas side;

	if (l->beside) {
		int col = area->cols - l->side_cols;

		for (int y = 0; y < area->rows; y++)
			canvas_glyph(area, y, col, ROLE_GUIDE, GLYPH_VLINE);
		side = canvas_part(area, 0, col + 1, area->rows, l->side_cols - 1);
	} else {
		int row = area->rows - l->side_rows;

		canvas_fill(area, row, 0, area->cols, ROLE_GUIDE, screen_glyph(area->screen, GLYPH_HLINE));
		side = canvas_part(area, row + 1, 0, l->side_rows - 1, area->cols);
	}
	if (app->stale & (STALE_DETAIL | STALE_LAYOUT) || detail_is_whole(app->side) != app->side_focused)
		detail_follow(app->side, app->pane, side.cols, app->side_focused);
	pane_draw(app->side, &side, app->side_focused, app->side_focused ? &app->pattern : NULL);
}

static void
draw_body(struct app *app, const struct layout *l)
{
	struct canvas area = screen_canvas(&app->screen, l->title, 0, l->rows, app->screen.cols), main = area;

	if (!app->pane) {
		draw_loading(app, &area);
		return;
	}
	if (l->side_cols)
		main = canvas_part(&area, 0, 0, area.rows, area.cols - l->side_cols);
	else if (l->side_rows)
		main = canvas_part(&area, 0, 0, area.rows - l->side_rows, area.cols);
	pane_draw(app->pane, &main, !(app->side_shown && app->side_focused), &app->pattern);
	if (app->side_shown)
		draw_side(app, l, &area);
}

void
app_draw(struct app *app)
{
	struct layout l = layout_make(app);
	struct canvas line;

	if (!app->screen.cells)
		return;
	screen_clear(&app->screen);
	app->side_shown = l.side_cols || l.side_rows;
	draw_body(app, &l);
	if (l.title) {
		line = screen_canvas(&app->screen, 0, 0, 1, app->screen.cols);
		draw_title(app, &line);
	}
	if (l.footer) {
		line = screen_canvas(&app->screen, app->screen.rows - 2, 0, 1, app->screen.cols);
		draw_footer(app, &line);
	}
	line = screen_canvas(&app->screen, app->screen.rows - 1, 0, 1, app->screen.cols);
	if (app->screen.rows > 1)
		draw_last(app, &line);
	app->stale = STALE_NOTHING;
}

void
app_busy(struct app *app, const char *what)
{
	if (app->scripted || !app->screen.cells)
		return;
	app_say(app, ROLE_STATUS, "%s...", what);
	app_draw(app);
	terminal_paint(&app->screen, app->theme, app->repaint);
	app->repaint = false;
	app->status[0] = '\0';
	app->stale |= STALE_SCREEN;
}
