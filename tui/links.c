/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/links.h"
#include "analysis/frames.h"
#include "base/text.h"
#include "tui/event_lines.h"
#include <stdio.h>
#include <string.h>

uint32_t
link_longest_kernel(const struct tree *tree, uint32_t event)
{
	uint32_t begin, end, best = TRACE_NONE;

	tree_gpu_range(tree, event, &begin, &end);
	for (uint32_t i = begin; i < end; i++)
		if (best == TRACE_NONE || tree->trace->dur[tree->gpu[i]] > tree->trace->dur[best])
			best = tree->gpu[i];
	return best;
}

uint32_t
link_largest_backward(const struct tree *tree, uint32_t forward)
{
	uint32_t first, n = tree_backward_of(tree, forward, &first), best = TRACE_NONE;

	for (uint32_t i = 0; i < n; i++) {
		uint32_t to = tree->forward[first + i].to;

		if (best == TRACE_NONE || tree_gpu_sum(tree, to) > tree_gpu_sum(tree, best))
			best = to;
	}
	return best;
}

uint32_t
link_recompute(const struct tree *tree, uint32_t event)
{
	const struct trace *trace = tree->trace;
	uint32_t up = tree->parent[event];

	while (up != TRACE_NONE && (trace->kind[up] != EVENT_PYTHON || !frame_is_recompute(trace_name(trace, up))))
		up = tree->parent[up];
	return up;
}

/*
 * The operator above, of the same pass: what computes activations again stands below the backward operator that asked
 * for them, and is no half of that one's pair.
 */
static uint32_t
op_of_pass(const struct tree *tree, uint32_t event)
{
	const struct trace *trace = tree->trace;
	uint32_t op = tree_ancestor_op(tree, event);

	for (uint32_t up = event; op != TRACE_NONE && up != op; up = tree->parent[up])
		if (trace->kind[up] == EVENT_PYTHON && frame_is_recompute(trace_name(trace, up)))
			return TRACE_NONE;
	return op;
}

bool
link_pair(const struct tree *tree, uint32_t event, uint32_t *forward, uint32_t *backward)
{
	for (uint32_t at = event; at != TRACE_NONE; at = op_of_pass(tree, at)) {
		*backward = link_largest_backward(tree, at);
		*forward = at;
		if (*backward != TRACE_NONE)
			return true;
		*forward = tree_forward_of(tree, at);
		*backward = at;
		if (*forward != TRACE_NONE)
			return true;
	}
	return false;
}

uint32_t
link_module_around(const struct tree *tree, uint32_t event)
{
	uint32_t module = tree_ancestor_module(tree, event), forward, backward;

	if (module == TRACE_NONE && link_pair(tree, event, &forward, &backward))
		module = tree_ancestor_module(tree, forward);
	return module;
}

static bool
is_own_line(const struct trace *trace, uint32_t event)
{
	const char *name = trace_name(trace, event);

	return trace->kind[event] == EVENT_PYTHON && frame_is_line(name)
		&& strncmp(name, "torch/", 6) && !strstr(name, "/torch/");
}

static uint32_t
line_above(const struct tree *tree, uint32_t event)
{
	for (uint32_t up = tree->parent[event]; up != TRACE_NONE; up = tree->parent[up])
		if (is_own_line(tree->trace, up))
			return up;
	return tree_ancestor_python(tree, event);
}

/* The innermost that runs at the time, on the first thread where one does. */
static uint32_t
line_at(const struct tree *tree, int64_t ts)
{
	const struct trace *trace = tree->trace;
	uint32_t found = TRACE_NONE;

	for (uint32_t r = 0; r < tree->n_roots && found == TRACE_NONE; r++) {
		uint32_t pos = tree->roots[r].begin, end = tree->roots[r].end;

		while (tree->roots[r].linked && pos < end) {
			uint32_t event = tree->order[pos];
			bool within = trace->ts[event] <= ts && trace_end(trace, event) > ts;

			if (within && is_own_line(trace, event))
				found = event;
			pos += within ? 1 : tree->size[pos];
		}
	}
	return found;
}

uint32_t
link_line(const struct tree *tree, uint32_t event, enum line_kind kind)
{
	const struct trace *trace = tree->trace;
	uint32_t call = event_is_gpu(trace->kind[event]) ? tree_launch(tree, event) : event, forward, backward;

	if (kind == LINE_ABOVE)
		return line_above(tree, event);
	if (kind == LINE_OF_FORWARD)
		return link_pair(tree, event, &forward, &backward) ? line_above(tree, forward) : TRACE_NONE;
	return call == TRACE_NONE ? TRACE_NONE : line_at(tree, trace->ts[call]);
}

static uint32_t
link_kernel(const struct tree *tree, uint32_t event, char *note)
{
	uint32_t n = tree_gpu_count(tree, event), best = link_longest_kernel(tree, event);
	char count[32];

	if (n > 1)
		snprintf(note, LINK_NOTE, "the longest of %s GPU events", text_count(count, n));
	return best == event ? TRACE_NONE : best;
}

static uint32_t
link_launch(const struct tree *tree, uint32_t event, char *note)
{
	(void)note;
	return event_is_gpu(tree->trace->kind[event]) ? tree_launch(tree, event) : TRACE_NONE;
}

static uint32_t
link_op(const struct tree *tree, uint32_t event, char *note)
{
	(void)note;
	return tree_ancestor_op(tree, event);
}

static uint32_t
link_module(const struct tree *tree, uint32_t event, char *note)
{
	(void)note;
	return tree_ancestor_module(tree, event);
}

static uint32_t
link_python(const struct tree *tree, uint32_t event, char *note)
{
	static const char *const notes[LINE_KINDS] = {"", "of the forward op", "what ran on the host meanwhile"};
	uint32_t line = tree_ancestor_python(tree, event);

	for (enum line_kind kind = LINE_OF_FORWARD; line == TRACE_NONE && kind < LINE_KINDS; kind++) {
		line = link_line(tree, event, kind);
		snprintf(note, LINK_NOTE, "%s", notes[kind]);
	}
	return line;
}

/* Of a frame or module, which is no half of a pair itself: the largest backward op of all those below. */
static uint32_t
link_backward_below(const struct tree *tree, uint32_t event, char *note)
{
	uint32_t begin = tree->pos[event], end = begin + tree->size[begin], best = TRACE_NONE, n = 0;

	for (uint32_t i = 0; i < tree->n_pairs; i++) {
		const struct tree_pair *pair = &tree->forward[i];

		if (!tree_has(tree, pair->from) || tree->pos[pair->from] < begin || tree->pos[pair->from] >= end)
			continue;
		n++;
		if (best == TRACE_NONE || tree_gpu_sum(tree, pair->to) > tree_gpu_sum(tree, best))
			best = pair->to;
	}
	if (n)
		snprintf(note, LINK_NOTE, "the largest of the %u backward ops of what is below", n);
	return best;
}

/* Says whose other half it is where that is not the event itself. */
static void
note_of_above(const struct tree *tree, uint32_t event, uint32_t op, char *note)
{
	const char *full = event_short_name(trace_name(tree->trace, op));
	char name[80];

	if (op == event)
		return;
	text_sanitise(name, sizeof(name), full, strlen(full), 48);
	snprintf(note, LINK_NOTE, "of %s above it", name);
}

/* Of the event itself, of what is below a frame, or of the nearest op above that has one. */
static uint32_t
link_backward(const struct tree *tree, uint32_t event, char *note)
{
	uint32_t best = TRACE_NONE;

	if (tree->trace->kind[event] == EVENT_PYTHON)
		best = link_backward_below(tree, event, note);
	for (uint32_t op = event; best == TRACE_NONE && op != TRACE_NONE; op = op_of_pass(tree, op)) {
		uint32_t first, n = tree_backward_of(tree, op, &first);

		best = link_largest_backward(tree, op);
		if (n > 1)
			snprintf(note, LINK_NOTE, "the largest of %u backward ops", n);
		else if (best != TRACE_NONE)
			note_of_above(tree, event, op, note);
	}
	return best;
}

static uint32_t
link_forward(const struct tree *tree, uint32_t event, char *note)
{
	for (uint32_t op = event; op != TRACE_NONE; op = op_of_pass(tree, op)) {
		uint32_t forward = tree_forward_of(tree, op);

		if (forward != TRACE_NONE) {
			note_of_above(tree, event, op, note);
			return forward;
		}
	}
	return TRACE_NONE;
}

/* A frame's own backward comes before a forward of what it runs in: with recomputation it has both. */
static uint32_t
link_other_half(const struct tree *tree, uint32_t event, char *note)
{
	uint32_t other = TRACE_NONE;

	if (tree->trace->kind[event] == EVENT_PYTHON)
		other = link_backward_below(tree, event, note);
	if (other == TRACE_NONE)
		other = link_forward(tree, event, note);
	return other != TRACE_NONE ? other : link_backward(tree, event, note);
}

static uint32_t
link_parent(const struct tree *tree, uint32_t event, char *note)
{
	(void)note;
	return tree->parent[event];
}

static const struct {
	uint32_t (*follow)(const struct tree *tree, uint32_t event, char *note);
	const char *missing;
} links[LINK_KINDS] = {
	[LINK_KERNEL] = {link_kernel, "it launched nothing on the GPU"},
	[LINK_LAUNCH] = {link_launch, "no call is known to have launched it"},
	[LINK_OP] = {link_op, "no operator is above it"},
	[LINK_MODULE] = {link_module, "no module is above it"},
	[LINK_PYTHON] = {link_python, "no frame of Python is above it, nor was one running"},
	[LINK_PAIR] = {link_other_half, "it has neither a backward nor a forward"},
	[LINK_BACKWARD] = {link_backward, "no backward is linked to it"},
	[LINK_FORWARD] = {link_forward, "no forward is linked to it"},
	[LINK_PARENT] = {link_parent, "nothing is above it"},
};

uint32_t
link_follow(const struct tree *tree, uint32_t event, enum link_kind kind, char note[LINK_NOTE], struct error *err)
{
	uint32_t to;

	note[0] = '\0';
	if (event == TRACE_NONE || !tree_has(tree, event)) {
		error_set(err, "no event of the tree is selected");
		return TRACE_NONE;
	}
	to = links[kind].follow(tree, event, note);
	if (to == TRACE_NONE)
		error_set(err, "event %u: %s", event, links[kind].missing);
	return to;
}
