/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads and streams: their order and their names on screen. */
#include "base/mem.h"
#include "tui/summary_priv.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Told order first, then numbers by size, then words by text. */
static int
identity_compare(const struct trace *trace, int64_t sort_a, int64_t sort_b, int64_t number_a, int64_t number_b,
	uint32_t text_a, uint32_t text_b)
{
	if (sort_a != sort_b && sort_a != TRACE_NO_NUMBER && sort_b != TRACE_NO_NUMBER)
		return sort_a < sort_b ? -1 : 1;
	if (number_a != number_b) {
		if (number_a == TRACE_NO_NUMBER || number_b == TRACE_NO_NUMBER)
			return number_a == TRACE_NO_NUMBER ? 1 : -1;
		return number_a < number_b ? -1 : 1;
	}
	return strcmp(trace_string(trace, text_a), trace_string(trace, text_b));
}

static int
track_compare(const void *a, const void *b, void *ctx)
{
	const struct trace *trace = ctx;
	const struct trace_track *x = &trace->tracks[*(const uint32_t *)a], *y = &trace->tracks[*(const uint32_t *)b];
	const struct trace_process *p = &trace->processes[x->process], *q = &trace->processes[y->process];
	int order;

	if (p != q) {
		order = identity_compare(trace, p->sort_index, q->sort_index, p->number, q->number, p->pid, q->pid);
		return order ? order : p < q ? -1 : 1;
	}
	order = identity_compare(trace, x->sort_index, y->sort_index, x->number, y->number, x->tid, y->tid);
	return order ? order : x < y ? -1 : x > y;
}

void
track_label(const struct trace *trace, uint32_t track, char *out, size_t size)
{
	const struct trace_track *t = &trace->tracks[track];
	const struct trace_process *p = &trace->processes[t->process];
	const char *name = trace_string(trace, t->name), *tid = trace_string(trace, t->tid);
	const char *label = trace_string(trace, p->labels), *process = trace_string(trace, p->name);
	bool stream = !strncmp(name, "stream", 6) || !strncmp(tid, "stream", 6);

	if (stream || !strncmp(label, "GPU", 3))
		snprintf(out, size, "%s %s%s", *label ? label : trace_string(trace, p->pid),
			*name || stream ? "" : "stream ", *name ? name : tid);
	else if (!strncmp(name, "thread", 6))
		snprintf(out, size, "%s  %s %s", name, *process ? process : "process", trace_string(trace, p->pid));
	else
		snprintf(out, size, "thread %s%s%s%s  %s %s", tid, *name && strcmp(name, tid) ? " (" : "",
			*name && strcmp(name, tid) ? name : "", *name && strcmp(name, tid) ? ")" : "",
			*process ? process : "process", trace_string(trace, p->pid));
	for (size_t len = strlen(out); len && out[len - 1] == ' '; len--)	/* Kineto's "stream 7 " */
		out[len - 1] = '\0';
}

void
lane_label(const struct trace *trace, uint32_t track, bool is_stream, char *out, size_t size)
{
	const struct trace_track *t = &trace->tracks[track];
	const char *name = trace_string(trace, t->name), *tid = trace_string(trace, t->tid);

	if (!strncmp(name, "thread", 6) || !strncmp(name, "stream", 6))
		snprintf(out, size, "%s", name);
	else if (is_stream)
		snprintf(out, size, "%s%s", strncmp(tid, "stream", 6) ? "stream " : "", tid);
	else if (*name && strcmp(name, tid))
		snprintf(out, size, "%s %s", tid, name);
	else
		snprintf(out, size, "thread %s", tid);
}

void
gpu_label(const struct trace *trace, uint32_t gpu_event, char *out, size_t size)
{
	const struct trace_gpu *gpu = &trace->gpus[trace->aux[gpu_event]];
	char device[24] = "?", stream[24] = "?";

	if (gpu->device >= 0)
		snprintf(device, sizeof(device), "%" PRId32, gpu->device);
	if (gpu->stream != TRACE_NO_NUMBER)
		snprintf(stream, sizeof(stream), "%" PRId64, gpu->stream);
	snprintf(out, size, "GPU %s stream %s", device, stream);
}

void
stream_label(const struct trace *trace, uint32_t gpu_event, char *out, size_t size)
{
	char text[64];

	gpu_label(trace, gpu_event, text, sizeof(text));
	snprintf(out, size, "%s, not linked", text);
}

static int
interval_compare(const void *a, const void *b)
{
	const int64_t *x = a, *y = b;

	return x[0] < y[0] ? -1 : x[0] > y[0];
}

/* Merged and summed time of the GPU events at positions [begin, end). */
static int
root_times(struct summary_root *root, const struct tree *tree, uint32_t begin, uint32_t end)
{
	uint32_t first = tree->gpu_before[begin], last = tree->gpu_before[end], n = 0;
	int64_t (*spans)[2] = mem_alloc(last - first, sizeof(*spans)), reach = INT64_MIN;

	if (!spans)
		return -1;
	for (uint32_t i = first; i < last; i++) {
		uint32_t event = tree->gpu[i];

		spans[n][0] = tree->trace->ts[event];
		spans[n++][1] = trace_end(tree->trace, event);
		root->sum += tree->trace->dur[event];
	}
	qsort(spans, n, sizeof(*spans), interval_compare);
	for (uint32_t i = 0; i < n; i++) {
		int64_t from = spans[i][0] > reach ? spans[i][0] : reach;

		if (spans[i][1] <= from)
			continue;
		root->busy += spans[i][1] - from;
		reach = spans[i][1];
	}
	free(spans);
	return 0;
}

static int
root_compare(const void *a, const void *b, void *ctx)
{
	const uint32_t *rank = *(uint32_t *const *)ctx;
	const struct tree_root *roots = ((void *const *)ctx)[1];
	const struct tree_root *x = &roots[((const struct summary_root *)a)->root];
	const struct tree_root *y = &roots[((const struct summary_root *)b)->root];

	if (x->linked != y->linked)
		return x->linked ? -1 : 1;
	return rank[x->track] < rank[y->track] ? -1 : rank[x->track] > rank[y->track];
}

int
summary_roots(struct summary *summary, const struct trace *trace, const struct tree *tree)
{
	uint32_t *rank = mem_alloc(trace->n_tracks, sizeof(*rank));
	void *ctx[2] = {rank, tree->roots};

	summary->n_roots = tree->n_roots;
	summary->roots = mem_zero(tree->n_roots, sizeof(*summary->roots));
	summary->track_order = mem_alloc(trace->n_tracks, sizeof(*summary->track_order));
	if (!rank || !summary->roots || !summary->track_order) {
		free(rank);
		return -1;
	}
	for (uint32_t i = 0; i < trace->n_tracks; i++)
		summary->track_order[i] = i;
	qsort_r(summary->track_order, trace->n_tracks, sizeof(*summary->track_order), track_compare, (void *)(uintptr_t)trace);
	for (uint32_t i = 0; i < trace->n_tracks; i++)
		rank[summary->track_order[i]] = i;
	for (uint32_t i = 0; i < tree->n_roots; i++) {
		summary->roots[i].root = i;
		if (root_times(&summary->roots[i], tree, tree->roots[i].begin, tree->roots[i].end)) {
			free(rank);
			return -1;
		}
	}
	qsort_r(summary->roots, tree->n_roots, sizeof(*summary->roots), root_compare, ctx);
	free(rank);
	return 0;
}
