/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Scaled dot-product attention as in training: every query meets every key.
 *
 * FLOPs: Q K' and P V, 2 B H_Q N_Q N_KV d each; a causal mask halves both.
 * Softmax, masks and dropout are not counted. Backward (Dao: FlashAttention-2,
 * 2023): dV, dP, dQ, dK, and Q K' again where the implementation keeps no scores.
 * Bytes: q, k, v, the output and, backward, the gradients move once, at 2 bytes an
 * element whatever the type.
 *
 * Known differences, as the values we are checked against have them: 2 bytes;
 * causal with N_Q != N_KV has no model; the sums over the query heads of a group
 * lack the factor of heads, and a causal mask halves them; variable lengths count
 * the longest sequence and averages of the rest.
 */
#include "model/family_priv.h"
#include <math.h>

enum {
	SDPA_B,
	SDPA_NQ,
	SDPA_HQ,
	SDPA_NKV,
	SDPA_HKV,
	SDPA_DQK,
	SDPA_DV,
	SDPA_CAUSAL,
	SDPA_FLASH,
	SDPA_BYTES,
	SDPA_TYPE,
	SDPA_DROPOUT,
	SDPA_SEQS_Q,
	SDPA_SEQS_KV,
	SDPA_MAX_Q,
	SDPA_MAX_KV,
	SDPA_TYPES,
	SDPA_STRIDE_Q,
	SDPA_STRIDE_K,
	SDPA_STRIDE_V,
	SDPA_PARAMS
};

static const struct family_param sdpa_params[] = {
	[SDPA_B] = {"B", "1", 0, "sequences in the batch"},
	[SDPA_NQ] = {"N_Q", NULL, 0, "queries of a sequence (all, when lengths vary)"},
	[SDPA_HQ] = {"H_Q", NULL, 0, "heads of the queries"},
	[SDPA_NKV] = {"N_KV", "N_Q", 0, "keys of a sequence"},
	[SDPA_HKV] = {"H_KV", "H_Q", 0, "heads of keys and values"},
	[SDPA_DQK] = {"d_qk", NULL, 0, "dimension of a head of queries and keys"},
	[SDPA_DV] = {"d_v", "d_qk", 0, "dimension of a head of values"},
	[SDPA_CAUSAL] = {"causal", "False", 0, "whether later keys are masked"},
	[SDPA_FLASH] = {"flash", "True", 0, "whether the backward pass works the scores out again"},
	[SDPA_BYTES] = {"bytes", "2", 0, "bytes an element"},
	[SDPA_TYPE] = {"type", NULL, FAMILY_TYPE, "type, which the peak rate is for"},
	[SDPA_DROPOUT] = {"dropout", "0.0", FAMILY_TRACE, "share of scores dropped"},
	[SDPA_SEQS_Q] = {"seqs_q", "1", 0, "sequences of different lengths that N_Q holds"},
	[SDPA_SEQS_KV] = {"seqs_kv", "seqs_q", 0, "the same for N_KV"},
	[SDPA_MAX_Q] = {"max_q", "N_Q", 0, "longest of them"},
	[SDPA_MAX_KV] = {"max_kv", "N_KV", 0, "longest of them"},
	[SDPA_TYPES] = {"types", "(type, type)", FAMILY_TRACE, "types as shown"},
	[SDPA_STRIDE_Q] = {"stride_q", "None", FAMILY_TRACE, "strides of the queries"},
	[SDPA_STRIDE_K] = {"stride_k", "None", FAMILY_TRACE, "strides of the keys"},
	[SDPA_STRIDE_V] = {"stride_v", "None", FAMILY_TRACE, "strides of the values"},
};

static const struct family_column sdpa_columns[] = {
	{ "B", "B" }, { "N_Q", "N_Q" }, { "H_Q", "H_Q" }, { "N_KV", "N_KV" }, { "H_KV", "H_KV" },
	{ "d_h_qk", "d_qk" }, { "d_h_v", "d_v" }, { "q_stride?", "stride_q" },
	{ "k_stride?", "stride_k" }, { "v_stride?", "stride_v" }, { "dropout?", "dropout" },
	{ "causal", "causal" },
	{ "flash_impl", "flash" }, { "dtype_A_B?", "types" },
};

struct sdpa {
	quantity b, nq, hq, nkv, hkv, dqk, dv;
	bool causal, flash;
};

typedef quantity sdpa_formula(struct family_call *call, const struct sdpa *s);

/* All scores, once for each of d columns. */
static quantity
sdpa_product(struct family_call *call, const struct sdpa *s, quantity d)
{
	quantity all = s->b * s->hq * 2 * s->nq * s->nkv * d;

	if (!s->causal)
		return all;
	if (s->nq != s->nkv)
		family_fail(call, "a causal mask with N_Q %.0Lf and N_KV %.0Lf has no model", s->nq,
			s->nkv);
	return all / 2;
}

static quantity
sdpa_flops(struct family_call *call, const struct sdpa *s)
{
	return sdpa_product(call, s, s->dqk) + sdpa_product(call, s, s->dv);
}

static quantity
sdpa_flops_backward(struct family_call *call, const struct sdpa *s)
{
	quantity again = s->flash ? sdpa_product(call, s, s->dqk) : 0;
	quantity group = s->hkv > 0 ? floorl(s->hq / s->hkv) - 1 : 0;
	quantity sums = s->b * s->nkv * group * (s->dv + s->dqk);

	return again + 2 * sdpa_product(call, s, s->dv) + 2 * sdpa_product(call, s, s->dqk)
		+ (s->causal ? sums / 2 : sums);
}

static struct sdpa
sdpa_read(struct family_call *call)
{
	return (struct sdpa){
		.b = family_quantity(call, SDPA_B), .nq = family_quantity(call, SDPA_NQ),
		.hq = family_quantity(call, SDPA_HQ), .nkv = family_quantity(call, SDPA_NKV),
		.hkv = family_quantity(call, SDPA_HKV), .dqk = family_quantity(call, SDPA_DQK),
		.dv = family_quantity(call, SDPA_DV),
		.causal = family_truth(call, SDPA_CAUSAL), .flash = family_truth(call, SDPA_FLASH),
	};
}

/* One sequence of the greatest length, the others of the average of what is left. */
static quantity
sdpa_lengths(struct family_call *call, const struct sdpa *all, sdpa_formula *formula)
{
	quantity seqs = family_quantity(call, SDPA_SEQS_Q);
	quantity seqs_kv = family_quantity(call, SDPA_SEQS_KV);
	struct sdpa longest = *all, rest = *all;

	longest.nq = family_quantity(call, SDPA_MAX_Q);
	longest.nkv = family_quantity(call, SDPA_MAX_KV);
	if (!(seqs > 1))
		return formula(call, &longest);
	if (!(seqs_kv > 1)) {
		family_fail(call, "queries of %.0Lf sequences and keys of %.0Lf", seqs, seqs_kv);
		return 0;
	}
	rest.nq = floorl((all->nq - longest.nq) / (seqs - 1));
	rest.nkv = floorl((all->nkv - longest.nkv) / (seqs_kv - 1));
	if (rest.nq < 0 || rest.nkv < 0)
		family_fail(call, "the longest sequence is longer than all of them");
	return formula(call, &longest) + (seqs - 1) * formula(call, &rest);
}

static void
sdpa_forward(struct family_call *call)
{
	struct sdpa s = sdpa_read(call);
	quantity queries = s.b * s.nq * s.hq, keys = s.b * s.nkv * s.hkv;

	call->flops = sdpa_lengths(call, &s, sdpa_flops);
	call->bytes = (queries * s.dqk + keys * s.dqk + keys * s.dv + queries * s.dv)
		* family_quantity(call, SDPA_BYTES);
}

/* q, k, v and the output's gradient in, three gradients out. */
static void
sdpa_backward(struct family_call *call)
{
	struct sdpa s = sdpa_read(call);
	quantity queries = s.b * s.nq * s.hq, keys = s.b * s.nkv * s.hkv;

	call->flops = sdpa_lengths(call, &s, sdpa_flops_backward);
	call->bytes = (2 * queries * s.dqk + 2 * keys * (s.dqk + s.dv) + queries * s.dv)
		* family_quantity(call, SDPA_BYTES);
}

const struct model_family family_attention = {
	.name = "attention",
	.help = "scaled dot-product attention, causal, grouped heads, variable lengths",
	.unit = "matrix",
	.params = sdpa_params, .n_params = SDPA_PARAMS,
	.columns = sdpa_columns, .n_columns = FAMILY_COUNT(sdpa_columns),
	.forward = sdpa_forward, .backward = sdpa_backward,
};
