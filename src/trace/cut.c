/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ends GPU events where the next one of their stream begins: for durations that cannot be true. */
#include "cut_priv.h"
#include "base/mem.h"
#include <stdlib.h>

struct lane_event {
	int64_t stream, ts;
	int32_t device;
	uint32_t event;
};

static int
compare(const void *a, const void *b)
{
	const struct lane_event *x = a, *y = b;

	if (x->device != y->device)
		return x->device < y->device ? -1 : 1;
	if (x->stream != y->stream)
		return x->stream < y->stream ? -1 : 1;
	if (x->ts != y->ts)
		return x->ts < y->ts ? -1 : 1;
	return (x->event > y->event) - (x->event < y->event);
}

static uint32_t
collect(struct lane_event *all, const struct trace *trace)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < trace->n_gpus; i++) {
		const struct trace_gpu *gpu = &trace->gpus[i];

		if (gpu->stream != TRACE_NO_NUMBER && !(trace->flags[gpu->event] & EVENT_NO_TIME))
			all[n++] = (struct lane_event){gpu->stream, trace->ts[gpu->event],
				gpu->device, gpu->event};
	}
	return n;
}

int
trace_cut_streams(struct trace *trace, struct error *err)
{
	struct lane_event *all = mem_alloc(trace->n_gpus, sizeof(*all)), *next;
	int64_t sum = 0;
	uint32_t n;

	if (!all)
		return error_no_memory(err, "cutting GPU events");
	n = collect(all, trace);
	qsort(all, n, sizeof(*all), compare);
	next = all + n;		/* the first behind that starts later; none yet */
	for (uint32_t i = n; i-- > 0;) {
		uint32_t event = all[i].event;
		int64_t past;

		if (i + 1 < n && all[i + 1].ts > all[i].ts)
			next = &all[i + 1];
		if (next == all + n || next->device != all[i].device || next->stream != all[i].stream)
			continue;
		past = trace_end(trace, event) - next->ts;
		if (past <= 0)
			continue;
		trace->dur[event] -= past;
		trace_warn(trace, WARN_CUT, event, 0);
		if (__builtin_add_overflow(sum, past, &sum))
			sum = INT64_MAX;
	}
	trace->warnings[WARN_CUT].amount = sum;
	free(all);
	return 0;
}
