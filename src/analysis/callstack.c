/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/callstack.h"
#include "analysis/frames.h"
#include "base/mem.h"
#include <string.h>

#define FRAMES_MAX 256	/* of a stack that is shown; the innermost ones */

/*
 * Frames that only pass a call on: at the start of the name, anywhere in it, or as the function's
 * name.
 */
static const char *const wrapper_starts[] = {"<built-in", "pybind11_builtins", "nn.Module:"};
static const char *const wrapper_parts[] = {
	"torch/_ops.py", "torch/nn/modules/module.py", "torch/utils/_contextlib.py",
		"torch/utils/_device.py",
	"torch/_tensor.py", "torch/functional.py", "torch/overrides.py", "torch/_inductor/",
	"torch/_functorch/",
	"torch/distributed/c10d_logger.py", "triton/backends/",
};
static const char *const wrapper_functions[] = {
	"__torch_function__", "_call_impl", "_wrapped_call_impl", "decorate_context",
		"dispatch_wrapper",
	"handle_torch_function", "wrapper", "custom_wrapper", "wrapper_custom", "outer_wrapper",
};

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

static bool
is_wrapper(const char *name)
{
	const char *function = strrchr(name, ':');

	for (size_t i = 0; i < COUNT(wrapper_starts); i++)
		if (!strncmp(name, wrapper_starts[i], strlen(wrapper_starts[i])))
			return true;
	for (size_t i = 0; i < COUNT(wrapper_parts); i++)
		if (strstr(name, wrapper_parts[i]))
			return true;
	for (size_t i = 0; function && i < COUNT(wrapper_functions); i++)
		if (!strcmp(function + 1 + (function[1] == ' '), wrapper_functions[i]))
			return true;
	return false;
}

bool
frame_is_line(const char *name)
{
	return strstr(name, ".py") && !is_wrapper(name);
}

const char *
callstack_entry(const struct analysis *a, uint32_t event)
{
	for (event = tree_ancestor_python(a->tree,
		event); event != TRACE_NONE; event = tree_ancestor_python(a->tree, event)) {
		const char *name = trace_name(a->trace, event);

		if (frame_is_line(name))
			return name;
	}
	return NULL;
}

static bool
is_shown(const struct analysis *a, uint32_t event)
{
	const char *name = trace_name(a->trace, event);

	return a->trace->kind[event] == EVENT_OP || strstr(name, "nn.Module") || strstr(name, "::")
		|| strchr(name, '/');
}

/*
 * Joins the names of frames[0, n), which stand from the inside out, skipping a prefix where it is
 * there.
 */
static const char *
join(struct analysis *a, const uint32_t *frames, uint32_t n, const char *prefix,
	const char *between, struct arena *arena)
{
	const char *text;
	bool good = true;

	if (!n)
		return NULL;
	buffer_clear(&a->scratch);
	while (good && n-- > 0) {
		const char *name = trace_name(a->trace, frames[n]);

		if (!strncmp(name, prefix, strlen(prefix)))
			name += strlen(prefix);
		good = buffer_add_text(&a->scratch, name) && (n == 0 || buffer_add_text(&a->scratch,
			between));
	}
	text = good ? arena_strndup(arena, a->scratch.data, a->scratch.len) : NULL;
	if (!text)
		a->no_memory = true;
	return text;
}

const char *
callstack_text(struct analysis *a, uint32_t event, struct arena *arena)
{
	uint32_t frames[FRAMES_MAX], n = 0;

	for (; event != TRACE_NONE && n < FRAMES_MAX; event = a->tree->parent[event])
		if (is_shown(a, event))
			frames[n++] = event;
	return join(a, frames, n, "", " > ", arena);
}

const char *
callstack_modules(struct analysis *a, uint32_t event, struct arena *arena)
{
	uint32_t frames[FRAMES_MAX], n = 0;

	while (n < FRAMES_MAX && (event = tree_ancestor_module(a->tree, event)) != TRACE_NONE)
		frames[n++] = event;
	return join(a, frames, n, "nn.Module: ", "/", arena);
}
