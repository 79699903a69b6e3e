/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls by their link ids. */
#ifndef TREE_LINK_PRIV_H
#define TREE_LINK_PRIV_H

#include "tree_priv.h"

struct link_table {
	const struct trace *trace;
	uint32_t *calls;	/* calls with an id, in order of the file */
	uint32_t *chain;	/* by place in calls[]: an earlier one + 1 with the same id, apart from it */
	uint32_t n_calls;
	uint32_t *slots;	/* place in calls[] + 1, the newest of an id */
	uint32_t n_slots;
	bool shared;		/* an id has several calls */
};

/* Of the calls that have the GPU row's id the newest: its place + 1, or 0. */
uint32_t link_first(const struct link_table *table, uint32_t row);

static inline bool
link_is_shared(const struct link_table *table, uint32_t first)
{
	return first && table->chain[first - 1];
}

static inline uint32_t
link_process(const struct trace *trace, uint32_t event)
{
	return trace->tracks[trace->track[event]].process;
}

/*
 * link_shared.c: decides between the calls that share an id. call[], by GPU row, gets the call, or TRACE_NONE, of
 * each row with such an id; *merged how many ids are used by several processes or devices. -1: no memory.
 */
int link_share_out(const struct link_table *table, uint32_t *call, uint64_t *merged);

#endif
