/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as a file of operators, their models with some arguments, and their rows written again. */
#include "fuzz.h"
#include "model/model.h"
#include <stdlib.h>

enum { OPS_MAX = 16 };

static void
try_op(const struct model_registry *registry, const struct model_op *op, const struct model_args *args,
	struct arena *arena)
{
	struct model_result result;
	struct buffer row = {0};

	for (int backward = 0; backward < 2; backward++)
		if (!model_eval(op, args, backward, arena, &result) && result.status != MODEL_OK && result.flops.known)
			abort();
	model_op_print(registry, op, &row);
	buffer_free(&row);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *path = fuzz_file(data, size);
	struct model_registry *registry;
	struct arena arena = {0};
	struct model_args args;
	struct error err = {0};

	if (!path || model_registry_new(&registry, &err))
		return 0;
	if (model_registry_load(registry, path, &err)) {
		if (!err.message[0])
			abort();
	} else if (!model_args_read(&args, "[[8,16],[16,4],[],[2,3,5,7]]", "[\"c10::BFloat16\",\"float\",\"Scalar\",\"int\"]",
			   "[[16,1],[4,1],[],[105,35,7,1]]", "[\"\",\"\",\"1\",\"[1, 2]\"]", &arena)) {
		for (uint32_t i = 0; i < model_op_count(registry) && i < OPS_MAX; i++)
			try_op(registry, model_op_at(registry, i), &args, &arena);
	}
	arena_free(&arena);
	model_registry_free(registry);
	return 0;
}
