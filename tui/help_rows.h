/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the help pane lists, made from the tables of keys, commands, panes, settings and columns. */
#ifndef TUI_HELP_ROWS_H
#define TUI_HELP_ROWS_H

#include "analysis/levels.h"
#include "tui/app.h"

enum help_column { HELP_KEY, HELP_COMMAND, HELP_ARGUMENT, HELP_WHERE, HELP_TEXT, HELP_SECTION, HELP_COLUMNS };

/* Sections with their rows below them, the keys of the map first where there is one. 0, or -1 with err. */
int help_rows(struct levels *levels, const struct app *app, const char *map, struct error *err);

#endif
