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

/* All others end the program, but for those that do nothing, stop it or cannot be handled. */
static const int spared[] = {SIGCHLD, SIGURG, SIGTTIN, SIGTTOU, SIGKILL, SIGSTOP};

static volatile sig_atomic_t raised[N_FLAGS], asked_to_end;
static char crash_stack[16384];
static struct sigaction before[NSIG];
static bool handled[NSIG];

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

/*
 * Gives the terminal back with nothing but system calls, then lets the signal do what it does. A
 * child of ours has no terminal to give back.
 */
static void
signal_crash(int number)
{
	if (getpid() == terminal.pid) {
		ssize_t written = write(STDOUT_FILENO, terminal.restore, terminal.restore_len);

		(void)written;
		tcsetattr(terminal.fd, TCSANOW, &terminal.modes);
	}
	signal(number, SIG_DFL);
	raise(number);
}

/* How a signal is handled; NULL: as before. */
static const struct sigaction *
signal_action(int number)
{
	static const struct sigaction note = {.sa_handler = signal_note, .sa_flags = SA_RESTART};
	static const struct sigaction crash = {.sa_handler = signal_crash, .sa_flags = (int)SA_RESETHAND | SA_ONSTACK};
	static const struct sigaction ignore = {.sa_handler = SIG_IGN};

	for (size_t i = 0; i < N_FLAGS; i++)
		if (flags[i].signal == number)
			return &note;
	for (size_t i = 0; i < sizeof(spared) / sizeof(*spared); i++)
		if (spared[i] == number)
			return NULL;
	if (number == SIGPIPE)
		return &ignore;		/* a pipe that is exported to: the write fails */
	return before[number].sa_handler == SIG_IGN ? NULL : &crash;
}

void
signals_install(void)
{
	stack_t stack = {.ss_sp = crash_stack, .ss_size = sizeof(crash_stack)};

	sigaltstack(&stack, NULL);	/* the stack may be what has run out */
	terminal.pid = getpid();
	for (int number = 1; number < NSIG; number++) {
		const struct sigaction *action;

		if (sigaction(number, NULL, &before[number]))
			continue;	/* the C library's own */
		action = signal_action(number);
		handled[number] = action && !sigaction(number, action, NULL);
	}
}

void
signals_remove(void)
{
	for (int number = 1; number < NSIG; number++)
		if (handled[number])
			sigaction(number, &before[number], NULL);
}

void
terminal_block_signals(sigset_t *mask_before)
{
	static const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};
	sigset_t blocked;

	sigfillset(&blocked);
	for (size_t i = 0; i < sizeof(own) / sizeof(*own); i++)
		sigdelset(&blocked, own[i]);
	pthread_sigmask(SIG_BLOCK, &blocked, mask_before);
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
