/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/expr_code_priv.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *const expr_list_names[] = {"Input Dims", "Input type", "Input Strides",
	"Concrete Inputs"};

int
expr_no_memory(struct expr_context *context)
{
	context->no_memory = true;
	return -1;
}

int
expr_fail(struct expr_context *context, const char *format, ...)
{
	char text[256];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	context->reason = arena_strdup(context->arena, text);
	return context->reason ? -1 : expr_no_memory(context);
}

static int
eval_recorded(struct expr_context *context, uint32_t list, struct value *out)
{
	const struct model_args *args = context->args;

	if (!args)
		return expr_fail(context, "there are no recorded arguments here");
	*out = (const struct value[]){args->dims, args->types, args->strides, args->concrete}[list];
	if (out->kind != VALUE_NONE)
		return 0;
	if (args->damaged & 1u << list)
		return expr_fail(context, "%s can not be read", expr_list_names[list]);
	return expr_fail(context, "%s is not recorded", expr_list_names[list]);
}

static int
eval_argument(struct expr_context *context, uint32_t n, struct value *out)
{
	uint32_t list = n & 3, element = n >> 2;
	struct value all;

	if (eval_recorded(context, list, &all))
		return -1;
	if (element >= all.n)
		return expr_fail(context, "argument %u is missing: %s has %u", element,
			expr_list_names[list], all.n);
	*out = all.items[element];
	for (uint32_t i = 0; list == 0 && value_is_list(*out) && i < out->n; i++)
		if (out->items[i].kind == VALUE_INT && out->items[i].i < 0)
			return expr_fail(context, "argument %u has a negative dimension", element);
	return 0;
}

static int
eval_index(struct expr_context *context, struct value list, struct value at, struct value *out)
{
	int64_t i = at.i;

	if (at.kind != VALUE_INT)
		return expr_fail(context, "an index is no whole number");
	if (!value_is_list(list))
		return expr_fail(context, "a list of numbers is asked for where there is none");
	if (i < 0)
		i += list.n;
	if (i < 0 || i >= list.n)
		return expr_fail(context, "dimension %lld is asked for, there are %u",
			(long long)at.i, list.n);
	*out = list.items[i];
	return 0;
}

static int
eval_whole(struct expr_context *context, uint8_t code, int64_t a, int64_t b, struct value *out)
{
	bool wrapped = false;
	int64_t v = 0;

	switch (code) {
	case OP_ADD:
		wrapped = __builtin_add_overflow(a, b, &v);
		break;
	case OP_SUB:
		wrapped = __builtin_sub_overflow(a, b, &v);
		break;
	case OP_MUL:
		wrapped = __builtin_mul_overflow(a, b, &v);
		break;
	default:
		if (b == 0)
			return expr_fail(context, "a division by zero");
		wrapped = a == INT64_MIN && b == -1;
		if (wrapped)
			break;
		v = a % b;
		if (v && (v ^ b) < 0)
			v += b;
		if (code == OP_FLOORDIV)
			v = a / b - (a % b && (a ^ b) < 0);
		break;
	}
	if (wrapped)
		return expr_fail(context, "a number passes 64 bits");
	*out = value_int(v);
	return 0;
}

static int
eval_real(struct expr_context *context, uint8_t code, double a, double b, struct value *out)
{
	double v;

	if ((code == OP_DIV || code == OP_FLOORDIV || code == OP_MOD) && b == 0)
		return expr_fail(context, "a division by zero");
	switch (code) {
	case OP_ADD:
		v = a + b;
		break;
	case OP_SUB:
		v = a - b;
		break;
	case OP_MUL:
		v = a * b;
		break;
	case OP_DIV:
		v = a / b;
		break;
	case OP_FLOORDIV:
		v = floor(a / b);
		break;
	default:
		v = a - b * floor(a / b);
		break;
	}
	if (!isfinite(v))
		return expr_fail(context, "a number is too large");
	*out = value_real(v);
	return 0;
}

static int
eval_arithmetic(struct expr_context *context, uint8_t code, struct value a, struct value b,
	struct value *out)
{
	if (a.kind == VALUE_NONE || b.kind == VALUE_NONE) {
		*out = (struct value){ .kind = VALUE_NONE };
		return 0;
	}
	if (!value_is_number(a) || !value_is_number(b))
		return expr_fail(context, "a text or a list stands where a number is needed");
	if (code == OP_DIV || a.kind == VALUE_REAL || b.kind == VALUE_REAL)
		return eval_real(context, code, value_number(a), value_number(b), out);
	return eval_whole(context, code, a.i, b.i, out);
}

static int
eval_compare(struct expr_context *context, uint8_t code, struct value a, struct value b,
	struct value *out)
{
	bool less, equal;

	if (code == OP_EQ || code == OP_NE) {
		*out = value_bool(value_equal(a, b) == (code == OP_EQ));
		return 0;
	}
	if (!value_is_number(a) || !value_is_number(b))
		return expr_fail(context, "a text or a list stands where a number is needed");
	less = code <= OP_LE ? value_less(a, b) : value_less(b, a);
	equal = (code == OP_LE || code == OP_GE) && value_equal(a, b);
	*out = value_bool(less || equal);
	return 0;
}

static int
eval_negate(struct expr_context *context, struct value *v)
{
	return eval_arithmetic(context, OP_SUB, value_int(0), *v, v);
}

static int
eval_list(struct expr_context *context, uint8_t code, const struct value *from, uint32_t n,
	struct value *out)
{
	struct value *items = arena_alloc(context->arena, (n + 1) * sizeof(*items));

	if (!items)
		return expr_no_memory(context);
	memcpy(items, from, n * sizeof(*items));
	*out = (struct value){.kind = code == OP_LIST ? VALUE_LIST : VALUE_TUPLE,
		.n = n,
		.items = items};
	return 0;
}

/* One instruction that does not jump. top is above the last value of the stack. */
static int
eval_step(struct expr_context *context, const struct expr_op *op, struct value **top)
{
	struct value *s = *top;
	int status;

	switch ((enum expr_code)op->code) {
	case OP_CONSTANT:
		*(*top)++ = op->constant;
		return 0;
	case OP_SLOT:
		*(*top)++ = context->slots[op->n];
		return 0;
	case OP_RECORDED:
		return eval_recorded(context, op->n, (*top)++);
	case OP_ARGUMENT:
		return eval_argument(context, op->n, (*top)++);
	case OP_LIST:
	case OP_TUPLE:
		*top = s - op->n + 1;
		return eval_list(context, op->code, s - op->n, op->n, s - op->n);
	case OP_CALL: {
		struct value result = { .kind = VALUE_NONE };

		status = op->function->call(context, s - op->n, op->n, &result);
		*top = s - op->n + 1;
		(*top)[-1] = result;
		return status;
	}
	case OP_NEGATE:
		return eval_negate(context, s - 1);
	case OP_NOT:
		s[-1] = value_bool(!value_truth(s[-1]));
		return 0;
	default:
		break;
	}
	*top = s - 1;
	if (op->code == OP_INDEX)
		return eval_index(context, s[-2], s[-1], s - 2);
	if (op->code >= OP_EQ)
		return eval_compare(context, op->code, s[-2], s[-1], s - 2);
	return eval_arithmetic(context, op->code, s[-2], s[-1], s - 2);
}

int
expr_eval(const struct expr *expr, struct expr_context *context, struct value *out)
{
	struct value stack[EXPR_MAX_DEPTH + 1], *top = stack;

	for (uint32_t pc = 0; pc < expr->n; pc++) {
		const struct expr_op *op = &expr->code[pc];

		switch (op->code) {
		case OP_AND:
		case OP_OR:
			if (value_truth(top[-1]) == (op->code == OP_OR))
				pc = op->n - 1;
			else
				top--;
			break;
		case OP_UNLESS:
			if (!value_truth(*--top))
				pc = op->n - 1;
			break;
		case OP_JUMP:
			pc = op->n - 1;
			break;
		default:
			if (eval_step(context, op, &top))
				return -1;
		}
	}
	*out = top[-1];
	return 0;
}
