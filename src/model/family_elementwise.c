/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One result an element: of one operand, and of two that are broadcast.
 *
 * FLOPs: one an element of the result unless a row says otherwise. Bytes: each
 * operand once as it is recorded, the result once. Shapes are aligned at the
 * right, a dimension of 1 stretches (NumPy's broadcasting rules).
 *
 * Known differences: a copy and an activation count one FLOP an element too; a
 * copy reads its source at the size of the destination.
 */
#include "model/family_priv.h"

enum {
	UNARY_SHAPE,
	UNARY_WORK,
	UNARY_TYPE,
	UNARY_TYPE_OUT,
	UNARY_IN,
	UNARY_STRIDE,
	UNARY_STRIDE_OUT,
	UNARY_PARAMS
};

static const struct family_param unary_params[] = {
	[UNARY_SHAPE] = {"shape", NULL, FAMILY_SHAPE, "shape of the result, 16x1024"},
	[UNARY_WORK] = {"work", "1", 0, "FLOPs an element"},
	[UNARY_TYPE] = {"type", NULL, FAMILY_TYPE, "type of the operand"},
	[UNARY_TYPE_OUT] = {"type_out", "None", FAMILY_TYPE,
		"type of the result, None: the operand's"},
	[UNARY_IN] = {"elements_in", "size(shape)", 0, "elements read"},
	[UNARY_STRIDE] = {"stride", "None", FAMILY_TRACE, "strides of the operand"},
	[UNARY_STRIDE_OUT] = {"stride_out", "None", FAMILY_TRACE, "strides of the result"},
};

static const struct family_column unary_columns[] = {
	{ "op_shape", "tuple(shape)" }, { "dtype_in_out", "(type, type_out)" },
	{ "stride_input", "stride" }, { "stride_output", "stride_out" },
};

static struct value
type_or(struct value type, struct value other)
{
	return type.kind == VALUE_NONE ? other : type;
}

static void
unary_forward(struct family_call *call)
{
	quantity n = family_size(call, UNARY_SHAPE);
	struct value out = type_or(call->p[UNARY_TYPE_OUT], call->p[UNARY_TYPE]);

	call->flops = n * family_quantity(call, UNARY_WORK);
	call->bytes = family_quantity(call, UNARY_IN) * family_bytes_of_type(call->p[UNARY_TYPE])
		+ n * family_bytes_of_type(out);
}

const struct model_family family_unary = {
	.name = "unary",
	.help = "elementwise with one operand: copies, activations, casts",
	.unit = "vector",
	.params = unary_params, .n_params = UNARY_PARAMS,
	.columns = unary_columns, .n_columns = FAMILY_COUNT(unary_columns),
	.forward = unary_forward,
};

enum {
	BINARY_A, BINARY_B, BINARY_TYPE, BINARY_TYPE_B, BINARY_TYPE_OUT,
	BINARY_STRIDE_A, BINARY_STRIDE_B, BINARY_STRIDE_OUT, BINARY_PARAMS
};

static const struct family_param binary_params[] = {
	[BINARY_A] = {"shape_a", NULL, FAMILY_SHAPE, "shape of the first operand, 16x64x32"},
	[BINARY_B] = {"shape_b", "shape_a", FAMILY_SHAPE, "shape of the second, () for a scalar"},
	[BINARY_TYPE] = {"type", NULL, FAMILY_TYPE,
		"type of the first, which the peak rate is for"},
	[BINARY_TYPE_B] = {"type_b", "type", FAMILY_TYPE, "type of the second"},
	[BINARY_TYPE_OUT] = {"type_out", "None", FAMILY_TYPE,
		"type of the result, None: the wider one"},
	[BINARY_STRIDE_A] = {"stride_a", "None", FAMILY_TRACE, "strides of the first"},
	[BINARY_STRIDE_B] = {"stride_b", "None", FAMILY_TRACE, "strides of the second"},
	[BINARY_STRIDE_OUT] = {"stride_out", "None", FAMILY_TRACE, "strides of the result"},
};

static const struct family_column binary_columns[] = {
	{"shape_in1", "tuple(shape_a)"},
	{"shape_in2", "tuple(shape_b)"},
	{"dtype_in1_in2_out", "(type, type_b, type_out)"},
	{"stride_input1", "stride_a"},
	{"stride_input2", "stride_b"},
	{"stride_output", "stride_out"},
};

/* Dimension i from the right; 1 where there is none. */
static int64_t
dimension_from_right(struct value shape, uint32_t i)
{
	return i < shape.n ? shape.items[shape.n - 1 - i].i : 1;
}

static quantity
broadcast_size(struct family_call *call, struct value a, struct value b)
{
	quantity size = 1;

	for (uint32_t i = 0; i < a.n || i < b.n; i++) {
		int64_t x = dimension_from_right(a, i), y = dimension_from_right(b, i);

		if (x != y && x != 1 && y != 1)
			family_fail(call, "shapes that do not go together: %lld and %lld",
				(long long)x, (long long)y);
		size *= (quantity)(x == 1 ? y : x);
	}
	return size;
}

static void
binary_forward(struct family_call *call)
{
	quantity a = family_size(call, BINARY_A), b = family_size(call, BINARY_B);
	quantity bytes_a = family_bytes_of_type(call->p[BINARY_TYPE]);
	quantity bytes_b = family_bytes_of_type(call->p[BINARY_TYPE_B]), bytes_out;
	struct value shape_a = call->p[BINARY_A], shape_b = call->p[BINARY_B];
	quantity n;

	if (call->reason)
		return;
	n = broadcast_size(call, shape_a, shape_b);
	if (call->p[BINARY_TYPE_OUT].kind != VALUE_NONE)
		bytes_out = family_bytes_of_type(call->p[BINARY_TYPE_OUT]);
	else
		bytes_out = shape_a.n && shape_b.n && bytes_b > bytes_a ? bytes_b : bytes_a;
	call->flops = n;
	call->bytes = a * bytes_a + b * bytes_b + n * bytes_out;
}

const struct model_family family_binary = {
	.name = "binary",
	.help = "elementwise with two operands, broadcast",
	.unit = "vector",
	.params = binary_params, .n_params = BINARY_PARAMS,
	.columns = binary_columns, .n_columns = FAMILY_COUNT(binary_columns),
	.forward = binary_forward,
};
