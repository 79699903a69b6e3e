/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Many sheets of a trace at once. Those that are made from operators and their
 * arguments, and those that are made from the tree alone, are built side by
 * side, each kind by an analysis of its own: they have no part in common that
 * could be written to. What comes out does not depend on the number of threads.
 */
#ifndef ANALYSIS_BUILD_H
#define ANALYSIS_BUILD_H

#include "analysis/sheets.h"

struct build_request {
	const bool *wanted;	/* by number in the registry; NULL: all but those of overlaps */
	bool empty;		/* sheets without rows count as well */
	/*
	 * Called once a sheet that counts is there, while others are being
	 * built: from several threads. NULL: nothing. 0, or -1 with err.
	 */
	int (*made)(void *data, const struct table *table, struct error *err);
	void *data;
};

/*
 * Fills built[] by number in the registry; NULL stays where a sheet is not
 * wanted or does not count. Texts may belong to the analysis: free the tables
 * first. 0, or -1 with err; built[] is the caller's to free either way.
 */
int build_sheets(struct analysis *analysis, const struct build_request *request,
	struct table **built, struct error *err);

#endif
