/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tui/lanes, tui/gpu_strip: rows without overlap that lose nothing; any moment is found. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tui/gpu_strip.h"
#include "tui/lanes.h"
#include "tree/tree.h"
#include <stdio.h>
#include <stdlib.h>

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

/* Columns of a trace made by hand: all events on one thread, ops unless told. */
struct small {
	struct trace trace;
	int64_t ts[16], dur[16];
	uint32_t track[16], name[16], aux[16];
	uint8_t kind[16], phase[16], flags[16];
	struct trace_track tracks[1];
	struct trace_gpu gpus[16];
};

static void
small_init(struct small *s)
{
	*s = (struct small){.trace = {.n_tracks = 1}};
	s->trace.ts = s->ts;
	s->trace.dur = s->dur;
	s->trace.track = s->track;
	s->trace.name = s->name;
	s->trace.aux = s->aux;
	s->trace.kind = s->kind;
	s->trace.phase = s->phase;
	s->trace.flags = s->flags;
	s->trace.tracks = s->tracks;
	s->trace.gpus = s->gpus;
}

static void
small_add(struct small *s, enum event_kind kind, int64_t from, int64_t to)
{
	uint32_t i = s->trace.n++;

	s->ts[i] = from;
	s->dur[i] = to - from;
	s->kind[i] = (uint8_t)kind;
	s->phase[i] = 'X';
	if (event_is_gpu(s->kind[i])) {
		s->aux[i] = s->trace.n_gpus;
		s->gpus[s->trace.n_gpus++].event = i;
	}
}

static uint32_t
row_of(const struct lanes *lanes, uint32_t event)
{
	uint32_t lane, row;

	assert_true(lanes_find(lanes, event, &lane, &row));
	return row;
}

static void
what_is_inside_stands_below_and_what_overlaps_beside(void **state)
{
	static const int64_t events[][2] = {	/* 0 to 100 holds 10 to 50, which 40 to 70 outlasts */
		{0, 100}, {10, 50}, {20, 30}, {40, 70}, {45, 48}, {72, 90}, {100, 110}, {100, 100},
	};
	static const uint32_t rows[] = {0, 1, 2, 2, 3, 1, 0, 1};
	const uint32_t order[] = {0};
	struct small s;
	struct lanes lanes;
	struct error err;

	(void)state;
	small_init(&s);
	for (size_t i = 0; i < COUNT(events); i++)
		small_add(&s, EVENT_OP, events[i][0], events[i][1]);
	assert_int_equal(lanes_make(&lanes, &s.trace, &(struct lanes_choice){order, MERGED_PYTHON_ALL, NULL}, &err), 0);
	assert_int_equal(lanes.n, 1);
	assert_int_equal(lanes.n_rows, 4);
	for (uint32_t i = 0; i < COUNT(rows); i++)
		assert_int_equal(row_of(&lanes, i), rows[i]);
	lanes_free(&lanes);
}

static void
the_nearest_event_is_the_running_one_or_the_closest_in_sight(void **state)
{
	static const struct {
		int64_t time, begin, end;
		uint32_t event;		/* 10 to 20 is 0, 30 to 40 is 1, 100 to 110 is 2 */
	} cases[] = {
		{10, 0, 200, 0}, {19, 0, 200, 0}, {20, 0, 200, 0}, {25, 0, 200, 0}, {26, 0, 200, 1}, {39, 0, 200, 1},
		{60, 0, 200, 1}, {80, 0, 200, 2}, {60, 50, 90, TRACE_NONE}, {60, 35, 90, 1}, {60, 50, 101, 2},
		{0, 0, 200, 0}, {199, 0, 200, 2},
	};
	const uint32_t order[] = {0};
	struct small s;
	struct lanes lanes;
	struct error err;

	(void)state;
	small_init(&s);
	small_add(&s, EVENT_OP, 10, 20);
	small_add(&s, EVENT_OP, 30, 40);
	small_add(&s, EVENT_OP, 100, 110);
	assert_int_equal(lanes_make(&lanes, &s.trace, &(struct lanes_choice){order, MERGED_PYTHON_ALL, NULL}, &err), 0);
	for (size_t i = 0; i < COUNT(cases); i++)
		assert_int_equal(lanes_near(&lanes, 0, cases[i].time, cases[i].begin, cases[i].end), cases[i].event);
	lanes_free(&lanes);
}

/* Kernel 0 to 10; communication 5 to 20; copies 15 to 30 and 50 to 60; a kernel 55 to 56. */
static void
the_strip_parts_what_is_exposed(void **state)
{
	static const struct {
		int64_t begin, end, compute, comm, copy, busy;
	} cases[] = {
		{0, 100, 11, 10, 19, 40}, {0, 10, 10, 0, 0, 10}, {8, 12, 2, 2, 0, 4}, {18, 52, 0, 2, 12, 14},
		{30, 50, 0, 0, 0, 0}, {54, 57, 1, 0, 2, 3},
	};
	uint8_t classes[] = {GPU_COMPUTE, GPU_COMM, GPU_COPY, GPU_COPY, GPU_COMPUTE};
	struct summary summary = {.classes = classes};
	struct small s;
	struct gpu_strip strip;
	struct error err;

	(void)state;
	small_init(&s);
	small_add(&s, EVENT_KERNEL, 0, 10);
	small_add(&s, EVENT_KERNEL, 5, 20);
	small_add(&s, EVENT_MEMCPY, 15, 30);
	small_add(&s, EVENT_MEMCPY, 50, 60);
	small_add(&s, EVENT_KERNEL, 55, 56);
	assert_int_equal(gpu_strip_make(&strip, &s.trace, &summary, &err), 0);
	for (size_t i = 0; i < COUNT(cases); i++) {
		const int64_t expect[GPU_CLASSES] = {cases[i].compute, cases[i].comm, cases[i].copy};

		for (unsigned c = 0; c < GPU_CLASSES; c++)
			assert_int_equal(gpu_strip_covered(&strip.exposed[c], cases[i].begin, cases[i].end), expect[c]);
		assert_int_equal(gpu_strip_covered(&strip.busy, cases[i].begin, cases[i].end), cases[i].busy);
	}
	gpu_strip_free(&strip);
}

/* Every timed event of the sample has its place, no row overlaps, and search agrees with a walk. */
static void
all_events_of_a_trace_are_laid_out(void **state)
{
	char path[4096];
	const char *folder = getenv("SRCDIR");
	struct trace_options options = {0};
	struct trace *trace;
	struct lanes lanes;
	struct error err;
	uint32_t *order, n = 0, lane, row;

	(void)state;
	snprintf(path, sizeof(path), "%s/data/sample.json.gz", folder ? folder : ".");
	assert_int_equal(trace_open(&trace, path, &options, &err), 0);
	order = malloc(trace->n_tracks * sizeof(*order));
	for (uint32_t i = 0; i < trace->n_tracks; i++)
		order[i] = i;
	assert_int_equal(lanes_make(&lanes, trace, &(struct lanes_choice){order, MERGED_PYTHON_ALL, NULL}, &err), 0);
	for (uint32_t i = 0; i < trace->n; i++) {
		bool timed = trace->phase[i] == 'X' && trace->kind[i] < EVENT_FLOW_LAUNCH;

		assert_int_equal(lanes_find(&lanes, i, &lane, &row), timed);
		n += timed;
	}
	assert_int_equal(lanes.n_events, n);
	for (uint32_t r = 0; r < lanes.n_rows; r++) {
		int64_t sum = 0;

		for (uint32_t i = lanes.rows[r].first; i < lanes.rows[r].last; i++) {
			if (i > lanes.rows[r].first)
				assert_true(lanes_start(&lanes, i) >= lanes_end(&lanes, i - 1));
			assert_in_range(lanes_from(&lanes, r, lanes_start(&lanes, i)), lanes.rows[r].first, i);
			assert_int_equal(lanes_from_on(&lanes, r, lanes_start(&lanes, i) + 1,
				lanes.rows[r].first + (i - lanes.rows[r].first) / 3),
				lanes_from(&lanes, r, lanes_start(&lanes, i) + 1));
			assert_int_equal(lanes_sum(&lanes, r, lanes.rows[r].first, i), sum);
			assert_int_equal(lanes_sum(&lanes, r, i, i + 1), trace->dur[lanes.events[i]]);
			sum += trace->dur[lanes.events[i]];
			assert_in_range(lanes_from(&lanes, r, lanes_start(&lanes, i) + 1), i + 1, lanes.rows[r].last);
		}
	}
	lanes_free(&lanes);
	free(order);
	trace_free(trace);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_inside_stands_below_and_what_overlaps_beside),
		cmocka_unit_test(the_nearest_event_is_the_running_one_or_the_closest_in_sight),
		cmocka_unit_test(the_strip_parts_what_is_exposed),
		cmocka_unit_test(all_events_of_a_trace_are_laid_out),
	};

	return cmocka_run_group_tests_name("timeline rows", tests, NULL, NULL);
}
