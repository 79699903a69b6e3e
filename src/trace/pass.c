/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pass_priv.h"
#include "lex_priv.h"

/* Behind the closing quote, or the end. */
static const char *
pass_string(struct pass *pass, const char *p, const char *end)
{
	if (pass->escaped) {
		pass->escaped = false;
		p += *p == '"' || *p == '\\';
	}
	while ((p = lex_find_special(p)) < end) {
		if (*p == '"') {
			pass->in_string = false;
			return p + 1;
		}
		if (*p++ != '\\')
			continue;
		if (p == end)
			pass->escaped = true;
		else
			p += *p == '"' || *p == '\\';
	}
	return end;
}

/* A quote or a bracket at *p. False: it closes what was not opened. */
static bool
pass_mark(struct pass *pass, const char *p)
{
	if (*p == '"') {
		pass->in_string = true;
	} else if (*p == '{' || *p == '[') {
		pass->kinds = pass->kinds << 1 | (*p == '{');
		pass->known += pass->known < 64;
		pass->depth++;
	} else {
		if (pass->known && (pass->kinds & 1) != (*p == '}'))
			return false;
		pass->known -= pass->known > 0;
		pass->kinds >>= 1;
		pass->depth--;
	}
	return true;
}

/* In a string or brackets, to behind the last of them. */
static enum pass_end
pass_inside(struct pass *pass, const char **at, const char *end)
{
	const char *p = *at;
	enum pass_end result = PASS_MORE;

	while (p < end && result == PASS_MORE) {
		if (pass->in_string) {
			p = pass_string(pass, p, end);
		} else {
			p = lex_find_bracket(p);
			if (p >= end)
				break;
			if (!*p) {
				p++;
				continue;
			}
			if (!pass_mark(pass, p))
				result = PASS_BAD;
			else
				p++;
		}
		if (result == PASS_MORE && !pass->in_string && !pass->depth)
			result = PASS_OVER;
	}
	*at = p < end ? p : end;
	return result;
}

/* At the first byte of something that is no blank. False: nothing that is wanted there. */
static bool
pass_begin(struct pass *pass, const char **p)
{
	if (pass->place == PASS_COLON) {
		pass->place = PASS_VALUE;
		return *(*p)++ == ':';
	}
	if (**p == '"' || (pass->place == PASS_VALUE && (**p == '{' || **p == '['))) {
		pass->place = pass->place == PASS_KEY ? PASS_KEY : PASS_INSIDE;
		return pass_mark(pass, (*p)++);
	}
	if (pass->place == PASS_KEY || lex_ends_scalar[(unsigned char)**p])
		return false;
	pass->place = PASS_SCALAR;
	return true;
}

enum pass_end
pass_on(struct pass *pass, const char **p, const char *end)
{
	while (*p < end) {
		if (pass->place == PASS_SCALAR) {
			while (*p < end && !lex_ends_scalar[(unsigned char)**p])
				++*p;
			return *p < end ? PASS_OVER : PASS_MORE;
		}
		if (pass->in_string || pass->depth) {
			enum pass_end result = pass_inside(pass, p, end);

			if (result != PASS_OVER || pass->place != PASS_KEY)
				return result;
			pass->place = PASS_COLON;
			continue;
		}
		if (lex_is_blank(**p)) {
			++*p;
			continue;
		}
		if (!pass_begin(pass, p))
			return PASS_BAD;
	}
	return PASS_MORE;
}
