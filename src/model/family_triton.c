/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Kernels that the compiler fuses: triton_poi_ (pointwise), triton_red_ and
 * triton_per_ (reductions), named triton_KIND_fused_OPS_N.
 *
 * FLOPs: elements times the sum of the weights of the fused ops, which the name
 * tells; bytes: each tensor operand once, and for pointwise kernels a result of the
 * first operand's type. Elements are the last of the scalar arguments, for
 * reductions the product of the last two.
 *
 * Known differences, as the values we are checked against have them: only types
 * written "c10::..." have a size, so float kernels move 0 bytes; the precision is the
 * first such type's own word ("bfloat16"), which no spec has, so there is never a roofline.
 */
#include "model/expr_priv.h"
#include "model/family_priv.h"
#include "model/triton_ops_priv.h"
#include <stdlib.h>
#include <string.h>

enum {
	TRITON_OPS,
	TRITON_X,
	TRITON_R,
	TRITON_WEIGHT,
	TRITON_BYTES,
	TRITON_PRECISION,
	TRITON_PARAMS
};

static const struct family_param triton_params[] = {
	[TRITON_OPS] = { "fused_ops", "''", FAMILY_TRACE, "ops that the kernel does" },
	[TRITON_X] = { "xnumel", NULL, 0, "elements, or rows of a reduction" },
	[TRITON_R] = { "rnumel", "1", 0, "elements of a row that is reduced" },
	[TRITON_WEIGHT] = { "weight", NULL, 0, "FLOPs an element" },
	[TRITON_BYTES] = { "bytes", NULL, 0, "bytes moved" },
	[TRITON_PRECISION] = { "precision", "None", 0, "precision of the compute spec" },
};

static const struct family_column triton_columns[] = {
	{ "fused_ops", "fused_ops" }, { "xnumel", "xnumel" }, { "rnumel", "rnumel" },
};

static int64_t
triton_type_bytes(struct value type)
{
	static const struct {
		const char *name;
		int64_t bytes;
	} rows[] = {
		{ "c10::BFloat16", 2 }, { "c10::Half", 2 }, { "c10::Float", 4 }, { "c10::Int", 4 },
		{ "c10::Double", 8 }, { "c10::Long", 8 }, { "c10::Byte", 1 }, { "c10::Char", 1 },
	};

	for (size_t i = 0; type.kind == VALUE_TEXT && i < sizeof(rows) / sizeof(*rows); i++)
		if (!strcmp(type.s, rows[i].name))
			return rows[i].bytes;
	return 0;
}

/*
 * The whole numbers among the scalar arguments: the last two, newest in last[0]. Returns how many
 * there are.
 */
static uint32_t
triton_scalars(struct value concrete, int64_t last[2])
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < concrete.n; i++) {
		struct value v = concrete.items[i];
		char *end;
		long long x;

		if (v.kind != VALUE_TEXT || !v.n)
			continue;
		x = strtoll(v.s, &end, 10);
		if (*end || x < 0 || x == INT64_MAX)
			continue;
		last[1] = last[0];
		last[0] = x;
		n++;
	}
	return n;
}

/* Operands that are tensors: their bytes, the size of the first, and the first type that has a size. */
static int
triton_operands(struct expr_context *context, quantity *bytes, int64_t *first, struct value *type)
{
	struct value dims = context->args->dims, types = context->args->types;

	bool seen = false;

	*bytes = 0;
	*first = 0;
	*type = value_text(NULL);
	for (uint32_t i = 0; i < dims.n && i < types.n; i++) {
		struct value t = types.items[i];
		quantity elements = 1;
		int64_t size;

		if (!value_is_list(dims.items[i]) || !dims.items[i].n || t.kind != VALUE_TEXT
			|| !strcmp(t.s, "Scalar"))
			continue;
		for (uint32_t j = 0; j < dims.items[i].n; j++) {
			if (dims.items[i].items[j].kind != VALUE_INT
				|| dims.items[i].items[j].i < 0)
				return expr_fail(context, "argument %u has no usable shape", i);
			elements *= (quantity)dims.items[i].items[j].i;
		}
		size = triton_type_bytes(t);
		if (!seen)
			*first = size;
		if (type->kind == VALUE_NONE && size)
			*type = t;
		seen = true;
		*bytes += elements * (quantity)size;
	}
	return 0;
}

/* "c10::BFloat16" is "bfloat16"; None for a type without "::". */
static int
triton_precision(struct expr_context *context, struct value type, struct value *out)
{
	const char *colons = type.kind == VALUE_TEXT ? strstr(type.s, "::") : NULL;
	char *copy;

	*out = value_text(NULL);
	if (!colons)
		return 0;
	copy = arena_strdup(context->arena, colons + 2);
	if (!copy)
		return expr_no_memory(context);
	for (char *p = copy; *p; p++)
		*p = *p >= 'A' && *p <= 'Z' ? (char)(*p + 32) : *p;
	*out = value_text(copy);
	return 0;
}

static int
triton_prepare(struct expr_context *context, struct value *slots)
{
	const struct model_args *args = context->args;
	const char *name = args && args->op_name ? args->op_name : "";
	bool pointwise = !strncmp(name, "triton_poi_", 11);
	int64_t last[2] = { 0, 1 }, first;
	struct value type;
	quantity bytes;
	uint32_t n;
	int weight;

	context->no_model = true;
	if (!args || !args->dims.n || !args->types.n || !args->concrete.n)
		return expr_fail(context,
			"shapes, types and scalars of a compiled kernel are needed");
	n = triton_scalars(args->concrete, last);
	if (!n)
		return expr_fail(context, "no scalar argument tells the number of elements");
	context->no_model = false;
	if (triton_operands(context, &bytes, &first, &type)
		|| triton_precision(context, type, &slots[TRITON_PRECISION]))
		return -1;
	slots[TRITON_X] = value_int(!pointwise && n > 1 ? last[1] : last[0]);
	slots[TRITON_R] = value_int(!pointwise && n > 1 ? last[0] : 1);
	if (pointwise)
		bytes += (quantity)first * (quantity)slots[TRITON_X].i;
	if (bytes > 0x1p62L)
		return expr_fail(context, "the bytes pass 64 bits");
	slots[TRITON_BYTES] = value_int((int64_t)bytes);
	weight = triton_ops_read(name, context->arena, &slots[TRITON_OPS]);
	if (weight < 0)
		return expr_no_memory(context);
	slots[TRITON_WEIGHT] = value_int(weight);
	return 0;
}

static void
triton_forward(struct family_call *call)
{
	call->flops = family_quantity(call, TRITON_X) * family_quantity(call, TRITON_R)
		* family_quantity(call, TRITON_WEIGHT);
	call->bytes = family_quantity(call, TRITON_BYTES);
}

const struct model_family family_triton = {
	.name = "triton",
	.help = "fused kernel of the compiler",
	.unit = "vector",
	.params = triton_params, .n_params = TRITON_PARAMS,
	.columns = triton_columns, .n_columns = FAMILY_COUNT(triton_columns),
	.forward = triton_forward,
	.prepare = triton_prepare,
};
