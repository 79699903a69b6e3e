/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Cuts elements of the event array out of text and takes the known fields in
 * one pass. Each thread has a scanner of its own; what it numbers is its own too.
 */
#ifndef TRACE_SCAN_PRIV_H
#define TRACE_SCAN_PRIV_H

#include "batch_priv.h"
#include "lex_priv.h"
#include "fields_priv.h"
#include "shape_priv.h"

/* A place in a text where some of the file's was left out. */
struct text_gap {
	size_t at;		/* from this byte of the text on */
	uint64_t shift;		/* offsets are so much larger, all gaps before included */
};

struct scanner {
	struct lex lex;
	uint64_t offset;		/* of the text's first byte */
	const char *text;
	const struct text_gap *gaps;	/* borrowed; of the text that is scanned next */
	size_t n_gaps;

	struct intern strings;		/* id 0 is the empty text */
	uint8_t *string_marks;		/* per string: STRING_* */
	size_t cap_marks;
	struct raw_track *tracks;
	uint32_t n_tracks;
	size_t cap_tracks;
	uint32_t track_slots[256];	/* track + 1 by hash, the last one seen */
	struct intern signatures;	/* of struct trace_signature's bytes; id 0 is all zero */
	struct intern track_index;	/* of struct raw_track's bytes */
	uint32_t no_name;		/* string id of the placeholder */

	struct field_index index;
	struct shape shape;		/* what stands between values */
	struct fields fields;		/* of the event being read */
	char *scratch;			/* decoded strings */
	size_t cap_scratch;
	char *copy;			/* of a broken object, to read it leniently */
	size_t cap_copy;
	uint32_t told_strings, told_tracks, told_signatures;	/* what batches know already */
	bool last;			/* set by the caller: no more text follows the one that is scanned next */
	const char *document;		/* where another document begins among the events, or NULL */
	bool no_memory;
};

enum string_mark {
	STRING_SEEN = 1 << 7,		/* the others are worked out */
	STRING_NOT_UTF8 = 1 << 6,
	STRING_CONTROL = 1 << 5,
	STRING_COMM = 1 << 4,		/* as a kernel's name: it communicates */
	STRING_KIND = 0x0f,		/* as a category: enum event_kind */
};

enum scan_end {
	SCAN_CLEAN,		/* all of the text is used up, between two elements */
	SCAN_PARTIAL,		/* the text ends inside an element */
	SCAN_ARRAY_END,		/* the array's closing bracket was met */
	SCAN_DOCUMENT,		/* another document begins: the one before was cut */
	SCAN_FAILED,		/* no memory */
};

int scanner_init(struct scanner *scanner);
void scanner_free(struct scanner *scanner);

/*
 * Scans elements from text, which begins between two of them and has LEX_PAD
 * zero bytes behind its end. Adds to batch; *used is the place behind the last
 * whole element (behind the bracket at SCAN_ARRAY_END, the other's place at SCAN_DOCUMENT).
 */
enum scan_end scan_elements(struct scanner *scanner, const char *text, size_t len, uint64_t offset,
	struct batch *batch, size_t *used);

/*
 * After SCAN_PARTIAL: the value, or key, that goes on behind the text in the element that begins at
 * element; NULL when that cannot be told. A list or an object in which an event seems to begin is
 * none: it may lack its bracket.
 */
const char *scan_open_value(const struct scanner *scanner, const char *element);

/* The start of the last element that surely looks like an event in [text, text + len), or NULL. For cutting windows. */
const char *scan_find_last_event(const char *text, const char *end);

/* Adds the event in scanner->fields to the batch. False: no memory. */
bool scan_commit(struct scanner *scanner, struct batch *batch, uint64_t offset);

/* The string's number, decoded first when marks say so; 0 and no_memory when memory runs out. */
uint32_t scan_string(struct scanner *scanner, const char *p, const char *end, unsigned marks);

#endif
