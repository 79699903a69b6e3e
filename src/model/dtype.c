/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/dtype.h"
#include <math.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

struct dtype_row {
	const char *name;
	double bytes;
	const char *precision;
};

/*
 * Known differences: e5m2, e8m0 and the 8-bit integers have a size but no
 * precision, so a GEMM of them has no roofline; bool, short and complex have no
 * size; a packed pair of fp4 counts one byte an element of the recorded shape.
 */
static const struct dtype_row dtype_rows[] = {
	{ "double", 8, "fp64" },
	{ "long int", 8, NULL },
	{ "float", 4, "fp32" },
	{ "scalar", 4, NULL },
	{ "int", 4, NULL },
	{ "c10::half", 2, "fp16" },
	{ "c10::bfloat16", 2, "bf16" },
	{ "c10::float8_e4m3fnuz", 1, "fp8" },
	{ "c10::float8_e4m3fn", 1, "fp8" },
	{ "c10::float8_e5m2", 1, NULL },
	{ "c10::float8_e8m0fnu", 1, NULL },
	{ "unsigned char", 1, "fp8" },
	{ "signed char", 1, NULL },
	{ "fp8", 1, "fp8" },
	{ "c10::float4_e2m1fn_x2", 1, "fp4" },
	{ "fp4", 1, "fp4" },
	/* Not in traces: for models that are asked for without one. */
	{ "mxfp4", 0.5, "fp4" },
	{ "int8", 1, "int8" },
};

static const struct dtype_row dtype_experts[] = {
	{ "Float8_e4m3fn", 1, NULL },
	{ "Float8_e4m3fnuz", 1, NULL },
	{ "Float8_e5m2", 1, NULL },
	{ "Float8_e5m2fnuz", 1, NULL },
	{ "FP8", 1, NULL },
	{ "c10::Float8_e4m3fn", 1, NULL },
	{ "c10::Float8_e4m3fnuz", 1, NULL },
	{ "FP4", 0.5, NULL },
	{ "c10::Float4_e2m1fn_x2", 0.5, NULL },
	{ "BFloat16", 2, NULL },
	{ "Float16", 2, NULL },
	{ "Half", 2, NULL },
	{ "c10::BFloat16", 2, NULL },
	{ "c10::Half", 2, NULL },
	{ "Float32", 4, NULL },
	{ "Float", 4, NULL },
	{ "c10::Float", 4, NULL },
};

static const struct {
	const char *name, *long_name;
} dtype_short[] = {
	{ "fp64", "double" },
	{ "fp32", "float" },
	{ "fp16", "c10::Half" },
	{ "bf16", "c10::BFloat16" },
	{ "fp8", "c10::Float8_e4m3fn" },
	{ "int8", "int8" },
	{ "fp4", "mxfp4" },
	{ "int32", "int" },
	{ "int64", "long int" },
};

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

static const struct dtype_row *
dtype_find(const char *name)
{
	for (size_t i = 0; name && i < COUNT(dtype_rows); i++)
		if (!strcasecmp(dtype_rows[i].name, name))
			return &dtype_rows[i];
	return NULL;
}

double
dtype_bytes(const char *name)
{
	const struct dtype_row *row = dtype_find(name);

	return row ? row->bytes : (double)NAN;
}

const char *
dtype_precision(const char *name)
{
	const struct dtype_row *row = dtype_find(name);

	return row ? row->precision : NULL;
}

double
dtype_expert_bytes(const char *name)
{
	for (size_t i = 0; name && i < COUNT(dtype_experts); i++)
		if (!strcmp(dtype_experts[i].name, name))
			return dtype_experts[i].bytes;
	return (double)NAN;
}

const char *
dtype_long_name(const char *short_name)
{
	for (size_t i = 0; i < COUNT(dtype_short); i++)
		if (!strcmp(dtype_short[i].name, short_name))
			return dtype_short[i].long_name;
	return short_name;
}

const char *
dtype_brief_name(const char *name)
{
	for (size_t i = 0; i < COUNT(dtype_short); i++)
		if (!strcmp(dtype_short[i].long_name, name))
			return dtype_short[i].name;
	return name;
}
