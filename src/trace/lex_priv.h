/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The smallest steps through JSON text: blanks, ends of strings and of nested
 * values, numbers. The text ends with LEX_PAD zero bytes, so that 16 bytes can
 * be read at any place and a zero byte at `end` stops every loop.
 */
#ifndef TRACE_LEX_PRIV_H
#define TRACE_LEX_PRIV_H

#include "base/buffer.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#define LEX_PAD 64

enum lex_mark {			/* what was odd about a text */
	LEX_ESCAPE = 1 << 0,	/* an escape that JSON does not know */
	LEX_CONTROL = 1 << 1,	/* a raw control byte in a string */
	LEX_ESCAPED = 1 << 2,	/* a backslash: the text is not what it says */
	LEX_VALUE = 1 << 3,	/* a value that is missing or no JSON value */
};

enum lex_lenience {
	LEX_STRICT,
	LEX_QUOTES,		/* quotes inside strings: a string ends where its context goes on */
	LEX_BACKSLASHES,	/* so it does behind a backslash, which then escaped nothing */
};

/* Why a step could not be made: p is NULL and this tells. */
enum lex_stop { LEX_MORE, LEX_BAD };

struct lex {
	const char *end;	/* of the text; *end is 0 */
	enum lex_stop stop;
	const char *open;	/* at LEX_MORE: the value or key that the text ends in, or NULL */
	unsigned marks;		/* gathered until cleared by the caller */
	enum lex_lenience lenient;
};

static inline bool
lex_is_blank(char c)
{
	return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

const char *lex_skip_blanks_far(const char *p);

static inline const char *
lex_skip_blanks(const char *p)
{
	if ((unsigned char)*p > ' ')
		return p;
	if (*p == ' ' && (unsigned char)p[1] > ' ')
		return p + 1;
	return lex_skip_blanks_far(p);
}

/* A place where a string may end or that wants a closer look: a quote, a backslash, a byte below 0x20. */
static inline const char *
lex_find_special(const char *p)
{
#ifdef __SSE2__
	const __m128i quote = _mm_set1_epi8('"'), slash = _mm_set1_epi8('\\'), low = _mm_set1_epi8(0x1f);

	for (;; p += 16) {
		__m128i x = _mm_loadu_si128((const __m128i *)(const void *)p);
		__m128i hit = _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(x, quote), _mm_cmpeq_epi8(x, slash)),
			_mm_cmpeq_epi8(_mm_min_epu8(x, low), x));
		unsigned mask = (unsigned)_mm_movemask_epi8(hit);

		if (mask)
			return p + __builtin_ctz(mask);
	}
#else
	while (*p != '"' && *p != '\\' && (unsigned char)*p > 0x1f)
		p++;
	return p;
#endif
}

/* The next bracket or quote, or the end. */
static inline const char *
lex_find_bracket(const char *p)
{
#ifdef __SSE2__
	const __m128i bit = _mm_set1_epi8(0x20), open = _mm_set1_epi8('{'), close = _mm_set1_epi8('}'),
		quote = _mm_set1_epi8('"'), zero = _mm_setzero_si128();

	for (;; p += 16) {
		__m128i x = _mm_loadu_si128((const __m128i *)(const void *)p), folded = _mm_or_si128(x, bit);
		__m128i hit = _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(folded, open), _mm_cmpeq_epi8(folded, close)),
			_mm_or_si128(_mm_cmpeq_epi8(x, quote), _mm_cmpeq_epi8(x, zero)));
		unsigned mask = (unsigned)_mm_movemask_epi8(hit);

		if (mask)
			return p + __builtin_ctz(mask);
	}
#else
	while (*p && *p != '"' && (*p | 0x20) != '{' && (*p | 0x20) != '}')
		p++;
	return p;
#endif
}

const char *lex_string_end_slow(struct lex *lex, const char *start, const char *p);

/* From behind an opening quote to the closing one; NULL with lex->stop. */
static inline const char *
lex_string_end(struct lex *lex, const char *start)
{
	const char *p = lex_find_special(start);

	if (__builtin_expect(*p == '"' && !lex->lenient, 1))
		return p;
	return lex_string_end_slow(lex, start, p);
}

/* From a backslash to behind what it escapes; an unknown escape is the backslash alone. */
const char *lex_skip_escape(struct lex *lex, const char *p);

/* From an opening bracket to behind its closing one. Any depth. */
const char *lex_skip_nested(struct lex *lex, const char *p);

/* What ends a number or a word: blanks, control bytes, brackets, commas, colons, quotes. */
extern const bool lex_ends_scalar[256];

/* From the first byte of a number or word to behind its last: up to a comma, bracket, blank or the end. */
const char *lex_skip_scalar(struct lex *lex, const char *p);

/* Over a value of any kind. */
const char *lex_skip_value(struct lex *lex, const char *p);

/*
 * Decimal text of microseconds [p, end) as nanoseconds, digits past the
 * nanosecond rounded to nearest, halves away from zero. False when it is no
 * finite number or its size is 2^62 ns or more.
 */
bool lex_time(const char *p, const char *end, int64_t *ns);

/* Whole numbers, also as others write them: 7.0, 1e3. False when it is none or does not fit. */
bool lex_int(const char *p, const char *end, int64_t *value);
/* An id: 0 when negative; also hexadecimal with 0x. */
bool lex_id(const char *p, const char *end, uint64_t *value);
bool lex_real(const char *p, const char *end, double *value);	/* inf and nan in any spelling */

/*
 * Decodes a string's content [p, end) into out (at least end - p bytes; a
 * decoded text is never longer). Escapes that JSON does not know, broken \u and
 * \u0000 stay as they are. Returns the length.
 */
size_t lex_decode(const char *p, const char *end, char *out);

/*
 * Whether the text is one whole JSON value and nothing else; nan and inf, raw
 * control bytes and a comma before a closing bracket pass, more than 256 levels
 * do not.
 */
bool lex_is_json(const char *text, size_t len);

/* Adds JSON to out without the blanks between its parts. False: no memory. */
bool lex_compact(const char *p, size_t len, struct buffer *out);

#endif
