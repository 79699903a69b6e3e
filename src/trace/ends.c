/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An event that is told by a begin and an end has the args of both. */
#include "join_priv.h"
#include "base/mem.h"
#include "base/sort.h"
#include <stdlib.h>

static const struct raw_end *
ends_find(const struct joiner *j, uint32_t event)
{
	size_t low = 0, high = j->n_ends;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (j->ends[middle].event < event)
			low = middle + 1;
		else
			high = middle;
	}
	return low < j->n_ends && j->ends[low].event == event ? &j->ends[low] : NULL;
}

static int
merge_signature(struct joiner *j, uint32_t begin, const struct raw_end *end)
{
	struct trace_signature merged = j->trace->signatures[j->trace->aux[begin]];
	const struct trace_signature *told = &j->trace->signatures[end->signature];
	const struct {
		uint32_t *to, from;
	} parts[] = {{&merged.dims, told->dims}, {&merged.types, told->types}, {&merged.strides, told->strides},
		{&merged.concrete, told->concrete}};
	uint32_t id;

	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++)
		if (parts[i].from)
			*parts[i].to = parts[i].from;
	for (unsigned i = 0; i < TRACE_EXTRAS; i++)
		if (told->extras[i])
			merged.extras[i] = told->extras[i];
	id = join_add_signature(j, &merged);
	if (id == INTERN_NONE)
		return -1;
	j->trace->aux[begin] = id;
	return 0;
}

static int
sequence_compare(const void *a, const void *b)
{
	const struct trace_sequence *x = a, *y = b;

	return x->event < y->event ? -1 : x->event > y->event;
}

static int
merge_sequence(struct joiner *j, uint32_t begin, const struct raw_end *end)
{
	struct trace *trace = j->trace;
	struct trace_sequence row = {begin, end->sequence, end->forward_thread}, *told;

	told = bsearch(&row, trace->sequences, j->told_sequences, sizeof(row), sequence_compare);
	if (told) {
		if (row.forward_thread == TRACE_NO_NUMBER)
			row.forward_thread = told->forward_thread;
		*told = row;
		return 0;
	}
	if (!mem_reserve(&trace->sequences, &j->cap_sequences, (size_t)trace->n_sequences + 1, sizeof(row)))
		return -1;
	trace->sequences[trace->n_sequences++] = row;
	return 0;
}

static void
merge_gpu(struct trace *trace, uint32_t begin, const struct raw_end *end)
{
	struct trace_gpu *gpu = &trace->gpus[trace->aux[begin]];

	if (end->device >= 0 && end->device <= INT32_MAX)
		gpu->device = (int32_t)end->device;
	if (end->stream != TRACE_NO_NUMBER) {
		gpu->stream = end->stream;
		trace->flags[begin] &= (uint8_t)~EVENT_STREAM_OF_TRACK;
	}
	if (end->external)
		gpu->external = end->external;
}

int
ends_merge(struct joiner *j, uint32_t begin, uint32_t end_event)
{
	const struct raw_end *end = ends_find(j, end_event);
	struct trace *trace = j->trace;
	bool is_op = trace->kind[begin] == EVENT_OP;

	if (!end)
		return 0;
	if (!is_op && end->correlation) {
		trace->link[begin] = end->correlation;
		trace->flags[begin] &= (uint8_t)~EVENT_EXTERNAL_ID;
	} else if (end->external && (is_op || trace->flags[begin] & EVENT_EXTERNAL_ID)) {
		trace->link[begin] = end->external;
	}
	if (event_is_gpu(trace->kind[begin]))
		merge_gpu(trace, begin, end);
	if (is_op && end->signature && merge_signature(j, begin, end))
		return -1;
	return is_op && end->sequence != TRACE_NO_NUMBER ? merge_sequence(j, begin, end) : 0;
}

void
ends_settle(struct joiner *j)
{
	if (j->n_ends)
		sort_unless_sorted(j->trace->sequences, j->trace->n_sequences, sizeof(*j->trace->sequences),
			sequence_compare);
}
