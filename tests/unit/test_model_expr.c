/* SPDX-License-Identifier: GPL-3.0-or-later */
/* model/: expressions, op files, GPU specs, families by name, the cache. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "model/arch.h"
#include "model/expr.h"
#include "model/family.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char *const names[] = { "n", "m" };

/* The result as text, or the error. */
static void
check_expr(const char *text, const char *expected)
{
	const struct value slots[] = { value_int(7), { .kind = VALUE_NONE } };
	struct arena arena = {0};
	struct buffer out = {0};
	struct model_args args;
	struct expr_context context = { .args = &args, .slots = slots, .arena = &arena };
	struct expr *expr;
	struct error err;
	struct value v;

	assert_int_equal(model_args_read(&args, "[[2,3,4],[],[-1]]", "[\"c10::Half\",\"Scalar\"]", NULL,
		"[\"\",\"[1, 2]\",\"x\"]", &arena), 0);
	if (expr_compile(&expr, text, names, 2, &arena, &err))
		buffer_printf(&out, "compile: %s", err.message);
	else if (expr_eval(expr, &context, &v))
		buffer_printf(&out, "fail: %s", context.reason);
	else
		value_print(&out, v);
	if (strncmp(out.data, expected, strlen(expected)) || (!strchr(expected, ':') && strcmp(out.data, expected)))
		printf("%s is %s, should be %s\n", text, out.data, expected);
	assert_int_equal(strncmp(out.data, expected, strlen(expected)), 0);
	buffer_free(&out);
	arena_free(&arena);
}

static void
expressions_give_values(void **state)
{
	(void)state;
	check_expr("1 + 2 * 3", "7");
	check_expr("(1 + 2) * 3", "9");
	check_expr("-7 // 2", "-4");
	check_expr("-7 % 2", "1");
	check_expr("7 / 2", "3.5");
	check_expr("2 - -3", "5");
	check_expr("10 - 4 - 3", "3");
	check_expr("1e3 * 0.5", "500.0");
	check_expr("n > 3 && n < 9 ? 'yes' : 'no'", "'yes'");
	check_expr("!n || n == 7.0", "True");
	check_expr("D1 && D0[0]", "[]");
	check_expr("D0[-1] * D0[1]", "12");
	check_expr("size(D0) * bpe(T0)", "48");
	check_expr("size(D1)", "1");
	check_expr("m * 3", "None");
	check_expr("bpe('no such type')", "None");
	check_expr("bpe('no such type', 2) + 1", "3");
	check_expr("list(C1)[1]", "2");
	check_expr("tuple(D0)", "(2, 3, 4)");
	check_expr("[n, (1,), 'a']", "[7, (1,), 'a']");
	check_expr("join(part(D0, 0, 1), [9])", "[2, 9]");
	check_expr("ceil(7, 2) + ceil(7.1) + floor(7.9)", "19");
	check_expr("max(1, n, 3) - min(2, 1.5)", "5.5");
	check_expr("int('', 4) + int('12')", "16");
	check_expr("flag('true')", "True");
	check_expr("precision(T0)", "'fp16'");
	check_expr("spread(3, 2)", "[3, 3]");
	check_expr("extra('nothing', None)", "None");
	check_expr("len(D) > 5 && D5[0] > 1", "False");
	check_expr("stride(0)", "None");
	check_expr("(type_of(0), type_of(2), type_of(2, 'float'), type_of(-1))",
		"('c10::Half', None, 'float', None)");
	check_expr("(text_of(1), text_of(3, ''))", "('[1, 2]', '')");
	check_expr("(largest(), operands())", "(0, [((2, 3, 4), 'c10::Half')])");
	check_expr("sized(T0)", "2");
	check_expr("9007199254740993 > 9007199254740992", "True");
	check_expr("9007199254740993 <= 9007199254740992", "False");
	check_expr("9007199254740992 < 9007199254740993", "True");
	check_expr("9007199254740992 >= 9007199254740993", "False");
	check_expr("[1 < 1, 1 <= 1, 1 > 1, 1 >= 1, 1 < 1.5, 2 >= 2.0]", "[False, True, False, True, True, True]");
	check_expr("max(9007199254740992, 9007199254740993, 3)", "9007199254740993");
	check_expr("min(9007199254740993, 9007199254740992)", "9007199254740992");
	check_expr("floor(9007199254740993) - ceil(9223372036854775807)", "-9214364837600034814");
	check_expr("[ceil(-9007199254740993, 2), ceil(-7, 2), ceil(0, 3)]", "[-4503599627370496, -3, 0]");
	check_expr("floor(m)", "None");
}

static void
expressions_say_what_is_wrong(void **state)
{
	char deep[200];

	(void)state;
	check_expr("", "compile: something is missing");
	check_expr("1 +", "compile: something is missing");
	check_expr("1 1", "compile: unexpected sign at column 3");
	check_expr("who", "compile: unknown name at column 1");
	check_expr("nosuch(1)", "compile: no function of that name");
	check_expr("len()", "compile: wrong number of arguments");
	check_expr("len(D", "compile: a comma or a closing bracket is missing");
	check_expr("n ? 1", "compile: a ':' is missing");
	check_expr("D0[1", "compile: a closing bracket is missing");
	check_expr("'open", "compile: no number or text");
	check_expr("1.2.3", "compile: no number or text");
	check_expr("n ^ 2", "compile: unexpected sign");
	memset(deep, '(', sizeof(deep) - 1);
	deep[sizeof(deep) - 1] = '\0';
	check_expr(deep, "compile: too deep");
	memset(deep, '-', sizeof(deep) - 1);
	check_expr(deep, "compile: too deep");
	check_expr("D7", "fail: argument 7 is missing: Input Dims has 3");
	check_expr("D2", "fail: argument 2 has a negative dimension");
	check_expr("S0", "fail: Input Strides is not recorded");
	check_expr("D0[3]", "fail: dimension 3 is asked for, there are 3");
	check_expr("T0 + 1", "fail: a text or a list stands");
	check_expr("1 // 0", "fail: a division by zero");
	check_expr("1 / 0.0", "fail: a division by zero");
	check_expr("9223372036854775807 + 1", "fail: a number passes 64 bits");
	check_expr("(-9223372036854775807 - 1) // -1", "fail: a number passes 64 bits");
	check_expr("1e308 * 1e308", "fail: a number is too large");
	check_expr("int(C2)", "fail: \"x\" is no whole number");
	check_expr("flag(C2)", "fail: a flag is not recorded");
	check_expr("need(n > 9, 'n is small')", "fail: n is small");
	check_expr("stride('abc')", "fail: stride() needs the number of an argument");
	check_expr("shape_of_rank('abc', 0)", "fail: shape_of_rank() needs two whole numbers");
	check_expr("shape_of_rank(3, D0)", "fail: shape_of_rank() needs two whole numbers");
	check_expr("sized(type_of(9))", "fail: the size of a type is not known");
	check_expr("extra('nothing')", "fail: \"nothing\" is not known");
}

static void
write_file(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	fputs(text, file);
	assert_int_equal(fclose(file), 0);
}

static void
an_op_file_adds_models(void **state)
{
	static const char text[] = "{\"ops\": [\n"
		"{\"names\": [\"my::linear\"], \"category\": \"GEMM\", \"family\": \"gemm\",\n"
		" \"args\": {\"M\": \"D0[0]\", \"N\": \"D1[0]\", \"K\": \"D0[1]\", \"type\": \"T0\"}},\n"
		"{\"names\": [\"my::mish\"], \"category\": \"activation_fwd\", \"family\": \"formula\", \"args\": {\"type\": \"T0\"},\n"
		" \"flops\": \"6 * size(D0)\", \"bytes\": \"2 * size(D0) * bpe(T0)\", \"params\": {\"shape\": \"D0\"}},\n"
		"{\"names\": [\"aten::mm\"], \"like\": \"my::mish\", \"flops\": \"1\"}],\n"
		"\"categories\": {\"my::other\": \"mine\"}}\n";
	char path[] = "/tmp/sonde-ops-XXXXXX";
	struct model_registry *registry;
	struct arena arena = {0};
	struct buffer out = {0};
	struct model_args args;
	struct model_result result;
	struct error err;
	int fd = mkstemp(path);

	(void)state;
	assert_true(fd >= 0);
	close(fd);
	write_file(path, text);
	assert_int_equal(model_registry_new(&registry, &err), 0);
	assert_int_equal(model_registry_load(registry, path, &err), 0);
	assert_int_equal(model_args_read(&args, "[[4,8],[16,8]]", "[\"c10::Half\",\"c10::Half\"]", NULL, NULL, &arena), 0);
	assert_int_equal(model_eval(model_find(registry, "my::linear"), &args, false, &arena, &result), 0);
	assert_int_equal(result.flops.count, 2 * 4 * 8 * 16);
	assert_string_equal(result.spec, "matrix_fp16");
	assert_int_equal(model_eval(model_find(registry, "my::mish"), &args, false, &arena, &result), 0);
	assert_int_equal(result.flops.count, 6 * 32);
	assert_int_equal(model_eval(model_find(registry, "aten::mm"), &args, false, &arena, &result), 0);
	assert_int_equal(result.flops.count, 1);
	assert_string_equal(model_category(registry, "my::other", NULL), "mine");
	assert_string_equal(model_find(registry, "my::mish")->sheet, "activation");
	assert_true(model_op_print(registry, model_find(registry, "my::mish"), &out));
	assert_non_null(strstr(out.data, "\"flops\": \"6 * size(D0)\""));
	assert_null(strstr(out.data, "\"sheet\""));	/* which the report does not have */
	buffer_free(&out);
	model_registry_free(registry);
	arena_free(&arena);
	unlink(path);
}

/* A row may be like one of a file before; a wrong file after both leaves what they say. */
static void
op_files_build_on_each_other(void **state)
{
	static const char *const texts[] = {
		"{\"ops\": [{\"class\": \"Mine\", \"names\": [\"my::mm\"], \"like\": \"aten_mm\", \"flops\": \"7\"}]}",
		"{\"ops\": [{\"names\": [\"my::other\"], \"like\": \"Mine\"}]}",
		"{\"ops\": [{\"names\": [\"my::mm\"], \"like\": \"Mine\", \"flops\": \"8\"}, {\"like\": \"nope\"}]}",
	};
	char path[] = "/tmp/sonde-ops-XXXXXX";
	struct model_registry *models;
	struct model_result result;
	struct arena arena = {0};
	struct model_args args;
	struct error err;
	int fd = mkstemp(path);

	(void)state;
	assert_true(fd >= 0);
	close(fd);
	assert_int_equal(model_registry_new(&models, &err), 0);
	for (int i = 0; i < 3; i++) {
		write_file(path, texts[i]);
		assert_int_equal(model_registry_load(models, path, &err), i < 2 ? 0 : -1);
	}
	assert_int_equal(model_args_read(&args, "[[4,8],[8,16]]", "[\"c10::Half\",\"c10::Half\"]", NULL, NULL, &arena), 0);
	assert_int_equal(model_eval(model_find(models, "my::other"), &args, false, &arena, &result), 0);
	assert_int_equal(result.flops.count, 7);
	assert_int_equal(model_eval(model_find(models, "my::mm"), &args, false, &arena, &result), 0);
	assert_int_equal(result.flops.count, 7);
	model_registry_free(models);
	arena_free(&arena);
	unlink(path);
}

static void
a_wrong_op_file_tells_line_and_reason(void **state)
{
	static const struct {
		const char *text, *error;
	} files[] = {
		{ "", ":1: the end is missing" },
		{ "{\n\"ops\": [\n}", ":3: " },
		{ "[]", ":1: an object with \"ops\" is needed" },
		{ "{\"ops\": []} x", ":1: something follows the end" },
		{ "{\n\"opps\": []}", ":2: unknown key \"opps\"" },
		{ "{\"ops\": 3}", ":1: \"ops\" is no list" },
		{ "{\"ops\": [3]}", ":1: a row of \"ops\" is no object" },
		{ "{\"ops\": [\n{}]}", ":1: a row has neither \"class\" nor \"names\"" },
		{ "{\"ops\": [\n{\"names\": [\"a\"]}]}", ":2: a family is needed" },
		{ "{\"ops\": [\n{\"names\": [\"a\"],\n\"family\": \"nope\"}]}", ":3: no family \"nope\"" },
		{ "{\"ops\": [\n{\"names\": [\"a\"], \"family\": \"gemm\"}]}", ":2: a category is needed" },
		{ "{\"ops\": [\n{\"names\": [\"a\"], \"family\": \"gemm\", \"category\": \"x\"}]}",
			":2: args: a parameter of the family is missing: \"M\"" },
		{ "{\"ops\": [\n{\"names\": [\"a\"], \"family\": \"gemm\", \"category\": \"x\",\n\"args\": {\"Q\": \"1\"}}]}",
			":3: the family has no parameter \"Q\"" },
		{ "{\"ops\": [\n{\"names\": [\"a\"], \"family\": \"formula\", \"category\": \"x\"}]}",
			":2: flops and bytes are needed" },
		{ "{\"ops\": [\n{\"names\": [\"a\"], \"family\": \"formula\", \"category\": \"x\", \"flops\": \"1 +\", \"bytes\": \"1\"}]}",
			":2: op class \"a\", \"flops\": something is missing at column 4" },
		{ "{\"ops\": [\n{\"names\": [\"a\"], \"like\": \"nope\"}]}", ":2: no class before this one is called \"nope\"" },
		{ "{\"ops\": [\n{\"names\": [\"a\"],\n\"color\": 1}]}", ":3: unknown key \"color\"" },
		{ "{\"ops\": [\n{\"names\": [\"a\"], \"like\": \"aten_mm\",\n\"sheet\": \"mine\"}]}", ":3: no sheet of models" },
		{ "{\"sheets\": [\"GEMM\",\n\"mine\"]}", ":1: no sheet of models (`sonde ops` lists them) \"mine\"" },
		{ "{\"ops\": [\n{\"names\": [3], \"like\": \"aten_mm\"}]}", ":2: a list of texts is needed" },
		{ "{\"ops\": [\n{\"names\": [\"a\"], \"let\": {\"m\": null}, \"family\": \"formula\", \"category\": \"x\", "
			"\"flops\": \"m\", \"bytes\": \"1\"}]}",
			":2: op class \"a\", \"m\": unknown name at column 1 of \"null\"" },
		{ "{\"categories\": {\n\"a\": 3}}", ":2: a text is needed" },
	};
	char path[] = "/tmp/sonde-ops-XXXXXX";
	struct model_registry *registry;
	struct error err;
	int fd = mkstemp(path);
	uint32_t before;

	(void)state;
	assert_true(fd >= 0);
	close(fd);
	assert_int_equal(model_registry_new(&registry, &err), 0);
	before = model_op_count(registry);
	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++) {
		write_file(path, files[i].text);
		assert_int_equal(model_registry_load(registry, path, &err), -1);
		if (strncmp(err.message, path, strlen(path)) || !strstr(err.message, files[i].error))
			printf("%s: %s\n", files[i].text, err.message);
		assert_int_equal(strncmp(err.message, path, strlen(path)), 0);
		assert_non_null(strstr(err.message, files[i].error));
	}
	assert_int_equal(model_op_count(registry), before);
	unlink(path);
	assert_int_equal(model_registry_load(registry, path, &err), -1);
	model_registry_free(registry);
}

static void
every_built_in_row_reads_back(void **state)
{
	char path[] = "/tmp/sonde-ops-XXXXXX";
	struct model_registry *registry, *again;
	struct buffer all = {0};
	struct error err;
	int fd = mkstemp(path);
	bool first = true;

	(void)state;
	assert_true(fd >= 0);
	close(fd);
	assert_int_equal(model_registry_new(&registry, &err), 0);
	assert_true(buffer_add_text(&all, "{\"ops\": [\n"));
	for (uint32_t i = 0; i < model_op_count(registry); i++) {
		const struct model_op *op = model_op_at(registry, i);

		if (!op->has_model)
			continue;
		assert_true(first || buffer_add_text(&all, ",\n"));
		assert_true(model_op_print(registry, op, &all));
		first = false;
	}
	assert_true(buffer_add_text(&all, "]}\n"));
	write_file(path, all.data);
	assert_int_equal(model_registry_new(&again, &err), 0);
	if (model_registry_load(again, path, &err))
		fail_msg("%s", err.message);
	for (uint32_t i = 0; i < model_op_count(registry); i++) {
		const struct model_op *op = model_op_at(registry, i);
		struct buffer a = {0}, b = {0};

		if (!op->has_model || !strncmp(op->name, "triton", 6))
			continue;
		assert_true(model_op_print(registry, op, &a) && model_op_print(again, model_find(again, op->name), &b));
		assert_string_equal(a.data, b.data);
		buffer_free(&a);
		buffer_free(&b);
	}
	model_registry_free(registry);
	model_registry_free(again);
	buffer_free(&all);
	unlink(path);
}

static void
gpu_specs_have_knees(void **state)
{
	struct error err;
	struct arch *arch;
	uint32_t n = 0;

	(void)state;
	for (const char *name; (name = arch_name_at(n)); n++) {
		assert_int_equal(arch_open(&arch, name, &err), 0);
		assert_true(arch->bandwidth_gbps > 500 && arch->memory_gb > 20 && arch->n_peaks > 4);
		assert_true(arch->source && arch->figures && arch->vendor);
		assert_true(arch_knee(arch, "matrix_bf16") > 10);
		arch_free(arch);
	}
	assert_int_equal(n, 12);
	assert_int_equal(arch_open(&arch, "mi300x", &err), 0);
	assert_true(fabs(arch_knee(arch, "matrix_bf16") - 133.58) < 0.01);
	assert_true(isnan(arch_knee(arch, "matrix_fp4")));
	assert_int_equal(arch_roofline(arch, "matrix_fp4", 1e9, 1e9).bound, BOUND_NONE);
	assert_int_equal(arch_roofline(arch, "matrix_bf16", 0, 1e9).bound, BOUND_NONE);
	assert_int_equal(arch_roofline(arch, "matrix_bf16", 1e9, (double)NAN).bound, BOUND_NONE);
	assert_int_equal(arch_roofline(arch, "matrix_bf16", 708e12, 5300e9).bound, BOUND_COMPUTE);
	arch_free(arch);
	assert_int_equal(arch_open(&arch, "nosuch", &err), -1);
	assert_non_null(strstr(err.message, "nosuch"));
	assert_int_equal(arch_open(&arch, "/no/such.json", &err), -1);
}

static void
devices_are_recognised(void **state)
{
	static const struct {
		struct arch_device device;
		const char *name;
	} examples[] = {
		{ { "AMD Instinct MI300X", 0, 0, 0, 0 }, "MI300X" },
		{ { "AMD Instinct MI325X OAM", 0, 0, 0, 0 }, "MI325X" },
		{ { "NVIDIA H100 80GB HBM3", 0, 9, 0, 132 }, "H100-SXM" },
		{ { "NVIDIA H100 PCIe", 0, 9, 0, 114 }, "H100-PCIe" },
		{ { "NVIDIA A100-SXM4-40GB", INT64_C(42505273344), 8, 0, 108 }, "A100-40GB" },
		{ { "NVIDIA A100-SXM4-80GB", INT64_C(85097971712), 8, 0, 108 }, "A100-80GB" },
		{ { "A100-SXM", INT64_C(85097971712), 8, 0, 108 }, "A100-80GB" },
		{ { "NVIDIA H200", 0, 9, 0, 132 }, "H200" },
		{ { "NVIDIA B200", 0, 10, 0, 148 }, "B200" },
		{ { "NVIDIA GeForce RTX 4090", 0, 8, 9, 128 }, "RTX-4090" },
		{ { "AMD Radeon Graphics", INT64_C(206141652992), 9, 4, 304 }, "MI300X" },
		{ { NULL, INT64_C(274861129728), 9, 4, 304 }, "MI325X" },
		{ { "", INT64_C(206141652992), 9, 4, 304 }, "MI300X" },
		{ { "gfx942:sramecc+:xnack-", INT64_C(206141652992), 9, 4, 304 }, "MI300X" },
		{ { "AMD Instinct MI300X", INT64_C(25753026560), 9, 4, 38 }, NULL },
		{ { "NVIDIA GH200 480GB", INT64_C(101468602368), 9, 0, 132 }, NULL },
		{ { "NVIDIA H100 NVL", INT64_C(99966705664), 9, 0, 132 }, NULL },
		{ { "NVIDIA A100-SXM4-80GB MIG 1g.10gb", INT64_C(10200547328), 8, 0, 14 }, NULL },
		{ { "NVIDIA GeForce RTX 4090 Laptop GPU", INT64_C(17170956288), 8, 9, 76 }, NULL },
		{ { "NVIDIA L40", INT64_C(47810936832), 8, 9, 142 }, NULL },
		{ { "Tesla V100-SXM2-32GB", 0, 7, 0, 80 }, NULL },
		{ { NULL, 0, 0, 0, 0 }, NULL },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(examples) / sizeof(*examples); i++) {
		const char *name = arch_recognise(&examples[i].device);

		assert_true(name == examples[i].name || (name && examples[i].name && !strcmp(name, examples[i].name)));
	}
}

struct shaped {
	const char *family;
	struct family_given given[10];
	double flops, bytes, flops_backward, bytes_backward;
};

static void
families_work_without_a_trace(void **state)
{
	static const struct value bf16 = { .kind = VALUE_TEXT, .n = 13, .s = "c10::BFloat16" };
	const struct shaped examples[] = {
		{ "gemm", { { "M", value_int(40960) }, { "N", value_int(6144) }, { "K", value_int(1536) }, { "type", bf16 } },
			773094113280, 648019968, 1546188226560, 1296039936 },
		{ "attention", { { "N_Q", value_int(4096) }, { "H_Q", value_int(64) }, { "H_KV", value_int(8) },
			{ "d_qk", value_int(128) }, { "causal", value_bool(true) }, { "type", bf16 } },
			274877906944, 150994944, 687198437376, 234881024 },
		{ "softmax", { { "M", value_int(8) }, { "N", value_int(16) }, { "type", bf16 } }, 384, 512, 0, 0 },
		{ "moe_comm", { { "tokens", value_int(1024) }, { "hidden", value_int(512) }, { "type", bf16 } }, 0, 1048576, 0, 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(examples) / sizeof(*examples); i++) {
		const struct model_family *family = family_find(examples[i].family);
		struct arena arena = {0};
		struct model_result result;
		struct error err;
		uint32_t n = 0;

		while (n < 10 && examples[i].given[n].name)
			n++;
		assert_int_equal(family_eval(family, examples[i].given, n, false, &arena, &result, &err), 0);
		assert_true(result.flops.value == examples[i].flops && result.bytes.value == examples[i].bytes);
		if (examples[i].flops_backward > 0) {
			assert_int_equal(family_eval(family, examples[i].given, n, true, &arena, &result, &err), 0);
			assert_true(result.flops.value == examples[i].flops_backward);
			assert_true(result.bytes.value == examples[i].bytes_backward);
		}
		assert_int_equal(family_eval(family, examples[i].given, n - 1, false, &arena, &result, &err), -1);
		assert_non_null(strstr(err.message, "type"));
		arena_free(&arena);
	}
}

/* The last three of the perfmodel notes' SDPA row: elements of B=1 causal self-attention. */
static void
small_attention_matches_the_roofline(void **state)
{
	static const struct value bf16 = { .kind = VALUE_TEXT, .n = 13, .s = "c10::BFloat16" };
	static const double times[][3] = { { 1024, 24.27, 60.66 }, { 4096, 388.25, 970.62 }, { 64, 0.45, 0.69 } };
	struct arch *arch;
	struct error err;

	(void)state;
	assert_int_equal(arch_open(&arch, "MI300X", &err), 0);
	for (int i = 0; i < 3; i++) {
		const struct family_given given[] = {
			{ "N_Q", value_int((int64_t)times[i][0]) }, { "H_Q", value_int(64) }, { "H_KV", value_int(8) },
			{ "d_qk", value_int(128) }, { "causal", value_bool(true) }, { "type", bf16 },
		};
		struct arena arena = {0};
		struct model_result result;

		for (int backward = 0; backward < 2; backward++) {
			struct roofline line;

			assert_int_equal(family_eval(family_find("attention"), given, 6, backward, &arena, &result, &err), 0);
			line = arch_roofline(arch, result.spec, result.flops.value, result.bytes.value);
			assert_true(fabs(line.time_us - times[i][1 + backward]) < 0.0051);
		}
		arena_free(&arena);
	}
	arch_free(arch);
}

static double
seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void
each_distinct_text_is_worked_out_once(void **state)
{
	struct intern strings = {0};
	struct model_registry *registry;
	struct model_cache *cache;
	struct error err;
	uint32_t dims[500], types, none = 0;
	double start, took;
	int64_t sum = 0;
	char text[64];

	(void)state;
	assert_int_equal(model_registry_new(&registry, &err), 0);
	assert_int_equal(intern_add(&strings, "", 0), 0);
	for (int i = 0; i < 500; i++) {
		int n = snprintf(text, sizeof(text), "[[%d,64],[64,32]]", i + 1);

		dims[i] = intern_add(&strings, text, (size_t)n);
	}
	types = intern_add(&strings, "[\"c10::Half\",\"c10::Half\"]", 25);
	cache = model_cache_new(&strings);
	assert_non_null(cache);
	start = seconds();
	for (uint32_t i = 0; i < 100000; i++) {
		const struct model_key key = {
			.op = model_find(registry, "aten::mm"), .dims = dims[i % 500], .types = types, .strides = none,
		};
		const struct model_result *result = model_cache_eval(cache, &key);

		assert_true(result && result->status == MODEL_OK);
		sum += result->flops.count;
	}
	took = seconds() - start;
	assert_int_equal(sum, INT64_C(200) * 2 * 64 * 32 * (500 * 501 / 2));
	printf("100,000 op rows with 500 distinct arguments: %.1f ms\n", took * 1e3);
	assert_true(took < 1);
	model_cache_free(cache);
	model_registry_free(registry);
	intern_free(&strings);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(expressions_give_values),
		cmocka_unit_test(expressions_say_what_is_wrong),
		cmocka_unit_test(an_op_file_adds_models),
		cmocka_unit_test(op_files_build_on_each_other),
		cmocka_unit_test(a_wrong_op_file_tells_line_and_reason),
		cmocka_unit_test(every_built_in_row_reads_back),
		cmocka_unit_test(gpu_specs_have_knees),
		cmocka_unit_test(devices_are_recognised),
		cmocka_unit_test(families_work_without_a_trace),
		cmocka_unit_test(small_attention_matches_the_roofline),
		cmocka_unit_test(each_distinct_text_is_worked_out_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
