/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/callstack.h"
#include "analysis/frames.h"
#include "base/mem.h"
#include <string.h>

#define FRAMES_MAX 512	/* of what is above an op or called by it; the innermost ones */
#define NOT_FOUND "Not found"

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

/* Of "path.py(7): function" what stands last, NULL when the name has another form. */
static const char *
function_of(const char *name)
{
	const char *function = NULL;

	while ((name = strstr(name, "): ")))
		function = name += 3;
	return function;
}

static bool
is_wrapper(const char *name)
{
	const char *function = function_of(name);

	for (size_t i = 0; i < COUNT(wrapper_starts); i++)
		if (!strncmp(name, wrapper_starts[i], strlen(wrapper_starts[i])))
			return true;
	for (size_t i = 0; i < COUNT(wrapper_parts); i++)
		if (strstr(name, wrapper_parts[i]))
			return true;
	for (size_t i = 0; function && i < COUNT(wrapper_functions); i++)
		if (!strcmp(function, wrapper_functions[i]))
			return true;
	return false;
}

bool
frame_is_recompute(const char *name)
{
	return strstr(name, "torch/utils/checkpoint.py") && strstr(name, "recompute_fn");
}

bool
frame_is_line(const char *name)
{
	return strstr(name, ".py") && !is_wrapper(name);
}

static bool
is_shown(const struct analysis *a, uint32_t event)
{
	const char *name = trace_name(a->trace, event);

	return a->trace->kind[event] == EVENT_OP || strstr(name, "nn.Module") || strstr(name, "::")
		|| strchr(name, '/');
}

/* --- the frames of a row ---------------------------------------------------------- */

void
callstack_open(struct callstack *stack, struct analysis *a)
{
	*stack = (struct callstack){.analysis = a};
}

void
callstack_close(struct callstack *stack)
{
	free(stack->frames);
	free(stack->ends);
}

/* A name without its numbers, as of modules and generated kernels: every "_7" is left out. */
static uint32_t
plain_name(struct analysis *a, const char *name)
{
	uint32_t id;
	bool good = true;

	buffer_clear(&a->scratch);
	while (good && *name) {
		size_t digits = *name == '_' ? strspn(name + 1, "0123456789") : 0,
			len = digits ? 0 : 1 + strcspn(name + 1, "_");

		good = buffer_add(&a->scratch, name, len);
		name += digits ? 1 + digits : len;
	}
	id = good ? intern_add(&a->texts, a->scratch.data ? a->scratch.data : "", a->scratch.len)
		: INTERN_NONE;
	if (id == INTERN_NONE)
		a->no_memory = true;
	return id == INTERN_NONE ? 0 : id;
}

static void
add_frame(struct callstack *stack, uint32_t id)
{
	if (mem_reserve(&stack->frames, &stack->cap, (size_t)stack->n + 1, sizeof(*stack->frames)))
		stack->frames[stack->n++] = id;
	else
		stack->analysis->no_memory = true;
}

/* Adds what is shown from the event up to, but without, the other, the outermost first. */
static void
add_frames(struct callstack *stack, uint32_t event, uint32_t end)
{
	struct analysis *a = stack->analysis;
	uint32_t frames[FRAMES_MAX], n = 0;

	for (; event != end && event != TRACE_NONE && n < FRAMES_MAX; event = a->tree->parent[event])
		if (is_shown(a, event))
			frames[n++] = event;
	while (n-- > 0)
		add_frame(stack, plain_name(a, trace_name(a->trace, frames[n])));
}

static bool
end_chain(struct callstack *stack)
{
	if (!mem_reserve(&stack->ends, &stack->cap_ends, (size_t)stack->n_chains + 1,
		sizeof(*stack->ends))) {
		stack->analysis->no_memory = true;
		return false;
	}
	stack->ends[stack->n_chains++] = stack->n;
	return true;
}

/* How many frames all chains begin with. */
static uint32_t
count_common(const struct callstack *stack)
{
	uint32_t common = stack->ends[0] - stack->base, begin = stack->ends[0];

	for (uint32_t c = 1; c < stack->n_chains; c++) {
		uint32_t len = stack->ends[c] - begin, i = 0;

		while (i < common && i < len
			&& stack->frames[begin + i] == stack->frames[stack->base + i])
			i++;
		common = i;
		begin = stack->ends[c];
	}
	return common;
}

/* Leaves of the chains what follows the common frames, each distinct end once. */
static void
fold_chains(struct callstack *stack)
{
	uint32_t common = count_common(stack), begin = stack->base, kept = 0;
	struct intern tails = {0};

	stack->n = stack->base + common;
	for (uint32_t c = 0; c < stack->n_chains; c++) {
		uint32_t from = begin + common, len = stack->ends[c] - from, known = tails.n,
			id = intern_add(&tails, (const char *)&stack->frames[from],
				len * sizeof(*stack->frames));

		begin = stack->ends[c];
		if (id == INTERN_NONE)
			stack->analysis->no_memory = true;
		if (id != known)
			continue;
		memmove(&stack->frames[stack->n], &stack->frames[from],
			len * sizeof(*stack->frames));
		stack->n += len;
		stack->ends[kept++] = stack->n;
	}
	stack->base += common;
	stack->n_chains = kept;
	intern_free(&tails);
}

void
callstack_make(struct callstack *stack, uint32_t event, const uint32_t *gpu, uint32_t n)
{
	struct analysis *a = stack->analysis;

	stack->n = stack->n_chains = 0;
	if (event != TRACE_NONE)
		add_frames(stack, event, TRACE_NONE);
	stack->base = stack->n;
	for (uint32_t i = 0; i < n && !a->no_memory; i++) {
		if (event != TRACE_NONE)
			add_frames(stack, a->tree->parent[gpu[i]], event);
		add_frame(stack, analysis_text_id(a, trace_name(a->trace, gpu[i])));
		if (!end_chain(stack))
			return;
	}
	if (stack->n_chains > 1 && !a->no_memory)
		fold_chains(stack);
	else
		stack->n_chains = 0;
}

static bool
add_names(const struct callstack *stack, uint32_t begin, uint32_t end)
{
	const struct intern *texts = &stack->analysis->texts;
	bool good = true;

	for (uint32_t i = begin; good && i < end; i++) {
		const struct intern_entry *entry = &texts->entries[stack->frames[i]];

		good = (i == begin || buffer_add_text(&stack->analysis->scratch, ", "))
			&& argtext_add_quoted(&stack->analysis->scratch, entry->text, entry->len);
	}
	return good;
}

const char *
callstack_text(struct callstack *stack, struct arena *arena)
{
	struct buffer *out = &stack->analysis->scratch;
	uint32_t begin = stack->n_chains ? stack->base : stack->n;
	const char *text;
	bool good;

	buffer_clear(out);
	good = buffer_add_text(out, "[") && add_names(stack, 0, begin);
	for (uint32_t c = 0; good && c < stack->n_chains; c++) {
		good = buffer_add_text(out, c || stack->base ? ", [" : "[")
			&& add_names(stack, begin, stack->ends[c]) && buffer_add_text(out, "]");
		begin = stack->ends[c];
	}
	good = good && buffer_add_text(out, "]");
	text = good ? arena_strndup(arena, out->data, out->len) : NULL;
	if (!text)
		stack->analysis->no_memory = true;
	return text;
}

/* --- who called ------------------------------------------------------------------- */

static const char *
frame_name(const struct callstack *stack, uint32_t frame)
{
	return intern_text(&stack->analysis->texts, stack->frames[frame]);
}

/* The last frame of so many bytes of a name, stack->n when there is none. */
static uint32_t
find_last(const struct callstack *stack, const char *name, size_t len)
{
	for (uint32_t i = stack->n; i-- > 0;)
		if (!strncmp(frame_name(stack, i), name, len) && !frame_name(stack, i)[len])
			return i;
	return stack->n;
}

/* The op among the frames, where it may have lost the number at its end. */
static uint32_t
find_op(const struct callstack *stack, const char *op)
{
	uint32_t found = find_last(stack, op, strlen(op));
	size_t len = strlen(op), digits = 0;

	while (digits < len && op[len - 1 - digits] >= '0' && op[len - 1 - digits] <= '9')
		digits++;
	if (found == stack->n && digits && digits < len && op[len - 1 - digits] == '_')
		found = find_last(stack, op, len - 1 - digits);
	return found;
}

/* Whether the frame is a function of Python that is called like the op. */
static bool
is_own_function(const char *name, const char *op)
{
	const char *function = function_of(name), *local = op;

	while ((op = strstr(local, "::")))
		local = op + 2;
	return strstr(name, ".py") && strcasestr(function ? function : name, local);
}

const char *
callstack_entry(const struct callstack *stack, const char *op)
{
	uint32_t at = find_op(stack, op);

	if (at == stack->n)
		return NOT_FOUND;
	for (uint32_t i = at + 1; i < stack->n; i++)
		if (is_own_function(frame_name(stack, i), op))
			return frame_name(stack, i);
	while (at-- > 0)
		if (frame_is_line(frame_name(stack, at)))
			return frame_name(stack, at);
	return NOT_FOUND;
}

const char *
callstack_modules(struct analysis *a, uint32_t event, struct arena *arena)
{
	static const char prefix[] = "nn.Module: ";
	uint32_t frames[FRAMES_MAX], n = 0;
	const char *text;
	bool good = true;

	while (n < FRAMES_MAX && (event = tree_ancestor_module(a->tree, event)) != TRACE_NONE)
		frames[n++] = event;
	if (!n)
		return NULL;
	buffer_clear(&a->scratch);
	while (good && n-- > 0) {
		const char *name = trace_name(a->trace, frames[n]);

		if (!strncmp(name, prefix, strlen(prefix)))
			name += strlen(prefix);
		good = buffer_add_text(&a->scratch, name)
			&& (n == 0 || buffer_add_text(&a->scratch, "/"));
	}
	text = good ? arena_strndup(arena, a->scratch.data, a->scratch.len) : NULL;
	if (!text)
		a->no_memory = true;
	return text;
}
