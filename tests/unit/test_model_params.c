/* SPDX-License-Identifier: GPL-3.0-or-later */
/* model/: the parameters that are keys of rows, of each class that has some of its own. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "model_support.h"

static void
matrix_products(void **state)
{
	static const struct shown rows[] = {
		{ "vllm::gemm_with_dynamic_quant", "[[64,128],[32,64]]",
			"['c10::BFloat16','unsigned char']", "[[128,1],[64,1]]", "['','']", 524288,
			28672, "matrix_bf16",
			" M=64; N=32; K=128; bias=False; stride_A=(128, 1); stride_B=(64, 1);"
				" dtype_A_B=('c10::BFloat16', 'unsigned char'); B=1;" },
		{ "tex_ts::te_gemm_ts",
			"[[64,128],[1],[],[],[],[128,32],[1],[],[],[],[64,32],[1],[],[1],[32],"
				"[],[5],[],[3]]",
			"['c10::Float8_e4m3fn','float','Scalar','Scalar','Scalar',"
				"'c10::Float8_e4m3fn','float','Scalar','Scalar','Scalar',"
				"'c10::BFloat16','float','Scalar','float','c10::BFloat16',"
				"'Scalar','unsigned char','Scalar','c10::BFloat16']",
			"[[128,1],[1],[],[],[],[32,1],[1],[],[],[],[32,1],[1],[],[1],[1],[],[1],"
				"[],[1]]",
			"['','','0','0','1','','','0','0','0','','','0','','1','0','','0','']",
			2105344, 41216, "matrix_fp8",
			" M=64; N=128; K=128; bias=True; stride_A=(128, 1); stride_B=(32, 1);"
				" dtype_A_B=('c10::Float8_e4m3fn', 'c10::Float8_e4m3fn',"
				" 'c10::BFloat16', 'c10::BFloat16'); B=1;" },
		{ "primus_turbo::grouped_gemm_variable_k", "[[[4,8],[5,6]],[[8,16],[6,12]]]",
			"['TensorList','TensorList']", "[[[8,1],[6,1]],[[16,1],[12,1]]]", NULL,
			1744, UNKNOWN, "",
			" M=9; K=8; N=16; G=2; group_pairs=[((4, 8), (8, 16)), ((5, 6), (6,"
				" 12))];" },
		{ "primus_turbo_cpp_extension::hipblaslt_gemm_fp8",
			"[[64,128],[1],[128,32],[1],[],[],[],[]]",
			"['c10::Float8_e4m3fn','float','c10::Float8_e4m3fn','float','Scalar',"
				"'Scalar','Scalar','Scalar']",
			"[[128,1],[1],[32,1],[1],[],[],[],[]]",
			"['','','','','15','0','False','True']", 524288, 16384, "matrix_fp8",
			" M=32; N=64; K=128; bias=False; stride_A=(128, 1); stride_B=(32, 1);"
				" dtype_A_B=('c10::Float8_e4m3fn', 'c10::Float8_e4m3fn');"
				" dtype_scaleA='float'; dtype_scaleB='float'; B=1;" },
		{ "primus_turbo_cpp_extension::hipblaslt_gemm_fp4",
			"[[64,64],[64,4],[32,64],[32,4],[],[],[]]",
			"['c10::Float4_e2m1fn_x2','c10::Float8_e8m0fnu','c10::Float4_e2m1fn_x2',"
				"'c10::Float8_e8m0fnu','Scalar','Scalar','Scalar']",
			"[[64,1],[4,1],[64,1],[4,1],[],[],[]]", "['','','','','15','False','True']",
			524288, 10624, "matrix_fp4",
			" M=64; N=32; K=128; bias=False; stride_A=(64, 1); stride_B=(64, 1);"
				" dtype_A_B=('c10::Float4_e2m1fn_x2', 'c10::Float4_e2m1fn_x2');"
				" dtype_scaleA='c10::Float8_e8m0fnu';"
				" dtype_scaleB='c10::Float8_e8m0fnu'; B=1;" },
		{ "aiter::gemm_a4w4", "[[64,64],[32,64],[64,4],[32,4]]",
			"['c10::Float4_e2m1fn_x2','c10::Float4_e2m1fn_x2','c10::Float8_e8m0fnu',"
				"'c10::Float8_e8m0fnu']", "[[64,1],[64,1],[4,1],[4,1]]",
			"['','','','']", 524288, 10624, "matrix_fp4",
			" M=64; N=32; K=128; bias=False; stride_A=(64, 1); stride_B=(64, 1);"
				" dtype_A_B=('c10::Float4_e2m1fn_x2', 'c10::Float4_e2m1fn_x2');"
				" dtype_scaleA='c10::Float8_e8m0fnu';"
				" dtype_scaleB='c10::Float8_e8m0fnu'; B=1;" },
		{ "aiter::batched_gemm_a16wfp4_", "[[8,64,512],[8,128,256]]",
			"['c10::BFloat16','unsigned char']", "[[32768,512,1],[32768,256,1]]", NULL,
			67108864, 917504, "matrix_fp4",
			" B=8; M=64; N=128; K=512; bias=False; dtype_A_B=('c10::BFloat16',"
				" 'unsigned char', 'c10::bfloat16');" },
		{ "sglang_profiler::fp8_utils_gemm_a8w8_blockscale",
			"[[64,7168],[2112,7168],[64,56],[17,56]]",
			"['c10::Float8_e4m3fn','c10::Float8_e4m3fn','float','float']",
			"[[7168,1],[7168,1],[56,1],[56,1]]", NULL, 1937768448, 15867904,
			"matrix_fp8",
			" B=1; M=64; N=2112; K=7168; bias=False;"
				" dtype_A_B=('c10::Float8_e4m3fn', 'c10::Float8_e4m3fn',"
				" 'c10::bfloat16'); quant_scheme='a8w8_blockscale';"
				" quant_granularity='per_block'; block_k=128; block_n=125;"
				" scale_dtype='float'; output_shape=(64, 2112);"
				" output_dtype='c10::bfloat16';" },
		{ "aiter::gemm_afp4wfp4_", "[[64,64],[512,64]]",
			"['unsigned char','unsigned char']", "[[64,1],[64,1]]", NULL, 8388608,
			102400, "matrix_fp4",
			" B=1; M=64; N=512; K=128; bias=False; dtype_A_B=('unsigned char',"
				" 'unsigned char', 'c10::bfloat16');" },
		{ "sglang_profiler::batched_gemm_a8w8_a_per_token_group_prequant_w_per_batched_tensor_quant"
				"_batched_gemm_a8w8_a_per_token_group_prequant_w_per_batched_tensor_quant",
			"[[64,8,512],[8,128,512]]", "['c10::BFloat16','c10::Float8_e4m3fn']",
			"[[4096,512,1],[65536,512,1]]", NULL, 67108864, 1179648, "matrix_fp8",
			" B=8; M=64; N=128; K=512; bias=False; dtype_A_B=('c10::BFloat16',"
				" 'c10::Float8_e4m3fn', 'c10::bfloat16');" },
	};

	(void)state;
	CHECK_SHOWN(rows);
}

static void
attention(void **state)
{
	static const struct shown rows[] = {
		{ "FlashAttnFunc", "[[2,128,8,64],[2,128,8,64],[2,128,8,64],[],[],[]]",
			"['c10::BFloat16','c10::BFloat16','c10::BFloat16','Scalar','Scalar',"
				"'Scalar']",
			"[[65536,512,64,1],[65536,512,64,1],[65536,512,64,1],[],[],[]]",
			"['','','','0.','0.125','False']", 67108864, 1048576, "matrix_bf16",
			" B=2; N_Q=128; H_Q=8; N_KV=128; H_KV=8; d_h_qk=64; d_h_v=64;"
				" q_stride=(65536, 512, 64, 1); k_stride=(65536, 512, 64, 1);"
				" v_stride=(65536, 512, 64, 1); dropout=0.0; causal=False;"
				" flash_impl=True; dtype_A_B=('c10::BFloat16', 'c10::BFloat16');" },
		{ "flash_attn::_flash_attn_backward",
			"[[2,128,8,64],[2,128,8,64],[2,128,8,64],[2,128,8,64],[2,128,8,64],[2,8,"
				"128],[2,128,8,64],[2,128,8,64],[]]",
			"['c10::BFloat16','c10::BFloat16','c10::BFloat16','c10::BFloat16',"
				"'c10::BFloat16','float','c10::BFloat16','c10::BFloat16',"
				"'Scalar']",
			"[[65536,512,64,1],[65536,512,64,1],[65536,512,64,1],[65536,512,64,1],"
				"[65536,512,64,1],[1024,128,1],[65536,512,64,1],[65536,512,64,1],"
				"[]]", "['','','','','','','','','0.1']", 83886080, 1835008,
			"matrix_bf16",
			" B=2; N_Q=128; H_Q=8; N_KV=128; H_KV=8; d_h_qk=64; d_h_v=64;"
				" q_stride=(65536, 512, 64, 1); k_stride=(65536, 512, 64, 1);"
				" v_stride=(65536, 512, 64, 1); dropout=0.1; causal=True;"
				" flash_impl=True; dtype_A_B=('c10::BFloat16', 'c10::BFloat16');" },
		{ "flash_attn::_flash_attn_varlen_forward",
			"[[300,8,64],[300,8,64],[300,8,64],[4],[4],[],[],[],[],[]]",
			"['c10::BFloat16','c10::BFloat16','c10::BFloat16','int','int','Scalar',"
				"'Scalar','Scalar','Scalar','Scalar']",
			"[[512,64,1],[512,64,1],[512,64,1],[1],[1],[],[],[],[],[]]",
			"['','','','','','128','128','0.','0.1','True']", 31924224, 1228800,
			"matrix_bf16",
			" B=1; N_Q=300; H_Q=8; N_KV=300; H_KV=8; d_h_qk=64; d_h_v=64;"
				" q_stride=(512, 64, 1); k_stride=(512, 64, 1); v_stride=(512,"
				" 64, 1); dropout=0.0; causal=True; flash_impl=True;"
				" dtype_A_B=('c10::BFloat16', 'c10::BFloat16'); num_seqs_q=3;"
				" num_seqs_kv=3; max_seqlen_q=128.0; max_seqlen_kv=128.0;" },
		{ "flash_attn::_flash_attn_varlen_backward",
			"[[300,8,64],[300,8,64],[300,8,64],[300,8,64],[300,8,64],[8,300],[300,8,"
				"64],[300,8,64],[300,8,64],[4],[4],[],[],[],[],[]]",
			"['c10::BFloat16','c10::BFloat16','c10::BFloat16','c10::BFloat16',"
				"'c10::BFloat16','float','c10::BFloat16','c10::BFloat16',"
				"'c10::BFloat16','int','int','Scalar','Scalar','Scalar','Scalar',"
				"'Scalar']",
			"[[512,64,1],[512,64,1],[512,64,1],[512,64,1],[512,64,1],[300,1],[512,"
				"64,1],[512,64,1],[512,64,1],[1],[1],[],[],[],[],[]]",
			"['','','','','','','','','','','','128','128','0.','0.1','True']",
			79810560, 2150400, "matrix_bf16",
			" B=1; N_Q=300; H_Q=8; N_KV=300; H_KV=8; d_h_qk=64; d_h_v=64;"
				" q_stride=(512, 64, 1); k_stride=(512, 64, 1); v_stride=(512,"
				" 64, 1); dropout=0.0; causal=True; flash_impl=True;"
				" dtype_A_B=('c10::BFloat16', 'c10::BFloat16'); num_seqs_q=3;"
				" num_seqs_kv=3; max_seqlen_q=128.0; max_seqlen_kv=128.0;" },
		{ "EvoformerAttention", "[[1,129,256,4,16]]", "['c10::BFloat16']",
			"[[2113536,16384,64,16,1]]", NULL, 2164260864, 16908288, "matrix_bf16",
			" B=129; N_Q=256; H_Q=4; N_KV=256; H_KV=4; d_h_qk=16; d_h_v=16;"
				" causal=False; flash_impl=False; dtype_A_B=['c10::BFloat16'];" },
		{ "aiter::pa_sparse_prefill_opus_fwd",
			"[[64,16,512],[1000,512],[800],[65],[1000,512],[700]]",
			"['c10::BFloat16','c10::BFloat16','int','int','c10::BFloat16','int']",
			"[[8192,512,1],[512,1],[1],[1],[512,1],[1]]", NULL, 49152000, 3633152,
			"matrix_bf16",
			" B=1; N_Q=64; H_Q=16; H_V=1; H_K=1; N_KV=1500; H_KV=1; d_h_qk=512;"
				" d_h_v=512; dropout=0.0; causal=False; flash_impl=True;"
				" prefill_pairs=1500; dtype_Q='c10::BFloat16';"
				" dtype_KV='c10::BFloat16';" },
	};

	(void)state;
	CHECK_SHOWN(rows);
}

static void
mixtures_of_experts(void **state)
{
	static const struct shown rows[] = {
		{ "aiter::moe_cktile2stages_gemm1_ck", "[[64,2048],[128,1536,1024],[64,8,768]]",
			"['c10::BFloat16','c10::Float4_e2m1fn_x2','c10::BFloat16']",
			"[[2048,1],[1572864,1024,1],[6144,768,1]]", NULL, 3221225472,
			199138763.23761347, "matrix_bf16",
			" num_tokens=64; hidden_dim=2048; inter_dim=768; num_experts=128;"
				" topk=8; gated=True; input_dtype='c10::BFloat16';"
				" weight_dtype='c10::Float4_e2m1fn_x2';"
				" output_dtype='c10::BFloat16';" },
		{ "aiter::moe_cktile2stages_gemm2_ck", "[[64,8,768],[128,2048,384],[64,2048]]",
			"['c10::BFloat16','c10::Float4_e2m1fn_x2','c10::BFloat16']",
			"[[6144,768,1],[786432,384,1],[2048,1]]", NULL, 1610612736,
			100093669.61880673, "matrix_bf16",
			" num_tokens=64; hidden_dim=2048; inter_dim=768; num_experts=128;"
				" topk=8; input_dtype='c10::BFloat16';"
				" weight_dtype='c10::Float4_e2m1fn_x2';"
				" output_dtype='c10::BFloat16';" },
		{ "aiter::ck_moe_stage1",
			"[[64,2048],[128,1536,2048],[128,2048,768],[9],[9],[9],[64,8,768]]",
			"['c10::BFloat16','c10::Float8_e4m3fn','c10::Float8_e4m3fn','int','int',"
				"'int','c10::BFloat16']",
			"[[2048,1],[3145728,2048,1],[1572864,768,1],[1],[1],[1],[6144,768,1]]",
			"['','','','','','','']", 3221225472, 397228950.47522694, "matrix_bf16",
			" num_tokens=64; hidden_dim=2048; inter_dim=768; num_experts=128;"
				" topk=8; gated=True; input_dtype='c10::BFloat16';"
				" weight_dtype='c10::Float8_e4m3fn';" },
		{ "aiter::ck_moe_stage2", "[[64,8,768],[128,1536,2048],[128,2048,768]]",
			"['c10::BFloat16','c10::Float8_e4m3fn','c10::Float8_e4m3fn']",
			"[[6144,768,1],[3145728,2048,1],[1572864,768,1]]", "['','','']", 1610612736,
			199138763.23761347, "matrix_bf16",
			" num_tokens=64; hidden_dim=2048; inter_dim=768; num_experts=128;"
				" topk=8; input_dtype='c10::BFloat16';"
				" weight_dtype='c10::Float8_e4m3fn';" },
		{ "pseudo_op::moe_flydsl_stage1",
			"[[64,2048],[128,1536,2048],[128,2048,768],[64,8]]",
			"['c10::BFloat16','c10::Float8_e4m3fn','c10::Float8_e4m3fn','float']",
			"[[2048,1],[3145728,2048,1],[1572864,768,1],[8,1]]", NULL, 3221225472,
			397228950.47522694, "matrix_fp8",
			" num_tokens=64; hidden_dim=2048; inter_dim=768; num_experts=128;"
				" topk=8; gated=True; input_dtype='c10::BFloat16';"
				" weight_dtype='c10::Float8_e4m3fn';" },
		{ "pseudo_op::moe_flydsl_stage2",
			"[[64,2048],[128,1536,2048],[128,2048,768],[64,8]]",
			"['c10::BFloat16','c10::Float8_e4m3fn','c10::Float8_e4m3fn','float']",
			"[[2048,1],[3145728,2048,1],[1572864,768,1],[8,1]]", NULL, 1610612736,
			199138763.23761347, "matrix_fp8",
			" num_tokens=64; hidden_dim=2048; inter_dim=768; num_experts=128;"
				" topk=8; gated=True; input_dtype='c10::BFloat16';"
				" weight_dtype='c10::Float8_e4m3fn';" },
		{ "sglang_profiler::fused_moe_triton_kernels_invoke_fused_moe_kernel",
			"[[64,2048],[128,1536,2048],[],[64,8,1536],[64,16],[128,12,16],[],[64,"
				"8],[64,8]]",
			"['c10::Float8_e4m3fn','c10::Float8_e4m3fn','','c10::BFloat16','float',"
				"'float','','float','int']",
			"[[2048,1],[3145728,2048,1],[],[12288,1536,1],[16,1],[192,16,1],[],[8,"
				"1],[8,1]]", NULL, 3221225472, 398801814.47522694, "matrix_fp8",
			" m_work=512; num_tokens=64; topk=8; N=1536; K=2048; num_experts=128;"
				" input_dtype='c10::Float8_e4m3fn';"
				" weight_dtype='c10::Float8_e4m3fn';"
				" output_dtype='c10::BFloat16';" },
		{ "aiter::biased_grouped_topk_hip", "[[64,256],[256],[64,8],[64,8]]",
			"['c10::BFloat16','c10::BFloat16','float','int']",
			"[[256,1],[1],[8,1],[8,1]]", "['','','','']", 16384, 37376, "vector_bf16",
			" operands=[((64, 256), 'c10::BFloat16'), ((256,), 'c10::BFloat16'),"
				" ((64, 8), 'float'), ((64, 8), 'int')];" },
		{ "aiter::moe_sorting_fwd", "[[64,8],[64,8],[1000],[1000],[100],[2],[64,2048]]",
			"['int','float','int','float','int','int','c10::BFloat16']",
			"[[8,1],[8,1],[1],[1],[1],[1],[2048,1]]", "['','','','','','','']", 131072,
			274648, "vector_bf16",
			" operands=[((64, 8), 'int'), ((64, 8), 'float'), ((1000,), 'int'),"
				" ((1000,), 'float'), ((100,), 'int'), ((2,), 'int'), ((64,"
				" 2048), 'c10::BFloat16')];" },
		{ "sglang_profiler::fused_moe_triton_kernels_fused_append_shared_experts",
			"[[64,8]]", "['int']", "[[8,1]]", "['']", 512, 8192, "vector_fp32",
			" shape_in1=(64, 8); shape_in2=(64, 8); dtype_in1_in2_out=('int',"
				" 'float', 'float');" },
		{ "aiter::topk_softplus", "[[64,8],[64,8],[64,256]]",
			"['float','int','c10::BFloat16']", "[[8,1],[8,1],[256,1]]", "['','','']",
			98304, 37888, "vector_bf16",
			" M=64; n=1; C=256; E=256; topk=8; dtype_in='c10::BFloat16';" },
	};

	(void)state;
	CHECK_SHOWN(rows);
}

static void
elementwise_and_collectives(void **state)
{
	static const struct shown rows[] = {
		{ "aiter::dynamic_per_token_scaled_quant", "[[64,256],[64,256],[64,2]]",
			"['c10::Float8_e4m3fn','c10::BFloat16','float']", "[[256,1],[256,1],[2,1]]",
			NULL, 42496, 49664, "vector_bf16",
			" shape_in1=(64, 256); shape_in2=(64, 2); shape_out=(64, 256);"
				" dtype_in1_in2_out=('c10::BFloat16', 'float',"
				" 'c10::Float8_e4m3fn'); stride_input1=(256, 1);"
				" stride_input2=(2, 1); stride_output=(256, 1);" },
		{ "aiter::mixed_sample_outer_exponential", "[[64],[64,1000]]",
			"['int','c10::BFloat16']", "[[1],[1000,1]]", NULL, 128000, 384256,
			"vector_bf16",
			" T=64; V=1000; dtype_logits='c10::BFloat16'; dtype_noise='float';" },
		{ "aiter::fused_dynamic_mx_quant_moe_sort_hip", "[[64,128],[64,8],[64,256]]",
			"['unsigned char','unsigned char','c10::BFloat16']",
			"[[128,1],[8,1],[256,1]]", NULL, 32768, 41472, "vector_bf16",
			" op_shape=(64, 256); dtype_in_out=('c10::BFloat16', 'c10::BFloat16');"
				" stride_input=(256, 1);" },
		{ "vllm::triton_per_token_group_quant_fp8", "[[64,256]]", "['c10::BFloat16']",
			"[[256,1]]", "['']", 98304, 49664, "vector_bf16",
			" M=64; N=256; group_size=128; num_groups=2; shape_x=(64, 256);"
				" dtype_x='c10::BFloat16'; shape_in1=(64, 256); shape_in2=();"
				" shape_out=(64, 256); dtype_in1_in2_out=('c10::BFloat16', None,"
				" 'c10::float8_e4m3fn');" },
		{ "sglang_profiler::fused_mxfp4_quant_fused_flatten_mxfp4_quant", "[[64,16,128]]",
			"['c10::BFloat16']", "[[2048,128,1]]", NULL, 262144, 331776, "vector_bf16",
			" op_shape=(64, 16, 128); dtype_in_out=('c10::BFloat16',"
				" 'c10::BFloat16'); stride_input=(2048, 128, 1);" },
		{ "aiter::fused_allreduce_rmsnorm",
			"[[],[10],[64,2048],[64,2048],[64,2048],[64,2048],[2048]]",
			"['Scalar','unsigned char','c10::BFloat16','c10::BFloat16',"
				"'c10::BFloat16','c10::BFloat16','c10::BFloat16']",
			"[[],[1],[2048,1],[2048,1],[2048,1],[2048,1],[1]]",
			"['1','','','','','','']", 655488, 1052672, "",
			" op_shape=(64, 2048); dtype_in='c10::BFloat16'; stride_input=(2048,"
				" 1); num_channels=2048;" },
		{ "aiter::fused_allreduce_rmsnorm_", "[[64,2048],[64,2048],[2048]]",
			"['c10::BFloat16','c10::BFloat16','c10::BFloat16']",
			"[[2048,1],[2048,1],[1]]", "['','','']", 655488, 1052672, "",
			" op_shape=(64, 2048); dtype_in='c10::BFloat16'; stride_input=(2048,"
				" 1); num_channels=2048;" },
		{ "_C_custom_ar::all_reduce", "[[],[64,2048]]", "['Scalar','c10::BFloat16']",
			"[[],[2048,1]]", "['123','']", 0, 524288, "",
			" op_shape=(64, 2048); dtype_in='c10::BFloat16'; stride_input=(2048, 1);" },
		{ "aiter::reduce_scatter", "[[],[64,2048],[8,2048]]",
			"['Scalar','c10::BFloat16','c10::BFloat16']", "[[],[2048,1],[2048,1]]",
			"['123','','']", 0, 294912, "",
			" op_shape=(64, 2048); out_shape=(8, 2048); dtype_in='c10::BFloat16';"
				" stride_input=(2048, 1);" },
		{ "aiter::all_gather_reg", "[[],[8,2048],[64,2048]]",
			"['Scalar','c10::BFloat16','c10::BFloat16']", "[[],[2048,1],[2048,1]]",
			"['123','','']", 0, 294912, "",
			" op_shape=(8, 2048); out_shape=(64, 2048); dtype_in='c10::BFloat16';"
				" stride_input=(2048, 1);" },
		{ "sgl_kernel::all_reduce_reg", "[[],[64,2048]]", "['Scalar','c10::BFloat16']",
			"[[],[2048,1]]", "['123','']", 0, 524288, "",
			" op_shape=(64, 2048); dtype_in='c10::BFloat16'; stride_input=(2048, 1);" },
		{ "sgl_kernel::qr_all_reduce", "[[],[64,2048]]", "['Scalar','c10::BFloat16']",
			"[[],[2048,1]]", "['123','']", 0, 524288, "",
			" op_shape=(64, 2048); dtype_in='c10::BFloat16'; stride_input=(2048, 1);" },
		{ "sglang::reg_all_gather_into_tensor", "[[64,2048],[8,2048]]",
			"['c10::BFloat16','c10::BFloat16']", "[[2048,1],[2048,1]]", "['','']", 0,
			294912, "",
			" out_shape=(64, 2048); op_shape=(8, 2048); dtype_in='c10::BFloat16';" },
		{ "_C_custom_ar::qr_all_reduce", "[[],[64,2048]]", "['Scalar','c10::BFloat16']",
			"[[],[2048,1]]", "['123','']", 0, 524288, "",
			" op_shape=(64, 2048); dtype_in='c10::BFloat16'; stride_input=(2048, 1);" },
		{ "sglang_profiler::quant_dynamic_mxfp4_quant", "[[64,256]]", "['c10::BFloat16']",
			"[[256,1]]", NULL, 32768, 41472, "vector_bf16",
			" op_shape=(64, 256); dtype_in_out=('c10::BFloat16', 'c10::BFloat16');" },
		{ "aiter::fused_dynamic_mxfp4_quant_moe_sort_hip", "[[64,128],[64,8],[64,256]]",
			"['unsigned char','unsigned char','c10::BFloat16']",
			"[[128,1],[8,1],[256,1]]", NULL, 32768, 41472, "vector_bf16",
			" op_shape=(64, 256); dtype_in_out=('c10::BFloat16', 'c10::BFloat16');" },
		{ "aiter::dynamic_per_group_scaled_quant_fp4", "[[64,128],[64,256]]",
			"['unsigned char','c10::BFloat16']", "[[128,1],[256,1]]", NULL, 32768,
			41472, "vector_bf16",
			" op_shape=(64, 256); dtype_in_out=('c10::BFloat16', 'c10::BFloat16');" },
		{ "aten::replication_pad1d", "[[1,4,8,8],[]]", "['c10::BFloat16','ScalarList']",
			"[[256,64,8,1],[]]", "['','[1,2,3,4]']", 660, 1832, "vector_bf16",
			" input_shape=(1, 4, 8, 8); output_shape=(1, 4, 15, 11); padding=[1, 2,"
				" 3, 4]; op_shape=(1, 4, 15, 11); dtype_in_out=('c10::BFloat16',"
				" 'c10::BFloat16'); stride_input=(256, 64, 8, 1);" },
	};

	(void)state;
	CHECK_SHOWN(rows);
}

static void
sequences_and_connections(void **state)
{
	static const struct shown rows[] = {
		{ "FusedRoPEFunc", "[[128,2,8,64]]", "['c10::BFloat16']", "[[1024,512,64,1]]",
			"['']", 393216, 524288, "vector_bf16",
			" seq_len=128; batch=2; heads=8; head_dim=64; num_elements=131072;" },
		{ "CrossEntropyFunction", "[[32,1,1000]]", "['c10::BFloat16']", "[[1000,1000,1]]",
			"['']", 160000, 64384, "vector_bf16",
			" batch=32; vocab_size=1000; logits_shape=[32, 1, 1000];" },
		{ "MambaSplitConv1dScanCombinedFn", "[[2,512,1288],[768,4],[768],[8],[8],[8],[]]",
			"['c10::BFloat16','c10::BFloat16','c10::BFloat16','float','float',"
				"'float','Scalar']", "[[659456,1288,1],[4,1],[1],[1],[1],[1],[]]",
			"['','','','','','','256']", 610271232, 3694176, "matrix_bf16",
			" B=2; T=512; H=8; P=64; G=1; N=128; C=256; d_inner=512; d_conv=4;"
				" conv_channels=768; combined_dim=1288;" },
		{ "aiter::fused_qk_rope_concat_and_cache_mla", "[[64,16,512],[64,16,64]]",
			"['c10::BFloat16','c10::BFloat16']", "[[8192,512,1],[1024,64,1]]", NULL,
			208896, 2506752, "vector_bf16",
			" T=64; QH=16; KH=1; D_lora=512; D_pe=64; dtype_in='c10::BFloat16';"
				" dtype_kv='c10::BFloat16'; dtype_out='c10::BFloat16';" },
		{ "aiter::rope_cached_positions_2c_fwd_impl",
			"[[1,64,16,128],[1,64,2,128],[1,64,16,128],[1,64,2,128]]",
			"['c10::BFloat16','c10::BFloat16','c10::BFloat16','c10::BFloat16']",
			"[[131072,2048,128,1],[16384,256,128,1],[131072,2048,128,1],[16384,256,"
				"128,1]]", NULL, 442368, 589824, "vector_bf16",
			" x_shape=(1, 64, 16, 128); y_shape=(1, 64, 2, 128);"
				" num_elements=147456;" },
		{ "aiter::fused_qk_rope_cat_and_cache_mla", "[[64,16,512],[64,16,64],[64,1,512]]",
			"['c10::BFloat16','c10::BFloat16','c10::BFloat16']",
			"[[8192,512,1],[1024,64,1],[512,512,1]]", NULL, 208896, 2506752,
			"vector_bf16",
			" T=64; QH=16; KH=1; D_lora=512; D_pe=64; dtype_in='c10::BFloat16';"
				" dtype_kv='c10::BFloat16';" },
		{ "aiter::mhc_post", "[[64,4,2048],[64,2048]]", "['c10::BFloat16','c10::BFloat16']",
			"[[8192,2048,1],[2048,1]]", NULL, 5242880, 2364416, "vector_bf16",
			" M=64; n=4; C=2048; dtype_in='c10::BFloat16';" },
		{ "aiter::mhc_pre_gemm_sqrsum", "[[8,64,24],[8,64],[64,4,2048],[24,8192]]",
			"['float','float','c10::BFloat16','float']",
			"[[1536,24,1],[64,1],[8192,2048,1],[8192,1]]", NULL, 25165824, 1886208,
			"matrix_bf16",
			" M=64; n=4; C=2048; hc3=24; K=8192; split_k=8;"
				" dtype_in='c10::BFloat16';" },
		{ "aiter::mhc_pre_big_fuse_rmsnorm",
			"[[64,4],[64,4,4],[64,2048],[8,64,24],[8,64],[3],[24]]",
			"['float','float','c10::BFloat16','float','float','float','float']",
			"[[4,1],[16,4,1],[2048,1],[1536,24,1],[64,1],[1],[1]]", NULL, 1703936,
			1369088, "vector_bf16",
			" M=64; n=4; C=2048; hc3=24; split_k=8; dtype_in='c10::BFloat16';" },
		{ "aiter::mhc_fused_post_pre_gemm_sqrsum",
			"[[8,64,24],[8,64],[64,4,2048],[64,2048],[64,4,2048],[64,4],[64,4,4],"
				"[24,8192]]",
			"['float','float','c10::BFloat16','c10::BFloat16','c10::BFloat16',"
				"'float','float','float']",
			"[[1536,24,1],[64,1],[8192,2048,1],[2048,1],[8192,2048,1],[4,1],[16,4,"
				"1],[8192,1]]", NULL, 30408704, 4250624, "matrix_bf16",
			" M=64; n=4; C=2048; hc3=24; K=8192; split_k=8;"
				" dtype_in='c10::BFloat16';" },
	};

	(void)state;
	CHECK_SHOWN(rows);
}

static void
facts_beside_the_arguments(void **state)
{
	static const struct shown rows[] = {
		{ "pseudo_op::moe_gptq_awq_up", "[[64,2048],[128,1536,1024],[128,2048,384]]",
			"['c10::BFloat16','unsigned char','unsigned char']", NULL, NULL, 3221225472,
			199138763.23761347, "matrix_bf16",
			" num_tokens=64; hidden_dim=2048; inter_dim=768; num_experts=128;"
				" topk=8; gated=True; input_dtype='c10::BFloat16';" },
		{ "pseudo_op::moe_gptq_awq_down", "[[64,2048],[128,1536,1024],[128,2048,384]]",
			"['c10::BFloat16','unsigned char','unsigned char']", NULL, NULL, 1610612736,
			100093669.61880673, "matrix_bf16",
			" num_tokens=64; hidden_dim=2048; inter_dim=768; num_experts=128;"
				" topk=8; input_dtype='c10::BFloat16';" },
	};
	static const struct shown eight[] = {
		{ "pseudo_op::moe_triton_unfused_up", "[[64,2880],[64,128]]",
			"['c10::BFloat16','c10::BFloat16']", NULL, NULL, 16986931200,
			2092550203.5217044, "matrix_fp8",
			" num_tokens=64; hidden_dim=2880; inter_dim=2880; num_experts=128;"
				" topk=8; gated=True; input_dtype='c10::BFloat16';"
				" weight_dtype='FP8';" },
	};
	static const struct shown four[] = {
		{ "pseudo_op::moe_triton_unfused_down", "[[64,2880],[64,128]]",
			"['c10::BFloat16','c10::BFloat16']", NULL, NULL, 8493465600,
			525625870.8804261, "matrix_fp4",
			" num_tokens=64; hidden_dim=2880; inter_dim=2880; num_experts=128;"
				" topk=8; gated=True; input_dtype='c10::BFloat16';"
				" weight_dtype='FP4';" },
	};

	(void)state;
	check_shown_experts(rows, sizeof(rows) / sizeof(*rows), 8, NULL);
	check_shown_experts(eight, 1, 8, "k_fp8_e4m3");
	check_shown_experts(four, 1, 8, "k_mxfp4");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(matrix_products),
		cmocka_unit_test(attention),
		cmocka_unit_test(mixtures_of_experts),
		cmocka_unit_test(elementwise_and_collectives),
		cmocka_unit_test(sequences_and_connections),
		cmocka_unit_test(facts_beside_the_arguments),
	};

	return cmocka_run_group_tests(tests, set_up_models, tear_down_models);
}
