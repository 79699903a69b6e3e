/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MODEL_EXPR_PRIV_H
#define MODEL_EXPR_PRIV_H

#include "model/expr.h"

const struct expr_function *expr_function_find(const char *name, size_t len);

/* Functions of expr_recorded.c, and what they share with the others. */
#define EXPR_CALL(name) \
	int name(struct expr_context *context, const struct value *args, uint32_t n, struct value *out)
EXPR_CALL(expr_call_extra);
EXPR_CALL(expr_call_op_name);
EXPR_CALL(expr_call_kernel);
EXPR_CALL(expr_call_shape_of_rank);
EXPR_CALL(expr_call_arguments);
EXPR_CALL(expr_call_largest);
EXPR_CALL(expr_call_type_of);
EXPR_CALL(expr_call_text_of);
EXPR_CALL(expr_call_operands);
EXPR_CALL(expr_call_bytes_of_all);
EXPR_CALL(expr_call_stride);
EXPR_CALL(expr_call_kernel_transpose);
EXPR_CALL(expr_call_size);
EXPR_CALL(expr_call_tuple);

/* Sets the reason; returns -1. */
int expr_fail(struct expr_context *context, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
int expr_no_memory(struct expr_context *context);

#endif
