/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/row_priv.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

const char *const row_formula_names[ROW_FORMULAS] = {
	"flops", "bytes", "flops_backward", "bytes_backward", "precision",
};

/* --- compiling -------------------------------------------------------------- */

struct row_compiler {
	struct model_class *row;
	/* names of the slots that have a value by now; "" for the others */
	const char **visible;
	struct arena *arena;
	struct error *err;
};

static int
compile_text(struct row_compiler *x, const char *what, const char *text, const struct expr **out)
{
	struct error inner;
	struct expr *expr;

	if (!expr_compile(&expr, text, x->visible, x->row->n_slots, x->arena, &inner)) {
		*out = expr;
		return 0;
	}
	if (inner.no_memory)
		return error_pass(x->err, &inner);
	return error_set(x->err, "op class \"%.60s\", \"%.60s\": %.360s", x->row->name, what,
		inner.message);
}

static int
compile_steps(struct row_compiler *x)
{
	for (uint32_t i = 0; i < x->row->n_steps; i++) {
		struct row_step *step = &x->row->steps[i];

		if (compile_text(x, step->name, step->text, &step->expr))
			return -1;
		x->visible[step->slot] = x->row->slot_names[step->slot];
	}
	for (uint32_t i = 0; i < x->row->family->n_params; i++)
		x->visible[i] = x->row->slot_names[i];
	return 0;
}

int
row_compile(struct model_class *row, struct arena *arena, struct error *err)
{
	struct row_compiler x = { .row = row, .arena = arena, .err = err };

	x.visible = arena_alloc(arena, (row->n_slots + 1) * sizeof(*x.visible));
	if (!x.visible)
		return error_no_memory(err, "reading the op table");
	for (uint32_t i = 0; i < row->n_slots; i++)
		x.visible[i] = "";
	if (compile_steps(&x))
		return -1;
	for (uint32_t i = 0; i < row->n_columns; i++)
		if (compile_text(&x, row->columns[i].name, row->columns[i].text,
				&row->columns[i].expr))
			return -1;
	for (int i = 0; i < ROW_FORMULAS; i++)
		if (row->formulas[i].text
			&& compile_text(&x, row_formula_names[i], row->formulas[i].text,
				&row->formulas[i].expr))
			return -1;
	return 0;
}

/* --- working out ------------------------------------------------------------ */

struct row_run {
	const struct model_class *row;
	struct expr_context context;
	struct value *slots;
	bool *given;			/* slots that the caller filled */
	struct arena *arena;
	struct model_result *result;
};

static int
run_fail(struct row_run *run, enum model_status status, const char *reason)
{
	if (run->context.no_memory)
		return -1;
	run->result->status = status;
	run->result->reason = reason;
	return 0;
}

static int
run_steps(struct row_run *run)
{
	const struct model_class *row = run->row;

	for (uint32_t i = 0; i < row->n_steps; i++) {
		const struct row_step *step = &row->steps[i];

		if (!run->given[step->slot]
			&& expr_eval(step->expr, &run->context, &run->slots[step->slot]))
			return -1;
	}
	if (row->family->prepare && run->context.args)
		return row->family->prepare(&run->context, run->slots);
	return 0;
}

/* The amount of a formula; leaves it as it is when the row has none. */
static int
run_formula(struct row_run *run, int which, struct model_amount *amount)
{
	const struct expr *expr = run->row->formulas[which].expr;
	struct value v;
	quantity q;

	if (!expr)
		return 0;
	if (expr_eval(expr, &run->context, &v))
		return run_fail(run, MODEL_UNREADABLE, run->context.reason);
	if (v.kind != VALUE_NONE && !value_is_number(v))
		return run_fail(run, MODEL_UNREADABLE, "a formula gives no number");
	q = v.kind == VALUE_REAL ? (quantity)v.d : (quantity)v.i;
	if (v.kind == VALUE_NONE)
		q = (quantity)NAN;
	if (q < 0 || q >= 0x1p63L)
		return run_fail(run, MODEL_UNREADABLE,
			q < 0 ? "a count is negative" : "a count passes 2^63");
	*amount = model_amount_from(q);
	return 0;
}

static int
run_work(struct row_run *run, bool backward)
{
	const struct model_class *row = run->row;
	int flops = backward ? ROW_FLOPS_BACKWARD : ROW_FLOPS;
	int bytes = backward ? ROW_BYTES_BACKWARD : ROW_BYTES;

	if (!row->formulas[flops].expr || !row->formulas[bytes].expr) {
		if (family_work(row->family, run->slots, backward, run->arena, run->result))
			return -1;
	}
	if (run->result->status == MODEL_OK && run_formula(run, flops, &run->result->flops))
		return -1;
	if (run->result->status == MODEL_OK && run_formula(run, bytes, &run->result->bytes))
		return -1;
	return 0;
}

static void
add_param(struct model_result *result, struct model_param *params, const char *name,
	struct value v)
{
	params[result->n_params].name = name;
	params[result->n_params++].value = v;
	result->params = params;
}

static int
run_columns(struct row_run *run)
{
	const struct model_class *row = run->row;
	struct model_param *params =
		arena_alloc(run->arena, (row->n_columns + 1) * sizeof(*params));

	if (!params)
		return -1;
	for (uint32_t i = 0; i < row->n_columns; i++) {
		const char *name = row->columns[i].name;
		size_t n = strlen(name);
		struct value v;

		if (expr_eval(row->columns[i].expr, &run->context, &v))
			return run_fail(run, MODEL_UNREADABLE, run->context.reason);
		if (n && name[n - 1] == '?') {
			if (v.kind == VALUE_NONE)
				continue;
			name = arena_strndup(run->arena, name, n - 1);
			if (!name)
				return -1;
		}
		add_param(run->result, params, name, v);
	}
	return 0;
}

/* Sets precision and spec of the result. -1: no memory. */
static int
set_spec(struct model_result *result, const char *unit, const char *precision,
	struct arena *arena)
{
	result->precision = precision;
	if (!unit || !precision)
		return 0;
	result->spec = arena_printf(arena, "%s_%s", unit, precision);
	return result->spec ? 0 : -1;
}

static int
run_spec(struct row_run *run)
{
	struct value precision;

	if (!run->row->formulas[ROW_PRECISION].expr)
		return 0;
	if (expr_eval(run->row->formulas[ROW_PRECISION].expr, &run->context, &precision))
		return run_fail(run, MODEL_UNREADABLE, run->context.reason);
	return set_spec(run->result, run->row->unit,
		precision.kind == VALUE_TEXT ? precision.s : NULL, run->arena);
}

static void
result_clear(struct model_result *result)
{
	result->params = NULL;
	result->n_params = 0;
	result->flops = result->bytes = model_amount_from((quantity)NAN);
	result->precision = result->spec = NULL;
}

static int
run_all(struct row_run *run, bool backward)
{
	struct model_result *result = run->result;

	if (run_steps(run))
		return run_fail(run, run->context.no_model ? MODEL_NO_MODEL : MODEL_UNREADABLE,
			run->context.reason);
	if (run_work(run, backward || run->row->is_backward))
		return -1;
	if (result->status == MODEL_OK && run_columns(run))
		return -1;
	if (result->status == MODEL_OK && run_spec(run))
		return -1;
	if (result->status == MODEL_OK && !result->bytes.known)
		result->reason = "the size of a type is not known";
	return 0;
}

int
row_eval(const struct model_class *row, const struct model_args *args,
	const struct family_given *given, uint32_t n_given, bool backward, struct arena *arena,
	struct model_result *result)
{
	struct row_run run = { .row = row, .arena = arena, .result = result };

	memset(result, 0, sizeof(*result));
	result_clear(result);
	run.slots = arena_alloc(arena, (row->n_slots + 1) * sizeof(*run.slots));
	run.given = arena_alloc(arena, row->n_slots + 1);
	if (!run.slots || !run.given)
		return -1;
	memset(run.slots, 0, row->n_slots * sizeof(*run.slots));
	memset(run.given, 0, row->n_slots);
	for (uint32_t i = 0; i < n_given; i++) {
		for (uint32_t j = 0; j < row->n_slots; j++) {
			if (strcmp(row->slot_names[j], given[i].name))
				continue;
			run.slots[j] = given[i].value;
			run.given[j] = true;
		}
	}
	run.context = (struct expr_context){ .args = args, .slots = run.slots, .arena = arena };
	if (run_all(&run, backward))
		return -1;
	if (result->status != MODEL_OK)
		result_clear(result);
	return 0;
}

/* --- a family by itself ------------------------------------------------------- */

/* A row for a family alone, as the command line uses it: its parameters by fallback or given. */
static struct model_class *
row_for_family(const struct model_family *family, struct arena *arena, struct error *err)
{
	struct model_class *row = arena_alloc(arena, sizeof(*row));
	uint32_t n = family->n_params;

	if (!row)
		goto no_memory;
	memset(row, 0, sizeof(*row));
	row->name = family->name;
	row->family = family;
	row->unit = family->unit;
	row->has_backward = true;
	row->n_slots = n;
	row->slot_names = arena_alloc(arena, (n + 1) * sizeof(*row->slot_names));
	row->steps = arena_alloc(arena, (n + 1) * sizeof(*row->steps));
	row->columns = arena_alloc(arena, (family->n_columns + 1) * sizeof(*row->columns));
	if (!row->slot_names || !row->steps || !row->columns)
		goto no_memory;
	for (uint32_t i = 0; i < n; i++) {
		const struct family_param *param = &family->params[i];

		row->slot_names[i] = param->name;
		row->steps[row->n_steps++] = (struct row_step){
			.slot = i,
			.name = param->name,
			.text = param->fallback ? param->fallback : "None",
		};
	}
	for (uint32_t i = 0; i < family->n_columns; i++)
		row->columns[row->n_columns++] = (struct row_column){
			.name = family->columns[i].name, .text = family->columns[i].expr,
		};
	if (family == &family_triton)
		row->formulas[ROW_PRECISION].text = "precision";
	else if (family->unit)
		row->formulas[ROW_PRECISION].text = "precision(type)";
	return row_compile(row, arena, err) ? NULL : row;
no_memory:
	error_no_memory(err, "reading a family");
	return NULL;
}

static const struct family_param *
param_find(const struct model_family *family, const char *name)
{
	for (uint32_t i = 0; i < family->n_params; i++)
		if (!strcmp(family->params[i].name, name))
			return &family->params[i];
	return NULL;
}

static int
given_check(const struct model_family *family, const struct family_given *given, uint32_t n_given,
	struct error *err)
{
	for (uint32_t i = 0; i < n_given; i++) {
		const struct family_param *param = param_find(family, given[i].name);

		if (!param)
			return error_set(err, "%s has no parameter %.60s", family->name,
				given[i].name);
		if (param->flags & FAMILY_TRACE)
			return error_set(err, "%s takes %s from a trace alone", family->name,
				param->name);
	}
	for (uint32_t i = 0; i < family->n_params; i++) {
		const struct family_param *param = &family->params[i];
		bool found = param->fallback != NULL;

		for (uint32_t j = 0; j < n_given; j++)
			found = found || !strcmp(given[j].name, param->name);
		if (!found)
			return error_set(err, "%s needs %s=: %s", family->name, param->name,
				param->help);
	}
	return 0;
}

int
family_eval(const struct model_family *family, const struct family_given *given, uint32_t n_given,
		bool backward, struct arena *arena, struct model_result *result, struct error *err)
{
	struct model_class *row;

	if (given_check(family, given, n_given, err))
		return -1;
	row = row_for_family(family, arena, err);
	if (!row)
		return -1;
	if (row_eval(row, NULL, given, n_given, backward, arena, result))
		return error_no_memory(err, "working out a model");
	return 0;
}
