/* SPDX-License-Identifier: GPL-3.0-or-later */
/* model/: the worked numbers of the families, from recorded arguments. */
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

#define BF "\"c10::BFloat16\""
#define BF2 "[" BF "," BF "]"
#define BF3 "[" BF "," BF "," BF "]"
#define BF5 "[" BF "," BF "," BF "," BF "," BF "]"
#define FP8 "\"c10::Float8_e4m3fn\""
#define FLOAT "\"float\""
#define NO_BACKWARD (-2.0)

struct example {
	const char *op, *dims, *types, *concrete;
	double flops, bytes, flops_backward, bytes_backward;
	const char *spec;	/* "" when there is none, NULL: not looked at */
	const char *annotation;
};

static bool
amount_is(const struct model_amount *amount, double expected)
{
	return amount_within(amount, expected, 1e-9 * fabs(expected) + 0.005);
}

/* Strides are of no matter to the counts: each argument gets its shape. */
static void
evaluate(const struct example *e, bool backward, struct arena *arena, struct model_result *result)
{
	const struct model_op *op = model_find(registry, e->op);
	struct model_args args;

	assert_non_null(op);
	assert_int_equal(model_args_read(&args, e->dims, e->types, e->dims, e->concrete, arena), 0);
	args.op_name = e->op;
	args.annotation = e->annotation;
	assert_int_equal(model_eval(op, &args, backward, arena, result), 0);
}

static void
check_side(const struct example *e, bool backward)
{
	double flops = backward ? e->flops_backward : e->flops, bytes = backward ? e->bytes_backward : e->bytes;
	struct arena arena = {0};
	struct model_result result;

	evaluate(e, backward, &arena, &result);
	if (flops == NO_BACKWARD) {
		assert_int_equal(result.status, MODEL_NO_BACKWARD);
	} else if (result.status != MODEL_OK || !amount_is(&result.flops, flops) || !amount_is(&result.bytes, bytes)) {
		printf("%s %s%s: %s, %.3f FLOPs, %.3f bytes; should be %.3f, %.3f\n", e->op, e->dims,
			backward ? " backward" : "", result.reason ? result.reason : "ok", result.flops.value,
			result.bytes.value, flops, bytes);
		fail();
	}
	if (e->spec && !backward)
		assert_string_equal(result.spec ? result.spec : "", e->spec);
	arena_free(&arena);
}

static void
check_all(const struct example *examples, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		check_side(&examples[i], false);
		if (examples[i].flops_backward != 0)
			check_side(&examples[i], true);
	}
}

#define CHECK(examples) check_all(examples, sizeof(examples) / sizeof(*(examples)))

static void
matrix_products(void **state)
{
	static const char flat[] = "[[128,256],[256,512]]";
	static const struct example examples[] = {
		{ "aten::mm", flat, BF2, NULL, 33554432, 458752, NO_BACKWARD, 0, "matrix_bf16", NULL },
		{ "aten::mm", "[[8944,1024],[1024,2816]]", BF2, NULL, 51581550592, 71.0078125 * 1048576, 0, 0, NULL, NULL },
		{ "aten::mm", flat, "[\"c10::Float8_e5m2fnuz\",\"c10::Float8_e5m2fnuz\"]", NULL, 33554432, UNKNOWN, 0, 0,
			"", NULL },
		{ "aten::mm", flat, "[" BF ",\"float\"]", NULL, 33554432, 458752, 0, 0, "matrix_bf16", NULL },
		{ "aten::mm", flat, "[\"float\",\"float\"]", NULL, 33554432, 917504, 0, 0, "matrix_fp32", NULL },
		{ "aten::mm", flat, "[\"c10::Float8_e4m3fnuz\",\"c10::Float8_e4m3fnuz\"]", NULL, 33554432, 229376, 0, 0,
			"matrix_fp8", NULL },
		{ "aten::addmm", "[[512],[128,256],[256,512]]", BF3, NULL, 33619968, 459776, 0, 0, NULL, NULL },
		{ "aten::bmm", "[[4,128,256],[4,256,512]]", BF2, NULL, 134217728, 1835008, 0, 0, NULL, NULL },
		{ "aten::baddbmm", "[[4,128,512],[4,128,256],[4,256,512]]", BF3, NULL, 134479872, 1839104, 0, 0, NULL, NULL },
		{ "aten::_scaled_mm", "[[128,256],[256,512],[],[],[],[],[],[]]", "[" FP8 "," FP8 ",\"float\",\"float\"]", NULL,
			33554432, 294912, 0, 0, "matrix_fp8", NULL },
		{ "tex_ts::te_gemm_ts",
			"[[128,256],[],[],[],[],[512,256],[],[],[],[],[],[],[],[],[],[],[],[],[512]]",
			"[" FP8 ",\"\",\"\",\"\",\"\"," FP8 ",\"\",\"\",\"\",\"\"," BF ",\"\",\"\",\"\",\"\",\"\",\"\",\"\"," BF "]",
			"[\"\",\"\",\"\",\"\",\"1\",\"\",\"\",\"\",\"\",\"0\",\"\",\"\",\"\",\"\",\"1\"]",
			33619968, 295936, 0, 0, "matrix_fp8", NULL },
		{ "primus_turbo::hipblaslt_gemm_fp8", "[[128,256],[],[256,512],[]]", "[" FP8 ",\"float\"," FP8 ",\"float\"]",
			"[\"\",\"\",\"\",\"\",\"\",\"False\",\"False\",\"False\"]", 33554432, 294912, 0, 0, "matrix_fp8", NULL },
		{ "primus_turbo::hipblaslt_gemm_fp8", "[[256,512],[],[256,128],[]]", "[" FP8 ",\"float\"," FP8 ",\"float\"]",
			"[\"\",\"\",\"\",\"\",\"\",\"True\",\"False\",\"True\"]", 33554432, 294912, 0, 0, NULL, NULL },
		{ "primus_turbo::hipblaslt_gemm_fp4", "[[128,128],[],[512,128],[]]",
			"[\"c10::Float4_e2m1fn_x2\",\"unsigned char\",\"c10::Float4_e2m1fn_x2\",\"unsigned char\"]",
			"[\"\",\"\",\"\",\"\",\"\",\"false\",\"true\",\"0\"]", 33554432, 218112, 0, 0, "matrix_fp4", NULL },
		{ "aiter::gemm_a8w8_blockscale_ck", "[[64,7168],[2112,7168],[64,56],[17,56]]", "[" FP8 "," FP8 ",\"float\"]",
			NULL, 1937768448, 15867904, 0, 0, "matrix_fp8", NULL },
		{ "aiter::batched_gemm_a16wfp4_", "[[8,64,128],[8,512,64]]", "[" BF ",\"unsigned char\"]", NULL, 67108864,
			917504, 0, 0, "matrix_fp4", NULL },
		{ "aiter::gemm_afp4wfp4_", "[[64,256],[128,256]]", "[\"unsigned char\",\"unsigned char\"]", NULL, 8388608, 65536,
			0, 0, "matrix_fp4", NULL },
		{ "vllm::gemm_with_dynamic_quant", "[[],[128,256],[512,256]]", BF2, NULL, 33554432, 458752, 0, 0, NULL, NULL },
	};

	(void)state;
	CHECK(examples);
}

static void
convolutions(void **state)
{
	static const struct example examples[] = {
		{ "aten::convolution", "[[2,3,32,32],[16,3,3,3],[],[],[],[],[],[],[]]", BF2,
			"[\"\",\"\",\"\",\"[1, 1]\",\"[1, 1]\",\"[1, 1]\",\"False\",\"[0, 0]\",\"1\"]",
			1769472, 78688, 3538944, 157376, "matrix_bf16", NULL },
		{ "aten::convolution", "[[2,3,32,32],[16,3,3,3],[16]]", BF2,
			"[\"\",\"\",\"\",\"[1, 1]\",\"[1]\",\"\",\"False\",\"\",\"1\"]", 1802240, 78720, 3571712, 190160, NULL, NULL },
		{ "aten::convolution", "[[2,64,32,32],[64,16,3,3],[],[],[],[],[],[],[]]", BF2,
			"[\"\",\"\",\"\",\"[2, 2]\",\"[1, 1]\",\"[1, 1]\",\"False\",\"[0, 0]\",\"4\"]", 9437184, 346112, 0, 0,
			NULL, NULL },
		{ "aten::convolution", "[[2,16,16,16],[16,8,4,4],[],[],[],[],[],[],[]]", "[\"float\",\"float\"]",
			"[\"\",\"\",\"\",\"(2,2)\",\"[1, 1]\",\"[1, 1]\",\"True\",\"[0, 0]\",\"1\"]",
			2097152, 106496, 4194304, 212992, "matrix_fp32", NULL },
		{ "aten::convolution", "[[2,8,100],[16,8,5],[],[],[],[],[],[],[]]", "[\"float\",\"float\"]",
			"[\"\",\"\",\"\",\"[1]\",\"[2]\",\"[1]\",\"False\",\"[0]\",\"1\"]", 256000, 21760, 0, 0, NULL, NULL },
		{ "ConvBias_", "[[1,1,4,4],[1,1,3,3],[1]]", BF3, "[\"\",\"\",\"\",\"1\",\"0\"]", 76, 60, 148, 121, NULL, NULL },
		{ "aten::convolution_backward",
			"[[10,64,56,56],[10,64,56,56],[64,64,3,3],[],[],[],[],[],[],[],[]]", BF3,
			"[\"\",\"\",\"\",\"[0]\",\"[1, 1]\",\"[1, 1]\",\"[1, 1]\",\"False\",\"[0, 0]\",\"1\",\"[True, True, False]\"]",
			4624220160, 15.453125 * 1048576, NO_BACKWARD, 0, NULL, NULL },
	};

	(void)state;
	CHECK(examples);
}

static void
attention(void **state)
{
	static const char causal[] = "[\"\",\"\",\"\",\"0.\",\"True\"]", off[] = "[\"\",\"\",\"\",\"0.\",\"False\"]";
	static const char flash[] = "[\"\",\"\",\"\",\"0.0\",\"0.125\",\"True\"]";
	static const struct example examples[] = {
		{ "aten::_scaled_dot_product_flash_attention", "[[16,16,559,64],[16,16,559,64],[16,16,559,64],[],[]]", BF3, causal,
			10239377408, 73269248, 25598443520, 128221184, "matrix_bf16", NULL },
		{ "aten::_scaled_dot_product_flash_attention", "[[2,8,128,64],[2,2,256,64],[2,2,256,64],[],[]]", BF3, off,
			134217728, 786432, 335740928, 1310720, NULL, NULL },
		{ "aten::_scaled_dot_product_efficient_attention", "[[2,8,128,64],[2,8,128,64],[2,8,128,64],[],[],[],[]]", BF3,
			"[\"\",\"\",\"\",\"\",\"False\",\"0.\",\"False\"]", 67108864, 1048576, 134217728, 1835008, NULL, NULL },
		{ "flash_attn::_flash_attn_forward", "[[2,128,8,64],[2,128,8,64],[2,128,8,64]]", BF3, flash, 33554432, 1048576,
			83886080, 1835008, NULL, NULL },
		{ "flash_attn::_flash_attn_backward", "[[2,128,8,64],[2,128,8,64],[2,128,8,64],[2,128,8,64]]", BF5, "[]",
			83886080, 1835008, NO_BACKWARD, 0, NULL, NULL },
		{ "flash_attn::_flash_attn_varlen_forward", "[[300,8,64],[300,8,64],[300,8,64],[4],[4]]", BF3,
			"[\"\",\"\",\"\",\"\",\"\",\"128\",\"128\",\"0.0\",\"\",\"True\"]", 31924224, 1228800, 0, 0, NULL, NULL },
		{ "EvoformerAttention", "[[1,129,256,4,16]]", BF3, NULL, 2164260864, 16908288, 0, 0, NULL, NULL },
		{ "aiter::mha_fwd", "[[2,128,8,64],[2,128,8,64],[2,128,8,64]]", BF3, flash, 33554432, 1048576, 0, 0, "", NULL },
		{ "vllm::unified_attention_with_output", "[[3003,32,128],[3003,8,128],[3003,8,128]]", BF3, NULL,
			73742745600, 73367552, NO_BACKWARD, 0, "matrix_bf16",
			"execute_3003_context_2(sq3000sk5000sqsq5000000sqsk7000000)_generation_3(sq3sk900sqsq3sqsk900)" },
		{ "vllm::unified_attention_with_output", "[[3003,32,128],[3003,8,128],[3003,8,128]]", BF3, NULL,
			73742745600, 73367552, 0, 0, NULL,
			"step[MIXED bs=5 c_sq=3000 c_sk=5000 c_sqsq=5000000 c_sqsk=7000000 g_sq=3 g_sk=900 g_sqsq=3 g_sqsk=900]" },
		{ "vllm::unified_attention_with_output", "[[3003,32,128],[3003,8,128],[3003,8,128]]", BF3, NULL,
			73728000000, 69632000, 0, 0, NULL,
			"prefill[bs=2 tok=3000 ctx=[2000, 1000] sqsq=5000000 sqsk=7000000 sk=5000]" },
		{ "vllm::unified_attention_with_output", "[[128,32,128],[128,8,128],[128,8,128]]", BF3, NULL,
			4294967296, 270532608, 0, 0, NULL, "decode[bs=32 tok=128 d=32 spec=3 sqsq=512 sqsk=262144 sk=65536]" },
		{ "vllm::gdn_attention_core", "[[3003,4096],[3003,16],[],[1,1,128]]", BF3, NULL, 5510529024, 37093056, 0, 0, NULL,
			"execute_3003_context_2(sq3000sk5000sqsq5000000sqsk7000000)_generation_3(sq3sk900sqsq3sqsk900)" },
		{ "sglang::store_cache", "[[15360,1024]]", BF3, NULL, 0, 125829120, 0, 0, NULL, NULL },
	};

	(void)state;
	CHECK(examples);
}

static void
elementwise(void **state)
{
	static const struct example examples[] = {
		{ "aten::copy_", "[[16,64],[16,64],[]]", "[" BF ",\"float\",\"Scalar\"]", NULL, 1024, 6144, NO_BACKWARD, 0,
			"vector_bf16", NULL },
		{ "aten::add", "[[16,64,32],[32],[]]", "[" BF "," BF ",\"Scalar\"]", NULL, 32768, 131136, 0, 0, NULL, NULL },
		{ "aten::mul", "[[16,64],[]]", "[" BF ",\"double\"]", NULL, 1024, 4104, 0, 0, NULL, NULL },
		{ "aten::add", "[[16,64],[16,64],[]]", "[\"float\"," BF ",\"Scalar\"]", NULL, 1024, 10240, 0, 0, NULL, NULL },
		{ "aten::mul", "[[16,64],[16,64]]", "[\"bool\"," BF "]", NULL, 1024, UNKNOWN, 0, 0, "", NULL },
		{ "aten::div", "[[16,64],[1,64]]", "[\"long int\",\"long int\"]", NULL, 1024, 16896, 0, 0, "", NULL },
		{ "aten::replication_pad3d", "[[1,4,8,8,8],[]]", BF2, "[\"\",\"[1, 1, 1, 1, 2, 0]\"]", 4000, 12096, 0, 0, NULL,
			NULL },
		{ "aten::upsample_nearest2d", "[[1,4,8,8],[],[],[]]", BF2, "[\"\",\"[16, 16]\",\"2.\",\"2.\"]", 1024, 2560, 0, 0,
			NULL, NULL },
		{ "sgl_kernel::silu_and_mul", "[[64,256],[64,512]]", BF2, NULL, 81920, 98304, 0, 0, NULL, NULL },
		{ "primus_turbo::quantize_fp8_tensorwise", "[[128,256]]", BF2, NULL, 32768, 98304, 0, 0, NULL, NULL },
		{ "primus::quantize_mxfp4_dual", "[[128,256]]", BF2, NULL, 32768, 100352, 0, 0, NULL, NULL },
		{ "aten::sum", "[[16,64,32]]", BF2, NULL, 32768, 65538, 32768, 65538, NULL, NULL },
		{ "aten::cumsum", "[[16,64],[],[]]", "[\"float\"]", NULL, 1024, 8192, 0, 0, NULL, NULL },
		{ "aten::mean", "[[16,559,1024],[],[],[]]", "[\"float\"]", NULL, 9158656, 34.937503814697266 * 1048576, 0, 0,
			"vector_fp32", NULL },
	};

	(void)state;
	CHECK(examples);
}

static void
normalisation(void **state)
{
	static const char float10[] = "[" FLOAT "," FLOAT "," FLOAT "," FLOAT "," FLOAT "," FLOAT "," FLOAT "]";
	static const struct example examples[] = {
		{ "aten::batch_norm", "[[8,16,32,32],[16],[16],[16],[16],[],[],[],[]]", float10,
			"[\"\",\"\",\"\",\"\",\"\",\"False\",\"0.1\",\"1e-05\",\"True\"]", 655456, 1048960, NO_BACKWARD, 0, NULL, NULL },
		{ "aten::native_batch_norm_backward", "[[8,16,32,32],[8,16,32,32],[16],[16],[16],[16],[16],[],[],[]]", float10,
			"[\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"True\",\"1e-05\",\"[True, True, True]\"]", 1179648, 1573120, 0, 0,
			NULL, NULL },
		{ "aten::miopen_batch_norm_backward", "[[8,16,32,32],[8,16,32,32],[16],[],[],[16],[16],[]]", float10,
			"[\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"1e-05\"]", 524336, 1048640, 0, 0, NULL, NULL },
		{ "aten::group_norm", "[[8,16,32,32],[],[16],[16],[],[]]", float10,
			"[\"\",\"4\",\"\",\"\",\"1e-05\",\"True\"]", 655456, 1048960, 0, 0, NULL, NULL },
		{ "aten::native_group_norm_backward", "[[8,16,32,32],[8,16,32,32],[8,4],[8,4],[16],[],[],[],[],[]]", float10,
			"[\"\",\"\",\"\",\"\",\"\",\"8\",\"16\",\"1024\",\"4\",\"[True, True, True]\"]", 1179648, 1572928, 0, 0,
			NULL, NULL },
		{ "aten::layer_norm", "[[4,128,512],[],[512],[512],[],[]]", BF3,
			"[\"\",\"[512]\",\"\",\"\",\"1e-05\",\"True\"]", 1313792, 1054720, 0, 0, "vector_bf16", NULL },
		{ "aten::native_layer_norm_backward", "[[4,128,512],[4,128,512],[],[4,128,1],[4,128,1],[512],[512],[]]", BF3,
			"[\"\",\"\",\"[512]\",\"\",\"\",\"\",\"\",\"[True, True, True]\"]", 2359296, 1576960, 0, 0, NULL, NULL },
		{ "aten::native_layer_norm_backward", "[[4,128,512],[4,128,512],[],[4,128,1],[4,128,1],[512],[512],[]]", BF3,
			"[\"\",\"\",\"[512]\",\"\",\"\",\"\",\"\",\"[False, True, True]\"]", 1572864, 1052672, 0, 0, NULL, NULL },
		{ "aten::_fused_rms_norm", "[[4,128,512],[],[512],[]]", BF3, "[\"\",\"[512]\",\"\",\"\"]", 1049600, 1049600, 0, 0,
			NULL, NULL },
		{ "aten::_fused_rms_norm_backward", "[[4,128,512],[4,128,512],[],[4,128,1],[512],[]]", BF5,
			"[\"\",\"\",\"[512]\",\"\",\"\",\"[True, True]\"]", 2621440, 1574912, 0, 0, NULL, NULL },
		{ "primus::fused_ln_modulate", "[[4,128,512]]", BF3, NULL, 3145728, 1314816, 0, 0, NULL, NULL },
		{ "primus::fused_ln_modulate_backward", "[[4,128,512]]", BF3, NULL, 3932160, 1970176, 0, 0, NULL, NULL },
		{ "aiter::rms_norm", "[[4,512],[512]]", BF3, NULL, 8200, 9216, 0, 0, NULL, NULL },
		{ "aiter::rmsnorm2d_fwd_with_add_ck", "[[4,7168],[4,7168],[4,7168],[4,7168],[7168]]", BF5, NULL, 143368, 243712,
			0, 0, NULL, NULL },
		{ "aiter::rmsnorm2d_fwd_with_dynamicquant_ck", "[[4,7168],[4,7168],[4,1],[7168]]", BF5, NULL, 172040,
			100368, 0, 0, NULL, NULL },
		{ "vllm::rocm_aiter_rmsnorm_fp8_group_quant", "[[4,1536],[1536],[],[]]", BF5, "[\"\",\"\",\"1e-06\",\"128\"]",
			36872, 21696, 0, 0, NULL, NULL },
		{ "aiter::fused_add_rmsnorm_pad_", "[[64,2880],[2880],[],[],[]]", BF5, "[\"\",\"\",\"\",\"\",\"256\"]", 921728,
			1504896, 0, 0, NULL, NULL },
	};

	(void)state;
	CHECK(examples);
}

static void
mixtures_and_sequences(void **state)
{
	static const char fixed[] = "[[1024,64],[8,64,128]]";
	static const struct example examples[] = {
		{ "primus_turbo::grouped_gemm", fixed, BF2, NULL, 16777216, 524288, NO_BACKWARD, 0, "matrix_bf16", NULL },
		{ "primus_turbo::grouped_gemm", "[[[4,8],[5,8]],[[8,16],[8,16]]]", BF2, NULL, 2 * 9 * 8 * 16, 944, 0, 0, NULL,
			NULL },
		{ "primus_turbo::grouped_gemm_variable_k", "[[[4,8],[5,6]],[[8,16],[6,12]]]", BF2, NULL, 1744, 772, 0, 0, NULL,
			NULL },
		{ "MoEDispatch", "[[1024,512]]", BF2, NULL, 0, 1048576, 0.001, 1048576, "", NULL },
		{ "DaoAILab::_causal_conv1d_fwd_cpp", "[[2,64,128],[64,4],[64]]", BF3, NULL, 131072, 66176, 0, 0, NULL, NULL },
		{ "FusedRoPEFunc", "[[128,2,8,64]]", BF2, NULL, 393216, 524288, 0, 0, NULL, NULL },
		{ "CrossEntropyFunction", "[[32,1,1000]]", BF2, NULL, 160000, 64384, 0, 0, NULL, NULL },
		{ "MambaSplitConv1dScanCombinedFn", "[[2,512,1288],[768,4],[768],[8],[8],[8]]",
			"[" BF "," BF "," BF ",\"float\",\"float\"," BF "]",
			"[\"\",\"\",\"\",\"\",\"\",\"\",\"256\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"64\",\"1\"]",
			610271232, 3694160, 610271232, 3694160, NULL, NULL },
		{ "pseudo_op::moe_aiter_fused_1stage", "[[64,2048],[128,1536,2048],[128,2048,768],[64,8]]", "[" BF "," FP8 "]",
			NULL, 4833804288, 594794849.71, 0, 0, NULL, NULL },
		{ "aiter::moe_cktile2stages_gemm1_ck", "[[64,2048],[128,1536,1024],[64,8,768]]",
			"[" BF ",\"c10::Float4_e2m1fn_x2\"," BF "]", NULL, 3221225472, 199138763.24, 0, 0, NULL, NULL },
		{ "aiter::moe_cktile2stages_gemm2_ck", "[[64,8,768],[128,2048,384]]",
			"[" BF ",\"c10::Float4_e2m1fn_x2\"," BF "]", NULL, 1610612736, 100093669.62, 0, 0, NULL, NULL },
		{ "sglang_profiler::fused_moe_triton_kernels_invoke_fused_moe_kernel",
			"[[],[128,1536,2048],[],[],[],[],[],[],[64,8]]", "[" BF "," FP8 ",\"\"," BF "]", NULL,
			3221225472, 399850390.48, 0, 0, NULL, NULL },
		{ "triton_red_fused_add_mean_mul_pow_rsqrt_0", "[[8,4096,2048],[2048],[8,4096,2048],[],[]]",
			"[" BF "," BF "," BF ",\"Scalar\",\"Scalar\"]", "[\"\",\"\",\"\",\"32768\",\"2048\"]", 469762048, 268439552,
			0, 0, "vector_bfloat16", NULL },
		{ "triton_poi_fused__unsafe_view_mul_silu_2", "[[8,4096,8192],[32768,8192],[]]", "[" BF "," BF ",\"Scalar\"]",
			"[\"\",\"\",\"268435456\"]", 1342177280, 1610612736, 0, 0, NULL, NULL },
		{ "triton_poi_fused_mul_0", "[[16],[8],[8],[]]", "[" FP8 "," BF ",\"float\",\"Scalar\"]",
			"[\"\",\"\",\"\",\"8\"]", 8, 16, 0, 0, "vector_bfloat16", NULL },
		{ "triton_poi_fused_mul_0", "[[8],[]]", "[" FP8 ",\"Scalar\"]", "[\"\",\"8\"]", 8, 0, 0, 0, "", NULL },
		{ "triton_poi_fused_no_such_op_0", "[[8],[]]", "[\"float\",\"Scalar\"]", "[\"\",\"8\"]", 0, 0, 0, 0, "", NULL },
	};

	(void)state;
	CHECK(examples);
}

static void
a_kernel_name_tells_the_weights_of_a_triton_mixture(void **state)
{
	const struct model_extra extras[] = {
		{ "MoE topk", value_int(4) }, { "MoE GEMM gated", value_bool(true) },
	};
	const struct model_op *op = model_find(registry, "pseudo_op::moe_triton_unfused_up");
	struct arena arena = {0};
	struct model_args args;
	struct model_result result;

	(void)state;
	assert_int_equal(model_args_read(&args, "[[64,2880],[64,128]]", BF2, NULL, NULL, &arena), 0);
	args.extras = extras;
	args.n_extras = 2;
	args.kernel = "_matmul_ogs_NNT_bf16xbf16xmxfp4_swiglu";
	assert_int_equal(model_eval(op, &args, false, &arena, &result), 0);
	assert_true(amount_is(&result.flops, 8493465600.0));
	assert_true(amount_is(&result.bytes, 924356684.93));
	assert_string_equal(result.spec, "matrix_fp4");
	args.kernel = "_matmul_ogs_of_unknown_weights";
	assert_int_equal(model_eval(op, &args, false, &arena, &result), 0);
	assert_int_equal(result.status, MODEL_UNREADABLE);
	arena_free(&arena);
}

static void
a_backward_op_reads_its_forward_arguments(void **state)
{
	const struct model_op *op = model_find(registry, "ConvBias_Backward");
	struct arena arena = {0};
	struct model_args args = {0}, forward;
	struct model_result result;

	(void)state;
	assert_int_equal(model_eval(op, &args, false, &arena, &result), 0);
	assert_int_equal(result.status, MODEL_UNREADABLE);
	assert_int_equal(model_args_read(&forward, "[[1,1,4,4],[1,1,3,3]]", BF2, NULL, "[\"\",\"\",\"\",\"1\",\"0\"]", &arena), 0);
	args.forward = &forward;
	assert_int_equal(model_eval(op, &args, false, &arena, &result), 0);
	assert_true(amount_is(&result.flops, 148) && amount_is(&result.bytes, 121));
	arena_free(&arena);
}

static void
what_does_not_fit_says_why(void **state)
{
	static const struct {
		const char *op, *dims, *types, *concrete, *reason;
	} examples[] = {
		{ "aten::mm", NULL, BF2, NULL, "Input Dims is not recorded" },
		{ "aten::mm", "[[1,2],", BF2, NULL, "Input Dims can not be read" },
		{ "aten::mm", "[[],[]]", BF2, NULL, "dimension 0 is asked for, there are 0" },
		{ "aten::mm", "[[4,-4],[4,4]]", BF2, NULL, "argument 0 has a negative dimension" },
		{ "aten::mm", "[[3037000500,3037000500],[3037000500,3037000500]]", BF2, NULL, "a count passes 2^63" },
		{ "aten::addmm", "[[512],[128,256]]", BF3, NULL, "argument 2 is missing: Input Dims has 2" },
		{ "aten::copy_", "[[4294967296,4294967296]]", BF3, NULL, "the number of elements passes 64 bits" },
		{ "aten::sum", "[[4294967296,4294967296]]", BF3, NULL, "the number of elements passes 64 bits" },
		{ "aten::add", "[[3],[4]]", BF3, NULL, "shapes that do not go together: 3 and 4" },
		{ "aten::_scaled_dot_product_flash_attention", "[[1,8,1,64],[1,8,9,64],[1,8,9,64]]", BF3,
			"[\"\",\"\",\"\",\"0.\",\"True\"]", "a causal mask with N_Q 1 and N_KV 9 has no model" },
		{ "aten::_scaled_dot_product_flash_attention", "[[2,8,9,64],[1,8,9,64],[1,8,9,64]]", BF3,
			"[\"\",\"\",\"\",\"0.\",\"True\"]", "q, k and v differ in batch" },
		{ "aten::convolution", "[[1,1,2,2],[1,1,3,3]]", BF2, "[\"\",\"\",\"\",\"\",\"\",\"\",\"False\",\"\",\"1\"]",
			"the kernel is larger than the padded input" },
		{ "aten::convolution", "[[1,1,2,2],[1,1,2,2]]", BF2, "[\"\",\"\",\"\",\"[0]\",\"\",\"\",\"False\",\"\",\"1\"]",
			"stride is 0" },
		{ "MambaSplitConv1dScanCombinedFn", "[[2,512,7],[768,4],[768],[8]]", BF5, "[]",
			"the projection leaves no whole number of states" },
		{ "vllm::unified_attention_with_output", "[[8,8,64],[8,1,64]]", BF2, NULL,
			"no annotation of the step tells the lengths of its sequences" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(examples) / sizeof(*examples); i++) {
		const struct example e = { .op = examples[i].op, .dims = examples[i].dims, .types = examples[i].types,
			.concrete = examples[i].concrete };
		struct arena arena = {0};
		struct model_result result;

		evaluate(&e, false, &arena, &result);
		assert_int_equal(result.status, MODEL_UNREADABLE);
		assert_string_equal(result.reason, examples[i].reason);
		assert_false(result.flops.known || result.bytes.known || result.n_params);
		arena_free(&arena);
	}
}

static void
parameters_stand_in_the_order_of_the_columns(void **state)
{
	static const struct example e = { .op = "aten::mm", .dims = "[[128,256],[256,512]]", .types = BF2 };
	struct arena arena = {0};
	struct buffer text = {0};
	struct model_result result;

	(void)state;
	evaluate(&e, false, &arena, &result);
	for (uint32_t i = 0; i < result.n_params; i++) {
		assert_true(buffer_printf(&text, "%s=", result.params[i].name));
		assert_true(value_print_cell(&text, result.params[i].value) && buffer_add_text(&text, " "));
	}
	assert_string_equal(text.data, "M=128 N=512 K=256 bias=False stride_A=(128, 256) stride_B=(256, 512) "
		"dtype_A_B=('c10::BFloat16', 'c10::BFloat16') B=1 ");
	buffer_free(&text);
	arena_free(&arena);
}

static void
kernel_names_tell_how_operands_lie(void **state)
{
	struct value t[2];

	(void)state;
	assert_true(model_kernel_layout("Cijk_Alik_Bljk_BBS_BH_Bias_MT128x128x32", t));
	assert_true(t[0].i == 1 && t[1].i == 0);
	assert_true(model_kernel_layout("Cijk_Ailk_Bjlk_S_B", t));
	assert_true(t[0].i == 0 && t[1].i == 1);
	assert_true(model_kernel_layout("Cijk_Axyz_Bxyz_S", t));
	assert_int_equal(t[0].kind, VALUE_NONE);
	assert_true(model_kernel_layout("nvjet_tst_128x256_64x4_2x1_v_bz_TNT", t));
	assert_true(t[0].i == 1 && t[1].i == 0);
	assert_false(model_kernel_layout("nvjet_T", t));
	assert_false(model_kernel_layout("ampere_bf16_s16816gemm", t));
	assert_false(model_kernel_layout("Cijk_Ali", t));
	assert_false(model_kernel_layout(NULL, t));
}

static void
categories_follow_name_then_kernel(void **state)
{
	(void)state;
	assert_string_equal(model_category(registry, "aten::mm", NULL), "GEMM");
	assert_string_equal(model_category(registry, "aten::mul", NULL), "elementwise");
	assert_string_equal(model_category(registry, "aten::miopen_convolution", NULL), "CONV_fwd");
	assert_string_equal(model_category(registry, "aiter::fused_dynamic_mxfp4_quant_moe_sort_hip", NULL), "MoE_aux");
	assert_string_equal(model_category(registry, "triton_poi_fused_add_0", NULL), "triton");
	assert_string_equal(model_category(registry, "triton_kernel", NULL), "triton");
	assert_string_equal(model_category(registry, "record_param_comms_x", NULL), "record_param_comms");
	assert_string_equal(model_category(registry, "aten::fill_",
		"void at::native::vectorized_elementwise_kernel<4, FillFunctor>"), "elementwise");
	assert_string_equal(model_category(registry, "x", "void at::native::reduce_kernel<512>"), "reduce");
	assert_string_equal(model_category(registry, "x", "void at::native::multi_tensor_apply_kernel<>"),
		"multi_tensor_apply");
	assert_string_equal(model_category(registry, "x", "void reduce"), "other");
	assert_string_equal(model_category(registry, "x", NULL), "other");
}

static void
sheets_stand_in_the_order_of_the_report(void **state)
{
	const struct model_op *op = model_find(registry, "aten::convolution");

	(void)state;
	assert_string_equal(model_sheet_at(registry, 0), "GEMM");
	assert_string_equal(model_sheet_at(registry, 2), "CONV");
	assert_string_equal(op->sheet, "CONV");
	assert_string_equal(op->category_backward, "CONV_bwd");
	assert_false(op->single_sheet);
	assert_true(model_find(registry, "aten::mm")->single_sheet);
	assert_null(model_find(registry, "triton_red_fused_add_0")->sheet);
	assert_null(model_find(registry, "aten::linear"));
	for (uint32_t i = 0; i < model_op_count(registry); i++) {
		const char *sheet = model_op_at(registry, i)->sheet, *known;
		uint32_t at = 0;

		while (sheet && (known = model_sheet_at(registry, at)) && strcmp(known, sheet))
			at++;
		assert_true(!sheet || model_sheet_at(registry, at));
	}
}

static void
the_table_has_every_name(void **state)
{
	uint32_t models = 0;

	(void)state;
	for (uint32_t i = 0; i < model_op_count(registry); i++)
		models += model_op_at(registry, i)->has_model;
	assert_int_equal(models, 245 + 3);	/* names, and prefixes of compiled kernels */
	assert_null(model_op_at(registry, model_op_count(registry)));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(matrix_products),
		cmocka_unit_test(convolutions),
		cmocka_unit_test(attention),
		cmocka_unit_test(elementwise),
		cmocka_unit_test(normalisation),
		cmocka_unit_test(mixtures_and_sequences),
		cmocka_unit_test(a_kernel_name_tells_the_weights_of_a_triton_mixture),
		cmocka_unit_test(a_backward_op_reads_its_forward_arguments),
		cmocka_unit_test(what_does_not_fit_says_why),
		cmocka_unit_test(parameters_stand_in_the_order_of_the_columns),
		cmocka_unit_test(kernel_names_tell_how_operands_lie),
		cmocka_unit_test(categories_follow_name_then_kernel),
		cmocka_unit_test(sheets_stand_in_the_order_of_the_report),
		cmocka_unit_test(the_table_has_every_name),
	};

	return cmocka_run_group_tests(tests, set_up_models, tear_down_models);
}
