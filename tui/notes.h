/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is worth a look in a trace, one line each, with the pane that shows more of it. */
#ifndef TUI_NOTES_H
#define TUI_NOTES_H

#include "analysis/analysis.h"
#include "table/table.h"
#include "tui/summary.h"
#include <stdbool.h>

#define NOTES_MAX 8
#define NOTE_PARTS 3		/* of a step's time on the host that are compared */

struct note {
	char text[256];
	const char *command;	/* what Enter does */
	bool odd;		/* deserves more than being known */
};

struct notes {
	struct note all[NOTES_MAX];
	unsigned n;
};

/* The profiler's steps in the sheet `steps`, by their time on the host. */
struct notes_steps {
	struct table *table;	/* of all of the time; NULL: not known */
	uint32_t middle;		/* row in the middle of all, of two the shorter; UINT32_MAX: there are not two */
	uint32_t odd;			/* row furthest from it; UINT32_MAX: none is far from it */
	double odd_percent;		/* how much more it took; negative: less */
};

/* A step against the one in the middle; ns. */
struct step_cause {
	int64_t more[NOTE_PARTS];	/* than it, of what the GPU did meanwhile; they add up to host */
	int64_t host;
	unsigned worst, next;		/* the parts that differ most */
	const char *const *parts;	/* their names */
	const char *idle;		/* what made the GPU idle most in the step, and for how long; NULL: nothing */
	int64_t idle_ns;
	uint32_t idle_event;		/* host event behind the longest such gap, or TRACE_NONE */
};

void notes_find_steps(struct notes_steps *steps, struct table *table);
/* Whether memory ran out or not: a note less is no failure. */
void notes_make(struct notes *notes, struct analysis *analysis, const struct notes_steps *steps,
	const struct summary *summary);
/* Compares the event with the middle step; false when it is no profiler step or there is no other. */
bool notes_step_cause(struct analysis *analysis, const struct notes_steps *steps, uint32_t event,
	struct step_cause *cause);

#endif
