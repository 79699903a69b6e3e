/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads and streams over one time axis. */
#ifndef TUI_TIMELINE_H
#define TUI_TIMELINE_H

#include "tui/pane.h"

extern const struct pane_ops timeline_pane;

/* Puts the cursor on the event; the view moves, and zooms when the event would be too small to see. */
int timeline_goto(struct pane *pane, uint32_t event, struct error *err);
/* Shows the idle gap that begins then, with some time around it. */
int timeline_goto_gap(struct pane *pane, int64_t start, struct error *err);

#endif
