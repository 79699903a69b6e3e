/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_EVENT_LINKS_H
#define TUI_EVENT_LINKS_H

#include "tree/tree.h"
#include "tui/lines.h"

/*
 * The chain from the module to the kernel on one line, each name cut to its share of the room. False: there is none, for
 * it would be of one.
 */
bool event_chain(struct lines *lines, const struct tree *tree, uint32_t event, int cols);
/*
 * What an event of the tree is linked to, nothing where there is nothing; above: also the op and the module above it. Not
 * full: only what its chain does not have, and of the kernels below the longest.
 */
void event_links(struct lines *lines, const struct tree *tree, uint32_t event, int cols, bool above, bool full);
/* Of those, without a heading: the lines of Python and the other half of its pair. */
void event_links_in_short(struct lines *lines, const struct tree *tree, uint32_t event, int cols);

#endif
