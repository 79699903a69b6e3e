/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A set of numbers below a bound, with the nearest member either way in a few steps: bits in words, words in words. */
#ifndef BASE_BITSET_H
#define BASE_BITSET_H

#include <stdbool.h>
#include <stdint.h>

#define BITSET_LEVELS 6		/* 64^6 numbers */
#define BITSET_NONE UINT32_MAX

struct bitset {
	uint64_t *level[BITSET_LEVELS];
	unsigned n_levels;
};

bool bitset_init(struct bitset *set, uint32_t bound);	/* empty; false: no memory */
void bitset_free(struct bitset *set);
void bitset_add(struct bitset *set, uint32_t number);
void bitset_remove(struct bitset *set, uint32_t number);
uint32_t bitset_at_or_before(const struct bitset *set, uint32_t number);
uint32_t bitset_after(const struct bitset *set, uint32_t number);

static inline bool
bitset_has(const struct bitset *set, uint32_t number)
{
	return set->level[0][number >> 6] >> (number & 63) & 1;
}

#endif
