/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Groups rows by integer keys: a key is a fixed number of 32-bit words, the
 * same words have the same number, numbers count from 0 in order of arrival.
 */
#ifndef ANALYSIS_KEYMAP_H
#define ANALYSIS_KEYMAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define KEYMAP_NONE UINT32_MAX

struct keymap {
	uint32_t width;		/* words a key; set before the first use */
	uint32_t n;
	uint32_t *keys;		/* key g at keys[g * width] */
	size_t cap;
	uint32_t *slots;	/* open addressing, number + 1 */
	uint32_t n_slots;	/* a power of two */
};

/* The key's number, added if new; KEYMAP_NONE when memory runs out. */
uint32_t keymap_add(struct keymap *map, const uint32_t *key);
/* The key's number, or KEYMAP_NONE when it is not there. */
uint32_t keymap_find(const struct keymap *map, const uint32_t *key);
void keymap_free(struct keymap *map);

static inline const uint32_t *
keymap_key(const struct keymap *map, uint32_t number)
{
	return map->keys + (size_t)number * map->width;
}

/* Rows sorted into buckets: bucket g has members[starts[g] .. starts[g + 1]), in order of rows. */
struct buckets {
	uint32_t n;
	uint32_t *starts, *members;
};

/*
 * Sorts n_rows rows into n buckets; rows whose bucket is KEYMAP_NONE are left out. False: no
 * memory.
 */
bool buckets_make(struct buckets *buckets, const uint32_t *bucket_of, uint32_t n_rows, uint32_t n);
void buckets_free(struct buckets *buckets);

#endif
