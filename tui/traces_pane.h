/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The traces of a folder, to pick one. */
#ifndef TUI_TRACES_PANE_H
#define TUI_TRACES_PANE_H

#include "tui/pane.h"

extern const struct pane_ops traces_pane;

#endif
