/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/terminal.h"
#include "base/buffer.h"
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
	terminal.fd = fileno(terminal.in);
	tcgetattr(terminal.fd, &terminal.modes);
	signals_install();
	if (curses_open(note, err)) {
		signals_remove();
		return -1;
	}
	keyboard_open();
	errors_keep();
	atexit(terminal_close);
	return 0;
}

void
terminal_close(void)
{
	if (!terminal.open)
		return;
	keyboard_modes(false);
	curses_close();
	signals_remove();
	errors_replay();
	input_free(&terminal.input);
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

/* What the variable says where that fits into what there is; what does not would wrap. */
static int
size_wanted(const char *variable, int there)
{
	const char *text = getenv(variable);
	char *end;
	long wanted = text ? strtol(text, &end, 10) : 0;

	return text && !*end && wanted > 0 && wanted < there ? (int)wanted : there;
}

void
terminal_size(int *rows, int *cols)
{
	struct winsize size;

	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) || !size.ws_row || !size.ws_col) {
		curses_size(rows, cols);
		return;
	}
	*rows = size_wanted("LINES", size.ws_row);
	*cols = size_wanted("COLUMNS", size.ws_col);
}

unsigned
terminal_wait(int timeout_ms)
{
	struct pollfd fds[2] = {{fileno(terminal.in), POLLIN, 0}, {terminal.wake[0], POLLIN, 0}};
	unsigned events = signals_take();
	int patience = keyboard_patience();
	char drain[64];

	if (patience >= 0 && (timeout_ms < 0 || patience < timeout_ms))
		timeout_ms = patience;
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
		terminal.empty_reads++;		/* until a byte comes of it */
	else if (!keyboard_patience()) {
		terminal.lapsed = true;
		events |= TERMINAL_KEY;
	}
	return events | signals_take();
}

void
terminal_stop(void)
{
	keyboard_modes(false);
	curses_leave();
	signals_stop();
	curses_return();
	keyboard_modes(true);
}

void
terminal_send(const char *bytes, size_t len)
{
	while (len) {
		ssize_t n = write(STDOUT_FILENO, bytes, len);

		if (n < 0 && errno != EINTR && errno != EAGAIN)
			return;
		bytes += n > 0 ? n : 0;
		len -= n > 0 ? (size_t)n : 0;
	}
}

static bool
base64_add(struct buffer *out, const char *text, size_t len)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	bool good = true;

	for (size_t i = 0; i < len && good; i += 3) {
		size_t n = len - i < 3 ? len - i : 3;
		unsigned bits = 0;
		char four[4];

		for (size_t k = 0; k < 3; k++)
			bits = bits << 8 | (k < n ? (unsigned char)text[i + k] : 0);
		for (unsigned k = 0; k < 4; k++)
			four[k] = k <= n ? letters[bits >> (18 - 6 * k) & 63] : '=';
		good = buffer_add(out, four, 4);
	}
	return good;
}

/*
 * A multiplexer that does not take the sequence for its own clipboard may pass
 * it on in one of its own. Which of the two is not told, and asking would cost
 * a round trip: both are sent, the text is the same.
 */
void
terminal_copy(const char *text, size_t len)
{
	const char *term = getenv("TERM");
	struct buffer out = {0};
	bool good = buffer_add_text(&out, "\033]52;c;") && base64_add(&out, text, len) && buffer_add_text(&out, "\a");
	size_t plain = out.len;

	good = good && buffer_reserve(&out, plain + 32);	/* so that its own bytes can be added to it */
	if (good && getenv("TMUX"))
		good = buffer_add_text(&out, "\033Ptmux;\033") && buffer_add(&out, out.data, plain)
			&& buffer_add_text(&out, "\033\\");
	else if (good && term && !strncmp(term, "screen", 6))
		good = buffer_add_text(&out, "\033P") && buffer_add(&out, out.data, plain)
			&& buffer_add_text(&out, "\033\\");
	if (good)
		terminal_send(out.data, out.len);
	buffer_free(&out);
}
