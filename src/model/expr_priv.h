/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MODEL_EXPR_PRIV_H
#define MODEL_EXPR_PRIV_H

#include "model/expr.h"

struct expr_function {
	const char *name;
	uint8_t min_args, max_args;
	/* 0, or expr_fail(). */
	int (*call)(struct expr_context *context, const struct value *args, uint32_t n, struct value *out);
	const char *help;
};

const struct expr_function *expr_function_find(const char *name, size_t len);
const struct expr_function *expr_function_at(uint32_t i);	/* NULL past the last */

/* Sets the reason; returns -1. */
int expr_fail(struct expr_context *context, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
int expr_no_memory(struct expr_context *context);

#endif
