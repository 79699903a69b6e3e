/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which rows of a tree are on screen, and where.
 *
 * Entries stand in pre-order, so what a closed entry hides is one range. One
 * bit an entry says whether it is visible; a row's entry and an entry's row
 * are counted from the bits, 4096 of them at a time. Closing costs the hidden
 * range over 64, opening the rows that appear; nothing is made for rows that
 * are not drawn.
 *
 * An id is the owner's number for an entry, below n_ids; what is open is kept
 * by id and survives sorting and filtering.
 */
#ifndef TUI_OUTLINE_H
#define TUI_OUTLINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define OUTLINE_NONE UINT32_MAX

struct outline_frame {
	uint64_t end;		/* in the owner's positions */
	uint32_t entry;
};

struct outline {
	uint32_t n, n_ids;
	uint32_t *id;		/* entry -> id */
	uint32_t *span;		/* entry -> entries of its subtree, itself included */
	uint32_t *parent;	/* entry -> entry, OUTLINE_NONE at the top */
	uint32_t *depth;
	uint32_t *entry;	/* id -> entry, OUTLINE_NONE when it is not in the outline */
	uint64_t *open;		/* bits by id */
	uint64_t *visible;	/* bits by entry */
	uint32_t *counts;	/* visible entries of each 4096 */
	struct outline_frame *stack;
	size_t n_stack, cap_stack;
};

/* Makes room for ids below n_ids. False when memory runs out. */
bool outline_init(struct outline *outline, uint32_t n_ids);
void outline_free(struct outline *outline);

/*
 * Filling: begin, then add every wanted entry by ascending position, then end.
 * The entry takes positions [at, at + size) of the owner's own pre-order;
 * those left out are as if their children were their parent's.
 */
void outline_begin(struct outline *outline);
bool outline_add(struct outline *outline, uint64_t at, uint64_t size, uint32_t id);
void outline_end(struct outline *outline);
/*
 * Leaves the entries with a bit in keep, by entry; whatever is above one of them has to be among
 * them. Ids, and what is open, stay.
 */
void outline_keep(struct outline *outline, const uint64_t *keep);

/* Children of each entry by key, largest first unless ascending; equal keys keep their order. */
bool outline_sort(struct outline *outline, double (*key)(void *ctx, uint32_t id), void *ctx, bool ascending);

bool outline_is_open(const struct outline *outline, uint32_t entry);
bool outline_is_visible(const struct outline *outline, uint32_t entry);
static inline bool
outline_has_children(const struct outline *outline, uint32_t entry)
{
	return outline->span[entry] > 1;
}

void outline_set_open(struct outline *outline, uint32_t entry, bool open);
/* A subtree, or all: opens what is above the depth, closes the rest. */
void outline_open_range(struct outline *outline, uint32_t first, uint32_t count, uint32_t depth);
void outline_reveal(struct outline *outline, uint32_t entry);	/* opens all above it */

/* Visible entries before the entry; the entry of a row, OUTLINE_NONE past the last. */
uint32_t outline_row(const struct outline *outline, uint32_t entry);
uint32_t outline_at(const struct outline *outline, uint32_t row);
uint32_t outline_next_sibling(const struct outline *outline, uint32_t entry);
uint32_t outline_previous_sibling(const struct outline *outline, uint32_t entry);

#endif
