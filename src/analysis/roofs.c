/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/roofs.h"
#include "analysis/collect.h"
#include "base/mem.h"
#include "base/sort.h"

#define PS_MOST 4e18		/* what a time may be in an int64 of picoseconds: 46 days */

/* The lowest event that is above all GPU events of the op, or one of them where there is no other. */
static uint32_t
lowest_above(const struct tree *tree, uint32_t event)
{
	uint32_t begin, end, at, last;

	tree_gpu_range(tree, event, &begin, &end);
	if (begin == end)
		return tree->pos[event];
	at = tree->gpu[begin];
	last = tree->pos[tree->gpu[end - 1]];
	while (at != event && last >= tree->pos[at] + tree->size[tree->pos[at]])
		at = tree->parent[at];
	return tree->pos[at];
}

static int
roof_compare(const void *a, const void *b)
{
	const struct roof *x = a, *y = b;

	return x->pos < y->pos ? -1 : x->pos > y->pos;
}

static void
roofs_make(struct roofs *roofs, struct analysis *a, const struct perf_events *events)
{
	for (uint32_t i = 0; i < events->n; i++) {
		const struct perf_event *e = &events->all[i];
		struct perf perf;
		double ps;

		if (e->modelled == TRACE_NONE || e->kernel_ns <= 0)
			continue;
		perf_make(&perf, a, perf_result(a, e->modelled, e->backward), e->kernel_ns);
		if (isnan(perf.roofline_us))
			continue;
		ps = perf.roofline_us * 1e6;
		roofs->all[roofs->n++] = (struct roof){lowest_above(a->tree, e->event), e->kernel_ns,
			perf_above_ns(&perf, e->kernel_ns), ps < PS_MOST ? (int64_t)(ps + 0.5) : (int64_t)PS_MOST};
	}
	sort_unless_sorted(roofs->all, roofs->n, sizeof(*roofs->all), roof_compare);
}

const struct roofs *
analysis_roofs(struct analysis *a)
{
	const struct perf_events *events;

	if (a->roofs)
		return a->no_memory ? NULL : a->roofs;
	events = analysis_perf_events(a);
	a->roofs = events ? mem_zero(1, sizeof(*a->roofs)) : NULL;
	if (!a->roofs || !(a->roofs->all = mem_alloc(events->n, sizeof(*a->roofs->all))))
		a->no_memory = true;
	else if (a->options.arch)
		roofs_make(a->roofs, a, events);
	return a->no_memory ? NULL : a->roofs;
}

void
analysis_roofs_free(struct analysis *a)
{
	if (a->roofs)
		free(a->roofs->all);
	free(a->roofs);
}
