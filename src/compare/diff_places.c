/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which step and which thread of one trace is which of the other: by what they do, then by order.
 */
#include "compare/diff_priv.h"
#include "analysis/keymap.h"
#include "base/hash.h"
#include "base/mem.h"
#include <string.h>

#define PAIRS_MAX 65536u	/* threads beyond are paired by order */
#define WORK_MAX 50000000u	/* steps beyond are the same or not, nothing between */
#define LIKE_MOST 32u

/* --- threads ------------------------------------------------------------------------- */

struct tally {
	uint32_t label, count;
};

struct tallies {		/* of each root: how often each label is under it */
	struct tally *all;
	size_t n, cap;
	size_t *begin;		/* by root; n_roots + 1 entries */
};

struct candidate {
	uint32_t like, a, b;
};

static int
compare_tally(const void *a, const void *b)
{
	const struct tally *x = a, *y = b;

	return x->label < y->label ? -1 : x->label > y->label;
}

static bool
tally_nodes(struct tallies *t, const struct diff_side *side, uint32_t begin, uint32_t end,
	uint32_t *counts)
{
	for (uint32_t i = begin; i < end; i++) {
		uint32_t label = side->nodes[i].item.label;

		if (!counts[label]++) {
			if (!mem_reserve(&t->all, &t->cap, t->n + 1, sizeof(*t->all)))
				return false;
			t->all[t->n++].label = label;
		}
	}
	return true;
}

/* Each root's nodes, which stand on top or below a step, by root. */
static bool
find_roots(struct buckets *roots, uint32_t **nodes, const struct diff_side *side)
{
	uint32_t *root = mem_alloc(side->n, sizeof(*root)), n = 0;
	bool good;

	*nodes = mem_alloc(side->n, sizeof(**nodes));
	for (uint32_t i = 0; root && *nodes && i < side->n;) {
		const struct diff_node *node = &side->nodes[i];
		bool above = node->kind == DIFF_STEP || node->kind == DIFF_OUTSIDE;

		if (!above) {
			root[n] = node->event;
			(*nodes)[n++] = i;
		}
		i += above ? 1 : node->size;
	}
	good = root && *nodes && buckets_make(roots, root, n, side->tree->n_roots);
	free(root);
	return good;
}

static bool
tally_root(struct tallies *t, const struct diff_side *side, const struct buckets *roots,
	const uint32_t *nodes, uint32_t root, uint32_t *counts)
{
	size_t begin = t->n;

	for (uint32_t i = roots->starts[root]; i < roots->starts[root + 1]; i++) {
		uint32_t node = nodes[roots->members[i]];

		if (!tally_nodes(t, side, node + 1, node + side->nodes[node].size, counts))
			return false;
	}
	for (size_t i = begin; i < t->n; i++) {
		t->all[i].count = counts[t->all[i].label];
		counts[t->all[i].label] = 0;
	}
	if (t->n > begin)
		qsort(t->all + begin, t->n - begin, sizeof(*t->all), compare_tally);
	t->begin[root + 1] = t->n;
	return true;
}

static bool
tally_roots(struct tallies *t, const struct diff_side *side, uint32_t n_labels)
{
	uint32_t n_roots = side->tree->n_roots, *counts = mem_zero(n_labels, sizeof(*counts));
	uint32_t *nodes = NULL;
	struct buckets roots = {0};
	bool good;

	t->begin = mem_zero((size_t)n_roots + 1, sizeof(*t->begin));
	good = counts && t->begin && find_roots(&roots, &nodes, side);
	for (uint32_t root = 0; good && root < n_roots; root++)
		good = tally_root(t, side, &roots, nodes, root, counts);
	buckets_free(&roots);
	free(nodes);
	free(counts);
	return good;
}

/* How many of one are also of the other. */
static uint32_t
common_of(const struct tallies *a, uint32_t root_a, const struct tallies *b, uint32_t root_b)
{
	const struct tally *x = a->all + a->begin[root_a], *x_end = a->all + a->begin[root_a + 1];
	const struct tally *y = b->all + b->begin[root_b], *y_end = b->all + b->begin[root_b + 1];
	uint32_t common = 0;

	while (x < x_end && y < y_end) {
		if (x->label == y->label)
			common += x->count < y->count ? x->count : y->count;
		if (x->label <= y->label) {
			x++;
			y += y->label == x[-1].label;
		} else {
			y++;
		}
	}
	return common;
}

static int
compare_candidates(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;

	if (x->like != y->like)
		return x->like > y->like ? -1 : 1;
	if (x->a != y->a)
		return x->a < y->a ? -1 : 1;
	return x->b < y->b ? -1 : x->b > y->b;
}

static bool
pair_by_likeness(uint32_t *pair, bool *taken, const struct tree_diff *diff,
	const struct tallies tallies[2])
{
	const struct tree *ta = diff->tree[0], *tb = diff->tree[1];
	struct candidate *all = mem_alloc((size_t)ta->n_roots * tb->n_roots, sizeof(*all));
	size_t n = 0;
	bool good = all;

	for (uint32_t a = 0; all && a < ta->n_roots; a++)
		for (uint32_t b = 0; b < tb->n_roots; b++) {
			uint32_t like = ta->roots[a].linked == tb->roots[b].linked
				? common_of(&tallies[0], a, &tallies[1], b) : 0;

			if (like)
				all[n++] = (struct candidate){like, a, b};
		}
	if (all && n)
		qsort(all, n, sizeof(*all), compare_candidates);
	for (size_t i = 0; all && i < n; i++)
		if (pair[all[i].a] == TRACE_NONE && !taken[all[i].b]) {
			pair[all[i].a] = all[i].b;
			taken[all[i].b] = true;
		}
	free(all);
	return good;
}

static void
pair_by_order(uint32_t *pair, bool *taken, const struct tree_diff *diff,
	const struct tallies tallies[2])
{
	const struct tree *ta = diff->tree[0], *tb = diff->tree[1];
	uint32_t next[2] = {0, 0};

	for (uint32_t a = 0; a < ta->n_roots; a++) {
		uint32_t *b = &next[ta->roots[a].linked];

		if (pair[a] != TRACE_NONE || tallies[0].begin[a] == tallies[0].begin[a + 1])
			continue;
		while (*b < tb->n_roots && (taken[*b] || tb->roots[*b].linked != ta->roots[a].linked
			|| tallies[1].begin[*b] == tallies[1].begin[*b + 1]))
			++*b;
		if (*b == tb->n_roots)
			continue;
		pair[a] = *b;
		taken[*b] = true;
	}
}

bool
diff_pair_threads(uint32_t *pair, const struct tree_diff *diff)
{
	uint32_t n[2] = {diff->tree[0]->n_roots, diff->tree[1]->n_roots};
	struct tallies tallies[2] = {{0}, {0}};
	bool *taken = mem_zero(n[1], sizeof(*taken));
	bool good = taken && tally_roots(&tallies[0], diff->side[0], diff->side[0]->names.n)
		&& tally_roots(&tallies[1], diff->side[1], diff->side[0]->names.n);

	memset(pair, 0xff, n[0] * sizeof(*pair));
	if (good && (uint64_t)n[0] * n[1] <= PAIRS_MAX)
		good = pair_by_likeness(pair, taken, diff, tallies);
	if (good)
		pair_by_order(pair, taken, diff, tallies);
	for (int side = 0; side < 2; side++) {
		free(tallies[side].all);
		free(tallies[side].begin);
	}
	free(taken);
	return good;
}

/* --- steps ----------------------------------------------------------------------------- */

struct keys {			/* of each step: what stands highest in it, sorted */
	uint64_t *all;
	size_t n, cap;
	size_t *begin;		/* by step */
};

struct steps {			/* of both sides */
	struct keys keys[2];
	int64_t *number[2];
};

static int
compare_keys(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

static uint64_t
key_of(const struct align_item *item)
{
	return hash_mix(hash_u64((uint64_t)item->label << 32 | item->dims),
		item->shape + UINT64_C(0x9e3779b97f4a7c15));
}

static bool
collect_keys(struct keys *keys, const struct diff_side *side, const uint32_t *steps, uint32_t n)
{
	keys->begin = mem_zero((size_t)n + 1, sizeof(*keys->begin));
	for (uint32_t i = 0; keys->begin && i < n; i++) {
		uint32_t end = steps[i] + side->nodes[steps[i]].size, at = steps[i] + 1;

		while (at < end) {
			const struct diff_node *node = &side->nodes[at];

			if (node->kind == DIFF_THREAD) {
				at++;
				continue;
			}
			if (!mem_reserve(&keys->all, &keys->cap, keys->n + 1, sizeof(*keys->all)))
				return false;
			keys->all[keys->n++] = key_of(&node->item);
			at += node->size;
		}
		if (keys->n > keys->begin[i])
			qsort(keys->all + keys->begin[i], keys->n - keys->begin[i],
				sizeof(*keys->all), compare_keys);
		keys->begin[i + 1] = keys->n;
	}
	return keys->begin;
}

/* 0 to LIKE_MOST: the share of what both do. */
static uint32_t
likeness(const struct keys *a, uint32_t i, const struct keys *b, uint32_t j)
{
	size_t x = a->begin[i], y = b->begin[j], n = a->begin[i + 1] - x, m = b->begin[j + 1] - y,
		common = 0;

	while (x < a->begin[i + 1] && y < b->begin[j + 1]) {
		uint64_t key = a->all[x], other = b->all[y];

		common += key == other;
		x += key <= other;
		y += other <= key;
	}
	n = n > m ? n : m;
	return n ? (uint32_t)(common * LIKE_MOST / n) : LIKE_MOST;
}

/* What a pair of steps counts: most by what they do; equal numbers are better than others. */
static uint32_t
step_score(const struct steps *s, uint32_t i, uint32_t j)
{
	return 2 + 2 * likeness(&s->keys[0], i, &s->keys[1], j)
		+ (s->number[0][i] == s->number[1][j]);
}

/*
 * The best way through two lists of steps in order. Any two may be paired; of
 * ways that are as good the last steps are paired: what is too many stands in
 * front, as warming up does.
 */
static bool
align_steps(uint32_t *pair, const struct steps *s, uint32_t n, uint32_t m)
{
	uint32_t *best = mem_zero(((size_t)n + 1) * ((size_t)m + 1), sizeof(*best));
	size_t width = (size_t)m + 1;
	bool good = best;

	for (uint32_t i = 1; best && i <= n; i++)
		for (uint32_t j = 1; j <= m; j++) {
			uint32_t up = best[(i - 1) * width + j], left = best[i * width + j - 1];
			uint32_t both = best[(i - 1) * width + j - 1] + step_score(s, i - 1, j - 1);

			both = up > both ? up : both;
			best[i * width + j] = left > both ? left : both;
		}
	for (uint32_t i = n, j = m; best && i && j;) {
		uint32_t both = best[(i - 1) * width + j - 1] + step_score(s, i - 1, j - 1);

		if (best[i * width + j] == both)
			pair[--i] = --j;
		else if (best[i * width + j] == best[(i - 1) * width + j])
			i--;
		else
			j--;
	}
	free(best);
	return good;
}

/* Too many to look at each pair. */
static bool
align_many(uint32_t *pair, const uint32_t *a, uint32_t n, const uint32_t *b, uint32_t m,
	const struct tree_diff *diff)
{
	struct align_item *items = mem_alloc((size_t)n + m, sizeof(*items));
	struct aligner scratch = {0};
	bool good = items;

	for (uint32_t i = 0; items && i < n + m; i++) {
		items[i] = diff->side[i >= n]->nodes[i < n ? a[i] : b[i - n]].item;
		items[i].label = items[i].raw = 0;
	}
	good = good && align_lists(&scratch, pair, items, n, items + n, m, true);
	aligner_free(&scratch);
	free(items);
	return good;
}

static bool
prepare_steps(struct steps *s, int which, const uint32_t *steps, uint32_t n,
	const struct diff_side *side)
{
	uint32_t step = 0;

	s->number[which] = mem_alloc(n, sizeof(**s->number));
	for (uint32_t i = 0; s->number[which] && i < n; i++) {
		while (side->number_event[step] != side->nodes[steps[i]].event)
			step++;
		s->number[which][i] = side->numbers[step];
	}
	return s->number[which] && collect_keys(&s->keys[which], side, steps, n);
}

bool
diff_pair_steps(uint32_t *pair, const uint32_t *a, uint32_t n, const uint32_t *b, uint32_t m,
	const struct tree_diff *diff)
{
	struct steps s = {0};
	bool good;

	memset(pair, 0xff, n * sizeof(*pair));
	if (!n || !m)
		return true;
	good = prepare_steps(&s, 0, a, n, diff->side[0])
		&& prepare_steps(&s, 1, b, m, diff->side[1]);
	if (good && s.keys[0].n * m + s.keys[1].n * n + (size_t)n * m <= WORK_MAX)
		good = align_steps(pair, &s, n, m);
	else if (good)
		good = align_many(pair, a, n, b, m, diff);
	for (int side = 0; side < 2; side++) {
		free(s.keys[side].all);
		free(s.keys[side].begin);
		free(s.number[side]);
	}
	return good;
}
