/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A profiler writes a thread's events as a few runs that are sorted already
 * (operators, then calls, then Python frames), so runs are found and merged
 * pairwise: n log(runs), and one pass when there is a single run.
 */
#include "tree_priv.h"
#include "base/mem.h"
#include <string.h>

#define RUN_MIN 16

static inline bool
event_before(const struct trace *trace, uint32_t a, uint32_t b)
{
	if (trace->ts[a] != trace->ts[b])
		return trace->ts[a] < trace->ts[b];
	if (trace->dur[a] != trace->dur[b])
		return trace->dur[a] > trace->dur[b];
	return a < b;
}

static void
sort_insert(const struct trace *trace, uint32_t *events, uint32_t sorted, uint32_t n)
{
	for (uint32_t i = sorted; i < n; i++) {
		uint32_t event = events[i], at = i;

		for (; at && event_before(trace, event, events[at - 1]); at--)
			events[at] = events[at - 1];
		events[at] = event;
	}
}

/* Behind the run that begins at begin; a short one is made RUN_MIN long. */
static uint32_t
sort_find_run(const struct trace *trace, uint32_t *events, uint32_t begin, uint32_t n)
{
	uint32_t end = begin + 1, sorted;

	while (end < n && !event_before(trace, events[end], events[end - 1]))
		end++;
	if (end - begin >= RUN_MIN || end == n)
		return end;
	sorted = end - begin;
	end = n - begin > RUN_MIN ? begin + RUN_MIN : n;
	sort_insert(trace, events + begin, sorted, end - begin);
	return end;
}

static void
sort_merge(const struct trace *trace, const uint32_t *a, const uint32_t *a_end, const uint32_t *b,
	const uint32_t *b_end, uint32_t *out)
{
	while (a < a_end && b < b_end)
		*out++ = event_before(trace, *b, *a) ? *b++ : *a++;
	memcpy(out, a, (size_t)(a_end - a) * sizeof(*a));
	out += a_end - a;
	memcpy(out, b, (size_t)(b_end - b) * sizeof(*b));
}

/* Merges neighbouring runs until one is left, back and forth between the two arrays; ends in events. */
static void
sort_merge_runs(const struct trace *trace, uint32_t *events, uint32_t *room, uint32_t n, uint32_t *ends, size_t runs)
{
	uint32_t *from = events, *to = room;

	while (runs > 1) {
		uint32_t *swap = from, begin = 0;
		size_t merged = 0;

		for (size_t i = 0; i < runs; i += 2) {
			uint32_t middle = ends[i], end = i + 1 < runs ? ends[i + 1] : middle;

			sort_merge(trace, from + begin, from + middle, from + middle, from + end, to + begin);
			ends[merged++] = begin = end;
		}
		runs = merged;
		from = to;
		to = swap;
	}
	if (from != events)
		memcpy(events, from, (size_t)n * sizeof(*events));
}

int
tree_sort_events(const struct trace *trace, uint32_t *events, uint32_t n)
{
	uint32_t *room, *ends, end = n ? sort_find_run(trace, events, 0, n) : 0;
	size_t runs = 0;

	if (end == n)
		return 0;
	room = mem_alloc(n, sizeof(*room));
	ends = mem_alloc((size_t)n / RUN_MIN + 2, sizeof(*ends));
	if (room && ends) {
		for (ends[runs++] = end; end < n; ends[runs++] = end)
			end = sort_find_run(trace, events, end, n);
		sort_merge_runs(trace, events, room, n, ends, runs);
	}
	free(room);
	free(ends);
	return room && ends ? 0 : -1;
}
