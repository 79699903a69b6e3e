/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scan_priv.h"
#include "base/mem.h"
#include <string.h>

int
scanner_init(struct scanner *scanner)
{
	const struct trace_signature none = {0};

	*scanner = (struct scanner){0};
	field_index_init(&scanner->index);
	shape_init(&scanner->shape);
	if (intern_add(&scanner->strings, "", 0) != 0)
		return -1;
	scanner->no_name = intern_add(&scanner->strings, "(no name)", 9);
	if (intern_add(&scanner->signatures, (const char *)&none, sizeof(none)) != 0)
		return -1;
	return scanner->no_name == INTERN_NONE ? -1 : 0;
}

void
scanner_free(struct scanner *scanner)
{
	intern_free(&scanner->strings);
	intern_free(&scanner->signatures);
	intern_free(&scanner->track_index);
	free(scanner->string_marks);
	free(scanner->tracks);
	free(scanner->scratch);
	free(scanner->copy);
}

static const char *
scan_stop(struct scanner *s, enum lex_stop why)
{
	s->lex.stop = why;
	s->lex.open = NULL;
	return NULL;
}

/* In the file's text. */
static uint64_t
scan_offset(const struct scanner *s, const char *p)
{
	size_t at = (size_t)(p - s->text), i = s->n_gaps;

	while (i && at < s->gaps[i - 1].at)
		i--;
	return s->offset + at + (i ? s->gaps[i - 1].shift : 0);
}

/* A value that is wanted: its text is noted, and where it is an object that is wanted, its members. */
static inline const char *
scan_value(struct scanner *s, const char *p, enum field field)
{
	struct span *span = &s->fields.text[field];
	const char *start = p;
	unsigned before = s->lex.marks;

	s->lex.marks = 0;
	p = lex_skip_value(&s->lex, p);
	if (!p)
		return NULL;
	span->quoted = *start == '"';
	span->p = start + span->quoted;
	span->end = p - span->quoted;
	span->marks = s->lex.marks;
	s->lex.marks |= before;
	s->fields.has |= UINT64_C(1) << field;
	return p;
}

static inline const char *scan_members(struct scanner *s, const char *p, enum field_level level);

static const char *
scan_args(struct scanner *s, const char *p)
{
	if (*p != '{')
		return lex_skip_value(&s->lex, p);
	return scan_members(s, p + 1, FIELD_LEVEL_ARGS);
}

/*
 * What stands between two values: a comma but before the first, a key, a colon; or the object's
 * end. Gives the start of the value, or the place behind the brace.
 */
static const char *
scan_key(struct scanner *s, const char *p, enum field_level level, bool first, unsigned *field)
{
	const char *key, *end;

	p = lex_skip_blanks(p);
	if (!first && *p == ',')
		p = lex_skip_blanks(p + 1);
	else if (!first && *p != '}')
		return scan_stop(s, p >= s->lex.end ? LEX_MORE : LEX_BAD);
	if (*p == '}') {
		*field = SHAPE_END;
		return p + 1;
	}
	if (*p != '"')
		return scan_stop(s, p >= s->lex.end ? LEX_MORE : LEX_BAD);
	key = p + 1;
	end = lex_string_end(&s->lex, key);
	if (!end)
		return NULL;
	p = lex_skip_blanks(end + 1);
	if (*p != ':')
		return scan_stop(s, p >= s->lex.end ? LEX_MORE : LEX_BAD);
	*field = end - key < 32 ? field_find(&s->index, level, key, (size_t)(end - key)) : FIELDS;
	return lex_skip_blanks(p + 1);
}

/* The same, and the piece of text for the next time. A key that was odd is read each time. */
static const char *
scan_piece(struct scanner *s, const char *p, enum field_level level, bool first, struct piece **piece,
	unsigned *field)
{
	unsigned before = s->lex.marks;
	const char *end;

	s->lex.marks = 0;
	end = scan_key(s, p, level, first, field);
	if (end)
		*piece = s->lex.marks || s->lex.lenient ? &s->shape.pieces[0]
			: shape_learn(&s->shape, *piece, p, end, level, *field);
	s->lex.marks |= before;
	return end;
}

/* From behind an object's brace to behind its closing one. */
static inline const char *
scan_members(struct scanner *s, const char *p, enum field_level level)
{
	struct piece *piece = shape_start(&s->shape, level), *next;
	unsigned field;

	for (bool first = true; p; first = false) {
		if (*p == '}')
			return p + 1;
		next = s->lex.lenient ? NULL : shape_guess(&s->shape, piece, p);
		if (next) {
			piece = next;
			field = piece->field;
			p += piece->len;
		} else if (!(p = scan_piece(s, p, level, first, &piece, &field))) {
			return NULL;
		}
		if (field == SHAPE_END)
			return p;
		if (field == FIELD_EVENTS && *p == '[') {
			s->document = p;
			return scan_stop(s, LEX_BAD);
		}
		if (field == FIELDS)
			p = lex_skip_value(&s->lex, p);
		else if (level == FIELD_LEVEL_EVENT && field_hows[field] == FIELD_HOW_ARGS)
			p = scan_args(s, p);
		else
			p = scan_value(s, p, (enum field)field);
	}
	return NULL;
}

/* --- damage ----------------------------------------------------------------- */

/* Whether the brace at p begins an event, by its first key; an empty object says too little where text is damaged. */
static bool
scan_is_event_start(const char *p, const char *end, bool empty)
{
	static const char *const keys[] = {"ph", "cat", "name", "pid", "tid", "ts", "dur", "args", "id", "s", "bp"};
	const char *key;

	p = lex_skip_blanks(p + 1);
	if (p >= end)
		return false;
	if (*p == '}')
		return empty;
	if (*p != '"')
		return false;
	key = ++p;
	while (p < end && p - key < 8 && *p != '"')
		p++;
	for (size_t i = 0; *p == '"' && i < sizeof(keys) / sizeof(*keys); i++)
		if (strlen(keys[i]) == (size_t)(p - key) && !memcmp(keys[i], key, (size_t)(p - key)))
			return true;
	return false;
}

/* Whether an element ended before p: a brace and a comma, blanks between. */
static bool
scan_is_behind_event(const char *p, const char *start)
{
	while (p > start && lex_is_blank(p[-1]))
		p--;
	if (p == start || *--p != ',')
		return false;
	while (p > start && lex_is_blank(p[-1]))
		p--;
	return p > start && p[-1] == '}';
}

const char *
scan_find_last_event(const char *text, const char *end)
{
	for (const char *p = end; p > text;)
		if (*--p == '{' && scan_is_behind_event(p, text) && scan_is_event_start(p, end, true))
			return p;
	return NULL;
}

static const char *
scan_find_next_event(const char *start, const char *end)
{
	const char *p = start + 1;

	while (p < end && (p = memchr(p, '{', (size_t)(end - p)))) {
		if (scan_is_behind_event(p, start) && scan_is_event_start(p, end, false))
			return p;
		p++;
	}
	return NULL;
}

/* The bracket that closes the array, when nothing but the file's tail follows the damage. */
static const char *
scan_find_array_end(const char *start, const char *end)
{
	for (const char *p = end; (p = memrchr(start, ']', (size_t)(p - start)));) {
		const char *q = lex_skip_blanks(p + 1), *r = p;

		while (r > start && lex_is_blank(r[-1]))
			r--;
		if (r > start && r[-1] == '}' && (*q == ',' || *q == '}'))
			return p;
	}
	return NULL;
}

static bool
scan_add_skipped(struct scanner *s, struct batch *batch, const char *p, enum warning_kind kind)
{
	struct raw_damage *damage = BATCH_ADD(batch, damages);
	struct raw_event *event = BATCH_ADD(batch, events);
	uint64_t offset = scan_offset(s, p);

	if (!damage || !event)
		return false;
	*damage = (struct raw_damage){kind, offset, (uint32_t)(batch->n_events - 1)};
	*event = (struct raw_event){.offset = offset, .kind = EVENT_SKIPPED,
		.flags = EVENT_NO_TIME | EVENT_BAD_DURATION | EVENT_NO_NAME};
	return true;
}

/* --- elements --------------------------------------------------------------- */

static const char *
scan_object(struct scanner *s, const char *p)
{
	s->fields.has = 0;
	s->lex.marks = 0;
	p = scan_members(s, p + 1, FIELD_LEVEL_EVENT);
	s->fields.marks = s->lex.marks;
	return p;
}

/* Where a broken object is over at the latest: at the next sure event, the array's end, or the end of the text. */
static const char *
scan_find_limit(const struct scanner *s, const char *p)
{
	const char *limit = scan_find_next_event(p, s->lex.end);

	if (!limit)
		limit = scan_find_array_end(p, s->lex.end);
	return limit;
}

/*
 * Reads the object again with quotes inside strings allowed, from a copy that
 * ends at the limit. Gives the place behind it in the text, or NULL.
 */
static const char *
scan_lenient(struct scanner *s, const char *p, const char *limit, enum lex_lenience lenience, struct batch *batch)
{
	size_t len = (size_t)(limit - p);
	const char *end = s->lex.end, *next;

	if (!mem_reserve(&s->copy, &s->cap_copy, len + LEX_PAD, 1)) {
		s->no_memory = true;
		return NULL;
	}
	memcpy(s->copy, p, len);
	memset(s->copy + len, 0, LEX_PAD);
	s->lex.end = s->copy + len;
	s->lex.lenient = lenience;
	next = scan_object(s, s->copy);
	s->lex.lenient = LEX_STRICT;
	s->lex.end = end;
	if (!next)
		return NULL;
	if (!scan_commit(s, batch, scan_offset(s, p)))
		s->no_memory = true;
	return p + (next - s->copy);
}

/* Whether the text at p has an object's members up to an event array. */
static bool
scan_is_document(const struct scanner *s, const char *p)
{
	struct lex lex = {.end = s->lex.end};

	p = lex_skip_blanks(p + 1);
	while (p && *p == '"') {
		const char *key = p, *end = lex_string_end(&lex, p + 1);

		p = end ? lex_skip_blanks(end + 1) : NULL;
		if (!p || *p != ':')
			return false;
		p = lex_skip_blanks(p + 1);
		if (*p == '[' && end - key == 12 && !memcmp(key, "\"traceEvents", 12))
			return true;
		p = lex_skip_value(&lex, p);
		p = p ? lex_skip_blanks(p) : NULL;
		if (p && *p == ',')
			p = lex_skip_blanks(p + 1);
	}
	return false;
}

/* In what is damaged: where another document begins, or NULL. */
static const char *
scan_find_document(const struct scanner *s, const char *p, const char *end)
{
	if (!memmem(p, (size_t)(end - p), "\"traceEvents\"", 13))
		return NULL;
	while ((p = memchr(p, '{', (size_t)(end - p)))) {
		if (scan_is_document(s, p))
			return p;
		p++;
	}
	return NULL;
}

/* An object that cannot be read as it stands: read leniently, or skipped up to where the next event surely begins. */
static const char *
scan_broken(struct scanner *s, const char *p, struct batch *batch)
{
	const char *limit = scan_find_limit(s, p), *next;

	s->document = scan_find_document(s, p, limit ? limit : s->lex.end);
	if (s->document) {
		s->no_memory = !scan_add_skipped(s, batch, p, WARN_DAMAGED);
		return NULL;
	}
	next = scan_lenient(s, p, limit ? limit : s->lex.end, LEX_QUOTES, batch);
	if (!next && !s->no_memory)
		next = scan_lenient(s, p, limit ? limit : s->lex.end, LEX_BACKSLASHES, batch);
	s->document = NULL;
	if (next || s->no_memory)
		return next;
	if (!limit)
		return scan_stop(s, LEX_MORE);
	if (!scan_add_skipped(s, batch, p, WARN_DAMAGED))
		s->no_memory = true;
	return limit;
}

/* Whether the element at p goes on to the end of a text that is not cut: a quote too few, not text. */
static bool
scan_is_whole(const struct scanner *s, const char *p)
{
	const char *end = s->lex.end;

	while (end > p && (lex_is_blank(end[-1]) || !end[-1]))
		end--;
	return s->last && end > p && end[-1] == '}' && scan_find_array_end(p, end);
}

/* One element of any kind, from its first byte to behind its last. */
static const char *
scan_element(struct scanner *s, const char *p, struct batch *batch)
{
	const char *next;

	if (*p == '{') {
		next = scan_object(s, p);
		if (!next && s->document) {
			s->document = p;
			return NULL;
		}
		if (!next && (s->lex.stop == LEX_BAD || scan_is_whole(s, p)))
			return scan_broken(s, p, batch);
		if (next && !scan_commit(s, batch, scan_offset(s, p)))
			s->no_memory = true;
		return next;
	}
	next = *p == ']' || *p == '}' || *p == ':' ? p + 1 : lex_skip_value(&s->lex, p);
	if (!next && s->lex.stop == LEX_BAD) {
		next = scan_find_next_event(p, s->lex.end);
		if (!next)
			return scan_stop(s, LEX_MORE);
	}
	if (next == p)
		next++;
	if (next && !scan_add_skipped(s, batch, p, WARN_NOT_OBJECT))
		s->no_memory = true;
	return next;
}

static enum scan_end
scan_all(struct scanner *s, const char *text, size_t len, uint64_t offset, struct batch *batch, size_t *used)
{
	const char *p = text, *end = text + len;

	s->text = text;
	s->offset = offset;
	s->lex.end = end;
	for (;;) {
		const char *next;

		p = lex_skip_blanks(p);
		while (*p == ',')
			p = lex_skip_blanks(p + 1);
		*used = (size_t)(p - text);
		if (p >= end)
			return SCAN_CLEAN;
		if (*p == ']') {
			*used = (size_t)(p + 1 - text);
			return SCAN_ARRAY_END;
		}
		s->document = NULL;
		next = scan_element(s, p, batch);
		if (s->no_memory)
			return SCAN_FAILED;
		if (s->document) {
			*used = (size_t)(s->document - text);
			return SCAN_DOCUMENT;
		}
		if (!next)
			return SCAN_PARTIAL;
		p = next;
	}
}

const char *
scan_open_value(const struct scanner *s, const char *element)
{
	const char *open = s->lex.open;

	if (open && (*open == '{' || *open == '[') && scan_find_next_event(element, s->lex.end))
		return NULL;
	return open;
}

/* Gives the batch what was numbered since the last one. */
static bool
scan_tell(struct scanner *s, struct batch *b)
{
	size_t strings = b->n_strings + s->strings.n - s->told_strings;
	size_t tracks = b->n_tracks + s->n_tracks - s->told_tracks;
	size_t signatures = b->n_signatures + s->signatures.n - s->told_signatures;

	if (!mem_reserve(&b->strings, &b->cap_strings, strings, sizeof(*b->strings))
		|| !mem_reserve(&b->tracks, &b->cap_tracks, tracks, sizeof(*b->tracks))
		|| !mem_reserve(&b->signatures, &b->cap_signatures, signatures, sizeof(*b->signatures)))
		return false;
	while (s->told_strings < s->strings.n)
		b->strings[b->n_strings++] = s->strings.entries[s->told_strings++];
	while (s->told_tracks < s->n_tracks)
		b->tracks[b->n_tracks++] = s->tracks[s->told_tracks++];
	while (s->told_signatures < s->signatures.n)
		memcpy(&b->signatures[b->n_signatures++], s->signatures.entries[s->told_signatures++].text,
			sizeof(*b->signatures));
	return true;
}

enum scan_end
scan_elements(struct scanner *s, const char *text, size_t len, uint64_t offset, struct batch *batch, size_t *used)
{
	enum scan_end end = scan_all(s, text, len, offset, batch, used);

	return scan_tell(s, batch) ? end : SCAN_FAILED;
}
