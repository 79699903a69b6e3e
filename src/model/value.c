/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/value.h"
#include "base/mem.h"
#include "base/text.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct value
value_text(const char *s)
{
	if (!s)
		return (struct value){ .kind = VALUE_NONE };
	return (struct value){ .kind = VALUE_TEXT, .n = (uint32_t)strlen(s), .s = s };
}

bool
value_truth(struct value v)
{
	switch (v.kind) {
	case VALUE_NONE:
		return false;
	case VALUE_BOOL:
	case VALUE_INT:
		return v.i != 0;
	case VALUE_REAL:
		return v.d != 0;
	case VALUE_TEXT:
	case VALUE_LIST:
	case VALUE_TUPLE:
		break;
	}
	return v.n > 0;
}

double
value_number(struct value v)
{
	if (v.kind == VALUE_REAL)
		return v.d;
	return value_is_number(v) ? (double)v.i : NAN;
}

static bool
value_is_whole(struct value v)
{
	return v.kind == VALUE_BOOL || v.kind == VALUE_INT;
}

bool
value_less(struct value a, struct value b)
{
	if (value_is_whole(a) && value_is_whole(b))
		return a.i < b.i;
	return value_number(a) < value_number(b);
}

static bool
value_equal_plain(struct value a, struct value b)
{
	if (value_is_whole(a) && value_is_whole(b))
		return a.i == b.i;
	if (value_is_number(a) && value_is_number(b))
		return value_number(a) == value_number(b);
	if (a.kind != b.kind)
		return false;
	return a.kind == VALUE_NONE || (a.n == b.n && !memcmp(a.s, b.s, a.n));
}

struct value_walk {		/* the lists a walk is inside of */
	struct {
		const struct value *a, *b;
		uint32_t n, next;
	} level[VALUE_MAX_DEPTH];
	uint32_t depth;
};

static bool
value_walk_enter(struct value_walk *walk, struct value a, struct value b)
{
	if (walk->depth == VALUE_MAX_DEPTH)
		return false;
	walk->level[walk->depth].a = a.items;
	walk->level[walk->depth].b = b.items;
	walk->level[walk->depth].n = a.n;
	walk->level[walk->depth].next = 0;
	walk->depth++;
	return true;
}

bool
value_equal(struct value a, struct value b)
{
	struct value_walk walk = { .depth = 0 };

	for (;;) {
		if (value_is_list(a) && value_is_list(b)) {
			if (a.n != b.n || !value_walk_enter(&walk, a, b))
				return false;
		} else if (!value_equal_plain(a, b)) {
			return false;
		}
		while (walk.depth
			&& walk.level[walk.depth - 1].next == walk.level[walk.depth - 1].n)
			walk.depth--;
		if (!walk.depth)
			return true;
		a = walk.level[walk.depth - 1].a[walk.level[walk.depth - 1].next];
		b = walk.level[walk.depth - 1].b[walk.level[walk.depth - 1].next++];
	}
}

/* --- reading ---------------------------------------------------------------- */

struct value_reader {
	const char *p, *end;
	struct arena *arena;
	/* values of the lists that are still open, innermost last */
	struct value *pending;
	size_t n_pending, cap_pending;
	struct {
		size_t first;		/* where its items begin in pending */
		char close;
	} open[VALUE_MAX_DEPTH];
	uint32_t depth;
	bool no_memory;
};

static void
reader_blank(struct value_reader *r)
{
	while (r->p < r->end && (*r->p == ' ' || *r->p == '\t' || *r->p == '\n' || *r->p == '\r'))
		r->p++;
}

static bool
reader_hex4(struct value_reader *r, uint32_t *code)
{
	*code = 0;
	if (r->end - r->p < 4)
		return false;
	for (int i = 0; i < 4; i++) {
		char c = *r->p++;
		uint32_t digit;

		if (c >= '0' && c <= '9')
			digit = (uint32_t)(c - '0');
		else if ((c | 0x20) >= 'a' && (c | 0x20) <= 'f')
			digit = (uint32_t)((c | 0x20) - 'a' + 10);
		else
			return false;
		*code = *code * 16 + digit;
	}
	return true;
}

/*
 * One escape after the backslash; returns the bytes written to out (4 at most), 0 when it is none.
 */
static size_t
reader_escape(struct value_reader *r, char *out)
{
	static const char from[] = "\"\\/'bfnrt", to[] = "\"\\/'\b\f\n\r\t";
	const char *known;
	uint32_t code;

	if (r->p == r->end)
		return 0;
	if (*r->p == 'u') {
		r->p++;
		return reader_hex4(r, &code) && code ? text_encode(code, out) : 0;
	}
	known = *r->p ? strchr(from, *r->p) : NULL;
	if (!known)
		return 0;
	r->p++;
	*out = to[known - from];
	return 1;
}

static int
reader_text(struct value_reader *r, struct value *out)
{
	char quote = *r->p++;
	const char *start = r->p;
	char *copy, *to;

	while (r->p < r->end && *r->p != quote)
		r->p += *r->p == '\\' && r->end - r->p > 1 ? 2 : 1;
	if (r->p >= r->end || r->p - start >= INT32_MAX)
		return 0;
	copy = to = arena_bytes(r->arena, (size_t)(r->p - start) + 1);
	if (!copy)
		return -1;
	for (r->p = start; *r->p != quote;) {
		size_t n;

		if (*r->p != '\\') {
			if (!*r->p)
				return 0;
			*to++ = *r->p++;
			continue;
		}
		r->p++;
		n = reader_escape(r, to);
		if (!n)
			return 0;
		to += n;
	}
	r->p++;
	*to = '\0';
	*out = (struct value){ .kind = VALUE_TEXT, .n = (uint32_t)(to - copy), .s = copy };
	return 1;
}

static int
reader_number(struct value_reader *r, struct value *out)
{
	char text[64], *end;
	size_t n = 0;
	bool real = false;
	long long whole;

	while (r->p + n < r->end && n < sizeof(text) - 1 && r->p[n]
		&& strchr("0123456789+-.eE", r->p[n])) {
		text[n] = r->p[n];
		real = real || strchr(".eE", text[n]);
		n++;
	}
	text[n] = '\0';
	errno = 0;
	whole = real ? 0 : strtoll(text, &end, 10);
	if (real || errno == ERANGE) {
		*out = value_real(strtod(text, &end));
		if (!isfinite(out->d))
			return 0;
	} else {
		*out = value_int(whole);
	}
	if (!n || *end)
		return 0;
	r->p += n;
	return 1;
}

static int
reader_word(struct value_reader *r, struct value *out)
{
	static const struct {
		const char *word;
		struct value value;
	} words[] = {
		{ "true", { .kind = VALUE_BOOL, .i = 1 } },
		{ "True", { .kind = VALUE_BOOL, .i = 1 } },
		{ "false", { .kind = VALUE_BOOL } },
		{ "False", { .kind = VALUE_BOOL } },
		{ "null", { .kind = VALUE_NONE } },
		{ "None", { .kind = VALUE_NONE } },
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		size_t n = strlen(words[i].word);

		if ((size_t)(r->end - r->p) < n || memcmp(r->p, words[i].word, n))
			continue;
		r->p += n;
		*out = words[i].value;
		return 1;
	}
	return 0;
}

static int
reader_plain(struct value_reader *r, struct value *out)
{
	if (r->p == r->end)
		return 0;
	if (*r->p == '"' || *r->p == '\'')
		return reader_text(r, out);
	if ((*r->p >= '0' && *r->p <= '9') || *r->p == '-' || *r->p == '.')
		return reader_number(r, out);
	return reader_word(r, out);
}

static bool
reader_open(struct value_reader *r)
{
	if (r->depth == VALUE_MAX_DEPTH)
		return false;
	r->open[r->depth].first = r->n_pending;
	r->open[r->depth].close = *r->p == '[' ? ']' : ')';
	r->depth++;
	r->p++;
	return true;
}

static int
reader_close(struct value_reader *r, struct value *out)
{
	size_t first = r->open[--r->depth].first, n = r->n_pending - first;
	struct value *items = NULL;

	if (n > UINT32_MAX)
		return 0;
	if (n) {
		items = arena_alloc(r->arena, n * sizeof(*items));
		if (!items)
			return -1;
		memcpy(items, r->pending + first, n * sizeof(*items));
	}
	r->n_pending = first;
	*out = (struct value){
		.kind = *r->p == ']' ? VALUE_LIST : VALUE_TUPLE, .n = (uint32_t)n, .items = items,
	};
	r->p++;
	return 1;
}

/* Adds a value to the innermost list, and steps over the comma behind it. */
static int
reader_add(struct value_reader *r, struct value v)
{
	if (!mem_reserve(&r->pending, &r->cap_pending, r->n_pending + 1, sizeof(*r->pending)))
		return -1;
	r->pending[r->n_pending++] = v;
	reader_blank(r);
	if (r->p < r->end && *r->p == ',') {
		r->p++;
		return 1;
	}
	return r->p < r->end && *r->p == r->open[r->depth - 1].close;
}

static int
reader_run(struct value_reader *r, struct value *out)
{
	int status;

	for (;;) {
		reader_blank(r);
		if (r->p < r->end && (*r->p == '[' || *r->p == '(')) {
			if (!reader_open(r))
				return 0;
			continue;
		}
		if (r->depth && r->p < r->end && *r->p == r->open[r->depth - 1].close)
			status = reader_close(r, out);
		else
			status = reader_plain(r, out);
		if (status != 1)
			return status;
		if (!r->depth)
			break;
		status = reader_add(r, *out);
		if (status != 1)
			return status;
	}
	reader_blank(r);
	return r->p == r->end;
}

int
value_read(struct value *out, const char *text, size_t len, struct arena *arena)
{
	struct value_reader r = { .p = text, .end = text + len, .arena = arena };
	int status = reader_run(&r, out);

	free(r.pending);
	if (status != 1)
		*out = (struct value){ .kind = VALUE_NONE };
	return status;
}

/* --- printing --------------------------------------------------------------- */

static bool
value_print_text(struct buffer *out, struct value v)
{
	char quote = memchr(v.s, '\'', v.n) && !memchr(v.s, '"', v.n) ? '"' : '\'';

	if (!buffer_add(out, &quote, 1))
		return false;
	for (uint32_t i = 0; i < v.n; i++) {
		if ((v.s[i] == quote || v.s[i] == '\\') && !buffer_add(out, "\\", 1))
			return false;
		if (!buffer_add(out, v.s + i, 1))
			return false;
	}
	return buffer_add(out, &quote, 1);
}

static bool
value_print_plain(struct buffer *out, struct value v)
{
	char number[32];

	switch (v.kind) {
	case VALUE_BOOL:
		return buffer_add_text(out, v.i ? "True" : "False");
	case VALUE_INT:
		return buffer_printf(out, "%lld", (long long)v.i);
	case VALUE_REAL:
		return buffer_add_text(out, isnan(v.d) ? "nan" : text_real(number, v.d));
	case VALUE_TEXT:
		return value_print_text(out, v);
	case VALUE_NONE:
	case VALUE_LIST:
	case VALUE_TUPLE:
		break;
	}
	return buffer_add_text(out, "None");
}

/* Ends the lists that have no item left; tuples of one item keep their comma. */
static bool
value_print_end(struct buffer *out, struct value_walk *walk, const enum value_kind *kinds)
{
	while (walk->depth && walk->level[walk->depth - 1].next == walk->level[walk->depth - 1].n) {
		uint32_t level = --walk->depth;
		const char *end = walk->level[level].n == 1 ? ",)" : ")";

		if (kinds[level] == VALUE_LIST)
			end = "]";

		if (!buffer_add_text(out, end))
			return false;
	}
	return true;
}

bool
value_print(struct buffer *out, struct value v)
{
	struct value_walk walk = { .depth = 0 };
	enum value_kind kinds[VALUE_MAX_DEPTH];
	uint32_t level;

	for (;;) {
		if (value_is_list(v) && value_walk_enter(&walk, v, v)) {
			kinds[walk.depth - 1] = v.kind;
			if (!buffer_add_text(out, v.kind == VALUE_LIST ? "[" : "("))
				return false;
		} else if (!value_print_plain(out, v)) {
			return false;
		}
		if (!value_print_end(out, &walk, kinds))
			return false;
		if (!walk.depth)
			return true;
		level = walk.depth - 1;
		if (walk.level[level].next && !buffer_add_text(out, ", "))
			return false;
		v = walk.level[level].a[walk.level[level].next++];
	}
}

bool
value_print_cell(struct buffer *out, struct value v)
{
	if (v.kind == VALUE_NONE)
		return true;
	if (v.kind == VALUE_TEXT)
		return buffer_add(out, v.s, v.n);
	return value_print(out, v);
}
