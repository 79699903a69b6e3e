/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a window leaves of an element that goes on in the next ones. Of a value that is longer than
 * LEFT_VALUE_KEPT bytes only the beginning is kept, when it is a string, else "null", and of an event
 * of more than LEFT_EVENT_KEPT only the members that fields are taken from: so memory does not grow
 * with them.
 */
#ifndef TRACE_LEFT_PRIV_H
#define TRACE_LEFT_PRIV_H

#include "base/buffer.h"
#include "pass_priv.h"
#include "scan_priv.h"

#define LEFT_VALUE_KEPT ((size_t)16 << 20)
#define LEFT_EVENT_KEPT ((size_t)32 << 20)

struct left {
	struct buffer text;		/* LEX_PAD zero bytes behind; from an element's first byte on */
	uint64_t offset;		/* of text.data[0] in the file's text */
	size_t wanted;			/* scan again when that much is there */
	struct text_gap *gaps;
	size_t n_gaps, cap_gaps;
	struct pass pass;
	bool passing;			/* the text ends in a gap that goes on */
};

void left_free(struct left *left);

/* Nothing is left. */
void left_clear(struct left *left);

/* Scanned again when it has doubled, and when a value in it may be found to be long. */
size_t left_next(size_t len);

/* Begins with a text. False: no memory. */
bool left_begin(struct left *left, const char *text, size_t len, uint64_t offset);

/* Adds what comes behind. False: no memory. */
bool left_add(struct left *left, const char *text, size_t len);

/* Behind a scan: the text's first bytes are used up. */
void left_use(struct left *left, size_t used);

/*
 * Leaves out what goes on at open, a place in the text, when it is long by now and *shortened says so then.
 * False: no memory.
 */
bool left_shorten(struct left *left, const char *open, bool *shortened);

/*
 * Of an event that goes on behind the text only what is taken of its whole members stays: of each field
 * the last. What is behind the last of them stays as it is, and so does all of one that is damaged.
 * False: no memory.
 */
bool left_thin(struct left *left, const struct field_index *index);

/* Of a place in the text, in the file's. */
uint64_t left_offset(const struct left *left, size_t at);

#endif
