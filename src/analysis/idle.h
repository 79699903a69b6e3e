/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The gaps in which no GPU event ran, and what each waited for. */
#ifndef ANALYSIS_IDLE_H
#define ANALYSIS_IDLE_H

#include "analysis/analysis.h"

enum idle_cause {
	IDLE_SYNC, IDLE_DATA, IDLE_OPERATOR, IDLE_PYTHON, IDLE_CALL, IDLE_MIXED, IDLE_HOST,
		IDLE_LAUNCH, IDLE_STREAM,
	IDLE_QUEUE, IDLE_UNKNOWN, IDLE_BEGIN, IDLE_END,
	IDLE_CAUSES
};

extern const struct idle_text {
	const char *name, *help;
} idle_texts[IDLE_CAUSES];

struct idle_gap {
	int64_t start, end;
	int64_t late;		/* of it, ns until the host made the launch that ended it */
	/* GPU events: the one that ended last, the one that ended the gap; TRACE_NONE where there is none */
	uint32_t before, after;
	uint32_t look;		/* host event behind it, TRACE_NONE when none is known */
	enum idle_cause cause;
};

struct idle {
	struct idle_gap *gaps;	/* by start */
	uint32_t n;
	int64_t sum;
};

/*
 * Made once and kept. Gaps of all selected GPU events, also of those without a launch. Of a tree that was cut, and
 * where the analysis of all of the time is known: what lies in the window of the gaps there, and of the time before
 * and after all work.
 */
const struct idle *analysis_idle(struct analysis *a);

/*
 * What made the GPU idle most between two times: ns of that cause in all, and the gap that most of it lies in. NULL:
 * there is no gap.
 */
const struct idle_gap *idle_between(const struct idle *idle, int64_t begin, int64_t end, int64_t *ns);

#endif
