/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_SUMMARY_PRIV_H
#define TUI_SUMMARY_PRIV_H

#include "tui/summary.h"

int summary_roots(struct summary *summary, const struct trace *trace, const struct tree *tree);	/* -1: no memory */

#endif
