/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pre-order: threads as they are shown, under each call what it launched, then what nothing launched. */
#include "tree_priv.h"
#include "base/mem.h"
#include <string.h>

struct track_key {
	const struct trace *trace;
	uint32_t track;
};

static int
compare_numbers(int64_t a, int64_t b)
{
	return a < b ? -1 : a > b;
}

/* By the profiler's sort index, then number, then name; what has none of these comes last. */
static int
track_compare(const void *a, const void *b)
{
	const struct track_key *x = a, *y = b;
	const struct trace *trace = x->trace;
	const struct trace_track *tx = &trace->tracks[x->track], *ty = &trace->tracks[y->track];
	const struct trace_process *px = &trace->processes[tx->process], *py = &trace->processes[ty->process];
	const int64_t keys[][2] = {
		{px->sort_index == TRACE_NO_NUMBER ? INT64_MAX : px->sort_index,
			py->sort_index == TRACE_NO_NUMBER ? INT64_MAX : py->sort_index},
		{px->number == TRACE_NO_NUMBER ? INT64_MAX : px->number,
			py->number == TRACE_NO_NUMBER ? INT64_MAX : py->number},
		{tx->process, ty->process},
		{tx->sort_index == TRACE_NO_NUMBER ? INT64_MAX : tx->sort_index,
			ty->sort_index == TRACE_NO_NUMBER ? INT64_MAX : ty->sort_index},
		{tx->number == TRACE_NO_NUMBER ? INT64_MAX : tx->number,
			ty->number == TRACE_NO_NUMBER ? INT64_MAX : ty->number},
		{x->track, y->track},
	};

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		int order = compare_numbers(keys[i][0], keys[i][1]);

		if (order)
			return order;
	}
	return 0;
}

static int
layout_order_tracks(struct tree_builder *b)
{
	const struct trace *trace = b->trace;
	struct track_key *keys = mem_alloc(trace->n_tracks, sizeof(*keys));

	b->track_order = mem_alloc(trace->n_tracks, sizeof(*b->track_order));
	if (keys && b->track_order) {
		for (uint32_t t = 0; t < trace->n_tracks; t++)
			keys[t] = (struct track_key){trace, t};
		qsort(keys, trace->n_tracks, sizeof(*keys), track_compare);
		for (uint32_t t = 0; t < trace->n_tracks; t++)
			b->track_order[t] = keys[t].track;
	}
	free(keys);
	return keys && b->track_order ? 0 : -1;
}

static void
layout_put(struct tree *tree, uint32_t event)
{
	tree->pos[event] = tree->n;
	tree->size[tree->n] = 1;
	tree->order[tree->n++] = event;
	tree_note_op(tree, event);
}

/* The GPU events of one call, in order of their start. */
static int
layout_put_launched(struct tree_builder *b, uint32_t call)
{
	const struct trace *trace = b->trace;
	struct tree *tree = b->tree;
	uint32_t begin = tree->n;
	bool sorted = true;

	for (uint32_t row = b->launched[call]; row; row = b->launched_next[row - 1]) {
		uint32_t gpu = trace->gpus[row - 1].event;

		if (tree->n > begin && trace->ts[gpu] < trace->ts[tree->order[tree->n - 1]])
			sorted = false;
		layout_put(tree, gpu);
	}
	if (sorted)
		return 0;
	if (tree_sort_events(trace, tree->order + begin, tree->n - begin))
		return -1;
	for (uint32_t pos = begin; pos < tree->n; pos++)
		tree->pos[tree->order[pos]] = pos;
	return 0;
}

static void
layout_add_root(struct tree *tree, uint32_t track, uint32_t begin, bool linked)
{
	if (tree->n > begin)
		tree->roots[tree->n_roots++] = (struct tree_root){track, begin, tree->n, linked};
}

static int
layout_put_threads(struct tree_builder *b)
{
	struct tree *tree = b->tree;

	for (uint32_t i = 0; i < b->trace->n_tracks; i++) {
		uint32_t track = b->track_order[i], begin = tree->n;

		for (uint32_t h = b->track_begin[track]; h < b->track_begin[track + 1]; h++) {
			layout_put(tree, b->host[h]);
			if (b->launched[b->host[h]] && layout_put_launched(b, b->host[h]))
				return -1;
		}
		layout_add_root(tree, track, begin, true);
	}
	return 0;
}

/* --- what nothing launched, by device and stream ------------------------------------ */

struct stream_key {
	int64_t stream;
	int64_t ts;
	uint32_t event;
	int32_t device;
};

static int
stream_compare(const void *a, const void *b)
{
	const struct stream_key *x = a, *y = b;
	int order = compare_numbers(x->device, y->device);

	if (!order)
		order = compare_numbers(x->stream, y->stream);
	if (!order)
		order = compare_numbers(x->ts, y->ts);
	return order ? order : compare_numbers(x->event, y->event);
}

static int
layout_put_unlinked(struct tree_builder *b)
{
	const struct trace *trace = b->trace;
	struct tree *tree = b->tree;
	struct stream_key *keys = mem_alloc(trace->n_gpus - tree->n_linked, sizeof(*keys));
	uint32_t n = 0, begin = tree->n;

	if (!keys)
		return -1;
	for (uint32_t row = 0; row < trace->n_gpus; row++) {
		const struct trace_gpu *gpu = &trace->gpus[row];

		if (tree->parent[gpu->event] == TRACE_NONE && !(trace->flags[gpu->event] & EVENT_NO_TIME))
			keys[n++] = (struct stream_key){gpu->stream, trace->ts[gpu->event], gpu->event, gpu->device};
	}
	qsort(keys, n, sizeof(*keys), stream_compare);
	for (uint32_t i = 0; i < n; i++) {
		bool last = i + 1 == n || keys[i].device != keys[i + 1].device || keys[i].stream != keys[i + 1].stream;

		layout_put(tree, keys[i].event);
		if (last) {
			layout_add_root(tree, trace->track[tree->order[begin]], begin, false);
			begin = tree->n;
		}
	}
	free(keys);
	return 0;
}

int
tree_lay_out(struct tree_builder *b)
{
	struct tree *tree = b->tree;
	size_t n = (size_t)b->n_host + b->trace->n_gpus;

	tree->order = mem_alloc_filled(n, sizeof(*tree->order));
	tree->size = mem_alloc_filled(n, sizeof(*tree->size));
	tree->op_above = mem_alloc_filled(b->trace->n, sizeof(*tree->op_above));
	tree->roots = mem_alloc((size_t)b->trace->n_tracks + b->trace->n_gpus, sizeof(*tree->roots));
	if (!tree->order || !tree->size || !tree->op_above || !tree->roots || layout_order_tracks(b))
		return -1;
	memset(tree->pos, 0xff, (size_t)b->trace->n * sizeof(*tree->pos));
	memset(tree->op_above, 0xff, (size_t)b->trace->n * sizeof(*tree->op_above));
	if (layout_put_threads(b) || layout_put_unlinked(b))
		return -1;
	for (uint32_t pos = tree->n; pos-- > 0;) {
		uint32_t parent = tree->parent[tree->order[pos]];

		if (parent != TRACE_NONE)
			tree->size[tree->pos[parent]] += tree->size[pos];
	}
	return 0;
}
