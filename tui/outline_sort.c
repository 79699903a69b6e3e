/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ordering the children of every entry, level by level, into a new pre-order. */
#include "base/mem.h"
#include "tui/outline.h"
#include <string.h>

struct sort_child {
	double key;
	uint32_t entry;
};

struct outline_sorter {
	struct outline *outline;
	double (*key)(void *ctx, uint32_t id);
	void *ctx;
	struct sort_child *kids;
	size_t n_kids, cap_kids;
	uint32_t *place;	/* entry -> its new place */
};

static int
sort_child_compare(const void *a, const void *b)
{
	const struct sort_child *x = a, *y = b;

	if (x->key != y->key)
		return x->key > y->key ? -1 : 1;
	return x->entry < y->entry ? -1 : 1;
}

/* Orders the siblings in [begin, end), the first of which goes to place. */
static bool
sorter_place(struct outline_sorter *s, uint32_t begin, uint32_t end, uint32_t place, bool ascending)
{
	const uint32_t *span = s->outline->span;

	s->n_kids = 0;
	for (uint32_t i = begin; i < end; i += span[i]) {
		if (!mem_reserve(&s->kids, &s->cap_kids, s->n_kids + 1, sizeof(*s->kids)))
			return false;
		s->kids[s->n_kids++] = (struct sort_child){0, i};
	}
	if (s->n_kids > 1) {
		for (size_t k = 0; k < s->n_kids; k++) {
			double key = s->key(s->ctx, s->outline->id[s->kids[k].entry]);

			s->kids[k].key = ascending ? -key : key;
		}
		qsort(s->kids, s->n_kids, sizeof(*s->kids), sort_child_compare);
	}
	for (size_t k = 0; k < s->n_kids; k++) {
		s->place[s->kids[k].entry] = place;
		place += span[s->kids[k].entry];
	}
	return true;
}

/* Moves values to their new places; work has room for n. */
static void
sorter_move(const struct outline_sorter *s, uint32_t *values, uint32_t *work)
{
	uint32_t n = s->outline->n;

	for (uint32_t i = 0; i < n; i++)
		work[s->place[i]] = values[i];
	memcpy(values, work, n * sizeof(*values));
}

static void
sorter_apply(struct outline_sorter *s, uint32_t *work)
{
	struct outline *outline = s->outline;

	for (uint32_t i = 0; i < outline->n; i++)
		if (outline->parent[i] != OUTLINE_NONE)
			outline->parent[i] = s->place[outline->parent[i]];
	sorter_move(s, outline->id, work);
	sorter_move(s, outline->span, work);
	sorter_move(s, outline->parent, work);
	sorter_move(s, outline->depth, work);
	for (uint32_t i = 0; i < outline->n; i++)
		outline->entry[outline->id[i]] = i;
}

bool
outline_sort(struct outline *outline, double (*key)(void *ctx, uint32_t id), void *ctx, bool ascending)
{
	struct outline_sorter s = {outline, key, ctx, NULL, 0, 0, NULL};
	uint32_t *work = mem_alloc(outline->n, sizeof(*work));
	bool ok;

	s.place = mem_alloc(outline->n, sizeof(*s.place));
	ok = work && s.place && sorter_place(&s, 0, outline->n, 0, ascending);
	for (uint32_t i = 0; ok && i < outline->n; i++)
		ok = sorter_place(&s, i + 1, i + outline->span[i], s.place[i] + 1, ascending);
	if (ok)
		sorter_apply(&s, work);
	free(work);
	free(s.place);
	free(s.kids);
	if (ok)
		outline_end(outline);
	return ok;
}
