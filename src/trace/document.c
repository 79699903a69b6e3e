/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "document_priv.h"
#include "base/mem.h"
#include <stdio.h>
#include <string.h>

#define VALUE_KEPT ((size_t)16 << 20)
#define MEMBERS_KEPT ((size_t)64 << 20)
#define MEMBER_COSTS 128	/* about, besides its text */
#define EVENTS_KEY "\"traceEvents\""
#define OVERLAP 64		/* an events' key with its colon and bracket */

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
document_jump(struct document *d, uint64_t offset)
{
	buffer_clear(&d->text);
	d->offset = offset;
	d->used = 0;
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
	static const char events[] = EVENTS_KEY;

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

/* Notes a member that is not kept. */
static bool
document_note_long(struct document *d, const char *key, size_t key_len, uint64_t offset)
{
	if (!d->n_long++) {
		d->long_offset = offset;
		d->long_key = arena_strndup(d->arena, key, key_len);
	}
	return d->long_key;
}

static bool
document_keep(struct document *d, const char *key, size_t key_len, const char *value, size_t value_len)
{
	struct document_member *member;

	if (d->kept > MEMBERS_KEPT)
		return document_note_long(d, key, key_len, d->offset + d->used);
	if (value_len > VALUE_KEPT) {
		if (!document_note_long(d, key, key_len, d->offset + d->used))
			return false;
		value = "null";
		value_len = 4;
	}
	if (!mem_reserve(&d->members, &d->cap_members, d->n_members + 1, sizeof(*d->members)))
		return false;
	member = &d->members[d->n_members];
	member->key = arena_strndup(d->arena, key, key_len);
	member->value = keep_value(d->arena, value, value_len);
	d->kept += key_len + value_len + MEMBER_COSTS;
	d->n_members++;
	return member->key && member->value;
}

static enum document_state
document_no_memory(struct error *err)
{
	error_no_memory(err, "reading the trace's metadata");
	return DOCUMENT_FAILED;
}

/* Notes what could not be read at p, once for all that is lost of it. */
static bool
document_note_damage(struct document *d, const char *key, size_t key_len, const char *p)
{
	if (d->lost)
		return true;
	if (!d->n_damaged++) {
		d->damaged_key = arena_strndup(d->arena, key, key_len);
		d->damaged_offset = d->offset + (uint64_t)(p - d->text.data);
	}
	return d->damaged_key;
}

/* Near the text's end, where nothing begins that could be read: for what is damaged and too long to keep. */
static const char *
document_give_up(const struct document *d)
{
	const char *end = d->text.data + d->text.len, *p = end - OVERLAP;

	while (p < end - 1 && (*p == '"' || *p == ',' || *p == '}' || lex_is_blank(*p)))
		p++;
	return p;
}

/* The brace that ends the text, so that the document seems to be whole; NULL when there is none. */
static const char *
document_find_close(const char *p, const char *end)
{
	while (end > p && lex_is_blank(end[-1]))
		end--;
	return end > p && end[-1] == '}' ? end - 1 : NULL;
}

/*
 * Behind a damaged value: at the next member, or for more text. over is where
 * the value may be over, or NULL.
 */
static enum document_state
document_recover(struct document *d, const char *key, size_t key_len, const char *p, const char *over, bool last,
	struct error *err)
{
	const char *end = d->text.data + d->text.len, *next = document_find_member(p, end);
	bool lost = false;

	if (over && (!next || next > over))
		next = over;
	if (!next && !last) {
		if (!d->had_events || d->text.len - d->used <= VALUE_KEPT)
			return DOCUMENT_MORE;
		next = document_give_up(d);
		lost = true;
	}
	if (!next)
		next = document_find_close(p, end);
	if (!document_note_damage(d, key, key_len, p))
		return document_no_memory(err);
	d->lost = lost;
	return document_at(d, next ? next : end, DOCUMENT_EVENTS);
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

static bool
is_events(const char *key, size_t key_len)
{
	return key_len == 11 && !memcmp(key, "traceEvents", 11);
}

/* Notes an event array that is not read, as there was one before. */
static void
document_note_again(struct document *d, uint64_t offset)
{
	if (!d->again)
		d->again_offset = offset;
	d->again = true;
}

/* The event array's key before end, when its colon and bracket follow. */
static const char *
document_find_events(const char *p, const char *end)
{
	while ((p = memmem(p, (size_t)(end - p), EVENTS_KEY, sizeof(EVENTS_KEY) - 1))) {
		const char *colon = lex_skip_blanks(p + sizeof(EVENTS_KEY) - 1);

		if (*colon == ':' && *lex_skip_blanks(colon + 1) == '[')
			return p;
		p++;
	}
	return NULL;
}

/* The value of a member at p: kept and passed, or the event array's first place. */
static enum document_state
document_value(struct document *d, const char *key, size_t key_len, const char *p, bool last, struct error *err)
{
	struct lex lex = {.end = d->text.data + d->text.len};
	bool events = is_events(key, key_len) && !d->had_events;
	const char *value = p;

	if (p >= lex.end)
		return DOCUMENT_INSIDE;
	if (events && *p == '[') {
		d->had_events = true;
		return document_at(d, p + 1, DOCUMENT_EVENTS);
	}
	if (events) {
		error_set_at(err, (int64_t)d->offset + (value - d->text.data), "is no trace: traceEvents is not a list");
		return DOCUMENT_FAILED;
	}
	p = lex_skip_value(&lex, p);
	if (!p && lex.stop == LEX_MORE && !last)
		return DOCUMENT_INSIDE;
	if (p) {
		const char *after = lex_skip_blanks(p);

		if (after >= lex.end && !last)
			return DOCUMENT_INSIDE;
		if (*after != ',' && *after != '}' && after < lex.end) {
			p = NULL;	/* the value ended too early: quotes inside it */
			lex.stop = LEX_BAD;
		}
	}
	if (!p && lex.stop == LEX_MORE && d->had_events && last)
		return document_at(d, value, DOCUMENT_MORE);	/* cut in the file's tail */
	if (p && !d->had_events && lex_skip_blanks(p) >= lex.end && document_find_events(value, p))
		p = NULL;	/* it ended too late, with the document's own brace: the events are in it */
	/* Brackets may balance by chance around quotes that do not. */
	if (!p || ((size_t)(p - value) <= VALUE_KEPT && !lex_is_json(value, (size_t)(p - value))))
		return document_recover(d, key, key_len, value, p, last, err);
	if (is_events(key, key_len))
		document_note_again(d, d->offset + (uint64_t)(value - d->text.data));
	else if (!document_keep(d, key, key_len, value, (size_t)(p - value)))
		return document_no_memory(err);
	return document_at(d, p, DOCUMENT_END);
}

/* The member at d->used. */
static enum document_state
document_member(struct document *d, bool last, struct error *err)
{
	struct lex lex = {.end = d->text.data + d->text.len};
	const char *p = d->text.data + d->used, *key = p + 1, *end = *p == '"' ? lex_string_end(&lex, key) : NULL;

	if (!end && *p == '"')
		return DOCUMENT_INSIDE;
	p = end ? lex_skip_blanks(end + 1) : p;
	if (end && p >= lex.end)
		return DOCUMENT_INSIDE;
	if (!end || *p != ':')
		return document_recover(d, "", 0, p, NULL, last, err);
	return document_value(d, key, (size_t)(end - key), lex_skip_blanks(p + 1), last, err);
}

/* Over a member that is not kept. It is damaged when it cannot go on so, and when the events are in it. */
static enum document_state
document_pass(struct document *d, bool last, struct error *err)
{
	const char *p = d->text.data + d->used, *end = d->text.data + d->text.len;
	const char *events = d->had_events ? NULL : document_find_events(p, end);
	enum pass_end result;

	if (events)
		end = events;
	else if (!d->had_events && !last)
		end = end - p > OVERLAP ? end - OVERLAP : p;
	result = pass_on(&d->pass, &p, end);
	d->passing = result == PASS_MORE && !events;
	if (d->passing)
		return document_at(d, p, DOCUMENT_MORE);
	if (result != PASS_OVER)
		return document_recover(d, d->pass_key, strlen(d->pass_key), p, NULL, last, err);
	if (is_events(d->pass_key, strlen(d->pass_key)))
		document_note_again(d, d->pass_offset);
	else if (!document_note_long(d, d->pass_key, strlen(d->pass_key), d->pass_offset)
		|| !document_keep(d, d->pass_key, strlen(d->pass_key), "null", 4))
		return document_no_memory(err);
	return document_at(d, p, DOCUMENT_END);
}

/* The member at d->used has become too long to keep. */
static enum document_state
document_begin_pass(struct document *d, bool last, struct error *err)
{
	const char *p = d->text.data + d->used, *end = d->text.data + d->text.len;
	struct lex lex = {.end = end};
	const char *key_end = lex_string_end(&lex, p + 1);
	size_t key_len = key_end ? (size_t)(key_end - p - 1) : 0;

	if (!d->had_events && document_find_events(p, end))
		return document_recover(d, p + 1, key_len, p + 1, NULL, last, err);
	d->pass_key = arena_strndup(d->arena, p + 1, key_len);
	if (!d->pass_key)
		return document_no_memory(err);
	d->pass_offset = d->offset + d->used;
	d->pass = (struct pass){.place = PASS_KEY};
	d->passing = true;
	return document_pass(d, last, err);
}

/*
 * A brace between members: the document's end, unless more members follow. Such a brace is what is left of a
 * damaged value: DOCUMENT_EVENTS, at the next member.
 */
static enum document_state
document_brace(struct document *d, const char *p, bool last, struct error *err)
{
	const char *end = d->text.data + d->text.len, *next = lex_skip_blanks(p + 1);
	const char *key = next < end && *next == ',' ? lex_skip_blanks(next + 1) : next;
	const char *damaged = d->n_members ? d->members[d->n_members - 1].key : "";

	if (key >= end && !last)
		return DOCUMENT_MORE;
	if (key > next && *key == '"') {
		if (!document_note_damage(d, damaged, strlen(damaged), p))
			return document_no_memory(err);
		return document_at(d, next, DOCUMENT_EVENTS);
	}
	if (next < end && *next != '{' && !d->had_events && document_find_events(next, end))
		return document_recover(d, damaged, strlen(damaged), next, NULL, last, err);
	return document_at(d, p + 1, DOCUMENT_END);
}

/* From between two members on. */
static enum document_state
document_members(struct document *d, bool last, struct error *err)
{
	const char *end = d->text.data + d->text.len;

	for (;;) {
		enum document_state state;
		bool had_events = d->had_events;

		if (d->passing) {
			state = document_pass(d, last, err);
		} else {
			const char *p = lex_skip_blanks(d->text.data + d->used);

			while (*p == ',')
				p = lex_skip_blanks(p + 1);
			if (p >= end)
				return document_at(d, end, DOCUMENT_MORE);
			document_at(d, p, DOCUMENT_MORE);
			if (*p == '}') {
				state = document_brace(d, p, last, err);
				if (state != DOCUMENT_EVENTS)
					return state;
				continue;
			}
			if (*p == '{' && d->had_events)	/* another document: the brace before it is missing */
				return document_at(d, p, DOCUMENT_END);
			state = document_member(d, last, err);
		}
		if (state == DOCUMENT_INSIDE && !last && d->text.len - d->used > VALUE_KEPT)
			state = document_begin_pass(d, last, err);
		if (state == DOCUMENT_INSIDE)
			return DOCUMENT_MORE;
		if (state == DOCUMENT_MORE || state == DOCUMENT_FAILED || d->had_events != had_events)
			return state;
	}
}

size_t
document_wants(const struct document *d)
{
	size_t left = d->text.len - d->used;

	if (d->passing)
		return 0;
	return left <= VALUE_KEPT && 2 * left > VALUE_KEPT ? VALUE_KEPT + VALUE_KEPT / 16 : 2 * left;
}

/* What begins like no JSON in UTF-8, or goes on with a zero byte: refused by what it looks like. */
static bool
document_is_foreign(const struct document *d, const char *p, bool last, struct error *err)
{
	const char *text = d->text.data;
	bool wide = d->text.len >= 2 && (!memcmp(text, "\xff\xfe", 2) || !memcmp(text, "\xfe\xff", 2)
		|| (!text[0] && text[1]) || (text[0] && !text[1] && (d->text.len > 2 || !last)));

	if (wide)
		error_set_at(err, 0, "is UTF-16 or UTF-32 text: sonde reads JSON in UTF-8");
	else if (d->text.len >= 262 && !memcmp(text + 257, "ustar", 5))
		error_set_at(err, 0, "is a tar archive: unpack it first");
	else if (*p == '{' || *p == '[')
		return false;
	else if (d->packed)
		error_set_at(err, (int64_t)d->offset + (p - text), "is no trace: what is packed in the %s is no JSON", d->packed);
	else
		error_set_at(err, (int64_t)d->offset + (p - text), "is no trace: neither JSON nor gzip, zstd or zip");
	return true;
}

static enum document_state
document_start(struct document *d, bool last, struct error *err)
{
	const char *p = d->text.data, *end = p + d->text.len;

	if (d->text.len < 3 && !last)
		return DOCUMENT_MORE;
	while (end - p >= 3 && !memcmp(p, "\xef\xbb\xbf", 3))
		p += 3;
	p = lex_skip_blanks(p);
	if (p >= end && !last)
		return document_at(d, p, DOCUMENT_MORE);
	if (p >= end) {
		error_set(err, "is empty: nothing but blanks");
		return DOCUMENT_FAILED;
	}
	if ((*p != '{' && *p != '[') || !p[1]) {
		if (document_is_foreign(d, p, last, err))
			return DOCUMENT_FAILED;
	}
	d->begin = (size_t)(p - d->text.data);
	d->started = true;
	d->is_array = *p == '[';
	d->had_events = d->is_array;
	return document_at(d, p + 1, DOCUMENT_EVENTS);
}

/* Whether the whole first document is an event, as where each has a line of its own: a list without its brackets. */
static bool
document_is_event(const struct document *d)
{
	for (size_t i = 0; i < d->n_members && !d->offset; i++)
		if (!strcmp(d->members[i].key, "ph"))
			return d->members[i].value[0] == '"' && strlen(d->members[i].value) == 3;
	return false;
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
	if (state == DOCUMENT_END && !d->had_events && document_is_event(d)) {
		d->is_array = d->had_events = true;
		d->n_members = 0;
		d->used = d->begin;
		return DOCUMENT_EVENTS;
	}
	if (state == DOCUMENT_END && !d->had_events)
		return document_no_events(d, "", err);
	if (state == DOCUMENT_MORE && last && !d->had_events)
		return document_no_events(d, ", or cut before its events", err);
	return state;
}
