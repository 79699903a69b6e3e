/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the GPU's time divides, by one sweep over where its events begin and end. */
#include "base/mem.h"
#include "tui/summary_priv.h"

struct edge {			/* a GPU event begins or ends */
	int64_t at;
	uint32_t stream;	/* in summary.streams[] */
	int8_t step;		/* +1, -1 */
	uint8_t class;
};

struct running {		/* on one stream, or on all */
	int64_t before;		/* the last edge */
	int64_t active[GPU_CLASSES];
};

struct times {
	struct summary *summary;
	struct edge *edges;
	size_t n;
	struct running all, *streams;
	int64_t slice;		/* that the last span was in */
};

static int
edge_compare(const void *a, const void *b)
{
	const struct edge *x = a, *y = b;

	if (x->at != y->at)
		return x->at < y->at ? -1 : 1;
	return x->step - y->step;
}

static int
stream_compare(const void *a, const void *b)
{
	const struct summary_stream *x = a, *y = b;

	if (x->busy != y->busy)
		return x->busy > y->busy ? -1 : 1;
	return x->track < y->track ? -1 : x->track > y->track;
}

/* Of a tree that was cut, all that ran in its window takes part, whenever it was launched; else all there is. */
static bool
times_has(const struct trace *trace, const struct tree *tree, uint32_t event)
{
	return !(trace->flags[event] & (EVENT_NO_TIME | EVENT_BAD_DURATION))
		&& (!tree->is_cut || tree_window_runs(&tree->window, trace, event));
}

/* Gives each track with GPU events its place in streams[], + 1. */
static uint32_t *
streams_number(struct summary *summary, const struct trace *trace, const struct tree *tree)
{
	uint32_t *numbers = mem_zero(trace->n_tracks, sizeof(*numbers));

	for (uint32_t i = 0; numbers && i < trace->n_gpus; i++) {
		uint32_t event = trace->gpus[i].event, *number = &numbers[trace->track[event]];

		if (!*number && times_has(trace, tree, event))
			*number = ++summary->n_streams;
	}
	summary->streams = mem_zero(summary->n_streams, sizeof(*summary->streams));
	if (numbers && summary->streams)
		return numbers;
	free(numbers);
	return NULL;
}

static void
stream_count(struct summary_stream *stream, const struct trace *trace, uint32_t event)
{
	stream->track = trace->track[event];
	if (!stream->n++ || trace->dur[event] > trace->dur[stream->event])
		stream->event = event;
}

/* What reaches beyond the window is cut off there. */
static void
times_collect(struct times *times, const struct trace *trace, const struct tree *tree, const uint32_t *numbers)
{
	struct summary *summary = times->summary;
	const struct tree_window all = {INT64_MIN, INT64_MAX, false}, *window = tree->is_cut ? &tree->window : &all;

	summary->begin = tree->is_cut ? window->begin : INT64_MAX;
	summary->end = tree->is_cut ? window->end : INT64_MIN;
	for (uint32_t i = 0; i < trace->n_gpus; i++) {
		uint32_t event = trace->gpus[i].event, stream = numbers[trace->track[event]] - 1;
		int64_t start = trace->ts[event], end = trace_end(trace, event);

		if (summary_counts(trace, tree, event))
			summary->sum += trace->dur[event];
		if (!times_has(trace, tree, event))
			continue;
		start = start > window->begin ? start : window->begin;
		end = end < window->end ? end : window->end;
		times->edges[times->n++] = (struct edge){start, stream, 1, summary->classes[i]};
		times->edges[times->n++] = (struct edge){end, stream, -1, summary->classes[i]};
		stream_count(&summary->streams[stream], trace, event);
		summary->n_gpu++;
		summary->begin = start < summary->begin ? start : summary->begin;
		summary->end = end > summary->end ? end : summary->end;
	}
	if (!summary->n_gpu && !tree->is_cut)
		summary->begin = summary->end = 0;
}

/* Spans come in order of time and do not overlap. */
static void
slices_add(struct times *times, unsigned class, int64_t from, int64_t to)
{
	struct summary *summary = times->summary;

	while (from < to) {
		int64_t next = summary_slice(summary, times->slice + 1);

		if (next <= from) {
			times->slice++;
			continue;
		}
		next = next < to ? next : to;
		summary->slices[times->slice][class] += next - from;
		from = next;
	}
}

/* The class to which the time before the edge belongs; GPU_CLASSES: none was running. */
static unsigned
running_step(struct running *running, const struct edge *edge, int64_t *span)
{
	unsigned class = 0;

	while (class < GPU_CLASSES && !running->active[class])
		class++;
	*span = edge->at - running->before;
	running->active[edge->class] += edge->step;
	running->before = edge->at;
	return class;
}

static void
times_sweep(struct times *times)
{
	struct summary *summary = times->summary;

	for (size_t i = 0; i < times->n; i++) {
		const struct edge *edge = &times->edges[i];
		struct summary_stream *stream = &summary->streams[edge->stream];
		int64_t before = times->all.before, span;
		unsigned class;

		for (unsigned c = 0; c < GPU_CLASSES; c++)
			summary->total[c] += times->all.active[c] ? edge->at - before : 0;
		class = running_step(&times->all, edge, &span);
		if (class < GPU_CLASSES && span) {
			summary->exposed[class] += span;
			summary->busy += span;
			slices_add(times, class, before, edge->at);
		}
		class = running_step(&times->streams[edge->stream], edge, &span);
		if (class < GPU_CLASSES) {
			stream->exposed[class] += span;
			stream->busy += span;
		}
	}
}

int
summary_times(struct summary *summary, const struct trace *trace, const struct tree *tree)
{
	struct times times = {.summary = summary};
	uint32_t *numbers = streams_number(summary, trace, tree);
	bool good;

	times.edges = mem_alloc((size_t)trace->n_gpus * 2, sizeof(*times.edges));
	times.streams = mem_zero(summary->n_streams, sizeof(*times.streams));
	summary->slices = mem_zero(SUMMARY_SLICES, sizeof(*summary->slices));
	good = numbers && times.edges && times.streams && summary->slices;
	if (good) {
		times_collect(&times, trace, tree, numbers);
		qsort(times.edges, times.n, sizeof(*times.edges), edge_compare);
		times_sweep(&times);
		qsort(summary->streams, summary->n_streams, sizeof(*summary->streams), stream_compare);
	}
	free(numbers);
	free(times.edges);
	free(times.streams);
	return good ? 0 : -1;
}
