/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/intern.h"
#include "base/hash.h"
#include "base/mem.h"

static uint32_t
intern_slot(const struct intern *table, const char *text, size_t len, uint32_t hash)
{
	uint32_t mask = table->n_slots - 1, slot = hash & mask;

	for (; table->slots[slot]; slot = (slot + 1) & mask) {
		const struct intern_entry *e = &table->entries[table->slots[slot] - 1];

		if (e->hash == hash && e->len == len && !memcmp(e->text, text, len))
			break;
	}
	return slot;
}

static bool
intern_rehash(struct intern *table)
{
	uint32_t n_slots = table->n_slots ? table->n_slots * 2 : 64, *slots;

	if (!n_slots)
		return false;
	slots = mem_zero(n_slots, sizeof(*slots));
	if (!slots)
		return false;
	for (uint32_t i = 0; i < table->n; i++) {
		uint32_t slot = table->entries[i].hash & (n_slots - 1);

		while (slots[slot])
			slot = (slot + 1) & (n_slots - 1);
		slots[slot] = i + 1;
	}
	free(table->slots);
	table->slots = slots;
	table->n_slots = n_slots;
	return true;
}

uint32_t
intern_add(struct intern *table, const char *text, size_t len)
{
	uint32_t hash = (uint32_t)hash_bytes(text, len);
	uint32_t slot;
	const char *copy;

	if (!table->n_slots && !intern_rehash(table))
		return INTERN_NONE;
	slot = intern_slot(table, text, len, hash);
	if (table->slots[slot])
		return table->slots[slot] - 1;
	if (table->n == INTERN_NONE - 1 || len >= UINT32_MAX)
		return INTERN_NONE;
	if (table->n >= table->n_slots / 2) {
		if (!intern_rehash(table))
			return INTERN_NONE;
		slot = intern_slot(table, text, len, hash);
	}
	if (!mem_reserve(&table->entries, &table->cap, (size_t)table->n + 1, sizeof(*table->entries)))
		return INTERN_NONE;
	copy = arena_strndup(&table->text, text, len);
	if (!copy)
		return INTERN_NONE;
	table->entries[table->n] = (struct intern_entry){copy, (uint32_t)len, hash};
	table->slots[slot] = ++table->n;
	return table->n - 1;
}

uint32_t
intern_find(const struct intern *table, const char *text, size_t len)
{
	uint32_t slot;

	if (!table->n_slots)
		return INTERN_NONE;
	slot = intern_slot(table, text, len, (uint32_t)hash_bytes(text, len));
	return table->slots[slot] ? table->slots[slot] - 1 : INTERN_NONE;
}

void
intern_free(struct intern *table)
{
	free(table->entries);
	free(table->slots);
	arena_free(&table->text);
	*table = (struct intern){0};
}
