/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/links.h"
#include "base/text.h"
#include <stdio.h>

static uint32_t
link_kernel(const struct tree *tree, uint32_t event, char *note)
{
	const struct trace *trace = tree->trace;
	uint32_t begin, end, best = TRACE_NONE;
	char count[32];

	tree_gpu_range(tree, event, &begin, &end);
	for (uint32_t i = begin; i < end; i++)
		if (tree->gpu[i] != event && (best == TRACE_NONE || trace->dur[tree->gpu[i]] > trace->dur[best]))
			best = tree->gpu[i];
	if (end - begin > 1)
		snprintf(note, 128, "the longest of %s GPU events", text_count(count, end - begin));
	return best;
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
	(void)note;
	return tree_ancestor_python(tree, event);
}

/* The event itself or the nearest op above it that has a backward. */
static uint32_t
link_backward(const struct tree *tree, uint32_t event, char *note)
{
	for (uint32_t op = event; op != TRACE_NONE; op = tree_ancestor_op(tree, op)) {
		uint32_t first, n = tree_backward_of(tree, op, &first), best = TRACE_NONE;

		for (uint32_t i = 0; i < n; i++) {
			uint32_t to = tree->forward[first + i].to;

			if (best == TRACE_NONE || tree_gpu_sum(tree, to) > tree_gpu_sum(tree, best))
				best = to;
		}
		if (n > 1)
			snprintf(note, 128, "the largest of %u backward ops", n);
		if (best != TRACE_NONE)
			return best;
	}
	return TRACE_NONE;
}

static uint32_t
link_forward(const struct tree *tree, uint32_t event, char *note)
{
	(void)note;
	for (uint32_t op = event; op != TRACE_NONE; op = tree_ancestor_op(tree, op)) {
		uint32_t forward = tree_forward_of(tree, op);

		if (forward != TRACE_NONE)
			return forward;
	}
	return TRACE_NONE;
}

static uint32_t
link_pair(const struct tree *tree, uint32_t event, char *note)
{
	uint32_t other = link_forward(tree, event, note);

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
	[LINK_PYTHON] = {link_python, "no frame of Python is above it"},
	[LINK_PAIR] = {link_pair, "it has neither a backward nor a forward"},
	[LINK_BACKWARD] = {link_backward, "no backward is linked to it"},
	[LINK_FORWARD] = {link_forward, "no forward is linked to it"},
	[LINK_PARENT] = {link_parent, "nothing is above it"},
};

uint32_t
link_follow(const struct tree *tree, uint32_t event, enum link_kind kind, char note[128], struct error *err)
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
