/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/minmax.h"
#include "base/mem.h"

#define CAP_FIRST 16

static const struct minmax_node nothing = {INT64_MAX, INT64_MIN};

static void
node_make(struct minmax_node *nodes, size_t i)
{
	const struct minmax_node *left = &nodes[2 * i], *right = &nodes[2 * i + 1];

	nodes[i].least = left->least < right->least ? left->least : right->least;
	nodes[i].most = left->most > right->most ? left->most : right->most;
}

static bool
grow(struct minmax *m)
{
	size_t cap = m->cap ? 2 * m->cap : CAP_FIRST;
	struct minmax_node *nodes = mem_alloc(2 * cap, sizeof(*nodes));

	if (!nodes)
		return false;
	for (size_t i = 0; i < cap; i++)
		nodes[cap + i] = i < m->n ? m->nodes[m->cap + i] : nothing;
	for (size_t i = cap - 1; i > 0; i--)
		node_make(nodes, i);
	free(m->nodes);
	m->nodes = nodes;
	m->cap = cap;
	return true;
}

static void
put(struct minmax *m, size_t i, struct minmax_node leaf)
{
	i += m->cap;
	for (m->nodes[i] = leaf, i /= 2; i; i /= 2)
		node_make(m->nodes, i);
}

bool
minmax_add(struct minmax *m, int64_t number)
{
	if (m->n == m->cap && !grow(m))
		return false;
	put(m, m->n++, (struct minmax_node){number, number});
	return true;
}

void
minmax_set(struct minmax *m, size_t i, int64_t number)
{
	put(m, i, (struct minmax_node){number, number});
}

void
minmax_clear(struct minmax *m)
{
	while (m->n)
		put(m, --m->n, nothing);
}

void
minmax_free(struct minmax *m)
{
	free(m->nodes);
	*m = (struct minmax){0};
}

size_t
minmax_first_most(const struct minmax *m, size_t i, int64_t most)
{
	if (i >= m->n)
		return MINMAX_NONE;
	for (i += m->cap; m->nodes[i].least > most; i++) {
		while (i & 1)		/* nothing more to the right below this parent */
			i /= 2;
		if (!i)
			return MINMAX_NONE;
	}
	while (i < m->cap) {
		i *= 2;
		i += m->nodes[i].least > most;
	}
	return i - m->cap < m->n ? i - m->cap : MINMAX_NONE;
}

size_t
minmax_last_least(const struct minmax *m, size_t i, int64_t least)
{
	if (!i || !m->n)
		return MINMAX_NONE;
	for (i = (i < m->n ? i : m->n) - 1 + m->cap; m->nodes[i].most < least; i--) {
		while (!(i & 1))
			i /= 2;
		if (i == 1)
			return MINMAX_NONE;
	}
	while (i < m->cap) {
		i = 2 * i + 1;
		i -= m->nodes[i].most < least;
	}
	return i - m->cap;
}
