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

struct sort_key {
	int64_t ts;
	uint32_t event;
};

static inline bool
key_before(const struct trace *trace, const struct sort_key *a, const struct sort_key *b)
{
	if (a->ts != b->ts)
		return a->ts < b->ts;
	if (trace->dur[a->event] != trace->dur[b->event])
		return trace->dur[a->event] > trace->dur[b->event];
	return a->event < b->event;
}

static void
sort_insert(const struct trace *trace, struct sort_key *keys, size_t sorted, size_t n)
{
	for (size_t i = sorted; i < n; i++) {
		struct sort_key key = keys[i];
		size_t at = i;

		for (; at && key_before(trace, &key, &keys[at - 1]); at--)
			keys[at] = keys[at - 1];
		keys[at] = key;
	}
}

/* Ends of the runs in ends[]; short ones are made RUN_MIN long. Returns their number. */
static size_t
sort_find_runs(const struct trace *trace, struct sort_key *keys, size_t n, uint32_t *ends)
{
	size_t runs = 0;

	for (size_t begin = 0, end; begin < n; begin = end) {
		for (end = begin + 1; end < n && !key_before(trace, &keys[end], &keys[end - 1]); end++)
			;
		if (end - begin < RUN_MIN && end < n) {
			size_t sorted = end - begin;

			end = begin + RUN_MIN < n ? begin + RUN_MIN : n;
			sort_insert(trace, keys + begin, sorted, end - begin);
		}
		ends[runs++] = (uint32_t)end;
	}
	return runs;
}

static void
sort_merge(const struct trace *trace, const struct sort_key *a, const struct sort_key *a_end,
	const struct sort_key *b, const struct sort_key *b_end, struct sort_key *out)
{
	while (a < a_end && b < b_end)
		*out++ = key_before(trace, b, a) ? *b++ : *a++;
	memcpy(out, a, (size_t)(a_end - a) * sizeof(*a));
	out += a_end - a;
	memcpy(out, b, (size_t)(b_end - b) * sizeof(*b));
}

/* Merges neighbouring runs until one is left; returns the array that holds it. */
static struct sort_key *
sort_merge_runs(const struct trace *trace, struct sort_key *keys, struct sort_key *other, uint32_t *ends, size_t runs)
{
	while (runs > 1) {
		struct sort_key *swap = keys;
		size_t merged = 0;
		uint32_t begin = 0;

		for (size_t i = 0; i < runs; i += 2) {
			uint32_t middle = ends[i], end = i + 1 < runs ? ends[i + 1] : middle;

			sort_merge(trace, keys + begin, keys + middle, keys + middle, keys + end, other + begin);
			ends[merged++] = begin = end;
		}
		runs = merged;
		keys = other;
		other = swap;
	}
	return keys;
}

int
tree_sort_events(const struct trace *trace, uint32_t *events, uint32_t n)
{
	struct sort_key *keys = mem_alloc(n, sizeof(*keys)), *other = NULL, *sorted = keys;
	uint32_t *ends = mem_alloc((size_t)n / RUN_MIN + 2, sizeof(*ends));
	size_t runs = 0;

	if (keys && ends) {
		for (uint32_t i = 0; i < n; i++)
			keys[i] = (struct sort_key){trace->ts[events[i]], events[i]};
		runs = sort_find_runs(trace, keys, n, ends);
	}
	if (runs > 1) {
		other = mem_alloc(n, sizeof(*other));
		sorted = other ? sort_merge_runs(trace, keys, other, ends, runs) : NULL;
	}
	if (sorted && ends)
		for (uint32_t i = 0; i < n; i++)
			events[i] = sorted[i].event;
	else
		runs = SIZE_MAX;
	free(keys);
	free(other);
	free(ends);
	return runs == SIZE_MAX ? -1 : 0;
}
