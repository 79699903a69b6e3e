/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys and commands, made from their tables. */
#ifndef TUI_HELP_PANE_H
#define TUI_HELP_PANE_H

#include "tui/pane.h"

extern const struct pane_ops help_pane;

/* Puts the keys of the map first; with a word, goes to the first line that holds it. */
void help_pane_show(struct pane *pane, const char *map, const char *word);

#endif
