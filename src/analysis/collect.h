/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The rows under unified_perf_summary: each linked GPU event that is not
 * communication is in one of them.
 */
#ifndef ANALYSIS_COLLECT_H
#define ANALYSIS_COLLECT_H

#include "analysis/perf.h"

struct perf_event {
	uint32_t event;		/* op, or the call under no op */
	uint32_t kernel;	/* the one GPU event of a row made up for it, else TRACE_NONE */
	uint32_t uid;		/* event, or for a made-up row a number past the trace's events */
	uint32_t name;		/* id in the analysis's texts */
	uint32_t category_id;
	const char *category;
	/* the op whose model counts: itself, its forward op, or TRACE_NONE */
	uint32_t modelled;
	bool backward;		/* the backward of modelled */
	int64_t kernel_ns;
	int64_t root_start;	/* of the outermost op around it */
};

struct perf_events {
	struct perf_event *all;	/* in order of collection */
	uint32_t n;
	size_t cap;
};

/* Made once and kept. NULL when memory runs out. */
const struct perf_events *analysis_perf_events(struct analysis *a);

#endif
