/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Work on one stream is serial: what runs past the start of the next was launched early, or has a wrong duration. */
#include "tree_priv.h"
#include "base/mem.h"
#include "base/text.h"
#include <inttypes.h>
#include <string.h>

struct lanes {
	struct intern index;	/* of (device, stream) */
	uint32_t *last;		/* by lane: its event before, or TRACE_NONE */
	size_t cap;
};

static bool
lane_has(const struct trace *trace, uint32_t event)
{
	return !(trace->flags[event] & EVENT_NO_TIME) && trace->gpus[trace->aux[event]].stream != TRACE_NO_NUMBER;
}

/* Where the last event of the event's stream stands; NULL: no memory. */
static uint32_t *
lane_at(struct lanes *lanes, const struct trace_gpu *gpu)
{
	const int64_t key[2] = {gpu->device, gpu->stream};
	uint32_t n = lanes->index.n, id = intern_add(&lanes->index, (const char *)key, sizeof(key));

	if (id == INTERN_NONE || !mem_reserve(&lanes->last, &lanes->cap, (size_t)id + 1, sizeof(*lanes->last)))
		return NULL;
	if (id == n)
		lanes->last[id] = TRACE_NONE;
	return &lanes->last[id];
}

/* How many events of the stream start while this one runs. */
static uint32_t
lane_passed(const struct trace *trace, const uint32_t *events, uint32_t n, uint32_t event)
{
	const struct trace_gpu *lane = &trace->gpus[trace->aux[event]];
	uint32_t passed = 0;

	for (uint32_t i = 0; i < n; i++) {
		const struct trace_gpu *gpu = &trace->gpus[trace->aux[events[i]]];

		passed += events[i] != event && gpu->device == lane->device && gpu->stream == lane->stream
			&& trace->ts[events[i]] >= trace->ts[event]
			&& trace->ts[events[i]] < trace_end(trace, event);
	}
	return passed;
}

static int
lane_describe(struct trace *trace, const uint32_t *events, uint32_t n, uint32_t worst)
{
	struct warning *w = &trace->warnings[WARN_STREAM_OVERLAP];
	const char *text = trace_name(trace, worst);
	char name[96], passed[32];

	text_sanitise(name, sizeof(name), text, strlen(text), 60);
	w->event = worst;
	w->detail = arena_printf(&trace->arena, "%s on stream %" PRId64 " past %s later", name,
		trace->gpus[trace->aux[worst]].stream, text_count(passed, lane_passed(trace, events, n, worst)));
	return w->detail ? 0 : -1;
}

/* Goes through the events in order of time and holds each against the one before on its stream. */
static int
lanes_check(struct trace *trace, const uint32_t *events, uint32_t n, struct lanes *lanes)
{
	uint32_t worst = TRACE_NONE;
	int64_t most = 0;

	for (uint32_t i = 0; i < n; i++) {
		uint32_t *last = lane_at(lanes, &trace->gpus[trace->aux[events[i]]]);
		int64_t excess;

		if (!last)
			return -1;
		excess = *last == TRACE_NONE ? 0 : trace_end(trace, *last) - trace->ts[events[i]];
		if (excess > 0 && trace->dur[*last]) {
			trace_warn(trace, WARN_STREAM_OVERLAP, *last, excess);
			worst = excess > most ? *last : worst;
			most = excess > most ? excess : most;
		}
		*last = events[i];
	}
	return worst == TRACE_NONE ? 0 : lane_describe(trace, events, n, worst);
}

int
tree_check_streams(struct tree_builder *b)
{
	struct trace *trace = b->trace;
	uint32_t *events = mem_alloc(trace->n_gpus, sizeof(*events)), n = 0;
	struct lanes lanes = {0};
	int result = events ? 0 : -1;

	for (uint32_t row = 0; events && row < trace->n_gpus; row++)
		if (lane_has(trace, trace->gpus[row].event))
			events[n++] = trace->gpus[row].event;
	if (!result)
		result = tree_sort_events(trace, events, n);
	if (!result)
		result = lanes_check(trace, events, n, &lanes);
	intern_free(&lanes.index);
	free(lanes.last);
	free(events);
	return result;
}
