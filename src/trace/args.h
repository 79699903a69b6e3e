/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the members of a JSON object as spans of its text, nothing converted:
 * numbers keep all their digits, inf and nan and wrong escapes pass. 64 bytes
 * behind the text must be readable, as they are in what trace_read_event() gives.
 */
#ifndef TRACE_ARGS_H
#define TRACE_ARGS_H

#include "base/buffer.h"
#include <stdbool.h>
#include <stddef.h>

struct args_member {
	const char *key;	/* without quotes, escapes as in the file */
	size_t key_len;
	const char *value;	/* as in the file: strings with their quotes */
	size_t value_len;
};

struct args_iter {
	const char *p, *end;
};

/* The members of the object in text[0, len). A text that is no object has none. */
struct args_iter args_begin(const char *text, size_t len);
bool args_next(struct args_iter *iter, struct args_member *member);

/* The elements of the list in text[0, len), each with an empty key. A text that is no list has none. */
struct args_iter args_list_begin(const char *text, size_t len);
bool args_list_next(struct args_iter *iter, struct args_member *element);

/* Finds a member of the object by key. */
bool args_find(const char *text, size_t len, const char *key, struct args_member *member);
/* The same where the text may end in its value, which is given as far as it goes then. */
bool args_find_begun(const char *text, size_t len, const char *key, struct args_member *member);

/* A value as plain text: quotes off and escapes decoded for a string, blanks outside strings out for the rest. */
bool args_value_text(const struct args_member *member, struct buffer *out);

#endif
