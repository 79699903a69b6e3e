/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_TERMINAL_PRIV_H
#define TUI_TERMINAL_PRIV_H

#include "tui/input.h"
#include "tui/screen.h"
#include "base/error.h"
#include <stdio.h>
#include <termios.h>

/* Signal handlers and curses are the program's, so there is one of these. */
struct terminal {
	FILE *in;
	int fd;			/* of in, for a handler of signals */
	pid_t pid;
	int wake[2];		/* a byte in wake[1] ends a wait */
	struct termios modes;	/* as they were */
	bool open, utf8, colours;
	bool ansi;		/* speaks the sequences that others do */
	struct input input;
	char block[4096];	/* read, not yet in input: of what is pasted alone, the shell's own keys stay where they are */
	size_t block_at, block_len;
	int escape_ms;		/* until an Escape is one */
	int64_t heard;		/* when the last byte came, in milliseconds */
	bool lapsed;		/* nothing has come since then for too long */
	unsigned empty_reads;
	FILE *errors;
	int saved_errors;
	struct cell_shown *shown;	/* the last picture */
	size_t cap_shown;
	int shown_rows, shown_cols;
	const struct theme *theme;
	char restore[256];	/* what a crash writes */
	size_t restore_len;
};

extern struct terminal terminal;

/* Past curses, which has nothing to send at the time. */
void terminal_send(const char *bytes, size_t len);

/* signals.c */
void signals_install(void);
void signals_remove(void);
unsigned signals_take(void);	/* enum terminal_event of the flags since the last time */
/* After signals_remove: the signal that asked to end does what it does to other programs, where there was one. */
void signals_end(void);
void signals_stop(void);	/* stops the program until it is continued */

extern const char terminfo_builtin[];	/* data/terminfo: lines NAME ENTRY */

/* keyboard.c */
void keyboard_open(void);
void keyboard_modes(bool on);	/* asks for the marks of what is pasted, and for the mouse if it is on */
int keyboard_patience(void);	/* milliseconds until what has begun is all there is, -1: nothing has begun */

/* curses.c */
int curses_open(char note[256], struct error *err);
void curses_close(void);
void curses_size(int *rows, int *cols);
void curses_leave(void);
void curses_return(void);

#endif
