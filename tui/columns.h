/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which columns a pane shows, and its rows, as :columns and :filter take them. */
#ifndef TUI_COLUMNS_H
#define TUI_COLUMNS_H

#include "table/table.h"

/* Number of the column that a person calls so, -1: none. */
typedef int columns_find(const void *ctx, const char *name);

/*
 * "a,b", or "+a,-b" of those there are. chosen has room for every column and holds *n on the way in.
 * 0, or -1 with err and what was chosen as it was.
 */
int columns_choose(const char *argument, columns_find *find, const void *ctx, uint32_t *chosen, uint32_t *n,
	struct error *err);

/* Says where in the expression the trouble is, for one who sees only the message. */
void filter_trouble(const char *expression, struct error *err);

#endif
