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

#define NUMPY_SMALL 16	/* a longer run is partitioned */
#define RUNS_MAX 32	/* the longer part waits: at most one for each halving */

struct run {
	uint32_t first, last;
	unsigned depth;		/* splits left before it is taken as it is */
};

static void
swap_items(struct keyed *a, struct keyed *b)
{
	struct keyed held = *a;

	*a = *b;
	*b = held;
}

/* Splits the run around the median of its first, middle and last; returns the median's place. */
static uint32_t
numpy_partition(struct keyed *items, struct run run)
{
	uint32_t middle = run.first + (run.last - run.first) / 2, up = run.first, down = run.last - 1;
	int64_t pivot;

	if (items[middle].key < items[run.first].key)
		swap_items(&items[middle], &items[run.first]);
	if (items[run.last].key < items[middle].key)
		swap_items(&items[run.last], &items[middle]);
	if (items[middle].key < items[run.first].key)
		swap_items(&items[middle], &items[run.first]);
	pivot = items[middle].key;
	swap_items(&items[middle], &items[down]);
	for (;;) {
		while (items[++up].key < pivot)
			;
		while (pivot < items[--down].key)
			;
		if (up >= down)
			break;
		swap_items(&items[up], &items[down]);
	}
	swap_items(&items[up], &items[run.last - 1]);
	return up;
}

bool
order_as_numpy(struct keyed *items, uint32_t n)
{
	struct run run = {0, n - 1, 0}, waiting[RUNS_MAX];
	unsigned n_waiting = 0;

	if (n < 2)
		return true;
	for (uint32_t rest = n; rest >>= 1;)
		run.depth += 2;
	for (;;) {
		while (run.last - run.first > NUMPY_SMALL && run.depth) {
			uint32_t at = numpy_partition(items, run);
			struct run below = {run.first, at - 1, run.depth - 1};
			struct run above = {at + 1, run.last, run.depth - 1};
			bool is_below_small = at - run.first < run.last - at;

			waiting[n_waiting++] = is_below_small ? above : below;
			run = is_below_small ? below : above;
		}
		if (!order_by_key(items + run.first, run.last - run.first + 1))
			return false;
		if (!n_waiting)
			return true;
		run = waiting[--n_waiting];
	}
}
