/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where two long lists are taken apart, so that the parts can be done exactly. */
#include "compare/align_priv.h"
#include "base/hash.h"
#include "base/mem.h"
#include <string.h>

#define COST_MIN 256	/* edits after which the middle is guessed from how far each way came */

/* --- items that are there once ------------------------------------------------------ */

static uint64_t
key_exact(const struct align_item *item)
{
	return item->exact;
}

static uint64_t
key_alike(const struct align_item *item)
{
	return hash_mix(hash_u64((uint64_t)item->label << 32 | item->dims) ^ item->args,
		item->shape ^ UINT64_C(0x9e3779b97f4a7c15));
}

static struct align_slot *
find_slot(struct aligner *s, uint64_t n_slots, uint64_t key)
{
	uint64_t at = hash_u64(key) & (n_slots - 1);

	while ((s->slots[at].n_a || s->slots[at].n_b) && s->slots[at].key != key)
		at = (at + 1) & (n_slots - 1);
	s->slots[at].key = key;
	return &s->slots[at];
}

/* Those of the box that are once in a and once in b, in order of a. */
static bool
find_single(const struct align_lists *lists, struct align_box box,
	uint64_t (*key)(const struct align_item *), uint32_t *n)
{
	struct aligner *s = lists->scratch;
	uint64_t n_slots = 64, count = (uint64_t)(box.a1 - box.a0) + (box.b1 - box.b0);

	while (n_slots < count * 2)
		n_slots *= 2;
	if (!mem_reserve(&s->slots, &s->cap_slots, n_slots, sizeof(*s->slots))
	    || !mem_reserve(&s->anchors, &s->cap_anchors, (size_t)(box.a1 - box.a0),
	    	sizeof(*s->anchors)))
		return false;
	memset(s->slots, 0, n_slots * sizeof(*s->slots));
	for (uint32_t i = box.a0; i < box.a1; i++) {
		struct align_slot *slot = find_slot(s, n_slots, key(&lists->a[i]));

		slot->n_a++;
		slot->at_a = i;
	}
	for (uint32_t i = box.b0; i < box.b1; i++) {
		struct align_slot *slot = find_slot(s, n_slots, key(&lists->b[i]));

		slot->n_b++;
		slot->at_b = i;
	}
	*n = 0;
	for (uint32_t i = box.a0; i < box.a1; i++) {
		struct align_slot *slot = find_slot(s, n_slots, key(&lists->a[i]));

		if (slot->n_a == 1 && slot->n_b == 1
			&& lists->a[i].label == lists->b[slot->at_b].label)
			s->anchors[(*n)++] = (struct align_anchor){i, slot->at_b, ALIGN_NONE};
	}
	return true;
}

/*
 * Keeps the longest run whose places in b ascend; ends[] holds the last anchor of the best run of
 * each length.
 */
static bool
keep_ascending(struct aligner *s, uint32_t *n)
{
	uint32_t length = 0, at;
	uint32_t *ends = mem_alloc(*n, sizeof(*ends));

	if (!ends)
		return false;
	for (uint32_t i = 0; i < *n; i++) {
		uint32_t low = 0, high = length;

		while (low < high) {
			uint32_t middle = low + (high - low) / 2;

			if (s->anchors[ends[middle]].b < s->anchors[i].b)
				low = middle + 1;
			else
				high = middle;
		}
		s->anchors[i].before = low ? ends[low - 1] : ALIGN_NONE;
		ends[low] = i;
		length += low == length;
	}
	at = length ? ends[length - 1] : ALIGN_NONE;
	for (uint32_t i = length; i-- > 0; at = s->anchors[at].before)
		ends[i] = at;
	/* ends[i] >= i: nothing is overwritten that is still needed */
	for (uint32_t i = 0; i < length; i++)
		s->anchors[i] = s->anchors[ends[i]];
	*n = length;
	free(ends);
	return true;
}

bool
align_find_anchors(const struct align_lists *lists, struct align_box box, uint32_t *n)
{
	if (!find_single(lists, box, key_exact, n))
		return false;
	if (!*n && !find_single(lists, box, key_alike, n))
		return false;
	return keep_ascending(lists->scratch, n);
}

/* --- the middle of the shortest edit (Myers 1986, section 4b) -------------------------- */

/*
 * Diagonal d holds the points with x - y = d. ahead[d] is how far x comes on it
 * from the box's begin, back[d] from its end; both are of the same parity of d
 * in a round. Where they meet, a shortest way passes.
 */
struct snake {
	const struct align_item *a, *b;	/* of the box */
	int32_t n, m;
	int32_t *ahead, *back;		/* by diagonal, -m - 1 to n + 1 */
	int32_t ahead_low, ahead_high, back_low, back_high;
};

static bool
snake_equal(const struct snake *s, int32_t x, int32_t y)
{
	return s->a[x].label == s->b[y].label;
}

/* One more edit from the begin. True when it meets what came from the end; x is where. */
static bool
snake_ahead(struct snake *s, bool may_meet, int32_t *x_met, int32_t *d_met)
{
	if (s->ahead_low > -s->m)
		s->ahead[--s->ahead_low - 1] = -1;
	else
		s->ahead_low++;
	if (s->ahead_high < s->n)
		s->ahead[++s->ahead_high + 1] = -1;
	else
		s->ahead_high--;
	for (int32_t d = s->ahead_high; d >= s->ahead_low; d -= 2) {
		int32_t low = s->ahead[d - 1], high = s->ahead[d + 1];
		int32_t x = low < high ? high : low + 1;

		while (x < s->n && x - d < s->m && snake_equal(s, x, x - d))
			x++;
		s->ahead[d] = x;
		if (may_meet && s->back_low <= d && d <= s->back_high && s->back[d] <= x) {
			*x_met = x;
			*d_met = d;
			return true;
		}
	}
	return false;
}

static bool
snake_back(struct snake *s, bool may_meet, int32_t *x_met, int32_t *d_met)
{
	if (s->back_low > -s->m)
		s->back[--s->back_low - 1] = INT32_MAX;
	else
		s->back_low++;
	if (s->back_high < s->n)
		s->back[++s->back_high + 1] = INT32_MAX;
	else
		s->back_high--;
	for (int32_t d = s->back_high; d >= s->back_low; d -= 2) {
		int32_t low = s->back[d - 1], high = s->back[d + 1];
		int32_t x = low < high ? low : high - 1;

		while (x > 0 && x - d > 0 && snake_equal(s, x - 1, x - d - 1))
			x--;
		s->back[d] = x;
		if (may_meet && s->ahead_low <= d && d <= s->ahead_high && x <= s->ahead[d]) {
			*x_met = x;
			*d_met = d;
			return true;
		}
	}
	return false;
}

/* It takes too long: the point that is furthest from where it began, of either way. */
static void
snake_guess(const struct snake *s, int32_t *x_best, int32_t *y_best)
{
	int32_t most = -1, least = INT32_MAX, x_ahead = 0, x_back = s->n;

	for (int32_t d = s->ahead_low; d <= s->ahead_high; d += 2) {
		int32_t x = s->ahead[d] < s->n ? s->ahead[d] : s->n;

		x = x - d > s->m ? s->m + d : x;
		if (x + x - d > most) {
			most = x + x - d;
			x_ahead = x;
		}
	}
	for (int32_t d = s->back_low; d <= s->back_high; d += 2) {
		int32_t x = s->back[d] > 0 ? s->back[d] : 0;

		x = x - d < 0 ? d : x;
		if (x + x - d < least) {
			least = x + x - d;
			x_back = x;
		}
	}
	if (most >= s->n + s->m - least) {
		*x_best = x_ahead;
		*y_best = most - x_ahead;
	} else {
		*x_best = x_back;
		*y_best = least - x_back;
	}
}

static void
snake_run(struct snake *s, int32_t limit, int32_t *x, int32_t *y)
{
	int32_t d = 0, end = s->n - s->m;
	bool odd = end & 1;

	s->ahead_low = s->ahead_high = 0;
	s->back_low = s->back_high = end;
	for (*x = 0; *x < s->n && *x < s->m && snake_equal(s, *x, *x);)
		++*x;
	*y = s->ahead[0] = *x;
	if (*x == s->n || *x == s->m)
		return;
	for (*x = s->n; *x > 0 && *x - end > 0 && snake_equal(s, *x - 1, *x - end - 1);)
		--*x;
	s->back[end] = *x;
	for (int32_t cost = 1; cost < limit; cost++)
		if (snake_ahead(s, odd, x, &d) || snake_back(s, !odd, x, &d)) {
			*y = *x - d;
			return;
		}
	snake_guess(s, x, y);
}

bool
align_find_middle(const struct align_lists *lists, struct align_box box, uint32_t *a, uint32_t *b)
{
	uint32_t n = box.a1 - box.a0, m = box.b1 - box.b0;
	size_t room = (size_t)n + m + 3;
	struct aligner *scratch = lists->scratch;
	struct snake s = {lists->a + box.a0, lists->b + box.b0, (int32_t)n, (int32_t)m, NULL, NULL,
		0, 0, 0, 0};
	int32_t limit = COST_MIN, x, y;

	while ((int64_t)limit * limit < (int64_t)room)
		limit *= 2;
	if (n > INT32_MAX / 4 || m > INT32_MAX / 4
	    || !mem_reserve(&scratch->reach, &scratch->cap_reach, room * 2,
		sizeof(*scratch->reach)))
		return false;
	s.ahead = scratch->reach + m + 1;
	s.back = s.ahead + room;
	snake_run(&s, limit, &x, &y);
	if ((x <= 0 && y <= 0) || (x >= s.n && y >= s.m)) {
		x = s.n / 2;
		y = s.m / 2;
	}
	*a = box.a0 + (uint32_t)x;
	*b = box.b0 + (uint32_t)y;
	return true;
}
