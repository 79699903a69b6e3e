/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The call tree with equal paths folded together: all instances of an op under
 * the same path of module classes, ops and calls are one row.
 *
 * Rows stand in pre-order: a subtree is the range [row, row + size). The top
 * rows are the tree's roots (threads, then streams with unlinked GPU events),
 * in the tree's order; below, children in order of their first instance.
 * Times are ns. Linear in the events, n log n in the GPU events.
 */
#ifndef TREE_MERGED_H
#define TREE_MERGED_H

#include "tree/tree.h"

enum merged_python { MERGED_PYTHON_NONE, MERGED_PYTHON_MODULES, MERGED_PYTHON_ALL };

struct merged_options {
	enum merged_python python;	/* which frames make rows; the children of the others move up */
	bool shapes;			/* ops of different Input Dims are different rows */
};

struct merged_row {
	uint32_t first;		/* event id of the first instance; TRACE_NONE for a root */
	uint32_t root;		/* index into tree->roots of the root above it, or itself */
	uint32_t label;		/* for merged_label() */
	uint32_t parent;	/* row, TRACE_NONE for a root */
	uint32_t size, depth;
	uint32_t count;		/* instances */
	uint32_t gpu_count;	/* GPU events below; a GPU row counts its own */
	int64_t host_ns;	/* summed durations of the instances; of GPU events for a GPU row */
	int64_t gpu_sum, gpu_busy;	/* summed and merged time of the GPU events below */
	int64_t gpu_self;	/* the part of gpu_sum that no op or frame further down launched */
};

struct merged {
	const struct tree *tree;
	struct merged_row *rows;
	uint32_t n;
	uint32_t *row;		/* position in tree->order -> row of the event, or of what it hangs under when left out */
	struct intern classes;	/* names of module classes */
};

int merged_build(struct merged **out, const struct tree *tree, const struct merged_options *options, struct error *err);
void merged_free(struct merged *merged);

/* The row's name, for modules that of the class: without a number at its end. "" for a root. */
const char *merged_label(const struct merged *merged, uint32_t row);

#endif
