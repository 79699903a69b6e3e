/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two traces as one tree: times of both, and what differs. */
#ifndef TUI_COMPARE_PANE_H
#define TUI_COMPARE_PANE_H

#include "tui/pane.h"

extern const struct pane_ops compare_pane;

#endif
