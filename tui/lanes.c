/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/lanes.h"
#include "base/bits.h"
#include "base/mem.h"
#include "base/minmax.h"
#include "base/sort.h"
#include "tree/tree.h"
#include <string.h>

struct timed {			/* an event while lanes are made */
	int64_t start, end;
	uint32_t event, row;
};

static bool
is_drawn(const struct trace *trace, uint32_t event, const struct lanes_choice *choice)
{
	uint8_t kind = trace->kind[event];

	if (trace->flags[event] & EVENT_NO_TIME || (trace->phase[event] != 'X' && trace->phase[event] != 'B'))
		return false;
	if (choice->keep && !bits_get(choice->keep, event))
		return false;
	if (kind == EVENT_PYTHON)
		return choice->python == MERGED_PYTHON_ALL
			|| (choice->python == MERGED_PYTHON_MODULES && tree_is_module(trace, event));
	return kind < EVENT_FLOW_LAUNCH;
}

static int
timed_compare(const void *a, const void *b)
{
	const struct timed *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	if (x->end != y->end)
		return x->end > y->end ? -1 : 1;
	return x->event < y->event ? -1 : x->event > y->event;
}

/*
 * Below the innermost row that holds all of it, in the first row that is free then. ends has where
 * the last event of each row ends.
 */
static bool
stack_add(struct minmax *ends, struct timed *timed)
{
	int64_t running = timed->start < INT64_MAX ? timed->start + 1 : INT64_MAX;
	size_t around = minmax_last_least(ends, ends->n, timed->end > running ? timed->end : running);
	size_t row = minmax_first_most(ends, around == MINMAX_NONE ? 0 : around + 1, timed->start);

	if (row != MINMAX_NONE)
		minmax_set(ends, row, timed->end);
	else if (!minmax_add(ends, timed->end))
		return false;
	timed->row = (uint32_t)(row != MINMAX_NONE ? row : ends->n - 1);
	return true;
}

/* Puts the events of one lane into rows, which follow those there are. */
static bool
lane_add(struct lanes *lanes, struct minmax *ends, struct timed *timed, uint32_t n, uint32_t track,
	size_t *cap)
{
	uint32_t *next, base = lanes->n_rows;

	minmax_clear(ends);
	sort_unless_sorted(timed, n, sizeof(*timed), timed_compare);
	for (uint32_t i = 0; i < n; i++)
		if (!stack_add(ends, &timed[i]))
			return false;
	if (!mem_reserve(&lanes->rows, cap, (size_t)base + ends->n, sizeof(*lanes->rows))
	    || !(next = mem_zero(ends->n + 1, sizeof(*next))))
		return false;
	for (uint32_t i = 0; i < n; i++)
		next[timed[i].row + 1]++;
	for (uint32_t row = 0; row < ends->n; row++) {
		next[row + 1] += next[row];
		lanes->rows[base + row] = (struct lanes_row){.first = lanes->n_events + next[row],
			.last = lanes->n_events + next[row + 1]};
	}
	for (uint32_t i = 0; i < n; i++)
		lanes->events[lanes->n_events + next[timed[i].row]++] = timed[i].event;
	free(next);
	lanes->all[lanes->n++] = (struct lane){track, base, (uint32_t)ends->n};
	lanes->n_rows += (uint32_t)ends->n;
	lanes->n_events += n;
	return true;
}

static bool
lanes_mark(struct lanes *lanes)
{
	uint32_t n = 0;

	for (uint32_t row = 0; row < lanes->n_rows; row++) {
		struct lanes_row *r = &lanes->rows[row];

		r->mark = n;
		n += (r->last - r->first + LANES_STRIDE - 1) / LANES_STRIDE;
	}
	lanes->marks = mem_alloc(n, sizeof(*lanes->marks));
	lanes->sums = mem_alloc(n, sizeof(*lanes->sums));
	if (!lanes->marks || !lanes->sums)
		return false;
	for (uint32_t row = 0; row < lanes->n_rows; row++) {
		const struct lanes_row *r = &lanes->rows[row];
		int64_t sum = 0;

		for (uint32_t i = r->first; i < r->last; i++) {
			uint32_t mark = r->mark + (i - r->first) / LANES_STRIDE;

			if ((i - r->first) % LANES_STRIDE == 0) {
				lanes->marks[mark] = lanes_start(lanes, i);
				lanes->sums[mark] = sum;
			}
			sum += lanes->trace->dur[lanes->events[i]];	/* they do not overlap: below 2^63 */
		}
	}
	return true;
}

/* Sorts the events by track: those of track t are timed[starts[t] .. starts[t + 1]). */
static bool
timed_collect(const struct trace *trace, const struct lanes_choice *choice, struct timed **out, uint32_t *starts)
{
	struct timed *timed;

	for (uint32_t i = 0; i < trace->n; i++)
		if (is_drawn(trace, i, choice))
			starts[trace->track[i] + 2]++;
	for (uint32_t t = 0; t < trace->n_tracks; t++)
		starts[t + 2] += starts[t + 1];
	timed = mem_alloc(starts[trace->n_tracks + 1], sizeof(*timed));
	for (uint32_t i = 0; timed && i < trace->n; i++)
		if (is_drawn(trace, i, choice))
			timed[starts[trace->track[i] + 1]++] = (struct timed){trace->ts[i], trace_end(trace, i), i, 0};
	*out = timed;
	return timed != NULL;
}

int
lanes_make(struct lanes *lanes, const struct trace *trace, const struct lanes_choice *choice,
	struct error *err)
{
	uint32_t *starts = mem_zero((size_t)trace->n_tracks + 2, sizeof(*starts));
	struct minmax ends = {0};
	struct timed *timed = NULL;
	size_t cap = 0;
	bool good;

	*lanes = (struct lanes){.trace = trace};
	good = starts && timed_collect(trace, choice, &timed, starts);
	if (good) {
		lanes->events = mem_alloc(starts[trace->n_tracks], sizeof(*lanes->events));
		lanes->all = mem_alloc(trace->n_tracks, sizeof(*lanes->all));
		good = lanes->events && lanes->all;
	}
	for (uint32_t i = 0; good && i < trace->n_tracks; i++) {
		uint32_t track = choice->track_order[i], n = starts[track + 1] - starts[track];

		if (n)
			good = lane_add(lanes, &ends, timed + starts[track], n, track, &cap);
	}
	good = good && lanes_mark(lanes);
	free(starts);
	free(timed);
	minmax_free(&ends);
	if (good)
		return 0;
	lanes_free(lanes);
	return error_no_memory(err, "laying out the timeline");
}

void
lanes_free(struct lanes *lanes)
{
	free(lanes->events);
	free(lanes->rows);
	free(lanes->all);
	free(lanes->marks);
	free(lanes->sums);
	*lanes = (struct lanes){0};
}

/* The first of marks [low, high) that is not before the time. */
static uint32_t
mark_from(const struct lanes *lanes, uint32_t row, int64_t time, uint32_t low, uint32_t high)
{
	const int64_t *marks = lanes->marks + lanes->rows[row].mark;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (marks[middle] < time)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* The answer, when mark is the row's first that is not before the time. */
static uint32_t
place_from(const struct lanes *lanes, uint32_t row, int64_t time, uint32_t mark)
{
	const struct lanes_row *r = &lanes->rows[row];
	uint32_t low = r->first + (mark ? (mark - 1) * LANES_STRIDE : 0);
	uint32_t high = r->last - r->first > mark * LANES_STRIDE ? r->first + mark * LANES_STRIDE : r->last;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (lanes_start(lanes, middle) < time)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static uint32_t
row_marks(const struct lanes_row *r)
{
	return (r->last - r->first + LANES_STRIDE - 1) / LANES_STRIDE;
}

uint32_t
lanes_from(const struct lanes *lanes, uint32_t row, int64_t time)
{
	return place_from(lanes, row, time, mark_from(lanes, row, time, 0, row_marks(&lanes->rows[row])));
}

uint32_t
lanes_from_on(const struct lanes *lanes, uint32_t row, int64_t time, uint32_t earlier)
{
	const struct lanes_row *r = &lanes->rows[row];
	const int64_t *marks = lanes->marks + r->mark;
	uint32_t low = (earlier - r->first) / LANES_STRIDE, high = low, n = row_marks(r);

	for (uint32_t step = 1; high < n && marks[high] < time; step *= 2) {
		low = high;
		high = n - high > step ? high + step : n;
	}
	return place_from(lanes, row, time, mark_from(lanes, row, time, low, high));
}

/* Of all events of the row before the place. */
static int64_t
sum_before(const struct lanes *lanes, uint32_t row, uint32_t place)
{
	const struct lanes_row *r = &lanes->rows[row];
	uint32_t mark = (place - r->first) / LANES_STRIDE, from = r->first + mark * LANES_STRIDE;
	int64_t sum;

	if (place > r->first && from == place) {	/* past the last mark, perhaps */
		mark--;
		from -= LANES_STRIDE;
	}
	sum = r->first < r->last ? lanes->sums[r->mark + mark] : 0;
	for (; from < place; from++)
		sum += lanes->trace->dur[lanes->events[from]];
	return sum;
}

int64_t
lanes_sum(const struct lanes *lanes, uint32_t row, uint32_t place, uint32_t end)
{
	return sum_before(lanes, row, end) - sum_before(lanes, row, place);
}

uint32_t
lanes_near(const struct lanes *lanes, uint32_t row, int64_t time, int64_t begin, int64_t end)
{
	const struct lanes_row *r = &lanes->rows[row];
	uint32_t after = lanes_from(lanes, row, time), before = after;
	bool is_after, is_before;

	if (after < r->last && lanes_start(lanes, after) == time)
		return after;
	is_before = before > r->first && lanes_end(lanes, --before) > begin;
	is_after = after < r->last && lanes_start(lanes, after) < end;
	if (is_before && (!is_after || lanes_end(lanes, before) > time
	    || time - lanes_end(lanes, before) <= lanes_start(lanes, after) - time))
		return before;
	return is_after ? after : TRACE_NONE;
}

bool
lanes_find(const struct lanes *lanes, uint32_t event, uint32_t *lane, uint32_t *row)
{
	const struct trace *trace = lanes->trace;

	for (*lane = 0; *lane < lanes->n && lanes->all[*lane].track != trace->track[event];)
		++*lane;
	if (*lane == lanes->n)
		return false;
	for (*row = lanes->all[*lane].row; *row < lanes->all[*lane].row + lanes->all[*lane].n_rows; ++*row) {
		const struct lanes_row *r = &lanes->rows[*row];
		uint32_t i = lanes_from(lanes, *row, trace->ts[event]);

		for (; i < r->last && lanes_start(lanes, i) == trace->ts[event]; i++)
			if (lanes->events[i] == event)
				return true;
	}
	return false;
}
