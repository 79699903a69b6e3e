/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sonde-browser(7): keys, commands, panes and settings, from their tables, in the man macros of roff. */
#ifndef TUI_MANUAL_H
#define TUI_MANUAL_H

#include "base/error.h"

/* Writes the page to standard output; version stands in its footer. 0, or -1 with err. */
int tui_manual(const char *version, struct error *err);

#endif
