/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/json_read.h"
#include "base/mem.h"
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#define JSON_FILE_MAX ((size_t)16 << 20)
#define JSON_NODES 32	/* bytes of json-c's tree a byte of text, for any file that means something */

int
json_text_open(struct json_text *out, const char *path, struct error *err)
{
	char chunk[4096];
	FILE *file = fopen(path, "rb");
	size_t n;
	int status = 0;

	*out = (struct json_text){ .path = path };
	if (!file)
		return error_set(err, "%s: %s", path, strerror(errno));
	while (!status && (n = fread(chunk, 1, sizeof(chunk), file)) > 0) {
		if (out->own.len + n > JSON_FILE_MAX)
			status = error_set(err, "%s: larger than 16 MB", path);
		else if (!buffer_add(&out->own, chunk, n))
			status = error_no_memory(err, "reading a file");
	}
	if (!status && ferror(file))
		status = error_set(err, "%s: %s", path, strerror(errno));
	fclose(file);
	out->text = out->own.data ? out->own.data : "";
	out->len = out->own.len;
	if (status)
		json_text_free(out);
	return status;
}

void
json_text_free(struct json_text *text)
{
	buffer_free(&text->own);
}

static int
line_at(const struct json_text *text, size_t offset)
{
	int line = 1;

	for (size_t i = 0; i < offset && i < text->len; i++)
		line += text->text[i] == '\n';
	return line;
}

/*
 * json-c (0.16) crashes or leaves members out when memory runs out while it
 * reads: whether there is room is asked before.
 */
static bool
json_has_room(size_t len)
{
	void *room = mem_alloc(len + 4096, JSON_NODES);
	bool there = room;

	free(room);
	return there;
}

struct json_object *
json_text_parse(const struct json_text *text, struct error *err)
{
	struct json_tokener *tokener = json_has_room(text->len) ? json_tokener_new() : NULL;
	struct json_object *object;
	size_t end;

	if (!tokener) {
		error_no_memory(err, "reading JSON");
		return NULL;
	}
	object = json_tokener_parse_ex(tokener, text->text, (int)text->len);
	end = json_tokener_get_parse_end(tokener);
	if (json_tokener_get_error(tokener) == json_tokener_success && end < text->len
			&& end + strspn(text->text + end, " \t\r\n") < text->len) {
		error_set(err, "%s:%d: something follows the end", text->path, line_at(text, end));
		json_object_put(object);
		object = NULL;
	} else if (!object) {
		const char *reason = json_tokener_get_error(tokener) == json_tokener_continue
			? "the end is missing"
			: json_tokener_error_desc(json_tokener_get_error(tokener));

		error_set(err, "%s:%d: %s", text->path, line_at(text, end), reason);
	}
	json_tokener_free(tokener);
	return object;
}

int
json_text_line(const struct json_text *text, int from, const char *name)
{
	const char *p = text->text;
	size_t n = strlen(name);

	for (int line = 1; line < from && p; line++) {
		p = strchr(p, '\n');
		p = p ? p + 1 : NULL;
	}
	while (p && (p = strchr(p, '"'))) {
		if (!strncmp(p + 1, name, n) && p[1 + n] == '"')
			return line_at(text, (size_t)(p - text->text));
		p++;
	}
	return from;
}

const char *
json_member_text(struct json_object *object, const char *key)
{
	struct json_object *member;

	if (!json_object_object_get_ex(object, key, &member)
		|| !json_object_is_type(member, json_type_string))
		return NULL;
	return json_object_get_string(member);
}
