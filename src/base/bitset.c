/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/bitset.h"
#include "base/mem.h"

bool
bitset_init(struct bitset *set, uint32_t bound)
{
	size_t words = (size_t)bound;

	*set = (struct bitset){0};
	do {
		words = words / 64 + 1;
		set->level[set->n_levels] = mem_zero(words, sizeof(uint64_t));
		if (!set->level[set->n_levels++])
			return false;
	} while (words > 1);
	return true;
}

void
bitset_free(struct bitset *set)
{
	for (unsigned l = 0; l < set->n_levels; l++)
		free(set->level[l]);
	*set = (struct bitset){0};
}

void
bitset_add(struct bitset *set, uint32_t number)
{
	for (unsigned l = 0; l < set->n_levels; l++, number >>= 6)
		set->level[l][number >> 6] |= UINT64_C(1) << (number & 63);
}

void
bitset_remove(struct bitset *set, uint32_t number)
{
	for (unsigned l = 0; l < set->n_levels; l++, number >>= 6) {
		uint64_t *word = &set->level[l][number >> 6];

		*word &= ~(UINT64_C(1) << (number & 63));
		if (*word)
			return;
	}
}

uint32_t
bitset_at_or_before(const struct bitset *set, uint32_t number)
{
	if (bitset_has(set, number))
		return number;
	for (unsigned l = 0; l < set->n_levels; l++, number >>= 6) {
		uint64_t below = set->level[l][number >> 6] & ((UINT64_C(1) << (number & 63)) - 1);

		if (!below)
			continue;
		number = (number & ~63u) + (63 - (uint32_t)__builtin_clzll(below));
		while (l--)
			number = number * 64 + (63 - (uint32_t)__builtin_clzll(set->level[l][number]));
		return number;
	}
	return BITSET_NONE;
}

uint32_t
bitset_after(const struct bitset *set, uint32_t number)
{
	for (unsigned l = 0; l < set->n_levels; l++, number >>= 6) {
		uint64_t above = set->level[l][number >> 6];

		above = (number & 63) == 63 ? 0 : above & (UINT64_MAX << ((number & 63) + 1));
		if (!above)
			continue;
		number = (number & ~63u) + (uint32_t)__builtin_ctzll(above);
		while (l--)
			number = number * 64 + (uint32_t)__builtin_ctzll(set->level[l][number]);
		return number;
	}
	return BITSET_NONE;
}
