/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sets of small numbers: one bit each, 64 to a word. */
#ifndef BASE_BITS_H
#define BASE_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline size_t
bits_words(uint32_t n)
{
	return (size_t)n / 64 + 1;
}

static inline bool
bits_get(const uint64_t *bits, uint32_t i)
{
	return bits[i / 64] >> (i % 64) & 1;
}

static inline void
bits_put(uint64_t *bits, uint32_t i, bool value)
{
	uint64_t mask = UINT64_C(1) << (i % 64);

	bits[i / 64] = value ? bits[i / 64] | mask : bits[i / 64] & ~mask;
}

#endif
