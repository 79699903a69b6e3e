/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a person should know about the whole: GPU work without launch, launches without work, missing shapes. */
#include "tree_priv.h"

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
		if (trace->ts[gpu] < trace->ts[call])
			trace_warn(trace, WARN_EARLY, gpu, trace->ts[call] - trace->ts[gpu]);
		if (!(b->names[trace->name[call]] & NAME_GRAPH))
			continue;
		graph_ns += dur;
		trace_warn(trace, WARN_GRAPH, gpu, 0);
	}
	trace->warnings[WARN_UNLINKED].amount = tree->unlinked_ns;
	trace->warnings[WARN_GRAPH].amount = graph_ns;
}

#define DEVICES_TOLD 1024	/* a node has a few; numbers above are no devices */

static void
check_devices(struct tree_builder *b)
{
	const struct tree *tree = b->tree;
	struct trace *trace = b->trace;
	uint64_t seen[DEVICES_TOLD / 64] = {0}, n = 0;

	for (uint32_t i = 0; i < tree->n_gpu; i++) {
		int32_t device = trace->gpus[trace->aux[tree->gpu[i]]].device;
		uint64_t bit;

		if (device < 0 || device >= DEVICES_TOLD)
			continue;
		bit = UINT64_C(1) << (device & 63);
		n += !(seen[device / 64] & bit);
		seen[device / 64] |= bit;
	}
	if (n > 1)
		trace->warnings[WARN_DEVICES] = (struct warning){n, 0, TRACE_NONE, 0, NULL};
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

int
tree_look_around(struct tree_builder *b)
{
	check_gpu(b);
	check_devices(b);
	check_launches(b);
	check_shapes(b);
	return b->tree->n_gpu || b->trace->warnings[WARN_NO_EVENTS].count ? 0 : tree_tell_no_gpu(b->trace);
}
