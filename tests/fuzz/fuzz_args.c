/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as an event's text. */
#include "fuzz.h"
#include "trace/args.h"
#include "trace/lex_priv.h"
#include <stdlib.h>

enum { PADDING = 64 };

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size, PADDING);
	struct args_iter iter = args_begin(text, size);
	struct args_member member;
	struct args_iter list = args_list_begin(text, size);
	struct buffer plain = {0};

	while (args_list_next(&list, &member))
		if (member.value < text || member.value + member.value_len > text + size)
			abort();
	while (args_next(&iter, &member)) {
		if (member.key < text || member.key + member.key_len > text + size
				|| member.value < text || member.value + member.value_len > text + size)
			abort();
		buffer_clear(&plain);
		args_value_text(&member, &plain);
	}
	args_find(text, size, "Input Dims", &member);
	lex_is_json(text, size);
	buffer_free(&plain);
	free(text);
	return 0;
}
