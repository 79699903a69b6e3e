/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys and commands, made from their tables. */
#ifndef TUI_HELP_PANE_H
#define TUI_HELP_PANE_H

#include "tui/pane.h"

extern const struct pane_ops help_pane;

/*
 * Lists anew what there is, with the keys of the map first; with a word, goes to the first row that holds it. 0, or -1
 * with err.
 */
int help_pane_show(struct pane *pane, const char *map, const char *word, struct error *err);

#endif
