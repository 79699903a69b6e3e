/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/tree_source.h"
#include "base/mem.h"
#include "tui/event_lines.h"
#include <string.h>

static bool
frame_wanted(const struct tree_source *s, uint32_t event)
{
	const struct trace *trace = s->session->trace;

	if (trace->kind[event] != EVENT_PYTHON || s->python == MERGED_PYTHON_ALL)
		return true;
	return s->python == MERGED_PYTHON_MODULES && tree_is_module(trace, event);
}

/* One thread: its own row, then its events. */
static bool
instances_add(struct tree_source *s, uint64_t at, uint32_t number)
{
	const struct tree *tree = s->session->tree;
	const struct tree_root *root = &tree->roots[s->session->summary.roots[number].root];
	uint32_t pos = root->begin;

	if (s->hide && tree->gpu_before[root->begin] == tree->gpu_before[root->end])
		return true;
	if (!outline_add(&s->outline, at, (uint64_t)root->end - root->begin + 1, tree->n + number))
		return false;
	while (pos < root->end) {
		uint32_t size = tree->size[pos];

		if (s->hide && tree->gpu_before[pos] == tree->gpu_before[pos + size]) {
			pos += size;
			continue;
		}
		if (frame_wanted(s, tree->order[pos])
		    && !outline_add(&s->outline, at + 1 + (pos - root->begin), size, pos))
			return false;
		pos++;
	}
	return true;
}

static int
self_compare(const void *a, const void *b)
{
	const struct tree_self *x = a, *y = b;

	return x->id < y->id ? -1 : x->id > y->id;
}

/* The row of the thread that holds the position; numbers[] has the threads' numbers by their roots. */
static uint32_t
root_row(const struct tree *tree, const uint32_t *numbers, uint32_t pos)
{
	uint32_t low = 0, high = tree->n_roots;

	while (high - low > 1) {
		uint32_t middle = low + (high - low) / 2;

		if (tree->roots[middle].begin <= pos)
			low = middle;
		else
			high = middle;
	}
	return tree->n + numbers[low];
}

/* The row that a GPU event's time counts as its own: the nearest op or frame shown, else the thread. */
static uint32_t
self_owner(const struct tree_source *s, const uint32_t *numbers, uint32_t event)
{
	const struct tree *tree = s->session->tree;
	uint32_t up = event;

	for (; up != TRACE_NONE; up = tree->parent[up]) {
		uint8_t kind = tree->trace->kind[up];

		if ((kind == EVENT_OP || kind == EVENT_PYTHON) && s->outline.entry[tree->pos[up]] != OUTLINE_NONE)
			return tree->pos[up];
	}
	return root_row(tree, numbers, tree->pos[event]);
}

static bool
instances_self(struct tree_source *s)
{
	const struct summary *summary = &s->session->summary;
	const struct tree *tree = s->session->tree;
	uint32_t *numbers = mem_alloc(tree->n_roots, sizeof(*numbers)), n = 0;

	free(s->self);
	s->n_self = 0;
	s->self = numbers ? mem_alloc(tree->n_gpu, sizeof(*s->self)) : NULL;
	if (!s->self) {
		free(numbers);
		return false;
	}
	for (uint32_t k = 0; k < summary->n_roots; k++)
		numbers[summary->roots[k].root] = k;
	for (uint32_t i = 0; i < tree->n_gpu; i++)
		s->self[i] = (struct tree_self){
			self_owner(s, numbers, tree->gpu[i]), tree->trace->dur[tree->gpu[i]]};
	free(numbers);
	qsort(s->self, tree->n_gpu, sizeof(*s->self), self_compare);
	for (uint32_t i = 0; i < tree->n_gpu; i++) {
		if (n && s->self[n - 1].id == s->self[i].id)
			s->self[n - 1].ns += s->self[i].ns;
		else
			s->self[n++] = s->self[i];
	}
	s->n_self = n;
	return true;
}

static bool
instances_build(struct tree_source *s)
{
	const struct tree *tree = s->session->tree;
	uint64_t at = 0;

	if (!s->outline.id && !outline_init(&s->outline, tree->n + tree->n_roots))
		return false;
	outline_begin(&s->outline);
	for (uint32_t k = 0; k < tree->n_roots; k++) {
		const struct tree_root *root = &tree->roots[s->session->summary.roots[k].root];

		if (!instances_add(s, at, k))
			return false;
		at += (uint64_t)root->end - root->begin + 1;
	}
	outline_end(&s->outline);
	return instances_self(s);
}

/* One thread, from its first row on; at is where it begins among those shown. */
static bool
merged_add(struct tree_source *s, uint32_t first, uint64_t *at)
{
	const struct merged *rows = s->rows;
	uint32_t row = first, end;

	for (end = row + rows->rows[row].size; row < end;) {
		if (s->hide && !rows->rows[row].gpu_count) {
			row += rows->rows[row].size;
			continue;
		}
		if (!outline_add(&s->outline, *at + (row - first), rows->rows[row].size, row))
			return false;
		row++;
	}
	*at += rows->rows[first].size;
	return true;
}

/* All threads, in the order of the summary. */
static bool
merged_add_all(struct tree_source *s)
{
	const struct summary *summary = &s->session->summary;
	uint32_t *first = mem_alloc(s->session->tree->n_roots, sizeof(*first));
	uint64_t at = 0;
	bool good = first;

	if (first)
		memset(first, 0xff, s->session->tree->n_roots * sizeof(*first));	/* TRACE_NONE */
	for (uint32_t row = 0; good && row < s->rows->n; row += s->rows->rows[row].size)
		first[s->rows->rows[row].root] = row;
	for (uint32_t k = 0; good && k < summary->n_roots; k++)
		if (first[summary->roots[k].root] != TRACE_NONE)
			good = merged_add(s, first[summary->roots[k].root], &at);
	free(first);
	return good;
}

static int
merged_fill(struct tree_source *s, struct error *err)
{
	struct merged_options options = {.python = s->python};

	if (!s->rows) {
		if (merged_build(&s->rows, s->session->tree, &options, err))
			return -1;
		if (!outline_init(&s->outline, s->rows->n))
			return error_no_memory(err, "the tree pane");
	}
	outline_begin(&s->outline);
	if (!merged_add_all(s))
		return error_no_memory(err, "the tree pane");
	outline_end(&s->outline);
	return 0;
}

int
tree_source_build(struct tree_source *s, struct error *err)
{
	tree_source_forget_roofs(s);
	if (s->merged)
		return merged_fill(s, err);
	return instances_build(s) ? 0 : error_no_memory(err, "the tree pane");
}

void
tree_source_free(struct tree_source *s)
{
	outline_free(&s->outline);
	tree_source_forget_roofs(s);
	merged_free(s->rows);
	free(s->self);
	s->rows = NULL;
	s->self = NULL;
	s->n_self = 0;
}

uint32_t
tree_source_event(const struct tree_source *s, uint32_t id)
{
	if (s->merged)
		return s->rows->rows[id].first;
	return id < s->session->tree->n ? s->session->tree->order[id] : TRACE_NONE;
}

uint32_t
tree_source_id(const struct tree_source *s, uint32_t event)
{
	uint32_t pos = s->session->tree->pos[event];

	if (pos == TRACE_NONE)
		return OUTLINE_NONE;
	return s->merged ? s->rows->row[pos] : pos;
}

static int64_t
self_find(const struct tree_source *s, uint32_t id)
{
	uint32_t low = 0, high = s->n_self;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (s->self[middle].id < id)
			low = middle + 1;
		else
			high = middle;
	}
	return low < s->n_self && s->self[low].id == id ? s->self[low].ns : 0;
}

static void
instance_figures(const struct tree_source *s, uint32_t id, struct tree_figures *f)
{
	const struct tree *tree = s->session->tree;
	uint32_t event = tree->order[id];
	uint8_t kind = tree->trace->kind[event];

	*f = (struct tree_figures){.busy = tree_gpu_busy(tree, event), .sum = tree_gpu_sum(tree, event),
		.host = event_is_gpu(kind) ? 0 : tree->trace->dur[event], .count = tree_gpu_count(tree, event)};
	f->self = event_is_gpu(kind) || event_is_call(kind) ? f->sum : self_find(s, id);
}

void
tree_source_figures(const struct tree_source *s, uint32_t id, struct tree_figures *f)
{
	const struct tree *tree = s->session->tree;
	const struct summary_root *root;
	const struct tree_root *range;

	if (s->merged) {
		const struct merged_row *row = &s->rows->rows[id];
		bool gpu = row->first != TRACE_NONE && event_is_gpu(tree->trace->kind[row->first]);

		*f = (struct tree_figures){row->gpu_busy, row->gpu_sum, row->gpu_self, gpu ? 0 : row->host_ns, row->count};
		return;
	}
	if (id < tree->n) {
		instance_figures(s, id, f);
		return;
	}
	root = &s->session->summary.roots[id - tree->n];
	range = &tree->roots[root->root];
	*f = (struct tree_figures){.busy = root->busy, .sum = root->sum, .self = self_find(s, id),
		.count = tree->gpu_before[range->end] - tree->gpu_before[range->begin]};
}

const char *
tree_source_label(const struct tree_source *s, uint32_t id, char out[256])
{
	const struct tree *tree = s->session->tree;
	uint32_t root;

	if (tree_source_event(s, id) != TRACE_NONE)
		return s->merged ? merged_label(s->rows, id) : trace_name(tree->trace, tree->order[id]);
	root = s->merged ? s->rows->rows[id].root : s->session->summary.roots[id - tree->n].root;
	if (tree->roots[root].linked)
		track_label(tree->trace, tree->roots[root].track, out, 256);
	else
		stream_label(tree->trace, tree->order[tree->roots[root].begin], out, 256);
	return out;
}

enum role
tree_source_role(const struct tree_source *s, uint32_t id)
{
	uint32_t event = tree_source_event(s, id);

	return event == TRACE_NONE ? ROLE_THREAD : event_role(s->session->trace, event);
}
