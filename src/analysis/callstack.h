/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Who called for an op, and what it called on the way to its GPU events, from the frames around
 * them. Running out of memory is told by the analysis.
 */
#ifndef ANALYSIS_CALLSTACK_H
#define ANALYSIS_CALLSTACK_H

#include "analysis/analysis_priv.h"

/*
 * Names, as ids in the analysis's texts without the numbers in them ("_7"): first those that all
 * GPU events have in common, then what is left of each chain to a GPU event, each distinct one
 * once. Of the host modules, functions and ops are there, in a chain the GPU event too.
 */
struct callstack {
	struct analysis *analysis;
	uint32_t *frames, *ends;	/* ends: of the chains, in frames */
	uint32_t n, n_chains, base;	/* base: where the first chain begins */
	size_t cap, cap_ends;
};

void callstack_open(struct callstack *stack, struct analysis *analysis);
void callstack_close(struct callstack *stack);
/* Of an op and some GPU events below it; of these alone when the event is TRACE_NONE. */
void callstack_make(struct callstack *stack, uint32_t event, const uint32_t *gpu, uint32_t n);

/* As a list in Python's form, the chains as lists in it. NULL when memory runs out. */
const char *callstack_text(struct callstack *stack, struct arena *arena);
/*
 * A function that is called like the op, of those the op calls; else the nearest line of Python
 * around it that is no wrapper of PyTorch's own; else "Not found".
 */
const char *callstack_entry(const struct callstack *stack, const char *op);

/* Labels of the modules around an event: "Model_0/Encoder_0/Linear_3", NULL for none. */
const char *callstack_modules(struct analysis *a, uint32_t event, struct arena *arena);

#endif
