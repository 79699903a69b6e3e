/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/arena.h"
#include "base/mem.h"
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define BLOCK_MIN ((size_t)16 << 10)
#define BLOCK_MAX ((size_t)1 << 20)

struct arena_block {
	struct arena_block *older;
	size_t size;
	_Alignas(16) char data[];
};

static bool
arena_grow(struct arena *arena, size_t need)
{
	size_t size = arena->blocks ? arena->blocks->size * 2 : BLOCK_MIN;
	struct arena_block *block;

	if (size > BLOCK_MAX)
		size = BLOCK_MAX;
	if (size < need)
		size = need;
	if (size > SIZE_MAX - sizeof(*block))
		return false;
	block = malloc(sizeof(*block) + size);
	if (!block)
		return false;
	block->older = arena->blocks;
	block->size = size;
	arena->blocks = block;
	arena->next = block->data;
	arena->left = size;
	return true;
}

char *
arena_bytes(struct arena *arena, size_t size)
{
	char *p;

	if (size > arena->left && !arena_grow(arena, size))
		return NULL;
	p = arena->next;
	arena->next += size;
	arena->left -= size;
	return p;
}

void *
arena_alloc(struct arena *arena, size_t size)
{
	size_t skip = (16 - ((uintptr_t)arena->next & 15)) & 15;

	if (size > SIZE_MAX - 16)
		return NULL;
	if (arena->left >= skip + size) {
		arena->next += skip;
		arena->left -= skip;
	} else if (!arena_grow(arena, size)) {
		return NULL;
	}
	return arena_bytes(arena, size);
}

char *
arena_strndup(struct arena *arena, const char *text, size_t len)
{
	char *copy = len < SIZE_MAX ? arena_bytes(arena, len + 1) : NULL;

	if (!copy)
		return NULL;
	memcpy(copy, text, len);
	copy[len] = '\0';
	return copy;
}

char *
arena_strdup(struct arena *arena, const char *text)
{
	return arena_strndup(arena, text, strlen(text));
}

char *
arena_printf(struct arena *arena, const char *format, ...)
{
	va_list args;
	char *text;
	int len;

	va_start(args, format);
	len = vsnprintf(NULL, 0, format, args);
	va_end(args);
	text = len < 0 ? NULL : arena_bytes(arena, (size_t)len + 1);
	if (!text)
		return NULL;
	va_start(args, format);
	vsnprintf(text, (size_t)len + 1, format, args);
	va_end(args);
	return text;
}

void
arena_free(struct arena *arena)
{
	struct arena_block *block = arena->blocks, *older;

	for (; block; block = older) {
		older = block->older;
		free(block);
	}
	*arena = (struct arena){0};
}
