/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finding the groups; aggregate.c says things about them. */
#include "table/group.h"
#include "table/key_priv.h"
#include "base/mem.h"
#include <string.h>

/* Gives each row its group, in order of arrival; slots hold group + 1. */
static bool
groups_number(struct groups *groups, const struct table *table, const struct row_key *key)
{
	uint32_t n = table->n_rows;
	size_t n_slots = key_slots(n);
	uint32_t *slots = mem_zero(n_slots, sizeof(*slots)), *first = mem_alloc(n, sizeof(*first));

	if (!slots || !first) {
		free(slots);
		free(first);
		return false;
	}
	for (uint32_t row = 0; row < n; row++) {
		size_t at = key_hash(key, row) & (n_slots - 1);

		while (slots[at] && !key_equal(key, first[slots[at] - 1], key, row))
			at = (at + 1) & (n_slots - 1);
		if (!slots[at]) {
			first[groups->n] = row;
			slots[at] = ++groups->n;
		}
		groups->of[row] = slots[at] - 1;
	}
	free(slots);
	free(first);
	return true;
}

/* Counting sort of the rows by group. */
static void
groups_list(struct groups *groups, uint32_t n_rows)
{
	for (uint32_t row = 0; row < n_rows; row++)
		groups->begin[groups->of[row] + 1]++;
	for (uint32_t i = 0; i < groups->n; i++)
		groups->begin[i + 1] += groups->begin[i];
	for (uint32_t row = 0; row < n_rows; row++)
		groups->rows[groups->begin[groups->of[row]]++] = row;
	for (uint32_t i = groups->n; i > 0; i--)
		groups->begin[i] = groups->begin[i - 1];
	groups->begin[0] = 0;
}

int
groups_make(struct groups *groups, const struct table *table, const uint32_t *keys, uint32_t n_keys)
{
	struct row_key key = {table, keys, n_keys};

	*groups = (struct groups){0};
	groups->of = mem_alloc(table->n_rows, sizeof(*groups->of));
	groups->rows = mem_alloc(table->n_rows, sizeof(*groups->rows));
	if (!groups->of || !groups->rows || !groups_number(groups, table, &key))
		goto fail;
	groups->begin = mem_zero((size_t)groups->n + 1, sizeof(*groups->begin));
	if (!groups->begin)
		goto fail;
	groups_list(groups, table->n_rows);
	return 0;
fail:
	groups_free(groups);
	return -1;
}

void
groups_free(struct groups *groups)
{
	free(groups->of);
	free(groups->begin);
	free(groups->rows);
	*groups = (struct groups){0};
}
