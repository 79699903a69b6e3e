/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whole commands with one allocation after another failing: each ends with
 * status 0 or 1, and whatever the program asked for it has given back. Linked
 * with --wrap, so that the program's own calls come here, and those that
 * libraries make for themselves do not. SONDE_FAULTS=0 tries every allocation.
 */
#include "config.h"
#include "cli/cli.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SLOTS = 1 << 20, WORDS = 12, LEAKED = 50, SECONDS = 60 };

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t size);
void __real_free(void *p);
char *__real_strdup(const char *text);
char *__real_strndup(const char *text, size_t len);
char *__real_realpath(const char *path, char *out);
int __real_vasprintf(char **out, const char *format, va_list args);

void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t size);
void __wrap_free(void *p);
char *__wrap_strdup(const char *text);
char *__wrap_strndup(const char *text, size_t len);
char *__wrap_realpath(const char *path, char *out);
int __wrap_vasprintf(char **out, const char *format, va_list args);
int __wrap_asprintf(char **out, const char *format, ...) __attribute__((format(printf, 2, 3)));
int __wrap___asprintf_chk(char **out, int flag, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* What the program holds: open addressing, where a freed block leaves a mark. */
static uintptr_t held[SLOTS];
static size_t n_held;
static const uintptr_t gone = 1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long *n_allocs;		/* shared with child processes */
static long fail_alloc;

static bool
no_memory(void)
{
	bool fails = __atomic_add_fetch(n_allocs, 1, __ATOMIC_SEQ_CST) == fail_alloc;

	if (fails)
		errno = ENOMEM;
	return fails;
}

static size_t
slot_of(uintptr_t p)
{
	return (size_t)((p >> 4) * UINT64_C(0x9e3779b97f4a7c15) >> 44) % SLOTS;
}

static void *
hold(void *p)
{
	size_t i = slot_of((uintptr_t)p);

	if (!p)
		return NULL;
	pthread_mutex_lock(&lock);
	while (held[i] > gone)
		i = (i + 1) % SLOTS;
	held[i] = (uintptr_t)p;
	n_held++;
	pthread_mutex_unlock(&lock);
	return p;
}

static void
let_go(const void *p)
{
	size_t i = slot_of((uintptr_t)p);

	if (!p)
		return;
	pthread_mutex_lock(&lock);
	while (held[i] && held[i] != (uintptr_t)p)
		i = (i + 1) % SLOTS;
	if (held[i]) {
		held[i] = gone;
		n_held--;
	}
	pthread_mutex_unlock(&lock);
}

void *
__wrap_malloc(size_t size)
{
	return no_memory() ? NULL : hold(__real_malloc(size));
}

void *
__wrap_calloc(size_t n, size_t size)
{
	return no_memory() ? NULL : hold(__real_calloc(n, size));
}

void *
__wrap_realloc(void *p, size_t size)
{
	void *moved;

	if (no_memory())
		return NULL;
	let_go(p);
	moved = __real_realloc(p, size);
	hold(moved ? moved : p);
	return moved;
}

void
__wrap_free(void *p)
{
	let_go(p);
	__real_free(p);
}

char *
__wrap_strdup(const char *text)
{
	return no_memory() ? NULL : hold(__real_strdup(text));
}

char *
__wrap_strndup(const char *text, size_t len)
{
	return no_memory() ? NULL : hold(__real_strndup(text, len));
}

char *
__wrap_realpath(const char *path, char *out)
{
	return no_memory() ? NULL : hold(__real_realpath(path, out));
}

int
__wrap_vasprintf(char **out, const char *format, va_list args)
{
	int n;

	if (no_memory())
		return -1;
	n = __real_vasprintf(out, format, args);
	if (n >= 0)
		hold(*out);
	return n;
}

int
__wrap_asprintf(char **out, const char *format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = __wrap_vasprintf(out, format, args);
	va_end(args);
	return n;
}

/* What asprintf is called in a fortified build. */
int
__wrap___asprintf_chk(char **out, int flag, const char *format, ...)
{
	va_list args;
	int n;

	(void)flag;
	va_start(args, format);
	n = __wrap_vasprintf(out, format, args);
	va_end(args);
	return n;
}

/* --- commands -------------------------------------------------------------------- */

/* In a child process: its exit status, or that of a crash, or LEAKED. */
static int
run_command(char **words, int n, long fail)
{
	int status, null;
	pid_t pid = fork();

	if (pid < 0)
		abort();
	if (pid == 0) {
		null = open("/dev/null", O_RDWR);
		if (dup2(null, 0) < 0 || dup2(null, 1) < 0 || dup2(null, 2) < 0)
			_exit(99);
		alarm(SECONDS);
		*n_allocs = 0;
		fail_alloc = fail;
		status = cli_main(&sonde_program, n, words);
		_exit(n_held ? LEAKED : status);
	}
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			abort();
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static int
split(char *line, char *trace, char **words)
{
	int n = 0;

	words[n] = strtok(line, " ");
	while (words[n] && n < WORDS - 1) {
		if (!strcmp(words[n], "TRACE"))
			words[n] = trace;
		words[++n] = strtok(NULL, " ");
	}
	return n;
}

/* One case: the words of a command, TRACE being the trace's name. */
static bool
try_command(int number, const char *command, char *trace, long most)
{
	char line[256], *words[WORDS];
	int n, status;
	long all, step;

	snprintf(line, sizeof(line), "%s", command);
	n = split(line, trace, words);
	status = run_command(words, n, 0);
	all = *n_allocs;
	step = most && all > most ? all / most : 1;
	if (status) {
		printf("not ok %d - %s\n# ends with status %d\n", number, command, status);
		return false;
	}
	for (long i = 1; i <= all; i += step) {
		status = run_command(words, n, i);
		if (status > 1) {
			printf("not ok %d - %s\n# allocation %ld of %ld: %s %d\n", number, command, i, all,
				status == LEAKED ? "memory is not given back," : "status", status);
			return false;
		}
	}
	printf("ok %d - %s: %ld allocations\n", number, command, all);
	return true;
}

int
main(void)
{
	static const char *const commands[] = {
		"sonde info TRACE", "sonde tree --format csv TRACE", "sonde tree --merged TRACE",
		"sonde show ops_summary TRACE --filter count>1 --sort count", "sonde modules TRACE", "sonde ops", "sonde arch",
		"sonde report TRACE --csv leaks.tmp", "sonde report TRACE --json leaks.tmp/r.json",
		"sonde compare leaks.tmp leaks.tmp --csv leaks.tmp/c",
#ifdef HAVE_XLSXWRITER
		"sonde report TRACE -o leaks.tmp/r.xlsx",
#endif
	};
	const int n = (int)(sizeof(commands) / sizeof(*commands));
	const char *most = getenv("SONDE_FAULTS"), *srcdir = getenv("SRCDIR");
	char trace[2048];
	bool passed = true;

	snprintf(trace, sizeof(trace), "%s/data/sample.json.gz", srcdir ? srcdir : ".");
	n_allocs = mmap(NULL, sizeof(*n_allocs), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (n_allocs == MAP_FAILED)
		return 99;
	for (int i = 0; i < n; i++) {
		passed &= try_command(i + 1, commands[i], trace, most ? atol(most) : 100);
		fflush(stdout);
	}
	printf("1..%d\n", n);
	return passed && !system("rm -rf leaks.tmp") ? 0 : 1;
}
