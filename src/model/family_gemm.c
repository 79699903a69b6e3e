/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Matrix products: C[M,N] = A[M,K] B[K,N] (+ bias[N]), B times in a batch.
 *
 * FLOPs: 2 M N K, a multiply and an add for each product; M N for the bias
 * (Golub, Van Loan: Matrix Computations, 1.1). Bytes: each matrix moves once.
 * Backward: dA = dC B' and dB = A' dC are a product each of the same FLOPs.
 *
 * Known differences: a bias counts N elements also where it is a full matrix; all
 * sizes must be known for bytes to be, also that of a bias that is not there.
 */
#include "model/family_priv.h"

enum {
	GEMM_M, GEMM_N, GEMM_K, GEMM_B, GEMM_BIAS, GEMM_TYPE, GEMM_TYPE_B, GEMM_TYPE_OUT,
	GEMM_BYTES_A, GEMM_BYTES_B, GEMM_BYTES_OUT, GEMM_BYTES_BIAS,
	GEMM_STRIDE_A, GEMM_STRIDE_B, GEMM_TYPES, GEMM_PARAMS
};

static const struct family_param gemm_params[] = {
	[GEMM_M] = { "M", NULL, 0, "rows of A and C: tokens" },
	[GEMM_N] = { "N", NULL, 0, "columns of B and C: output features" },
	[GEMM_K] = { "K", NULL, 0, "columns of A, rows of B: input features" },
	[GEMM_B] = { "B", "1", 0, "products in the batch" },
	[GEMM_BIAS] = { "bias", "False", 0, "whether a bias of N is added" },
	[GEMM_TYPE] = { "type", NULL, FAMILY_TYPE, "type of A, which the peak rate is for" },
	[GEMM_TYPE_B] = { "type_b", "type", FAMILY_TYPE, "type of B" },
	[GEMM_TYPE_OUT] = { "type_out", "type", FAMILY_TYPE, "type of C" },
	[GEMM_BYTES_A] = { "bytes_a", "bpe(type)", 0, "bytes an element of A" },
	[GEMM_BYTES_B] = { "bytes_b", "bpe(type_b)", 0, "bytes an element of B" },
	[GEMM_BYTES_OUT] = { "bytes_out", "bpe(type_out)", 0, "bytes an element of C" },
	[GEMM_BYTES_BIAS] = { "bytes_bias", "bytes_out", 0, "bytes an element of the bias" },
	[GEMM_STRIDE_A] = { "stride_a", "None", FAMILY_TRACE, "strides of A" },
	[GEMM_STRIDE_B] = { "stride_b", "None", FAMILY_TRACE, "strides of B" },
	[GEMM_TYPES] = { "types", "(type, type_b)", FAMILY_TRACE, "types as shown" },
};

static const struct family_column gemm_columns[] = {
	{ "M", "M" }, { "N", "N" }, { "K", "K" }, { "bias", "bias" },
	{ "stride_A", "stride_a" }, { "stride_B", "stride_b" }, { "dtype_A_B", "types" },
	{ "B", "B" }, { "transpose?", "kernel_transpose()" },
};

static void
gemm_forward(struct family_call *call)
{
	quantity m = family_quantity(call, GEMM_M), n = family_quantity(call, GEMM_N);
	quantity k = family_quantity(call, GEMM_K), batch = family_quantity(call, GEMM_B);
	quantity bias = family_truth(call, GEMM_BIAS) ? 1 : 0;

	call->flops = batch * (2 * m * n * k + bias * m * n);
	call->bytes = batch * (m * k * family_quantity(call, GEMM_BYTES_A)
		+ k * n * family_quantity(call, GEMM_BYTES_B)
		+ m * n * family_quantity(call, GEMM_BYTES_OUT)
		+ bias * n * family_quantity(call, GEMM_BYTES_BIAS));
}

/* dA reads dC and B, dB reads dC and A; the bias' gradient sums dC. */
static void
gemm_backward(struct family_call *call)
{
	quantity m = family_quantity(call, GEMM_M), n = family_quantity(call, GEMM_N);
	quantity k = family_quantity(call, GEMM_K), batch = family_quantity(call, GEMM_B);
	quantity bias = family_truth(call, GEMM_BIAS) ? 1 : 0;
	quantity a = m * k * family_quantity(call, GEMM_BYTES_A);
	quantity b = k * n * family_quantity(call, GEMM_BYTES_B);
	quantity out = m * n * family_quantity(call, GEMM_BYTES_OUT);

	call->flops = batch * (4 * m * n * k + bias * m * n);
	call->bytes =
		batch * (2 * (a + b + out) + bias * n * family_quantity(call, GEMM_BYTES_BIAS));
}

const struct model_family family_gemm = {
	.name = "gemm",
	.help = "matrix product, also batched, scaled and quantised",
	.unit = "matrix",
	.params = gemm_params, .n_params = GEMM_PARAMS,
	.columns = gemm_columns, .n_columns = FAMILY_COUNT(gemm_columns),
	.forward = gemm_forward, .backward = gemm_backward,
};
