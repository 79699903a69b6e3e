/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How levels are filled: nodes by parent, level and key, and the calls or GPU events below them. */
#ifndef ANALYSIS_LEVELS_PRIV_H
#define ANALYSIS_LEVELS_PRIV_H

#include "analysis/analysis_priv.h"
#include "analysis/levels.h"

#define LEVEL_TOP UINT32_MAX

struct level_item {		/* a call with the GPU work it launched, or one GPU event */
	uint32_t node, event;
	uint32_t gpu;		/* its one GPU event; TRACE_NONE: all that a launcher launched */
	int64_t ns;
	/* of ns: backward (modules), exposed (collectives), recomputed (operators) */
	int64_t part;
	int64_t forward;	/* of ns, of modules: within their forward calls */
	int64_t modelled, above;	/* of ns where the roofline is known; above it */
	double roofline_us;
	double megabytes, bus;	/* collectives: sizes, and what the links carry; NaN: not known */
};

struct level_node {
	uint32_t parent;
	const char *level, *name;	/* outlive the analysis or belong to it */
	struct level_item sum;		/* event: of the longest item */
	int64_t least, most;
	uint32_t count, longest;	/* items; the number of the longest */
	bool last;	/* what is left over: behind the others, however large */
};

struct levels_builder {
	struct analysis *a;
	struct keymap keys;		/* parent, level, key */
	struct level_node *nodes;
	struct level_item *items;
	uint32_t n_items;
	size_t cap_nodes, cap_items;
	bool any_part;
};

/*
 * The node, made if new; name is only looked at then. LEVEL_TOP, with no_memory set, when memory
 * runs out.
 */
uint32_t levels_node(struct levels_builder *b, uint32_t parent, unsigned level,
	const char *level_name, uint32_t key, const char *name);
void levels_add(struct levels_builder *b, const struct level_item *item);

/* levels_names.c: once every call is added */
void levels_name_arguments(struct levels_builder *b);

void levels_sums_free(struct levels_sums *sums);	/* may be NULL */
void levels_fill_ops(struct levels_builder *b);
void levels_fill_modules(struct levels_builder *b);
void levels_fill_kernels(struct levels_builder *b);
void levels_fill_collectives(struct levels_builder *b);

#endif
