/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For tests of comparing trees: traces made from an outline, and merged trees as text. */
#ifndef TESTS_DIFF_SUPPORT_H
#define TESTS_DIFF_SUPPORT_H

#include "trace_support.h"

#include "compare/tree_diff.h"

/*
 * A line is an event, what is indented further is within it:
 *
 *	step 3
 *	 frame nn.Module: Linear_0
 *	  op aten::addmm @[[8,4]]
 *	   kernel gemm =10
 *	   memset Memset (Device) =2 /hipMemsetAsync
 *	thread 2
 *
 * "@" is followed by Input Dims, "=" by the time in us, "/" by the call that
 * launches (cudaLaunchKernel, cudaMemsetAsync, cudaMemcpyAsync). A thread goes
 * on to the next one. "loose" is a kernel without launch.
 */
struct support_side {
	struct trace *trace;
	struct tree *tree;
};

struct support_side support_outline(const char *outline);
void support_close(struct support_side *side);

/*
 * The merged tree, a row a line: its sign (as sonde diff has them), blanks for
 * its depth, the name or names, the GPU time of both sides in us. Launches are
 * left out, and threads. Freed by the caller.
 */
char *support_draw(const struct tree_diff *diff);

/*
 * Fails unless each node of either side is in one row, below what it is below in its own tree, and
 * times add up.
 */
void support_check(const struct tree_diff *diff);

/* Compares and checks. */
struct tree_diff *support_compare(const struct support_side *a, const struct support_side *b,
	const struct diff_options *options);
/* Fails unless two outlines are drawn as expected. */
void support_expect(const char *outline_a, const char *outline_b,
	const struct diff_options *options, const char *expected);

#endif
