/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "table/key_priv.h"
#include "base/hash.h"

#define NULL_MARK UINT64_C(0xd6e8feb86659fd93)	/* hashed for an empty cell */

/* A real's bits, with one zero and one NaN. */
static uint64_t
real_bits(double value)
{
	uint64_t bits;

	if (isnan(value))
		return NULL_MARK;
	value = value == 0 ? 0 : value;
	memcpy(&bits, &value, sizeof(bits));
	return bits;
}

static uint64_t
cell_hash(enum cell_type type, union cell cell)
{
	switch (type) {
	case CELL_TEXT:
		return cell.s ? hash_bytes(cell.s, strlen(cell.s)) : hash_u64(NULL_MARK);
	case CELL_REAL:
		return hash_u64(real_bits(cell.d));
	default:
		return hash_u64((uint64_t)cell.i);
	}
}

static bool
cell_equal(enum cell_type type, union cell a, union cell b)
{
	switch (type) {
	case CELL_TEXT:
		return a.s == b.s || (a.s && b.s && !strcmp(a.s, b.s));
	case CELL_REAL:
		return real_bits(a.d) == real_bits(b.d);
	default:
		return a.i == b.i;
	}
}

uint64_t
key_hash(const struct row_key *key, uint32_t row)
{
	uint64_t hash = 0;

	for (uint32_t i = 0; i < key->n; i++) {
		enum cell_type type = key->table->columns[key->columns[i]].def->type;

		hash = hash_u64(hash ^ cell_hash(type, table_cell(key->table, row, key->columns[i])));
	}
	return hash;
}

bool
key_equal(const struct row_key *a, uint32_t row_a, const struct row_key *b, uint32_t row_b)
{
	for (uint32_t i = 0; i < a->n; i++) {
		enum cell_type type = a->table->columns[a->columns[i]].def->type;

		if (!cell_equal(type, table_cell(a->table, row_a, a->columns[i]),
				table_cell(b->table, row_b, b->columns[i])))
			return false;
	}
	return true;
}

size_t
key_slots(uint32_t n)
{
	size_t slots = 16;

	while (slots < 2 * (size_t)n)
		slots *= 2;
	return slots;
}
