/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "data/gen/kernels.h"

#define FLASH_TRAITS \
	"<64, 128, 128, 4, false, false, cutlass::bfloat16_t, " \
	"pytorch_flash::Flash_kernel_traits<64, 128, 128, 4, cutlass::bfloat16_t> >"
#define FLASH_BACKWARD_TRAITS \
	"<64, 128, 128, 8, 4, 4, 4, false, false, cutlass::bfloat16_t, " \
	"pytorch_flash::Flash_kernel_traits<64, 128, 128, 8, cutlass::bfloat16_t> >"
#define VECTORIZED(functor, arrays) \
	"void at::native::vectorized_elementwise_kernel<4, " functor \
	", std::array<char*, " arrays "ul> >(int, " functor ", std::array<char*, " arrays "ul>)"
#define SAME(name) "void cutlass::Kernel2<" name ">(" name "::Params)"

const struct kernel_def kernel_defs[KERNELS] = {
	[GEMM_TN] = {
		168, 213504, 384, 1, 0, 100,
		"nvjet_tst_128x256_64x4_1x2_h_bz_coopA_bias_TNT",
	},
	[GEMM_NN] = {
		168, 213504, 384, 1, 0, 100,
		"nvjet_tst_192x192_64x4_2x1_v_bz_coopB_NNT",
	},
	[GEMM_NT] = {
		238, 73728, 256, 1, 12, 124,
		SAME("cutlass_80_tensorop_bf16_s16816gemm_bf16_128x256_32x3_nt_align8"),
	},
	[GEMM_HEAD] = {
		168, 213504, 384, 1, 0, 100,
		"nvjet_tst_256x128_64x4_2x1_v_bz_coopA_TNN",
	},
	[BMM_NT] = {
		216, 81920, 128, 1, 12, 100,
		SAME("cutlass_80_tensorop_bf16_s16816gemm_bf16_128x128_32x5_nt_align8"),
	},
	[BMM_NN] = {
		178, 73728, 128, 1, 18, 100,
		SAME("cutlass_80_tensorop_bf16_s16816gemm_bf16_128x64_32x6_nn_align8"),
	},
	[BMM_TN] = {
		182, 73728, 128, 1, 18, 100,
		SAME("cutlass_80_tensorop_bf16_s16816gemm_bf16_64x128_32x6_tn_align8"),
	},
	[FLASH_FORWARD] = {
		255, 49152, 128, 1, 13, 100,
		"void pytorch_flash::flash_fwd_kernel<pytorch_flash::Flash_fwd_kernel_traits"
		FLASH_TRAITS ", false, true, false, false, true, true, "
		"false>(pytorch_flash::Flash_fwd_params)",
	},
	[FLASH_DOT] = {
		52, 0, 256, 1, 50, 100,
		"void pytorch_flash::flash_bwd_dot_do_o_kernel<true, "
		"pytorch_flash::Flash_bwd_kernel_traits" FLASH_BACKWARD_TRAITS
		" >(pytorch_flash::Flash_bwd_params)",
	},
	[FLASH_BACKWARD] = {
		255, 147456, 256, 1, 12, 100,
		"void pytorch_flash::flash_bwd_dq_dk_dv_loop_seqk_parallel_kernel<"
		"pytorch_flash::Flash_bwd_kernel_traits" FLASH_BACKWARD_TRAITS
		", false, true, false, false, true, true>(pytorch_flash::Flash_bwd_params)",
	},
	[FLASH_CONVERT] = {
		71, 16384, 256, 1, 37, 100,
		"void pytorch_flash::flash_bwd_convert_dq_kernel<pytorch_flash::"
		"Flash_bwd_kernel_traits" FLASH_BACKWARD_TRAITS
		" >(pytorch_flash::Flash_bwd_params, int)",
	},
	[NORM_FORWARD] = {
		40, 24, 32, 4, 75, 165,
		"void at::native::(anonymous namespace)::vectorized_layer_norm_kernel<c10::"
		"BFloat16, float>(int, float, c10::BFloat16 const*, c10::BFloat16 const*, "
		"c10::BFloat16 const*, float*, float*, c10::BFloat16*)",
	},
	[NORM_INPUT_GRAD] = {
		38, 16, 128, 1, 75, 165,
		"void at::native::(anonymous namespace)::"
		"layer_norm_grad_input_kernel_vectorized<c10::BFloat16, float>(c10::BFloat16 "
		"const*, c10::BFloat16 const*, float const*, float const*, c10::BFloat16 "
		"const*, c10::BFloat16*, int)",
	},
	[NORM_WEIGHT_GRAD] = {
		54, 4224, 32, 16, 25, 100,
		"void at::native::(anonymous namespace)::GammaBetaBackwardCUDAKernelTemplate<"
		"c10::BFloat16, float, 32u, 16u, 256u, true, false, false>(long, long, "
		"c10::BFloat16 const*, c10::BFloat16 const*, float const*, float const*, "
		"c10::BFloat16*, c10::BFloat16*)",
	},
	[ADD] = {
		24, 0, 128, 1, 100, 100,
		VECTORIZED("at::native::CUDAFunctor_add<c10::BFloat16>", "3"),
	},
	[COPY] = {
		22, 0, 128, 1, 100, 100,
		VECTORIZED("at::native::bfloat16_copy_kernel_cuda(at::TensorIteratorBase&)::"
		"{lambda(float)#1}", "2"),
	},
	[FILL_ZERO] = {
		16, 0, 128, 1, 100, 100,
		VECTORIZED("at::native::FillFunctor<c10::BFloat16>", "1"),
	},
	[FILL_ONE] = {
		16, 0, 128, 1, 0, 100,
		VECTORIZED("at::native::FillFunctor<float>", "1"),
	},
	[FILL_LONG] = {
		16, 0, 64, 1, 0, 100,
		"void (anonymous namespace)::elementwise_kernel_with_index<int, "
		"at::native::arange_cuda_out(c10::Scalar const&, c10::Scalar const&, "
		"c10::Scalar const&, at::Tensor&)::{lambda()#1}::operator()() "
		"const::{lambda()#4}::operator()() const::{lambda(long)#1}>(int, long*)",
	},
	[MULTIPLY] = {
		24, 0, 128, 1, 100, 100,
		VECTORIZED(
		"at::native::AUnaryFunctor<c10::BFloat16, c10::BFloat16, c10::BFloat16, "
		"at::native::binary_internal::MulFunctor<float> >", "2"),
	},
	[MULTIPLY_FLOAT] = {
		24, 0, 128, 1, 0, 100,
		VECTORIZED("at::native::BinaryFunctor<float, float, float, "
		"at::native::binary_internal::MulFunctor<float> >", "3"),
	},
	[MASK] = {
		32, 0, 128, 1, 100, 100,
		"void at::native::elementwise_kernel<128, 4, "
		"at::native::gpu_kernel_impl_nocast<at::native::CUDAFunctor_add<c10::BFloat16> "
		">(at::TensorIteratorBase&, at::native::CUDAFunctor_add<c10::BFloat16> "
		"const&)::{lambda(int)#1}>(int, at::native::gpu_kernel_impl_nocast<at::"
		"native::CUDAFunctor_add<c10::BFloat16> >(at::TensorIteratorBase&, "
		"at::native::CUDAFunctor_add<c10::BFloat16> const&)::{lambda(int)#1})",
	},
	[GELU_FORWARD] = {
		28, 0, 128, 1, 100, 118,
		VECTORIZED("at::native::GeluCUDAKernelImpl(at::TensorIteratorBase&, "
		"at::native::GeluType)::{lambda()#2}::operator()() "
		"const::{lambda()#4}::operator()() const::{lambda(c10::BFloat16)#1}", "2"),
	},
	[GELU_BACKWARD] = {
		32, 0, 128, 1, 100, 118,
		VECTORIZED("at::native::GeluBackwardCUDAKernelImpl(at::TensorIteratorBase&, "
		"at::native::GeluType)::{lambda()#2}::operator()() "
		"const::{lambda()#4}::operator()() const::{lambda(c10::BFloat16, "
		"c10::BFloat16)#1}", "3"),
	},
	[SOFTMAX] = {
		64, 0, 32, 4, 50, 100,
		"void (anonymous namespace)::softmax_warp_forward<c10::BFloat16, "
		"c10::BFloat16, float, 10, false, false>(c10::BFloat16*, c10::BFloat16 const*, "
		"int, int, int, bool const*, int, bool)",
	},
	[SOFTMAX_BACKWARD] = {
		72, 0, 32, 4, 43, 100,
		"void (anonymous namespace)::softmax_warp_backward<c10::BFloat16, "
		"c10::BFloat16, float, 10, false, false>(c10::BFloat16*, c10::BFloat16 const*, "
		"c10::BFloat16 const*, int, int, int, bool const*)",
	},
	[LOG_SOFTMAX] = {
		38, 128, 1024, 1, 100, 100,
		"void at::native::(anonymous namespace)::cunn_SoftMaxForward<8, c10::BFloat16, "
		"float, c10::BFloat16, at::native::(anonymous "
		"namespace)::LogSoftMaxForwardEpilogue>(c10::BFloat16*, c10::BFloat16 const*, "
		"int)",
	},
	[LOG_SOFTMAX_BACKWARD] = {
		40, 4096, 1024, 1, 100, 100,
		"void at::native::(anonymous namespace)::cunn_SoftMaxBackward<8, "
		"c10::BFloat16, float, c10::BFloat16, at::native::(anonymous "
		"namespace)::LogSoftMaxBackwardEpilogue>(c10::BFloat16*, c10::BFloat16 const*, "
		"c10::BFloat16 const*, long)",
	},
	[LOSS_FORWARD] = {
		32, 256, 32, 1, 0, 100,
		"void at::native::(anonymous namespace)::"
		"nll_loss_forward_reduce_cuda_kernel_2d<c10::BFloat16, float, "
		"long>(c10::BFloat16*, c10::BFloat16*, c10::BFloat16 const*, long const*, "
		"c10::BFloat16 const*, bool, long, long, long, long)",
	},
	[LOSS_BACKWARD] = {
		22, 0, 32, 1, 0, 100,
		"void at::native::(anonymous namespace)::"
		"nll_loss_backward_reduce_cuda_kernel_2d<c10::BFloat16, long>(c10::BFloat16*, "
		"c10::BFloat16 const*, long const*, c10::BFloat16 const*, c10::BFloat16 "
		"const*, bool, int, int, long, long)",
	},
	[SUM] = {
		32, 4112, 32, 16, 25, 100,
		"void at::native::reduce_kernel<128, 4, at::native::ReduceOp<c10::BFloat16, "
		"at::native::func_wrapper_t<c10::BFloat16, "
		"at::native::sum_functor<c10::BFloat16, float, "
		"c10::BFloat16>::operator()(at::TensorIterator&)::{lambda(float, float)#1}>, "
		"unsigned int, c10::BFloat16, 4> >(at::native::ReduceOp<c10::BFloat16, "
		"at::native::func_wrapper_t<c10::BFloat16, "
		"at::native::sum_functor<c10::BFloat16, float, "
		"c10::BFloat16>::operator()(at::TensorIterator&)::{lambda(float, float)#1}>, "
		"unsigned int, c10::BFloat16, 4>)",
	},
	[CAT] = {
		29, 0, 128, 1, 100, 100,
		"void at::native::(anonymous namespace)::CatArrayBatchedCopy_aligned16_contig<"
		"at::native::(anonymous namespace)::OpaqueType<2u>, unsigned int, 3, 128, "
		"1>(at::native::(anonymous namespace)::OpaqueType<2u>*, at::native::(anonymous "
		"namespace)::CatArrInputTensorMetadata<at::native::(anonymous "
		"namespace)::OpaqueType<2u>, unsigned int, 128, 1>, at::native::(anonymous "
		"namespace)::TensorSizeStride<unsigned int, 4u>, int, unsigned int)",
	},
	[EMBEDDING] = {
		32, 0, 128, 1, 100, 100,
		"void at::native::(anonymous namespace)::indexSelectLargeIndex<c10::BFloat16, "
		"long, unsigned int, 2, 2, -2, true>(at::cuda::detail::TensorInfo<c10::"
		"BFloat16, unsigned int>, at::cuda::detail::TensorInfo<c10::BFloat16 const, "
		"unsigned int>, at::cuda::detail::TensorInfo<long const, unsigned int>, int, "
		"int, unsigned int, unsigned int, long)",
	},
	[EMBEDDING_GRAD] = {
		28, 0, 64, 1, 60, 100,
		"void at::native::(anonymous namespace)::compute_grad_weight<c10::BFloat16, "
		"long>(long const*, c10::BFloat16 const*, long const*, long, long, long "
		"const*, long const*, float*, long, long)",
	},
	[NORM_LIST] = {
		40, 2048, 512, 1, 75, 100,
		"void at::native::(anonymous namespace)::multi_tensor_apply_kernel<at::"
		"native::(anonymous namespace)::TensorListMetadata<1>, at::native::(anonymous "
		"namespace)::LpNormFunctor<c10::BFloat16, (at::native::NormType)1, "
		"c10::BFloat16, 1, 1, 0>, float*, int>(at::native::(anonymous "
		"namespace)::TensorListMetadata<1>, at::native::(anonymous "
		"namespace)::LpNormFunctor<c10::BFloat16, (at::native::NormType)1, "
		"c10::BFloat16, 1, 1, 0>, float*, int)",
	},
	[NORM_ALL] = {
		32, 16, 64, 1, 0, 100,
		"void at::native::reduce_kernel<512, 1, at::native::ReduceOp<c10::BFloat16, "
		"at::native::NormTwoOps<c10::BFloat16, float, c10::BFloat16>, unsigned int, "
		"c10::BFloat16, 4> >(at::native::ReduceOp<c10::BFloat16, "
		"at::native::NormTwoOps<c10::BFloat16, float, c10::BFloat16>, unsigned int, "
		"c10::BFloat16, 4>)",
	},
	[RECIPROCAL] = {
		20, 0, 128, 1, 0, 100,
		VECTORIZED(
		"at::native::reciprocal_kernel_cuda(at::TensorIteratorBase&)::{lambda(float)#1}",
		"2"),
	},
	[CLAMP] = {
		20, 0, 128, 1, 0, 100,
		VECTORIZED("at::native::(anonymous namespace)::launch_clamp_scalar(at::"
		"TensorIteratorBase&)::{lambda(float)#1}", "2"),
	},
	[SCALE_LIST] = {
		36, 0, 512, 1, 75, 100,
		"void at::native::(anonymous namespace)::multi_tensor_apply_kernel<at::"
		"native::(anonymous namespace)::TensorListMetadata<1>, at::native::(anonymous "
		"namespace)::BinaryOpScalarTensorFunctor<c10::BFloat16, 1, 1, 0>, "
		"std::multiplies<float>, c10::BFloat16*, float>(at::native::(anonymous "
		"namespace)::TensorListMetadata<1>, at::native::(anonymous "
		"namespace)::BinaryOpScalarTensorFunctor<c10::BFloat16, 1, 1, 0>, "
		"std::multiplies<float>, c10::BFloat16*, float)",
	},
	[ADAM] = {
		52, 0, 512, 1, 50, 100,
		"void at::native::(anonymous namespace)::multi_tensor_apply_kernel<at::"
		"native::(anonymous namespace)::FusedOptimizerTensorListMetadata<4>, "
		"at::native::(anonymous namespace)::FusedAdamMathFunctor<c10::BFloat16, 4, "
		"(at::native::(anonymous namespace)::ADAM_MODE)1, false>, float const*, "
		"double, double, double, double, double, bool, float const*, float "
		"const*>(at::native::(anonymous namespace)::FusedOptimizerTensorListMetadata<"
		"4>, double, double, double, double, double, bool)",
	},
	[ALL_REDUCE] = {
		96, 82240, 640, 1, 0, 100,
		"ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
	},
	[BROADCAST] = {
		96, 82240, 544, 1, 0, 100,
		"ncclDevKernel_Broadcast_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
	},
};

int64_t
cost_gemm(int64_t batch, int64_t m, int64_t n, int64_t k)
{
	return 2 * batch * m * n * k / 620000 + 2800;
}

int64_t
cost_pass(int64_t bytes)
{
	return bytes / 2600 + 1250;
}

int64_t
cost_all_reduce(int64_t bytes)
{
	return bytes / 240 + 21000;
}
