/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moving in the pane that has the keys. */
#include "tui/app_priv.h"
#include <stdlib.h>

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
		pane->top = pane->cursor > (uint32_t)app_page(app) / 2
			? pane->cursor - (uint32_t)app_page(app) / 2
			: 0;
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

const struct app_handler app_move_commands[] = {
	{COMMAND_DOWN, run_down}, {COMMAND_UP, run_up}, {COMMAND_PAGE_DOWN, run_page_down},
	{COMMAND_PAGE_UP, run_page_up}, {COMMAND_HALF_DOWN, run_half_down},
	{COMMAND_HALF_UP, run_half_up}, {COMMAND_TOP, run_top}, {COMMAND_BOTTOM, run_bottom},
	{COMMAND_CENTRE, run_centre}, {COMMAND_LEFT, run_left}, {COMMAND_RIGHT, run_right},
	{COMMAND_FOCUS, run_focus}, {COMMAND_COUNT, NULL}
};
