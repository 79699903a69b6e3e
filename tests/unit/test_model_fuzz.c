/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * model/: arguments of every kind of damage, for every op of the table. A model
 * gives finite counts or a reason, and never stumbles.
 */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "model/expr.h"
#include "model/model.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static uint64_t random_state = 20240229;

static uint32_t
random_below(uint32_t n)
{
	random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (uint32_t)(random_state >> 33) % n;
}

static const char *const numbers[] = {
	"0", "1", "2", "3", "4", "8", "16", "64", "128", "512", "4096", "-1", "-9223372036854775808", "9223372036854775807",
	"4294967296", "3037000500", "18446744073709551616", "1e300", "0.5", "-0", "null", "true", "\"8\"", "[8]", "[[2,2]]",
};

static const char *const types[] = {
	"c10::BFloat16", "float", "double", "long int", "Scalar", "", "c10::Float8_e4m3fn", "bool", "TensorList",
	"no such type", "c10::Float4_e2m1fn_x2", "unsigned char",
};

static const char *const scalars[] = {
	"", "", "True", "False", "1", "0", "-1", "[1, 1]", "[0]", "[]", "[1, 2, 3]", "[-1]", "(2,2)", "[True, True, False]",
	"[True]", "128", "9223372036854775807", "99999999999999999999", "1e-05", "[[1]]", "[1", "x", "nan", "None", "'a'",
	"[9223372036854775807, 9223372036854775807]",
};

#define PICK(array) array[random_below(sizeof(array) / sizeof(*(array)))]

static void
add_shape(struct buffer *out, bool tame)
{
	uint32_t rank = tame ? 1 + random_below(4) : random_below(7);

	buffer_add_text(out, "[");
	for (uint32_t i = 0; i < rank; i++) {
		const char *number = tame ? numbers[1 + random_below(9)] : PICK(numbers);

		buffer_printf(out, "%s%s", i ? "," : "", number);
	}
	buffer_add_text(out, "]");
}

/* A list of n items of a kind: 'D' and 'S' shapes, 'T' types, 'C' scalars. */
static void
add_list(struct buffer *out, char kind, uint32_t n, bool tame)
{
	buffer_clear(out);
	buffer_add_text(out, "[");
	for (uint32_t i = 0; i < n; i++) {
		buffer_add_text(out, i ? "," : "");
		if (kind == 'T')
			buffer_printf(out, "\"%s\"", tame ? types[0] : PICK(types));
		else if (kind == 'C')
			buffer_printf(out, "\"%s\"", PICK(scalars));
		else
			add_shape(out, tame);
	}
	buffer_add_text(out, "]");
	if (!tame && random_below(20) == 0)
		out->data[random_below((uint32_t)out->len)] = (char)random_below(256);
}

static void
check_result(const struct model_op *op, const struct model_result *result)
{
	if (result->status != MODEL_OK) {
		assert_non_null(result->reason);
		assert_false(result->flops.known || result->bytes.known);
		return;
	}
	assert_true(!result->flops.known || (isfinite(result->flops.value) && result->flops.value >= 0));
	assert_true(!result->bytes.known || (isfinite(result->bytes.value) && result->bytes.value >= 0));
	assert_true(!result->flops.whole || (result->flops.count >= 0 && result->flops.value < 9.3e18));
	assert_true(result->bytes.known || result->reason);
	(void)op;
}

static const char *
maybe(struct buffer *text)
{
	return random_below(12) ? text->data : NULL;
}

static uint32_t
try_op(const struct model_op *op, struct buffer text[4], bool tame)
{
	static const char kinds[] = "DTSC";
	uint32_t n = tame ? 3 + random_below(18) : random_below(24), good;
	struct model_args args, forward;
	struct model_result result;
	struct arena arena = {0};
	struct buffer shown = {0};

	for (int i = 0; i < 4; i++)
		add_list(&text[i], kinds[i], n, tame);
	assert_int_equal(model_args_read(&args, maybe(&text[0]), maybe(&text[1]), maybe(&text[2]), maybe(&text[3]),
		&arena), 0);
	args.op_name = op->has_model && !strcmp(op->category, "triton") ? "triton_red_fused_add_mul_0" : NULL;
	args.annotation = random_below(2) ? "context_1(sq3sk9sqsq9sqsk27)_generation_2(sq2sk9223372036854775807sqsq2sqsk4"
		: "step[MIXED c_sq=4 c_sk=8 c_sqsq=16 c_sqsk=32 g_sq=0]";
	args.kernel = random_below(2) ? "mxfp4_matmul" : NULL;
	forward = args;
	args.forward = random_below(2) ? &forward : NULL;
	assert_int_equal(model_eval(op, &args, random_below(3) == 0, &arena, &result), 0);
	check_result(op, &result);
	for (uint32_t i = 0; i < result.n_params; i++)
		assert_true(value_print_cell(&shown, result.params[i].value));
	good = result.status == MODEL_OK;
	buffer_free(&shown);
	arena_free(&arena);
	return good;
}

static void
damaged_arguments_give_reasons(void **state)
{
	struct model_registry *registry;
	struct buffer text[4] = {0};
	struct error err;
	uint32_t good = 0, tries = 0;

	(void)state;
	assert_int_equal(model_registry_new(&registry, &err), 0);
	for (uint32_t i = 0; i < model_op_count(registry); i++) {
		for (uint32_t k = 0; k < 200; k++, tries++)
			good += try_op(model_op_at(registry, i), text, k % 2);
	}
	assert_true(good > 1000);
	for (int i = 0; i < 4; i++)
		buffer_free(&text[i]);
	model_registry_free(registry);
	print_message("# %u of %u had numbers\n", good, tries);
}

static const char *const tokens[] = {
	"D", "D0", "T0", "C1", "S2", "n", "who", "len", "size", "list", "int", "ceil", "part", "join", "repeat", "(", ")", "[", "]",
	",", "?", ":", "+", "-", "*", "/", "//", "%", "==", "<", "&&", "||", "!", "0", "1", "-1", "2.5", "9223372036854775807",
	"'a'", "\"", "None", "True", " ", "1e308", "largest()", "bytes_of_all()", "operands()",
	"type_of(1)", "shape_of_rank(2,0)", "\x80", "spread",
};

/* Any text at all is either refused with a place in it, or compiles and then gives a value or a reason. */
static void
any_expression_ends_well(void **state)
{
	static const char *const names[] = { "n" };
	const struct value slots[] = { value_int(7) };
	struct buffer text = {0}, shown = {0};
	uint32_t compiled = 0;

	(void)state;
	for (uint32_t i = 0; i < 60000; i++) {
		struct arena arena = {0};
		struct model_args args;
		struct expr_context context = { .args = &args, .slots = slots, .arena = &arena };
		struct expr *expr;
		struct error err;
		struct value v;

		buffer_clear(&text);
		for (uint32_t n = 1 + random_below(9); n > 0; n--)
			buffer_add_text(&text, PICK(tokens));
		if (expr_compile(&expr, text.data, names, 1, &arena, &err)) {
			assert_true(err.offset >= 0 && err.offset <= (int64_t)text.len && err.message[0]);
			arena_free(&arena);
			continue;
		}
		compiled++;
		assert_int_equal(model_args_read(&args, "[[2,3],[],[4294967296,4294967296]]", "[\"float\",\"\",\"x\"]",
			"[[1]]", "[\"\",\"[1,2]\"]", &arena), 0);
		if (expr_eval(expr, &context, &v))
			assert_non_null(context.reason);
		else
			assert_true(value_print(&shown, v));
		buffer_clear(&shown);
		arena_free(&arena);
	}
	assert_true(compiled > 1000);
	buffer_free(&text);
	buffer_free(&shown);
}

/* A good op file with bytes changed: read, or refused with a line. */
static void
any_op_file_ends_well(void **state)
{
	static const char good[] = "{\"ops\": [\n{\"names\": [\"my::op\"], \"category\": \"GEMM\", \"family\": \"gemm\",\n"
		"\"let\": {\"a\": \"D0\"}, \"args\": {\"M\": \"a[0]\", \"N\": \"D1[0]\", \"K\": \"a[1]\", \"type\": \"T0\"},\n"
		"\"params\": {\"M\": \"M\"}, \"flops\": \"2 * M\", \"backward\": true},\n"
		"{\"class\": \"x\", \"like\": \"aten_mm\", \"names\": [\"x\"]}],\n\"categories\": {\"b\": \"c\"}}\n";
	char path[] = "/tmp/sonde-fuzz-XXXXXX";
	int fd = mkstemp(path);

	(void)state;
	assert_true(fd >= 0);
	close(fd);
	for (uint32_t i = 0; i < 100; i++) {
		struct model_registry *registry;
		char text[sizeof(good)];
		struct error err;
		FILE *file = fopen(path, "wb");

		memcpy(text, good, sizeof(good));
		for (uint32_t n = random_below(3); n > 0; n--)
			text[random_below(sizeof(good) - 1)] = (char)(random_below(3) ? 32 + random_below(95) : random_below(256));
		assert_non_null(file);
		fwrite(text, 1, random_below(10) ? sizeof(good) - 1 : random_below(sizeof(good)), file);
		fclose(file);
		assert_int_equal(model_registry_new(&registry, &err), 0);
		if (model_registry_load(registry, path, &err))
			assert_non_null(strstr(err.message, path));
		else
			assert_non_null(model_find(registry, "aten::mm"));
		model_registry_free(registry);
	}
	unlink(path);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(damaged_arguments_give_reasons),
		cmocka_unit_test(any_expression_ends_well),
		cmocka_unit_test(any_op_file_ends_well),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
