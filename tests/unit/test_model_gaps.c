/* SPDX-License-Identifier: GPL-3.0-or-later */
/* model/: what models make of arguments that are recorded in part. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "model_support.h"

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

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(strides_may_be_missing),
		cmocka_unit_test(convolutions_with_a_bias),
	};

	return cmocka_run_group_tests(tests, set_up_models, tear_down_models);
}
