/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON files that people write: read whole, with errors that tell the line. */
#ifndef MODEL_JSON_READ_H
#define MODEL_JSON_READ_H

#include "base/buffer.h"
#include "base/error.h"
#include <json-c/json.h>

struct json_text {
	const char *path;	/* for messages */
	const char *text;
	size_t len;
	struct buffer own;	/* holds text when it was read from a file */
};

/* Reads a file of at most 16 MB. */
int json_text_open(struct json_text *out, const char *path, struct error *err);
void json_text_free(struct json_text *text);

/* Parses all of it. NULL with err: path:line: reason. The caller puts the object. */
struct json_object *json_text_parse(const struct json_text *text, struct error *err);

/*
 * Line (from 1) of the first place after the line `from` where the quoted name stands; from itself
 * when there is none.
 */
int json_text_line(const struct json_text *text, int from, const char *name);

/* The text of a member, or NULL when it is absent or no text. */
const char *json_member_text(struct json_object *object, const char *key);

#endif
