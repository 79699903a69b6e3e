/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernels of the sample, and what they cost on its GPU. */
#ifndef GEN_KERNELS_H
#define GEN_KERNELS_H

#include <stdint.h>

enum kernel {
	GEMM_TN, GEMM_NN, GEMM_NT, GEMM_HEAD, BMM_NT, BMM_NN, BMM_TN,
	FLASH_FORWARD, FLASH_DOT, FLASH_BACKWARD, FLASH_CONVERT,
	NORM_FORWARD, NORM_INPUT_GRAD, NORM_WEIGHT_GRAD,
	ADD, COPY, FILL_ZERO, FILL_ONE, FILL_LONG, MULTIPLY, MULTIPLY_FLOAT, MASK,
	GELU_FORWARD, GELU_BACKWARD,
	SOFTMAX, SOFTMAX_BACKWARD, LOG_SOFTMAX, LOG_SOFTMAX_BACKWARD,
	LOSS_FORWARD, LOSS_BACKWARD, SUM, CAT,
	EMBEDDING, EMBEDDING_GRAD, NORM_LIST, NORM_ALL, RECIPROCAL, CLAMP, SCALE_LIST, ADAM,
	ALL_REDUCE, BROADCAST,
	KERNELS
};

struct kernel_def {
	int registers, shared_memory, block_x, block_y, occupancy;
	int slow_percent;	/* time of the slow variant: 100 is the same */
	const char *name;
};

extern const struct kernel_def kernel_defs[KERNELS];

#define GPU_SMS 132

/*
 * ns of a matrix product at 620 TFLOP/s, and of a pass over that many bytes at
 * 2.6 TB/s, with what each launch costs.
 */
int64_t cost_gemm(int64_t batch, int64_t m, int64_t n, int64_t k);
int64_t cost_pass(int64_t bytes);
/* ns of an all-reduce over 8 GPUs at 240 GB/s. */
int64_t cost_all_reduce(int64_t bytes);

#endif
