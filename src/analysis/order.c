/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/order.h"
#include "base/mem.h"
#include <string.h>

#define DIGIT_BITS 11
#define DIGITS (1u << DIGIT_BITS)
#define SMALL 48	/* below, insertion sort is faster than clearing the counts */

static void
order_insertion(struct keyed *items, uint32_t n)
{
	for (uint32_t i = 1; i < n; i++) {
		struct keyed item = items[i];
		uint32_t j = i;

		for (; j > 0 && items[j - 1].key > item.key; j--)
			items[j] = items[j - 1];
		items[j] = item;
	}
}

/* One pass of a radix sort over the digit at shift; base makes keys unsigned. */
static void
order_pass(struct keyed *to, const struct keyed *from, uint32_t n, uint64_t base, unsigned shift)
{
	uint32_t starts[DIGITS] = {0}, sum = 0;

	for (uint32_t i = 0; i < n; i++)
		starts[(((uint64_t)from[i].key - base) >> shift) & (DIGITS - 1)]++;
	for (uint32_t d = 0; d < DIGITS; d++) {
		uint32_t count = starts[d];

		starts[d] = sum;
		sum += count;
	}
	for (uint32_t i = 0; i < n; i++)
		to[starts[(((uint64_t)from[i].key - base) >> shift) & (DIGITS - 1)]++] = from[i];
}

bool
order_by_key(struct keyed *items, uint32_t n)
{
	int64_t least, most;
	bool sorted = true;
	struct keyed *scratch, *from = items, *to;

	if (n < 2)
		return true;
	least = most = items[0].key;
	for (uint32_t i = 1; i < n; i++) {
		sorted = sorted && items[i - 1].key <= items[i].key;
		least = items[i].key < least ? items[i].key : least;
		most = items[i].key > most ? items[i].key : most;
	}
	if (sorted)
		return true;
	if (n < SMALL) {
		order_insertion(items, n);
		return true;
	}
	if (!(scratch = mem_alloc(n, sizeof(*scratch))))
		return false;
	to = scratch;
	for (unsigned shift = 0; shift < 64
		&& ((uint64_t)most - (uint64_t)least) >> shift; shift += DIGIT_BITS) {
		struct keyed *swap = from;

		order_pass(to, from, n, (uint64_t)least, shift);
		from = to;
		to = swap;
	}
	if (from != items)
		memcpy(items, from, n * sizeof(*items));
	free(scratch);
	return true;
}
