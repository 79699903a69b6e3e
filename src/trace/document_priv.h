/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What stands around the event array: the object's other members, before it and behind it. They are
 * kept up to 16 MB each and 64 MB together: so memory does not grow with them.
 */
#ifndef TRACE_DOCUMENT_PRIV_H
#define TRACE_DOCUMENT_PRIV_H

#include "base/arena.h"
#include "base/buffer.h"
#include "base/error.h"
#include "lex_priv.h"
#include "pass_priv.h"
#include <stdint.h>

struct document_member {
	const char *key, *value;	/* in the arena; the value as it stands in the file, LEX_PAD zero bytes behind */
};

enum document_state {
	DOCUMENT_MORE,		/* more text is wanted */
	DOCUMENT_EVENTS,	/* behind the opening bracket of the event array */
	DOCUMENT_END,		/* behind the closing brace, or an array's bracket */
	DOCUMENT_FAILED,
	DOCUMENT_INSIDE,	/* within document.c: more text is wanted inside a member */
};

struct document {
	struct buffer text;		/* what is not used up; text.data[0] is at `offset` */
	uint64_t offset;
	size_t used, begin;		/* begin: where the document's first bracket stood, while offset is 0 */
	bool started, is_array, had_events;
	struct document_member *members;
	size_t n_members, cap_members;
	struct arena *arena;		/* of the trace: keys and values live there */
	const char *packed;		/* what the text is packed in, or NULL */
	uint64_t damaged_offset;	/* of the first member that could not be read */
	const char *damaged_key;
	uint64_t n_damaged;
	size_t kept;			/* bytes of members, about */
	struct pass pass;		/* of a member that is too long to keep */
	bool passing;
	const char *pass_key;
	uint64_t pass_offset;
	uint64_t again_offset;		/* of the first further event array, which is not read */
	bool again;
	bool lost;			/* the text of what could not be read was given up */
	const char *long_key;		/* of the first that was not kept */
	uint64_t long_offset, n_long;
};

/* Goes on at another place, behind the events. */
void document_jump(struct document *document, uint64_t offset);

/* Adds text behind what is there. False: no memory. */
bool document_feed(struct document *document, const char *text, size_t len);

/* How much text there should be before it is worth going on: a member is read from its first byte each time. */
size_t document_wants(const struct document *document);

/*
 * Goes on through the members. `last`: no more text comes. DOCUMENT_FAILED has
 * set err: the text is no trace.
 */
enum document_state document_parse(struct document *document, bool last, struct error *err);
void document_free(struct document *document);

#endif
