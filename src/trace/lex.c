/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lex_priv.h"
#include "base/hash.h"
#include "base/text.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define TIME_LIMIT (INT64_C(1) << 62)

const char *
lex_skip_blanks_far(const char *p)
{
#ifdef __SSE2__
	const __m128i space = _mm_set1_epi8(' '), newline = _mm_set1_epi8('\n'), tab = _mm_set1_epi8('\t'),
		feed = _mm_set1_epi8('\r');

	for (;; p += 16) {
		__m128i x = _mm_loadu_si128((const __m128i *)(const void *)p);
		__m128i blank = _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(x, space), _mm_cmpeq_epi8(x, newline)),
			_mm_or_si128(_mm_cmpeq_epi8(x, tab), _mm_cmpeq_epi8(x, feed)));
		unsigned mask = (unsigned)_mm_movemask_epi8(blank) ^ 0xffff;

		if (mask)
			return p + __builtin_ctz(mask);
	}
#else
	while (lex_is_blank(*p))
		p++;
	return p;
#endif
}

static inline bool
lex_is_digit(char c)
{
	return (unsigned char)(c - '0') < 10;
}

static const char *
lex_stop(struct lex *lex, enum lex_stop why)
{
	lex->stop = why;
	lex->open = NULL;
	return NULL;
}

/* The text ends inside the value or key at open. */
static const char *
lex_stop_inside(struct lex *lex, const char *open)
{
	lex->stop = LEX_MORE;
	lex->open = open;
	return NULL;
}

static bool
lex_is_hex(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static bool
lex_is_unicode_escape(const char *p)
{
	return lex_is_hex(p[0]) && lex_is_hex(p[1]) && lex_is_hex(p[2]) && lex_is_hex(p[3]);
}

const char *
lex_skip_escape(struct lex *lex, const char *p)
{
	lex->marks |= LEX_ESCAPED;
	if (p + 1 >= lex->end)
		return lex_stop(lex, LEX_MORE);
	if (p[1] && strchr("\"\\/bfnrt", p[1]))
		return p + 2;
	if (p[1] == 'u') {
		if (lex_is_unicode_escape(p + 2))
			return p + 6;
		if (lex->end - p < 6)
			return lex_stop(lex, LEX_MORE);
	}
	lex->marks |= LEX_ESCAPE;
	return p + 1;
}

/* Whether what follows a quote shows that a string ends there: a colon, a bracket, or a comma and a further member. */
static bool
lex_string_may_end(const char *p)
{
	const char *key;

	p = lex_skip_blanks(p);
	if (*p == ':' || *p == '}' || *p == ']')
		return true;
	if (*p != ',')
		return false;
	p = lex_skip_blanks(p + 1);
	if (*p != '"')
		return *p == '{' || *p == '[' || *p == '-' || (*p >= '0' && *p <= '9') || *p == '}' || *p == ']';
	for (key = ++p; p - key < 64 && *p != '"' && *p != '\\' && (unsigned char)*p >= ' '; p++)
		;
	if (*p != '"')
		return false;
	p = lex_skip_blanks(p + 1);
	return *p == ':' || *p == ',' || *p == ']';
}

const char *
lex_string_end_slow(struct lex *lex, const char *start, const char *p)
{
	for (;; p = lex_find_special(p)) {
		if (p >= lex->end)
			return lex_stop_inside(lex, start - 1);
		if (*p == '"') {
			if (!lex->lenient || lex_string_may_end(p + 1))
				return p;
			p++;
		} else if (*p == '\\') {
			if (lex->lenient == LEX_BACKSLASHES && p[1] == '"' && lex_string_may_end(p + 2)) {
				lex->marks |= LEX_ESCAPE;
				return p + 1;
			}
			p = lex_skip_escape(lex, p);
			if (!p)
				return lex_stop_inside(lex, start - 1);
		} else if ((unsigned char)*p < ' ') {
			lex->marks |= LEX_CONTROL;
			p++;
		}
	}
}

const char *
lex_skip_nested(struct lex *lex, const char *start)
{
	uint64_t kinds = 0;	/* of the innermost brackets: 1 for a brace */
	unsigned known = 0;	/* of how many, 64 at most: those further out were shifted away */
	size_t depth = 0;

	for (const char *p = start;; p = lex_find_bracket(p)) {
		if (*p == '{' || *p == '[') {
			kinds = kinds << 1 | (*p == '{');
			known += known < 64;
			depth++;
			p++;
		} else if (*p == '}' || *p == ']') {
			if (known && (kinds & 1) != (*p == '}'))
				return lex_stop(lex, LEX_BAD);
			known -= known > 0;
			kinds >>= 1;
			p++;
			if (!--depth)
				return p;
		} else if (*p == '"') {
			p = lex_string_end(lex, p + 1);
			if (!p)
				return lex_stop_inside(lex, start);
			p++;
		} else if (p >= lex->end) {
			return lex_stop_inside(lex, start);
		} else {
			p++;	/* a zero byte inside */
		}
	}
}

static bool
lex_is_word(const char *p, size_t len)
{
	static const char *const words[] = {"null", "true", "false", "nan", "inf", "infinity"};

	if (len && (*p == '-' || *p == '+')) {
		p++;
		len--;
	}
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (strlen(words[i]) == len && !strncasecmp(words[i], p, len))
			return true;
	return false;
}

const bool lex_ends_scalar[256] = {
	[0 ... ' '] = true, [','] = true, [':'] = true, ['"'] = true, ['{'] = true, ['}'] = true, ['['] = true,
	[']'] = true,
};

/* Behind the digits, points and signs that a number begins with. */
static inline const char *
lex_skip_number(const char *p)
{
#ifdef __SSE2__
	const __m128i lowest = _mm_set1_epi8('-'), range = _mm_set1_epi8('9' - '-');

	for (;; p += 16) {
		__m128i x = _mm_sub_epi8(_mm_loadu_si128((const __m128i *)(const void *)p), lowest);
		unsigned mask = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(x, range), x)) ^ 0xffff;

		if (mask)
			return p + __builtin_ctz(mask);
	}
#else
	while (*p >= '-' && *p <= '9')
		p++;
	return p;
#endif
}

const char *
lex_skip_scalar(struct lex *lex, const char *p)
{
	const char *start = p;
	bool number = *p == '-' || lex_is_digit(*p);

	p = lex_skip_number(p);
	while (!lex_ends_scalar[(unsigned char)*p])
		p++;
	if (p >= lex->end)
		return lex_stop_inside(lex, start);
	if ((!number || p[-1] > '9') && !lex_is_word(start, (size_t)(p - start)))
		lex->marks |= LEX_VALUE;
	return p;
}

const char *
lex_skip_value(struct lex *lex, const char *p)
{
	if (*p == '"') {
		p = lex_string_end(lex, p + 1);
		return p ? p + 1 : NULL;
	}
	if (*p == '{' || *p == '[')
		return lex_skip_nested(lex, p);
	return lex_skip_scalar(lex, p);
}

/* --- numbers -------------------------------------------------------------- */

struct decimal {		/* 0.DIGITS times ten to the point; the first digit is not 0 */
	char digits[64];	/* enough for any number that fits */
	int n;
	long point;
};

/* The power of ten behind a number's digits, to the end. */
static bool
decimal_exponent(struct decimal *d, const char *p, const char *end)
{
	long exponent;
	char *stop;

	if (p == end)
		return true;
	if (*p != 'e' && *p != 'E')
		return false;
	errno = 0;
	exponent = strtol(p + 1, &stop, 10);
	if (stop != end || stop == p + 1 || errno || exponent < -1000 || exponent > 1000)
		return false;
	d->point += exponent;
	return true;
}

/* Any decimal without a sign, with an exponent too. */
static bool
decimal_read(struct decimal *d, const char *p, const char *end)
{
	bool any = false, behind_point = false;

	d->n = 0;
	d->point = 0;
	for (; p < end && (lex_is_digit(*p) || (*p == '.' && !behind_point)); p++) {
		if (*p == '.') {
			behind_point = true;
			continue;
		}
		any = true;
		if (d->n || *p != '0')
			d->point += !behind_point;
		else
			d->point -= behind_point;
		if ((d->n || *p != '0') && d->n < (int)sizeof(d->digits))
			d->digits[d->n++] = *p;
	}
	return any && decimal_exponent(d, p, end);
}

/* The whole part of the decimal times ten to the shift; false when it does not fit. */
static bool
decimal_whole(const struct decimal *d, int shift, uint64_t *value)
{
	*value = 0;
	for (long i = 0; d->n && i < d->point + shift; i++) {
		uint64_t digit = i < d->n ? (uint64_t)(d->digits[i] - '0') : 0;

		if (__builtin_mul_overflow(*value, 10, value) || __builtin_add_overflow(*value, digit, value))
			return false;
	}
	return true;
}

static bool
lex_time_slow(const char *p, const char *end, uint64_t *thousandths)
{
	struct decimal d;
	long next;

	if (!decimal_read(&d, p, end) || !decimal_whole(&d, 3, thousandths))
		return false;
	next = d.point + 3;
	*thousandths += next >= 0 && next < d.n && d.digits[next] >= '5';
	return true;
}

/* A whole number that is written with a fraction of zeros or an exponent. */
static bool
lex_digits_slow(const char *p, const char *end, uint64_t *value)
{
	struct decimal d;

	if (!decimal_read(&d, p, end))
		return false;
	while (d.n && d.digits[d.n - 1] == '0')
		d.n--;
	return (!d.n || d.n <= d.point) && decimal_whole(&d, 0, value);
}

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the first of eight bytes is the lowest");

/* How many of the eight bytes at p are digits before the first that is none. */
static inline unsigned
lex_count_digits8(uint64_t bytes)
{
	uint64_t v = bytes ^ UINT64_C(0x3030303030303030);
	uint64_t odd = ((v + UINT64_C(0x7676767676767676)) | v) & UINT64_C(0x8080808080808080);

	return odd ? (unsigned)__builtin_ctzll(odd) / 8 : 8;
}

/* The value of the first n <= 8 digits in the bytes: pairs, then fours, then all, each by one product. */
static inline uint64_t
lex_value8(uint64_t bytes, unsigned n)
{
	uint64_t v = n ? (bytes << (64 - 8 * n)) & UINT64_C(0x0f0f0f0f0f0f0f0f) : 0;

	v = (v * 10 + (v >> 8)) & UINT64_C(0x00ff00ff00ff00ff);
	v = (v * 100 + (v >> 16)) & UINT64_C(0x0000ffff0000ffff);
	return (v * 10000 + (v >> 32)) & UINT64_C(0xffffffff);
}

static const uint32_t powers[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};

/* Up to 16 digits at p; *value and how many there were, 17 for more. */
static inline unsigned
lex_digits16(const char *p, uint64_t *value)
{
	uint64_t head = hash_load8(p), tail;
	unsigned n = lex_count_digits8(head), m;

	*value = lex_value8(head, n);
	if (n < 8)
		return n;
	tail = hash_load8(p + 8);
	m = lex_count_digits8(tail);
	*value = *value * powers[m] + lex_value8(tail, m);
	return m == 8 && lex_is_digit(p[16]) ? 17 : 8 + m;
}

bool
lex_time(const char *p, const char *end, int64_t *ns)
{
	static const uint16_t scale[] = {1000, 100, 10, 1};
	bool negative = p < end && *p == '-';
	const char *start = negative ? p + 1 : p, *q;
	uint64_t value, part;
	unsigned n = lex_digits16(start, &value), decimals;

	q = start + n;
	if (!n || n > 15 || q > end)
		goto slow;
	value *= 1000;
	if (*q == '.' && q < end) {
		uint64_t bytes = hash_load8(q + 1);

		decimals = lex_count_digits8(bytes);
		n = decimals < 3 ? decimals : 3;
		part = lex_value8(bytes, n) * scale[n];
		value += part + (decimals > 3 && q[4] >= '5');
		q += 1 + decimals;
		if (decimals == 8)
			while (lex_is_digit(*q))
				q++;
	}
	if (q == end)
		goto done;
slow:
	if (!lex_time_slow(start, end, &value))
		return false;
done:
	if (value >= (uint64_t)TIME_LIMIT)
		return false;
	*ns = negative ? -(int64_t)value : (int64_t)value;
	return true;
}

static bool
lex_digits(const char *p, const char *end, uint64_t *value)
{
	unsigned n = p < end ? lex_digits16(p, value) : 0;

	if (n && n <= 16 && p + n == end)
		return true;
	return lex_digits_slow(p, end, value);
}

bool
lex_int(const char *p, const char *end, int64_t *value)
{
	bool negative = p < end && *p == '-';
	uint64_t magnitude;

	if (!lex_digits(p + negative, end, &magnitude) || magnitude > (uint64_t)INT64_MAX)
		return false;
	*value = negative ? -(int64_t)magnitude : (int64_t)magnitude;
	return true;
}

bool
lex_id(const char *p, const char *end, uint64_t *value)
{
	if (p < end && *p == '-') {
		*value = 0;
		return lex_is_digit(p[1]);
	}
	if (end - p > 2 && end - p <= 18 && p[0] == '0' && (p[1] | 0x20) == 'x') {
		uint64_t v = 0;

		for (p += 2; p < end; p++) {
			if (!lex_is_hex(*p))
				return false;
			v = v << 4 | (uint64_t)(lex_is_digit(*p) ? *p - '0' : (*p | 0x20) - 'a' + 10);
		}
		*value = v;
		return true;
	}
	return lex_digits(p, end, value);
}

bool
lex_real(const char *p, const char *end, double *value)
{
	char text[64], *stop;
	size_t len = (size_t)(end - p);

	if (!len || len >= sizeof(text))
		return false;
	memcpy(text, p, len);
	text[len] = '\0';
	*value = strtod(text, &stop);	/* in the C locale: the point is a point */
	return *stop == '\0';
}

/* --- strings -------------------------------------------------------------- */

static uint32_t
lex_hex4(const char *p)
{
	uint32_t v = 0;

	for (int i = 0; i < 4; i++)
		v = v << 4 | (uint32_t)(lex_is_digit(p[i]) ? p[i] - '0' : (p[i] | 0x20) - 'a' + 10);
	return v;
}

/* A \u escape at p, or two that make a pair; returns the bytes taken, 0 to leave it as it is. */
static size_t
lex_decode_unicode(const char *p, const char *end, uint32_t *code)
{
	uint32_t low;

	if (end - p < 6 || !lex_is_unicode_escape(p + 2))
		return 0;
	*code = lex_hex4(p + 2);
	if (!*code)
		return 0;
	if (*code < 0xd800 || *code > 0xdfff)
		return 6;
	if (*code > 0xdbff || end - p < 12 || p[6] != '\\' || p[7] != 'u' || !lex_is_unicode_escape(p + 8))
		return 0;
	low = lex_hex4(p + 8);
	if (low < 0xdc00 || low > 0xdfff)
		return 0;
	*code = 0x10000 + ((*code - 0xd800) << 10) + (low - 0xdc00);
	return 12;
}

size_t
lex_decode(const char *p, const char *end, char *out)
{
	static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
	char *start = out;

	while (p < end) {
		const char *known;
		uint32_t code;
		size_t taken;

		if (*p != '\\' || p + 1 >= end) {
			*out++ = *p ? *p : '?';		/* texts end with a zero byte */
			p++;
			continue;
		}
		known = p[1] ? strchr(from, p[1]) : NULL;
		if (known) {
			*out++ = to[known - from];
			p += 2;
		} else if (p[1] == 'u' && (taken = lex_decode_unicode(p, end, &code))) {
			out += text_encode(code, out);
			p += taken;
		} else {
			*out++ = *p++;
		}
	}
	return (size_t)(out - start);
}

bool
lex_compact(const char *p, size_t len, struct buffer *out)
{
	const char *end = p + len;
	bool in_string = false;

	if (!buffer_reserve(out, len))
		return false;
	for (; p < end; p++) {
		if (!in_string && lex_is_blank(*p))
			continue;
		if (*p == '"')
			in_string = !in_string;
		out->data[out->len++] = *p;
		if (in_string && *p == '\\' && p + 1 < end)
			out->data[out->len++] = *++p;
	}
	out->data[out->len] = '\0';
	return true;
}
