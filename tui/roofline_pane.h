/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Operators under the roofs of the GPU: a picture, and the same operators as a table. */
#ifndef TUI_ROOFLINE_PANE_H
#define TUI_ROOFLINE_PANE_H

#include "tui/pane.h"

extern const struct pane_ops roofline_pane;

#endif
