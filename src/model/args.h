/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An op's recorded arguments, as a model reads them.
 *
 * The profiler records four parallel lists: the shape of each argument, its
 * type ("c10::BFloat16", "Scalar", ""), its strides in elements, and the text of
 * scalars ("" for tensors). Any of them may be absent, short or damaged.
 */
#ifndef MODEL_ARGS_H
#define MODEL_ARGS_H

#include "model/value.h"

/* Facts beside the four lists, by name: what a pseudo op or a framework adds. */
struct model_extra {
	/* "Output type", "MoE topk", "MoE GEMM gated", "TP", ... as the model's table names it */
	const char *name;
	struct value value;
};

struct model_args {
	/* Lists, or VALUE_NONE when absent or unreadable. */
	struct value dims, types, strides, concrete;
	unsigned damaged;	/* bit i: list i (in that order) was there and could not be read */

	/* Optional; zero when the caller does not know. */
	/* the op's own name; model_eval() sets it when it is NULL */
	const char *op_name;
	/* first kernel of the op that model_kernel_layout() understands, else its first */
	const char *kernel;
	/* the step's annotation with sums of query and key lengths (inference attention) */
	const char *annotation;
	/* of a backward op: the arguments of its forward op */
	const struct model_args *forward;
	const struct model_extra *extras;
	uint32_t n_extras;
};

/*
 * Reads the compact JSON texts of "Input Dims", "Input type", "Input Strides"
 * and "Concrete Inputs"; NULL is an absent list. Fills all of out. Damage is no
 * error: the list is then NONE and its bit is set. Returns -1 only when memory
 * runs out. The lists live in the arena, the texts are not needed after.
 */
int model_args_read(struct model_args *out, const char *dims, const char *types,
	const char *strides, const char *concrete, struct arena *arena);

/* The extra of that name, or NONE. */
struct value model_args_extra(const struct model_args *args, const char *name);

#endif
