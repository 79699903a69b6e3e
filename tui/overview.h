/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What opens first: what the trace is, where the GPU's time goes, what is worth a look. */
#ifndef TUI_OVERVIEW_H
#define TUI_OVERVIEW_H

#include "tui/pane.h"

extern const struct pane_ops overview_pane;

#endif
