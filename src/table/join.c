/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "table/join.h"
#include "table/key_priv.h"
#include "base/mem.h"

/* The right table by key: rows with one key hang in a chain, in order. */
struct index {
	struct row_key key;
	uint32_t *slots;	/* first row of a chain, or JOIN_NO_ROW */
	uint32_t *next, *last;	/* by row; last is right at the chain's first row */
	bool *paired;
	size_t n_slots;
};

static void
index_free(struct index *index)
{
	free(index->slots);
	free(index->next);
	free(index->last);
	free(index->paired);
}

/* The slot where the rows with this key are, or would be. */
static uint32_t *
index_slot(const struct index *index, const struct row_key *key, uint32_t row)
{
	size_t at = key_hash(key, row) & (index->n_slots - 1);

	while (index->slots[at] != JOIN_NO_ROW && !key_equal(&index->key, index->slots[at], key, row))
		at = (at + 1) & (index->n_slots - 1);
	return &index->slots[at];
}

static bool
index_make(struct index *index, const struct row_key *key)
{
	uint32_t n = key->table->n_rows;

	*index = (struct index){.key = *key, .n_slots = key_slots(n)};
	index->slots = mem_alloc(index->n_slots, sizeof(*index->slots));
	index->next = mem_alloc(n, sizeof(*index->next));
	index->last = mem_alloc(n, sizeof(*index->last));
	index->paired = mem_zero(n, sizeof(*index->paired));
	if (!index->slots || !index->next || !index->last || !index->paired)
		return false;
	for (size_t i = 0; i < index->n_slots; i++)
		index->slots[i] = JOIN_NO_ROW;
	for (uint32_t row = 0; row < n; row++) {
		uint32_t *first = index_slot(index, key, row);

		index->next[row] = JOIN_NO_ROW;
		if (*first == JOIN_NO_ROW)
			*first = row;
		else
			index->next[index->last[*first]] = row;
		index->last[*first] = row;
	}
	return true;
}

static int
join_add(struct join *join, size_t cap[2], uint32_t left, uint32_t right, struct error *err)
{
	if (join->n == UINT32_MAX - 1)
		return error_set(
			err, "too many rows share their keys: the joined table would pass 2^32 rows");
	if (!mem_reserve(&join->left, &cap[0], join->n + 1u, sizeof(*join->left))
	    || !mem_reserve(&join->right, &cap[1], join->n + 1u, sizeof(*join->right)))
		return error_no_memory(err, "joining tables");
	join->left[join->n] = left;
	join->right[join->n++] = right;
	return 0;
}

static int
join_fill(struct join *join, const struct row_key *left, const struct index *right, enum join_kind kind,
	struct error *err)
{
	size_t cap[2] = {0, 0};

	for (uint32_t row = 0; row < left->table->n_rows; row++) {
		uint32_t at = *index_slot(right, left, row);

		if (at == JOIN_NO_ROW && kind != JOIN_INNER && join_add(join, cap, row, at, err))
			return -1;
		for (; at != JOIN_NO_ROW; at = right->next[at]) {
			right->paired[at] = true;
			if (join_add(join, cap, row, at, err))
				return -1;
		}
	}
	for (uint32_t row = 0; row < right->key.table->n_rows && kind == JOIN_OUTER; row++)
		if (!right->paired[row] && join_add(join, cap, JOIN_NO_ROW, row, err))
			return -1;
	return 0;
}

int
join_rows(struct join *join, const struct table *left, const uint32_t *left_keys, const struct table *right,
	const uint32_t *right_keys, uint32_t n_keys, enum join_kind kind, struct error *err)
{
	struct row_key left_key = {left, left_keys, n_keys}, right_key = {right, right_keys, n_keys};
	struct index index;
	int status;

	*join = (struct join){0};
	for (uint32_t i = 0; i < n_keys; i++) {
		const struct column_def *a = left->columns[left_keys[i]].def,
					*b = right->columns[right_keys[i]].def;

		if (a->type != b->type)
			return error_set(err, "columns %s and %s are not of one type", a->id, b->id);
	}
	if (index_make(&index, &right_key))
		status = join_fill(join, &left_key, &index, kind, err);
	else
		status = error_no_memory(err, "joining tables");
	index_free(&index);
	if (status)
		join_free(join);
	return status;
}

void
join_free(struct join *join)
{
	free(join->left);
	free(join->right);
	*join = (struct join){0};
}

int
join_add_column(struct table *table, const struct column_def *def, const struct table *source,
	uint32_t column, const uint32_t *rows)
{
	int at = table_add_column(table, def);

	if (at < 0)
		return -1;
	for (uint32_t row = 0; row < table->n_rows; row++)
		if (rows[row] != JOIN_NO_ROW)
			table->columns[at].cells[row] = table_cell(source, rows[row], column);
	return at;
}
