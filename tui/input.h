/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bytes of a terminal to keys. What terminals send for a key differs more than what is known about
 * them: the common sequences are understood whatever the terminal is called, one that is not known
 * is passed over whole, and what is pasted never turns into keys. Needs no terminal.
 */
#ifndef TUI_INPUT_H
#define TUI_INPUT_H

#include "base/buffer.h"

#define INPUT_NONE (-1)
#define INPUT_HELD 32		/* bytes of a sequence that are looked at */
#define INPUT_OWN_MAX 20
#define INPUT_OWN_BYTES 16
#define INPUT_PASTE_MAX 65536	/* bytes; what is more is dropped */

/* To be written to a terminal that is to mark what is pasted, and to one that is not any more. */
#define INPUT_PASTE_ON "\033[?2004h"
#define INPUT_PASTE_OFF "\033[?2004l"
/* The mouse: presses, with rows and columns of any size where the terminal knows how. */
#define INPUT_MOUSE_ON "\033[?1000h\033[?1006h"
#define INPUT_MOUSE_OFF "\033[?1006l\033[?1000l"

/* Of what is passed over, the part that is still to come. */
enum input_rest { INPUT_REST_NONE, INPUT_REST_SEQUENCE, INPUT_REST_STRING };

struct input_own {
	char bytes[INPUT_OWN_BYTES];
	size_t len;
	int key;
};

struct input {
	struct input_own own[INPUT_OWN_MAX];	/* what is known about this terminal */
	size_t n_own;
	unsigned char held[INPUT_HELD];		/* not yet a key */
	size_t n;
	enum input_rest rest;
	bool pasting, pasted;
	size_t end;		/* bytes of the end of what is pasted */
	struct buffer paste;
	struct buffer text;	/* the last paste as one line */
	bool mouse;		/* it is on: its old form looks like a key of some terminals */
	int mouse_row, mouse_col, mouse_wheel;
};

void input_free(struct input *input);
/* A sequence of this terminal for a key; one too many or too long is left out. */
void input_add_own(struct input *input, const char *bytes, int key);
/* Takes a byte, after which input_key must be called until there is none. */
void input_byte(struct input *input, unsigned char byte);
/*
 * The next key, KEYCODE_MOUSE, KEYCODE_PASTE or INPUT_NONE. With lapsed, nothing has come for as
 * long as input_patience says: what has begun is all there is.
 */
int input_key(struct input *input, bool lapsed);
/* Milliseconds to wait for the next byte of what has begun; -1: nothing has. */
int input_patience(const struct input *input, int escape_ms);
/* What KEYCODE_PASTE brought: UTF-8 on one line, without control characters. */
const char *input_pasted(const struct input *input);

#endif
