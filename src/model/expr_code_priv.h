/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The code of a compiled expression: a stack machine without loops. */
#ifndef MODEL_EXPR_CODE_PRIV_H
#define MODEL_EXPR_CODE_PRIV_H

#include "model/expr_priv.h"

enum expr_code {
	OP_CONSTANT, OP_SLOT,
	OP_RECORDED,	/* n: list of D, T, S, C */
	OP_ARGUMENT,	/* n: element << 2 | list */
	OP_INDEX, OP_LIST, OP_TUPLE, OP_CALL,
	OP_NEGATE, OP_NOT,
	OP_ADD, OP_SUB, OP_MUL, OP_DIV, OP_FLOORDIV, OP_MOD,
	OP_EQ, OP_NE, OP_LT, OP_LE, OP_GT, OP_GE,
	OP_AND, OP_OR,	/* n: where to go with the value when it decides; else it is dropped */
	OP_UNLESS,	/* takes the value, goes to n when it is false */
	OP_JUMP,
};

struct expr_op {
	uint8_t code;
	uint32_t n;
	union {
		struct value constant;
		const struct expr_function *function;
	};
};

struct expr {
	uint32_t n;
	struct expr_op code[];
};

#endif
