/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "left_priv.h"
#include "base/mem.h"
#include <string.h>

void
left_free(struct left *left)
{
	buffer_free(&left->text);
	free(left->gaps);
}

void
left_clear(struct left *left)
{
	left->text.len = 0;
	left->n_gaps = 0;
	left->passing = false;
}

static bool
left_append(struct left *left, const char *text, size_t len)
{
	if (!buffer_reserve(&left->text, len + LEX_PAD))
		return false;
	memcpy(left->text.data + left->text.len, text, len);
	left->text.len += len;
	memset(left->text.data + left->text.len, 0, LEX_PAD);
	return true;
}

size_t
left_next(size_t len)
{
	if (len <= LEFT_VALUE_KEPT && 2 * len > LEFT_VALUE_KEPT)
		return LEFT_VALUE_KEPT + LEFT_VALUE_KEPT / 16;
	return 2 * len;
}

bool
left_begin(struct left *left, const char *text, size_t len, uint64_t offset)
{
	left_clear(left);
	left->offset = offset;
	left->wanted = left_next(len);
	return left_append(left, text, len);
}

bool
left_add(struct left *left, const char *text, size_t len)
{
	const char *p = text;

	if (left->passing) {
		left->passing = pass_on(&left->pass, &p, text + len) == PASS_MORE;
		left->gaps[left->n_gaps - 1].shift += (uint64_t)(p - text);
	}
	return left_append(left, p, len - (size_t)(p - text));
}

uint64_t
left_offset(const struct left *left, size_t at)
{
	size_t i = left->n_gaps;

	while (i && at < left->gaps[i - 1].at)
		i--;
	return left->offset + at + (i ? left->gaps[i - 1].shift : 0);
}

void
left_use(struct left *left, size_t used)
{
	uint64_t offset = left_offset(left, used), shift = offset - left->offset - used;
	size_t n = 0;

	for (size_t i = 0; i < left->n_gaps; i++)
		if (left->gaps[i].at > used)
			left->gaps[n++] = (struct text_gap){left->gaps[i].at - used, left->gaps[i].shift - shift};
	left->n_gaps = n;
	left->text.len -= used;
	memmove(left->text.data, left->text.data + used, left->text.len + LEX_PAD);
	left->offset = offset;
	left->wanted = left_next(left->text.len);
}

/* Where a string may be cut: not inside an escape or a character. */
static const char *
left_string_cut(const char *open, const char *end)
{
	struct lex lex = {.end = end};
	const char *p = open + 1, *most = open + LEFT_VALUE_KEPT - LEX_PAD, *next;

	while (p < most && (next = lex_find_special(p)) < most)
		p = *next == '\\' ? lex_skip_escape(&lex, next) : next + 1;
	if (p >= most)
		return p;
	for (int i = 0; i < 3 && most > p && ((unsigned char)*most & 0xc0) == 0x80; i++)
		most--;
	return most;
}

bool
left_shorten(struct left *left, const char *open, bool *shortened)
{
	const char *end = left->text.data + left->text.len, *p = open, *instead = "null";
	size_t before = left->text.len;
	struct pass pass = {0};

	*shortened = false;
	if ((size_t)(end - open) <= LEFT_VALUE_KEPT || pass_on(&pass, &p, end) != PASS_MORE)
		return true;
	if (!mem_reserve(&left->gaps, &left->cap_gaps, left->n_gaps + 1, sizeof(*left->gaps)))
		return false;
	if (*open == '"') {
		open = left_string_cut(open, end);
		instead = "\"";
	}
	left->text.len = (size_t)(open - left->text.data);
	if (!left_append(left, instead, strlen(instead)))
		return false;
	left->gaps[left->n_gaps] = (struct text_gap){left->text.len,
		before - left->text.len + (left->n_gaps ? left->gaps[left->n_gaps - 1].shift : 0)};
	left->n_gaps++;
	left->pass = pass;
	left->passing = *shortened = true;
	left->wanted = left_next(left->text.len);
	return true;
}
