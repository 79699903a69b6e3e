/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads reports back: workbooks and folders of CSV files, of ours and of other
 * programs.
 *
 * Each sheet becomes a table: the first row that is there gives the titles, a
 * column without one is passed over, as is a row without cells. A column's type
 * is that of its cells: whole numbers, reals, truth values, else text. "nan",
 * "NaN", "None", "<NA>" and "" are empty cells. Where a sheet "index" of ours
 * tells the full names of sheets, tables go by these; it is no table itself.
 */
#ifndef REPORT_READ_H
#define REPORT_READ_H

#include "base/buffer.h"
#include "report/report.h"

#define READ_TEXT_MAX (INT64_C(1) << 30)	/* bytes that a workbook may expand to */
#define READ_CELLS_MAX 40000000u		/* cells of one sheet */

/* A folder is read as CSV, a file as workbook. 0, or -1 with err. */
int report_read(struct report **out, const char *path, struct error *err);
/* Whether the path is that of a report, not of a trace: a folder, or a workbook by its name. */
bool report_is_path(const char *path);

int report_read_xlsx(struct report **out, const char *path, struct error *err);
/* All *.csv of the folder, by name; others are passed over, none is an error. */
int report_read_csv(struct report **out, const char *folder, struct error *err);

/*
 * CSV text, field by field. Each is whole in `field`, which the caller frees; p is then before a
 * comma, a line's end or the text's. -1 with err, which tells the byte, when it is none.
 */
struct csv {
	const char *begin, *p, *end;
	struct buffer field;
	struct error *err;
};

void csv_begin(struct csv *csv, const char *text, size_t len, struct error *err);
int csv_field(struct csv *csv);

/* One CSV file: commas, quotes doubled inside quotes, lines ended by "\n" or "\r\n", a byte order mark passed over. */
int table_read_csv(struct table **out, const char *path, const char *id, struct error *err);

#endif
