/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A growing array of numbers in which the next one that is small enough, and the last one before that
 * is large enough, are found in logarithmic time. {0} is empty.
 */
#ifndef BASE_MINMAX_H
#define BASE_MINMAX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct minmax_node {
	int64_t least, most;
};

struct minmax {
	struct minmax_node *nodes;	/* 1 is the root, those from cap on are the numbers */
	size_t n, cap;
};

#define MINMAX_NONE SIZE_MAX

bool minmax_add(struct minmax *m, int64_t number);	/* false when memory runs out */
void minmax_set(struct minmax *m, size_t i, int64_t number);
void minmax_clear(struct minmax *m);	/* keeps the room */
void minmax_free(struct minmax *m);

/* The first from i on that is at most so large, and the last before i that is at least so large. */
size_t minmax_first_most(const struct minmax *m, size_t i, int64_t most);
size_t minmax_last_least(const struct minmax *m, size_t i, int64_t least);

#endif
