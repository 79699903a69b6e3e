/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the links of an event lead. */
#ifndef TUI_LINKS_H
#define TUI_LINKS_H

#include "tree/tree.h"

#define LINK_NOTE 128

/* In the order of the words of the command "go". */
enum link_kind {
	LINK_KERNEL, LINK_LAUNCH, LINK_OP, LINK_MODULE, LINK_PYTHON, LINK_PAIR, LINK_BACKWARD, LINK_FORWARD,
	LINK_PARENT,
	LINK_KINDS
};

/* All of these give TRACE_NONE where there is no such event. */
uint32_t link_longest_kernel(const struct tree *tree, uint32_t event);	/* of those below, or itself */
uint32_t link_largest_backward(const struct tree *tree, uint32_t forward);	/* of those linked to it, by GPU time */
/* The event or the nearest op above it that is one half of a pair; false when there is none. */
bool link_pair(const struct tree *tree, uint32_t event, uint32_t *forward, uint32_t *backward);

/* The nearest frame above that computes forward activations again. */
uint32_t link_recompute(const struct tree *tree, uint32_t event);
/* The module around the event, or around the forward op whose backward it is part of. */
uint32_t link_module_around(const struct tree *tree, uint32_t event);

/*
 * Lines of Python that an event comes from: the nearest of the user's own above it, else the nearest
 * frame; the same of the forward op whose backward it is part of; what ran when it was called, on
 * the first thread with frames.
 */
enum line_kind { LINE_ABOVE, LINE_OF_FORWARD, LINE_MEANWHILE, LINE_KINDS };
uint32_t link_line(const struct tree *tree, uint32_t event, enum line_kind kind);

/* The event, or TRACE_NONE with err. A note about a choice among several is put in note, else "". */
uint32_t link_follow(const struct tree *tree, uint32_t event, enum link_kind kind, char note[LINK_NOTE], struct error *err);

#endif
