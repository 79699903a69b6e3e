/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The GPU work of many runs of launches at once, however they overlap: n log n. */
#ifndef ANALYSIS_STEP_WORK_H
#define ANALYSIS_STEP_WORK_H

#include "analysis/analysis_priv.h"

struct step_run {		/* one question: GPU events launched[first .. end) */
	uint32_t first, end;
};

struct step_work {		/* times in ns */
	int64_t busy;		/* merged */
	int64_t span;		/* from the first start to the last end */
	int64_t comm;		/* communication while no computation of the run ran */
	int64_t sum;		/* of durations */
	uint32_t kernels, events;
};

/*
 * work[i] is that of runs[i]. launched has n GPU events, id is the event; its total time is
 * bounded by the loader. False when memory runs out.
 */
bool step_work_find(struct analysis *a, const struct keyed *launched, uint32_t n, const struct step_run *runs,
	uint32_t n_runs, struct step_work *work);

#endif
