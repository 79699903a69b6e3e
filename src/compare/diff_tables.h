/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Two call trees compared, as tables: the merged tree, every kernel with its
 * lowest common ancestor, and what they add up to.
 *
 * The lowest common ancestor of a GPU event is the nearest operator or frame
 * around it that both traces have. Where there is none, what stands highest
 * around it is named instead, with that side's name alone.
 */
#ifndef COMPARE_DIFF_TABLES_H
#define COMPARE_DIFF_TABLES_H

#include "compare/tree_diff.h"
#include "model/model.h"
#include "table/table.h"

struct diff_report;

/*
 * What the tables share, worked out once. The models tell categories of ops;
 * they and diff must outlive it. 0, or -1 with err when memory runs out.
 */
int diff_report_new(struct diff_report **out, const struct tree_diff *diff,
	const struct model_registry *models,
	struct error *err);
void diff_report_free(struct diff_report *report);

struct diff_table {
	const char *id, *title;
	const char *help;	/* one sentence */
	int (*build)(struct diff_report *report, struct table *table);	/* inside */
};

extern const struct diff_table diff_tables[];
extern const uint32_t diff_tables_count;

/*
 * The table's texts are its own or the traces' and the report's: free it before them. 0, or -1 with
 * err.
 */
int diff_table_build(struct table **out, struct diff_report *report, const struct diff_table *which,
	struct error *err);

#endif
