/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "args.h"
#include "lex_priv.h"
#include <string.h>

static struct args_iter
begin_behind(const char *text, size_t len, char bracket)
{
	struct args_iter iter = {text, text + len};

	iter.p = len ? lex_skip_blanks(text) : iter.end;
	if (iter.p >= iter.end || *iter.p != bracket)
		iter.p = iter.end;
	else
		iter.p++;
	return iter;
}

struct args_iter
args_begin(const char *text, size_t len)
{
	return begin_behind(text, len, '{');
}

struct args_iter
args_list_begin(const char *text, size_t len)
{
	return begin_behind(text, len, '[');
}

static const char *
skip_commas(const char *p)
{
	p = lex_skip_blanks(p);
	while (*p == ',')
		p = lex_skip_blanks(p + 1);
	return p;
}

/* Takes the value at p, where there is one before the end. */
static bool
take_value(struct args_iter *iter, const char *p, struct args_member *member)
{
	struct lex lex = {.end = iter->end};
	const char *end = p < lex.end ? lex_skip_value(&lex, p) : NULL;

	member->value = p;
	member->value_len = (size_t)((end ? end : lex.end > p ? lex.end : p) - p);
	iter->p = end ? end : iter->end;
	return end != NULL;
}

bool
args_list_next(struct args_iter *iter, struct args_member *element)
{
	const char *p = iter->p;

	if (p >= iter->end)
		return false;
	iter->p = iter->end;	/* unless an element is found */
	p = skip_commas(p);
	if (p >= iter->end || *p == ']')
		return false;
	*element = (struct args_member){.key = ""};
	return take_value(iter, p, element) && element->value_len > 0;
}

bool
args_next(struct args_iter *iter, struct args_member *member)
{
	struct lex lex = {.end = iter->end};
	const char *p = iter->p, *end;

	if (p >= iter->end)
		return false;
	iter->p = iter->end;	/* unless a member is found */
	*member = (struct args_member){0};
	p = skip_commas(p);
	if (p >= lex.end || *p != '"')
		return false;
	end = lex_string_end(&lex, p + 1);
	if (!end)
		return false;
	member->key = p + 1;
	member->key_len = (size_t)(end - p - 1);
	p = lex_skip_blanks(end + 1);
	if (*p != ':')
		return false;
	return take_value(iter, lex_skip_blanks(p + 1), member);
}

static bool
has_key(const struct args_member *member, const char *key)
{
	return member->value && member->key_len == strlen(key) && !memcmp(member->key, key, member->key_len);
}

bool
args_find(const char *text, size_t len, const char *key, struct args_member *member)
{
	struct args_iter iter = args_begin(text, len);

	while (args_next(&iter, member))
		if (has_key(member, key))
			return true;
	return false;
}

bool
args_find_begun(const char *text, size_t len, const char *key, struct args_member *member)
{
	*member = (struct args_member){0};
	return args_find(text, len, key, member) || has_key(member, key);
}

bool
args_value_text(const struct args_member *member, struct buffer *out)
{
	size_t len = member->value_len;

	if (len < 2 || member->value[0] != '"')
		return lex_compact(member->value, len, out);
	if (!buffer_reserve(out, len))
		return false;
	out->len += lex_decode(member->value + 1, member->value + len - 1, out->data + out->len);
	out->data[out->len] = '\0';
	return true;
}
