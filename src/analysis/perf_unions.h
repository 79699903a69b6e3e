/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * GPU events below consecutive ones of the backward ops, those linked from one op's subtree: a
 * few are put together when they are asked for. Where there are many, as of deeply nested forward
 * ops, which share them, all such questions are answered together, in n log n where backward ops
 * do not nest as deeply.
 */
#ifndef ANALYSIS_PERF_UNIONS_H
#define ANALYSIS_PERF_UNIONS_H

#include "analysis/gpu_runs.h"
#include "analysis/kernel_list.h"

#define UNION_FEW 256	/* GPU events, one below two ops twice */

struct perf_union {	/* GPU events count once */
	uint32_t pos;		/* of the forward op */
	uint32_t first, end;	/* backward ops in a->backward[] */
	uint32_t count;
	int64_t sum, busy;	/* durations, and merged; ns */
	struct gpu_run run;
};

/* The backward ops linked from an op's subtree: n of them from *first in a->backward[]. */
uint32_t perf_backward_ops(struct analysis *a, uint32_t event, uint32_t *first);
struct gpu_run perf_union_run(struct analysis *a, uint32_t first, uint32_t end);
/* Of an op that has a model and two backward ops or more; NULL where they have few GPU events. */
const struct perf_union *perf_union_of(struct analysis *a, uint32_t event);
void perf_union_list(struct analysis *a, const struct perf_union *of, struct kernel_list *list);

#endif
