/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * GPU time level by level: kinds of operators, the operators, their arguments,
 * each call; modules, what they call; kernels, who launched them; collectives.
 * A table whose rows stand in pre-order, largest first on each level.
 *
 * What is left over, as work without a launch, is on the first level a row LEVELS_REST behind the
 * others.
 *
 * Unlike the sheets of the report all GPU work takes part: communication, and
 * what no launch is known of. Shares are of the summed time of all rows.
 */
#ifndef ANALYSIS_LEVELS_H
#define ANALYSIS_LEVELS_H

#include "analysis/analysis.h"
#include "table/table.h"
#include "tree/merged.h"

enum levels_kind { LEVELS_OPS, LEVELS_MODULES, LEVELS_KERNELS, LEVELS_COLLECTIVES, LEVELS_KINDS };

#define LEVELS_REST "rest"	/* in the column `level` */

struct levels {
	struct table *table;	/* texts borrow from the trace and the analysis */
	uint32_t *size;		/* row -> rows of its subtree, itself included */
	/* row of a single call -> its one GPU event, TRACE_NONE: all that the column `event` launched */
	uint32_t *gpu;
	struct levels_sums *sums;	/* made by levels_kernels() the first time; NULL before */
};

/* {0} is empty. 0, or -1 with err when memory runs out. */
int levels_build(struct levels *levels, struct analysis *analysis, enum levels_kind kind,
	struct error *err);
/*
 * What the calls of a row ran on the GPU, by name, most time first: fills at most `most` of them and
 * returns how many, *names: of how many. Names borrow from the trace. 0 also when memory runs
 * out. The first time looks at every call, later ones at the names of the row alone.
 */
struct levels_kernel {
	const char *name;
	uint32_t count;
	int64_t ns;		/* durations added up */
};
uint32_t levels_kernels(struct analysis *analysis, struct levels *levels, uint32_t row,
	struct levels_kernel *kernels, uint32_t most, uint32_t *names);

#define LEVELS_BELOW_MOST (1U << 17)	/* rows below one that are looked at: some ms */
/* The same of what is below a row of merged paths; 0 also where more rows are than those. */
uint32_t levels_kernels_below(const struct merged *merged, uint32_t row, struct levels_kernel *kernels, uint32_t most,
	uint32_t *names);
void levels_free(struct levels *levels);

#endif
