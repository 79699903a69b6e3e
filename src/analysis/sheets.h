/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The registry of sheets: what the report writes, `sonde show` prints, the
 * panes list and the manual names. A new sheet is a row here and its builder.
 */
#ifndef ANALYSIS_SHEETS_H
#define ANALYSIS_SHEETS_H

#include "analysis/analysis.h"
#include "table/table.h"

enum sheet_group {	/* in the order of the report */
	SHEET_TIMELINE, SHEET_OPS, SHEET_ROOFLINE, SHEET_KERNELS, SHEET_COLLECTIVES,
		SHEET_STRUCTURE,
	SHEET_IDLE, SHEET_HOST, SHEET_SAVINGS,
	SHEET_GROUPS
};

enum sheet_flag {
	SHEET_NEEDS_GPU = 1 << 0,	/* has rows only where the trace has GPU events */
	SHEET_NEEDS_OPS = 1 << 1,	/* likewise for operators (cpu_op) */
	SHEET_NEEDS_SHAPES = 1 << 2,	/* tells more where shapes were recorded */
	SHEET_NEEDS_MODEL = 1 << 3,	/* has rows only for ops with a performance model */
	SHEET_OMIT_EMPTY = 1 << 4,	/* not written when it has no rows */
	SHEET_RANKED = 1 << 5,		/* largest first: --top cuts it */
	SHEET_OVERLAP = 1 << 6,		/* split by what ran beside: only where asked for */
};

struct sheet {
	/* also the CSV file's name; as in the reference where it has the sheet */
	const char *id;
	const char *title;
	const char *help;	/* one sentence */
	enum sheet_group group;
	unsigned flags;
	int (*build)(struct analysis *analysis, const struct sheet *sheet, struct table **out,
		struct error *err);
	const char *family;	/* roofline sheets: the family whose ops they hold; else NULL */
	bool backward;		/* roofline sheets: of the backward pass */
};

extern const struct sheet sheets[];	/* in the order of the report */
extern const uint32_t sheets_count;

const struct sheet *sheet_find(const char *id);	/* without case; NULL: none */

/*
 * Builds a sheet and cuts a ranked one to options.top rows. The table's texts
 * borrow from the trace and the analysis: free it before them. Returns 0, or
 * -1 only when memory runs out; a trace that lacks what the sheet needs gives
 * a table without rows.
 */
int sheet_build(struct analysis *analysis, const struct sheet *sheet, struct table **out,
	struct error *err);

/* Whether a report leaves the built sheet out. */
bool sheet_is_omitted(const struct sheet *sheet, const struct table *table);

#endif
