/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What needs all events at hand: the first time, begin and end pairs, what is missing. */
#include "join_priv.h"
#include "base/mem.h"
#include "base/sort.h"
#include <string.h>

#define TIME_MAX (INT64_C(1) << 62)

static bool
finish_is_timed(const struct trace *trace, uint32_t i)
{
	return event_has_time(trace->kind[i], trace->flags[i]);
}

/*
 * The earliest time, of the larger part where events lie 146 years apart: the others' times are
 * wrong. Differences fit, as |ts| < 2^62; so only below 0 can anything begin so far from another.
 */
static int64_t
finish_start(const struct joiner *j)
{
	const struct trace *trace = j->trace;
	int64_t latest = j->earliest, late = INT64_MAX;
	uint32_t n_early = 0, n_late = 0;

	if (j->earliest >= 0)
		return j->earliest == INT64_MAX ? 0 : j->earliest;
	for (uint32_t i = 0; i < trace->n; i++)
		if (finish_is_timed(trace, i) && trace->ts[i] > latest)
			latest = trace->ts[i];
	for (uint32_t i = 0; i < trace->n; i++) {
		if (!finish_is_timed(trace, i))
			continue;
		n_early += trace->ts[i] - j->earliest < TIME_MAX;
		if (latest - trace->ts[i] >= TIME_MAX)
			continue;
		n_late++;
		if (trace->ts[i] < late)
			late = trace->ts[i];
	}
	return n_late > n_early ? late : j->earliest;
}

/* An event that lies too far from the others; those without any time were told before. */
static void
finish_warn(struct trace *trace, uint32_t event)
{
	struct warning *w = &trace->warnings[WARN_NO_TIME];

	trace_warn(trace, WARN_NO_TIME, event, 0);
	if (event < w->event) {
		w->event = event;
		w->offset = trace->offset[event];
	}
}

/* Makes times count from the start. What then lies before it or 146 years off has no usable time. */
static void
finish_times(struct joiner *j)
{
	struct trace *trace = j->trace;
	int64_t start = finish_start(j);

	trace->start_ns = start;
	for (uint32_t i = 0; i < trace->n; i++) {
		int64_t ts = trace->ts[i] - start;
		bool timed = finish_is_timed(trace, i);

		if (timed && ts >= 0 && ts < TIME_MAX) {
			trace->ts[i] = ts;
			if (ts + trace->dur[i] > trace->end)
				trace->end = ts + trace->dur[i];
			continue;
		}
		if (timed)
			finish_warn(trace, i);
		trace->flags[i] |= EVENT_NO_TIME;
		trace->ts[i] = trace->dur[i] = 0;
	}
}

/* --- begin and end ------------------------------------------------------------- */

struct pair_event {
	uint32_t track, event;
	int64_t ts;
};

static int
pair_compare(const void *a, const void *b)
{
	const struct pair_event *x = a, *y = b;

	if (x->track != y->track)
		return x->track < y->track ? -1 : 1;
	if (x->ts != y->ts)
		return x->ts < y->ts ? -1 : 1;
	return x->event < y->event ? -1 : 1;
}

static void
pair_close(struct joiner *j, uint32_t begin, int64_t end)
{
	struct trace *trace = j->trace;
	int64_t dur = end - trace->ts[begin];
	struct trace_category *category = &trace->categories[trace->category[begin]];

	category->others--;
	if (dur <= INT64_MAX / 4 - j->total_ns) {
		j->total_ns += dur;
		trace->dur[begin] = dur;
		trace->flags[begin] &= (uint8_t)~EVENT_BAD_DURATION;
	}
	join_timed(j, begin);
}

static void
pair_leave_open(struct joiner *j, uint32_t begin)
{
	pair_close(j, begin, j->trace->end);
	j->trace->flags[begin] |= EVENT_UNFINISHED;
	trace_warn(j->trace, WARN_UNFINISHED, begin, 0);
}

/* Matches the sorted events as a stack a thread; open[] has room for all of them. -1: no memory. */
static int
pairs_match(struct joiner *j, const struct pair_event *pairs, size_t n, uint32_t *open)
{
	size_t depth = 0;

	for (size_t i = 0; i < n; i++) {
		uint32_t event = pairs[i].event;

		while (depth && j->trace->track[open[depth - 1]] != pairs[i].track)
			pair_leave_open(j, open[--depth]);
		if (j->trace->phase[event] == 'B') {
			open[depth++] = event;
		} else if (depth) {
			pair_close(j, open[--depth], pairs[i].ts);
			if (ends_merge(j, open[depth], event))
				return -1;
		} else {
			trace_warn(j->trace, WARN_STRAY_END, event, 0);
		}
	}
	while (depth)
		pair_leave_open(j, open[--depth]);
	ends_settle(j);
	return 0;
}

static int
finish_pairs(struct joiner *j)
{
	struct trace *trace = j->trace;
	struct pair_event *pairs;
	uint32_t *open;
	size_t n = 0;
	int status = -1;

	if (!j->has_pairs)
		return 0;
	for (uint32_t i = 0; i < trace->n; i++) {
		if (trace->phase[i] != 'B' && trace->phase[i] != 'E')
			continue;
		if (finish_is_timed(trace, i))
			n++;
		else
			trace_warn(trace, WARN_NO_TIME, i, 0);
	}
	pairs = mem_alloc(n, sizeof(*pairs));
	open = mem_alloc(n, sizeof(*open));
	if (pairs && open) {
		n = 0;
		for (uint32_t i = 0; i < trace->n; i++)
			if ((trace->phase[i] == 'B' || trace->phase[i] == 'E') && finish_is_timed(trace, i))
				pairs[n++] = (struct pair_event){trace->track[i], i, trace->ts[i]};
		qsort(pairs, n, sizeof(*pairs), pair_compare);
		j->told_sequences = trace->n_sequences;
		status = pairs_match(j, pairs, n, open);
	}
	free(pairs);
	free(open);
	return status;
}

/* --- flows ------------------------------------------------------------------------ */

/* Calls and GPU events that tell no id at all. */
static bool
flow_is_wanted(const struct trace *trace, uint32_t i)
{
	return (event_is_call(trace->kind[i]) || event_is_gpu(trace->kind[i])) && !trace->link[i]
		&& trace->flags[i] & EVENT_EXTERNAL_ID && finish_is_timed(trace, i);
}

/* The last of the sorted events that begins on the flow's thread at or before it and runs there, or TRACE_NONE. */
static uint32_t
flow_find(const struct trace *trace, const struct pair_event *events, size_t n, uint32_t flow)
{
	const struct pair_event wanted = {trace->track[flow], TRACE_NONE, trace->ts[flow]};
	size_t low = 0, high = n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (pair_compare(&events[middle], &wanted) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	if (!low || events[low - 1].track != wanted.track || trace_end(trace, events[low - 1].event) < wanted.ts)
		return TRACE_NONE;
	return events[low - 1].event;
}

/* Where neither correlation nor External id is told, the flow that ends on an event gives it its id. */
static int
finish_flows(struct trace *trace)
{
	struct pair_event *events;
	size_t n = 0;

	for (uint32_t i = 0; i < trace->n; i++)
		n += flow_is_wanted(trace, i);
	events = n ? mem_alloc(n, sizeof(*events)) : NULL;
	if (!events)
		return n ? -1 : 0;
	n = 0;
	for (uint32_t i = 0; i < trace->n; i++)
		if (flow_is_wanted(trace, i))
			events[n++] = (struct pair_event){trace->track[i], i, trace->ts[i]};
	sort_unless_sorted(events, n, sizeof(*events), pair_compare);
	for (uint32_t i = 0; i < trace->n; i++) {
		uint32_t event = TRACE_NONE;

		if (trace->kind[i] == EVENT_FLOW_LAUNCH && trace->link[i] && finish_is_timed(trace, i))
			event = flow_find(trace, events, n, i);
		if (event == TRACE_NONE || (trace->phase[i] == 's') != event_is_call(trace->kind[event]))
			continue;
		trace->link[event] = trace->link[i];
		trace->flags[event] &= (uint8_t)~EVENT_EXTERNAL_ID;
	}
	free(events);
	return 0;
}

/* Every event has a track, so that readers need not ask. */
static int
finish_tracks(struct joiner *j)
{
	struct trace *trace = j->trace;

	if (!trace->n_processes) {
		if (!mem_reserve(&trace->processes, &j->cap_processes, 1, sizeof(*trace->processes)))
			return -1;
		trace->processes[trace->n_processes++] = (struct trace_process){
			0, TRACE_NO_NUMBER, 0, 0, TRACE_NO_NUMBER};
	}
	if (!trace->n_tracks) {
		if (!mem_reserve(&trace->tracks, &j->cap_tracks, 1, sizeof(*trace->tracks)))
			return -1;
		trace->tracks[trace->n_tracks++] = (struct trace_track){0, 0, TRACE_NO_NUMBER, 0, TRACE_NO_NUMBER};
	}
	return 0;
}

int
trace_finish(struct joiner *j, struct error *err)
{
	struct trace *trace = j->trace;

	if (trace->n && (trace->warnings[WARN_NOT_OBJECT].count == trace->n || (j->is_bare && !j->has_events)))
		return error_set_at(err, (int64_t)trace->offset[0], "is no trace: a list without a single event in it");
	finish_times(j);
	if (finish_tracks(j) || finish_pairs(j) || finish_flows(trace) || trace_find_far(trace))
		return error_no_memory(err, "loading");
	if (!j->has_timed)
		trace->warnings[WARN_NO_EVENTS] = (struct warning){1, 0, TRACE_NONE, 0, NULL};
	joiner_trim(j);
	return 0;
}
