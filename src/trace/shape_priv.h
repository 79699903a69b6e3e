/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Events of a trace look alike: after one member comes the same key as the last
 * time, between the same commas and blanks. What stood between two values, key
 * and all, is kept as a piece; a piece that stands there again needs no reading.
 * Equal bytes read the same, so a guess that fits is no guess.
 */
#ifndef TRACE_SHAPE_PRIV_H
#define TRACE_SHAPE_PRIV_H

#include "fields_priv.h"
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#define SHAPE_BYTES 32
#define SHAPE_PIECES 192
#define SHAPE_SLOTS 512
#define SHAPE_END (FIELDS + 1)	/* the piece ends with the object's brace */

struct piece {
	char bytes[SHAPE_BYTES];	/* from behind a value to the start of the next */
	uint32_t mask;			/* a bit for each byte that counts */
	uint8_t len, level;
	uint8_t field;			/* enum field, FIELDS for a key that is not taken, or SHAPE_END */
	uint8_t next[2];		/* those that came after it, the last first; 0: none */
};

struct shape {
	struct piece pieces[SHAPE_PIECES];	/* 0: not kept; then one for each level's start */
	uint8_t slots[SHAPE_SLOTS];
	unsigned n;
};

void shape_init(struct shape *shape);
/* Keeps the piece [p, end), which came after another; one that is not kept has no successors. */
struct piece *shape_learn(struct shape *shape, struct piece *after, const char *p, const char *end,
	enum field_level level, unsigned field);

static inline struct piece *
shape_start(struct shape *shape, enum field_level level)
{
	return &shape->pieces[1 + level];
}

/* Whether the piece is at p, and all of it: no blank follows. p has SHAPE_BYTES + 1 readable bytes. */
static inline bool
piece_is_at(const struct piece *piece, const char *p)
{
	bool ends = (unsigned char)p[piece->len] > ' ' || piece->field == SHAPE_END;
#ifdef __SSE2__
	__m128i low = _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)(const void *)p),
		_mm_loadu_si128((const __m128i *)(const void *)piece->bytes));
	__m128i high = _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)(const void *)(p + 16)),
		_mm_loadu_si128((const __m128i *)(const void *)(piece->bytes + 16)));
	uint32_t same = (uint32_t)_mm_movemask_epi8(low) | (uint32_t)_mm_movemask_epi8(high) << 16;

	return ends && (same & piece->mask) == piece->mask;
#else
	return ends && !memcmp(piece->bytes, p, piece->len);
#endif
}

/* The piece at p when it is one that came after this before, else NULL. */
static inline struct piece *
shape_guess(struct shape *shape, struct piece *after, const char *p)
{
	unsigned first = after->next[0], second = after->next[1];

	if (first && piece_is_at(&shape->pieces[first], p))
		return &shape->pieces[first];
	if (!second || !piece_is_at(&shape->pieces[second], p))
		return NULL;
	after->next[0] = (uint8_t)second;
	after->next[1] = (uint8_t)first;
	return &shape->pieces[second];
}

#endif
