/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recorded arguments as the reference's sheets print them: Python's repr of tuples or lists. */
#ifndef ANALYSIS_ARGTEXT_H
#define ANALYSIS_ARGTEXT_H

#include "base/buffer.h"
#include <stdbool.h>
#include <stddef.h>

enum argtext_style {
	ARGTEXT_TUPLES,		/* ((8944, 1024), (16,), ()) */
	ARGTEXT_LISTS,		/* [[8944, 1024], [16], []] */
	ARGTEXT_STYLES
};

/*
 * Appends the repr of compact JSON text: whole numbers as they stand, others
 * as Python prints floats, strings in its quotes. What is no JSON is copied
 * as a string. False, with out possibly longer, when memory runs out.
 */
bool argtext_add(struct buffer *out, const char *json, size_t len, enum argtext_style style);

/* Appends Python's repr of a UTF-8 text. */
bool argtext_add_quoted(struct buffer *out, const char *text, size_t len);

#endif
