/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/dtype.h"
#include "model/family_priv.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const struct model_family *const families[] = {
	&family_attention,
	&family_binary,
	&family_causal_conv1d,
	&family_conv,
	&family_cross_entropy,
	&family_formula,
	&family_gemm,
	&family_grouped_gemm,
	&family_grouped_gemm_variable,
	&family_inference,
	&family_mamba,
	&family_moe_comm,
	&family_moe_down,
	&family_moe_fused,
	&family_moe_up,
	&family_norm,
	&family_reduce,
	&family_rmsnorm,
	&family_rope,
	&family_softmax,
	&family_triton,
	&family_unary,
};

const struct model_family *
family_at(uint32_t i)
{
	return i < FAMILY_COUNT(families) ? families[i] : NULL;
}

const struct model_family *
family_find(const char *name)
{
	for (uint32_t i = 0; i < FAMILY_COUNT(families); i++)
		if (!strcmp(families[i]->name, name))
			return families[i];
	return NULL;
}

/* Rows of the table that bring their own expressions use it. */
static const struct family_param formula_params[] = {
	{ "type", "None", FAMILY_TYPE, "type, which the peak rate is for" },
};

const struct model_family family_formula = {
	.name = "formula",
	.help = "FLOPs and bytes as the op table's own expressions",
	.unit = "vector",
	.params = formula_params, .n_params = FAMILY_COUNT(formula_params),
};

void
family_fail(struct family_call *call, const char *format, ...)
{
	char text[256];
	va_list args;

	if (call->reason)
		return;
	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	call->reason = arena_strdup(call->arena, text);
	if (!call->reason)
		call->no_memory = true;
}

quantity
family_quantity(struct family_call *call, uint32_t param)
{
	struct value v = call->p[param];

	if (v.kind == VALUE_NONE)
		return (quantity)NAN;
	if (!value_is_number(v)) {
		family_fail(call, "%s is no number", call->family->params[param].name);
		return 0;
	}
	if (value_number(v) < 0)
		family_fail(call, "%s is negative", call->family->params[param].name);
	return v.kind == VALUE_REAL ? (quantity)v.d : (quantity)v.i;
}

bool
family_truth(const struct family_call *call, uint32_t param)
{
	return value_truth(call->p[param]);
}

quantity
family_bytes_of_type(struct value type)
{
	return (quantity)dtype_bytes(type.kind == VALUE_TEXT ? type.s : NULL);
}

quantity
family_size(struct family_call *call, uint32_t param)
{
	struct value v = call->p[param];
	quantity size = 1;

	if (!value_is_list(v))
		family_fail(call, "%s is no shape", call->family->params[param].name);
	for (uint32_t i = 0; value_is_list(v) && i < v.n; i++) {
		if (v.items[i].kind != VALUE_INT)
			family_fail(call, "%s holds what is no whole number",
				call->family->params[param].name);
		else if (v.items[i].i < 0)
			family_fail(call, "%s has a negative dimension",
				call->family->params[param].name);
		else
			size *= (quantity)v.items[i].i;
	}
	return call->reason ? 0 : size;
}

static const char *
family_bound(const struct family_call *call)
{
	if (call->reason)
		return call->reason;
	if (call->flops >= 0x1p63L || call->bytes >= 0x1p63L || isinf(call->flops)
		|| isinf(call->bytes))
		return "a count passes 2^63";
	if (call->flops < 0 || call->bytes < 0)
		return "a count is negative";
	return NULL;
}

struct model_amount
model_amount_from(quantity q)
{
	struct model_amount amount = { .value = (double)NAN };

	if (isnan(q))
		return amount;
	amount.known = true;
	amount.value = (double)q;
	amount.whole = q == floorl(q);
	amount.count = amount.whole ? (int64_t)q : 0;
	return amount;
}

int
family_work(const struct model_family *family, const struct value *slots, bool backward,
	struct arena *arena, struct model_result *result)
{
	struct family_call call = {
		.p = slots,
		.family = family,
		.arena = arena,
		.flops = (quantity)NAN,
		.bytes = (quantity)NAN,
	};
	const char *reason;

	if (backward ? !family->backward : !family->forward) {
		result->status = backward ? MODEL_NO_BACKWARD : MODEL_NO_MODEL;
		result->reason = backward ? "there is no backward model" : "there are no formulas";
		return 0;
	}
	(backward ? family->backward : family->forward)(&call);
	if (call.no_memory)
		return -1;
	reason = family_bound(&call);
	if (reason) {
		result->status = MODEL_UNREADABLE;
		result->reason = reason;
		return 0;
	}
	result->flops = model_amount_from(call.flops);
	result->bytes = model_amount_from(call.bytes);
	return 0;
}
