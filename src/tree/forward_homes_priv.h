/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which threads of the trace forward threads are. Threads count their operators each by itself, so a
 * sequence number can stand for operators of several. A backward operator names its forward thread by
 * the profiler's own count of threads, which no event of that thread tells.
 */
#ifndef TREE_FORWARD_HOMES_PRIV_H
#define TREE_FORWARD_HOMES_PRIV_H

#include "base/intern.h"
#include "trace/trace.h"
#include <stdbool.h>

struct forward_homes {		/* {0}: nothing is known */
	struct intern index;	/* of (process, forward thread) */
	struct forward_home *list;
	size_t cap;
};

/* Notes that a backward operator's forward one is known; false: no memory. */
bool homes_learn(struct forward_homes *homes, const struct trace *trace, uint32_t backward, uint32_t forward);

/* The track that most operators of a process's forward thread are on, or TRACE_NONE. */
uint32_t homes_find(const struct forward_homes *homes, uint32_t process, int64_t thread);

void homes_free(struct forward_homes *homes);

#endif
