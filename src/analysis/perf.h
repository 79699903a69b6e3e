/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An op's work by its model against the time of its GPU events. */
#ifndef ANALYSIS_PERF_H
#define ANALYSIS_PERF_H

#include "analysis/analysis_priv.h"
#include "analysis/kernel_list.h"
#include "analysis/roofs.h"
#include "analysis/rows_priv.h"

/* The model of an op by its name, NULL when there is none; names with only a category have none. */
const struct model_op *perf_model(struct analysis *a, uint32_t event);

/*
 * The GPU events of an op: of its subtree, or, backward, of the subtrees of all
 * backward ops linked from its subtree, each once. Of one subtree they stand as in the tree, of several
 * by start, those that start together as in the tree. Only the list costs time for each of them.
 */
uint32_t perf_gpu_count(struct analysis *a, uint32_t event, bool backward);
/* *list is valid until the next call. */
uint32_t perf_gpu_events(struct analysis *a, uint32_t event, bool backward, const uint32_t **list);
/* Their merged time. */
int64_t perf_kernel_ns(struct analysis *a, uint32_t event, bool backward);
/* Name of the first that tells how a GEMM's operands lie, else of the first; 0 without any. */
uint32_t perf_telling_name(struct analysis *a, uint32_t event, bool backward);
void perf_list_kernels(struct analysis *a, uint32_t event, bool backward, struct kernel_list *list);

/*
 * The op of that name with the same sequence number, the last that starts no later; TRACE_NONE when
 * there is none.
 */
uint32_t perf_forward_op(struct analysis *a, uint32_t event, const char *name);

/* The op's work, never NULL but when memory runs out; look at its status. */
const struct model_result *perf_result(struct analysis *a, uint32_t event, bool backward);
/* Whether the result has FLOPs: without, an op has only its time. */
bool perf_is_known(const struct model_result *result);

/* "{'M': 8944, 'K': 1024}", NULL for an op without. */
const char *perf_params_text(struct analysis *a, const struct model_result *result,
	struct arena *arena);

/* result NULL, or one that is not known: nothing is known. */
void perf_make(struct perf *perf, const struct analysis *a, const struct model_result *result,
	int64_t kernel_ns);

/* The part of the kernel time that is above the roofline, 0 where none is known. */
int64_t perf_above_ns(const struct perf *perf, int64_t kernel_ns);

/* Of a group of ops. GFLOPS and the like are those of the first op that has them. */
struct perf_group {
	struct perf first;
	struct stats tbs, tflops, percent;
};

/* perfs of the group's ops in order; values has room for n. */
void perf_group_make(struct perf_group *group, const struct perf *perfs, const uint32_t *members,
	uint32_t n,
	double *values);

#endif
