/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as a table of keys; what is bound is found again under the name that is shown of it. */
#include "fuzz.h"
#include "tui/keys.h"
#include <stdlib.h>
#include <string.h>

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size, 1), name[64];
	struct keytable table = {0};
	const struct binding *found;
	struct error err = {0};

	if (keytable_parse(&table, text, "keys", &err) && !err.message[0])
		abort();
	for (size_t i = 0; i < table.n; i++) {
		const struct binding *binding = &table.bindings[i];

		if (!binding->n_keys || binding->n_keys > KEYS_MAX)
			abort();
		keys_text(binding, name);
		keytable_find(&table, binding->map, binding->keys, binding->n_keys, &found);
		keytable_keys_of(&table, binding->map, binding->command, name);
	}
	keytable_free(&table);
	free(text);
	return 0;
}
