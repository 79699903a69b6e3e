/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `sonde tree --merged`: the call tree with equal paths folded, as text or a table on standard output. */
#ifndef CLI_TREE_MERGED_H
#define CLI_TREE_MERGED_H

#include "cli/tree_view.h"
#include "report/write.h"

/* Rows of the options' node, depth and layers. Returns CLI_DONE, or CLI_FAILED when it has said why. */
int tree_write_merged(const char *file, const struct tree *tree, const struct tree_view_options *options,
	enum write_format format);

#endif
