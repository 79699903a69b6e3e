/* SPDX-License-Identifier: GPL-3.0-or-later */
/* model/: what models make of arguments that are recorded in part. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "model/family_priv.h"
#include "model_support.h"
#include <string.h>

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
	CHECK_SHOWN(rows);
}

/* The fourth argument is the stride, the fifth the padding; both have a default. */
static void
convolutions_with_a_bias(void **state)
{
	static const struct shown rows[] = {
		{ "ConvBias_", "[[2,8,16,16],[16,8,3,3],[1,16,1,1],[],[]]",
			"['c10::BFloat16','c10::BFloat16','c10::BFloat16','Scalar','Scalar']", NULL,
			"['','','','1','2']", 1503360, 31264, "matrix_bf16",
			" convNd='conv2d'; input_shape=(2, 8, 16, 16); filter_shape=(16, 8, 3,"
				" 3); dtype_input_weight=('c10::BFloat16', 'c10::BFloat16');"
				" bias=True; stride=(1, 1); padding=(2, 2); dilation=(1, 1);"
				" transposed_conv=False; output_padding=(0, 0); groups=1;" },
		{ "ConvBiasReLU_", "[[2,3,33],[16,3,5],[16],[],[]]",
			"['c10::BFloat16','c10::BFloat16','c10::BFloat16','Scalar','Scalar']", NULL,
			"['','','','2','']", 14880, 1868, "matrix_bf16",
			" convNd='conv1d'; input_shape=(2, 3, 33); filter_shape=(16, 3, 5);"
				" dtype_input_weight=('c10::BFloat16', 'c10::BFloat16');"
				" bias=True; stride=(2,); padding=(0,); dilation=(1,);"
				" transposed_conv=False; output_padding=(0,); groups=1;" },
		{ "ConvBias_", "[[2,8,16,16],[16,8,3,3],[1,16,1,1],[],[]]",
			"['c10::BFloat16','c10::BFloat16','c10::BFloat16','Scalar','Scalar']", NULL,
			"['','','']", 909440, 23072, "matrix_bf16",
			" convNd='conv2d'; input_shape=(2, 8, 16, 16); filter_shape=(16, 8, 3,"
				" 3); dtype_input_weight=('c10::BFloat16', 'c10::BFloat16');"
				" bias=True; stride=(1, 1); padding=(0, 0); dilation=(1, 1);"
				" transposed_conv=False; output_padding=(0, 0); groups=1;" },
		{ "ConvBias_", "[[2,8,16,16],[16,8,3,3],[1,16,1,1],[],[]]",
			"['float','c10::BFloat16','c10::BFloat16']", NULL, "['','','','1','2']",
			UNKNOWN, UNKNOWN, "", NULL },
		{ "ConvBias_", "[[2,8,16,16],[16,8,3,3],[1,16,1,1],[],[]]",
			"['c10::BFloat16','c10::BFloat16','c10::BFloat16','Scalar','Scalar']", NULL,
			NULL, UNKNOWN, UNKNOWN, "", NULL },
	};

	(void)state;
	CHECK_SHOWN(rows);
}

static void
types_may_be_missing(void **state)
{
	static const struct shown rows[] = {
		{ "aten::sum", "[[16,64],[],[]]", NULL, NULL, "['','[-1]','True']", 1024, UNKNOWN,
			"",
			" num_input_elems=1024; num_output_elems=1; dtype_in_out=(None, None);"
				" reduce_type='sum';" },
		{ "MoEDispatch", "[[1024,512],[1024,8]]", NULL, NULL, NULL, 0, UNKNOWN, "",
			" num_tokens=1024; hidden_dim=512;" },
		{ "MoECombine", NULL, NULL, NULL, NULL, 0, UNKNOWN, "", "" },
		{ "CrossEntropyFunction", "[[32,1,1000],[32,1]]", NULL, NULL, NULL, 160000, 64384,
			"", " batch=32; vocab_size=1000; logits_shape=[32, 1, 1000];" },
		{ "DaoAILab::_causal_conv1d_fwd_cpp", "[[2,64,128],[64,4],[64]]", NULL, NULL, NULL,
			131072, 66176, "",
			" batch=2; channels=64; seq_len=128; kernel_size=4; has_bias=True;" },
		{ "FusedRoPEFunc", "[[128,2,8,64]]", NULL, NULL, NULL, 393216, 524288, "",
			" seq_len=128; batch=2; heads=8; head_dim=64; num_elements=131072;" },
		{ "aiter::rope_cached_positions_2c_fwd_impl",
			"[[1,64,16,128],[1,64,2,128],[1,64,16,128],[1,64,2,128]]", NULL, NULL, NULL,
			442368, 589824, "",
			" x_shape=(1, 64, 16, 128); y_shape=(1, 64, 2, 128);"
				" num_elements=147456;" },
		{ "sgl_kernel::rotary_embedding", "[[64],[64,2048],[64,512],[],[4096,128]]",
			"['long int','c10::BFloat16','c10::BFloat16']", NULL, NULL, 24576, 32768,
			"vector_bf16", " num_elements=8192;" },
		{ "MambaSplitConv1dScanCombinedFn", "[[2,512,1288],[768,4],[768],[8]]", NULL, NULL,
			NULL, 442499072, 3694160, "",
			" B=2; T=512; H=8; P=64; G=1; N=128; C=128; d_inner=512; d_conv=4;"
				" conv_channels=768; combined_dim=1288;" },
		{ "aiter::mhc_post", "[[64,4,2048],[64,2048]]", NULL, NULL, NULL, 5242880, 2364416,
			"vector_bf16", " M=64; n=4; C=2048; dtype_in='c10::BFloat16';" },
		{ "aiter::topk_softplus", "[[64,8],[64,8],[64,256]]", NULL, NULL, NULL, 98304,
			37888, "vector_bf16",
			" M=64; n=1; C=256; E=256; topk=8; dtype_in='c10::BFloat16';" },
		{ "aiter::moe_sorting_fwd", "[[64,8],[64,2048]]", NULL, NULL, NULL, 131072, UNKNOWN,
			"", " operands=[((64, 8), None), ((64, 2048), None)];" },
		{ "aiter::moe_sorting_fwd", NULL, "['c10::BFloat16']", NULL, NULL, 0, UNKNOWN, "",
			" operands=[];" },
		{ "aiter::biased_grouped_topk_hip", NULL, "['c10::BFloat16']", NULL, NULL, UNKNOWN,
			UNKNOWN, "", NULL },
		{ "EvoformerAttention", "[[1,129,256,4,16]]", NULL, NULL, NULL, 2164260864,
			16908288, "",
			" B=129; N_Q=256; H_Q=4; N_KV=256; H_KV=4; d_h_qk=16; d_h_v=16;"
				" causal=False; flash_impl=False; dtype_A_B=[None];" },
		{ "aiter::gemm_a8w8_bpreshuffle", "[[64,512],[128,512]]", NULL, NULL, NULL, 8388608,
			UNKNOWN, "",
			" B=1; M=64; N=128; K=512; bias=False; dtype_A_B=('', '',"
				" 'c10::bfloat16'); output_shape=(64, 128);"
				" output_dtype='c10::bfloat16';" },
		{ "sglang_profiler::fused_moe_triton_kernels_invoke_fused_moe_kernel",
			"[[],[128,1536,2048],[],[],[],[],[],[],[64,8]]", NULL, NULL, NULL,
			3221225472, 399850390.47522694, "",
			" m_work=512; num_tokens=64; topk=8; N=1536; K=2048; num_experts=128;" },
		{ "primus_turbo::grouped_gemm_variable_k", "[[[4,8],[5,6]],[[8,16],[6,12]]]", NULL,
			NULL, NULL, 1744, UNKNOWN, "",
			" M=9; K=8; N=16; G=2; group_pairs=[((4, 8), (8, 16)), ((5, 6), (6,"
				" 12))];" },
		{ "aten::mm", "[[64,512],[512,128]]", NULL, NULL, NULL, UNKNOWN, UNKNOWN, "",
			NULL },
	};

	(void)state;
	CHECK_SHOWN(rows);
}

/* Some models can do nothing without the size of a type, others know the FLOPs and not the bytes. */
static void
types_of_unknown_size(void **state)
{
	static const struct shown rows[] = {
		{ "aten::layer_norm", "[[4,128,512],[],[512],[512],[],[]]",
			"['bool','bool','bool','bool']", "[[65536,512,1]]", "['','[512]']", UNKNOWN,
			UNKNOWN, "", NULL },
		{ "aten::native_batch_norm_backward",
			"[[8,16,32,32],[8,16,32,32],[16],[16],[16],[16],[16],[],[],[]]",
			"['c10::complex<float>','c10::complex<float>','c10::complex<float>',"
				"'c10::complex<float>','c10::complex<float>',"
				"'c10::complex<float>','c10::complex<float>']",
			"[[16384,1024,32,1],[16384,1024,32,1]]",
			"['','','','','','','','True','1e-05','[True,True,True]']", UNKNOWN,
			UNKNOWN, "", NULL },
		{ "aten::_fused_rms_norm", "[[4,128,512],[],[512],[]]",
			"['bool','bool','bool','bool']", "[[65536,512,1]]", "['','[512]','','']",
			UNKNOWN, UNKNOWN, "", NULL },
		{ "primus::fused_ln_modulate", "[[64,2,512]]", "['c10::complex<float>']", NULL,
			NULL, UNKNOWN, UNKNOWN, "", NULL },
		{ "aiter::rms_norm", "[[4,512],[512]]", "['']", "[[512,1]]", NULL, UNKNOWN, UNKNOWN,
			"", NULL },
		{ "vllm::rocm_aiter_rmsnorm_fp8_group_quant", "[[4,1536],[1536],[],[]]", "['bool']",
			"[[1536,1]]", "['','','1e-06','128']", UNKNOWN, UNKNOWN, "", NULL },
		{ "aiter::fused_allreduce_rmsnorm_", "[[64,2048],[64,2048],[2048]]",
			"['c10::complex<float>','c10::complex<float>','c10::complex<float>']",
			"[[2048,1],[2048,1],[2048,1]]", NULL, UNKNOWN, UNKNOWN, "", NULL },
		{ "_C_custom_ar::all_reduce", "[[],[64,2048]]", "['Scalar','bool']",
			"[[],[2048,1]]", NULL, UNKNOWN, UNKNOWN, "", NULL },
		{ "aiter::gelu_and_mul", "[[64,256],[64,512]]",
			"['c10::complex<float>','c10::BFloat16']", "[[256,1],[512,1]]", NULL,
			UNKNOWN, UNKNOWN, "", NULL },
		{ "aten::replication_pad1d", "[[4,8,100],[]]", "['bool','']", "[[800,100,1],[]]",
			"['','[1,2]']", UNKNOWN, UNKNOWN, "", NULL },
		{ "aiter::dynamic_per_token_scaled_quant", "[[64,256],[64,256],[64,2]]",
			"['c10::complex<float>','c10::BFloat16','float']",
			"[[256,1],[256,1],[2,1]]", NULL, UNKNOWN, UNKNOWN, "", NULL },
		{ "aiter::gemm_a4w4", "[[64,64],[32,64]]",
			"['c10::complex<float>','c10::BFloat16']", NULL, NULL, UNKNOWN, UNKNOWN, "",
			NULL },
		{ "primus_turbo::hipblaslt_gemm_fp8", "[[64,128],[1],[128,32],[1]]",
			"['bool','float','c10::Float8_e4m3fn','float']", NULL, NULL, UNKNOWN,
			UNKNOWN, "", NULL },
		{ "primus_turbo::grouped_gemm", "[[[4,8],[5,8]],[[8,16],[8,16]]]",
			"['TensorList','TensorList']", NULL, NULL, UNKNOWN, UNKNOWN, "", NULL },
		{ "flash_attn::_flash_attn_backward",
			"[[2,128,8,64],[2,128,8,64],[2,128,8,64],[2,128,8,64]]",
			"['bool','bool','bool','bool']",
			"[[65536,512,64,1],[65536,512,64,1],[65536,512,64,1],[65536,512,64,1]]",
			NULL, UNKNOWN, UNKNOWN, "", NULL },
		{ "aten::mm", "[[64,512],[512,128]]", "['bool','bool']", NULL, NULL, 8388608,
			UNKNOWN, "",
			" M=64; N=128; K=512; bias=False; dtype_A_B=('bool', 'bool'); B=1;" },
		{ "aten::add", "[[64],[64]]", "['bool','bool']", "[[1],[1]]", NULL, 64, UNKNOWN, "",
			" shape_in1=(64,); shape_in2=(64,); dtype_in1_in2_out=('bool', 'bool',"
				" None); stride_input1=(1,); stride_input2=(1,);" },
	};

	(void)state;
	CHECK_SHOWN(rows);
}

static void
strides_that_are_needed(void **state)
{
	static const struct shown rows[] = {
		{ "flash_attn::_flash_attn_forward", "[[2,128,8,64],[2,128,8,64],[2,128,8,64]]",
			"['c10::BFloat16','c10::BFloat16','c10::BFloat16']", NULL,
			"['','','','0.','0.125','True']", UNKNOWN, UNKNOWN, "", NULL },
		{ "flash_attn::_flash_attn_varlen_forward",
			"[[300,8,64],[300,8,64],[300,8,64],[4],[4]]",
			"['c10::BFloat16','c10::BFloat16','c10::BFloat16']", NULL,
			"['','','','','','128','128','0.','0.1','True']", UNKNOWN, UNKNOWN, "",
			NULL },
		{ "_C_custom_ar::all_reduce", "[[],[64,2048]]", "['Scalar','c10::BFloat16']", NULL,
			NULL, UNKNOWN, UNKNOWN, "", NULL },
		{ "aiter::fused_allreduce_rmsnorm_", "[[64,2048],[64,2048],[2048]]",
			"['c10::BFloat16','c10::BFloat16','c10::BFloat16']", NULL, NULL, UNKNOWN,
			UNKNOWN, "", NULL },
		{ "aiter::reduce_scatter", "[[],[64,2048],[8,2048]]",
			"['Scalar','c10::BFloat16','c10::BFloat16']", NULL, NULL, UNKNOWN, UNKNOWN,
			"", NULL },
		{ "sglang::reg_all_gather_into_tensor", "[[64,2048],[8,2048]]",
			"['c10::BFloat16','c10::BFloat16']", NULL, NULL, 0, 294912, "",
			" out_shape=(64, 2048); op_shape=(8, 2048); dtype_in='c10::BFloat16';" },
		{ "sglang_profiler::fused_mxfp4_quant_fused_flatten_mxfp4_quant", "[[64,16,128]]",
			"['c10::BFloat16']", NULL, NULL, UNKNOWN, UNKNOWN, "", NULL },
		{ "aiter::gemm_a4w4", "[[64,64],[32,64]]",
			"['c10::Float4_e2m1fn_x2','c10::Float4_e2m1fn_x2']", "[[64,1]]", NULL,
			524288, 10624, "matrix_fp4",
			" M=64; N=32; K=128; bias=False; dtype_A_B=('c10::Float4_e2m1fn_x2',"
				" 'c10::Float4_e2m1fn_x2'); B=1;" },
	};

	(void)state;
	CHECK_SHOWN(rows);
}

static void
operands_and_texts_may_be_missing(void **state)
{
	static const struct shown rows[] = {
		{ "vllm::rocm_unquantized_gemm", "[[64,128],[32,128]]",
			"['c10::BFloat16','c10::BFloat16']", NULL, NULL, 524288, 28672,
			"matrix_bf16",
			" M=64; N=32; K=128; bias=False; dtype_A_B=('c10::BFloat16',"
				" 'c10::BFloat16', ''); B=1;" },
		{ "vllm::rocm_unquantized_gemm", "[[64,128],[32,128],[32]]",
			"['c10::BFloat16','c10::BFloat16','float']", NULL, NULL, 526336, 32896,
			"matrix_bf16",
			" M=64; N=32; K=128; bias=True; dtype_A_B=('c10::BFloat16',"
				" 'c10::BFloat16', 'float'); B=1;" },
		{ "aiter::gemm_a16w16", "[[64,128],[32,128]]", "['c10::BFloat16','c10::BFloat16']",
			NULL, NULL, 524288, 28672, "matrix_bf16",
			" B=1; M=64; N=32; K=128; bias=False; dtype_A_B=('c10::BFloat16',"
				" 'c10::BFloat16', 'c10::BFloat16');" },
		{ "aiter::gemm_a16w16_atomic_", "[[64,128],[32,128]]",
			"['c10::BFloat16','c10::BFloat16']", NULL, NULL, 524288, 28672,
			"matrix_bf16",
			" B=1; M=64; N=32; K=128; bias=False; dtype_A_B=('c10::BFloat16',"
				" 'c10::BFloat16', 'c10::bfloat16');" },
		{ "aiter::_gemm_a16w16_asm", "[[64,128],[32,128]]",
			"['c10::BFloat16','c10::BFloat16']", NULL, NULL, 524288, 28672,
			"matrix_bf16",
			" B=1; M=64; N=32; K=128; bias=False; dtype_A_B=('c10::BFloat16',"
				" 'c10::BFloat16', 'c10::BFloat16');" },
		{ "aiter::gemm_a4w4", "[[64,64],[32,64],[64,4],[32,4]]",
			"['c10::Float4_e2m1fn_x2','c10::Float4_e2m1fn_x2','c10::Float8_e8m0fnu',"
				"'float']", NULL, NULL, 524288, 11008, "matrix_fp4",
			" M=64; N=32; K=128; bias=False; dtype_A_B=('c10::Float4_e2m1fn_x2',"
				" 'c10::Float4_e2m1fn_x2'); dtype_scaleA='c10::Float8_e8m0fnu';"
				" dtype_scaleB='float'; B=1;" },
		{ "sglang::store_cache", "[[64,1024]]", "['bool']", NULL, NULL, 0, 524288, "",
			" op_shape=(64, 1024); nelems=65536; dtype='bool';" },
		{ "aiter::mha_fwd", "[[2,128,8,64],[2,128,2,64],[2,128,2,64]]",
			"['c10::BFloat16','c10::BFloat16','c10::BFloat16']", NULL,
			"['','','','','','']", 67108864, 655360, "",
			" B=2; N_Q=128; H_Q=8; N_KV=128; H_KV=2; d_h_qk=64; d_h_v=64;"
				" dropout=0.0; causal=False; flash_impl=True;" },
		{ "flash_attn_3::fwd", "[[2,128,8,64],[2,128,2,64],[2,128,2,64]]",
			"['c10::BFloat16','c10::BFloat16','c10::BFloat16']", NULL,
			"['','','','','','','','','','','','','','','','','','','','','','','',"
				"'','']", 67108864, 655360, "",
			" B=2; N_Q=128; H_Q=8; N_KV=128; H_KV=2; d_h_qk=64; d_h_v=64;"
				" dropout=0.0; causal=False; flash_impl=True;" },
		{ "aten::convolution", "[[2,8,100],[16,8,5],[]]",
			"['c10::BFloat16','c10::BFloat16','c10::BFloat16']", NULL,
			"['','','','','','','','','']", UNKNOWN, UNKNOWN, "", NULL },
		{ "aten::convolution_backward", "[[2,16,100],[2,8,100],[16,8,5],[16]]",
			"['c10::BFloat16','c10::BFloat16','c10::BFloat16','c10::BFloat16']", NULL,
			"['','','','','','','','','','','']", UNKNOWN, UNKNOWN, "", NULL },
		{ "primus_turbo::hipblaslt_gemm_fp8", "[[64,128],[1],[128,32],[1]]",
			"['c10::Float8_e4m3fn','float','c10::Float8_e4m3fn','float']", NULL,
			"['','','','','','','','']", 524288, 16384, "matrix_fp8",
			" M=64; N=32; K=128; bias=False; dtype_A_B=('c10::Float8_e4m3fn',"
				" 'c10::Float8_e4m3fn'); dtype_scaleA='float';"
				" dtype_scaleB='float'; B=1;" },
		{ "flash_attn::_flash_attn_forward", "[[2,128,8,64],[2,128,8,64],[2,128,8,64]]",
			"['c10::BFloat16','c10::BFloat16','c10::BFloat16']",
			"[[65536,512,64,1],[65536,512,64,1],[65536,512,64,1]]",
			"['','','','','','']", UNKNOWN, UNKNOWN, "", NULL },
	};

	(void)state;
	CHECK_SHOWN(rows);
}

/* Groups of any other make are told, each; parameters: M, K, N, G, type, bytes_in, bytes_out, pairs. */
static void
groups_are_pairs_of_shapes(void **state)
{
	static const char *const wrong[] = {"[1]", "[[1,2]]", "[[[1,2]]]", "[[[1,2],[2]]]", "[[[1,2],[2,'x']]]"};
	const struct model_family *family = &family_grouped_gemm_variable;
	struct value slots[] = {value_int(1), value_int(1), value_int(1), value_int(1), {0}, value_int(2), value_int(2), {0}};
	struct arena arena = {0};

	(void)state;
	for (size_t i = 0; i <= sizeof(wrong) / sizeof(*wrong); i++) {
		const char *text = i < sizeof(wrong) / sizeof(*wrong) ? wrong[i] : "[[[3,4],[4,5]]]";
		struct model_result result = {.status = MODEL_OK};

		assert_int_equal(value_read(&slots[7], text, strlen(text), &arena), 1);
		assert_int_equal(family_work(family, slots, false, &arena, &result), 0);
		if (i < sizeof(wrong) / sizeof(*wrong)) {
			assert_int_equal(result.status, MODEL_UNREADABLE);
			continue;
		}
		assert_int_equal(result.status, MODEL_OK);
		assert_int_equal(result.flops.count, 2 * 3 * 4 * 5);
		assert_int_equal(result.bytes.count, 2 * (3 * 4 + 4 * 5 + 3 * 5));
	}
	arena_free(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(strides_may_be_missing),
		cmocka_unit_test(convolutions_with_a_bias),
		cmocka_unit_test(types_may_be_missing),
		cmocka_unit_test(types_of_unknown_size),
		cmocka_unit_test(strides_that_are_needed),
		cmocka_unit_test(operands_and_texts_may_be_missing),
		cmocka_unit_test(groups_are_pairs_of_shapes),
	};

	return cmocka_run_group_tests(tests, set_up_models, tear_down_models);
}
