/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The events of a trace as rows over time: a lane is a thread or a stream, a
 * row of it holds events that do not overlap. What lies inside an event stands
 * in a row below it, what overlaps in a row of its own, so nothing is covered.
 * Any moment of any row is found in logarithmic time.
 */
#ifndef TUI_LANES_H
#define TUI_LANES_H

#include "base/error.h"
#include "tree/merged.h"

struct lanes_row {
	uint32_t first, last;	/* events[first .. last), by start */
	uint32_t mark;		/* its first in marks[] */
};

struct lane {
	uint32_t track;		/* index into trace->tracks */
	uint32_t row, n_rows;	/* in rows[] */
};

struct lanes {
	const struct trace *trace;
	uint32_t *events;	/* event ids, row after row */
	struct lanes_row *rows;
	struct lane *all;	/* in the order of track_order; only those with events */
	int64_t *marks;		/* start of one event in LANES_STRIDE of each row */
	int64_t *sums;		/* durations in the row before that event */
	uint32_t n_events, n_rows, n;
};

#define LANES_STRIDE 16

struct lanes_choice {
	const uint32_t *track_order;	/* all tracks in the order to show them in */
	enum merged_python python;	/* which frames */
	const uint64_t *keep;		/* bits by event: no others; NULL: all */
};

/* 0, or -1 with err when memory runs out. */
int lanes_make(struct lanes *lanes, const struct trace *trace, const struct lanes_choice *choice,
	struct error *err);
void lanes_free(struct lanes *lanes);

/* Place in events[] of the row's first event that starts at time or later; rows[row].last: none. */
uint32_t lanes_from(const struct lanes *lanes, uint32_t row, int64_t time);
/* The same for a time that is not before that of an earlier answer: quick when it is close. */
uint32_t lanes_from_on(const struct lanes *lanes, uint32_t row, int64_t time, uint32_t earlier);
/* ns of the events at [place, end) of one row. */
int64_t lanes_sum(const struct lanes *lanes, uint32_t row, uint32_t place, uint32_t end);
/* Place of the event that is running then, or that is nearest to it in [begin, end]; TRACE_NONE. */
uint32_t lanes_near(const struct lanes *lanes, uint32_t row, int64_t time, int64_t begin,
	int64_t end);
/* Where an event stands; false when it is in no lane. */
bool lanes_find(const struct lanes *lanes, uint32_t event, uint32_t *lane, uint32_t *row);

static inline int64_t
lanes_start(const struct lanes *lanes, uint32_t place)
{
	return lanes->trace->ts[lanes->events[place]];
}

static inline int64_t
lanes_end(const struct lanes *lanes, uint32_t place)
{
	return trace_end(lanes->trace, lanes->events[place]);
}

#endif
