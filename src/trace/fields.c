/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fields_priv.h"

/*
 * Keys over 16 bytes are told apart by their first and last eight and their
 * length: no key of a profiler differs from these only in between.
 */
static const struct field_key {
	char key[32];		/* zero-filled */
	uint8_t len, level;
} field_keys[FIELDS] = {
#define X(id, level, how, key) [FIELD_##id] = {key, sizeof(key) - 1, FIELD_LEVEL_##level},
	FIELD_LIST(X)
#undef X
};

const uint8_t field_hows[FIELDS] = {
#define X(id, level, how, key) [FIELD_##id] = FIELD_HOW_##how,
	FIELD_LIST(X)
#undef X
};

void
field_index_init(struct field_index *index)
{
	*index = (struct field_index){0};
	for (unsigned i = 0; i < FIELDS; i++) {
		const struct field_key *k = &field_keys[i];
		uint64_t head = hash_load8(k->key);
		unsigned slot = field_hash(head, (enum field_level)k->level, k->len);

		while (index->slots[slot].len)
			slot = (slot + 1) % FIELD_SLOTS;
		index->slots[slot].head = head;
		index->slots[slot].tail = k->len < 8 ? 0 : hash_load8(k->key + k->len - 8);
		index->slots[slot].len = k->len;
		index->slots[slot].level = k->level;
		index->slots[slot].field = (uint8_t)i;
	}
}
