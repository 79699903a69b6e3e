/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_LINES_PRIV_H
#define TUI_LINES_PRIV_H

#include "tui/lines.h"

extern const struct column_def lines_column;	/* `line` */

/* Whether the row is one of a list: what tells such rows is filled. */
bool lines_is_item(const struct lines *lines, const struct lines_row *row);
/* What tells the row from all others, to be freed; NULL when it is in no list or memory ran out. */
char *lines_row_name(const struct lines *lines, const struct lines_row *row);

/* Tags the row, or where turn is set takes its tag away. False when it is in no list, or memory ran out. */
bool lines_tag(struct lines *lines, uint32_t row, bool turn);
void lines_forget_tag(struct lines *lines, size_t tag);
/* "2 tagged  time_ms 3.270  n 48", of the rows that are shown, with so many sums; nothing when none is tagged. */
void lines_sums(const struct lines *lines, struct buffer *out, unsigned most);

#endif
