/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a person should know about the whole: GPU work without launch, launches without work, streams that overlap. */
#include "tree_priv.h"
#include "base/mem.h"
#include "base/sort.h"
#include "base/text.h"
#include <inttypes.h>
#include <string.h>

static void
check_gpu(struct tree_builder *b)
{
	struct tree *tree = b->tree;
	struct trace *trace = b->trace;
	int64_t graph_ns = 0;

	for (uint32_t i = 0; i < tree->n_gpu; i++) {
		uint32_t gpu = tree->gpu[i], call = tree->parent[gpu];
		int64_t dur = trace->dur[gpu];

		if (call == TRACE_NONE) {
			tree->unlinked_ns += dur;
			trace_warn(trace, WARN_UNLINKED, gpu, 0);
			continue;
		}
		tree->linked_ns += dur;
		if (!(b->names[trace->name[call]] & NAME_GRAPH))
			continue;
		graph_ns += dur;
		trace_warn(trace, WARN_GRAPH, gpu, 0);
	}
	trace->warnings[WARN_UNLINKED].amount = tree->unlinked_ns;
	trace->warnings[WARN_GRAPH].amount = graph_ns;
	if (!tree->n_gpu && !trace->warnings[WARN_NO_EVENTS].count)
		trace_warn(trace, WARN_NO_GPU, TRACE_NONE, 0);
}

static void
check_launches(struct tree_builder *b)
{
	struct tree *tree = b->tree;
	struct trace *trace = b->trace;

	for (uint32_t i = 0; i < b->n_host; i++) {
		uint32_t call = b->host[i], parent = tree->parent[call];

		if (!event_is_call(trace->kind[call]) || !(b->names[trace->name[call]] & NAME_LAUNCH))
			continue;
		/* a driver call inside a runtime call of the same launch is one launch */
		if (parent != TRACE_NONE && event_is_call(trace->kind[parent]) && b->names[trace->name[parent]] & NAME_LAUNCH)
			continue;
		tree->n_launches++;
		if (tree_gpu_count(tree, call))
			continue;
		tree->n_launches_without++;
		trace_warn(trace, WARN_NO_KERNEL, call, 0);
	}
	trace->warnings[WARN_NO_KERNEL].amount = tree->n_launches;
}

/*
 * Operators that launch GPU work themselves, and how many of those tell no
 * shapes, where shapes were recorded at all.
 */
static void
check_shapes(struct tree_builder *b)
{
	struct tree *tree = b->tree;
	struct trace *trace = b->trace;
	bool recorded = trace->meta.record_shapes;
	uint32_t last = TRACE_NONE;
	int64_t ops = 0;

	for (uint32_t i = 0; i < tree->n_gpu; i++) {
		uint32_t call = tree->parent[tree->gpu[i]], op = call == TRACE_NONE ? TRACE_NONE : tree_launcher(tree, call);

		if (op == TRACE_NONE || op == last || trace->kind[op] != EVENT_OP)
			continue;
		last = op;
		ops++;
		if (!trace->signatures || !trace->signatures[trace->aux[op]].dims)
			trace_warn(trace, WARN_NO_SHAPES, op, 0);
	}
	recorded |= trace->warnings[WARN_NO_SHAPES].count < (uint64_t)ops;
	if (!recorded)
		trace->warnings[WARN_NO_SHAPES].count = 0;
	trace->warnings[WARN_NO_SHAPES].amount = ops;
}

struct lane_event {
	int64_t stream, ts;
	uint32_t event;
	int32_t device;
};

static int
lane_compare(const void *a, const void *b)
{
	const struct lane_event *x = a, *y = b;

	if (x->device != y->device)
		return x->device < y->device ? -1 : 1;
	if (x->stream != y->stream)
		return x->stream < y->stream ? -1 : 1;
	if (x->ts != y->ts)
		return x->ts < y->ts ? -1 : 1;
	return x->event < y->event ? -1 : x->event > y->event;
}

/* How many events of the lane start before this one is over. */
static uint32_t
lane_passed(const struct trace *trace, const struct lane_event *lane, uint32_t i, uint32_t n)
{
	int64_t end = trace_end(trace, lane[i].event);
	uint32_t k = i + 1;

	while (k < n && lane[k].device == lane[i].device && lane[k].stream == lane[i].stream && lane[k].ts < end)
		k++;
	return k - i - 1;
}

static int
lane_describe(struct trace *trace, const struct lane_event *lane, uint32_t worst, uint32_t n)
{
	struct warning *w = &trace->warnings[WARN_STREAM_OVERLAP];
	char name[96], passed[32];
	const char *text = trace_name(trace, lane[worst].event);

	text_sanitise(name, sizeof(name), text, strlen(text), 60);
	w->event = lane[worst].event;
	w->detail = arena_printf(&trace->arena, "%s on stream %" PRId64 " past %s later", name, lane[worst].stream,
		text_count(passed, lane_passed(trace, lane, worst, n)));
	return w->detail ? 0 : -1;
}

/* Work on one stream is serial: what runs past the start of the next has a wrong duration. */
static int
check_lanes(struct trace *trace, const struct lane_event *lane, uint32_t n)
{
	int64_t most = 0;
	uint32_t worst = 0;

	for (uint32_t i = 0; i + 1 < n; i++) {
		const struct lane_event *next = &lane[i + 1];
		int64_t excess = trace_end(trace, lane[i].event) - next->ts;

		if (lane[i].device != next->device || lane[i].stream != next->stream || excess <= 0
			|| !trace->dur[lane[i].event] || next->stream == TRACE_NO_NUMBER)
			continue;
		trace_warn(trace, WARN_STREAM_OVERLAP, lane[i].event, excess);
		if (excess > most) {
			most = excess;
			worst = i;
		}
	}
	return most ? lane_describe(trace, lane, worst, n) : 0;
}

static int
check_streams(struct tree_builder *b)
{
	struct tree *tree = b->tree;
	struct trace *trace = b->trace;
	struct lane_event *lane = mem_alloc(tree->n_gpu, sizeof(*lane));
	int result;

	if (!lane)
		return -1;
	for (uint32_t i = 0; i < tree->n_gpu; i++) {
		const struct trace_gpu *gpu = &trace->gpus[trace->aux[tree->gpu[i]]];

		lane[i] = (struct lane_event){gpu->stream, trace->ts[gpu->event], gpu->event, gpu->device};
	}
	sort_unless_sorted(lane, tree->n_gpu, sizeof(*lane), lane_compare);
	result = check_lanes(trace, lane, tree->n_gpu);
	free(lane);
	return result;
}

int
tree_look_around(struct tree_builder *b)
{
	check_gpu(b);
	check_launches(b);
	check_shapes(b);
	return check_streams(b);
}
