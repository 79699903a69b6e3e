/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/comparison.h"
#include "tui/terminal.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int
comparison_make(struct comparison *c)
{
	const struct diff_options options = {.python = MERGED_PYTHON_MODULES};

	if (session_wait(&c->other) != SESSION_READY) {
		c->error = c->other.error;
		return -1;
	}
	return tree_diff_build(&c->diff, c->base, c->other.tree, &options, &c->error);
}

static void *
comparison_run(void *ctx)
{
	struct comparison *c = ctx;
	int state = comparison_make(c) ? COMPARISON_FAILED : COMPARISON_READY;
	ssize_t written;

	atomic_store(&c->state, state);
	if (c->wake_fd >= 0) {
		written = write(c->wake_fd, "", 1);
		(void)written;	/* a full pipe wakes as well */
	}
	return NULL;
}

int
comparison_start(struct comparison *c, const struct tree *base, const char *path, const struct session_limits *limits,
	int wake_fd, struct error *err)
{
	sigset_t before;
	int status;

	comparison_stop(c);
	c->path = strdup(path);
	if (!c->path)
		return error_no_memory(err, "comparing traces");
	c->base = base;
	c->wake_fd = wake_fd;
	if (session_start(&c->other, c->path, limits, -1, err))
		return -1;
	atomic_store(&c->state, COMPARISON_RUNNING);
	terminal_block_signals(&before);
	status = pthread_create(&c->thread, NULL, comparison_run, c);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (status) {
		comparison_stop(c);
		return error_set(err, "no thread to compare with %s", path);
	}
	c->running = true;
	return 0;
}

enum comparison_state
comparison_state(const struct comparison *c)
{
	return (enum comparison_state)atomic_load(&c->state);
}

enum comparison_state
comparison_wait(struct comparison *c)
{
	if (c->running)
		pthread_join(c->thread, NULL);
	c->running = false;
	return comparison_state(c);
}

void
comparison_stop(struct comparison *c)
{
	if (comparison_state(c) == COMPARISON_RUNNING)
		session_cancel(&c->other);
	comparison_wait(c);
	diff_merged_free(c->merged);
	tree_diff_free(c->diff);
	if (c->path)
		session_stop(&c->other);
	free(c->path);
	*c = (struct comparison){0};
}
