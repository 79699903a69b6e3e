/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shape_priv.h"
#include "base/hash.h"

#define SHAPE_FIRST (1 + FIELD_LEVELS)

void
shape_init(struct shape *shape)
{
	*shape = (struct shape){.n = SHAPE_FIRST};
}

static unsigned
piece_hash(const struct piece *piece)
{
	uint64_t h = piece->level;

	for (unsigned i = 0; i < SHAPE_BYTES; i += 8)
		h = (h ^ hash_load8(piece->bytes + i)) * UINT64_C(0x9e3779b97f4a7c15);
	return (unsigned)(h >> 32) % SHAPE_SLOTS;
}

/* Its number: known, or new; 0 when there is no more room. */
static unsigned
piece_number(struct shape *shape, const struct piece *piece)
{
	unsigned slot = piece_hash(piece);

	for (; shape->slots[slot]; slot = (slot + 1) % SHAPE_SLOTS) {
		const struct piece *known = &shape->pieces[shape->slots[slot]];

		if (known->len == piece->len && known->level == piece->level
		    && !memcmp(known->bytes, piece->bytes, SHAPE_BYTES))
			return shape->slots[slot];
	}
	if (shape->n == SHAPE_PIECES)
		return 0;
	shape->pieces[shape->n] = *piece;
	shape->slots[slot] = (uint8_t)shape->n;
	return shape->n++;
}

struct piece *
shape_learn(struct shape *shape, struct piece *after, const char *p, const char *end, enum field_level level,
	unsigned field)
{
	size_t len = (size_t)(end - p);
	struct piece piece = {.len = (uint8_t)len, .level = (uint8_t)level, .field = (uint8_t)field};
	unsigned number;

	if (!len || len > SHAPE_BYTES)
		return &shape->pieces[0];
	memcpy(piece.bytes, p, len);
	piece.mask = len == SHAPE_BYTES ? UINT32_MAX : (UINT32_C(1) << len) - 1;
	number = piece_number(shape, &piece);
	if (number && after != &shape->pieces[0] && after->next[0] != number) {
		after->next[1] = after->next[0];
		after->next[0] = (uint8_t)number;
	}
	return &shape->pieces[number];
}
