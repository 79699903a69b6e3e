/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One table as text: what `sonde show` prints and what reports are made of.
 *
 * Whatever bytes the cells hold, what is written is valid UTF-8 without control
 * characters but tab and newline, the others and what is not UTF-8 become
 * U+FFFD. A cell of more than REPORT_CELL_MAX characters, counted as workbooks
 * do in UTF-16, is cut and says so.
 */
#ifndef REPORT_WRITE_H
#define REPORT_WRITE_H

#include "base/buffer.h"
#include "report/output.h"
#include "table/view.h"

#define REPORT_CELL_MAX 32767

enum write_format { WRITE_TEXT, WRITE_CSV, WRITE_JSON, WRITE_MARKDOWN, WRITE_FORMATS };

/* "text", "csv", "json", "markdown", NULL. */
extern const char *const write_format_names[];

/*
 * Adds the table to output; width is the terminal's for text, 0 for unlimited,
 * and no matter for the others. What fails is told by output_close.
 *
 * text: for people. Headings with units, broken where they are longer than
 *	their cells, numbers to the right. Columns of text give way first, then
 *	columns at the end, which are named below the table; as much as fits.
 * csv: as the reference: commas, "\n", quotes where needed, doubled inside,
 *	the header even without rows.
 * json: an array of objects, a row a line, keyed by title; empty cells, NaN
 *	and infinities are null, numbers have all their digits.
 * markdown: a pipe table with headings and cells as in text, nothing cut.
 */
void write_table(struct output *output, const struct table_view *view, enum write_format format, size_t width);

void write_csv(struct output *output, const struct table_view *view);
void write_json(struct output *output, const struct table_view *view);
void write_markdown(struct output *output, const struct table_view *view);
void write_text(struct output *output, const struct table_view *view, size_t width);

/* A text as a JSON string with its quotes. */
void write_json_text(struct output *output, const char *text);

/*
 * Replaces buf's content by text as it may stand in a file, cut to
 * REPORT_CELL_MAX. Returns text itself where nothing has to change, else
 * buf's content, or NULL when memory runs out.
 */
const char *write_clean(struct buffer *buf, const char *text);

#endif
