/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/mem.h"
#include <stdint.h>
#include <string.h>

void *
mem_alloc(size_t n, size_t size)
{
	size_t bytes;

	if (__builtin_mul_overflow(n, size, &bytes))
		return NULL;
	return malloc(bytes ? bytes : 1);
}

void *
mem_zero(size_t n, size_t size)
{
	return calloc(n ? n : 1, size ? size : 1);
}

bool
mem_reserve(void *array, size_t *cap, size_t need, size_t size)
{
	size_t grown, bytes;
	void *old, *moved;

	if (need <= *cap)
		return true;
	if (__builtin_add_overflow(*cap, *cap / 2 + 16, &grown) || grown < need)
		grown = need;
	if (__builtin_mul_overflow(grown, size, &bytes))
		return false;
	memcpy(&old, array, sizeof(old));
	moved = realloc(old, bytes);
	if (!moved)
		return false;
	memcpy(array, &moved, sizeof(moved));
	*cap = grown;
	return true;
}

void
mem_trim(void *array, size_t *cap, size_t n, size_t size)
{
	void *old, *moved;

	if (n == *cap)
		return;
	memcpy(&old, array, sizeof(old));
	moved = realloc(old, n ? n * size : 1);
	if (!moved)
		return;
	memcpy(array, &moved, sizeof(moved));
	*cap = n;
}
