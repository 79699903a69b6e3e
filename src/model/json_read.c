/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/json_read.h"
#include "base/text.h"
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#define JSON_FILE_MAX ((size_t)16 << 20)

int
json_text_open(struct json_text *out, const char *path, struct error *err)
{
	char chunk[4096];
	FILE *file = fopen(path, "rb");
	size_t n;
	int status = 0;

	*out = (struct json_text){ .path = path };
	if (!file && errno == ENOMEM)
		return error_no_memory(err, "reading a file");
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
	arena_free(&text->values);
}

static int
line_at(const struct json_text *text, size_t offset)
{
	int line = 1;

	for (size_t i = 0; i < offset && i < text->len; i++)
		line += text->text[i] == '\n';
	return line;
}

/* --- jansson's memory ----------------------------------------------------------- */

/*
 * jansson (2.14) does not look whether it got room for the text of a token: it goes on with a part
 * of it, or reads past its end. So it allocates from an arena, and is left for good the first time
 * that there is no memory.
 */
struct json_call {
	struct arena *arena;
	jmp_buf no_memory;
};

static _Thread_local struct json_call *json_call;

static void *
json_alloc(size_t size)
{
	void *p = arena_alloc(json_call->arena, size);

	if (!p)
		longjmp(json_call->no_memory, 1);
	return p;
}

static void
json_keep(void *p)
{
	(void)p;	/* the arena frees it */
}

static void
json_alloc_init(void)
{
	json_set_alloc_funcs(json_alloc, json_keep);
}

/* Calls what calls jansson; false: no memory. */
static bool
json_run(struct arena *arena, void (*run)(void *job), void *job)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	struct json_call call = { .arena = arena };

	pthread_once(&once, json_alloc_init);
	json_call = &call;
	if (setjmp(call.no_memory)) {
		json_call = NULL;
		return false;
	}
	run(job);
	json_call = NULL;
	return true;
}

/* --- parsing -------------------------------------------------------------------- */

struct load {
	const struct json_text *text;
	json_t *root;
	json_error_t error;
};

static void
run_load(void *job)
{
	struct load *load = job;

	load->root = json_loadb(load->text->text, load->text->len, JSON_DECODE_ANY, &load->error);
}

static const char *
load_reason(const json_error_t *error)
{
	switch (json_error_code(error)) {
	case json_error_premature_end_of_input:
		return "the end is missing";
	case json_error_end_of_input_expected:
		return "something follows the end";
	case json_error_invalid_utf8:
		return "not UTF-8";
	case json_error_stack_overflow:
		return "nested too deeply";
	case json_error_null_character:
	case json_error_null_byte_in_key:
		return "\\u0000 in a text";
	case json_error_numeric_overflow:
		return "a number is too large";
	default:
		return error->text;
	}
}

json_t *
json_text_parse(struct json_text *text, struct error *err)
{
	const char *nul = memchr(text->text, '\0', text->len);
	struct load load = { .text = text };

	if (nul) {	/* which jansson takes for the end in some places */
		error_set(err, "%s:%d: a NUL byte", text->path,
			line_at(text, (size_t)(nul - text->text)));
		return NULL;
	}
	if (!json_run(&text->values, run_load, &load) || (!load.root && !*load.error.text)) {
		error_no_memory(err, "reading JSON");
		return NULL;
	}
	if (!load.root)
		error_set(err, "%s:%d: %s", text->path, load.error.line, load_reason(&load.error));
	return load.root;
}

/* --- what was parsed ------------------------------------------------------------ */

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
json_member_text(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

struct dump {
	const json_t *value;
	char *text;
};

static void
run_dump(void *job)
{
	struct dump *dump = job;

	dump->text = json_dumps(dump->value, JSON_ENCODE_ANY);
}

const char *
json_value_text(struct json_text *text, const json_t *value)
{
	struct dump dump = { .value = value };
	char real[32];

	if (json_is_string(value))
		return json_string_value(value);
	if (json_is_real(value))
		return arena_strdup(&text->values, text_real(real, json_real_value(value)));
	return json_run(&text->values, run_dump, &dump) ? dump.text : NULL;
}
