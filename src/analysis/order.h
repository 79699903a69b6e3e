/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sorting of ids by a time or another whole number: stable, no comparisons, linear in practice. */
#ifndef ANALYSIS_ORDER_H
#define ANALYSIS_ORDER_H

#include <stdbool.h>
#include <stdint.h>

struct keyed {
	int64_t key;
	uint32_t id;
};

/*
 * Sorts by key ascending; equal keys keep their order. False, with items unchanged, when memory
 * runs out.
 */
bool order_by_key(struct keyed *items, uint32_t n);

/*
 * Sorts by key ascending and leaves equal keys in the order numpy's argsort leaves them in
 * (introsort: median of three, runs of up to 16 by insertion): not stable, but the same each time
 * and the same as the reference's, whose cumulative columns depend on it. False when memory runs
 * out.
 */
bool order_as_numpy(struct keyed *items, uint32_t n);

#endif
