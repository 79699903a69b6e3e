/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checked allocation: sizes are products that cannot overflow; NULL means no memory. Free with free(). */
#ifndef BASE_MEM_H
#define BASE_MEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

/* Uninitialised and zeroed arrays of n elements; n == 0 gives a valid pointer. */
void *mem_alloc(size_t n, size_t size);
void *mem_zero(size_t n, size_t size);

/*
 * Makes room for at least need elements of size bytes in *array, which holds
 * *cap now; grows by half. On failure *array stays as it was.
 */
bool mem_reserve(void *array, size_t *cap, size_t need, size_t size);

/* Says that a large block will be filled from front to back: fewer, larger pages. A hint; small blocks are left alone. */
void mem_expect_fill(void *array, size_t n, size_t size);

/* mem_alloc() of what will be filled from front to back. */
void *mem_alloc_filled(size_t n, size_t size);

/* Gives unused room back; never fails (a refused shrink keeps the larger block). */
void mem_trim(void *array, size_t *cap, size_t n, size_t size);

#endif
