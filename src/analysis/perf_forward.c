/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The forward op of a backward op that tells nothing of its own work: both carry the number that
 * autograd gave the forward op.
 */
#include "analysis/order.h"
#include "analysis/perf.h"
#include "base/mem.h"
#include <string.h>

/* Ops by sequence number, equal ones by start: two stable sorts. */
static bool
make_sequenced(struct analysis *a)
{
	const struct trace *t = a->trace;
	uint32_t n = 0;

	if (a->sequenced)
		return true;
	a->sequenced = mem_alloc((size_t)t->n_sequences + 1, sizeof(*a->sequenced));
	if (!a->sequenced)
		return false;
	for (uint32_t i = 0; i < t->n_sequences; i++)
		if (t->sequences[i].number != TRACE_NO_NUMBER)
			a->sequenced[n++] = (struct keyed){ t->ts[t->sequences[i].event], i };
	if (!order_by_key(a->sequenced, n))
		return false;
	for (uint32_t i = 0; i < n; i++) {
		const struct trace_sequence *sequence = &t->sequences[a->sequenced[i].id];

		a->sequenced[i] = (struct keyed){ sequence->number, sequence->event };
	}
	a->n_sequenced = n;
	return order_by_key(a->sequenced, n);
}

static int64_t
sequence_of(const struct trace *t, uint32_t event)
{
	uint32_t low = 0;

	for (uint32_t high = t->n_sequences; low < high;) {
		uint32_t middle = low + (high - low) / 2;

		if (t->sequences[middle].event < event)
			low = middle + 1;
		else
			high = middle;
	}
	return low < t->n_sequences && t->sequences[low].event == event
		? t->sequences[low].number : TRACE_NO_NUMBER;
}

/* Ops that carry less than the number, or the same and start no later. */
static uint32_t
ops_up_to(const struct analysis *a, int64_t number, int64_t start)
{
	uint32_t low = 0;

	for (uint32_t high = a->n_sequenced; low < high;) {
		uint32_t middle = low + (high - low) / 2;
		const struct keyed *op = &a->sequenced[middle];

		if (op->key < number || (op->key == number && a->trace->ts[op->id] <= start))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

uint32_t
perf_forward_op(struct analysis *a, uint32_t event, const char *name)
{
	int64_t number = sequence_of(a->trace, event);

	if (number == TRACE_NO_NUMBER)
		return TRACE_NONE;
	if (!make_sequenced(a)) {
		a->no_memory = true;
		return TRACE_NONE;
	}
	for (uint32_t i = ops_up_to(a, number, a->trace->ts[event]); i-- > 0;) {
		if (a->sequenced[i].key != number)
			break;
		if (!strcmp(trace_name(a->trace, a->sequenced[i].id), name))
			return a->sequenced[i].id;
	}
	return TRACE_NONE;
}
