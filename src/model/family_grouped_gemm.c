/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Grouped matrix products: G products whose rows M add up, with one K and N
 * (fixed), or whose K varies from group to group (variable).
 *
 * FLOPs 2 M K N over all groups; bytes: A, every group's B and C once.
 * Arguments come compact, [[M,K],[G,K,N]] or [[M,K],[G,N,K]], or as two lists of a
 * shape a group.
 *
 * Known difference: the result counts at the type of the weights.
 */
#include "model/expr_priv.h"
#include "model/family_priv.h"

enum {
	GROUP_M,
	GROUP_K,
	GROUP_N,
	GROUP_G,
	GROUP_TYPE,
	GROUP_IN,
	GROUP_OUT,
	GROUP_PAIRS,
	GROUP_PARAMS
};

static const struct family_param grouped_params[] = {
	[GROUP_M] = { "M", "None", 0, "rows of all groups" },
	[GROUP_K] = { "K", "None", 0, "inner dimension" },
	[GROUP_N] = { "N", "None", 0, "columns" },
	[GROUP_G] = { "G", "1", 0, "groups" },
	[GROUP_TYPE] = { "type", NULL, FAMILY_TYPE, "type of A, which the peak rate is for" },
	[GROUP_IN] = { "bytes_in", "bpe(type)", 0, "bytes an element of A and B" },
	[GROUP_OUT] = { "bytes_out", "bytes_in", 0, "bytes an element of C" },
	[GROUP_PAIRS] = { "pairs", "None", FAMILY_TRACE, "((M, K), (K, N)) of each group" },
};

static const struct family_column grouped_columns[] = {
	{"M", "M"},
	{"K", "K"},
	{"N", "N"},
	{"G", "G"},
	{"bpe_in", "bytes_in"},
	{"bpe_out", "bytes_out"},
	{"group_pairs?", "pairs"},
};

static bool
is_shape(struct value v, uint32_t rank)
{
	if (!value_is_list(v) || v.n != rank)
		return false;
	for (uint32_t i = 0; i < rank; i++)
		if (v.items[i].kind != VALUE_INT || v.items[i].i < 0)
			return false;
	return true;
}

#define GROUPS_MAX 4096

struct group_shapes {
	struct value *items;
	uint32_t n;
};

/* Every shape of two dimensions in v, at any depth, in order. */
static int
shapes_collect(struct expr_context *context, struct value v, struct group_shapes *out)
{
	struct { const struct value *items; uint32_t n, next; } level[VALUE_MAX_DEPTH];
	uint32_t depth = 0;

	out->n = 0;
	out->items = arena_alloc(context->arena, GROUPS_MAX * sizeof(*out->items));
	if (!out->items)
		return expr_no_memory(context);
	for (;;) {
		if (is_shape(v, 2)) {
			if (out->n == GROUPS_MAX)
				return expr_fail(context, "more than %d groups", GROUPS_MAX);
			out->items[out->n++] = v;
		} else if (value_is_list(v) && depth < VALUE_MAX_DEPTH) {
			level[depth].items = v.items;
			level[depth].n = v.n;
			level[depth++].next = 0;
		}
		while (depth && level[depth - 1].next == level[depth - 1].n)
			depth--;
		if (!depth)
			return 0;
		v = level[depth - 1].items[level[depth - 1].next++];
	}
}

static int
grouped_zip(struct expr_context *context, struct value *slots, bool uniform)
{
	struct value dims = context->args->dims, *pairs;
	struct group_shapes a, b;
	int64_t m = 0;

	if (shapes_collect(context, dims.items[0], &a)
		|| shapes_collect(context, dims.items[1], &b))
		return -1;
	if (!a.n || a.n != b.n)
		return expr_fail(context, "%u shapes of A and %u of B are no groups", a.n, b.n);
	pairs = arena_alloc(context->arena, 2 * a.n * sizeof(*pairs) + a.n * sizeof(*pairs));
	if (!pairs)
		return expr_no_memory(context);
	for (uint32_t i = 0; i < a.n; i++) {
		struct value *pair = pairs + a.n + 2 * i;

		pair[0] = a.items[i];
		pair[1] = b.items[i];
		pair[0].kind = pair[1].kind = VALUE_TUPLE;
		pairs[i] = (struct value){ .kind = VALUE_TUPLE, .n = 2, .items = pair };
		if (a.items[i].items[1].i != b.items[i].items[0].i)
			return expr_fail(context, "group %u: the inner dimensions differ", i);
		if (uniform && (a.items[i].items[1].i != a.items[0].items[1].i
				|| b.items[i].items[1].i != b.items[0].items[1].i))
			return expr_fail(context, "K or N differs between groups");
		if (__builtin_add_overflow(m, a.items[i].items[0].i, &m))
			return expr_fail(context, "the rows pass 64 bits");
	}
	slots[GROUP_M] = value_int(m);
	slots[GROUP_K] = a.items[0].items[1];
	slots[GROUP_N] = b.items[0].items[1];
	slots[GROUP_G] = value_int(a.n);
	if (!uniform)
		slots[GROUP_PAIRS] = (struct value){ .kind = VALUE_LIST, .n = a.n, .items = pairs };
	return 0;
}

static int
grouped_recorded(struct expr_context *context)
{
	if (!context->args || !value_is_list(context->args->dims) || context->args->dims.n < 2)
		return expr_fail(context, "two shapes are needed");
	return 0;
}

static int
grouped_prepare(struct expr_context *context, struct value *slots)
{
	struct value a, b;
	bool last;

	if (grouped_recorded(context))
		return -1;
	a = context->args->dims.items[0];
	b = context->args->dims.items[1];
	if (!is_shape(a, 2) || !is_shape(b, 3))
		return grouped_zip(context, slots, true);
	last = b.items[1].i != a.items[1].i;
	if (last && b.items[2].i != a.items[1].i)
		return expr_fail(context, "the inner dimensions differ");
	slots[GROUP_M] = a.items[0];
	slots[GROUP_K] = a.items[1];
	slots[GROUP_N] = b.items[last ? 1 : 2];
	slots[GROUP_G] = b.items[0];
	return 0;
}

/* [((M, K), (K, N))] */
static int
variable_pair(struct expr_context *context, struct value *slots)
{
	struct value *items = arena_alloc(context->arena, 7 * sizeof(*items));

	if (!items)
		return expr_no_memory(context);
	items[0] = slots[GROUP_M];
	items[1] = items[2] = slots[GROUP_K];
	items[3] = slots[GROUP_N];
	items[4] = (struct value){ .kind = VALUE_TUPLE, .n = 2, .items = items };
	items[5] = (struct value){ .kind = VALUE_TUPLE, .n = 2, .items = items + 2 };
	items[6] = (struct value){ .kind = VALUE_TUPLE, .n = 2, .items = items + 4 };
	slots[GROUP_PAIRS] = (struct value){ .kind = VALUE_LIST, .n = 1, .items = items + 6 };
	return 0;
}

/* The compact form of a variable K is one group: A' [M,K], B [M,N]. */
static int
variable_prepare(struct expr_context *context, struct value *slots)
{
	struct value a, b;

	if (grouped_recorded(context))
		return -1;
	a = context->args->dims.items[0];
	b = context->args->dims.items[1];
	if (!is_shape(a, 2) || !is_shape(b, 2))
		return grouped_zip(context, slots, false);
	slots[GROUP_M] = a.items[0];
	slots[GROUP_K] = a.items[1];
	slots[GROUP_N] = b.items[1];
	slots[GROUP_G] = value_int(1);
	return variable_pair(context, slots);
}

static void
grouped_given(struct family_call *call)
{
	for (uint32_t i = GROUP_M; i <= GROUP_N; i++)
		if (call->p[i].kind == VALUE_NONE)
			family_fail(call, "%s is missing: %s", grouped_params[i].name,
				grouped_params[i].help);
}

static void
grouped_forward(struct family_call *call)
{
	quantity m = family_quantity(call, GROUP_M), k = family_quantity(call, GROUP_K);
	quantity n = family_quantity(call, GROUP_N), g = family_quantity(call, GROUP_G);

	grouped_given(call);
	call->flops = 2 * m * k * n;
	call->bytes = (m * k + g * k * n) * family_quantity(call, GROUP_IN)
		+ m * n * family_quantity(call, GROUP_OUT);
}

static void
grouped_backward(struct family_call *call)
{
	quantity m = family_quantity(call, GROUP_M), k = family_quantity(call, GROUP_K);
	quantity n = family_quantity(call, GROUP_N), g = family_quantity(call, GROUP_G);

	grouped_given(call);
	call->flops = 4 * m * k * n;
	call->bytes = 2 * (m * n * family_quantity(call, GROUP_OUT)
		+ (m * k + g * k * n) * family_quantity(call, GROUP_IN));
}

static bool
is_pair(struct value v)
{
	return value_is_list(v) && v.n == 2 && is_shape(v.items[0], 2) && is_shape(v.items[1], 2);
}

static void
variable_forward(struct family_call *call)
{
	quantity in = family_quantity(call, GROUP_IN), out = family_quantity(call, GROUP_OUT);
	struct value pairs = call->p[GROUP_PAIRS];

	if (!value_is_list(pairs)) {
		grouped_forward(call);
		return;
	}
	call->flops = call->bytes = 0;
	for (uint32_t i = 0; i < pairs.n; i++) {
		const struct value *ab = pairs.items[i].items;
		quantity m, k, n;

		if (!is_pair(pairs.items[i])) {
			family_fail(call, "pairs: a group is no pair of shapes");
			return;
		}
		m = (quantity)ab[0].items[0].i;
		k = (quantity)ab[0].items[1].i;
		n = (quantity)ab[1].items[1].i;
		call->flops += 2 * m * k * n;
		call->bytes += (m * k + k * n) * in + m * n * out;
	}
}

const struct model_family family_grouped_gemm = {
	.name = "grouped_gemm",
	.help = "grouped matrix products of one K and N",
	.unit = "matrix",
	.params = grouped_params, .n_params = GROUP_PARAMS,
	.columns = grouped_columns, .n_columns = FAMILY_COUNT(grouped_columns),
	.forward = grouped_forward, .backward = grouped_backward,
	.prepare = grouped_prepare,
};

const struct model_family family_grouped_gemm_variable = {
	.name = "grouped_gemm_variable",
	.help = "grouped matrix products whose inner dimension varies",
	.unit = "matrix",
	.params = grouped_params, .n_params = GROUP_PARAMS,
	.columns = grouped_columns, .n_columns = FAMILY_COUNT(grouped_columns),
	.forward = variable_forward,
	.prepare = variable_prepare,
};
