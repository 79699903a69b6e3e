/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_WARNINGS_PANE_H
#define TUI_WARNINGS_PANE_H

#include "tui/pane.h"

extern const struct pane_ops warnings_pane;

#endif
