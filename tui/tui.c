/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/tui.h"
#include "tui/app_priv.h"
#include "tui/prompt.h"
#include "tui/script.h"
#include "tui/terminal.h"
#include <stdlib.h>
#include <string.h>

#define PROGRESS_MS 100		/* between two pictures of the progress */

const char *
tui_theme_name(unsigned i)
{
	return i < n_themes ? themes[i].name : NULL;
}

static int
tui_script(struct app *app, struct error *err)
{
	int status;

	terminal_locale();
	if (!screen_resize(&app->screen, app->options->rows, app->options->cols))
		return error_no_memory(err, "the screen");
	prompt_init(app, false);
	app->wake_fd = -1;
	status = app_open(app, app->options->trace, err);
	if (!status)
		status = script_run(app, app->options->script, err);
	prompt_finish();
	return status;
}

/* Colours as far as the terminal, the environment and the options want them. */
static void
tui_appearance(struct app *app)
{
	const char *none = getenv("NO_COLOR");

	if (!terminal_has_utf8() && app->screen.glyphs == GLYPHS_UTF8)
		app->screen.glyphs = GLYPHS_ASCII;
	if (!terminal_has_colours() || (none && *none && !app->options->theme))
		app->theme = theme_find("mono");
}

static int
tui_loaded(struct app *app, struct error *err)
{
	enum session_state state = session_state(&app->session);

	if (app->side || state == SESSION_LOADING || state == SESSION_NONE)
		return 0;
	if (session_wait(&app->session) == SESSION_READY)
		return app_ready(app, err);
	return app_failed(app, err);
}

static void
tui_resize(struct app *app)
{
	int rows, cols;

	terminal_size(&rows, &cols);
	if (rows != app->screen.rows || cols != app->screen.cols)
		app_resize(app, rows, cols);
}

static void
tui_mouse(struct app *app)
{
	int row, col, wheel = terminal_mouse_at(&row, &col);

	app_mouse(app, row, col, wheel);
}

/* What a wait has brought. */
static void
tui_events(struct app *app, unsigned events)
{
	int key;

	if (events & TERMINAL_GONE)
		app->quit = true;
	if (events & TERMINAL_STOP)
		terminal_stop();
	if (events & (TERMINAL_STOP | TERMINAL_CONTINUED)) {
		app->repaint = true;
		app->stale |= STALE_SCREEN;
	}
	if (events & (TERMINAL_RESIZED | TERMINAL_STOP | TERMINAL_CONTINUED))
		tui_resize(app);
	if (events & TERMINAL_INTERRUPT)
		app_key(app, 'C' & 0x1f);
	while (events & TERMINAL_KEY && !app->quit && (key = terminal_key()) >= 0) {
		if (key == KEYCODE_MOUSE)
			tui_mouse(app);
		else if (key == KEYCODE_PASTE)
			app_paste(app, terminal_pasted());
		else
			app_key(app, key);
	}
}

static int
tui_loop(struct app *app, struct error *err)
{
	while (!app->quit) {
		bool loading = session_state(&app->session) == SESSION_LOADING
			|| comparison_state(&app->comparison) == COMPARISON_RUNNING;

		if (tui_loaded(app, err))
			return -1;
		app_compared(app);
		if (app->stale || loading) {
			app_draw(app);
			terminal_paint(&app->screen, app->theme, app->repaint);
			app->repaint = false;
		}
		tui_events(app, terminal_wait(loading ? PROGRESS_MS : -1));
	}
	return 0;
}

static int
tui_terminal(struct app *app, struct error *err)
{
	char note[256];
	int status;

	prompt_init(app, true);
	if (terminal_open(note, err)) {
		prompt_finish();
		return -1;
	}
	app_apply_settings(app);
	tui_appearance(app);
	tui_resize(app);
	if (*note)
		app_say(app, ROLE_WARNING, "%s", note);
	app->wake_fd = terminal_wake_fd();
	status = app_open(app, app->options->trace, err);
	if (!status)
		status = tui_loop(app, err);
	app_keep(app);
	terminal_close();
	prompt_finish();
	return status;
}

int
tui_run(const struct tui_options *options, struct error *err)
{
	struct app app;
	int status = app_init(&app, options, err);

	if (!status)
		status = options->script ? tui_script(&app, err) : tui_terminal(&app, err);
	app_free(&app);
	if (!options->script)
		terminal_end();
	return status;
}
