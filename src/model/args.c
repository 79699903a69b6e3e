/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/args.h"
#include <string.h>

int
model_args_read(struct model_args *out, const char *dims, const char *types, const char *strides,
		const char *concrete, struct arena *arena)
{
	const char *texts[] = { dims, types, strides, concrete };
	struct value *lists[] = { &out->dims, &out->types, &out->strides, &out->concrete };

	memset(out, 0, sizeof(*out));
	for (unsigned i = 0; i < 4; i++) {
		int status;

		if (!texts[i])
			continue;
		status = value_read(lists[i], texts[i], strlen(texts[i]), arena);
		if (status < 0)
			return -1;
		if (status == 0 || !value_is_list(*lists[i])) {
			*lists[i] = (struct value){ .kind = VALUE_NONE };
			out->damaged |= 1u << i;
		}
	}
	return 0;
}

struct value
model_args_extra(const struct model_args *args, const char *name)
{
	for (uint32_t i = 0; i < args->n_extras; i++)
		if (!strcmp(args->extras[i].name, name))
			return args->extras[i].value;
	return (struct value){ .kind = VALUE_NONE };
}
