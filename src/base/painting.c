/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/painting.h"
#include "base/mem.h"
#include "base/sort.h"

static void
shown_add(struct painting *p, uint32_t number, int64_t time)
{
	for (uint32_t i = number + 1; i <= p->n; i += i & -i)
		p->shown[i] += time;
}

/* Time that shows the first n numbers. */
static int64_t
shown_before(const struct painting *p, uint32_t n)
{
	int64_t sum = 0;

	for (uint32_t i = n; i; i -= i & -i)
		sum += p->shown[i];
	return sum;
}

int64_t
painting_from(const struct painting *p, uint32_t first)
{
	return shown_before(p, p->n) - shown_before(p, first);
}

static int
compare_times(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return x < y ? -1 : x > y;
}

/* What follows is mostly close to what was asked for last: the search begins there, in growing steps. */
static uint32_t
place_of(struct painting *p, int64_t time)
{
	uint32_t low = p->near, high = p->near + 1, step = 1;

	while (low && p->times[low] > time) {
		high = low;
		low = low > step ? low - step : 0;
		step *= 2;
	}
	while (high < p->n_times && p->times[high] <= time) {
		low = high;
		high = p->n_times - high > step ? high + step : p->n_times;
		step *= 2;
	}
	while (low + 1 < high) {
		uint32_t middle = low + (high - low) / 2;

		if (p->times[middle] <= time)
			low = middle;
		else
			high = middle;
	}
	return p->near = low;
}

bool
painting_init(struct painting *p, uint32_t n, int64_t *times, size_t n_times)
{
	*p = (struct painting){.n = n, .times = times};
	if (!times || n_times >= UINT32_MAX - 1)
		return false;
	sort_unless_sorted(times, n_times, sizeof(*times), compare_times);
	for (size_t i = 0; i < n_times; i++)
		if (!i || times[i] != times[p->n_times - 1])
			times[p->n_times++] = times[i];
	p->shown = mem_zero((size_t)n + 1, sizeof(*p->shown));
	p->owner = mem_zero((size_t)p->n_times + 1, sizeof(*p->owner));
	if (!p->shown || !p->owner || !bitset_init(&p->starts, p->n_times + 1))
		return false;
	bitset_add(&p->starts, 0);
	return true;
}

void
painting_free(struct painting *p)
{
	free(p->times);
	free(p->owner);
	free(p->shown);
	bitset_free(&p->starts);
	*p = (struct painting){0};
}

/* Makes a segment begin at the place; what showed there still does. */
static void
split(struct painting *p, uint32_t place)
{
	uint32_t before = bitset_at_or_before(&p->starts, place);

	if (before == place)
		return;
	p->owner[place] = p->owner[before];
	bitset_add(&p->starts, place);
}

void
painting_add(struct painting *p, uint32_t number, int64_t start, int64_t end)
{
	uint32_t from = place_of(p, start), to = place_of(p, end);

	if (start >= end)
		return;
	split(p, from);
	split(p, to);
	for (uint32_t at = from; at < to;) {
		uint32_t next = bitset_after(&p->starts, at);

		if (p->owner[at])
			shown_add(p, p->owner[at] - 1, p->times[at] - p->times[next]);
		if (at != from)
			bitset_remove(&p->starts, at);
		at = next;
	}
	p->owner[from] = number + 1;
	shown_add(p, number, end - start);
}
