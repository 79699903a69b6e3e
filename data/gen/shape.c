/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "data/gen/shape.h"

static struct arg
tensor(const char *type, int nd, const int64_t *dim)
{
	struct arg arg = {.type = type, .concrete = "", .nd = nd};
	int64_t stride = 1;

	for (int i = nd - 1; i >= 0; i--) {
		arg.dim[i] = dim[i];
		arg.stride[i] = stride;
		stride *= dim[i];
	}
	return arg;
}

struct arg
tensor1(const char *type, int64_t a)
{
	return tensor(type, 1, (const int64_t[]){a});
}

struct arg
tensor2(const char *type, int64_t a, int64_t b)
{
	return tensor(type, 2, (const int64_t[]){a, b});
}

struct arg
tensor3(const char *type, int64_t a, int64_t b, int64_t c)
{
	return tensor(type, 3, (const int64_t[]){a, b, c});
}

struct arg
tensor4(const char *type, int64_t a, int64_t b, int64_t c, int64_t d)
{
	return tensor(type, 4, (const int64_t[]){a, b, c, d});
}

struct arg
tensor_swap(struct arg arg, int i, int j)
{
	int64_t dim = arg.dim[i], stride = arg.stride[i];

	arg.dim[i] = arg.dim[j];
	arg.stride[i] = arg.stride[j];
	arg.dim[j] = dim;
	arg.stride[j] = stride;
	return arg;
}

struct arg
scalar(const char *concrete)
{
	return (struct arg){.type = "Scalar", .concrete = concrete};
}

struct arg
list(const char *concrete)
{
	return (struct arg){.type = "ScalarList", .concrete = concrete};
}

struct arg
absent(void)
{
	return (struct arg){.type = "", .concrete = ""};
}

static bool
add_numbers(struct buffer *out, const int64_t *numbers, int n)
{
	bool ok = buffer_add_text(out, "[");

	for (int i = 0; ok && i < n; i++)
		ok = buffer_printf(out, "%s%lld", i ? ", " : "", (long long)numbers[i]);
	return ok && buffer_add_text(out, "]");
}

bool
shape_text(struct buffer *out, const struct arg *args, int n)
{
	bool ok = buffer_add_text(out, "\"Concrete Inputs\": [");

	for (int i = 0; ok && i < n; i++)
		ok = buffer_printf(out, "%s\"%s\"", i ? ", " : "", args[i].concrete);
	ok = ok && buffer_add_text(out, "], \"Input type\": [");
	for (int i = 0; ok && i < n; i++)
		ok = buffer_printf(out, "%s\"%s\"", i ? ", " : "", args[i].type);
	ok = ok && buffer_add_text(out, "], \"Input Strides\": [");
	for (int i = 0; ok && i < n; i++)
		ok = buffer_add_text(out, i ? ", " : "") &&
			add_numbers(out, args[i].stride, args[i].nd);
	ok = ok && buffer_add_text(out, "], \"Input Dims\": [");
	for (int i = 0; ok && i < n; i++)
		ok = buffer_add_text(out, i ? ", " : "") &&
			add_numbers(out, args[i].dim, args[i].nd);
	return ok && buffer_add_text(out, "]");
}
