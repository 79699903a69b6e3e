/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is odd about a trace as a table: one row a kind that was raised, in the order of enum warning_kind. */
#ifndef ANALYSIS_WARNING_ROWS_H
#define ANALYSIS_WARNING_ROWS_H

#include "table/table.h"
#include "trace/trace.h"

#define WARNINGS_COLUMNS 8
extern const struct column_def warnings_columns[WARNINGS_COLUMNS];

/*
 * Columns text, means, advice, id, effect, count, event, offset. The ids, and texts as trace_warning() has them, are
 * those of `sonde info`; no place in the file is an empty cell. Adds them to a table without columns; it keeps nothing
 * of the trace. 0, or -1 with err when memory runs out.
 */
int warnings_fill(struct table *table, const struct trace *trace, struct error *err);

/* What a kind does to figures: in alphabetical order as they are in weight, so that the column sorts. */
#define WARNING_HARMLESS "harmless"	/* every figure is as it would be without */
#define WARNING_LIMITED "limited"	/* what is told is right, but some is not told */
#define WARNING_LOST "lost"		/* events are in no figure */
#define WARNING_SKEWED "skewed"		/* figures are off */

struct warning_about {
	const char *effect;	/* one of those */
	const char *means, *advice;
};
extern const struct warning_about warnings_about[WARNINGS];

#endif
