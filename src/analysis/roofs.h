/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How far operators are from the least time that the GPU's limits allow them, by place in the tree.
 * No GPU event counts for two of them: of models that stand in one another the outermost counts.
 */
#ifndef ANALYSIS_ROOFS_H
#define ANALYSIS_ROOFS_H

#include "analysis/analysis.h"

struct roof {			/* an op whose time at the roofline is known */
	uint32_t pos;		/* in the tree, of the lowest row above all of its GPU events */
	int64_t kernel_ns;	/* merged time of its GPU events, above 0 */
	int64_t above_ns;	/* of it, the time above the roofline; 0 where the model says more than was needed */
	int64_t roofline_ps;	/* time at the roofline, picoseconds: small ops have less than a ns */
};

struct roofs {
	struct roof *all;	/* in order of position */
	uint32_t n;
};

/* Made once and kept. None where the GPU's limits are not known. NULL when memory runs out. */
const struct roofs *analysis_roofs(struct analysis *analysis);

struct perf {		/* of one op; NaN or NULL where not known */
	double gflops, megabytes, intensity;
	double tbs, tflops;
	double roofline_us, percent;	/* time at the roofline; its share of the kernel time */
	const char *spec, *bound;
};

/*
 * The work of an op by its model, of the merged time of all GPU events below it. False: it is no op with a model, or one
 * whose arguments are not enough for it.
 */
bool analysis_op_perf(struct analysis *analysis, uint32_t event, struct perf *perf);

#endif
