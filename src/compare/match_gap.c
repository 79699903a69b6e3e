/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What matching in order leaves: things that stand elsewhere in the list,
 * things that are called differently and hold the same, and things that one
 * side has within something more.
 */
#include "compare/match_priv.h"
#include "base/hash.h"
#include "base/mem.h"
#include <string.h>

#define MOVE_MOST 64u		/* places that something may have moved by */
#define RENAME_PAIRS 4096u	/* larger gaps are not searched for what is called differently */
#define CHILDREN_MOST 64u	/* children that are looked at */

/* --- moved ---------------------------------------------------------------------------- */

struct loose {
	uint64_t key;
	/* expected: where in B it would stand if nothing had moved */
	uint32_t place, expected;
};

static int
compare_loose(const void *a, const void *b)
{
	const struct loose *x = a, *y = b;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return x->place < y->place ? -1 : x->place > y->place;
}

static void
collect_loose(struct loose *out, const struct matcher *m, int side)
{
	const struct match_list *list = &m->list[side];
	uint32_t n = 0, expected = 0;

	for (uint32_t i = 0; i < list->n; i++) {
		const struct align_item *item = &list->items[i];

		if (list->how[i] == MATCH_ORDER && !side)
			expected = m->pair[i] + 1;
		if (list->how[i] != MATCH_NONE)
			continue;
		out[n++] =
			(struct loose){hash_mix(hash_u64((uint64_t)item->label << 32 | item->args),
			item->shape + UINT64_C(0x9e3779b97f4a7c15)), i, expected};
	}
	qsort(out, n, sizeof(*out), compare_loose);
}

static void
pair_moved(struct matcher *m, const struct loose *a, const struct loose *b, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		uint32_t from = a[i].expected, to = b[i].place;

		if ((from > to ? from - to : to - from) > MOVE_MOST)
			continue;
		m->pair[a[i].place] = to;
		m->list[0].how[a[i].place] = MATCH_MOVED;
		m->list[1].how[to] = MATCH_MOVED;
	}
}

/* How many from i on have its key. */
static uint32_t
count_equal(const struct loose *loose, uint32_t i, uint32_t n)
{
	uint32_t end = i;

	while (end < n && loose[end].key == loose[i].key)
		end++;
	return end - i;
}

/* Places of [begin, end) that are still alone. */
static uint32_t
count_left(const struct matcher *m, int side, uint32_t begin, uint32_t end)
{
	uint32_t n = 0;

	for (uint32_t i = begin; i < end; i++)
		n += m->list[side].how[i] == MATCH_NONE;
	return n;
}

/* Those that are left equally often on either side, with the same arguments and the same below. */
bool
match_moved(struct matcher *m)
{
	uint32_t n_a = count_left(m, 0, 0, m->list[0].n), n_b = count_left(m, 1, 0, m->list[1].n);
	struct loose *a, *b;
	bool good;

	if (!n_a || !n_b)
		return true;
	a = mem_alloc(n_a, sizeof(*a));
	b = mem_alloc(n_b, sizeof(*b));
	good = a && b;
	if (good) {
		collect_loose(a, m, 0);
		collect_loose(b, m, 1);
	}
	for (uint32_t i = 0, j = 0; good && i < n_a && j < n_b;) {
		uint64_t key_a = a[i].key, key_b = b[j].key;
		uint32_t of_a = count_equal(a, i, n_a), of_b = count_equal(b, j, n_b);

		if (key_a == key_b && of_a == of_b)
			pair_moved(m, a + i, b + j, of_a);
		i += key_a <= key_b ? of_a : 0;
		j += key_b <= key_a ? of_b : 0;
	}
	free(a);
	free(b);
	return good;
}

/* --- called differently ------------------------------------------------------------------ */

/* Labels of the ops and frames right below, sorted; n of them. */
static uint32_t
children_of(const struct diff_side *side, uint32_t node, uint32_t labels[CHILDREN_MOST])
{
	uint32_t end = node + side->nodes[node].size, n = 0;

	for (uint32_t child = node + 1; child < end && n < CHILDREN_MOST;
		child += side->nodes[child].size) {
		uint32_t label = side->nodes[child].item.label, at = n;

		if (side->nodes[child].kind != DIFF_OP && side->nodes[child].kind != DIFF_FRAME)
			continue;
		for (; at > 0 && labels[at - 1] > label; at--)
			labels[at] = labels[at - 1];
		labels[at] = label;
		n++;
	}
	return n;
}

/* At least half of what stands below either is below both. */
static bool
holds_the_same(const struct matcher *m, uint32_t a, uint32_t b)
{
	uint32_t of_a[CHILDREN_MOST], of_b[CHILDREN_MOST], common = 0, i = 0, j = 0;
	uint32_t n_a = children_of(m->side[0], a, of_a), n_b = children_of(m->side[1], b, of_b);

	while (i < n_a && j < n_b) {
		uint32_t x = of_a[i], y = of_b[j];

		common += x == y;
		i += x <= y;
		j += y <= x;
	}
	return common && common * 4 >= n_a + n_b;
}

static void
pair_renamed(struct matcher *m, uint32_t a0, uint32_t a1, uint32_t b0, uint32_t b1)
{
	if ((uint64_t)(a1 - a0) * (b1 - b0) > RENAME_PAIRS)
		return;
	for (uint32_t i = a0; i < a1; i++)
		for (uint32_t j = b0; j < b1 && m->list[0].how[i] == MATCH_NONE; j++) {
			const struct diff_node *a = &m->side[0]->nodes[m->list[0].nodes[i]];
			const struct diff_node *b = &m->side[1]->nodes[m->list[1].nodes[j]];

			if (m->list[1].how[j] != MATCH_NONE || a->kind != b->kind
				|| !holds_the_same(m, m->list[0].nodes[i], m->list[1].nodes[j]))
				continue;
			m->list[0].how[i] = m->list[1].how[j] = MATCH_RENAMED;
			m->pair[i] = j;
			b0 = j + 1;	/* in order */
		}
}

/* --- within something more ------------------------------------------------------------------ */

/*
 * An op around it counts when the one inside was given the same, or does most
 * of the op's work; a frame around it always does.
 */
static bool
is_wrapped(const struct matcher *m, int side, uint32_t outer, uint32_t inner, bool dims_known)
{
	const struct diff_side *of = m->side[side];
	const struct tree *tree = of->tree;

	if (of->nodes[outer].kind == DIFF_FRAME || dims_known)
		return true;
	return (uint64_t)tree_gpu_count(tree, of->nodes[inner].event) * 2
		>= tree_gpu_count(tree, of->nodes[outer].event);
}

/*
 * The highest nodes below those left in [begin, end) that are called as one
 * left on the other side; stamps[] has those names. Fills hits when fill.
 */
static uint32_t
find_hits(struct matcher *m, int side, uint32_t begin, uint32_t end, bool fill)
{
	const struct diff_side *of = m->side[side];
	uint32_t n = 0;

	for (uint32_t i = begin; i < end; i++) {
		uint32_t outer = m->list[side].nodes[i], last = outer + of->nodes[outer].size;

		if (m->list[side].how[i] != MATCH_NONE)
			continue;
		for (uint32_t node = outer + 1; node < last; node++) {
			const struct diff_node *at = &of->nodes[node];

			if (at->kind != DIFF_OP && at->kind != DIFF_FRAME) {
				node += at->size - 1;
				continue;
			}
			if (m->stamps[at->item.label] != m->stamp
				|| !is_wrapped(m, side, outer, node,
				m->stamps[at->item.dims] == m->stamp && at->item.dims))
				continue;
			if (fill) {
				m->hits[n] = node;
				m->hit_items[n] = at->item;
			}
			n++;
			node += at->size - 1;
		}
	}
	return n;
}

static void
stamp_left(struct matcher *m, int side, uint32_t begin, uint32_t end)
{
	m->stamp++;
	for (uint32_t i = begin; i < end; i++)
		if (m->list[side].how[i] == MATCH_NONE) {
			m->stamps[m->list[side].items[i].label] = m->stamp;
			m->stamps[m->list[side].items[i].dims] = m->stamp;
		}
}

static bool
reserve_hits(struct matcher *m, size_t n_hits, size_t n_left)
{
	return mem_reserve(&m->hit_items, &m->cap_hit_items, n_hits + n_left, sizeof(*m->hit_items))
		&& mem_reserve(&m->hits, &m->cap_hits, n_hits, sizeof(*m->hits))
		&& mem_reserve(&m->hit_pairs, &m->cap_hit_pairs, n_hits, sizeof(*m->hit_pairs))
		&& mem_reserve(&m->left, &m->cap_left, n_left, sizeof(*m->left));
}

/* Pairs the hits, found on side, with what is left in [begin, end) on the other side. */
static bool
pair_inside(struct matcher *m, int side, uint32_t n_hits, uint32_t begin, uint32_t end)
{
	struct match_list *other = &m->list[!side];
	uint32_t n = 0;

	for (uint32_t j = begin; j < end; j++) {
		if (other->how[j] != MATCH_NONE)
			continue;
		m->left[n] = j;
		m->hit_items[n_hits + n++] = other->items[j];
	}
	if (!align_lists(&m->aligner, m->hit_pairs, m->hit_items, n_hits, m->hit_items + n_hits, n,
		false))
		return false;
	for (uint32_t i = 0; i < n_hits; i++) {
		uint32_t j = m->hit_pairs[i];

		if (j == ALIGN_NONE)
			continue;
		m->inside[side][m->hits[i]] = other->nodes[m->left[j]];
		other->how[m->left[j]] = MATCH_INSIDE;
	}
	return true;
}

bool
match_gap(struct matcher *m, uint32_t a0, uint32_t a1, uint32_t b0, uint32_t b1)
{
	const uint32_t begin[2] = {a0, b0}, end[2] = {a1, b1};
	uint32_t left[2], hits[2];
	int side;

	pair_renamed(m, a0, a1, b0, b1);
	left[0] = count_left(m, 0, a0, a1);
	left[1] = count_left(m, 1, b0, b1);
	if (!left[0] || !left[1])
		return true;
	stamp_left(m, 1, b0, b1);
	hits[0] = find_hits(m, 0, a0, a1, false);
	stamp_left(m, 0, a0, a1);
	hits[1] = find_hits(m, 1, b0, b1, false);
	side = hits[1] > hits[0];
	if (!hits[side])
		return true;
	if (!reserve_hits(m, hits[side], left[!side]))
		return false;
	stamp_left(m, !side, begin[!side], end[!side]);
	find_hits(m, side, begin[side], end[side], true);
	return pair_inside(m, side, hits[side], begin[!side], end[!side]);
}
