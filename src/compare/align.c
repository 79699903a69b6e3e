/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/align_priv.h"
#include "base/mem.h"
#include <string.h>

#define SMALL_SIDE 4u	/* a side this short is done exactly against any other */

enum step { STEP_PAIR, STEP_A, STEP_B };

void
aligner_free(struct aligner *aligner)
{
	free(aligner->items);
	free(aligner->turned);
	free(aligner->boxes);
	free(aligner->steps);
	free(aligner->scores);
	free(aligner->reach);
	free(aligner->slots);
	free(aligner->anchors);
	*aligner = (struct aligner){0};
}

static bool
push_box(struct aligner *scratch, struct align_box box)
{
	if (box.a0 == box.a1 || box.b0 == box.b1)
		return true;
	if (!mem_reserve(&scratch->boxes, &scratch->cap_boxes, scratch->n_boxes + 1,
		sizeof(*scratch->boxes)))
		return false;
	scratch->boxes[scratch->n_boxes++] = box;
	return true;
}

static bool
is_same(const struct align_item *a, const struct align_item *b)
{
	return a->exact == b->exact && a->raw == b->raw && a->label == b->label;
}

static bool
is_alike(const struct align_item *a, const struct align_item *b)
{
	return a->label == b->label && a->dims == b->dims && a->args == b->args
		&& a->shape == b->shape;
}

/* Pairs what the box begins and ends with; with a pair that cannot score higher nothing is lost. */
static void
trim(const struct align_lists *lists, struct align_box *box,
	bool (*equal)(const struct align_item *, const struct align_item *))
{
	while (box->a0 < box->a1 && box->b0 < box->b1
		&& equal(&lists->a[box->a0], &lists->b[box->b0]))
		lists->pair[box->a0++] = box->b0++;
	while (box->a0 < box->a1 && box->b0 < box->b1
		&& equal(&lists->a[box->a1 - 1], &lists->b[box->b1 - 1]))
		lists->pair[--box->a1] = --box->b1;
}

/*
 * The best way through one row, from its end; below is that of the row after it, and becomes this
 * one's.
 */
static void
fill_row(uint8_t *steps, uint32_t *below, const struct align_item *a, const struct align_item *b,
	uint32_t m)
{
	uint32_t diagonal = below[m];

	for (uint32_t j = m; j-- > 0;) {
		uint32_t score = align_score(a, &b[j]), best = below[j];

		steps[j] = STEP_A;
		if (below[j + 1] > best) {
			best = below[j + 1];
			steps[j] = STEP_B;
		}
		if (score && diagonal + score >= best) {
			best = diagonal + score;
			steps[j] = STEP_PAIR;
		}
		diagonal = below[j];
		below[j] = best;
	}
}

static bool
align_exactly(const struct align_lists *lists, struct align_box box)
{
	struct aligner *s = lists->scratch;
	uint32_t n = box.a1 - box.a0, m = box.b1 - box.b0, i = 0, j = 0;

	if (!mem_reserve(&s->steps, &s->cap_steps, (size_t)n * m, 1)
	    || !mem_reserve(&s->scores, &s->cap_scores, (size_t)m + 1, sizeof(*s->scores)))
		return false;
	memset(s->scores, 0, ((size_t)m + 1) * sizeof(*s->scores));
	for (uint32_t row = n; row-- > 0;)
		fill_row(s->steps + (size_t)row * m, s->scores, &lists->a[box.a0 + row],
			&lists->b[box.b0], m);
	while (i < n && j < m) {
		enum step step = s->steps[(size_t)i * m + j];

		if (step == STEP_PAIR)
			lists->pair[box.a0 + i] = box.b0 + j;
		i += step != STEP_B;
		j += step != STEP_A;
	}
	return true;
}

static bool
is_small(struct align_box box)
{
	uint32_t n = box.a1 - box.a0, m = box.b1 - box.b0;

	return (uint64_t)n * m <= ALIGN_CELLS || n <= SMALL_SIDE || m <= SMALL_SIDE;
}

static bool
split_at_anchors(const struct align_lists *lists, struct align_box box, uint32_t n)
{
	struct aligner *s = lists->scratch;

	for (uint32_t i = 0; i < n; i++) {
		struct align_anchor at = s->anchors[i];

		lists->pair[at.a] = at.b;
		if (!push_box(s, (struct align_box){box.a0, at.a, box.b0, at.b}))
			return false;
		box.a0 = at.a + 1;
		box.b0 = at.b + 1;
	}
	return push_box(s, box);
}

static bool
align_box(const struct align_lists *lists, struct align_box box)
{
	uint32_t anchors, a, b;

	trim(lists, &box, is_same);
	if (!is_small(box))
		trim(lists, &box, is_alike);
	if (box.a0 == box.a1 || box.b0 == box.b1)
		return true;
	if (is_small(box))
		return align_exactly(lists, box);
	if (!align_find_anchors(lists, box, &anchors))
		return false;
	if (anchors)
		return split_at_anchors(lists, box, anchors);
	return align_find_middle(lists, box, &a, &b)
		&& push_box(lists->scratch, (struct align_box){box.a0, a, box.b0, b})
		&& push_box(lists->scratch, (struct align_box){a, box.a1, b, box.b1});
}

static bool
align_all(const struct align_lists *lists, uint32_t n, uint32_t m)
{
	struct aligner *s = lists->scratch;
	struct align_box box = {0, n, 0, m};

	s->n_boxes = 0;
	memset(lists->pair, 0xff, n * sizeof(*lists->pair));	/* ALIGN_NONE */
	if (!push_box(s, box))
		return false;
	while (s->n_boxes)
		if (!align_box(lists, s->boxes[--s->n_boxes]))
			return false;
	return true;
}

static void
turn(struct align_item *out, const struct align_item *in, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		out[i] = in[n - 1 - i];
}

bool
align_lists(struct aligner *s, uint32_t *pair, const struct align_item *a, uint32_t n,
	const struct align_item *b, uint32_t m, bool from_end)
{
	struct align_lists lists = {a, b, pair, s};

	if (!n)
		return true;
	if (!from_end)
		return align_all(&lists, n, m);
	if (!mem_reserve(&s->items, &s->cap_items, (size_t)n + m, sizeof(*s->items))
	    || !mem_reserve(&s->turned, &s->cap_turned, n, sizeof(*s->turned)))
		return false;
	turn(s->items, a, n);
	turn(s->items + n, b, m);
	lists = (struct align_lists){s->items, s->items + n, s->turned, s};
	if (!align_all(&lists, n, m))
		return false;
	for (uint32_t i = 0; i < n; i++)
		pair[n - 1 - i] = s->turned[i] == ALIGN_NONE ? ALIGN_NONE : m - 1 - s->turned[i];
	return true;
}
