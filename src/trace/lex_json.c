/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lex_priv.h"

#define DEPTH_MAX 256

struct check {
	struct lex lex;
	const char *p;
	unsigned depth;
	bool is_object[DEPTH_MAX];
};

static bool
check_key(struct check *c)
{
	const char *end = *c->p == '"' ? lex_string_end(&c->lex, c->p + 1) : NULL;

	if (!end)
		return false;
	c->p = lex_skip_blanks(end + 1);
	if (*c->p != ':')
		return false;
	c->p = lex_skip_blanks(c->p + 1);
	return true;
}

static bool
check_closes(const struct check *c)
{
	return c->depth && *c->p == (c->is_object[c->depth - 1] ? '}' : ']');
}

/* Into a value: over a scalar, or up to a list's or an object's first value. */
static bool
check_value(struct check *c)
{
	while (*c->p == '{' || *c->p == '[') {
		if (c->depth == DEPTH_MAX)
			return false;
		c->is_object[c->depth++] = *c->p == '{';
		c->p = lex_skip_blanks(c->p + 1);
		if (check_closes(c))
			return true;
		if (c->is_object[c->depth - 1] && !check_key(c))
			return false;
	}
	c->p = lex_skip_value(&c->lex, c->p);
	return c->p;
}

/* Behind a value: over what closes there, up to the next value or the end. */
static bool
check_next(struct check *c)
{
	for (;;) {
		c->p = lex_skip_blanks(c->p);
		if (!c->depth)
			return true;
		if (*c->p == ',') {
			c->p = lex_skip_blanks(c->p + 1);
			if (!check_closes(c))
				return !c->is_object[c->depth - 1] || check_key(c);
		}
		if (!check_closes(c))
			return false;
		c->depth--;
		c->p++;
	}
}

bool
lex_is_json(const char *text, size_t len)
{
	struct check c = {.lex = {.end = text + len + 1}, .p = lex_skip_blanks(text)};

	do {
		if (!check_value(&c) || !check_next(&c))
			return false;
	} while (c.depth);
	return c.p >= text + len && !(c.lex.marks & LEX_VALUE);
}
