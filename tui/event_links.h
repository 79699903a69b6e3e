/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_EVENT_LINKS_H
#define TUI_EVENT_LINKS_H

#include "tree/tree.h"
#include "tui/lines.h"

/* The section of links of an event of the tree, nothing where there are none. */
void event_links(struct lines *lines, const struct tree *tree, uint32_t event, int cols, bool full);

#endif
