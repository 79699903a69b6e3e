/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/keymap.h"
#include "base/hash.h"
#include "base/mem.h"

static uint32_t
keymap_slot(const struct keymap *map, const uint32_t *key)
{
	size_t bytes = map->width * sizeof(*key);
	uint32_t at = (uint32_t)hash_bytes((const char *)key, bytes) & (map->n_slots - 1);

	while (map->slots[at] && memcmp(keymap_key(map, map->slots[at] - 1), key, bytes))
		at = (at + 1) & (map->n_slots - 1);
	return at;
}

static bool
keymap_grow(struct keymap *map)
{
	uint32_t n_slots = map->n_slots ? map->n_slots * 2 : 64, *slots;

	if (n_slots < map->n_slots || !(slots = mem_zero(n_slots, sizeof(*slots))))
		return false;
	free(map->slots);
	map->slots = slots;
	map->n_slots = n_slots;
	for (uint32_t i = 0; i < map->n; i++)
		slots[keymap_slot(map, keymap_key(map, i))] = i + 1;
	return true;
}

uint32_t
keymap_add(struct keymap *map, const uint32_t *key)
{
	uint32_t at;

	if (!map->n_slots && !keymap_grow(map))
		return KEYMAP_NONE;
	at = keymap_slot(map, key);
	if (map->slots[at])
		return map->slots[at] - 1;
	if (map->n >= map->n_slots / 2) {
		if (!keymap_grow(map))
			return KEYMAP_NONE;
		at = keymap_slot(map, key);
	}
	if (!mem_reserve(&map->keys, &map->cap, ((size_t)map->n + 1) * map->width,
		sizeof(*map->keys)))
		return KEYMAP_NONE;
	memcpy(map->keys + (size_t)map->n * map->width, key, map->width * sizeof(*key));
	map->slots[at] = ++map->n;
	return map->n - 1;
}

uint32_t
keymap_find(const struct keymap *map, const uint32_t *key)
{
	uint32_t at;

	if (!map->n_slots)
		return KEYMAP_NONE;
	at = keymap_slot(map, key);
	return map->slots[at] ? map->slots[at] - 1 : KEYMAP_NONE;
}

void
keymap_free(struct keymap *map)
{
	free(map->keys);
	free(map->slots);
	*map = (struct keymap){.width = map->width};
}

bool
buckets_make(struct buckets *buckets, const uint32_t *bucket_of, uint32_t n_rows, uint32_t n)
{
	uint32_t *next;

	*buckets = (struct buckets){.n = n};
	buckets->starts = mem_zero((size_t)n + 1, sizeof(*buckets->starts));
	buckets->members = mem_alloc(n_rows, sizeof(*buckets->members));
	next = mem_alloc(n, sizeof(*next));
	if (!buckets->starts || !buckets->members || !next) {
		free(next);
		buckets_free(buckets);
		return false;
	}
	for (uint32_t i = 0; i < n_rows; i++)
		if (bucket_of[i] != KEYMAP_NONE)
			buckets->starts[bucket_of[i] + 1]++;
	for (uint32_t g = 0; g < n; g++) {
		buckets->starts[g + 1] += buckets->starts[g];
		next[g] = buckets->starts[g];
	}
	for (uint32_t i = 0; i < n_rows; i++)
		if (bucket_of[i] != KEYMAP_NONE)
			buckets->members[next[bucket_of[i]]++] = i;
	free(next);
	return true;
}

void
buckets_free(struct buckets *buckets)
{
	free(buckets->starts);
	free(buckets->members);
	*buckets = (struct buckets){0};
}
