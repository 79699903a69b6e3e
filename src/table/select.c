/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "table/select_priv.h"
#include <string.h>

#define DIGIT_BITS 11
#define DIGITS (1u << DIGIT_BITS)
#define SMALL 64	/* below, sorting by insertion is faster than counting */

static void
sort_small(select_value *values, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		int64_t value = values[i];
		size_t j = i;

		for (; j > 0 && values[j - 1] > value; j--)
			values[j] = values[j - 1];
		values[j] = value;
	}
}

/* Bits to leave out so that DIGITS parts hold a range. */
static unsigned
shift_for(uint64_t range)
{
	unsigned bits = range ? 64 - (unsigned)__builtin_clzll(range) : 0;

	return bits > DIGIT_BITS ? bits - DIGIT_BITS : 0;
}

static uint64_t
range_of(const select_value *values, size_t n, uint64_t *least)
{
	int64_t min = values[0], max = values[0];

	for (size_t i = 1; i < n; i++) {
		min = values[i] < min ? values[i] : min;
		max = values[i] > max ? values[i] : max;
	}
	*least = (uint64_t)min;
	return (uint64_t)max - (uint64_t)min;
}

/*
 * Brings the values of the part that holds the k-th to the front; *k becomes
 * its place there. Returns how many they are.
 */
static size_t
select_part(select_value *values, size_t n, size_t *k, uint64_t least, unsigned shift)
{
	size_t counts[DIGITS] = {0}, kept = 0;
	uint64_t part = 0;

	for (size_t i = 0; i < n; i++)
		counts[((uint64_t)values[i] - least) >> shift]++;
	for (; *k >= counts[part]; part++)
		*k -= counts[part];
	for (size_t i = 0; i < n; i++) {
		int64_t value = values[i];

		if (((uint64_t)value - least) >> shift != part)
			continue;
		values[i] = values[kept];
		values[kept++] = value;
	}
	return kept;
}

int64_t
select_kth(select_value *values, size_t n, size_t k)
{
	uint64_t least, range;
	unsigned shift;

	while (n > SMALL) {
		range = range_of(values, n, &least);
		if (!range)
			return values[0];
		shift = shift_for(range);
		n = select_part(values, n, &k, least, shift);
	}
	sort_small(values, n);
	return values[k];
}

int64_t
select_below(const select_value *values, size_t n, size_t k, int64_t kth)
{
	int64_t below = INT64_MIN;
	size_t less = 0;

	for (size_t i = 0; i < n; i++) {
		if (values[i] >= kth)
			continue;
		less++;
		below = values[i] > below ? values[i] : below;
	}
	return less == k ? below : kth;
}
