/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON files that people write: read whole, with errors that tell the line. */
#ifndef MODEL_JSON_READ_H
#define MODEL_JSON_READ_H

#include "base/arena.h"
#include "base/buffer.h"
#include "base/error.h"
#include <jansson.h>

struct json_text {
	const char *path;	/* for messages */
	const char *text;
	size_t len;
	struct buffer own;	/* holds text when it was read from a file */
	struct arena values;	/* what was parsed */
};

/* Reads a file of at most 16 MB. */
int json_text_open(struct json_text *out, const char *path, struct error *err);
/* Frees what was parsed, too. */
void json_text_free(struct json_text *text);

/*
 * Parses all of it; NULL with err: path:line: reason. Strictly: UTF-8, no comments, no NaN, integers
 * of 64 bits. Members stay in the order of the file; of two with one name the last counts, in
 * the place of the first. The values are the text's and are only looked at: json_decref() and what
 * changes them are not for them.
 */
json_t *json_text_parse(struct json_text *text, struct error *err);

/*
 * Line (from 1) of the first place after the line `from` where the quoted name stands; from itself
 * when there is none.
 */
int json_text_line(const struct json_text *text, int from, const char *name);

/* The text of a member, or NULL when it is absent or no text. */
const char *json_member_text(const json_t *object, const char *key);

/*
 * Any value as text, which is text's: a text without its quotes, a real as text_real() writes it
 * ("0.50" becomes "0.5", "1e3" "1000.0"), all else as JSON. NULL: no memory.
 */
const char *json_value_text(struct json_text *text, const json_t *value);

#endif
