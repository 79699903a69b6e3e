/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Two lists brought beside each other, order kept: what of one is what of the
 * other. Knows no trace words.
 *
 * Only items of one label are paired. Among the ways to do so the one with the
 * highest score is taken, where a pair counts 4, and more the more the two are
 * alike (see align_score). Lists whose product is within ALIGN_CELLS are done
 * exactly; larger ones are first split where they surely or probably meet
 * (items that are there once on either side, then Myers's middle snake with a
 * limit on its cost). Memory is linear in the lists plus ALIGN_CELLS bytes.
 */
#ifndef COMPARE_ALIGN_H
#define COMPARE_ALIGN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ALIGN_NONE UINT32_MAX
#define ALIGN_CELLS 262144u

struct align_item {
	uint64_t exact;		/* equal: neither they nor what they hold differ but in raw */
	uint32_t label;
	uint32_t dims, args;	/* some, and all of what they were given */
	uint32_t shape;		/* equal: what they hold has the same labels */
	uint32_t raw;		/* the name as it stands */
};

/* Scratch that is kept from call to call; {0} is fine. */
struct aligner {
	struct align_item *items;
	uint32_t *turned;
	struct align_box *boxes;
	uint8_t *steps;
	uint32_t *scores;
	int32_t *reach;
	struct align_slot *slots;
	struct align_anchor *anchors;
	size_t cap_items, cap_turned, cap_boxes, cap_steps, cap_scores, cap_reach, cap_slots,
		cap_anchors;
	size_t n_boxes;
};

void aligner_free(struct aligner *aligner);

/*
 * Fills pair[i] with the place in b of what a[i] is, ALIGN_NONE where there is
 * none. Of ways that are as good the one that pairs the first ones is taken,
 * with from_end the one that pairs the last. False: no memory.
 */
bool align_lists(struct aligner *aligner, uint32_t *pair, const struct align_item *a, uint32_t n,
	const struct align_item *b, uint32_t m, bool from_end);

/* 0: not to be paired. */
static inline uint32_t
align_score(const struct align_item *a, const struct align_item *b)
{
	if (a->label != b->label)
		return 0;
	return 4 + 3u * (a->dims == b->dims) + 2u * (a->args == b->args)
		+ 2u * (a->shape == b->shape)
		+ (a->exact == b->exact) + (a->raw == b->raw);
}

#endif
