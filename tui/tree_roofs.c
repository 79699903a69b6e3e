/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far what is below a row of the tree is from the roofline: sums over the range of its ids. */
#include "analysis/intervals.h"
#include "analysis/roofs.h"
#include "base/mem.h"
#include "base/sort.h"
#include "tui/tree_source.h"
#include <math.h>

struct placed {
	uint32_t id;
	struct tree_roof roof;
};

static int
placed_compare(const void *a, const void *b)
{
	const struct placed *x = a, *y = b;

	return x->id < y->id ? -1 : x->id > y->id;
}

static bool
roofs_sum(struct tree_source *s, const struct placed *placed, uint32_t n)
{
	s->roofs = mem_alloc((size_t)n + 1, sizeof(*s->roofs));
	s->roof_ids = mem_alloc(n, sizeof(*s->roof_ids));
	if (!s->roofs || !s->roof_ids)
		return false;
	s->roofs[0] = (struct tree_roof){0};
	for (uint32_t i = 0; i < n; i++) {
		const struct tree_roof *before = &s->roofs[i], *own = &placed[i].roof;

		s->roof_ids[i] = placed[i].id;
		s->roofs[i + 1] = (struct tree_roof){time_add(before->kernel_ns, own->kernel_ns),
			time_add(before->above_ns, own->above_ns), time_add(before->roofline_ps, own->roofline_ps)};
	}
	s->n_roofs = n;
	return true;
}

int
tree_source_roofs(struct tree_source *s, struct error *err)
{
	struct analysis *analysis = s->roofs ? NULL : session_analysis(s->session, err);
	const struct roofs *roofs = analysis ? analysis_roofs(analysis) : NULL;
	struct placed *placed;
	bool good;

	if (s->roofs)
		return 0;
	if (!roofs)
		return analysis ? error_no_memory(err, "the rooflines of the tree") : -1;
	placed = mem_alloc(roofs->n, sizeof(*placed));
	for (uint32_t i = 0; placed && i < roofs->n; i++) {
		const struct roof *r = &roofs->all[i];

		placed[i] = (struct placed){s->merged ? s->rows->row[r->pos] : r->pos,
			{r->kernel_ns, r->above_ns, r->roofline_ps}};
	}
	if (placed)
		sort_unless_sorted(placed, roofs->n, sizeof(*placed), placed_compare);
	good = placed && roofs_sum(s, placed, roofs->n);
	free(placed);
	if (good)
		return 0;
	tree_source_forget_roofs(s);
	return error_no_memory(err, "the rooflines of the tree");
}

void
tree_source_forget_roofs(struct tree_source *s)
{
	free(s->roofs);
	free(s->roof_ids);
	s->roofs = NULL;
	s->roof_ids = NULL;
	s->n_roofs = 0;
}

/* How many roofs are of ids below. */
static uint32_t
roofs_before(const struct tree_source *s, uint32_t id)
{
	uint32_t low = 0, high = s->n_roofs;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (s->roof_ids[middle] < id)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* The ids of the row's subtree: of a thread's row, which has a number of its own, those of its events. */
static void
subtree(const struct tree_source *s, uint32_t id, uint32_t *begin, uint32_t *end)
{
	const struct tree *tree = s->session->tree;
	const struct tree_root *root;

	*begin = id;
	if (s->merged) {
		*end = id + s->rows->rows[id].size;
	} else if (id < tree->n) {
		*end = id + tree->size[id];
	} else {
		root = &tree->roots[s->session->summary.roots[id - tree->n].root];
		*begin = root->begin;
		*end = root->end;
	}
}

void
tree_source_roof(const struct tree_source *s, uint32_t id, struct tree_roof *roof)
{
	uint32_t begin, end;
	const struct tree_roof *from, *to;

	*roof = (struct tree_roof){0};
	if (!s->roofs)
		return;
	subtree(s, id, &begin, &end);
	from = &s->roofs[roofs_before(s, begin)];
	to = &s->roofs[roofs_before(s, end)];
	*roof = (struct tree_roof){to->kernel_ns - from->kernel_ns, to->above_ns - from->above_ns,
		to->roofline_ps - from->roofline_ps};
}

double
tree_roof_percent(const struct tree_roof *roof)
{
	return roof->kernel_ns > 0 ? (double)roof->roofline_ps / ((double)roof->kernel_ns * 10) : NAN;
}
