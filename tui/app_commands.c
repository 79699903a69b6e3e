/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands that work in every pane. */
#include "base/text.h"
#include "tui/app_priv.h"
#include "tui/detail.h"
#include "tui/help_pane.h"
#include "tui/links.h"
#include "tui/prompt.h"
#include "tui/sheet_pane.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned app_handler(struct app *app, const char *argument, struct error *err);

static unsigned
run_quit(struct app *app, const char *argument, struct error *err)
{
	(void)argument, (void)err;
	app->quit = true;
	return STALE_NOTHING;
}

static unsigned
app_step(struct app *app, int step, struct error *err)
{
	struct visit here;
	const struct visit *visit;
	struct pane *pane = app->pane;
	unsigned kind = 0;

	if (!pane)
		return STALE_NOTHING;
	here.ops = pane->ops;
	pane_where(pane, &here.place);
	visit = history_step(&app->history, &here, step);
	if (!visit) {
		error_set(err, step < 0 ? "nothing was visited before this" : "nothing was visited after this");
		return STALE_FAILED;
	}
	while (panes[kind] != visit->ops)
		kind++;
	app->pane = app->open[kind];
	app->side_focused = false;
	pane_go(app->pane, &visit->place);
	return STALE_SCREEN | STALE_DETAIL | STALE_LAYOUT;
}

static unsigned
run_close(struct app *app, const char *argument, struct error *err)
{
	struct error ignored;

	(void)argument, (void)err;
	if (app->side_shown && app->side_focused) {
		app->side_focused = false;
		return STALE_SCREEN;
	}
	if (app->pane && app->pane->ops != pane_kind("overview") && !(app_step(app, -1, &ignored) & STALE_FAILED))
		return STALE_SCREEN | STALE_DETAIL | STALE_LAYOUT;
	app->quit = true;
	return STALE_NOTHING;
}

static unsigned
run_help(struct app *app, const char *argument, struct error *err)
{
	char map[32];
	struct pane *pane;

	snprintf(map, sizeof(map), "%s", app_map(app));
	pane = app_show(app, &help_pane, err);
	if (!pane)
		return STALE_FAILED;
	help_pane_show(pane, map, argument);
	return STALE_SCREEN;
}

static unsigned
run_pane(struct app *app, const char *argument, struct error *err)
{
	const struct pane_ops *ops = pane_kind(argument);

	if (!ops) {
		error_set(err, "no pane is called %s", argument);
		return STALE_FAILED;
	}
	return app_show(app, ops, err) ? STALE_SCREEN : STALE_FAILED;
}

static unsigned
run_sheet(struct app *app, const char *argument, struct error *err)
{
	struct pane *pane = app_show(app, &sheet_pane, err);

	return pane && !sheet_pane_show(pane, argument, err) ? STALE_SCREEN | STALE_DETAIL : STALE_FAILED;
}

static unsigned
run_prompt(struct app *app, const char *argument, struct error *err)
{
	(void)app, (void)err;
	if (!strcmp(argument, "/"))
		prompt_open('/', "");
	else
		prompt_open(':', argument);
	return STALE_SCREEN;
}

static unsigned
run_cancel(struct app *app, const char *argument, struct error *err)
{
	(void)argument, (void)err;
	if (session_state(&app->session) == SESSION_LOADING)
		session_cancel(&app->session);
	else if (app->side_focused)
		app->side_focused = false;
	else
		pattern_set(&app->pattern, "");
	return STALE_SCREEN;
}

static unsigned
run_redraw(struct app *app, const char *argument, struct error *err)
{
	(void)argument, (void)err;
	app->repaint = true;
	return STALE_SCREEN;
}

static unsigned
run_theme(struct app *app, const char *argument, struct error *err)
{
	(void)err;
	app->theme = theme_find(argument);
	app->repaint = true;
	return STALE_SCREEN;
}

static unsigned
run_glyphs(struct app *app, const char *argument, struct error *err)
{
	(void)err;
	app->screen.glyphs = command_choice("utf8|ascii", argument) ? GLYPHS_ASCII : GLYPHS_UTF8;
	return STALE_SCREEN;
}

static unsigned
app_move(struct app *app, int64_t rows)
{
	struct pane *pane = app_focused(app);

	if (pane)
		pane_move(pane, rows);
	return STALE_SCREEN | STALE_DETAIL;
}

/* How many rows the argument asks for, 1 when there is none. */
static int64_t
rows_of(const char *argument)
{
	long rows = *argument ? strtol(argument, NULL, 10) : 1;

	return rows < 1 ? 1 : rows > 1000000000 ? 1000000000 : rows;
}

static int
app_page(struct app *app)
{
	struct pane *pane = app_focused(app);

	return pane && pane->height > 1 ? pane->height : 2;
}

static unsigned
run_down(struct app *app, const char *argument, struct error *err)
{
	(void)err;
	return app_move(app, rows_of(argument));
}

static unsigned
run_up(struct app *app, const char *argument, struct error *err)
{
	(void)err;
	return app_move(app, -rows_of(argument));
}

static unsigned
run_page_down(struct app *app, const char *argument, struct error *err)
{
	struct pane *pane = app_focused(app);

	(void)argument, (void)err;
	if (pane)
		pane->top += (uint32_t)app_page(app) - 1;
	return app_move(app, app_page(app) - 1);
}

static unsigned
run_page_up(struct app *app, const char *argument, struct error *err)
{
	struct pane *pane = app_focused(app);
	uint32_t page = (uint32_t)app_page(app) - 1;

	(void)argument, (void)err;
	if (pane)
		pane->top -= pane->top < page ? pane->top : page;
	return app_move(app, -(int64_t)page);
}

static unsigned
run_half_down(struct app *app, const char *argument, struct error *err)
{
	(void)argument, (void)err;
	return app_move(app, app_page(app) / 2);
}

static unsigned
run_half_up(struct app *app, const char *argument, struct error *err)
{
	(void)argument, (void)err;
	return app_move(app, -(app_page(app) / 2));
}

static unsigned
run_top(struct app *app, const char *argument, struct error *err)
{
	(void)argument, (void)err;
	return app_move(app, INT32_MIN);
}

static unsigned
run_bottom(struct app *app, const char *argument, struct error *err)
{
	(void)argument, (void)err;
	return app_move(app, UINT32_MAX);
}

static unsigned
run_centre(struct app *app, const char *argument, struct error *err)
{
	struct pane *pane = app_focused(app);

	(void)argument, (void)err;
	if (pane) {
		pane->top = pane->cursor > (uint32_t)app_page(app) / 2 ? pane->cursor - (uint32_t)app_page(app) / 2 : 0;
		pane_clamp(pane);
	}
	return STALE_SCREEN;
}

static unsigned
app_shift(struct app *app, int cells)
{
	struct pane *pane = app_focused(app);

	if (!pane)
		return STALE_NOTHING;
	pane->shift += cells;
	pane->shift = pane->shift < 0 ? 0 : pane->shift > 10000 ? 10000 : pane->shift;
	return STALE_SCREEN;
}

static unsigned
run_left(struct app *app, const char *argument, struct error *err)
{
	(void)argument, (void)err;
	return app_shift(app, -8);
}

static unsigned
run_right(struct app *app, const char *argument, struct error *err)
{
	(void)argument, (void)err;
	return app_shift(app, 8);
}

static unsigned
run_focus(struct app *app, const char *argument, struct error *err)
{
	(void)argument;
	if (!app->side_shown) {
		error_set(err, "no detail is beside this pane");
		return STALE_FAILED;
	}
	app->side_focused = !app->side_focused;
	return STALE_SCREEN;
}

static unsigned
detail_full(struct app *app, struct error *err)
{
	uint32_t event = app_event(app);
	struct pane *pane;

	if (event == TRACE_NONE) {
		error_set(err, "no event is selected");
		return STALE_FAILED;
	}
	pane = app_show(app, &detail_pane, err);
	if (!pane)
		return STALE_FAILED;
	detail_set(pane, event);
	return STALE_SCREEN;
}

static unsigned
run_detail(struct app *app, const char *argument, struct error *err)
{
	int choice = command_choice("on|off|full", argument);

	if (choice == 2)
		return detail_full(app, err);
	if (choice < 0)
		choice = app->side_shown;
	app->detail = choice ? DETAIL_OFF : DETAIL_ON;
	app->side_focused = false;
	return STALE_SCREEN | STALE_LAYOUT | STALE_DETAIL;
}

static unsigned
run_enter(struct app *app, const char *argument, struct error *err)
{
	(void)argument;
	return detail_full(app, err);
}

static unsigned
run_back(struct app *app, const char *argument, struct error *err)
{
	(void)argument;
	return app_step(app, -1, err);
}

static unsigned
run_forward(struct app *app, const char *argument, struct error *err)
{
	(void)argument;
	return app_step(app, 1, err);
}

static unsigned
run_go(struct app *app, const char *argument, struct error *err)
{
	enum link_kind kind = (enum link_kind)command_choice(commands[COMMAND_GO].argument, argument);
	char note[128];
	uint32_t to;
	unsigned stale;

	if (session_state(&app->session) != SESSION_READY) {
		error_set(err, "the trace is still loading");
		return STALE_FAILED;
	}
	to = link_follow(app->session.tree, app_event(app), kind, note, err);
	if (to == TRACE_NONE)
		return STALE_FAILED;
	stale = app_goto(app, to, err);
	if (!(stale & STALE_FAILED))
		app_say(app, ROLE_STATUS, "event %u%s%s", to, *note ? ": " : "", note);
	return stale;
}

static unsigned
run_goto(struct app *app, const char *argument, struct error *err)
{
	return app_goto(app, (uint32_t)strtoul(argument, NULL, 10), err);
}

unsigned
app_search(struct app *app, int step, bool here, struct error *err)
{
	struct pane *pane = app_focused(app);
	struct pane_hits hits;
	char number[32], count[32];

	if (!app->pattern.len) {
		error_set(err, "nothing to search for: / begins a search");
		return STALE_FAILED;
	}
	if (!pane || !pane->ops->search) {
		error_set(err, "this pane cannot be searched");
		return STALE_FAILED;
	}
	if (!pane->ops->search(pane, &app->pattern, step, here, &hits)) {
		error_set(err, "no row holds %s", app->pattern.text);
		return STALE_FAILED | STALE_SCREEN;
	}
	app_say(app, ROLE_STATUS, "%s of %s rows with %s%s", text_count(number, hits.number),
		text_count(count, hits.count), app->pattern.text, hits.wrapped ? "  (went round the end)" : "");
	return STALE_SCREEN | STALE_DETAIL;
}

static unsigned
run_search(struct app *app, const char *argument, struct error *err)
{
	pattern_set(&app->pattern, argument);
	app_leave(app);
	return app_search(app, 1, true, err);
}

static unsigned
run_search_next(struct app *app, const char *argument, struct error *err)
{
	(void)argument;
	return app_search(app, 1, false, err);
}

static unsigned
run_search_previous(struct app *app, const char *argument, struct error *err)
{
	(void)argument;
	return app_search(app, -1, false, err);
}

int
app_write(const struct app *app, const char *path, bool roles, struct error *err)
{
	struct buffer text = {0};
	FILE *file;
	bool ok = roles ? screen_roles(&app->screen, &text) : screen_text(&app->screen, &text);

	if (!ok) {
		buffer_free(&text);
		return error_no_memory(err, "writing the screen");
	}
	file = fopen(path, "w");
	ok = file && fwrite(text.data, 1, text.len, file) == text.len;
	if (file && fclose(file))
		ok = false;
	buffer_free(&text);
	return ok ? 0 : error_set(err, "%s: %s", path, strerror(errno));
}

/* A prompt that holds this very command is not part of the picture. */
static unsigned
run_save_screen(struct app *app, const char *argument, struct error *err)
{
	app_draw(app);
	return app_write(app, argument, false, err) ? STALE_FAILED : STALE_SCREEN;
}

static unsigned
run_save_roles(struct app *app, const char *argument, struct error *err)
{
	app_draw(app);
	return app_write(app, argument, true, err) ? STALE_FAILED : STALE_SCREEN;
}

static unsigned
run_resize(struct app *app, const char *argument, struct error *err)
{
	int cols, rows;
	char end;

	if (!app->scripted) {
		error_set(err, "only a screen without a terminal can be resized");
		return STALE_FAILED;
	}
	if (sscanf(argument, "%dx%d%c", &cols, &rows, &end) != 2 || cols < 1 || rows < 1 || cols > SCREEN_MAX_COLS
	    || rows > SCREEN_MAX_ROWS) {
		error_set(err, "resize takes COLSxROWS");
		return STALE_FAILED;
	}
	app_resize(app, rows, cols);
	return STALE_SCREEN;
}

static unsigned
run_expect(struct app *app, const char *argument, struct error *err)
{
	struct buffer text = {0};
	bool found;

	app_draw(app);
	found = screen_text(&app->screen, &text) && strstr(text.data, argument);
	buffer_free(&text);
	if (found)
		return STALE_NOTHING;
	error_set(err, "the screen does not show: %s", argument);
	return STALE_FAILED;
}

static app_handler *const handlers[COMMAND_COUNT] = {
	[COMMAND_QUIT] = run_quit, [COMMAND_CLOSE] = run_close, [COMMAND_HELP] = run_help,
	[COMMAND_PANE] = run_pane, [COMMAND_PROMPT] = run_prompt, [COMMAND_CANCEL] = run_cancel,
	[COMMAND_REDRAW] = run_redraw, [COMMAND_THEME] = run_theme, [COMMAND_GLYPHS] = run_glyphs,
	[COMMAND_DOWN] = run_down, [COMMAND_UP] = run_up, [COMMAND_PAGE_DOWN] = run_page_down,
	[COMMAND_PAGE_UP] = run_page_up, [COMMAND_HALF_DOWN] = run_half_down, [COMMAND_HALF_UP] = run_half_up,
	[COMMAND_TOP] = run_top, [COMMAND_BOTTOM] = run_bottom, [COMMAND_CENTRE] = run_centre,
	[COMMAND_LEFT] = run_left, [COMMAND_RIGHT] = run_right, [COMMAND_FOCUS] = run_focus,
	[COMMAND_DETAIL] = run_detail, [COMMAND_ENTER] = run_enter, [COMMAND_BACK] = run_back,
	[COMMAND_FORWARD] = run_forward, [COMMAND_GO] = run_go, [COMMAND_GOTO] = run_goto,
	[COMMAND_SEARCH] = run_search, [COMMAND_SEARCH_NEXT] = run_search_next,
	[COMMAND_SEARCH_PREVIOUS] = run_search_previous, [COMMAND_SAVE_SCREEN] = run_save_screen,
	[COMMAND_SAVE_ROLES] = run_save_roles, [COMMAND_RESIZE] = run_resize, [COMMAND_SHEET] = run_sheet, [COMMAND_EXPECT] = run_expect,
};

unsigned
app_command(struct app *app, enum command_id id, const char *argument, struct error *err)
{
	return handlers[id] ? handlers[id](app, argument, err) : STALE_NOT_MINE;
}
