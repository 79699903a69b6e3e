/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the links of an event lead. */
#ifndef TUI_LINKS_H
#define TUI_LINKS_H

#include "tree/tree.h"

/* In the order of the words of the command "go". */
enum link_kind {
	LINK_KERNEL, LINK_LAUNCH, LINK_OP, LINK_MODULE, LINK_PYTHON, LINK_PAIR, LINK_BACKWARD, LINK_FORWARD,
	LINK_PARENT,
	LINK_KINDS
};

/* The event, or TRACE_NONE with err. A note about a choice among several is put in note, else "". */
uint32_t link_follow(const struct tree *tree, uint32_t event, enum link_kind kind, char note[128], struct error *err);

#endif
