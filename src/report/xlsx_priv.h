/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inside of the workbook writer: a workbook being made, its sheets, its charts. */
#ifndef REPORT_XLSX_PRIV_H
#define REPORT_XLSX_PRIV_H

#include "base/buffer.h"
#include "report/report.h"
#include <xlsxwriter.h>

#define XLSX_UNITS (UNIT_EVENT + 1)

struct xlsx {
	const struct report *report;
	lxw_workbook *book;
	lxw_format *title, *formats[CELL_BOOL + 1][XLSX_UNITS];	/* by type and unit; made when needed */
	struct buffer clean, escaped, link;
	struct error *err;
};

/* Adds the table as the sheet `name`; *sheet is the library's. 0, or -1 with the error set. */
int xlsx_add_sheet(struct xlsx *xlsx, const struct table *table, const char *name, lxw_worksheet **sheet);
/* Draws what is drawn of this sheet beside its cells. */
int xlsx_add_chart(struct xlsx *xlsx, const struct table *table, const char *name, lxw_worksheet *sheet);

/* Reads the finished workbook once more: false when a part of it is cut or damaged. */
bool xlsx_is_whole(const char *path);

int xlsx_fail(struct xlsx *xlsx, lxw_error code);

#endif
