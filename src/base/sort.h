/* SPDX-License-Identifier: GPL-3.0-or-later */
/* qsort() for what a profiler has usually written in order already. */
#ifndef BASE_SORT_H
#define BASE_SORT_H

#include <stdlib.h>

/* One pass when the elements stand in order; compare must tell all of them apart for a defined order. */
static inline void
sort_unless_sorted(void *array, size_t n, size_t size, int (*compare)(const void *, const void *))
{
	const char *at = array;

	for (size_t i = 1; i < n; i++, at += size)
		if (compare(at, at + size) > 0) {
			qsort(array, n, size, compare);
			return;
		}
}

#endif
