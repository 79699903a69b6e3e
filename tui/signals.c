/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/terminal.h"
#include "tui/terminal_priv.h"
#include <errno.h>
#include <signal.h>
#include <unistd.h>

static const struct {
	int signal;
	unsigned event;
} flags[] = {
	{SIGHUP, TERMINAL_GONE}, {SIGTERM, TERMINAL_GONE}, {SIGQUIT, TERMINAL_GONE}, {SIGINT, TERMINAL_INTERRUPT},
	{SIGTSTP, TERMINAL_STOP}, {SIGCONT, TERMINAL_CONTINUED}, {SIGWINCH, TERMINAL_RESIZED},
};
#define N_FLAGS (sizeof(flags) / sizeof(*flags))

static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
#define N_CRASHES (sizeof(crashes) / sizeof(*crashes))

static volatile sig_atomic_t raised[N_FLAGS], asked_to_end;
static char crash_stack[16384];
static struct sigaction before[N_FLAGS], before_crash[N_CRASHES];

static void
signal_note(int number)
{
	int saved = errno;
	ssize_t written;

	for (size_t i = 0; i < N_FLAGS; i++)
		if (flags[i].signal == number)
			raised[i] = 1;
	if (number == SIGHUP || number == SIGTERM || number == SIGQUIT)
		asked_to_end = number;
	written = write(terminal.wake[1], "", 1);
	(void)written;	/* full: the wait ends all the same */
	errno = saved;
}

/* Gives the terminal back with nothing but system calls, then lets the signal do what it does. */
static void
signal_crash(int number)
{
	ssize_t written = write(STDOUT_FILENO, terminal.restore, terminal.restore_len);

	(void)written;
	tcsetattr(terminal.fd, TCSANOW, &terminal.modes);
	signal(number, SIG_DFL);
	raise(number);
}

void
signals_install(void)
{
	struct sigaction note = {.sa_handler = signal_note, .sa_flags = SA_RESTART};
	struct sigaction crash = {.sa_handler = signal_crash, .sa_flags = (int)SA_RESETHAND | SA_ONSTACK};
	stack_t stack = {.ss_sp = crash_stack, .ss_size = sizeof(crash_stack)};

	sigaltstack(&stack, NULL);	/* the stack may be what has run out */

	for (size_t i = 0; i < N_FLAGS; i++)
		sigaction(flags[i].signal, &note, &before[i]);
	for (size_t i = 0; i < N_CRASHES; i++)
		sigaction(crashes[i], &crash, &before_crash[i]);
}

void
signals_remove(void)
{
	for (size_t i = 0; i < N_FLAGS; i++)
		sigaction(flags[i].signal, &before[i], NULL);
	for (size_t i = 0; i < N_CRASHES; i++)
		sigaction(crashes[i], &before_crash[i], NULL);
}

unsigned
signals_take(void)
{
	unsigned events = 0;

	for (size_t i = 0; i < N_FLAGS; i++) {
		if (!raised[i])
			continue;
		raised[i] = 0;
		events |= flags[i].event;
	}
	return events;
}

void
signals_end(void)
{
	if (asked_to_end)
		raise(asked_to_end);
}

void
signals_stop(void)
{
	kill(0, SIGSTOP);
}
