/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Timing of work in a process of its own: each run starts afresh, so that its
 * memory can be told and no run warms up the next one's allocator.
 */
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include <stdbool.h>
#include <stdint.h>

#define MEASURE_PARTS 2
#define MEASURE_RUNS 64		/* at most */

struct measure {
	double seconds[MEASURE_PARTS];	/* of the work's parts; medians in a result */
	double least[MEASURE_PARTS], most[MEASURE_PARTS];
	double cpu[MEASURE_PARTS];	/* seconds of all processors */
	uint64_t bytes[MEASURE_PARTS];	/* largest resident memory when the part ended */
	uint64_t text, events;		/* what was worked on */
};

/* Fills seconds, bytes, text and events. Returns false when the work failed. */
typedef bool (*measure_work)(const void *what, struct measure *out);

/* Runs the work so often and gives the medians. False, having said why, when a run failed. */
bool measure_run(struct measure *result, measure_work work, const void *what, int runs);
/* The same for a program: seconds[0] and bytes[0] of the whole process, its output thrown away. */
bool measure_program(struct measure *result, const char *const argv[], int runs);

double measure_now(void);		/* seconds of a steady clock */
double measure_cpu(void);		/* seconds that this process has computed so far */
uint64_t measure_peak(void);		/* largest resident memory of this process so far */

#endif
