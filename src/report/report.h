/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A report: sheets in their order, and what explains them (the program, the
 * trace, options, warnings). It is written as one workbook, one folder of CSV
 * files or one JSON text; in each, the table `index` tells what there is.
 */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include "table/table.h"

#define REPORT_NAME_MAX 31		/* characters of a sheet's name in a workbook */
#define REPORT_ROWS_MAX 1048575u	/* rows of a workbook's sheet below its header */

enum index_column { INDEX_KIND, INDEX_NAME, INDEX_VALUE, INDEX_ROWS, INDEX_ABOUT, INDEX_COLUMNS };

struct report {
	struct table **sheets;	/* owned */
	const char **names;	/* of the sheets in a workbook: distinct, REPORT_NAME_MAX at most */
	struct table *index;	/* owned; has the columns of enum index_column */
	uint32_t n;
	size_t cap_sheets, cap_names;
};

/* NULL when memory runs out. */
struct report *report_new(void);
void report_free(struct report *report);

/*
 * A line of the index: kind "program", "trace", "option", "warning"; all texts
 * are copied, value may be NULL. 0, or -1 when memory runs out.
 */
int report_add_note(struct report *report, const char *kind, const char *name, const char *value);

/*
 * Takes the table over, also on failure. What its cells point to must outlive
 * the report. Adds a warning where a workbook cannot hold all rows. about may
 * be NULL. 0, or -1 when memory runs out.
 */
int report_add_sheet(struct report *report, struct table *sheet, const char *about);

/*
 * Writes a workbook: sheet "index" first, then the sheets. Numbers are numbers
 * with a format that tells their unit, texts are texts whatever they begin
 * with, titles stand frozen with a filter, shares have bars, noisy columns are
 * hidden. Where gpu_timeline or ops_summary are present they have a chart.
 * 0, or -1 with err; an older file is then as it was.
 */
int report_write_xlsx(const struct report *report, const char *path, struct error *err);
/* One file a sheet, ID.csv, and index.csv; the folder is made. Files are whole or not there, see report/folder.h. */
int report_write_csv(const struct report *report, const char *folder, struct error *err);
/* One object: the sheets' ids with their rows, "index" first. */
int report_write_json(const struct report *report, const char *path, struct error *err);

#endif
