/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A bump allocator: what lives together is freed together. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stddef.h>

struct arena_block;

struct arena {
	struct arena_block *blocks;	/* newest first */
	char *next;
	size_t left;
};

/* {0} is an empty arena. All return NULL when memory runs out. */
void *arena_alloc(struct arena *arena, size_t size);	/* aligned to 16 bytes */
char *arena_bytes(struct arena *arena, size_t size);	/* not aligned */
char *arena_strndup(struct arena *arena, const char *text, size_t len);
char *arena_strdup(struct arena *arena, const char *text);
char *arena_printf(struct arena *arena, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void arena_free(struct arena *arena);

#endif
