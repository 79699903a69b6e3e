/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Paths of nn.Module classes: instances of a class within the same path are
 * one path (Encoder/Layer/Linear).
 */
#ifndef ANALYSIS_MODULE_PATHS_H
#define ANALYSIS_MODULE_PATHS_H

#include "analysis/analysis_priv.h"

#define NO_PATH UINT32_MAX

struct module_path {
	uint32_t parent;	/* NO_PATH for the outermost; smaller than the path's own number */
	uint32_t depth;
	uint32_t example;	/* event of the first frame */
	const char *class;	/* "Linear" */
	const char *text;	/* "Encoder/Layer/Linear"; loses its head where it is very long */
};

struct module_paths {
	struct module_path *all;
	uint32_t n;
	size_t cap;
	/* by position in the tree: innermost path, a module's own frame included */
	uint32_t *at;
	uint32_t *forward_at;	/* by position: forward op of a backward op, TRACE_NONE */
};

/* Made once and kept; NULL when memory runs out. */
const struct module_paths *analysis_module_paths(struct analysis *a);

/* Values that hold from one position of the tree to the end of a subtree, the innermost last. */
struct open_value {
	uint32_t end, value;
};

struct open_values {
	struct open_value *all;
	size_t n, cap;
};

bool open_values_push(struct open_values *open, uint32_t end, uint32_t value);
/*
 * The innermost that holds at a position, UINT32_MAX when there is none; positions may only grow.
 */
uint32_t open_values_at(struct open_values *open, uint32_t pos);

#endif
