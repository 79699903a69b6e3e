/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What all sheets of one trace share: options, and things worked out once and
 * kept (launchers, categories, classes of GPU events, steps, recompute marks).
 *
 * Borrows trace, tree, arch and models, which must outlive it; owns everything else. What is
 * shared is made on first use: one thread at a time (build.h has the way for several).
 */
#ifndef ANALYSIS_ANALYSIS_H
#define ANALYSIS_ANALYSIS_H

#include "trace/trace.h"
#include "tree/tree.h"

struct arch;
struct model_registry;

struct analysis_options {
	bool unlinked;			/* the GPU timeline takes GPU events without a launch too */
	bool recompute;			/* split by recomputation of checkpointed activations */
	bool no_collectives;		/* leave coll_analysis empty */
	bool call_stack;		/* say the Python line and the module path of ops */
	bool kernel_counts;		/* tell ops apart by how many kernels they launch */
	bool first_occurrence;		/* say when ops_unique_args' ops came first */
	bool limit_steps;		/* only what steps first_step to last_step launched */
	int64_t first_step, last_step;	/* numbers of ProfilerStep#N, both inclusive */
	/* shorter gaps are micro idle, others macro idle; negative: not split */
	int64_t micro_idle_ns;
	int64_t short_ns;		/* kernels below are short */
	uint32_t short_bins;		/* of the histogram, at least 1 */
	uint32_t short_top;		/* rows of short_kernels_summary, 0: all */
	/* a short_kernels_summary without rows stands as the reference writes it */
	bool reference_empty;
	uint32_t top;			/* rows of every ranked sheet, 0: all */
	const struct arch *arch;	/* the GPU's limits, NULL: no roofline columns */
	const struct model_registry *models;	/* NULL: the built-in ops */
	/* of all of the time, where the tree was cut: idle gaps and steps are those of it; NULL: not known */
	struct analysis *around;
};

struct analysis;

/* The defaults of the reference: 10 us, 100 bins, everything else off. */
void analysis_options_init(struct analysis_options *options);

/* Returns 0, or -1 with err when memory runs out or no step of the trace is within the limit. */
int analysis_new(struct analysis **out, const struct trace *trace, const struct tree *tree,
	const struct analysis_options *options, struct error *err);
void analysis_free(struct analysis *analysis);

/* The one of all of the time: options.around, else itself. */
struct analysis *analysis_whole(struct analysis *analysis);
const struct trace *analysis_trace(const struct analysis *analysis);
const struct tree *analysis_tree(const struct analysis *analysis);
const struct analysis_options *analysis_settings(const struct analysis *analysis);

/*
 * Remarks that sheets made while they were built: one line each, without
 * newline, each once. Returns NULL past the last.
 */
const char *analysis_remark(const struct analysis *analysis, uint32_t number);

#endif
