/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Normalisation: batch, layer, group and instance norm share one model, RMS norm
 * has its own.
 *
 * n elements, c channels (for layer and RMS norm the elements of one
 * normalised row). Norm (Ioffe, Szegedy: Batch normalization, 2015): statistics
 * 3 n when training and 6 c, then 2 n to scale and shift. RMS norm (Zhang,
 * Sennrich, 2019): a row of c takes c squares, c additions and a root with a
 * division, then n products and n more with a weight.
 *
 * Known differences, as the values we are checked against have them: the weights
 * move at the input's type; the gradient of an inference-mode norm with a mask
 * counts none of it, and without a mask part of it; group norm's channels are those of
 * a group.
 */
#include "model/family_priv.h"
#include <math.h>

enum {
	NORM_SHAPE, NORM_CHANNELS, NORM_TYPE, NORM_AFFINE, NORM_BIAS, NORM_TRAINING, NORM_MASK,
	NORM_STRIDE, NORM_STRIDE_OUT, NORM_TYPE_OUT, NORM_PARAMS
};

static const struct family_param norm_params[] = {
	[NORM_SHAPE] = {"shape", NULL, FAMILY_SHAPE, "shape of the input, 8x16x32x32"},
	[NORM_CHANNELS] = {"channels", NULL, 0,
		"channels: of batch norm, or elements of a normalised row"},
	[NORM_TYPE] = {"type", NULL, FAMILY_TYPE, "type of all"},
	[NORM_AFFINE] = {"affine", "True", 0, "whether it has a weight"},
	[NORM_BIAS] = {"bias", "True", 0, "whether it has a bias"},
	[NORM_TRAINING] = {"training", "True", 0, "whether statistics are worked out"},
	[NORM_MASK] = {"mask", "[True]", FAMILY_SHAPE, "backward: which gradients are wanted"},
	[NORM_STRIDE] = {"stride", "None", FAMILY_TRACE, "strides of the input"},
	[NORM_STRIDE_OUT] = {"stride_out", "None", FAMILY_TRACE, "strides of the result"},
	[NORM_TYPE_OUT] = {"type_out", "None", FAMILY_TRACE, "type of the result as shown"},
};

static const struct family_column norm_columns[] = {
	{"op_shape", "tuple(shape)"},
	{"dtype_in_out", "(type, type_out)"},
	{"stride_input", "stride"},
	{"stride_output", "stride_out"},
	{"num_channels", "channels"},
	{"has_bias", "bias"},
	{"is_affine", "affine"},
	{"is_training", "training"},
};

struct norm {
	quantity n, c, element;
	bool affine, bias, training, mask[2];
};

static struct norm
norm_read(struct family_call *call)
{
	struct norm s = {
		.n = family_size(call, NORM_SHAPE), .c = family_quantity(call, NORM_CHANNELS),
		.element = family_bytes_of_type(call->p[NORM_TYPE]),
		.affine = family_truth(call, NORM_AFFINE), .bias = family_truth(call, NORM_BIAS),
		.training = family_truth(call, NORM_TRAINING),
	};
	struct value mask = call->p[NORM_MASK];

	for (uint32_t i = 0; i < 2; i++)
		s.mask[i] = value_is_list(mask) && i < mask.n && value_truth(mask.items[i]);
	if (!(s.c > 0) && !call->reason)
		family_fail(call, "no channels");
	if (isnan(s.element))
		family_fail(call, "the size of a type is not known");
	return s;
}

static void
norm_forward(struct family_call *call)
{
	struct norm s = norm_read(call);
	quantity rows = 2 + (s.affine ? 1 + (s.bias ? 1 : 0) : 0) + (s.training ? 2 : 0);

	call->flops = 6 * s.c + (s.training ? 3 * s.n : 0) + 2 * s.n;
	call->bytes = (2 * s.n + s.c * rows) * s.element;
}

static void
norm_backward(struct family_call *call)
{
	struct norm s = norm_read(call);
	quantity each = s.n / s.c, channel = (s.training ? 0 : 3) + 4 * each;
	quantity rows = 0;

	if (!s.mask[0])
		channel += 2 * each;
	else if (s.training)
		channel += 5 * each;
	if (s.training)
		rows += 1;
	if (s.affine)
		rows += 1 + (s.training ? (s.bias ? 2 : 1) : 0);
	call->flops = s.c * channel;
	call->bytes = (s.n + s.n * (s.mask[0] && s.training ? 2 : 1) + s.c * rows) * s.element;
}

const struct model_family family_norm = {
	.name = "norm",
	.help = "batch, layer, group and instance normalisation",
	.unit = "vector",
	.params = norm_params, .n_params = NORM_PARAMS,
	.columns = norm_columns, .n_columns = FAMILY_COUNT(norm_columns),
	.forward = norm_forward, .backward = norm_backward,
};

static const struct family_param rms_params[] = {
	[NORM_SHAPE] = {"shape", NULL, FAMILY_SHAPE, "shape of the input, 4x128x512"},
	[NORM_CHANNELS] = {"channels", "shape[-1]", 0, "elements of a normalised row"},
	[NORM_TYPE] = {"type", NULL, FAMILY_TYPE, "type of all"},
	[NORM_AFFINE] = {"affine", "True", 0, "whether it has a weight"},
	[NORM_BIAS] = {"bias", "False", FAMILY_TRACE, "as shown"},
	[NORM_TRAINING] = {"training", "False", FAMILY_TRACE, "as shown"},
	[NORM_MASK] = {"mask", "[True, True]", FAMILY_SHAPE,
		"backward: which gradients are wanted, input's and weight's"},
	[NORM_STRIDE] = {"stride", "None", FAMILY_TRACE, "strides of the input"},
	[NORM_STRIDE_OUT] = {"stride_out", "None", FAMILY_TRACE, "strides of the result"},
	[NORM_TYPE_OUT] = {"type_out", "None", FAMILY_TRACE, "type of the result as shown"},
};

static void
rms_forward(struct family_call *call)
{
	struct norm s = norm_read(call);

	call->flops = s.n / s.c * (2 * s.c + 2) + s.n * (s.affine ? 2 : 1);
	call->bytes = (2 * s.n + (s.affine ? s.c : 0)) * s.element;
}

static void
rms_backward(struct family_call *call)
{
	struct norm s = norm_read(call);

	call->flops = s.n + (s.affine ? s.n : 0) + (s.mask[0] ? 6 * s.n : 0);
	if (s.mask[1] && s.affine)
		call->flops += s.n + (s.n / s.c > 1 ? s.n : 0);
	call->bytes = (3 * s.n + (s.affine ? 2 * s.c : 0)) * s.element;
}

const struct model_family family_rmsnorm = {
	.name = "rmsnorm",
	.help = "RMS normalisation",
	.unit = "vector",
	.params = rms_params, .n_params = NORM_PARAMS,
	.columns = norm_columns, .n_columns = FAMILY_COUNT(norm_columns),
	.forward = rms_forward, .backward = rms_backward,
};
