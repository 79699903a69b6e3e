/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One sheet of several reports, side by side. */
#ifndef COMPARE_MERGE_PRIV_H
#define COMPARE_MERGE_PRIV_H

#include "compare/reports.h"

#define MERGE_KEYS 48u
#define MERGE_METRICS 6u
#define MERGE_REPORTS 32u

/* How a sheet is compared; columns go by title, lists end with NULL. */
struct merge_spec {
	const char *sheet;	/* NULL: any sheet that has the keys and the first metric */
	const char *group;	/* what else --sheets calls it */
	const char *keys[6];
	bool params;		/* all "param: " columns that every report has are keys too */
	bool split;		/* three sheets a variant instead of one for all */
	bool add_up;		/* rows that share their first key are one first; the second metric is the first over the third */
	const char *metrics[MERGE_METRICS];	/* differences; the first also tells in which reports a row is */
	const char *dropped[7];			/* everywhere */
	const char *dropped_later[8];		/* in all reports but the first */
	const char *sort;	/* of the baseline, largest first; NULL: by keys */
	const char *hidden[12];	/* ends of titles that a workbook hides */
};

struct merge_input {
	const struct table *table;	/* NULL: this report lacks the sheet */
	const char *name;
};

/* A spec for the sheet, or NULL when it is not compared. */
const struct merge_spec *merge_find(const struct table *sheet);
/* Number of specs with a sheet of their own, in the order of the result. */
extern const struct merge_spec merge_specs[];
extern const uint32_t merge_specs_count;

struct merged {
	struct table *table;		/* owned by the caller */
	int metric[MERGE_REPORTS];	/* by report: its column of the first metric, -1 where there is none */
	int sort[MERGE_REPORTS];	/* likewise of the column to sort by */
};

/*
 * Merges the sheet over n reports, MERGE_REPORTS at most; the rows stand by
 * keys. The texts stay the inputs'. 0, or -1 with err.
 */
int merge_sheet(struct merged *out, const struct merge_spec *spec, const struct merge_input *inputs, uint32_t n,
	struct error *err);
/* The sheet with its rows that share their keys made one, for specs that add up. NULL with err. */
struct table *merge_add_up(const struct table *sheet, const struct merge_spec *spec, struct error *err);
/* The title in a table, exactly; -1: none. */
int merge_column(const struct table *table, const char *title);

/* A number cell in its column's unit; NaN where there is none. */
double merge_number(const struct table *table, uint32_t row, int column);

struct merge_cell {
	const struct table *table;	/* may be NULL, row JOIN_NO_ROW, column -1: no number */
	uint32_t row;
	int column;
};

/* later - earlier, of times and whole numbers exactly; NaN where either is missing. */
double merge_difference(struct merge_cell later, struct merge_cell earlier);

#endif
