/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"
#include "base/child.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { DONE, FAILED };

#ifdef COVERAGE
void __gcov_dump(void);		/* libgcov's */
#endif

/* Not through exit(): that would set files back that the parent is reading from. */
static _Noreturn void
child_end(int status)
{
#ifdef COVERAGE
	__gcov_dump();
#endif
	_exit(status);
}

/* A crash here is reported by the parent: no core, no handler of the parent's, no message of the library's. */
static void
child_quiet(void)
{
	static const int fatal[] = {SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE};
	const struct rlimit none = {0, 0};
	int null = open("/dev/null", O_WRONLY | O_CLOEXEC);

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	setrlimit(RLIMIT_CORE, &none);
	for (size_t i = 0; i < sizeof(fatal) / sizeof(*fatal); i++)
		signal(fatal[i], SIG_DFL);
	if (null >= 0)
		dup2(null, STDERR_FILENO);
}

static _Noreturn void
child_work(int to, int (*work)(void *data, struct error *err), void *data)
{
	struct error err = {.offset = ERROR_NO_OFFSET};
	int status;

	child_quiet();
	status = work(data, &err);
	if (status && write(to, &err, sizeof(err)) != (ssize_t)sizeof(err))
		child_end(FAILED);
	child_end(status ? FAILED : DONE);
}

static int
child_wait(pid_t pid, int from, const char *what, struct error *err)
{
	struct error said;
	ssize_t n;
	int status;

	do
		n = read(from, &said, sizeof(said));
	while (n < 0 && errno == EINTR);
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return error_set(err, "cannot tell how %s ended: %s", what, strerror(errno));
	if (n == (ssize_t)sizeof(said)) {
		said.message[sizeof(said.message) - 1] = '\0';
		if (err)
			*err = said;
		return -1;
	}
	if (WIFEXITED(status) && WEXITSTATUS(status) == DONE)
		return 0;
	if (WIFSIGNALED(status))
		return error_set(err, "%s crashed (%s), most likely for want of memory", what,
			strsignal(WTERMSIG(status)));
	return error_set(err, "%s failed", what);
}

int
child_run(int (*work)(void *data, struct error *err), void *data, const char *what, struct error *err)
{
	int ends[2], status;
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC))
		return work(data, err);
	fflush(stdout);
	pid = fork();
	if (pid == 0) {
		close(ends[0]);
		child_work(ends[1], work, data);
	}
	close(ends[1]);
	status = pid > 0 ? child_wait(pid, ends[0], what, err) : work(data, err);
	close(ends[0]);
	return status;
}
