/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An element's whole members are put down anew, as far as fields are taken from them: an event may
 * have any number of others.
 */
#include "left_priv.h"
#include "base/mem.h"
#include <string.h>

struct members {
	const struct field_index *index;
	struct lex lex;
	struct {
		const char *p, *end;	/* with its key */
	} last[FIELDS];			/* of each field; one that comes later counts */
	enum field_level open;		/* the object in which the text ends */
	bool any;			/* whether it has a whole member: the last ends at behind */
	const char *behind;
	unsigned marks;			/* of all whole members */
	bool bad;			/* it is not the text's end that ends it */
};

/* NULL: the text ends there, or cannot go on as it does at p. */
static const char *
stop(struct members *m, const char *p)
{
	m->bad = p ? p < m->lex.end : m->lex.stop == LEX_BAD;
	return NULL;
}

/* To the value behind the key at p. */
static const char *
find_value(struct members *m, const char *p, enum field_level level, enum field *field)
{
	const char *key = p + 1, *end;

	if (*p != '"')
		return stop(m, p);
	if (!(end = lex_string_end(&m->lex, key)))
		return stop(m, NULL);
	*field = end - key < 32 ? field_find(m->index, level, key, (size_t)(end - key)) : FIELDS;
	p = lex_skip_blanks(end + 1);
	return *p == ':' ? lex_skip_blanks(p + 1) : stop(m, p);
}

/* From behind an object's brace to behind its closing one, NULL where the text ends before. */
static const char *
find_members(struct members *m, const char *p, enum field_level level)
{
	m->open = level;
	m->any = false;
	m->behind = p;
	for (;;) {
		const char *key = lex_skip_blanks(m->behind);
		enum field field;

		if (m->any && *key == ',')
			key = lex_skip_blanks(key + 1);
		else if (m->any && *key != '}')
			return stop(m, key);
		if (*key == '}')
			return key + 1;
		if (!(p = find_value(m, key, level, &field)))
			return NULL;
		if (field == FIELD_ARGS && *p == '{') {
			if (!(p = find_members(m, p + 1, FIELD_LEVEL_ARGS)))
				return NULL;
		} else if (!(p = lex_skip_value(&m->lex, p))) {
			return stop(m, NULL);
		} else if (field != FIELDS && field != FIELD_ARGS) {
			m->last[field].p = key;
			m->last[field].end = p;
		}
		m->open = level;
		m->any = true;
		m->behind = p;
		m->marks = m->lex.marks;
	}
}

/* A member in place of those that are left out, as odd as they were. */
static bool
put_stand_in(struct buffer *out, unsigned marks)
{
	return buffer_add_text(out, "{\"") && (!(marks & LEX_ESCAPE) || buffer_add_text(out, "\\q"))
		&& (!(marks & LEX_CONTROL) || buffer_add_text(out, "\x01"))
		&& buffer_add_text(out, marks & LEX_VALUE ? "\":odd" : "\":0");
}

/* The fields from first up to but without end, each behind a comma. */
static bool
put_fields(struct buffer *out, const struct members *m, enum field first, enum field end)
{
	bool good = true;

	for (unsigned field = first; good && field < end; field++)
		if (m->last[field].p)
			good = buffer_add_text(out, ",") && buffer_add(out, m->last[field].p,
				(size_t)(m->last[field].end - m->last[field].p));
	return good;
}

/* Up to where the text goes on as it was. */
static bool
put_members(struct buffer *out, const struct members *m)
{
	return put_stand_in(out, m->marks) && put_fields(out, m, 0, FIELD_ARGS)
		&& buffer_add_text(out, ",\"args\":") && put_stand_in(out, 0)
		&& put_fields(out, m, FIELD_ARGS + 1, FIELDS)
		&& (m->open == FIELD_LEVEL_ARGS ? m->any || buffer_add_text(out, ",") : buffer_add_text(out, "}"));
}

/* What stood at from stands at to now. False: no memory. */
static bool
move_gaps(struct left *left, size_t from, size_t to)
{
	struct text_gap first = {to, left_offset(left, from) - left->offset - to};
	size_t before = 0;

	if (!mem_reserve(&left->gaps, &left->cap_gaps, left->n_gaps + 1, sizeof(*left->gaps)))
		return false;
	while (before < left->n_gaps && left->gaps[before].at <= from)
		before++;
	left->n_gaps -= before;
	memmove(left->gaps + 1, left->gaps + before, left->n_gaps * sizeof(*left->gaps));
	for (size_t i = 1; i <= left->n_gaps; i++) {
		left->gaps[i].at -= from - to;
		left->gaps[i].shift += from - to;
	}
	left->gaps[0] = first;
	left->n_gaps++;
	return true;
}

bool
left_thin(struct left *left, const struct field_index *index)
{
	struct members m = {.index = index, .lex = {.end = left->text.data + left->text.len}};
	struct buffer out = {0};
	size_t from;
	bool good;

	if (left->text.data[0] != '{' || find_members(&m, left->text.data + 1, FIELD_LEVEL_EVENT)
		|| m.bad || (m.open == FIELD_LEVEL_EVENT && !m.any))
		return true;
	from = (size_t)(m.behind - left->text.data);
	good = put_members(&out, &m);
	if (good && out.len <= from && (good = move_gaps(left, from, out.len))) {
		memcpy(left->text.data, out.data, out.len);
		left->text.len -= from - out.len;
		memmove(left->text.data + out.len, left->text.data + from, left->text.len - out.len + LEX_PAD);
	}
	buffer_free(&out);
	left->wanted = left_next(left->text.len);
	return good;
}
