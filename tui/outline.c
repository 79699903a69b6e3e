/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/outline.h"
#include "base/bits.h"
#include "base/mem.h"
#include <string.h>

#define BLOCK_WORDS 64u
#define BLOCK_BITS (BLOCK_WORDS * 64u)

static size_t
outline_words(uint32_t n)
{
	return ((size_t)n / BLOCK_BITS + 1) * BLOCK_WORDS;
}

bool
outline_init(struct outline *outline, uint32_t n_ids)
{
	*outline = (struct outline){.n_ids = n_ids};
	outline->id = mem_alloc(n_ids, sizeof(*outline->id));
	outline->span = mem_alloc(n_ids, sizeof(*outline->span));
	outline->parent = mem_alloc(n_ids, sizeof(*outline->parent));
	outline->depth = mem_alloc(n_ids, sizeof(*outline->depth));
	outline->entry = mem_alloc(n_ids, sizeof(*outline->entry));
	outline->open = mem_zero(outline_words(n_ids), sizeof(*outline->open));
	outline->visible = mem_zero(outline_words(n_ids), sizeof(*outline->visible));
	outline->counts = mem_zero((size_t)n_ids / BLOCK_BITS + 1, sizeof(*outline->counts));
	if (outline->id && outline->span && outline->parent && outline->depth && outline->entry
	    && outline->open && outline->visible && outline->counts)
		return true;
	outline_free(outline);
	return false;
}

void
outline_free(struct outline *outline)
{
	free(outline->id);
	free(outline->span);
	free(outline->parent);
	free(outline->depth);
	free(outline->entry);
	free(outline->open);
	free(outline->visible);
	free(outline->counts);
	free(outline->stack);
	*outline = (struct outline){0};
}

void
outline_begin(struct outline *outline)
{
	outline->n = 0;
	outline->n_stack = 0;
	memset(outline->entry, 0xff, outline->n_ids * sizeof(*outline->entry));
	memset(outline->visible, 0, outline_words(outline->n_ids) * sizeof(*outline->visible));
}

static void
outline_pop(struct outline *outline)
{
	uint32_t entry = outline->stack[--outline->n_stack].entry;

	outline->span[entry] = outline->n - entry;
}

bool
outline_add(struct outline *outline, uint64_t at, uint64_t size, uint32_t id)
{
	uint32_t entry;

	while (outline->n_stack && outline->stack[outline->n_stack - 1].end <= at)
		outline_pop(outline);
	if (!mem_reserve(&outline->stack, &outline->cap_stack, outline->n_stack + 1, sizeof(*outline->stack)))
		return false;
	entry = outline->n++;
	outline->id[entry] = id;
	outline->entry[id] = entry;
	outline->depth[entry] = (uint32_t)outline->n_stack;
	outline->parent[entry] = outline->n_stack ? outline->stack[outline->n_stack - 1].entry : OUTLINE_NONE;
	outline->stack[outline->n_stack++] = (struct outline_frame){at + size, entry};
	return true;
}

static void
outline_recount(struct outline *outline, uint32_t first_block, uint32_t last_block)
{
	for (uint32_t block = first_block; block <= last_block; block++) {
		const uint64_t *words = outline->visible + (size_t)block * BLOCK_WORDS;
		unsigned count = 0;

		for (unsigned i = 0; i < BLOCK_WORDS; i++)
			count += (unsigned)__builtin_popcountll(words[i]);
		outline->counts[block] = count;
	}
}

static void
outline_fill(uint64_t *bits, uint32_t begin, uint32_t end, bool value)
{
	while (begin < end && begin % 64)
		bits_put(bits, begin++, value);
	if (end - begin >= 64) {
		memset(bits + begin / 64, value ? 0xff : 0, (size_t)(end - begin) / 64 * sizeof(*bits));
		begin += (end - begin) / 64 * 64;
	}
	while (begin < end)
		bits_put(bits, begin++, value);
}

/* Shows what is open in [begin, end); counts are made good afterwards. */
static void
outline_show(struct outline *outline, uint32_t begin, uint32_t end)
{
	uint32_t i = begin;

	if (begin >= end)
		return;
	while (i < end) {
		bits_put(outline->visible, i, true);
		i += outline_is_open(outline, i) ? 1 : outline->span[i];
	}
	outline_recount(outline, begin / BLOCK_BITS, (end - 1) / BLOCK_BITS);
}

static void
outline_hide(struct outline *outline, uint32_t begin, uint32_t end)
{
	if (begin >= end)
		return;
	outline_fill(outline->visible, begin, end, false);
	outline_recount(outline, begin / BLOCK_BITS, (end - 1) / BLOCK_BITS);
}

void
outline_end(struct outline *outline)
{
	while (outline->n_stack)
		outline_pop(outline);
	memset(outline->visible, 0, outline_words(outline->n_ids) * sizeof(*outline->visible));
	outline_recount(outline, 0, outline->n_ids / BLOCK_BITS);
	outline_show(outline, 0, outline->n);
}

void
outline_keep(struct outline *outline, const uint64_t *keep)
{
	uint32_t n = outline->n;

	outline->n = 0;
	for (uint32_t from = 0; from < n; from++) {
		uint32_t id = outline->id[from], depth = outline->depth[from], entry = outline->n;

		outline->entry[id] = OUTLINE_NONE;
		if (!bits_get(keep, from))
			continue;
		while (outline->n_stack > depth)
			outline_pop(outline);
		outline->id[entry] = id;
		outline->entry[id] = entry;
		outline->depth[entry] = depth;
		outline->parent[entry] = depth ? outline->stack[depth - 1].entry : OUTLINE_NONE;
		outline->stack[outline->n_stack++].entry = entry;	/* filling made room for the depth */
		outline->n++;
	}
	outline_end(outline);
}

bool
outline_is_open(const struct outline *outline, uint32_t entry)
{
	return bits_get(outline->open, outline->id[entry]);
}

bool
outline_is_visible(const struct outline *outline, uint32_t entry)
{
	return bits_get(outline->visible, entry);
}

void
outline_set_open(struct outline *outline, uint32_t entry, bool open)
{
	uint32_t end = entry + outline->span[entry];

	if (outline_is_open(outline, entry) == open)
		return;
	bits_put(outline->open, outline->id[entry], open);
	if (!outline_is_visible(outline, entry))
		return;
	if (open)
		outline_show(outline, entry + 1, end);
	else
		outline_hide(outline, entry + 1, end);
}

void
outline_open_range(struct outline *outline, uint32_t first, uint32_t count, uint32_t depth)
{
	uint32_t end = first + count;
	bool shown;

	if (!count)
		return;
	shown = outline_is_visible(outline, first);
	for (uint32_t i = first; i < end; i++)
		bits_put(outline->open, outline->id[i], outline->depth[i] < depth);
	outline_hide(outline, first, end);
	if (shown)
		outline_show(outline, first, end);
}

void
outline_reveal(struct outline *outline, uint32_t entry)
{
	uint32_t top = OUTLINE_NONE;

	for (uint32_t up = outline->parent[entry]; up != OUTLINE_NONE; up = outline->parent[up]) {
		if (outline_is_open(outline, up))
			continue;
		bits_put(outline->open, outline->id[up], true);
		top = up;
	}
	if (top != OUTLINE_NONE && outline_is_visible(outline, top))
		outline_show(outline, top, top + outline->span[top]);
}

uint32_t
outline_row(const struct outline *outline, uint32_t entry)
{
	uint32_t row = 0, block = entry / BLOCK_BITS;

	for (uint32_t i = 0; i < block; i++)
		row += outline->counts[i];
	for (uint32_t word = block * BLOCK_WORDS; word < entry / 64; word++)
		row += (uint32_t)__builtin_popcountll(outline->visible[word]);
	return row + (uint32_t)__builtin_popcountll(outline->visible[entry / 64]
		& ((UINT64_C(1) << (entry % 64)) - 1));
}

uint32_t
outline_at(const struct outline *outline, uint32_t row)
{
	uint32_t block = 0, blocks = outline->n / BLOCK_BITS + 1, word;
	uint64_t bits;

	while (block < blocks && row >= outline->counts[block])
		row -= outline->counts[block++];
	if (block == blocks)
		return OUTLINE_NONE;
	for (word = block * BLOCK_WORDS;; word++) {
		uint32_t count = (uint32_t)__builtin_popcountll(outline->visible[word]);

		if (row < count)
			break;
		row -= count;
	}
	for (bits = outline->visible[word]; row; row--)
		bits &= bits - 1;
	return word * 64 + (uint32_t)__builtin_ctzll(bits);
}

uint32_t
outline_next_sibling(const struct outline *outline, uint32_t entry)
{
	uint32_t next = entry + outline->span[entry];

	return next < outline->n && outline->parent[next] == outline->parent[entry] ? next : OUTLINE_NONE;
}

uint32_t
outline_previous_sibling(const struct outline *outline, uint32_t entry)
{
	uint32_t up;

	if (!entry || entry - 1 == outline->parent[entry])
		return OUTLINE_NONE;
	for (up = entry - 1; outline->parent[up] != outline->parent[entry];)
		up = outline->parent[up];
	return up;
}
