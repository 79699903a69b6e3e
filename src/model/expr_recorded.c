/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of expressions that look at what was recorded of the op. */
#include "model/dtype.h"
#include "model/expr_priv.h"
#include "model/model.h"
#include <math.h>
#include <string.h>

/* extra("name"): a fact beside the arguments, or the second argument. */
int
expr_call_extra(struct expr_context *context, const struct value *args, uint32_t n, struct value *out)
{
	if (args->kind != VALUE_TEXT)
		return expr_fail(context, "extra() needs a name");
	if (context->args)
		*out = model_args_extra(context->args, args->s);
	if (out->kind == VALUE_NONE && n > 1)
		*out = args[1];
	if (out->kind == VALUE_NONE && n == 1)
		return expr_fail(context, "\"%.40s\" is not known of the op", args->s);
	return 0;
}

int
expr_call_op_name(struct expr_context *context, const struct value *args, uint32_t n, struct value *out)
{
	(void)args;
	(void)n;
	*out = value_text(context->args && context->args->op_name ? context->args->op_name : "");
	return 0;
}

int
expr_call_kernel(struct expr_context *context, const struct value *args, uint32_t n, struct value *out)
{
	(void)args;
	(void)n;
	*out = value_text(context->args && context->args->kernel ? context->args->kernel : "");
	return 0;
}

static bool
is_shape(struct value v)
{
	for (uint32_t i = 0; value_is_list(v) && i < v.n; i++)
		if (v.items[i].kind != VALUE_INT || v.items[i].i < 0)
			return false;
	return value_is_list(v) && v.n > 0;
}

/* shape_of_rank(r, k): the k-th (from 0) recorded shape that has r dimensions. */
int
expr_call_shape_of_rank(struct expr_context *context, const struct value *args, uint32_t n,
	struct value *out)
{
	int64_t left = args[1].i;

	(void)n;
	if (args[0].kind != VALUE_INT || args[1].kind != VALUE_INT)
		return expr_fail(context, "shape_of_rank() needs two whole numbers");
	if (!context->args || !value_is_list(context->args->dims))
		return expr_fail(context, "Input Dims is not recorded");
	for (uint32_t i = 0; i < context->args->dims.n; i++) {
		*out = context->args->dims.items[i];
		if (is_shape(*out) && out->n == args[0].i && left-- == 0)
			return 0;
	}
	return expr_fail(context, "no further argument has %lld dimensions", (long long)args[0].i);
}

/* arguments(): how many shapes are recorded, 0 also when none are. */
int
expr_call_arguments(struct expr_context *context, const struct value *args, uint32_t n,
	struct value *out)
{
	const struct model_args *all = context->args;

	(void)args;
	(void)n;
	*out = value_int(all && value_is_list(all->dims) ? all->dims.n : 0);
	return 0;
}

/* largest(): the number of the argument with the most elements, None when none has a shape. */
int
expr_call_largest(struct expr_context *context, const struct value *args, uint32_t n, struct value *out)
{
	int64_t most = -1;

	(void)args;
	(void)n;
	if (!context->args || !value_is_list(context->args->dims))
		return 0;
	for (uint32_t i = 0; i < context->args->dims.n; i++) {
		struct value size;

		if (!is_shape(context->args->dims.items[i]))
			continue;
		if (expr_call_size(context, &context->args->dims.items[i], 1, &size))
			return -1;
		if (size.i <= most)
			continue;
		most = size.i;
		*out = value_int(i);
	}
	return 0;
}

/* Item i of a recorded list, the second argument (None) where the list or the item is not there. */
static int
recorded_item(const struct value *list, const struct value *args, uint32_t n, struct value *out)
{
	if (list && value_is_list(*list) && args->kind == VALUE_INT && args->i >= 0
		&& args->i < list->n)
		*out = list->items[args->i];
	else if (n > 1)
		*out = args[1];
	return 0;
}

/* type_of(i), type_of(i, x): the type of argument i, or x. */
int
expr_call_type_of(struct expr_context *context, const struct value *args, uint32_t n,
	struct value *out)
{
	return recorded_item(context->args ? &context->args->types : NULL, args, n, out);
}

/* text_of(i), text_of(i, x): the text of argument i, or x. */
int
expr_call_text_of(struct expr_context *context, const struct value *args, uint32_t n,
	struct value *out)
{
	return recorded_item(context->args ? &context->args->concrete : NULL, args, n, out);
}

/* operands(): (shape, type) of each argument that has a shape. */
int
expr_call_operands(struct expr_context *context, const struct value *args, uint32_t n,
	struct value *out)
{
	struct value none = {0}, dims = context->args ? context->args->dims : none;
	uint32_t most = value_is_list(dims) ? dims.n : 0, found = 0;
	struct value *all = arena_alloc(context->arena, (size_t)most * 3 * sizeof(*all) + 1);

	(void)args;
	(void)n;
	if (!all)
		return expr_no_memory(context);
	for (uint32_t i = 0; i < most; i++) {
		struct value *pair = all + most + (size_t)found * 2, at = value_int(i);

		if (!is_shape(dims.items[i]))
			continue;
		pair[0] = dims.items[i];
		pair[0].kind = VALUE_TUPLE;
		pair[1] = none;
		recorded_item(&context->args->types, &at, 1, &pair[1]);
		all[found++] = (struct value){ .kind = VALUE_TUPLE, .n = 2, .items = pair };
	}
	*out = (struct value){ .kind = VALUE_LIST, .n = found, .items = all };
	return 0;
}

/*
 * bytes_of_all(): elements times size of type over the arguments whose type has a known size; None
 * when nothing counts.
 */
int
expr_call_bytes_of_all(struct expr_context *context, const struct value *args, uint32_t n,
	struct value *out)
{
	const struct model_args *all = context->args;
	long double sum = 0;

	(void)args;
	(void)n;
	if (!all || !value_is_list(all->dims) || !value_is_list(all->types))
		return 0;
	for (uint32_t i = 0; i < all->dims.n && i < all->types.n; i++) {
		double bytes = dtype_bytes(value_text_or_null(all->types.items[i]));
		struct value size;

		if (isnan(bytes) || !is_shape(all->dims.items[i]))
			continue;
		if (expr_call_size(context, &all->dims.items[i], 1, &size))
			return -1;
		sum += (long double)size.i * (long double)bytes;
	}
	if (sum > 0x1p62L)
		return expr_fail(context, "the bytes of all arguments pass 64 bits");
	*out = sum > 0 ? value_int((int64_t)sum) : (struct value){ .kind = VALUE_NONE };
	return 0;
}

/*
 * stride(i): the strides of argument i, None when Input Strides is not recorded at all; stride(i, x):
 * x where it is and has fewer.
 */
int
expr_call_stride(struct expr_context *context, const struct value *args, uint32_t n, struct value *out)
{
	const struct value *strides = context->args ? &context->args->strides : NULL;

	if (args->kind != VALUE_INT)
		return expr_fail(context, "stride() needs the number of an argument");
	if (!strides || !value_is_list(*strides))
		return 0;
	if (args->i < 0 || args->i >= strides->n) {
		if (n == 1)
			return expr_fail(context, "argument %lld is missing: Input Strides has %u",
				(long long)args->i, strides->n);
		*out = args[1];
		return 0;
	}
	return expr_call_tuple(context, &strides->items[args->i], n, out);
}

/*
 * kernel_transpose(): (True, False) when the kernel's name tells how the operands lie, else None.
 */
int
expr_call_kernel_transpose(struct expr_context *context, const struct value *args, uint32_t n,
	struct value *out)
{
	struct value *pair;

	(void)args;
	(void)n;
	pair = arena_alloc(context->arena, 2 * sizeof(*pair));
	if (!pair)
		return expr_no_memory(context);
	if (context->args && model_kernel_layout(context->args->kernel, pair))
		*out = (struct value){ .kind = VALUE_TUPLE, .n = 2, .items = pair };
	return 0;
}
