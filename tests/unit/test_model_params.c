/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * model/: the parameters that an op shows, which are keys of its rows, beside its work; from
 * whole and from incomplete arguments. They may stand in any order, and those that are None do
 * not stand here.
 */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "model/model.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define UNKNOWN (-1.0)

struct shown {
	const char *op, *dims, *types, *strides, *concrete;
	double flops, bytes;
	const char *spec;	/* "" when there is none */
	const char *params;	/* " name=value;" each; NULL: the arguments can not be read */
};

static struct model_registry *registry;

static int
set_up(void **state)
{
	struct error err;

	(void)state;
	if (!model_registry_new(&registry, &err))
		return 0;
	puts(err.message);
	return -1;
}

static int
tear_down(void **state)
{
	(void)state;
	model_registry_free(registry);
	return 0;
}

static bool
amount_is(const struct model_amount *amount, double expected)
{
	if (expected == UNKNOWN)
		return !amount->known;
	return amount->known && fabs(amount->value - expected) <= 1e-12 * fabs(expected);
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
	return result->status == MODEL_OK && amount_is(&result->flops, row->flops)
		&& amount_is(&result->bytes, row->bytes) && params_are(result, row->params)
		&& !strcmp(result->spec ? result->spec : "", row->spec);
}

static void
check_all(const struct shown *rows, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct shown *row = &rows[i];
		const struct model_op *op = model_find(registry, row->op);
		struct arena arena = {0};
		struct model_args args;
		struct model_result result;

		assert_non_null(op);
		assert_int_equal(model_args_read(&args, row->dims, row->types, row->strides,
			row->concrete, &arena), 0);
		args.op_name = row->op;
		assert_int_equal(model_eval(op, &args, false, &arena, &result), 0);
		if (!result_is(&result, row)) {
			print_all(row, &result);
			fail();
		}
		arena_free(&arena);
	}
}

#define CHECK(rows) check_all(rows, sizeof(rows) / sizeof(*(rows)))

static void
strides_may_be_missing(void **state)
{
	static const struct shown rows[] = {
		{ "aten::convolution", "[[4,256,56,56],[512,256,3,3],[]]",
			"['c10::BFloat16','c10::BFloat16','c10::BFloat16']", NULL,
			"['','','','[1,1]','[1,1]','[1,1]','False','[0,0]','1']", 29601431552,
			21627904, "matrix_bf16",
			" convNd='conv2d'; input_shape=(4, 256, 56, 56); filter_shape=(512, 256,"
				" 3, 3); dtype_input_weight=('c10::BFloat16', 'c10::BFloat16');"
				" bias=True; stride=(1, 1); padding=(1, 1); dilation=(1, 1);"
				" transposed_conv=False; output_padding=(0, 0); groups=1;" },
		{ "aten::convolution_backward", "[[4,512,56,56],[4,256,56,56],[512,256,3,3],[]]",
			"['c10::BFloat16','c10::BFloat16','c10::BFloat16','c10::BFloat16']", NULL,
			"['','','','','[1,1]','[1,1]','[1,1]','False','[0,0]','1','[True,True,"
				"False]']", 59190018048, 43253760, "matrix_bf16",
			" convNd='conv2d'; input_shape=(4, 256, 56, 56); filter_shape=(512, 256,"
				" 3, 3); dtype_input_weight=('c10::BFloat16', 'c10::BFloat16');"
				" bias=[]; stride=(1, 1); padding=(1, 1); dilation=(1, 1);"
				" transposed_conv=False; output_padding=(0, 0); groups=1;" },
		{ "primus::fused_ln_modulate", "[[64,2,512],[2,512],[2,512]]",
			"['c10::BFloat16','c10::BFloat16','c10::BFloat16']", NULL, NULL, 786432,
			267264, "vector_bf16",
			" op_shape=(64, 2, 512); dtype_in_out=('c10::BFloat16', None);"
				" num_channels=512; has_bias=True; is_affine=True;"
				" is_training=True;" },
		{ "primus::fused_ln_modulate_backward", "[[64,2,512],[64,2,512],[2,512]]",
			"['c10::BFloat16','c10::BFloat16','c10::BFloat16']", NULL, NULL, 983040,
			400384, "vector_bf16",
			" op_shape=(64, 2, 512); dtype_in_out=('c10::BFloat16', None);"
				" num_channels=512; has_bias=True; is_affine=True;"
				" is_training=True; output_mask=[True, True, True];" },
		{ "primus_turbo::quantize_fp8_tensorwise", "[[128,256]]", "['c10::BFloat16']", NULL,
			NULL, 32768, 98304, "vector_bf16",
			" op_shape=(128, 256); dtype_in_out=('c10::BFloat16',"
				" 'c10::Float8_e4m3fnuz');" },
		{ "primus_turbo::quantize_mxfp4_dual", "[[128,256]]", "['c10::BFloat16']", NULL,
			NULL, 32768, 100352, "vector_bf16",
			" op_shape=(128, 256); dtype_in_out=('c10::BFloat16',"
				" 'c10::Float4_e2m1fn_x2');" },
	};

	(void)state;
	CHECK(rows);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(strides_may_be_missing),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
