/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Mixture of experts: M tokens of K features, each sent to `top` of E experts of
 * N inner features.
 *
 * FLOPs are those of the products that are really needed. Weights move once for
 * each expert that got a token: with tokens sent evenly at random that is
 * E (1 - ((E - top) / E)^M) experts (Shazeer et al.: Outrageously large neural
 * networks, 2017, for the layer). Bytes are therefore no whole number.
 *
 * Known difference: a class whose weight type is not in the table counts 1 byte
 * an element, also for packed 4-bit weights.
 */
#include "model/family_priv.h"
#include <math.h>

enum {
	MOE_M, MOE_K, MOE_N, MOE_E, MOE_TOP, MOE_GATED, MOE_TYPE, MOE_IN, MOE_W, MOE_OUT,
	MOE_TYPE_IN, MOE_TYPE_W, MOE_TYPE_OUT, MOE_PARAMS
};

static const struct family_param moe_params[] = {
	[MOE_M] = { "M", NULL, 0, "tokens" },
	[MOE_K] = { "K", NULL, 0, "features of a token (hidden size)" },
	[MOE_N] = { "N", NULL, 0, "inner features of an expert" },
	[MOE_E] = { "E", NULL, 0, "experts" },
	[MOE_TOP] = { "top", NULL, 0, "experts a token is sent to" },
	[MOE_GATED] = { "gated", "True", 0, "whether the first product is doubled by a gate" },
	[MOE_TYPE] = { "type", NULL, FAMILY_TYPE, "type, which the peak rate is for" },
	[MOE_IN] = { "bytes_in", "bpe(type)", 0, "bytes an element of the tokens" },
	[MOE_W] = { "bytes_w", "bytes_in", 0, "bytes an element of the weights" },
	[MOE_OUT] = { "bytes_out", "bytes_in", 0, "bytes an element of the result" },
	[MOE_TYPE_IN] = { "type_in", "None", FAMILY_TRACE, "type of the tokens as shown" },
	[MOE_TYPE_W] = { "type_w", "None", FAMILY_TRACE, "type of the weights as shown" },
	[MOE_TYPE_OUT] = { "type_out", "None", FAMILY_TRACE, "type of the result as shown" },
};

static const struct family_column moe_columns[] = {
	{"num_tokens", "M"},
	{"hidden_dim", "K"},
	{"inter_dim", "N"},
	{"num_experts", "E"},
	{"topk", "top"},
	{"gated?", "gated"},
	{"input_dtype?", "type_in"},
	{"weight_dtype?", "type_w"},
	{"output_dtype?", "type_out"},
};

struct moe {
	quantity m, k, n, top, gates, active, in, w, out;
};

static struct moe
moe_read(struct family_call *call)
{
	quantity e = family_quantity(call, MOE_E);
	struct moe s = {
		.m = family_quantity(call, MOE_M),
		.k = family_quantity(call, MOE_K),
		.n = family_quantity(call, MOE_N),
		.top = family_quantity(call, MOE_TOP),
		.gates = family_truth(call, MOE_GATED) ? 2 : 1,
		.in = family_quantity(call, MOE_IN),
		.w = family_quantity(call, MOE_W),
		.out = family_quantity(call, MOE_OUT),
	};

	if (!(e > 0) || s.top > e)
		family_fail(call, "%.0Lf of %.0Lf experts", s.top, e);
	else
		s.active = e * (1 - powl((e - s.top) / e, s.m));
	return s;
}

static void
moe_fused_forward(struct family_call *call)
{
	struct moe s = moe_read(call);

	call->flops = 2 * s.m * s.k * s.n * s.top * (s.gates + 1) + s.m * s.k * (2 * s.top - 1);
	call->bytes =
		s.m * s.k * s.in + s.active * s.n * s.k * s.w * (s.gates + 1) + s.m * s.k * s.out;
}

static void
moe_up_forward(struct family_call *call)
{
	struct moe s = moe_read(call);

	call->flops = 2 * s.m * s.n * s.k * s.top * s.gates;
	call->bytes =
		s.m * s.k * s.in + s.active * s.gates * s.k * s.n * s.w + s.m * s.n * s.top * s.out;
}

static void
moe_down_forward(struct family_call *call)
{
	struct moe s = moe_read(call);

	call->flops = 2 * s.m * s.n * s.k * s.top;
	call->bytes = s.m * s.n * s.top * s.in + s.active * s.n * s.k * s.w + s.m * s.k * s.out;
}

const struct model_family family_moe_fused = {
	.name = "moe_fused",
	.help = "mixture of experts in one kernel: up (and gate), down, weighted sum",
	.unit = "matrix",
	.params = moe_params, .n_params = MOE_PARAMS,
	.columns = moe_columns, .n_columns = FAMILY_COUNT(moe_columns),
	.forward = moe_fused_forward,
};

const struct model_family family_moe_up = {
	.name = "moe_up",
	.help = "mixture of experts, first product (and gate)",
	.unit = "matrix",
	.params = moe_params, .n_params = MOE_PARAMS,
	.columns = moe_columns, .n_columns = FAMILY_COUNT(moe_columns),
	.forward = moe_up_forward,
};

const struct model_family family_moe_down = {
	.name = "moe_down",
	.help = "mixture of experts, second product",
	.unit = "matrix",
	.params = moe_params, .n_params = MOE_PARAMS,
	.columns = moe_columns, .n_columns = FAMILY_COUNT(moe_columns),
	.forward = moe_down_forward,
};

enum { COMM_TOKENS, COMM_HIDDEN, COMM_TYPE, COMM_PARAMS };

static const struct family_param comm_params[] = {
	[COMM_TOKENS] = { "tokens", NULL, 0, "tokens sent or gathered" },
	[COMM_HIDDEN] = { "hidden", NULL, 0, "features of a token" },
	[COMM_TYPE] = { "type", NULL, FAMILY_TYPE, "type of the tokens" },
};

static const struct family_column comm_columns[] = {
	{ "num_tokens", "tokens" }, { "hidden_dim", "hidden" }, { "bpe", "bpe(type)" },
};

static void
comm_both(struct family_call *call)
{
	call->flops = 0;
	call->bytes = family_quantity(call, COMM_TOKENS) * family_quantity(call, COMM_HIDDEN)
		* family_bytes_of_type(call->p[COMM_TYPE]);
}

const struct model_family family_moe_comm = {
	.name = "moe_comm",
	.help = "tokens sent to experts or gathered from them: no FLOPs",
	.params = comm_params, .n_params = COMM_PARAMS,
	.columns = comm_columns, .n_columns = FAMILY_COUNT(comm_columns),
	.forward = comm_both, .backward = comm_both,
};
