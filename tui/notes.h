/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is worth a look in a trace, one line each, with the pane that shows more of it. */
#ifndef TUI_NOTES_H
#define TUI_NOTES_H

#include "analysis/analysis.h"
#include "table/table.h"
#include <stdbool.h>

#define NOTES_MAX 8
#define NOTE_PARTS 4		/* of a step's time on the host that are compared */

struct note {
	char text[256];
	const char *command;	/* what Enter does */
	bool odd;		/* deserves more than being known */
};

struct notes {
	struct note all[NOTES_MAX];
	unsigned n;
};

/* A step against the one in the middle of all by time on the host; ns. */
struct step_cause {
	uint32_t against;		/* row of that one: of two in the middle the shorter */
	int64_t more[NOTE_PARTS];	/* than it; they add up to host */
	int64_t host;
	unsigned worst, next;		/* the parts that differ most */
	const char *const *parts;	/* their names */
};

/* Whether memory ran out or not: a note less is no failure. */
void notes_make(struct notes *notes, struct analysis *analysis);
/*
 * Compares a profiler step of the sheet `steps` with the others; false when the row is none or
 * there is no other.
 */
bool notes_step_cause(const struct table *steps, uint32_t row, struct step_cause *cause);

#endif
