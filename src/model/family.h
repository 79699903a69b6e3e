/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A family of models: parameters in, FLOPs and bytes out.
 *
 * A family is one constant row (at the end of its family_*.c) and pure
 * functions. Parameters that are not given come from their fallbacks, which are
 * expressions (expr.h) over the parameters before them. The same families serve
 * an op of a trace, whose row of the op table fills the parameters from recorded
 * arguments, and `sonde model FAMILY key=value`.
 */
#ifndef MODEL_FAMILY_H
#define MODEL_FAMILY_H

#include "base/error.h"
#include "model/expr.h"
#include "model/model.h"

/*
 * Counts on the way: a long double holds every whole number below 2^64 and
 * cannot wrap; results of 2^63 and more are refused. NaN is not known.
 */
typedef long double quantity;

enum family_param_flag {
	/* the name of a type: short names are taken for it on the command line */
	FAMILY_TYPE = 1 << 0,
	FAMILY_SHAPE = 1 << 1,	/* a list of whole numbers */
	FAMILY_TRACE = 1 << 2,	/* only for what a trace shows; not asked for on the command line */
};

struct family_param {
	const char *name;
	const char *fallback;	/* an expression; NULL: must be given */
	unsigned flags;
	const char *help;
};

/* of the "param: NAME" columns; a NAME ending in '?' is left out where its value is None */
struct family_column {
	const char *name, *expr;
};

struct family_call {
	const struct value *p;	/* in the order of the family's parameters */
	const struct model_family *family;
	struct arena *arena;
	quantity flops, bytes;	/* set by the family; start as NaN */
	const char *reason;	/* set when the parameters are of no use */
	bool no_memory;
};

struct model_family {
	const char *name, *help;
	const char *unit;	/* "matrix", "vector", or NULL: no compute spec */
	const struct family_param *params;
	uint32_t n_params;
	const struct family_column *columns;
	uint32_t n_columns;
	/* NULL: each row of the table brings its own expressions */
	void (*forward)(struct family_call *call);
	void (*backward)(struct family_call *call);	/* NULL: none */
	/*
	 * Fills parameters from an op's arguments where expressions do not do. 0, or -1 as
	 * expr_eval().
	 */
	int (*prepare)(struct expr_context *context, struct value *slots);
};

#define FAMILY_COUNT(array) ((uint32_t)(sizeof(array) / sizeof(*(array))))

/* All families in alphabetic order; NULL past the last. */
const struct model_family *family_at(uint32_t i);
const struct model_family *family_find(const char *name);

/* A parameter as a count; NaN when it is None. Wrong ones (text, negative) set call->reason. */
quantity family_quantity(struct family_call *call, uint32_t param);
bool family_truth(const struct family_call *call, uint32_t param);
/* Bytes an element of a type by name; NaN when not known. */
quantity family_bytes_of_type(struct value type);
/* The product of a shape. */
quantity family_size(struct family_call *call, uint32_t param);
void family_fail(struct family_call *call, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * Works out a family from parameters given by name ("type" and others keep their
 * fallbacks). Names that the family does not have and missing ones are errors
 * that tell the name and its meaning. result as by model_eval().
 */
struct family_given {
	const char *name;
	struct value value;
};

int family_eval(const struct model_family *family, const struct family_given *given,
	uint32_t n_given, bool backward, struct arena *arena, struct model_result *result,
	struct error *err);

#endif
