/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs a program in a terminal of its own, sends keys one at a time, and tells
 * how long each takes until the last byte it causes, and how many bytes.
 *
 *	measure [-r ROWS] [-c COLS] [-w TEXT] [-n TIMES] [-m MS] [-b BYTES] [-i] KEYS PROGRAM [ARGUMENT...]
 *
 * The first key is sent once the program has shown TEXT. The keys before a "|"
 * in KEYS are sent but not counted, each once the one before has been answered;
 * those after it are sent TIMES times over. With -m the 99th percentile, with -b the most bytes
 * of a key must not be above; with -i a second without keys must draw nothing
 * and use no processor time. "^X" is Ctrl-X, "\n" Enter.
 */
#include <errno.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define QUIET_MS 60		/* nothing for so long: the answer is complete */
#define START_MS 600
#define ANSWER_MS 60000		/* the longest that a key before the bar may take */
#define LOAD_MS 600000
#define MAX_KEYS 100000

struct sample {
	double ms;
	size_t bytes;
};

struct limits {
	double ms;
	long bytes;
	bool idle;
};

static struct sample samples[MAX_KEYS];
static size_t n_samples;

static double
now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* Reads until nothing comes for quiet ms; the last byte's time is left in *last. False at the end of the program. */
static bool
drain(int fd, int quiet, double *last, size_t *bytes)
{
	static char block[65536];
	struct pollfd poll_fd = {fd, POLLIN, 0};

	while (poll(&poll_fd, 1, quiet) > 0) {
		ssize_t n = read(fd, block, sizeof(block));

		if (n <= 0)
			return false;
		*last = now_ms();
		*bytes += (size_t)n;
	}
	return true;
}

/* Reads until the text has come by; false when it does not. */
static bool
wait_for(int fd, const char *text)
{
	static char block[1 << 16];
	struct pollfd poll_fd = {fd, POLLIN, 0};
	size_t keep = 0, len = strlen(text);

	while (poll(&poll_fd, 1, LOAD_MS) > 0) {
		ssize_t n = read(fd, block + keep, sizeof(block) - keep);

		if (n <= 0)
			return false;
		keep += (size_t)n;
		if (memmem(block, keep, text, len))
			return true;
		if (keep >= len) {
			memmove(block, block + keep - len, len);
			keep = len;
		}
	}
	return false;
}

static bool
send_key(int fd, char key)
{
	double sent = now_ms(), last = sent;
	size_t bytes = 0;

	if (write(fd, &key, 1) != 1 || !drain(fd, QUIET_MS, &last, &bytes))
		return false;
	if (n_samples < MAX_KEYS)
		samples[n_samples++] = (struct sample){last - sent, bytes};
	return true;
}

/* Ticks of processor time that the process has used. */
static long
ticks_used(pid_t pid)
{
	char path[64], line[1024];
	unsigned long user = 0, system = 0;
	const char *p;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	file = fopen(path, "r");
	if (!file)
		return 0;
	p = fgets(line, sizeof(line), file) ? strrchr(line, ')') : NULL;
	if (p)
		sscanf(p + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system);
	fclose(file);
	return (long)(user + system);
}

/* A key whose answer may take long and come in parts: until the program neither writes nor works. */
static bool
send_first(int fd, pid_t pid, char key)
{
	double give_up = now_ms() + ANSWER_MS, last;
	size_t bytes = 0, before;
	long ticks;

	if (write(fd, &key, 1) != 1)
		return false;
	do {
		before = bytes;
		ticks = ticks_used(pid);
		if (!drain(fd, QUIET_MS, &last, &bytes))
			return false;
	} while ((bytes != before || ticks_used(pid) != ticks) && now_ms() < give_up);
	return true;
}

/* The next key of the text, gone past. */
static char
next_key(const char **text)
{
	char key = *(*text)++;

	if (key == '^' && **text)
		return (char)(*(*text)++ & 0x1f);
	if (key == '\\' && **text == 'n') {
		(*text)++;
		return '\r';
	}
	return key;
}

static bool
send_keys(int fd, pid_t pid, const char *keys, int times)
{
	const char *bar = strchr(keys, '|');
	const char *p = keys;

	while (p < bar)
		if (!send_first(fd, pid, next_key(&p)))
			return false;
	for (int i = 0; i < times; i++)
		for (p = bar ? bar + 1 : keys; *p;)
			if (!send_key(fd, next_key(&p)))
				return false;
	return true;
}

static int
by_ms(const void *a, const void *b)
{
	double x = ((const struct sample *)a)->ms, y = ((const struct sample *)b)->ms;

	return x < y ? -1 : x > y;
}

static bool
is_idle(int fd, pid_t pid)
{
	long before = ticks_used(pid);
	size_t bytes = 0;
	double last;

	drain(fd, 1000, &last, &bytes);
	printf("idle for a second: %zu bytes, %ld ticks\n", bytes, ticks_used(pid) - before);
	return !bytes && ticks_used(pid) == before;
}

static bool
report(const struct limits *limits)
{
	size_t most = 0, sum = 0;
	double p99;

	if (!n_samples)
		return false;
	for (size_t i = 0; i < n_samples; i++) {
		sum += samples[i].bytes;
		most = samples[i].bytes > most ? samples[i].bytes : most;
	}
	qsort(samples, n_samples, sizeof(*samples), by_ms);
	p99 = samples[(n_samples - 1) * 99 / 100].ms;
	printf("%zu keys: %.2f ms median, %.2f ms 99th percentile, %.2f ms most; %zu bytes mean, %zu bytes most\n",
		n_samples, samples[n_samples / 2].ms, p99, samples[n_samples - 1].ms, sum / n_samples, most);
	return (limits->ms <= 0 || p99 <= limits->ms) && (limits->bytes <= 0 || most <= (size_t)limits->bytes);
}

static int
measure(const char *keys, int times, char **command, struct winsize *size, const struct limits *limits,
	const char *text)
{
	size_t bytes = 0;
	double last;
	bool ok;
	int fd;
	pid_t pid = forkpty(&fd, NULL, NULL, size);

	if (pid < 0)
		return 1;
	if (!pid) {
		execvp(command[0], command);
		_exit(127);
	}
	ok = (!text || wait_for(fd, text)) && drain(fd, START_MS, &last, &bytes);
	ok = ok && send_keys(fd, pid, keys, times) && (!limits->idle || is_idle(fd, pid));
	ok = report(limits) && ok;
	kill(pid, SIGTERM);
	close(fd);
	waitpid(pid, NULL, 0);
	return !ok;
}

int
main(int argc, char **argv)
{
	struct winsize size = {.ws_row = 60, .ws_col = 200};
	struct limits limits = {0};
	const char *text = NULL;
	int option, times = 1;

	while ((option = getopt(argc, argv, "+r:c:n:m:b:w:i")) != -1) {
		switch (option) {
		case 'r': size.ws_row = (unsigned short)atoi(optarg); break;
		case 'c': size.ws_col = (unsigned short)atoi(optarg); break;
		case 'n': times = atoi(optarg); break;
		case 'm': limits.ms = atof(optarg); break;
		case 'b': limits.bytes = atol(optarg); break;
		case 'i': limits.idle = true; break;
		case 'w': text = optarg; break;
		default: return 2;
		}
	}
	if (optind + 2 > argc)
		return 2;
	setenv("TERM", "xterm-256color", 0);
	return measure(argv[optind], times, argv + optind + 1, &size, &limits, text);
}
