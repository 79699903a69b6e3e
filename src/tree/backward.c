/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which backward operator belongs to which forward one: by the profiler's
 * fwdbwd flows; for what those do not tell, by sequence number and forward
 * thread. A backward operator is one that the autograd engine evaluates.
 */
#include "forward_homes_priv.h"
#include "tree_priv.h"
#include "base/mem.h"
#include "base/sort.h"
#include <string.h>

struct pairs {
	struct tree_pair *list;
	size_t n, cap;
};

static bool
backward_is_engine(const struct tree_builder *b, uint32_t event)
{
	return b->trace->kind[event] == EVENT_OP && b->names[b->trace->name[event]] & NAME_BACKWARD;
}

static bool
pairs_add(struct pairs *pairs, uint32_t backward, uint32_t forward)
{
	if (!mem_reserve(&pairs->list, &pairs->cap, pairs->n + 1, sizeof(*pairs->list)))
		return false;
	pairs->list[pairs->n++] = (struct tree_pair){backward, forward};
	return true;
}

/* --- flows ----------------------------------------------------------------------- */

struct flow_end {		/* ids are a process's own */
	uint64_t id;
	uint32_t process;
	uint32_t event;		/* the flow event */
};

struct flow_ends {
	struct flow_end *list;
	size_t n, cap;
};

static uint32_t
process_of(const struct trace *trace, uint32_t event)
{
	return trace->tracks[trace->track[event]].process;
}

static int
flow_compare_ids(const struct flow_end *x, const struct flow_end *y)
{
	if (x->process != y->process)
		return x->process < y->process ? -1 : 1;
	return x->id < y->id ? -1 : x->id > y->id;
}

static int
flow_compare(const void *a, const void *b)
{
	const struct flow_end *x = a, *y = b;
	int order = flow_compare_ids(x, y);

	if (order)
		return order;
	return x->event < y->event ? -1 : x->event > y->event;
}

static bool
flow_add(struct flow_ends *ends, const struct trace *trace, uint32_t event)
{
	if (!mem_reserve(&ends->list, &ends->cap, ends->n + 1, sizeof(*ends->list)))
		return false;
	ends->list[ends->n++] = (struct flow_end){trace->link[event], process_of(trace, event), event};
	return true;
}

/* Both ends of all flows, each by id. */
static bool
flow_gather(const struct trace *trace, struct flow_ends *forward, struct flow_ends *backward)
{
	for (uint32_t i = 0; i < trace->n; i++) {
		if (trace->kind[i] != EVENT_FLOW_BACKWARD || trace->flags[i] & EVENT_NO_TIME || !trace->link[i])
			continue;
		if (!flow_add(trace->phase[i] == 's' ? forward : backward, trace, i))
			return false;
	}
	sort_unless_sorted(forward->list, forward->n, sizeof(*forward->list), flow_compare);
	sort_unless_sorted(backward->list, backward->n, sizeof(*backward->list), flow_compare);
	return true;
}

/* The innermost operator that starts at the flow's time on its thread. */
static uint32_t
flow_find_op(const struct tree_builder *b, uint32_t flow)
{
	const struct trace *trace = b->trace;
	uint32_t track = trace->track[flow], low = b->track_begin[track], high = b->track_begin[track + 1], end = high;
	uint32_t found = TRACE_NONE;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (trace->ts[b->host[middle]] < trace->ts[flow])
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < end && trace->ts[b->host[low]] == trace->ts[flow]; low++)
		if (trace->kind[b->host[low]] == EVENT_OP)
			found = b->host[low];
	return found;
}

static uint32_t
flow_lift(const struct tree_builder *b, uint32_t event)
{
	uint32_t at = event;

	for (; at != TRACE_NONE; at = b->tree->parent[at])
		if (backward_is_engine(b, at))
			return at;
	return event;
}

static int
backward_by_flows(struct tree_builder *b, struct pairs *pairs)
{
	struct flow_ends from = {0}, to = {0};
	bool whole = flow_gather(b->trace, &from, &to);

	for (size_t i = 0, k = 0; i < from.n && whole; i++) {
		uint32_t forward, backward;

		while (k < to.n && flow_compare_ids(&to.list[k], &from.list[i]) < 0)
			k++;
		if (k == to.n || flow_compare_ids(&to.list[k], &from.list[i])
			|| (i + 1 < from.n && !flow_compare_ids(&from.list[i + 1], &from.list[i])))
			continue;
		forward = flow_find_op(b, from.list[i].event);
		backward = flow_find_op(b, to.list[k].event);
		if (forward != TRACE_NONE && backward != TRACE_NONE)
			whole = pairs_add(pairs, flow_lift(b, backward), forward);
	}
	free(from.list);
	free(to.list);
	return whole ? 0 : -1;
}

/* --- sequence numbers -------------------------------------------------------------- */

#define SEQUENCE_THREADS 64	/* forward threads that a number is looked up for */

struct sequence_row {		/* numbers are a process's own */
	int64_t number;
	uint32_t process;
	uint32_t event;
	int64_t forward_thread;
};

static int
number_compare(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return x < y ? -1 : x > y;
}

static int
sequence_compare(const void *a, const void *b)
{
	const struct sequence_row *x = a, *y = b;

	if (x->number != y->number)
		return x->number < y->number ? -1 : 1;
	if (x->process != y->process)
		return x->process < y->process ? -1 : 1;
	if (x->forward_thread != y->forward_thread)
		return x->forward_thread < y->forward_thread ? -1 : 1;
	return x->event < y->event ? -1 : x->event > y->event;
}

/* Whether a row of the backward operator's number can be its forward: before it, and no part of a backward pass. */
static bool
sequence_is_forward(const struct tree_builder *b, const struct sequence_row *row, uint32_t backward)
{
	const struct trace *trace = b->trace;

	if (backward_is_engine(b, row->event) || (row->forward_thread != TRACE_NO_NUMBER && row->forward_thread > 0))
		return false;
	if (trace->ts[row->event] > trace->ts[backward] || !tree_has(b->tree, row->event))
		return false;
	return trace->track[row->event] != trace->track[backward]
		|| trace_end(trace, row->event) <= trace->ts[backward];
}

/* A set of bits by event: the backward operators that have their forward one. */
static uint8_t *
pairs_mark(const struct pairs *pairs, uint32_t n_events)
{
	uint8_t *done = mem_zero((size_t)n_events / 8 + 1, 1);

	for (size_t i = 0; done && i < pairs->n; i++)
		done[pairs->list[i].from >> 3] |= (uint8_t)(1 << (pairs->list[i].from & 7));
	return done;
}

static bool
event_is_done(const uint8_t *done, uint32_t event)
{
	return done[event >> 3] >> (event & 7) & 1;
}

/* The rows of a process's number: forward ones first, then backward ones by forward thread. */
struct sequence_run {
	const struct sequence_row *rows;
	size_t n;
};

/*
 * The latest forward candidate, on the thread where that is known. Where they are on several threads
 * the number alone does not tell them apart: *ambiguous.
 */
static uint32_t
sequence_forward(const struct tree_builder *b, const struct sequence_run *run, uint32_t backward, uint32_t track,
	bool *ambiguous)
{
	const struct trace *trace = b->trace;
	uint32_t best = TRACE_NONE;

	*ambiguous = false;
	for (size_t i = 0; i < run->n; i++) {
		uint32_t event = run->rows[i].event;

		if (!sequence_is_forward(b, &run->rows[i], backward)
			|| (track != TRACE_NONE && trace->track[event] != track))
			continue;
		if (best != TRACE_NONE && trace->track[event] != trace->track[best])
			*ambiguous = true;
		if (best == TRACE_NONE || trace->ts[event] > trace->ts[best]
			|| (trace->ts[event] == trace->ts[best] && event < best))
			best = event;
	}
	return best;
}

/* The next place from i on of a forward thread's first backward operator, or n. */
static size_t
sequence_next(const struct tree_builder *b, const struct sequence_run *run, size_t i, size_t before)
{
	while (i < run->n && (!backward_is_engine(b, run->rows[i].event)
		|| (before < run->n && run->rows[i].forward_thread == run->rows[before].forward_thread)))
		i++;
	return i;
}

/* Whether backward operators of several forward threads have the number. */
static bool
sequence_is_shared(const struct tree_builder *b, const struct sequence_run *run)
{
	size_t first = sequence_next(b, run, 0, run->n);

	return sequence_next(b, run, first, first) < run->n;
}

struct sequence_known {
	const uint8_t *done;	/* a set of bits by event: the backward operators that have their forward one */
	const struct forward_homes *homes;	/* NULL: not known yet, nothing is said of what is ambiguous */
	bool ambiguous;
};

/* The first backward operator of each forward thread gets the forward one. */
static bool
sequence_pair(struct tree_builder *b, const struct sequence_run *run, struct sequence_known *known,
	struct pairs *pairs)
{
	bool shared = sequence_is_shared(b, run), ambiguous;
	size_t threads = 0;

	for (size_t i = sequence_next(b, run, 0, run->n); i < run->n; i = sequence_next(b, run, i, i)) {
		const struct sequence_row *row = &run->rows[i];
		uint32_t forward, home = TRACE_NONE;

		if (++threads > SEQUENCE_THREADS)
			break;
		if (event_is_done(known->done, row->event))
			continue;
		if (known->homes)
			home = homes_find(known->homes, row->process, row->forward_thread);
		forward = sequence_forward(b, run, row->event, home, &ambiguous);
		if (forward == TRACE_NONE)
			continue;
		if (!ambiguous && !(shared && home == TRACE_NONE)) {
			if (!pairs_add(pairs, row->event, forward))
				return false;
			continue;
		}
		known->ambiguous = true;
		if (known->homes)
			trace_warn(b->trace, WARN_FORWARD_AMBIGUOUS, row->event, 0);
	}
	return true;
}

/* Numbers of which a backward operator is still without its forward one, ascending. */
static size_t
sequence_wanted(const struct tree_builder *b, const uint8_t *done, int64_t *numbers)
{
	const struct trace *trace = b->trace;
	size_t n = 0;

	for (uint32_t i = 0; i < trace->n_sequences; i++) {
		uint32_t event = trace->sequences[i].event;

		if (trace->sequences[i].number >= 0 && backward_is_engine(b, event) && tree_has(b->tree, event)
			&& !event_is_done(done, event))
			numbers[n++] = trace->sequences[i].number;
	}
	sort_unless_sorted(numbers, n, sizeof(*numbers), number_compare);
	return n;
}

/* All rows of the wanted numbers, by number. */
static size_t
sequence_gather(const struct tree_builder *b, const int64_t *numbers, size_t n_numbers, struct sequence_row *rows)
{
	const struct trace *trace = b->trace;
	size_t n = 0;

	for (uint32_t i = 0; i < trace->n_sequences; i++) {
		const struct trace_sequence *from = &trace->sequences[i];

		if (tree_has(b->tree, from->event)
			&& bsearch(&from->number, numbers, n_numbers, sizeof(*numbers), number_compare))
			rows[n++] = (struct sequence_row){from->number, process_of(trace, from->event), from->event,
				from->forward_thread};
	}
	sort_unless_sorted(rows, n, sizeof(*rows), sequence_compare);
	return n;
}

static bool
sequence_pair_all(struct tree_builder *b, const struct sequence_row *rows, size_t n, struct sequence_known *known,
	struct pairs *pairs)
{
	bool whole = true, ambiguous = false;

	for (size_t begin = 0, end; whole && begin < n; begin = end) {
		struct sequence_run run = {rows + begin, 0};

		for (end = begin + 1; end < n && rows[end].number == rows[begin].number
			&& rows[end].process == rows[begin].process; end++)
			;
		run.n = end - begin;
		known->ambiguous = false;
		whole = sequence_pair(b, &run, known, pairs);
		ambiguous |= known->ambiguous;
	}
	known->ambiguous = ambiguous;
	return whole;
}

/* What is ambiguous, once the other pairs have told which threads are meant. */
static bool
sequence_pair_rest(struct tree_builder *b, const struct sequence_row *rows, size_t n, struct pairs *pairs)
{
	struct forward_homes homes = {0};
	uint8_t *done = pairs_mark(pairs, b->trace->n);
	struct sequence_known known = {done, &homes, false};
	bool whole = done;

	for (size_t i = 0; whole && i < pairs->n; i++)
		whole = homes_learn(&homes, b->trace, pairs->list[i].from, pairs->list[i].to);
	whole = whole && sequence_pair_all(b, rows, n, &known, pairs);
	homes_free(&homes);
	free(done);
	return whole;
}

static int
backward_by_sequence(struct tree_builder *b, struct pairs *pairs)
{
	const struct trace *trace = b->trace;
	uint8_t *done = pairs_mark(pairs, trace->n);
	int64_t *numbers = mem_alloc(trace->n_sequences, sizeof(*numbers));
	struct sequence_row *rows = NULL;
	struct sequence_known known = {done, NULL, false};
	size_t n_numbers = done && numbers ? sequence_wanted(b, done, numbers) : 0, n = 0;
	bool whole = done && numbers;

	if (whole && n_numbers) {
		rows = mem_alloc(trace->n_sequences, sizeof(*rows));
		whole = rows;
		n = rows ? sequence_gather(b, numbers, n_numbers, rows) : 0;
	}
	whole = whole && sequence_pair_all(b, rows, n, &known, pairs);
	if (whole && known.ambiguous)
		whole = sequence_pair_rest(b, rows, n, pairs);
	free(rows);
	free(numbers);
	free(done);
	return whole ? 0 : -1;
}

/* --- both directions ----------------------------------------------------------------- */

static int
pair_compare(const void *a, const void *b)
{
	const struct tree_pair *x = a, *y = b;

	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	return x->to < y->to ? -1 : x->to > y->to;
}

/* One forward a backward operator: of flows that say two things, the later forward operator. */
static size_t
pairs_unique(struct tree_pair *list, size_t n)
{
	size_t kept = 0;

	for (size_t i = 0; i < n; i++) {
		if (kept && list[kept - 1].from == list[i].from)
			kept--;
		list[kept++] = list[i];
	}
	return kept;
}

int
tree_link_backward(struct tree_builder *b)
{
	struct tree *tree = b->tree;
	struct pairs pairs = {0};

	if (backward_by_flows(b, &pairs) || backward_by_sequence(b, &pairs)) {
		free(pairs.list);
		return -1;
	}
	if (pairs.n)
		sort_unless_sorted(pairs.list, pairs.n, sizeof(*pairs.list), pair_compare);
	pairs.n = pairs_unique(pairs.list, pairs.n);
	tree->backward = pairs.list;
	tree->forward = mem_alloc(pairs.n, sizeof(*tree->forward));
	if (!tree->forward)
		return -1;
	for (size_t i = 0; i < pairs.n; i++)
		tree->forward[i] = (struct tree_pair){pairs.list[i].to, pairs.list[i].from};
	sort_unless_sorted(tree->forward, pairs.n, sizeof(*tree->forward), pair_compare);
	tree->n_pairs = (uint32_t)pairs.n;
	return 0;
}
