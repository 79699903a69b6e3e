/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Over a value of any length, piece by piece, when its text is not to be kept. */
#ifndef TRACE_PASS_PRIV_H
#define TRACE_PASS_PRIV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum pass_place {
	PASS_VALUE,		/* before the value: blanks may come */
	PASS_KEY,		/* before or in the key of a member, whose value is passed too */
	PASS_COLON,		/* behind that key */
	PASS_INSIDE,		/* in a string, a list or an object */
	PASS_SCALAR,
};

/* {0} stands before a value, {.place = PASS_KEY} before a member. */
struct pass {
	enum pass_place place;
	bool in_string, escaped;	/* escaped: the last byte was a backslash that escapes the next */
	size_t depth;
	uint64_t kinds;			/* of the innermost brackets: 1 for a brace */
	unsigned known;			/* of how many, 64 at most: those further out were shifted away */
};

enum pass_end {
	PASS_MORE,		/* all of the piece was passed, the value goes on */
	PASS_OVER,
	PASS_BAD,		/* it cannot go on as it does at *p */
};

/*
 * From *p on, which is moved on. LEX_PAD zero bytes stand somewhere at or behind end. Once it gave
 * PASS_OVER or PASS_BAD the pass is done.
 */
enum pass_end pass_on(struct pass *pass, const char **p, const char *end);

#endif
