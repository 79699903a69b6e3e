/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The keys of the terminal: its bytes as they come, and what it is asked to send. */
#include "base/clock.h"
#include "tui/keys.h"
#include "tui/terminal.h"
#include "tui/terminal_priv.h"
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ESCAPE_MS 25
#define ESCAPE_MS_MAX 10000

static int64_t
now_ms(void)
{
	return clock_ns() / 1000000;
}

void
keyboard_open(void)
{
	const char *delay = getenv("ESCDELAY");
	long ms = delay ? strtol(delay, NULL, 10) : 0;

	terminal.escape_ms = ms > 0 && ms <= ESCAPE_MS_MAX ? (int)ms : ESCAPE_MS;
	keyboard_modes(true);
}

void
keyboard_modes(bool on)
{
	const char *paste = on ? INPUT_PASTE_ON : INPUT_PASTE_OFF;
	const char *mouse = on ? INPUT_MOUSE_ON : INPUT_MOUSE_OFF;

	if (!terminal.ansi)
		return;
	terminal_send(paste, strlen(paste));
	if (terminal.input.mouse)
		terminal_send(mouse, strlen(mouse));
}

void
terminal_mouse(bool on)
{
	const char *mouse = on ? INPUT_MOUSE_ON : INPUT_MOUSE_OFF;

	if (terminal.open && terminal.ansi && on != terminal.input.mouse)
		terminal_send(mouse, strlen(mouse));
	terminal.input.mouse = on;
}

int
terminal_mouse_at(int *row, int *col)
{
	*row = terminal.input.mouse_row;
	*col = terminal.input.mouse_col;
	return terminal.input.mouse_wheel;
}

const char *
terminal_pasted(void)
{
	return input_pasted(&terminal.input);
}

int
keyboard_patience(void)
{
	int patience = input_patience(&terminal.input, terminal.escape_ms);
	int64_t left = patience < 0 ? 0 : terminal.heard + patience - now_ms();

	return patience < 0 ? -1 : left > 0 ? (int)left : 0;
}

/* Whether a byte has come. One is read at a time: what is typed after leaving is the shell's. */
static bool
keyboard_read(void)
{
	struct pollfd ready = {terminal.fd, POLLIN, 0};
	ssize_t n;

	if (terminal.block_at == terminal.block_len) {
		if (poll(&ready, 1, 0) <= 0 || !(ready.revents & POLLIN))
			return false;
		n = read(terminal.fd, terminal.block, terminal.input.pasting ? sizeof(terminal.block) : 1);
		if (n <= 0)
			return false;
		terminal.block_at = 0;
		terminal.block_len = (size_t)n;
		terminal.heard = now_ms();
	}
	terminal.empty_reads = 0;
	input_byte(&terminal.input, (unsigned char)terminal.block[terminal.block_at++]);
	return true;
}

int
terminal_key(void)
{
	bool lapsed = terminal.lapsed;

	terminal.lapsed = false;
	do {
		int key = input_key(&terminal.input, lapsed);

		if (key != INPUT_NONE)
			return key;
		lapsed = false;
	} while (keyboard_read());
	return INPUT_NONE;
}
