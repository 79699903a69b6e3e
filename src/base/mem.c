/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/mem.h"
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

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

#define HUGE_PAGE ((size_t)2 << 20)

void
mem_expect_fill(void *array, size_t n, size_t size)
{
#ifdef MADV_HUGEPAGE
	uintptr_t begin = ((uintptr_t)array + HUGE_PAGE - 1) & ~(uintptr_t)(HUGE_PAGE - 1);
	uintptr_t end = ((uintptr_t)array + n * size) & ~(uintptr_t)(HUGE_PAGE - 1);

	if (n * size >= 4 * HUGE_PAGE && end > begin)
		madvise((char *)array + (begin - (uintptr_t)array), end - begin, MADV_HUGEPAGE);
#endif
}

void *
mem_alloc_filled(size_t n, size_t size)
{
	void *array = mem_alloc(n, size);

	if (array)
		mem_expect_fill(array, n, size);
	return array;
}
