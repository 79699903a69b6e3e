/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A second trace beside the one that is open: loaded and compared on a thread of its own. */
#ifndef TUI_COMPARISON_H
#define TUI_COMPARISON_H

#include "compare/diff_merged.h"
#include "tui/session.h"

enum comparison_state { COMPARISON_NONE, COMPARISON_RUNNING, COMPARISON_READY, COMPARISON_FAILED };

struct comparison {
	char *path;		/* owned */
	struct session other;	/* B */
	struct tree_diff *diff;	/* once it is ready */
	struct diff_merged *merged;	/* of it, once it is asked for */
	bool show_merged;
	const struct tree *base;	/* A's whole tree */
	struct error error;	/* once it has failed */
	_Atomic int state;	/* enum comparison_state */
	pthread_t thread;
	bool running;
	int wake_fd;
};

/* Forgets what was compared before. base must outlive it. 0, or -1 with err. */
int comparison_start(struct comparison *comparison, const struct tree *base, const char *path,
	const struct session_limits *limits, int wake_fd, struct error *err);
enum comparison_state comparison_state(const struct comparison *comparison);
enum comparison_state comparison_wait(struct comparison *comparison);
void comparison_stop(struct comparison *comparison);	/* cancels, waits, frees */

#endif
