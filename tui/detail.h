/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Everything known of one event: beside a pane, or alone. */
#ifndef TUI_DETAIL_H
#define TUI_DETAIL_H

#include "tui/pane.h"

extern const struct pane_ops detail_pane;

void detail_set(struct pane *detail, uint32_t event);
/* Shows what is selected in the other pane, on cols cells: in short, which little is drawn for, or the whole. */
void detail_follow(struct pane *pane, const struct pane *from, int cols, bool whole);
bool detail_is_whole(const struct pane *pane);

#endif
