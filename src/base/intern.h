/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Distinct texts by number: the same bytes have the same id, ids count from 0 in order of first arrival. */
#ifndef BASE_INTERN_H
#define BASE_INTERN_H

#include "base/arena.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define INTERN_NONE UINT32_MAX

struct intern_entry {
	const char *text;	/* ends with a NUL that does not count */
	uint32_t len;
	uint32_t hash;
};

struct intern {
	struct intern_entry *entries;
	uint32_t n;
	size_t cap;
	uint32_t *slots;	/* open addressing, entry number + 1 */
	uint32_t n_slots;	/* a power of two */
	struct arena text;
};

/* {0} is an empty table. */
void intern_free(struct intern *table);

/* The id of the text, added if new; INTERN_NONE when memory or 32-bit ids run out. */
uint32_t intern_add(struct intern *table, const char *text, size_t len);

/* The id of the text, or INTERN_NONE when it is not there. */
uint32_t intern_find(const struct intern *table, const char *text, size_t len);

static inline const char *
intern_text(const struct intern *table, uint32_t id)
{
	return table->entries[id].text;
}

#endif
