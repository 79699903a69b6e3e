/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "document_priv.h"
#include "base/mem.h"
#include <stdio.h>
#include <string.h>

#define VALUE_KEPT ((size_t)16 << 20)	/* longer values are not kept */

bool
document_feed(struct document *d, const char *text, size_t len)
{
	if (d->used) {
		memmove(d->text.data, d->text.data + d->used, d->text.len - d->used);
		d->text.len -= d->used;
		d->offset += d->used;
		d->used = 0;
	}
	if (!buffer_reserve(&d->text, len + LEX_PAD))
		return false;
	memcpy(d->text.data + d->text.len, text, len);
	d->text.len += len;
	memset(d->text.data + d->text.len, 0, LEX_PAD);
	return true;
}

void
document_free(struct document *d)
{
	buffer_free(&d->text);
	free(d->members);
}

static enum document_state
document_at(struct document *d, const char *p, enum document_state state)
{
	d->used = (size_t)(p - d->text.data);
	return state;
}

/* A line that begins with a member, or the event array anywhere: where a damaged value surely is over. */
static const char *
document_find_member(const char *p, const char *end)
{
	static const char events[] = "\"traceEvents\"";

	for (; p < end; p++) {
		const char *key = p, *q;

		if (*p == '\n')
			key = lex_skip_blanks(p);
		else if (*p != '"' || (size_t)(end - p) < sizeof(events) || memcmp(p, events, sizeof(events) - 1))
			continue;
		if (*key != '"')
			continue;
		for (q = key + 1; q < end && *q != '"' && *q != '\\' && (unsigned char)*q >= ' '; q++)
			;
		if (*q == '"' && *lex_skip_blanks(q + 1) == ':')
			return key;
	}
	return NULL;
}

static char *
keep_value(struct arena *arena, const char *value, size_t len)
{
	char *copy = arena_bytes(arena, len + LEX_PAD);

	if (!copy)
		return NULL;
	memcpy(copy, value, len);
	memset(copy + len, 0, LEX_PAD);
	return copy;
}

static bool
document_keep(struct document *d, const char *key, size_t key_len, const char *value, size_t value_len)
{
	struct document_member *member;

	if (!mem_reserve(&d->members, &d->cap_members, d->n_members + 1, sizeof(*d->members)))
		return false;
	member = &d->members[d->n_members];
	member->key = arena_strndup(d->arena, key, key_len);
	member->value = value_len > VALUE_KEPT ? keep_value(d->arena, "null", 4)
		: keep_value(d->arena, value, value_len);
	d->n_members++;
	return member->key && member->value;
}

static enum document_state
document_no_memory(struct error *err)
{
	error_no_memory(err, "reading the trace's metadata");
	return DOCUMENT_FAILED;
}

/*
 * Behind a damaged value: at the next member, or for more text. over is where
 * the value may be over, or NULL.
 */
static enum document_state
document_recover(struct document *d, const char *key, size_t key_len, const char *p, const char *over, bool last,
	struct error *err)
{
	const char *next = document_find_member(p, d->text.data + d->text.len);

	if (over && (!next || next > over))
		next = over;
	if (!next && !last)
		return DOCUMENT_MORE;
	if (!d->n_damaged) {
		d->damaged_key = arena_strndup(d->arena, key, key_len);
		d->damaged_offset = d->offset + (uint64_t)(p - d->text.data);
		if (!d->damaged_key)
			return document_no_memory(err);
	}
	d->n_damaged++;
	return document_at(d, next ? next : d->text.data + d->text.len, DOCUMENT_EVENTS);
}

static const char *
document_kind_hint(const struct document *d)
{
	static const struct { const char *key, *hint; } known[] = {
		{"rocprofiler-sdk-tool", "it looks like a rocprofv3 file"},
		{"nodes", "it looks like a PyTorch execution trace"},
		{"resourceSpans", "it looks like OpenTelemetry"},
		{"nbformat", "it looks like a notebook"},
	};

	for (size_t k = 0; k < sizeof(known) / sizeof(*known); k++)
		for (size_t i = 0; i < d->n_members; i++)
			if (!strcmp(d->members[i].key, known[k].key))
				return known[k].hint;
	return NULL;
}

static enum document_state
document_no_events(const struct document *d, const char *how, struct error *err)
{
	const char *hint = document_kind_hint(d);
	char found[160] = "nothing";
	size_t used = 0;

	for (size_t i = 0; i < d->n_members && i < 6 && used < sizeof(found) - 32; i++) {
		used += (size_t)snprintf(found + used, sizeof(found) - used, "%s%.24s", i ? ", " : "",
			d->members[i].key);
	}
	if (hint)
		error_set_at(err, (int64_t)d->offset, "is no trace%s: no traceEvents; found %s: %s", how, found, hint);
	else
		error_set_at(err, (int64_t)d->offset, "is no trace%s: no traceEvents; found %s", how, found);
	return DOCUMENT_FAILED;
}

/* The value of a member at p: kept and passed, or the event array's first place. */
static enum document_state
document_value(struct document *d, const char *key, size_t key_len, const char *p, bool last, struct error *err)
{
	struct lex lex = {.end = d->text.data + d->text.len};
	bool events = key_len == 11 && !memcmp(key, "traceEvents", 11);
	const char *value = p;

	if (p >= lex.end)
		return DOCUMENT_MORE;
	if (events && *p == '[' && !d->had_events) {
		d->had_events = true;
		return document_at(d, p + 1, DOCUMENT_EVENTS);
	}
	p = lex_skip_value(&lex, p);
	if (!p && lex.stop == LEX_MORE && !last)
		return DOCUMENT_MORE;
	if (events && !d->had_events) {
		error_set_at(err, (int64_t)d->offset + (value - d->text.data), "is no trace: traceEvents is not a list");
		return DOCUMENT_FAILED;
	}
	if (p) {
		const char *after = lex_skip_blanks(p);

		if (after >= lex.end && !last)
			return DOCUMENT_MORE;
		if (*after != ',' && *after != '}' && after < lex.end)
			p = NULL;	/* the value ended too early: quotes inside it */
	}
	if (!p && lex.stop == LEX_MORE && d->had_events && last)
		return document_at(d, value, DOCUMENT_MORE);	/* cut in the file's tail */
	/* Brackets may balance by chance around quotes that do not. */
	if (!p || ((size_t)(p - value) <= VALUE_KEPT && !lex_is_json(value, (size_t)(p - value))))
		return document_recover(d, key, key_len, value, p, last, err);
	if (!document_keep(d, key, key_len, value, (size_t)(p - value)))
		return document_no_memory(err);
	return document_at(d, p, DOCUMENT_END);
}

/* From between two members on. */
static enum document_state
document_members(struct document *d, bool last, struct error *err)
{
	for (;;) {
		struct lex lex = {.end = d->text.data + d->text.len};
		const char *p = lex_skip_blanks(d->text.data + d->used), *key, *end;
		enum document_state state;
		bool had_events = d->had_events;

		while (*p == ',')
			p = lex_skip_blanks(p + 1);
		if (p >= lex.end)
			return document_at(d, lex.end, DOCUMENT_MORE);
		document_at(d, p, DOCUMENT_MORE);
		if (*p == '}')
			return document_at(d, p + 1, DOCUMENT_END);
		key = p + 1;
		end = *p == '"' ? lex_string_end(&lex, key) : NULL;
		if (!end && *p == '"')
			return DOCUMENT_MORE;
		p = end ? lex_skip_blanks(end + 1) : p;
		if (end && p >= lex.end)
			return DOCUMENT_MORE;
		if (!end || *p != ':')
			state = document_recover(d, "", 0, p, NULL, last, err);
		else
			state = document_value(d, key, (size_t)(end - key), lex_skip_blanks(p + 1), last, err);
		if (state == DOCUMENT_MORE || state == DOCUMENT_FAILED || d->had_events != had_events)
			return state;
	}
}

static enum document_state
document_start(struct document *d, bool last, struct error *err)
{
	const char *p = d->text.data, *end = p + d->text.len;

	if (d->text.len < 3 && !last)
		return DOCUMENT_MORE;
	if (d->text.len >= 3 && !memcmp(p, "\xef\xbb\xbf", 3))
		p += 3;
	p = lex_skip_blanks(p);
	if (p >= end && !last)
		return document_at(d, p, DOCUMENT_MORE);
	if (p >= end) {
		error_set(err, "is empty: nothing but blanks");
		return DOCUMENT_FAILED;
	}
	if (*p != '{' && *p != '[') {
		error_set_at(err, (int64_t)d->offset + (p - d->text.data), "is no trace: neither JSON nor gzip, zstd or zip");
		return DOCUMENT_FAILED;
	}
	d->started = true;
	d->is_array = *p == '[';
	d->had_events = d->is_array;
	return document_at(d, p + 1, DOCUMENT_EVENTS);
}

enum document_state
document_parse(struct document *d, bool last, struct error *err)
{
	enum document_state state;

	if (!d->started) {
		state = document_start(d, last, err);
		if (state != DOCUMENT_EVENTS || d->is_array)
			return state;
	} else if (d->is_array) {
		return DOCUMENT_END;
	}
	state = document_members(d, last, err);
	if (state == DOCUMENT_END && !d->had_events)
		return document_no_events(d, "", err);
	if (state == DOCUMENT_MORE && last && !d->had_events)
		return document_no_events(d, ", or cut before its events", err);
	return state;
}
