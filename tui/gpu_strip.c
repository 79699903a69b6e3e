/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/gpu_strip.h"
#include "base/mem.h"
#include "base/sort.h"
#include <string.h>

static int
start_compare(const void *a, const void *b)
{
	const struct interval *x = a, *y = b;

	return x->start < y->start ? -1 : x->start > y->start;
}

/* The merged time of the events of one class. */
static bool
collect_class(struct gpu_strip_set *set, const struct trace *trace, const uint8_t *classes, enum gpu_class class)
{
	set->spans = mem_alloc(trace->n_gpus, sizeof(*set->spans));
	if (!set->spans)
		return false;
	for (uint32_t i = 0; i < trace->n_gpus; i++) {
		uint32_t event = trace->gpus[i].event;

		if (!(trace->flags[event] & EVENT_NO_TIME) && trace->dur[event] > 0
		    && classes[i] == class)
			set->spans[set->n++] = (struct interval){trace->ts[event], trace_end(trace, event)};
	}
	sort_unless_sorted(set->spans, set->n, sizeof(*set->spans), start_compare);
	set->n = intervals_merge(set->spans, set->n);
	return true;
}

static bool
count_before(struct gpu_strip_set *set)
{
	int64_t sum = 0;

	set->before = mem_alloc(set->n, sizeof(*set->before));
	for (uint32_t i = 0; set->before && i < set->n; i++) {
		set->before[i] = sum;
		sum += set->spans[i].end - set->spans[i].start;
	}
	return set->before != NULL;
}

/* Adds the set's spans to those of all, merged; what all covered already is taken out of the set. */
static bool
set_expose(struct gpu_strip_set *set, struct gpu_strip_set *all)
{
	struct interval *outside = mem_alloc((size_t)set->n + all->n, sizeof(*outside)), *both = NULL;
	uint32_t n_outside = 0;

	if (outside) {
		n_outside = intervals_subtract(outside, set->spans, set->n, all->spans, all->n);
		both = mem_alloc((size_t)n_outside + all->n, sizeof(*both));
	}
	if (!both) {
		free(outside);
		return false;
	}
	for (uint32_t i = 0, a = 0, b = 0; i < n_outside + all->n; i++) {
		bool first = b == n_outside || (a < all->n && all->spans[a].start < outside[b].start);

		both[i] = first ? all->spans[a++] : outside[b++];
	}
	free(all->spans);
	all->spans = both;
	all->n = intervals_merge(both, n_outside + all->n);
	free(set->spans);
	set->spans = outside;
	set->n = n_outside;
	return true;
}

int
gpu_strip_make(struct gpu_strip *strip, const struct trace *trace, const struct summary *summary, struct error *err)
{
	bool good = true;

	*strip = (struct gpu_strip){0};
	for (unsigned c = 0; good && c < GPU_CLASSES; c++)
		good = collect_class(&strip->exposed[c], trace, summary->classes, (enum gpu_class)c)
			&& set_expose(&strip->exposed[c], &strip->busy) && count_before(&strip->exposed[c]);
	if (good && count_before(&strip->busy))
		return 0;
	gpu_strip_free(strip);
	return error_no_memory(err, "summing up the GPU's time");
}

static void
set_free(struct gpu_strip_set *set)
{
	free(set->spans);
	free(set->before);
}

void
gpu_strip_free(struct gpu_strip *strip)
{
	for (unsigned c = 0; c < GPU_CLASSES; c++)
		set_free(&strip->exposed[c]);
	set_free(&strip->busy);
	*strip = (struct gpu_strip){0};
}

/* The first span that ends after time; set->n: none. */
static uint32_t
span_after(const struct gpu_strip_set *set, int64_t time)
{
	uint32_t low = 0, high = set->n;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (set->spans[middle].end <= time)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

int64_t
gpu_strip_before(const struct gpu_strip_set *set, int64_t time)
{
	uint32_t i = span_after(set, time);

	if (i == set->n)
		return i ? set->before[i - 1] + set->spans[i - 1].end - set->spans[i - 1].start : 0;
	return set->before[i] + (time > set->spans[i].start ? time - set->spans[i].start : 0);
}

int64_t
gpu_strip_covered(const struct gpu_strip_set *set, int64_t begin, int64_t end)
{
	return gpu_strip_before(set, end) - gpu_strip_before(set, begin);
}
