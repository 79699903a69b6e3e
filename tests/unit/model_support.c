/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "model_support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct model_registry *registry;

int
set_up_models(void **state)
{
	struct error err;

	(void)state;
	if (!model_registry_new(&registry, &err))
		return 0;
	puts(err.message);
	return -1;
}

int
tear_down_models(void **state)
{
	(void)state;
	model_registry_free(registry);
	return 0;
}

bool
amount_within(const struct model_amount *amount, double expected, double within)
{
	if (expected == UNKNOWN)
		return !amount->known;
	return amount->known && fabs(amount->value - expected) <= within;
}

static void
evaluate(const struct shown *row, int top, const char *kernel, struct arena *arena,
	struct model_result *result)
{
	const struct model_op *op = model_find(registry, row->op);
	const struct model_extra extras[] = {
		{ "MoE topk", value_int(top) }, { "MoE GEMM gated", value_bool(true) },
	};
	struct model_args args;

	assert_non_null(op);
	assert_int_equal(model_args_read(&args, row->dims, row->types, row->strides, row->concrete,
		arena), 0);
	args.op_name = row->op;
	args.kernel = kernel;
	args.extras = extras;
	args.n_extras = top ? 2 : 0;
	assert_int_equal(model_eval(op, &args, false, arena, result), 0);
}

static void
print_param(struct buffer *text, const struct model_param *param)
{
	buffer_clear(text);
	assert_true(buffer_printf(text, " %s=", param->name) && value_print(text, param->value)
		&& buffer_add_text(text, ";"));
}

/* Whether each parameter stands in the text, and nothing else. */
static bool
params_are(const struct model_result *result, const char *expected)
{
	struct buffer text = {0};
	size_t n = 0;
	bool found = true;

	for (uint32_t i = 0; i < result->n_params; i++) {
		if (result->params[i].value.kind == VALUE_NONE)
			continue;
		print_param(&text, &result->params[i]);
		n += text.len;
		found = found && strstr(expected, text.data);
	}
	buffer_free(&text);
	return found && n == strlen(expected);
}

static void
print_all(const struct shown *row, const struct model_result *result)
{
	struct buffer text = {0};

	printf("%s %s: %s, %.3f FLOPs, %.3f bytes, spec \"%s\",", row->op, row->dims,
		result->reason ? result->reason : "ok", result->flops.value, result->bytes.value,
		result->spec ? result->spec : "");
	for (uint32_t i = 0; i < result->n_params; i++) {
		print_param(&text, &result->params[i]);
		fputs(text.data, stdout);
	}
	printf("\nshould be %.3f, %.3f, \"%s\",%s\n", row->flops, row->bytes, row->spec,
		row->params ? row->params : " nothing");
	buffer_free(&text);
}

static bool
result_is(const struct model_result *result, const struct shown *row)
{
	if (!row->params)
		return result->status == MODEL_UNREADABLE && !result->flops.known
			&& !result->n_params;
	return result->status == MODEL_OK && amount_within(&result->flops, row->flops, 1e-12 * fabs(row->flops))
		&& amount_within(&result->bytes, row->bytes, 1e-12 * fabs(row->bytes)) && params_are(result, row->params)
		&& !strcmp(result->spec ? result->spec : "", row->spec);
}

void
check_shown_experts(const struct shown *rows, size_t n, int top, const char *kernel)
{
	for (size_t i = 0; i < n; i++) {
		struct arena arena = {0};
		struct model_result result;

		evaluate(&rows[i], top, kernel, &arena, &result);
		if (!result_is(&result, &rows[i])) {
			print_all(&rows[i], &result);
			fail();
		}
		arena_free(&arena);
	}
}

void
check_shown(const struct shown *rows, size_t n)
{
	check_shown_experts(rows, n, 0, NULL);
}
