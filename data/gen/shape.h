/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An operator's arguments, and the texts that the profiler records of them. */
#ifndef GEN_SHAPE_H
#define GEN_SHAPE_H

#include "base/buffer.h"
#include <stdint.h>

#define BF16 "c10::BFloat16"
#define FLOAT "float"
#define LONG "long int"

struct arg {
	const char *type;	/* "c10::BFloat16", "Scalar", "ScalarList", "" */
	const char *concrete;	/* "" for tensors */
	int nd;			/* dimensions of a tensor, 0 otherwise */
	int64_t dim[4], stride[4];
};

/* Contiguous tensors. */
struct arg tensor1(const char *type, int64_t a);
struct arg tensor2(const char *type, int64_t a, int64_t b);
struct arg tensor3(const char *type, int64_t a, int64_t b, int64_t c);
struct arg tensor4(const char *type, int64_t a, int64_t b, int64_t c, int64_t d);
/* A view with dimensions i and j exchanged. */
struct arg tensor_swap(struct arg arg, int i, int j);
struct arg scalar(const char *concrete);
struct arg list(const char *concrete);
struct arg absent(void);

/* "Concrete Inputs": [...], "Input type": [...], "Input Strides": [...], "Input Dims": [...] */
bool shape_text(struct buffer *out, const struct arg *args, int n);

#endif
