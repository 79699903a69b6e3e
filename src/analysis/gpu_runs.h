/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What runs of the tree's GPU events tell, each question in logarithmic time: of deeply nested
 * operators each has nearly all of them below it. A place is an index into tree->gpu[].
 */
#ifndef ANALYSIS_GPU_RUNS_H
#define ANALYSIS_GPU_RUNS_H

#include "analysis/analysis_priv.h"

#define GPU_NOWHERE UINT32_MAX

/* Of events that start together the one in front is the first. GPU_NOWHERE: there is none. */
struct gpu_run {
	uint32_t begin, end;	/* places of all of them; GPU_NOWHERE and 0 without any */
	int64_t min, max;	/* durations, ns; INT64_MAX and INT64_MIN without any */
	uint32_t first;		/* place of the first to start */
	uint32_t telling;	/* of those whose names tell how a GEMM's operands lie: the first to start, */
	uint32_t foremost;	/* and the one in front */
};

struct run_tree {
	struct gpu_run *node;	/* runs numbered from 0 on stand behind n that tell of them together */
	uint32_t n;
};

/* Of the places from begin up to but without end. When memory runs out the analysis says so. */
struct gpu_run gpu_run_of(struct analysis *a, uint32_t begin, uint32_t end);

/* Of n runs, which the caller puts at node[n] and on before run_tree_join(). False: no memory. */
bool run_tree_init(struct run_tree *tree, uint32_t n);
void run_tree_join(struct run_tree *tree, const struct analysis *a);
void run_tree_free(struct run_tree *tree);
/* Of the runs from first up to but without end together. */
struct gpu_run run_tree_ask(const struct run_tree *tree, const struct analysis *a, uint32_t first, uint32_t end);

#endif
