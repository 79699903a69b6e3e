/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/terminal.h"
#include "base/mem.h"
#include "tui/terminal_priv.h"
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* So many empty reads of a terminal that says it has something mean that nobody is there. */
#define EMPTY_READS 16

struct terminal terminal;

bool
terminal_locale(void)
{
	const char *all = getenv("LC_ALL"), *ctype = getenv("LC_CTYPE"), *lang = getenv("LANG");
	bool told = (all && *all) || (ctype && *ctype) || (lang && *lang);

	/* A locale that is not installed, or none at all: the terminal is more likely to know UTF-8 than not. */
	if (!setlocale(LC_CTYPE, "") || !told)
		setlocale(LC_CTYPE, "C.UTF-8");
	return !strcmp(nl_langinfo(CODESET), "UTF-8");
}

/* What libraries write to standard error is kept in a file without a name until the screen is given back. */
static void
errors_keep(void)
{
	fflush(stderr);
	terminal.errors = tmpfile();
	terminal.saved_errors = terminal.errors ? dup(STDERR_FILENO) : -1;
	if (terminal.saved_errors >= 0)
		dup2(fileno(terminal.errors), STDERR_FILENO);
}

static void
errors_replay(void)
{
	char block[1024];
	size_t n;

	if (terminal.saved_errors < 0)
		return;
	fflush(stderr);
	dup2(terminal.saved_errors, STDERR_FILENO);
	close(terminal.saved_errors);
	terminal.saved_errors = -1;
	rewind(terminal.errors);
	while ((n = fread(block, 1, sizeof(block), terminal.errors)) > 0)
		fwrite(block, 1, n, stderr);
	fclose(terminal.errors);
	terminal.errors = NULL;
}

static int
terminal_streams(struct error *err)
{
	if (!isatty(STDOUT_FILENO))
		return error_set(err, "standard output is no terminal: the browser needs one, or --script");
	terminal.in = isatty(STDIN_FILENO) ? stdin : fopen("/dev/tty", "r");
	if (!terminal.in)
		return error_set(err, "standard input is no terminal, and /dev/tty cannot be opened");
	if (pipe(terminal.wake))
		return error_set(err, "no pipe: %s", strerror(errno));
	for (int i = 0; i < 2; i++) {
		fcntl(terminal.wake[i], F_SETFL, O_NONBLOCK);
		fcntl(terminal.wake[i], F_SETFD, FD_CLOEXEC);
	}
	return 0;
}

int
terminal_open(char note[256], struct error *err)
{
	note[0] = '\0';
	terminal.saved_errors = -1;
	terminal.utf8 = terminal_locale();
	if (terminal_streams(err))
		return -1;
	tcgetattr(fileno(terminal.in), &terminal.modes);
	signals_install();
	if (curses_open(note, err)) {
		signals_remove();
		return -1;
	}
	errors_keep();
	atexit(terminal_close);
	return 0;
}

void
terminal_close(void)
{
	if (!terminal.open)
		return;
	curses_close();
	signals_remove();
	errors_replay();
	free(terminal.shown);
	terminal.shown = NULL;
}

void
terminal_end(void)
{
	signals_end();
}

bool
terminal_has_utf8(void)
{
	return terminal.utf8;
}

int
terminal_wake_fd(void)
{
	return terminal.wake[1];
}

void
terminal_size(int *rows, int *cols)
{
	struct winsize size;

	if (!ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_row && size.ws_col) {
		*rows = size.ws_row;
		*cols = size.ws_col;
		return;
	}
	curses_size(rows, cols);
}

unsigned
terminal_wait(int timeout_ms)
{
	struct pollfd fds[2] = {{fileno(terminal.in), POLLIN, 0}, {terminal.wake[0], POLLIN, 0}};
	unsigned events = signals_take();
	char drain[64];

	if (events || (poll(fds, 2, timeout_ms) < 0 && errno != EINTR))
		return events ? events : TERMINAL_GONE;
	if (fds[1].revents & POLLIN) {
		while (read(terminal.wake[0], drain, sizeof(drain)) > 0)
			;
		events |= TERMINAL_WAKE;
	}
	if (fds[0].revents & POLLIN)
		events |= TERMINAL_KEY;
	else if (fds[0].revents & (POLLHUP | POLLERR | POLLNVAL))
		events |= TERMINAL_GONE;
	if (terminal.empty_reads > EMPTY_READS)
		events |= TERMINAL_GONE;
	if (events & TERMINAL_KEY)
		terminal.empty_reads++;		/* until a key comes of it */
	return events | signals_take();
}

void
terminal_stop(void)
{
	curses_leave();
	signals_stop();
	curses_return();
}
