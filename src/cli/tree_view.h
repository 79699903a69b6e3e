/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of a call tree as a command prints it: some layers of it, from one node or from the threads. */
#ifndef CLI_TREE_VIEW_H
#define CLI_TREE_VIEW_H

#include "tree/tree.h"

enum tree_view_python { TREE_VIEW_NONE, TREE_VIEW_MODULES, TREE_VIEW_ALL };

struct tree_view_options {
	enum tree_view_python python;	/* frames that are rows */
	uint32_t node;			/* TRACE_NONE: all threads */
	uint32_t depth;			/* deepest level shown */
	bool gpu_only;			/* nothing without GPU work */
};

struct tree_view_row {
	uint32_t event, parent;		/* parent among the rows, TRACE_NONE */
	uint32_t depth;
	uint32_t root;			/* index into tree->roots */
	bool last;			/* of its siblings */
};

struct tree_view_rows {
	struct tree_view_row *rows;	/* in pre-order */
	uint32_t n;
};

int tree_view_make(struct tree_view_rows *rows, const struct tree *tree, const struct tree_view_options *options,
	struct error *err);
void tree_view_free(struct tree_view_rows *rows);

/* "process 29463 python, thread 29463 (thread 29463 (python))"; "GPU 0 stream 7, not linked". Safe for a terminal. */
void tree_view_root_name(const struct tree *tree, uint32_t root, char *out, size_t size);

#endif
