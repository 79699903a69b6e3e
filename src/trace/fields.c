/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fields_priv.h"
#include "base/hash.h"

static const struct field_key {
	char key[32];		/* zero-filled */
	uint8_t len, level, how;
} field_keys[FIELDS] = {
#define X(id, level, how, key) \
	[FIELD_##id] = {key, sizeof(key) - 1, FIELD_LEVEL_##level, FIELD_HOW_##how},
	FIELD_LIST(X)
#undef X
};

void
field_index_init(struct field_index *index)
{
	*index = (struct field_index){0};
	for (unsigned i = 0; i < FIELDS; i++)
		index->by_length[field_keys[i].level][field_keys[i].len] |= UINT64_C(1) << i;
}

enum field_how
field_how(enum field field)
{
	return field_keys[field].how;
}

enum field
field_find(const struct field_index *index, enum field_level level, const char *key, size_t len)
{
	uint64_t head, mask = len < 8 ? (UINT64_C(1) << 8 * len) - 1 : UINT64_MAX;

	if (len >= 32)
		return FIELDS;
	head = hash_load8(key) & mask;
	for (uint64_t left = index->by_length[level][len]; left; left &= left - 1) {
		unsigned i = (unsigned)__builtin_ctzll(left);

		if (hash_load8(field_keys[i].key) == head
			&& (len <= 8 || !memcmp(field_keys[i].key + 8, key + 8, len - 8)))
			return (enum field)i;
	}
	return FIELDS;
}
