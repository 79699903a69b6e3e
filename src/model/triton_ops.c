/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/triton_ops_priv.h"
#include <stdlib.h>
#include <string.h>

struct weight {
	const char *name;
	int flops;	/* an element */
};

static const struct weight weights[] = {
	{"abs", 1},
	{"add", 1},
	{"div", 1},
	{"eq", 1},
	{"exp", 4},
	{"gelu", 8},
	{"gt", 1},
	{"log", 4},
	{"lt", 1},
	{"mean", 1},
	{"mul", 1},
	{"ne", 1},
	{"neg", 1},
	{"pow", 2},
	{"reciprocal", 2},
	{"relu", 1},
	{"rsqrt", 2},
	{"sigmoid", 4},
	{"silu", 4},
	{"sqrt", 2},
	{"sub", 1},
	{"sum", 1},
	{"tanh", 4},
	{"var", 2},
};

/* Names of ATen's operators that a compiled kernel may list, sorted by byte. */
static const char *const names[] = {
	"__and__", "__lshift__", "__or__", "__rshift__", "__xor__", "_adaptive_avg_pool2d",
	"_adaptive_avg_pool2d_backward", "_adaptive_avg_pool3d", "_add_relu", "_addmm_activation",
	"_aminmax", "_assert_async", "_assert_scalar", "_assert_tensor_metadata",
	"_batch_norm_no_update", "_batch_norm_with_update", "_cdist_backward", "_cdist_forward",
	"_conj", "_conj_copy", "_conj_physical", "_convert_indices_from_coo_to_csr",
	"_convolution", "_cudnn_rnn", "_cummax_helper", "_cummin_helper", "_dim_arange",
	"_dirichlet_grad", "_efficient_attention_backward", "_efficient_attention_forward",
	"_embedding_bag", "_embedding_bag_backward", "_embedding_bag_dense_backward",
	"_embedding_bag_forward_only", "_euclidean_dist",
	"_fake_quantize_learnable_per_channel_affine",
	"_fake_quantize_learnable_per_tensor_affine",
	"_fake_quantize_per_tensor_affine_cachemask_tensor_qparams", "_fft_c2c", "_fft_c2r",
	"_fft_r2c", "_flash_attention_backward", "_flash_attention_forward", "_foreach_add",
	"_foreach_addcdiv", "_foreach_addcmul", "_foreach_copy", "_foreach_div", "_foreach_lerp",
	"_foreach_mul", "_foreach_neg", "_foreach_norm", "_foreach_pow", "_foreach_sqrt",
	"_foreach_sub", "_fused_adam", "_fused_adamw", "_fused_dropout",
	"_fused_moving_avg_obs_fq_helper", "_fused_rms_norm", "_fused_rms_norm_backward",
	"_fused_sgd", "_grid_sampler_2d_cpu_fallback", "_grouped_mm", "_index_put_impl", "_int_mm",
	"_linalg_det", "_linalg_eigh", "_linalg_slogdet", "_linalg_svd", "_local_scalar_dense",
	"_log_softmax", "_log_softmax_backward_data", "_logcumsumexp", "_masked_scale",
	"_masked_softmax", "_native_batch_norm_legit", "_native_batch_norm_legit_functional",
	"_native_batch_norm_legit_no_training", "_native_multi_head_attention", "_neg_view",
	"_nested_tensor_from_mask", "_pack_padded_sequence", "_pad_circular", "_pad_enum",
	"_pdist_backward", "_pdist_forward", "_prelu_kernel", "_prelu_kernel_backward",
	"_reshape_alias", "_reshape_copy", "_resize_output", "_safe_softmax",
	"_scaled_dot_product_attention_math", "_scaled_dot_product_cudnn_attention",
	"_scaled_dot_product_cudnn_attention_backward", "_scaled_dot_product_efficient_attention",
	"_scaled_dot_product_efficient_attention_backward", "_scaled_dot_product_flash_attention",
	"_scaled_dot_product_flash_attention_backward",
	"_scaled_dot_product_flash_attention_for_cpu", "_scaled_grouped_mm", "_scaled_mm",
	"_segment_reduce_backward", "_softmax", "_softmax_backward_data", "_sparse_mm", "_spdiags",
	"_stack", "_standard_gamma", "_test_functorch_fallback", "_thnn_fused_gru_cell",
	"_thnn_fused_lstm_cell", "_to_copy", "_transform_bias_rescale_qkv",
	"_transformer_encoder_layer_fwd", "_trilinear", "_unique", "_unique2", "_unsafe_index",
	"_unsafe_index_put", "_unsafe_masked_index", "_unsafe_masked_index_put_accumulate",
	"_unsafe_view", "_upsample_bicubic2d_aa", "_upsample_bilinear2d_aa",
	"_upsample_nearest_exact1d", "_upsample_nearest_exact2d", "_upsample_nearest_exact3d",
	"_weight_int4pack_mm", "_weight_int8pack_mm", "_weight_norm", "_weight_norm_interface",
	"_weight_norm_interface_backward", "abs", "absolute", "acos", "acosh",
	"adaptive_avg_pool1d", "adaptive_avg_pool2d", "adaptive_avg_pool3d", "adaptive_max_pool1d",
	"adaptive_max_pool2d", "adaptive_max_pool3d", "add", "addbmm", "addcdiv", "addcmul",
	"addmm", "addmv", "addr", "alias", "alias_copy", "all", "allclose", "alpha_dropout",
	"amax", "amin", "aminmax", "angle", "any", "arange", "arccos", "arccosh", "arcsin",
	"arcsinh", "arctan", "arctan2", "arctanh", "argmax", "argmin", "argsort", "argwhere",
	"as_strided", "as_strided_copy", "as_strided_scatter", "asin", "asinh", "atan", "atan2",
	"atanh", "avg_pool1d", "avg_pool2d", "avg_pool2d_backward", "avg_pool3d",
	"avg_pool3d_backward", "baddbmm", "bartlett_window", "batch_norm",
	"batch_norm_backward_elemt", "batch_norm_backward_reduce", "batch_norm_elemt",
	"batch_norm_gather_stats", "batch_norm_stats", "batch_norm_update_stats", "bernoulli",
	"bilinear", "binary_cross_entropy", "binary_cross_entropy_backward",
	"binary_cross_entropy_with_logits", "bincount", "binomial", "bitwise_and",
	"bitwise_left_shift", "bitwise_not", "bitwise_or", "bitwise_right_shift", "bitwise_xor",
	"blackman_window", "bmm", "broadcast_tensors", "broadcast_to", "bucketize",
	"cartesian_prod", "cat", "cauchy", "cdist", "ceil", "celu", "chain_matmul",
	"channel_shuffle", "cholesky", "cholesky_inverse", "cholesky_solve",
	"choose_qparams_optimized", "chunk", "clamp", "clamp_max", "clamp_min", "clip", "clone",
	"col2im", "col_indices", "column_stack", "combinations", "complex", "concat",
	"concatenate", "conj", "conj_physical", "constant_pad_nd", "contiguous", "conv1d",
	"conv2d", "conv3d", "conv_depthwise3d", "conv_tbc", "conv_transpose1d", "conv_transpose2d",
	"conv_transpose3d", "convolution", "convolution_backward", "convolution_overrideable",
	"copy", "copysign", "corrcoef", "cos", "cosh", "cosine_embedding_loss",
	"cosine_similarity", "count_nonzero", "cov", "cross", "cross_entropy_loss", "crow_indices",
	"ctc_loss", "cudnn_batch_norm", "cudnn_batch_norm_backward", "cudnn_convolution",
	"cudnn_convolution_transpose", "cummax", "cummin", "cumprod", "cumsum",
	"cumulative_trapezoid", "deg2rad", "dense_dim", "dequantize", "det", "detach",
	"detach_copy", "diag", "diag_embed", "diagflat", "diagonal", "diagonal_backward",
	"diagonal_copy", "diagonal_scatter", "diff", "digamma", "dim", "dist", "div", "divide",
	"dot", "dropout", "dsplit", "dstack", "einsum", "elu", "elu_backward", "embedding",
	"embedding_backward", "embedding_bag", "embedding_dense_backward", "embedding_renorm",
	"empty", "empty_like", "empty_permuted", "empty_strided", "eq", "equal", "erf", "erfc",
	"erfinv", "exp", "exp2", "expand", "expand_as", "expand_copy", "expm1", "exponential",
	"eye", "fake_quantize_per_channel_affine", "fake_quantize_per_tensor_affine",
	"feature_alpha_dropout", "feature_dropout", "fft_fft", "fft_fft2", "fft_fftfreq",
	"fft_fftn", "fft_fftshift", "fft_hfft", "fft_ifft", "fft_ifft2", "fft_ifftn",
	"fft_ifftshift", "fft_ihfft", "fft_irfft", "fft_irfft2", "fft_irfftn", "fft_rfft",
	"fft_rfft2", "fft_rfftfreq", "fft_rfftn", "fill", "fill_diagonal", "fix", "flatten",
	"flip", "fliplr", "flipud", "float_power", "floor", "floor_divide", "fmax", "fmin", "fmod",
	"frac", "fractional_max_pool2d", "fractional_max_pool3d", "frexp", "frobenius_norm",
	"from_file", "full", "full_like", "gather", "gather_backward", "gcd", "ge", "gelu",
	"gelu_backward", "geometric", "geqrf", "ger", "glu", "glu_backward", "glu_jvp", "gradient",
	"greater", "greater_equal", "grid_sampler", "grid_sampler_2d", "grid_sampler_2d_backward",
	"grid_sampler_3d", "group_norm", "gru", "gru_cell", "gt", "hamming_window", "hann_window",
	"hardshrink", "hardshrink_backward", "hardsigmoid", "hardsigmoid_backward", "hardswish",
	"hardswish_backward", "hardtanh", "hardtanh_backward", "heaviside", "hinge_embedding_loss",
	"histc", "histogram", "hsplit", "hstack", "huber_loss", "huber_loss_backward", "hypot",
	"i0", "igamma", "igammac", "im2col", "imag", "index", "index_add", "index_copy",
	"index_fill", "index_put", "index_reduce", "index_select", "inner", "instance_norm",
	"int_repr", "inverse", "is_nonzero", "isclose", "isfinite", "isin", "isinf", "isnan",
	"isneginf", "isposinf", "isreal", "istft", "item", "kaiser_window", "kl_div", "kron",
	"kthvalue", "l1_loss", "layer_norm", "lcm", "ldexp", "le", "leaky_relu",
	"leaky_relu_backward", "lerp", "less", "less_equal", "lgamma", "lift", "lift_fresh",
	"lift_fresh_copy", "linalg_cholesky", "linalg_cholesky_ex", "linalg_cross", "linalg_det",
	"linalg_eig", "linalg_eigh", "linalg_householder_product", "linalg_inv", "linalg_inv_ex",
	"linalg_ldl_factor", "linalg_lstsq", "linalg_lu", "linalg_lu_factor",
	"linalg_lu_factor_ex", "linalg_lu_solve", "linalg_matmul", "linalg_matrix_exp",
	"linalg_matrix_norm", "linalg_matrix_power", "linalg_norm", "linalg_pinv", "linalg_qr",
	"linalg_slogdet", "linalg_solve", "linalg_solve_triangular", "linalg_svd", "linalg_vecdot",
	"linalg_vector_norm", "linear", "linear_backward", "linspace", "log", "log10", "log1p",
	"log2", "log_normal", "log_sigmoid", "log_sigmoid_backward", "log_sigmoid_forward",
	"log_softmax", "logaddexp", "logaddexp2", "logcumsumexp", "logdet", "logical_and",
	"logical_not", "logical_or", "logical_xor", "logit", "logit_backward", "logspace",
	"logsumexp", "lshift", "lstm", "lstm_cell", "lt", "lu_solve", "lu_unpack",
	"margin_ranking_loss", "masked_fill", "masked_scatter", "masked_scatter_backward",
	"masked_select", "matmul", "matmul_backward", "matrix_exp", "matrix_power", "max",
	"max_pool1d", "max_pool1d_with_indices", "max_pool2d", "max_pool2d_backward",
	"max_pool2d_with_indices", "max_pool2d_with_indices_backward", "max_pool3d",
	"max_pool3d_with_indices", "max_pool3d_with_indices_backward", "max_unpool2d",
	"max_unpool3d", "maximum", "mean", "median", "meshgrid", "min", "minimum",
	"miopen_batch_norm", "miopen_batch_norm_backward", "miopen_convolution", "mish",
	"mish_backward", "mkldnn_convolution", "mm", "mode", "moveaxis", "movedim", "mse_loss",
	"mse_loss_backward", "msort", "mul", "multi_margin_loss", "multilabel_margin_loss",
	"multinomial", "multiply", "mv", "mvlgamma", "nan_to_num", "nanmean", "nanmedian",
	"nanquantile", "nansum", "narrow", "narrow_copy", "native_batch_norm",
	"native_batch_norm_backward", "native_channel_shuffle", "native_dropout",
	"native_dropout_backward", "native_group_norm", "native_group_norm_backward",
	"native_layer_norm", "native_layer_norm_backward", "native_norm", "ne", "neg", "negative",
	"new_empty", "new_empty_strided", "new_full", "new_ones", "new_zeros", "nextafter",
	"nll_loss", "nll_loss2d", "nll_loss2d_backward", "nll_loss2d_forward", "nll_loss_backward",
	"nll_loss_forward", "nll_loss_nd", "nonzero", "norm", "normal", "normal_functional",
	"not_equal", "nuclear_norm", "numpy_T", "one_hot", "ones", "ones_like", "orgqr", "ormqr",
	"outer", "pad", "pairwise_distance", "pdist", "permute", "permute_copy", "pin_memory",
	"pinverse", "pixel_shuffle", "pixel_unshuffle", "poisson", "poisson_nll_loss", "polar",
	"polygamma", "positive", "pow", "prelu", "prod", "put", "qr", "quantile",
	"quantize_per_channel", "quantize_per_tensor", "rad2deg", "rand", "rand_like", "randint",
	"randint_like", "randn", "randn_like", "random", "randperm", "range", "ravel", "real",
	"reciprocal", "reflection_pad1d", "reflection_pad1d_backward", "reflection_pad2d",
	"reflection_pad2d_backward", "reflection_pad3d", "relu", "relu6", "remainder", "renorm",
	"repeat", "repeat_interleave", "replication_pad1d", "replication_pad1d_backward",
	"replication_pad2d", "replication_pad2d_backward", "replication_pad3d",
	"replication_pad3d_backward", "reshape", "reshape_as", "resize", "resolve_conj",
	"resolve_neg", "rms_norm", "roll", "rot90", "round", "rrelu", "rrelu_with_noise",
	"rrelu_with_noise_backward", "rshift", "rsqrt", "rsub", "scalar_tensor",
	"scaled_dot_product_attention", "scatter", "scatter_add", "scatter_reduce", "searchsorted",
	"segment_reduce", "select", "select_backward", "select_copy", "select_scatter", "selu",
	"set", "sgn", "sigmoid", "sigmoid_backward", "sign", "signbit", "silu", "silu_backward",
	"sin", "sinc", "sinh", "slice", "slice_backward", "slice_copy", "slice_scatter", "slogdet",
	"smooth_l1_loss", "smooth_l1_loss_backward", "soft_margin_loss",
	"soft_margin_loss_backward", "softmax", "softplus", "softplus_backward", "softshrink",
	"softshrink_backward", "sort", "special_airy_ai", "special_bessel_j0", "special_bessel_j1",
	"special_digamma", "special_entr", "special_erf", "special_erfc", "special_erfcx",
	"special_erfinv", "special_exp2", "special_expit", "special_expm1", "special_gammainc",
	"special_gammaincc", "special_gammaln", "special_i0", "special_i0e", "special_i1",
	"special_i1e", "special_log1p", "special_log_ndtr", "special_log_softmax", "special_logit",
	"special_logsumexp", "special_multigammaln", "special_ndtr", "special_ndtri",
	"special_polygamma", "special_psi", "special_round", "special_sinc", "special_softmax",
	"special_xlog1py", "special_xlogy", "special_zeta", "split", "split_copy",
	"split_with_sizes", "split_with_sizes_copy", "sqrt", "square", "squeeze", "squeeze_copy",
	"stack", "std", "std_mean", "stft", "stride", "sub", "subtract", "sum", "sum_to_size",
	"svd", "swapaxes", "swapdims", "sym_size", "symeig", "t", "t_copy", "take",
	"take_along_dim", "tan", "tanh", "tanh_backward", "tensor_split", "tensordot", "threshold",
	"threshold_backward", "tile", "to", "to_dense", "to_sparse", "topk", "trace",
	"trace_backward", "transpose", "transpose_copy", "trapezoid", "trapz", "triangular_solve",
	"tril", "tril_indices", "triplet_margin_loss", "triu", "triu_indices", "true_divide",
	"trunc", "type_as", "unbind", "unbind_copy", "unflatten", "unfold", "unfold_backward",
	"unfold_copy", "uniform", "unique_consecutive", "unique_dim", "unsafe_chunk",
	"unsafe_split", "unsafe_split_with_sizes", "unsqueeze", "unsqueeze_copy",
	"upsample_bicubic2d", "upsample_bicubic2d_backward", "upsample_bilinear2d",
	"upsample_bilinear2d_backward", "upsample_linear1d", "upsample_linear1d_backward",
	"upsample_nearest1d", "upsample_nearest1d_backward", "upsample_nearest2d",
	"upsample_nearest2d_backward", "upsample_nearest3d", "upsample_nearest3d_backward",
	"upsample_trilinear3d", "upsample_trilinear3d_backward",
	"value_selecting_reduction_backward", "vander", "var", "var_mean", "vdot", "view",
	"view_as", "view_as_complex", "view_as_real", "view_copy", "vsplit", "vstack", "where",
	"xlogy", "zero", "zeros", "zeros_like",
};

static int
compare_text(const void *key, const void *element)
{
	return strcmp(key, *(const char *const *)element);
}

static int
compare_weight(const void *key, const void *element)
{
	return strcmp(key, ((const struct weight *)element)->name);
}

static bool
is_op(const char *name)
{
	return bsearch(name, names, sizeof(names) / sizeof(*names), sizeof(*names), compare_text)
		!= NULL;
}

static int
op_weight(const char *name)
{
	const struct weight *row = bsearch(name, weights, sizeof(weights) / sizeof(*weights),
		sizeof(*weights), compare_weight);

	return row ? row->flops : 0;
}

#define OPS_TEXT_MAX 1024
#define OPS_PARTS_MAX 256
#define OP_NAME_MAX 64

/* OPS of triton_KIND_fused_OPS_N in out; false when the name has another form. */
static bool
ops_text(const char *kernel, char out[OPS_TEXT_MAX])
{
	static const char *const kinds[] = {"triton_poi_fused_", "triton_red_fused_",
		"triton_per_fused_"};

	for (int i = 0; i < 3; i++) {
		size_t head = strlen(kinds[i]), n;
		const char *number;

		if (strncmp(kernel, kinds[i], head))
			continue;
		number = strrchr(kernel, '_');
		if (number < kernel + head || !number[1]
			|| number[1 + strspn(number + 1, "0123456789")])
			return false;
		n = (size_t)(number - (kernel + head));
		if (!n || n >= OPS_TEXT_MAX)
			return false;
		memcpy(out, kernel + head, n);
		out[n] = '\0';
		return true;
	}
	return false;
}

struct cut {
	char text[OPS_TEXT_MAX];
	/* where part i begins; start[n] is one past the end */
	uint16_t start[OPS_PARTS_MAX + 1];
	/* parts before i end in a name that begins at part from[i] */
	uint16_t from[OPS_PARTS_MAX + 1];
	bool reached[OPS_PARTS_MAX + 1];
	int n;
};

static bool
cut_parts(struct cut *cut)
{
	cut->start[0] = 0;
	cut->n = 0;
	for (uint16_t i = 0;; i++) {
		if (cut->text[i] && cut->text[i] != '_')
			continue;
		if (cut->n == OPS_PARTS_MAX)
			return false;
		cut->start[++cut->n] = (uint16_t)(i + 1);
		if (!cut->text[i])
			return true;
	}
}

static bool
cut_is_op(const struct cut *cut, int from, int to, char name[OP_NAME_MAX])
{
	size_t n = (size_t)(cut->start[to] - 1 - cut->start[from]);

	if (!n || n >= OP_NAME_MAX)
		return false;
	memcpy(name, cut->text + cut->start[from], n);
	name[n] = '\0';
	return is_op(name);
}

/* reached[i]: the first i parts are whole names; from[i] is the longest last one. */
static bool
cut_names(struct cut *cut)
{
	char name[OP_NAME_MAX];

	cut->reached[0] = true;
	for (int to = 1; to <= cut->n; to++) {
		cut->reached[to] = false;
		for (int from = 0; from < to && !cut->reached[to]; from++) {
			if (!cut->reached[from] || !cut_is_op(cut, from, to, name))
				continue;
			cut->reached[to] = true;
			cut->from[to] = (uint16_t)from;
		}
	}
	return cut->reached[cut->n];
}

int
triton_ops_read(const char *kernel, struct arena *arena, struct value *ops)
{
	struct cut cut;
	int ends[OPS_PARTS_MAX], n = 0, weight = 0;
	char *text, *to, name[OP_NAME_MAX];

	*ops = value_text("");
	if (!ops_text(kernel, cut.text) || !cut_parts(&cut) || !cut_names(&cut))
		return 0;
	text = to = arena_bytes(arena, OPS_TEXT_MAX + OPS_PARTS_MAX);
	if (!text)
		return -1;
	for (int i = cut.n; i > 0; i = cut.from[i])
		ends[n++] = i;
	while (n > 0) {
		int end = ends[--n];

		cut_is_op(&cut, cut.from[end], end, name);
		weight += op_weight(name);
		if (to > text)
			*to++ = ',';
		to = stpcpy(to, name);
	}
	*to = '\0';
	*ops = value_text(text);
	return weight;
}
