/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Models of layers along a sequence: Mamba-2's scan, causal convolution,
 * rotary embedding, softmax, cross entropy.
 *
 * Mamba: state space duality in chunks (Dao, Gu: Transformers are SSMs, 2024,
 * section 6): the convolution, C B' in chunks, its product with x, the states and
 * their outputs. Rotary embedding (Su et al.: RoFormer, 2021): 3 FLOPs an element.
 * Softmax: 3 an element; cross entropy: 5 an element of the logits.
 */
#include "model/family_priv.h"

enum {
	MAMBA_B,
	MAMBA_T,
	MAMBA_H,
	MAMBA_P,
	MAMBA_G,
	MAMBA_N,
	MAMBA_CHUNK,
	MAMBA_CHANNELS,
	MAMBA_WIDTH,
	MAMBA_TYPE,
	MAMBA_BYTES,
	MAMBA_BYTES_A,
	MAMBA_BYTES_D,
	MAMBA_BYTES_DT,
	MAMBA_PARAMS
};

static const struct family_param mamba_params[] = {
	[MAMBA_B] = { "B", "1", 0, "sequences" },
	[MAMBA_T] = { "T", NULL, 0, "length of a sequence" },
	[MAMBA_H] = { "H", NULL, 0, "heads" },
	[MAMBA_P] = { "P", "64", 0, "dimension of a head" },
	[MAMBA_G] = { "G", "1", 0, "groups" },
	[MAMBA_N] = { "N", NULL, 0, "states a group" },
	[MAMBA_CHUNK] = { "chunk", "128", 0, "length of a chunk" },
	[MAMBA_CHANNELS] = { "channels", "H * P + 2 * G * N", 0, "channels of the convolution" },
	[MAMBA_WIDTH] = { "width", "4", 0, "taps of the convolution" },
	[MAMBA_TYPE] = { "type", NULL, FAMILY_TYPE, "type of the projected input" },
	[MAMBA_BYTES] = { "bytes", "bpe(type, 2)", 0, "bytes an element" },
	[MAMBA_BYTES_A] = { "bytes_a", "4", 0, "bytes an element of the heads' first parameter" },
	[MAMBA_BYTES_D] = { "bytes_d", "4", 0, "bytes an element of the second" },
	[MAMBA_BYTES_DT] = { "bytes_dt", "bytes", 0, "bytes an element of the third" },
};

static const struct family_column mamba_columns[] = {
	{"B", "B"},
	{"T", "T"},
	{"H", "H"},
	{"P", "P"},
	{"G", "G"},
	{"N", "N"},
	{"C", "chunk"},
	{"d_inner", "H * P"},
	{"d_conv", "width"},
	{"conv_channels", "channels"},
	{"combined_dim", "2 * H * P + 2 * G * N + H"},
};

static void
mamba_both(struct family_call *call)
{
	quantity b = family_quantity(call, MAMBA_B), t = family_quantity(call, MAMBA_T);
	quantity h = family_quantity(call, MAMBA_H), p = family_quantity(call, MAMBA_P);
	quantity g = family_quantity(call, MAMBA_G), n = family_quantity(call, MAMBA_N);
	quantity chunk = family_quantity(call, MAMBA_CHUNK);
	quantity channels = family_quantity(call, MAMBA_CHANNELS);
	quantity width = family_quantity(call, MAMBA_WIDTH);
	quantity bytes = family_quantity(call, MAMBA_BYTES);
	quantity projected = 2 * h * p + 2 * g * n + h;
	quantity heads = family_quantity(call, MAMBA_BYTES_A) + family_quantity(call, MAMBA_BYTES_D)
		+ family_quantity(call, MAMBA_BYTES_DT);

	call->flops = 2 * b * channels * t * width + 2 * b * g * t * chunk * n
		+ 2 * b * h * t * chunk * p + 4 * b * h * t * n * p;
	call->bytes = (b * t * projected + channels * width + channels + b * t * h * p) * bytes
		+ h * heads;
}

const struct model_family family_mamba = {
	.name = "mamba",
	.help = "Mamba-2 state space scan with its convolution, in chunks",
	.unit = "matrix",
	.params = mamba_params, .n_params = MAMBA_PARAMS,
	.columns = mamba_columns, .n_columns = FAMILY_COUNT(mamba_columns),
	.forward = mamba_both, .backward = mamba_both,
};

enum { CONV1D_B, CONV1D_C, CONV1D_L, CONV1D_K, CONV1D_BIAS, CONV1D_TYPE, CONV1D_PARAMS };

static const struct family_param conv1d_params[] = {
	[CONV1D_B] = { "B", "1", 0, "sequences" },
	[CONV1D_C] = { "channels", NULL, 0, "channels, each convolved by itself" },
	[CONV1D_L] = { "L", NULL, 0, "length of a sequence" },
	[CONV1D_K] = { "kernel_size", "4", 0, "taps" },
	[CONV1D_BIAS] = { "bias", "False", 0, "whether a bias is added" },
	[CONV1D_TYPE] = { "type", NULL, FAMILY_TYPE, "type of all" },
};

static const struct family_column conv1d_columns[] = {
	{"batch", "B"},
	{"channels", "channels"},
	{"seq_len", "L"},
	{"kernel_size", "kernel_size"},
	{"has_bias", "bias"},
};

/* A type of unknown size counts 2 bytes here, as the values we are checked against have it. */
static quantity
bytes_or_2(struct value type)
{
	quantity bytes = family_bytes_of_type(type);

	return bytes > 0 ? bytes : 2;
}

static void
conv1d_forward(struct family_call *call)
{
	quantity channels = family_quantity(call, CONV1D_C), taps = family_quantity(call, CONV1D_K);
	quantity n = family_quantity(call, CONV1D_B) * channels * family_quantity(call, CONV1D_L);

	call->flops = 2 * n * taps;
	call->bytes = (2 * n + channels * taps + (family_truth(call, CONV1D_BIAS) ? channels : 0))
		* bytes_or_2(call->p[CONV1D_TYPE]);
}

const struct model_family family_causal_conv1d = {
	.name = "causal_conv1d",
	.help = "causal convolution along a sequence, channel by channel",
	.unit = "matrix",
	.params = conv1d_params, .n_params = CONV1D_PARAMS,
	.columns = conv1d_columns, .n_columns = FAMILY_COUNT(conv1d_columns),
	.forward = conv1d_forward,
};

enum { ROPE_N, ROPE_TYPE, ROPE_PARAMS };

static const struct family_param rope_params[] = {
	[ROPE_N] = { "n", NULL, 0, "elements that are turned" },
	[ROPE_TYPE] = { "type", NULL, FAMILY_TYPE, "type of them" },
};

static const struct family_column rope_columns[] = { { "num_elements", "n" } };

static void
rope_forward(struct family_call *call)
{
	quantity n = family_quantity(call, ROPE_N);

	call->flops = 3 * n;
	call->bytes = 2 * n * bytes_or_2(call->p[ROPE_TYPE]);
}

const struct model_family family_rope = {
	.name = "rope",
	.help = "rotary position embedding",
	.unit = "vector",
	.params = rope_params, .n_params = ROPE_PARAMS,
	.columns = rope_columns, .n_columns = FAMILY_COUNT(rope_columns),
	.forward = rope_forward,
};

enum { SOFTMAX_M, SOFTMAX_N, SOFTMAX_B, SOFTMAX_TYPE, SOFTMAX_PARAMS };

static const struct family_param softmax_params[] = {
	[SOFTMAX_M] = { "M", NULL, 0, "rows" },
	[SOFTMAX_N] = { "N", NULL, 0, "elements of a row" },
	[SOFTMAX_B] = { "B", "1", 0, "matrices in the batch" },
	[SOFTMAX_TYPE] = { "type", NULL, FAMILY_TYPE, "type of all" },
};

static const struct family_column softmax_columns[] = { { "M", "M" }, { "N", "N" }, { "B", "B" } };

static void
softmax_forward(struct family_call *call)
{
	quantity n = family_quantity(call, SOFTMAX_M) * family_quantity(call, SOFTMAX_N)
		* family_quantity(call, SOFTMAX_B);

	call->flops = 3 * n;
	call->bytes = 2 * n * family_bytes_of_type(call->p[SOFTMAX_TYPE]);
}

const struct model_family family_softmax = {
	.name = "softmax",
	.help = "softmax over rows",
	.unit = "vector",
	.params = softmax_params, .n_params = SOFTMAX_PARAMS,
	.columns = softmax_columns, .n_columns = FAMILY_COUNT(softmax_columns),
	.forward = softmax_forward,
};

enum { ENTROPY_BATCH, ENTROPY_VOCAB, ENTROPY_N, ENTROPY_TYPE, ENTROPY_SHAPE, ENTROPY_PARAMS };

static const struct family_param entropy_params[] = {
	[ENTROPY_BATCH] = { "batch", NULL, 0, "sequences" },
	[ENTROPY_VOCAB] = { "vocab", NULL, 0, "classes" },
	[ENTROPY_N] = { "n", "batch * vocab", 0, "logits" },
	[ENTROPY_TYPE] = { "type", NULL, FAMILY_TYPE, "type of the logits" },
	[ENTROPY_SHAPE] = { "shape", "None", FAMILY_TRACE, "shape of the logits as recorded" },
};

static const struct family_column entropy_columns[] = {
	{ "batch", "batch" }, { "vocab_size", "vocab" }, { "logits_shape?", "shape" },
};

static void
entropy_forward(struct family_call *call)
{
	quantity batch = family_quantity(call, ENTROPY_BATCH);

	call->flops = 5 * batch * family_quantity(call, ENTROPY_VOCAB);
	call->bytes = family_quantity(call, ENTROPY_N) * bytes_or_2(call->p[ENTROPY_TYPE])
		+ 12 * batch;
}

const struct model_family family_cross_entropy = {
	.name = "cross_entropy",
	.help = "cross entropy loss over logits",
	.unit = "vector",
	.params = entropy_params, .n_params = ENTROPY_PARAMS,
	.columns = entropy_columns, .n_columns = FAMILY_COUNT(entropy_columns),
	.forward = entropy_forward,
};
