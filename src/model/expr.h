/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The expressions of an op table: how arguments map to parameters, and FLOPs
 * and bytes over them.
 *
 *   D0 T0 S0 C0      argument 0's shape, type, strides, text; D T S C the lists
 *   D1[0] D1[-1]     a dimension, also from the end
 *   M type_a         a name that the row or its family defines before; it hides a list of that name
 *   + - * / // %     as in Python: / gives a real, // and % round down
 *   == != < <= > >=  and && || ! and  a ? b : c  (false: 0, "", [], None)
 *   [a, b] (a, b)    lists and tuples; "text" 12 0.5 True False None
 *   len(x) size(D0)  bpe(T0) int(C3) ...: expr_functions.c has them all
 *
 * Whole numbers are 64 bits and never wrap: what does not fit is a failure.
 * Arithmetic with None is None: what is not known stays not known.
 */
#ifndef MODEL_EXPR_H
#define MODEL_EXPR_H

#include "base/error.h"
#include "model/args.h"

struct expr;

#define EXPR_MAX_DEPTH 32	/* of brackets and of the evaluation's stack */

/*
 * Compiles text into the arena; names[i] is slot i of the evaluation. On error
 * returns -1 with the reason and the byte offset in the text.
 */
int expr_compile(struct expr **out, const char *text, const char *const *names, uint32_t n_names,
		struct arena *arena, struct error *err);

struct expr_context {
	const struct model_args *args;	/* NULL: D, T, S and C are failures */
	const struct value *slots;
	struct arena *arena;
	const char *reason;		/* why an evaluation failed; in the arena or constant */
	bool no_model;			/* the failure means that the op is none of the model's */
	bool no_memory;
};

/* What an expression can call. */
struct expr_function {
	const char *name;
	uint8_t min_args, max_args;
	/* 0, or expr_fail(). */
	int (*call)(struct expr_context *context, const struct value *args, uint32_t n,
		struct value *out);
	const char *help;
};

const struct expr_function *expr_function_at(uint32_t i);	/* NULL past the last */

/* 0, or -1 with reason or no_memory set. */
int expr_eval(const struct expr *expr, struct expr_context *context, struct value *out);

#endif
