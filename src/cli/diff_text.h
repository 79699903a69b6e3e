/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A comparison of trees as a command prints it. */
#ifndef CLI_DIFF_TEXT_H
#define CLI_DIFF_TEXT_H

#include "compare/diff_tables.h"

struct diff_text_options {
	uint32_t depth;		/* deepest level shown */
	int64_t least_ns;	/* only rows whose time differs by as much */
};

/*
 * Writes the totals, the categories, what differs most, and the merged tree to standard output.
 * Returns CLI_DONE or CLI_FAILED.
 */
int diff_write_text(struct diff_report *report, const struct tree_diff *diff,
	const char *const files[2], const struct diff_text_options *options);

#endif
