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

struct child {
	uint32_t label, dims;
};

/* The ops and frames right below, sorted; n of them. */
static uint32_t
children_of(const struct diff_side *side, uint32_t node, struct child children[CHILDREN_MOST])
{
	uint32_t end = node + side->nodes[node].size, n = 0;

	for (uint32_t i = node + 1; i < end && n < CHILDREN_MOST; i += side->nodes[i].size) {
		const struct align_item *item = &side->nodes[i].item;
		uint32_t at = n;

		if (side->nodes[i].kind != DIFF_OP && side->nodes[i].kind != DIFF_FRAME)
			continue;
		for (; at > 0 && children[at - 1].label > item->label; at--)
			children[at] = children[at - 1];
		children[at] = (struct child){item->label, item->dims};
		n++;
	}
	return n;
}

/*
 * At least half of what stands below either is below both. One op in common
 * tells little: it must have been given the same.
 */
static bool
holds_the_same(const struct matcher *m, uint32_t a, uint32_t b)
{
	struct child of_a[CHILDREN_MOST], of_b[CHILDREN_MOST];
	uint32_t n_a = children_of(m->side[0], a, of_a), n_b = children_of(m->side[1], b, of_b);
	uint32_t common = 0, given = 0, i = 0, j = 0;

	while (i < n_a && j < n_b) {
		uint32_t x = of_a[i].label, y = of_b[j].label;

		common += x == y;
		given += x == y && of_a[i].dims && of_a[i].dims == of_b[j].dims;
		i += x <= y;
		j += y <= x;
	}
	if (!common || common * 4 < n_a + n_b)
		return false;
	return given || common > 1 || m->side[0]->nodes[a].kind == DIFF_FRAME;
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
 * Called as one that is left on the other side; stamps[] has their names and
 * what they were given. An op around it counts when the one inside was given
 * the same, or does most of the op's work; a frame around it always does. A
 * call is found by what it launches.
 */
static bool
is_hit(const struct matcher *m, int side, uint32_t outer, uint32_t node)
{
	const struct diff_node *nodes = m->side[side]->nodes, *at = &nodes[node];
	const struct tree *tree = m->side[side]->tree;

	if (m->stamps[at->item.label] != m->stamp || at->kind == DIFF_GPU)
		return false;
	if (at->item.dims && m->stamps[at->item.dims] == m->stamp)
		return true;
	if (at->kind == DIFF_CALL)
		return false;
	return nodes[outer].kind == DIFF_FRAME || (uint64_t)tree_gpu_count(tree, at->event) * 2
		>= tree_gpu_count(tree, nodes[outer].event);
}

/* The highest hits below those left in [begin, end); fills hits when fill. */
static uint32_t
find_hits(struct matcher *m, int side, uint32_t begin, uint32_t end, bool fill)
{
	const struct diff_side *of = m->side[side];
	uint32_t n = 0;

	for (uint32_t i = begin; i < end; i++) {
		uint32_t outer = m->list[side].nodes[i], last = outer + of->nodes[outer].size;

		if (m->list[side].how[i] != MATCH_NONE || of->nodes[outer].kind == DIFF_CALL)
			continue;
		for (uint32_t node = outer + 1; node < last; node++) {
			if (!is_hit(m, side, outer, node))
				continue;
			if (fill) {
				m->hits[n] = node;
				m->hit_items[n] = of->nodes[node].item;
			}
			n++;
			node += of->nodes[node].size - 1;
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

/* The place of the list whose subtree holds the node. */
static void
mark_outer(struct matcher *m, int side, uint32_t node)
{
	struct match_list *list = &m->list[side];
	uint32_t low = 0, high = list->n;

	while (high - low > 1) {
		uint32_t middle = low + (high - low) / 2;

		if (list->nodes[middle] <= node)
			low = middle;
		else
			high = middle;
	}
	list->how[low] = MATCH_OUTER;
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
		mark_outer(m, side, m->hits[i]);
	}
	return true;
}

/* The only frame that is left in [begin, end); TRACE_NONE when there is none, or more. */
static uint32_t
find_lone_frame(const struct matcher *m, int side, uint32_t begin, uint32_t end)
{
	const struct match_list *list = &m->list[side];
	uint32_t found = TRACE_NONE;

	for (uint32_t i = begin; i < end; i++) {
		if (list->how[i] != MATCH_NONE
			|| m->side[side]->nodes[list->nodes[i]].kind != DIFF_FRAME)
			continue;
		if (found != TRACE_NONE)
			return TRACE_NONE;
		found = i;
	}
	return found;
}

/*
 * A module that stands where another stood is compared with it; of what it holds nothing was found
 * elsewhere.
 */
static void
pair_lone_frames(struct matcher *m, uint32_t a0, uint32_t a1, uint32_t b0, uint32_t b1)
{
	uint32_t a = find_lone_frame(m, 0, a0, a1), b = find_lone_frame(m, 1, b0, b1);

	if (a == TRACE_NONE || b == TRACE_NONE)
		return;
	m->list[0].how[a] = m->list[1].how[b] = MATCH_RENAMED;
	m->pair[a] = b;
}

static bool
match_inside(struct matcher *m, const uint32_t begin[2], const uint32_t end[2])
{
	uint32_t left[2], hits[2];
	int side;

	for (side = 0; side < 2; side++) {
		left[side] = count_left(m, side, begin[side], end[side]);
		if (!left[side])
			return true;
	}
	for (side = 0; side < 2; side++) {
		stamp_left(m, !side, begin[!side], end[!side]);
		hits[side] = find_hits(m, side, begin[side], end[side], false);
	}
	side = hits[1] > hits[0];
	if (!hits[side])
		return true;
	if (!reserve_hits(m, hits[side], left[!side]))
		return false;
	stamp_left(m, !side, begin[!side], end[!side]);
	find_hits(m, side, begin[side], end[side], true);
	return pair_inside(m, side, hits[side], begin[!side], end[!side]);
}

bool
match_gap(struct matcher *m, uint32_t a0, uint32_t a1, uint32_t b0, uint32_t b1)
{
	const uint32_t begin[2] = {a0, b0}, end[2] = {a1, b1};

	if (a0 == a1 || b0 == b1)
		return true;
	pair_renamed(m, a0, a1, b0, b1);
	if (!match_inside(m, begin, end))
		return false;
	pair_lone_frames(m, a0, a1, b0, b1);
	return true;
}
