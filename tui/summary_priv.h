/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_SUMMARY_PRIV_H
#define TUI_SUMMARY_PRIV_H

#include "tui/summary.h"

int summary_roots(struct summary *summary, const struct trace *trace, const struct tree *tree);	/* -1: no memory */
/* How the GPU's time divides: in all, by stream and over time. -1: no memory */
int summary_times(struct summary *summary, const struct trace *trace, const struct tree *tree);

/* Whether the GPU event takes part. */
static inline bool
summary_counts(const struct trace *trace, const struct tree *tree, uint32_t event)
{
	return !(trace->flags[event] & (EVENT_NO_TIME | EVENT_BAD_DURATION)) && (!tree->is_cut || tree_has(tree, event));
}

#endif
