/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Host events of each thread, nested by their times. The rules: see tree.h and the notes below. */
#include "tree_priv.h"
#include "base/mem.h"

#define NOISE_NS 1000	/* an overlap below this is the clock's, not the program's */

struct nest_entry {
	uint32_t event;
	int64_t end;		/* may be cut to the caller's */
};

struct nest_stack {
	struct nest_entry *entries;
	size_t depth, cap;
};

static bool
nest_is_host(const struct trace *trace, uint32_t i)
{
	return event_is_host(trace->kind[i]) && !(trace->flags[i] & EVENT_NO_TIME);
}

/* Host events by track, in the order of the file. */
static int
nest_gather(struct tree_builder *b)
{
	const struct trace *trace = b->trace;
	uint32_t *next;

	b->track_begin = mem_zero((size_t)trace->n_tracks + 1, sizeof(*b->track_begin));
	next = mem_alloc(trace->n_tracks, sizeof(*next));
	if (!b->track_begin || !next) {
		free(next);
		return -1;
	}
	for (uint32_t i = 0; i < trace->n; i++)
		if (nest_is_host(trace, i))
			b->track_begin[trace->track[i] + 1]++;
	for (uint32_t t = 0; t < trace->n_tracks; t++) {
		b->track_begin[t + 1] += b->track_begin[t];
		next[t] = b->track_begin[t];
	}
	b->n_host = b->track_begin[trace->n_tracks];
	b->host = mem_alloc_filled(b->n_host, sizeof(*b->host));
	for (uint32_t i = 0; b->host && i < trace->n; i++)
		if (nest_is_host(trace, i))
			b->host[next[trace->track[i]]++] = i;
	free(next);
	return b->host ? 0 : -1;
}

/*
 * Makes room on the stack for an event that starts inside its top and ends
 * after it. Below NOISE_NS the top is over already. A Python frame's return may
 * not have been seen: it ends with its caller. Operators and calls that overlap
 * are siblings. Returns the event's end as the stack has it.
 */
static int64_t
nest_overlap(struct tree_builder *b, struct nest_stack *stack, uint32_t event)
{
	int64_t start = b->trace->ts[event], end = trace_end(b->trace, event), worst = 0;

	while (stack->depth) {
		int64_t top_end = stack->entries[stack->depth - 1].end, overlap = top_end - start;

		if (end <= top_end)
			break;
		if (overlap >= NOISE_NS && b->trace->kind[event] == EVENT_PYTHON) {
			trace_warn(b->trace, WARN_OVERRUN, event, end - top_end);
			end = top_end;
			break;
		}
		if (overlap >= NOISE_NS && overlap > worst)
			worst = overlap;
		stack->depth--;
	}
	if (worst)
		trace_warn(b->trace, WARN_OVERLAP, event, worst);
	return end;
}

static int
nest_track(struct tree_builder *b, const uint32_t *events, uint32_t n, struct nest_stack *stack)
{
	const struct trace *trace = b->trace;
	uint32_t *parent = b->tree->parent;

	stack->depth = 0;
	for (uint32_t i = 0; i < n; i++) {
		uint32_t event = events[i];
		int64_t start = trace->ts[event], end;

		while (stack->depth && start >= stack->entries[stack->depth - 1].end)
			stack->depth--;
		end = nest_overlap(b, stack, event);
		if (stack->depth)
			parent[event] = stack->entries[stack->depth - 1].event;
		if (!trace->dur[event])
			continue;	/* nothing can be inside */
		if (!mem_reserve(&stack->entries, &stack->cap, stack->depth + 1, sizeof(*stack->entries)))
			return -1;
		stack->entries[stack->depth++] = (struct nest_entry){event, end};
	}
	return 0;
}

int
tree_nest(struct tree_builder *b)
{
	const struct trace *trace = b->trace;
	struct nest_stack stack = {0};
	int result = 0;

	if (nest_gather(b))
		return -1;
	for (uint32_t t = 0; t < trace->n_tracks && !result; t++) {
		uint32_t begin = b->track_begin[t], n = b->track_begin[t + 1] - begin;

		if (!n)
			continue;
		if (tree_sort_events(trace, b->host + begin, n) || nest_track(b, b->host + begin, n, &stack))
			result = -1;
	}
	free(stack.entries);
	return result;
}
