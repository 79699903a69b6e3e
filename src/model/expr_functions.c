/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/dtype.h"
#include "model/expr_priv.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int
call_len(struct expr_context *context, const struct value *args, uint32_t n, struct value *out)
{
	(void)n;
	if (!value_is_list(*args))
		return expr_fail(context, "the length of what is no list is asked for");
	*out = value_int(args->n);
	return 0;
}

/* The product of a list of whole numbers; 1 when it is empty. */
int
expr_call_size(struct expr_context *context, const struct value *args, uint32_t n, struct value *out)
{
	int64_t product = 1;

	(void)n;
	if (!value_is_list(*args))
		return expr_fail(context, "the size of what is no shape is asked for");
	for (uint32_t i = 0; i < args->n; i++) {
		if (args->items[i].kind != VALUE_INT)
			return expr_fail(context, "a shape holds what is no whole number");
		if (args->items[i].i < 0)
			return expr_fail(context, "a negative dimension");
		if (__builtin_mul_overflow(product, args->items[i].i, &product))
			return expr_fail(context, "the number of elements passes 64 bits");
	}
	*out = value_int(product);
	return 0;
}

static void
put_bytes(double bytes, struct value *out)
{
	if (isnan(bytes))
		*out = (struct value){ .kind = VALUE_NONE };
	else
		*out = bytes == floor(bytes) ? value_int((int64_t)bytes) : value_real(bytes);
}

static int
call_bpe(struct expr_context *context, const struct value *args, uint32_t n, struct value *out)
{
	(void)context;
	put_bytes(dtype_bytes(value_text_or_null(*args)), out);
	if (out->kind == VALUE_NONE && n > 1)
		*out = args[1];
	return 0;
}

/* sized(type): the bytes of a model that can do nothing without them. */
static int
call_sized(struct expr_context *context, const struct value *args, uint32_t n, struct value *out)
{
	(void)n;
	put_bytes(dtype_bytes(value_text_or_null(*args)), out);
	if (out->kind == VALUE_NONE)
		return expr_fail(context, "the size of a type is not known");
	return 0;
}

static int
call_expert_bpe(struct expr_context *context, const struct value *args, uint32_t n,
	struct value *out)
{
	(void)context;
	put_bytes(dtype_expert_bytes(value_text_or_null(*args)), out);
	if (out->kind == VALUE_NONE && n > 1)
		*out = args[1];
	return 0;
}

static int
call_precision(struct expr_context *context, const struct value *args, uint32_t n,
	struct value *out)
{
	(void)context;
	(void)n;
	*out = value_text(dtype_precision(value_text_or_null(*args)));
	return 0;
}

/* int("12"), int(12), int("") with a second argument for texts that are empty. */
static int
call_int(struct expr_context *context, const struct value *args, uint32_t n, struct value *out)
{
	long long v;
	char *end;

	if (args->kind == VALUE_INT || args->kind == VALUE_BOOL) {
		*out = value_int(args->i);
		return 0;
	}
	if (n > 1 && !value_truth(*args)) {
		*out = args[1];
		return 0;
	}
	if (args->kind != VALUE_TEXT || !args->n)
		return expr_fail(context, "a whole number is not recorded");
	errno = 0;
	v = strtoll(args->s, &end, 10);
	if (*end || errno)
		return expr_fail(context, "\"%.40s\" is no whole number of 64 bits", args->s);
	*out = value_int(v);
	return 0;
}

static int
call_real(struct expr_context *context, const struct value *args, uint32_t n, struct value *out)
{
	double v;
	char *end;

	if (value_is_number(*args)) {
		*out = value_real(value_number(*args));
		return 0;
	}
	if (n > 1 && !value_truth(*args)) {
		*out = args[1];
		return 0;
	}
	if (args->kind != VALUE_TEXT || !args->n)
		return expr_fail(context, "a number is not recorded");
	v = strtod(args->s, &end);
	if (*end || !isfinite(v))
		return expr_fail(context, "\"%.40s\" is no number", args->s);
	*out = value_real(v);
	return 0;
}

/* A flag as text: "True", "true", "1"; with a second argument for texts that are empty. */
static int
call_flag(struct expr_context *context, const struct value *args, uint32_t n, struct value *out)
{
	static const char *const texts[] = { "False", "false", "0", "True", "true", "1" };

	if (value_is_number(*args)) {
		*out = value_bool(value_truth(*args));
		return 0;
	}
	if (n > 1 && !value_truth(*args)) {
		*out = args[1];
		return 0;
	}
	for (int i = 0; args->kind == VALUE_TEXT && i < 6; i++) {
		if (strcmp(args->s, texts[i]))
			continue;
		*out = value_bool(i >= 3);
		return 0;
	}
	return expr_fail(context, "a flag is not recorded as True or False");
}

/* repeat(x, n): a list of n times x, n at most 16. */
static int
call_repeat(struct expr_context *context, const struct value *args, uint32_t n, struct value *out)
{
	struct value *items;
	int64_t times = args[1].kind == VALUE_INT ? args[1].i : -1;

	(void)n;
	if (times < 0 || times > 16)
		return expr_fail(context, "a list of 0 to 16 items is needed");
	items = arena_alloc(context->arena, ((size_t)times + 1) * sizeof(*items));
	if (!items)
		return expr_no_memory(context);
	for (int64_t i = 0; i < times; i++)
		items[i] = args[0];
	*out = (struct value){ .kind = VALUE_LIST, .n = (uint32_t)times, .items = items };
	return 0;
}

/* A list from its text: "[1, 2]", "3"; with a second argument for texts that are empty. */
static int
call_list(struct expr_context *context, const struct value *args, uint32_t n, struct value *out)
{
	struct value one;
	int status;

	if (value_is_list(*args)) {
		*out = *args;
		return 0;
	}
	if (n > 1 && !value_truth(*args)) {
		*out = args[1];
		return 0;
	}
	if (args->kind != VALUE_TEXT)
		return expr_fail(context, "a list is not recorded");
	status = value_read(&one, args->s, args->n, context->arena);
	if (status < 0)
		return expr_no_memory(context);
	if (status == 0)
		return expr_fail(context, "\"%.40s\" is no list", args->s);
	if (value_is_list(one)) {
		*out = one;
		return 0;
	}
	return call_repeat(context, (const struct value[]){ one, value_int(1) }, 2, out);
}

int
expr_call_tuple(struct expr_context *context, const struct value *args, uint32_t n, struct value *out)
{
	(void)n;
	if (!value_is_list(*args))
		return expr_fail(context, "a list is needed where there is none");
	*out = *args;
	out->kind = VALUE_TUPLE;
	return 0;
}

/* part(list, from, to): the items from (counted from 0) up to and without to. */
static int
call_part(struct expr_context *context, const struct value *args, uint32_t n, struct value *out)
{
	int64_t from = args[1].kind == VALUE_INT ? args[1].i : -1;
	int64_t to = n > 2 ? (args[2].kind == VALUE_INT ? args[2].i : -1) : args[0].n;

	if (!value_is_list(args[0]))
		return expr_fail(context, "a part of what is no list is asked for");
	if (from < 0 || to > args[0].n || from > to)
		return expr_fail(context, "items %lld to %lld of a list of %u", (long long)from,
			(long long)to, args[0].n);
	*out = args[0];
	out->items = args[0].n ? args[0].items + from : NULL;
	out->n = (uint32_t)(to - from);
	return 0;
}

/* join(a, b): one list of both. */
static int
call_join(struct expr_context *context, const struct value *args, uint32_t n, struct value *out)
{
	struct value *items;

	(void)n;
	if (!value_is_list(args[0]) || !value_is_list(args[1]))
		return expr_fail(context, "two lists are needed");
	items = arena_alloc(context->arena, ((size_t)args[0].n + args[1].n + 1) * sizeof(*items));
	if (!items)
		return expr_no_memory(context);
	for (uint32_t i = 0; i < args[0].n; i++)
		items[i] = args[0].items[i];
	for (uint32_t i = 0; i < args[1].n; i++)
		items[args[0].n + i] = args[1].items[i];
	*out = (struct value){ .kind = args[0].kind, .n = args[0].n + args[1].n, .items = items };
	return 0;
}

/* ceil(x), ceil(a, b): up to the next whole number, of a / b. */
static int
call_ceil(struct expr_context *context, const struct value *args, uint32_t n, struct value *out)
{
	struct value whole = n > 1 ? args[1] : value_int(1);
	double v;

	if (args[0].kind == VALUE_NONE || whole.kind == VALUE_NONE)
		return 0;
	if (args[0].kind == VALUE_INT && whole.kind == VALUE_INT && whole.i > 0) {
		*out = value_int(args[0].i / whole.i + (args[0].i > 0 && args[0].i % whole.i));
		return 0;
	}
	v = value_number(args[0]);
	if (n > 1)
		v = value_number(args[1]) != 0 ? v / value_number(args[1]) : (double)NAN;
	v = ceil(v);
	if (!(fabs(v) < 0x1p62))
		return expr_fail(context, "ceil() of what has no next whole number");
	*out = value_int((int64_t)v);
	return 0;
}

static int
call_floor(struct expr_context *context, const struct value *args, uint32_t n, struct value *out)
{
	double v = floor(value_number(*args));

	(void)n;
	if (args->kind == VALUE_NONE || args->kind == VALUE_INT) {
		*out = *args;
		return 0;
	}
	if (!(fabs(v) < 0x1p62))
		return expr_fail(context, "floor() of what has no whole number below");
	*out = value_int((int64_t)v);
	return 0;
}

static int
pick(struct expr_context *context, const struct value *args, uint32_t n, struct value *out,
	bool least)
{
	*out = args[0];
	for (uint32_t i = 0; i < n; i++) {
		if (!value_is_number(args[i]))
			return expr_fail(context, "a number is needed where there is none");
		if (least ? value_less(args[i], *out) : value_less(*out, args[i]))
			*out = args[i];
	}
	return 0;
}

static int
call_min(struct expr_context *context, const struct value *args, uint32_t n, struct value *out)
{
	return pick(context, args, n, out, true);
}

static int
call_max(struct expr_context *context, const struct value *args, uint32_t n, struct value *out)
{
	return pick(context, args, n, out, false);
}

static int
call_has(struct expr_context *context, const struct value *args, uint32_t n, struct value *out)
{
	(void)context;
	(void)n;
	*out = value_bool(args->kind != VALUE_NONE);
	return 0;
}

static int
call_bool(struct expr_context *context, const struct value *args, uint32_t n, struct value *out)
{
	(void)context;
	(void)n;
	*out = value_bool(value_truth(*args));
	return 0;
}

/* contains("text", "part") */
static int
call_contains(struct expr_context *context, const struct value *args, uint32_t n, struct value *out)
{
	(void)n;
	if (args[0].kind != VALUE_TEXT || args[1].kind != VALUE_TEXT)
		return expr_fail(context, "contains() needs two texts");
	*out = value_bool(strstr(args[0].s, args[1].s) != NULL);
	return 0;
}

static int
call_lower(struct expr_context *context, const struct value *args, uint32_t n, struct value *out)
{
	char *copy;

	(void)n;
	if (args->kind != VALUE_TEXT)
		return expr_fail(context, "a text is needed where there is none");
	copy = arena_strndup(context->arena, args->s, args->n);
	if (!copy)
		return expr_no_memory(context);
	for (char *p = copy; *p; p++)
		*p = *p >= 'A' && *p <= 'Z' ? (char)(*p + 32) : *p;
	*out = (struct value){ .kind = VALUE_TEXT, .n = args->n, .s = copy };
	return 0;
}

/* spread(x, n): a list of n: x itself, or n times the number or the only item that x is. */
static int
call_spread(struct expr_context *context, const struct value *args, uint32_t n, struct value *out)
{
	struct value one = args[0];

	if (args[1].kind != VALUE_INT)
		return expr_fail(context, "spread() needs a number of items");
	if (value_is_list(one) && one.n != 1) {
		*out = one;
		if (one.n == args[1].i)
			return 0;
		return expr_fail(context, "%u values for %lld dimensions", one.n,
			(long long)args[1].i);
	}
	if (value_is_list(one))
		one = one.items[0];
	return call_repeat(context, (const struct value[]){ one, args[1] }, n, out);
}

/*
 * active_experts(E, top, M): experts that get a token when M tokens are each sent evenly to top of
 * E.
 */
static int
call_active_experts(struct expr_context *context, const struct value *args, uint32_t n,
	struct value *out)
{
	double e = value_number(args[0]), top = value_number(args[1]), m = value_number(args[2]);
	long double miss;	/* chance that an expert gets none */

	(void)n;
	if (!(e > 0) || !(top <= e) || !(m >= 0))
		return expr_fail(context, "numbers of experts and tokens that do not fit");
	miss = powl(((long double)e - (long double)top) / (long double)e, (long double)m);
	*out = value_real((double)((long double)e * (1 - miss)));
	return 0;
}

/* need(condition, "why not", value): fails with the text when the condition is false. */
static int
call_need(struct expr_context *context, const struct value *args, uint32_t n, struct value *out)
{
	if (!value_truth(args[0]))
		return expr_fail(context, "%.200s",
			args[1].kind == VALUE_TEXT ? args[1].s : "a condition does not hold");
	*out = n > 2 ? args[2] : value_bool(true);
	return 0;
}

static const struct expr_function functions[] = {
	{"len", 1, 1, call_len, "number of items of a list"},
	{"size", 1, 1, expr_call_size, "product of a shape, 1 for ()"},
	{"bpe", 1, 2, call_bpe,
		"bytes an element of a type, None (or the second argument) when not known"},
	{"sized", 1, 1, call_sized, "bytes an element of a type; fails when not known"},
	{"expert_bpe", 1, 2, call_expert_bpe,
		"the same in the table of the mixture-of-experts models"},
	{"precision", 1, 1, call_precision, "precision of a type: \"bf16\""},
	{"int", 1, 2, call_int,
		"a text as a whole number; the second argument stands for an empty one"},
	{"real", 1, 2, call_real, "a text as a number"},
	{"flag", 1, 2, call_flag, "a text as True or False"},
	{"list", 1, 2, call_list, "a text as a list"},
	{"tuple", 1, 1, expr_call_tuple, "a list as a tuple"},
	{"repeat", 2, 2, call_repeat, "a list of n times a value"},
	{"part", 2, 3, call_part, "items of a list from one up to another"},
	{"join", 2, 2, call_join, "two lists as one"},
	{"ceil", 1, 2, call_ceil, "up to a whole number, of x or of a / b"},
	{"floor", 1, 1, call_floor, "down to a whole number"},
	{"min", 2, 8, call_min, "the least"},
	{"max", 2, 8, call_max, "the greatest"},
	{"extra", 1, 2, expr_call_extra, "a fact beside the arguments, by name"},
	{"has", 1, 1, call_has, "whether a value is known"},
	{"bool", 1, 1, call_bool, "whether a value is not False, 0, empty or None"},
	{"contains", 2, 2, call_contains, "whether a text contains another"},
	{"lower", 1, 1, call_lower, "a text in lower case"},
	{"op_name", 0, 0, expr_call_op_name, "the op's name"},
	{"kernel", 0, 0, expr_call_kernel, "the name of the op's first kernel, \"\" when not known"},
	{"shape_of_rank", 2, 2, expr_call_shape_of_rank, "the k-th recorded shape of r dimensions"},
	{"arguments", 0, 0, expr_call_arguments, "how many shapes are recorded"},
	{"largest", 0, 0, expr_call_largest, "the number of the argument with the most elements"},
	{"type_of", 1, 2, expr_call_type_of,
		"type of an argument; the second (None) stands for one that is not recorded"},
	{"text_of", 1, 2, expr_call_text_of, "the same for its text"},
	{"operands", 0, 0, expr_call_operands, "(shape, type) of the arguments that have a shape"},
	{"spread", 2, 2, call_spread, "a list of n, from one number or a list"},
	{"stride", 1, 2, expr_call_stride,
		"strides of an argument, None when no strides are recorded; the second for too few"},
	{"kernel_transpose", 0, 0, expr_call_kernel_transpose,
		"how the operands lie by the kernel's name"},
	{"active_experts", 3, 3, call_active_experts, "experts that get a token"},
	{"need", 2, 3, call_need, "fails with a reason when a condition is false"},
	{"bytes_of_all", 0, 0, expr_call_bytes_of_all,
		"bytes of all arguments whose type has a known size"},
};

const struct expr_function *
expr_function_at(uint32_t i)
{
	return i < sizeof(functions) / sizeof(*functions) ? &functions[i] : NULL;
}

const struct expr_function *
expr_function_find(const char *name, size_t len)
{
	for (uint32_t i = 0; i < sizeof(functions) / sizeof(*functions); i++)
		if (!strncmp(functions[i].name, name, len) && !functions[i].name[len])
			return &functions[i];
	return NULL;
}
