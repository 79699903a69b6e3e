/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Convolution of 1 to 3 dimensions, plain and transposed, with groups.
 *
 * x is (N, C_in, spatial...), w is (C_out, C_in / groups, kernel...), for a
 * transposed one (C_in, C_out / groups, kernel...). FLOPs: two for each weight a
 * position of the output (of the input when transposed) meets (Dumoulin, Visin:
 * A guide to convolution arithmetic, 2016). Each gradient costs as much again.
 *
 * Known differences, as the values we are checked against have them: a grouped
 * transposed convolution counts the output channels of one group; the bias'
 * gradient counts elements, not bytes; both gradients are always counted.
 */
#include "model/family_priv.h"
#include <math.h>

enum {
	CONV_X,
	CONV_W,
	CONV_BIAS,
	CONV_STRIDE,
	CONV_PADDING,
	CONV_DILATION,
	CONV_TRANSPOSED,
	CONV_OUTPUT_PADDING,
	CONV_GROUPS,
	CONV_TYPE,
	CONV_TYPE_W,
	CONV_STRIDE_X,
	CONV_STRIDE_W,
	CONV_PARAMS
};

static const struct family_param conv_params[] = {
	[CONV_X] = {"x", NULL, FAMILY_SHAPE, "shape of the input, 2x64x56x56"},
	[CONV_W] = {"w", NULL, FAMILY_SHAPE, "shape of the weights, 128x64x3x3"},
	[CONV_BIAS] = {"bias", "False", 0, "whether a bias is added"},
	[CONV_STRIDE] = {"stride", "1", FAMILY_SHAPE, "steps, one for all dimensions or one each"},
	[CONV_PADDING] = {"padding", "0", FAMILY_SHAPE, "zeros around the input"},
	[CONV_DILATION] = {"dilation", "1", FAMILY_SHAPE, "distance of the weights"},
	[CONV_TRANSPOSED] = {"transposed", "False", 0, "whether it is a transposed convolution"},
	[CONV_OUTPUT_PADDING] = {"output_padding", "0", FAMILY_SHAPE,
		"added to a transposed output"},
	[CONV_GROUPS] = {"groups", "1", 0, "groups of channels"},
	[CONV_TYPE] = {"type", NULL, FAMILY_TYPE, "type of all"},
	[CONV_TYPE_W] = {"type_w", "type", FAMILY_TYPE | FAMILY_TRACE,
		"type of the weights as shown"},
	[CONV_STRIDE_X] = {"stride_x", "None", FAMILY_TRACE, "strides of the input"},
	[CONV_STRIDE_W] = {"stride_w", "None", FAMILY_TRACE, "strides of the weights"},
};

static const struct family_column conv_columns[] = {
	{"convNd", "len(x) == 3 ? 'conv1d' : len(x) == 4 ? 'conv2d' : 'conv3d'"},
	{"input_shape", "tuple(x)"},
	{"filter_shape", "tuple(w)"},
	{"dtype_input_weight", "(type, type_w)"},
	{"input_stride", "stride_x"},
	{"weight_stride", "stride_w"},
	{"bias", "bias"},
	{"stride", "tuple(spread(stride, len(x) - 2))"},
	{"padding", "tuple(spread(padding, len(x) - 2))"},
	{"dilation", "tuple(spread(dilation, len(x) - 2))"},
	{"transposed_conv", "transposed"},
	{"output_padding", "tuple(spread(output_padding, len(x) - 2))"},
	{"groups", "groups"},
};

struct conv_sizes {
	quantity x, w, out;	/* elements */
	quantity taps;		/* weights that one position meets: w without its first dimension */
	quantity channels_out, batch;
	bool transposed;
};

/* Dimension i of a per-dimension parameter that may be one number for all. */
static quantity
conv_setting(struct family_call *call, uint32_t param, uint32_t i)
{
	struct value v = call->p[param];

	if (value_is_list(v)) {
		if (v.n == 1)
			i = 0;
		if (i >= v.n) {
			family_fail(call, "%s has %u values for more dimensions",
				call->family->params[param].name, v.n);
			return 0;
		}
		v = v.items[i];
	}
	if (v.kind != VALUE_INT || v.i < 0) {
		family_fail(call, "%s is no whole number of 0 or more",
			call->family->params[param].name);
		return 0;
	}
	return (quantity)v.i;
}

static quantity
conv_output(struct family_call *call, uint32_t i, quantity in, quantity kernel, bool transposed)
{
	quantity step = conv_setting(call, CONV_STRIDE, i);
	quantity pad = conv_setting(call, CONV_PADDING, i);
	quantity reach = conv_setting(call, CONV_DILATION, i) * (kernel - 1), out;

	if (transposed)
		return (in - 1) * step - 2 * pad + reach
			+ conv_setting(call, CONV_OUTPUT_PADDING, i) + 1;
	if (step < 1) {
		family_fail(call, "stride is 0");
		return 0;
	}
	out = in + 2 * pad - reach - 1;
	if (out < 0) {
		family_fail(call, "the kernel is larger than the padded input");
		return 0;
	}
	return floorl(out / step) + 1;
}

static struct conv_sizes
conv_measure(struct family_call *call)
{
	struct conv_sizes s = { .x = family_size(call, CONV_X), .w = family_size(call, CONV_W) };
	struct value x = call->p[CONV_X], w = call->p[CONV_W];

	if (call->reason)
		return s;
	if (x.n < 3 || x.n > 5 || w.n != x.n) {
		family_fail(call, "an input of %u and weights of %u dimensions are no convolution",
			x.n, w.n);
		return s;
	}
	if (s.w == 0 || s.x > 0x1p62L) {
		family_fail(call, "the shapes are of no use");
		return s;
	}
	s.transposed = family_truth(call, CONV_TRANSPOSED);
	s.batch = (quantity)x.items[0].i;
	s.channels_out = (quantity)w.items[s.transposed ? 1 : 0].i;
	s.taps = s.w / (quantity)w.items[0].i;
	s.out = s.batch * s.channels_out;
	for (uint32_t i = 0; i + 2 < x.n && !call->reason; i++) {
		quantity out = conv_output(call, i, (quantity)x.items[i + 2].i,
			(quantity)w.items[i + 2].i, s.transposed);

		if (out < 0)
			family_fail(call, "the output would have a negative dimension");
		s.out *= out;
	}
	return s;
}

static void
conv_forward(struct family_call *call)
{
	struct conv_sizes s = conv_measure(call);
	bool bias = family_truth(call, CONV_BIAS);

	call->flops = (s.transposed ? s.x : s.out) * 2 * s.taps + (bias ? s.out : 0);
	call->bytes = (s.x + s.w + (bias ? s.channels_out : 0) + s.out)
		* family_bytes_of_type(call->p[CONV_TYPE]);
}

static void
conv_backward(struct family_call *call)
{
	struct conv_sizes s = conv_measure(call);
	bool bias = family_truth(call, CONV_BIAS);

	call->flops = 2 * (s.transposed ? s.x : s.out) * 2 * s.taps + (bias ? s.out : 0);
	call->bytes = 2 * (s.x + s.w + s.out) * family_bytes_of_type(call->p[CONV_TYPE])
		+ (bias ? s.out + s.channels_out : 0);
}

const struct model_family family_conv = {
	.name = "conv",
	.help = "convolution of 1 to 3 dimensions, also transposed and grouped",
	.unit = "matrix",
	.params = conv_params, .n_params = CONV_PARAMS,
	.columns = conv_columns, .n_columns = FAMILY_COUNT(conv_columns),
	.forward = conv_forward, .backward = conv_backward,
};
