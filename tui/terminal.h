/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The one terminal of the program: puts a screen on it, reads keys, and gives
 * it back as it was however the program ends. Signals set flags; only those of
 * a crash act in their handler.
 */
#ifndef TUI_TERMINAL_H
#define TUI_TERMINAL_H

#include "tui/app.h"
#include <signal.h>

enum terminal_event {
	TERMINAL_KEY = 1 << 0,		/* terminal_key() may have one */
	TERMINAL_RESIZED = 1 << 1,
	TERMINAL_WAKE = 1 << 2,		/* another thread wrote to the wake end */
	TERMINAL_STOP = 1 << 3,		/* Ctrl-Z: call terminal_stop() */
	TERMINAL_CONTINUED = 1 << 4,
	TERMINAL_INTERRUPT = 1 << 5,
	TERMINAL_GONE = 1 << 6		/* hung up, told to end, or there is nobody any more */
};

/* Tells in note what was made do with, "" when all is well. */
int terminal_open(char note[256], struct error *err);
void terminal_close(void);	/* then what was written to standard error appears */
/* Last of all: a signal that asked the browser to end ends the program, so that whoever waits for it can tell. */
void terminal_end(void);
void terminal_size(int *rows, int *cols);
bool terminal_has_utf8(void);
bool terminal_has_colours(void);
int terminal_wake_fd(void);

unsigned terminal_wait(int timeout_ms);	/* -1: for ever */
int terminal_key(void);			/* -1: none is waiting */
const char *terminal_pasted(void);	/* of the last KEYCODE_PASTE: UTF-8 on one line */
void terminal_mouse(bool on);
int terminal_mouse_at(int *row, int *col);	/* of the last KEYCODE_MOUSE: -1 wheel up, 1 down, 0 a click */
/* Hands a text to the terminal's clipboard (OSC 52), through tmux and screen too. */
void terminal_copy(const char *text, size_t len);
void terminal_stop(void);
/* Only what differs from the last picture is sent; all of it with repaint. */
void terminal_paint(const struct screen *screen, const struct theme *theme, bool repaint);

/* Around the making of a thread: signals are for the first one, except those of what a thread does wrong itself. */
void terminal_block_signals(sigset_t *before);

/* For the glyphs and the prompt, with a terminal or without. True when the locale is UTF-8. */
bool terminal_locale(void);

#endif
