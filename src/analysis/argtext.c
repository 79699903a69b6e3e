/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/argtext.h"
#include "base/mem.h"
#include "base/text.h"
#include <math.h>
#include <stdint.h>
#include <string.h>

struct level {		/* an open array or object */
	uint32_t items;
	char close;	/* as in the JSON text */
};

struct reader {
	const char *p, *end;
	struct buffer *out;
	struct buffer text;	/* a decoded string */
	struct level *levels;
	size_t depth, cap;
	enum argtext_style style;
};

static bool
add_char(struct buffer *out, char c)
{
	return buffer_add(out, &c, 1);
}

bool
argtext_add_quoted(struct buffer *out, const char *text, size_t len)
{
	char quote = memchr(text, '\'', len) && !memchr(text, '"', len) ? '"' : '\'';
	bool good = add_char(out, quote);

	for (size_t i = 0; good && i < len; i++) {
		unsigned char c = (unsigned char)text[i];

		if (c == '\\' || c == (unsigned char)quote)
			good = buffer_printf(out, "\\%c", c);
		else if (c == '\n' || c == '\r' || c == '\t')
			good = buffer_add_text(out, c == '\n' ? "\\n" : c == '\r' ? "\\r" : "\\t");
		else if (c < 0x20 || c == 0x7f)
			good = buffer_printf(out, "\\x%02x", c);
		else
			good = add_char(out, (char)c);
	}
	return good && add_char(out, quote);
}

/* Four hexadecimal digits, or -1. */
static int
read_hex(const char *p, const char *end)
{
	int value = 0;

	if (end - p < 4)
		return -1;
	for (int i = 0; i < 4; i++) {
		const char *digits = "0123456789abcdef", *at = strchr(digits, p[i] | (p[i] >= 'A'
			&& p[i] <= 'F' ? 0x20 : 0));

		if (!at || !p[i])
			return -1;
		value = value * 16 + (int)(at - digits);
	}
	return value;
}

/* The character of "\uXXXX", p behind the u; two of them for a surrogate pair. */
static const char *
read_code(const char *p, const char *end, struct buffer *out, bool *good)
{
	int code = read_hex(p, end), low;
	char bytes[4];

	if (code < 0) {
		*good = buffer_add_text(out, "\\u");
		return p;
	}
	p += 4;
	if (code >= 0xd800 && code < 0xdc00 && end - p >= 6 && p[0] == '\\' && p[1] == 'u'
		&& (low = read_hex(p + 2, end)) >= 0xdc00 && low < 0xe000) {
		code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
		p += 6;
	}
	if (code >= 0xd800 && code < 0xe000)
		code = TEXT_REPLACEMENT;
	*good = buffer_add(out, bytes, text_encode((uint32_t)code, bytes));
	return p;
}

/* Decodes what stands between the quotes of a JSON string; wrong escapes stay as they are. */
static bool
decode(const char *p, const char *end, struct buffer *out)
{
	static const char letters[] = "\"\\/bfnrt", characters[] = "\"\\/\b\f\n\r\t";
	bool good = true;

	while (good && p < end) {
		const char *letter;

		if (*p != '\\' || end - p < 2) {
			good = add_char(out, *p++);
		} else if (p[1] == 'u') {
			p = read_code(p + 2, end, out, &good);
		} else {
			letter = strchr(letters, p[1]);
			good = letter && p[1] ? add_char(out, characters[letter - letters])
				: buffer_add(out, p, 2);
			p += 2;
		}
	}
	return good;
}

static bool
read_string(struct reader *r)
{
	const char *start = ++r->p, *end;

	while (r->p < r->end && *r->p != '"')
		r->p += *r->p == '\\' && r->end - r->p > 1 ? 2 : 1;
	end = r->p;
	if (r->p < r->end)
		r->p++;
	buffer_clear(&r->text);
	return decode(start, end, &r->text) && argtext_add_quoted(r->out, r->text.data
		? r->text.data : "", r->text.len);
}

static bool
add_number(struct buffer *out, const char *text, size_t len)
{
	char copy[64], shown[32], *rest;
	size_t digits = 0;
	double value;

	while (digits < len && (text[digits] == '-' || (text[digits] >= '0'
		&& text[digits] <= '9')))
		digits++;
	if (digits == len || len >= sizeof(copy))
		return buffer_add(out, text, len);
	memcpy(copy, text, len);
	copy[len] = '\0';
	value = strtod(copy, &rest);
	if (*rest)
		return argtext_add_quoted(out, text, len);
	return buffer_add_text(out, isnan(value) ? "nan" : text_real(shown, value));
}

static bool
read_word(struct reader *r)
{
	static const char *const words[][2] = {{"true", "True"}, {"false", "False"},
		{"null", "None"}};
	const char *start = r->p;
	size_t len;

	while (r->p < r->end && !strchr(",:[]{}\"", *r->p))
		r->p++;
	len = (size_t)(r->p - start);
	if (len == 0)		/* a NUL or what strchr takes for one: no JSON */
		return r->p++, true;
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (len == strlen(words[i][0]) && !memcmp(start, words[i][0], len))
			return buffer_add_text(r->out, words[i][1]);
	return add_number(r->out, start, len);
}

static bool
open_level(struct reader *r)
{
	char open = *r->p++;

	if (!mem_reserve(&r->levels, &r->cap, r->depth + 1, sizeof(*r->levels)))
		return false;
	r->levels[r->depth++] = (struct level){0, open == '[' ? ']' : '}'};
	return add_char(r->out, open == '[' && r->style == ARGTEXT_TUPLES ? '(' : open);
}

static bool
close_level(struct reader *r)
{
	const struct level *level = &r->levels[--r->depth];
	bool tuple = level->close == ']' && r->style == ARGTEXT_TUPLES;

	r->p++;
	if (tuple && level->items == 1 && !add_char(r->out, ','))
		return false;
	return add_char(r->out, tuple ? ')' : level->close);
}

static bool
read_token(struct reader *r)
{
	struct level *level = r->depth ? &r->levels[r->depth - 1] : NULL;
	char c = *r->p;

	if (c == ',' || c == ':') {
		r->p++;
		return add_char(r->out, c) && add_char(r->out, ' ');
	}
	if (c == ']' || c == '}') {
		if (level && c == level->close)
			return close_level(r);
		r->p++;
		return true;
	}
	if (level)
		level->items++;
	if (c == '[' || c == '{')
		return open_level(r);
	return c == '"' ? read_string(r) : read_word(r);
}

/* Text that is neither a list or an object nor a word or number of JSON. */
static bool
is_plain(const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (text[i] && strchr(",:[]{}\"", text[i]))
			return !strchr("[{\"", text[0]);
	return false;
}

bool
argtext_add(struct buffer *out, const char *json, size_t len, enum argtext_style style)
{
	struct reader r = {.p = json, .end = json + len, .out = out, .style = style};
	bool good = true;

	if (is_plain(json, len))
		return buffer_add(out, json, len);
	while (good && r.p < r.end)
		good = read_token(&r);
	free(r.levels);
	buffer_free(&r.text);
	return good;
}
