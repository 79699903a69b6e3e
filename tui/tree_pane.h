/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The call tree: threads, modules, frames, ops, calls and what they ran on the GPU. */
#ifndef TUI_TREE_PANE_H
#define TUI_TREE_PANE_H

#include "tui/pane.h"

extern const struct pane_ops tree_pane;

/* Puts the cursor on the event among the instances; what hides it is turned off. */
int tree_pane_goto(struct pane *pane, uint32_t event, struct error *err);

#endif
