/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row's identity by some of its columns: hashed and compared, also across tables with columns of the same types. */
#ifndef TABLE_KEY_PRIV_H
#define TABLE_KEY_PRIV_H

#include "table/table.h"

struct row_key {
	const struct table *table;
	const uint32_t *columns;
	uint32_t n;
};

uint64_t key_hash(const struct row_key *key, uint32_t row);
bool key_equal(const struct row_key *a, uint32_t row_a, const struct row_key *b, uint32_t row_b);
/* Slots of an open-addressing table for n rows: a power of two, at most half full. */
size_t key_slots(uint32_t n);

#endif
