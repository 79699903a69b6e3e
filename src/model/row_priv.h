/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row of the op table as it is worked with: names are slots, texts are code. */
#ifndef MODEL_ROW_PRIV_H
#define MODEL_ROW_PRIV_H

#include "model/family_priv.h"

struct row_step {		/* slots[slot] = expr */
	uint32_t slot;
	const char *name, *text;
	const struct expr *expr;
};

struct row_column {
	const char *name, *text;
	const struct expr *expr;
};

struct row_formula {
	const char *text;	/* NULL: the family's */
	const struct expr *expr;
};

enum { ROW_FLOPS, ROW_BYTES, ROW_FLOPS_BACKWARD, ROW_BYTES_BACKWARD, ROW_PRECISION, ROW_FORMULAS };

struct model_class {
	const char *name;
	const char *category, *category_backward, *sheet;
	const struct model_family *family;
	const char *unit;		/* NULL: none */
	bool unit_given;		/* by the row, not the family */
	bool has_backward;		/* can tell the backward pass from its own arguments */
	/* is a backward op: its own work is the family's backward */
	bool is_backward;
	/* reads the arguments of its forward op, which is called so; NULL: its own */
	const char *from_forward;

	const char **slot_names;	/* the family's parameters, then the row's own */
	uint32_t n_slots;
	struct row_step *steps;		/* lets and args in the row's order, then fallbacks */
	uint32_t n_steps, n_lets, n_given;
	struct row_column *columns;
	uint32_t n_columns;
	bool columns_given;
	struct row_formula formulas[ROW_FORMULAS];
};

/* What a row's formulas and its result are called in an op file. */
extern const char *const row_formula_names[ROW_FORMULAS];

/* Compiles steps, columns and formulas, whose texts are set. Errors name the row and the part. */
int row_compile(struct model_class *row, struct arena *arena, struct error *err);

int row_eval(const struct model_class *row, const struct model_args *args,
	const struct family_given *given, uint32_t n_given, bool backward, struct arena *arena,
	struct model_result *result);

#endif
