/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stands behind the event array: the document's last members, and what follows the document. */
#ifndef TRACE_TAIL_PRIV_H
#define TRACE_TAIL_PRIV_H

#include "document_priv.h"

struct tail {
	struct document *document;	/* borrowed */
	size_t wanted;
	bool ended;			/* the document is whole, or cut */
	bool cut;
	char first;			/* of what follows it; 0: nothing but blanks */
	uint64_t offset, bytes;		/* its place and length */
};

/* The document was cut: another one begins at offset. */
void tail_cut(struct tail *tail, uint64_t offset);

/*
 * More text, from offset on; any amount in all. `last`: no more comes. 0, or -1 with err when memory
 * runs out.
 */
int tail_feed(struct tail *tail, const char *text, size_t len, uint64_t offset, bool last, struct error *err);

#endif
