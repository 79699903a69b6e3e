/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps and annotations: a table that says of a step what makes it differ from the others. */
#include "base/text.h"
#include "tui/app.h"
#include "tui/event_lines.h"
#include "tui/notes.h"
#include "tui/sheet_pane_priv.h"
#include <stdio.h>
#include <string.h>

static bool
steps_cause(const struct pane *pane, uint32_t row, struct step_cause *cause)
{
	struct session *session = &pane->app->session;
	struct error ignored;
	struct analysis *analysis = session_analysis(session, &ignored);
	uint32_t event = sheet_event(pane, row);

	return analysis && event != TRACE_NONE && notes_step_cause(analysis, &session->steps, event, cause);
}

/* What made the GPU idle in it, most of all. */
static void
describe_idle(struct lines *lines, const struct trace *trace, const struct step_cause *cause, int cols)
{
	char text[160];

	if (!cause->idle || cause->idle_ns <= 0)
		return;
	lines_row(lines);
	lines_link(lines, cause->idle_event, NULL);
	snprintf(text, sizeof(text), "%12.3f ms  idle for %s%s%.80s", (double)cause->idle_ns / 1e6, cause->idle,
		cause->idle_event == TRACE_NONE ? "" : ", ",
		cause->idle_event == TRACE_NONE ? "" : event_short_name(trace_name(trace, cause->idle_event)));
	lines_fit(lines, ROLE_DIM, text, strlen(text), cols);
}

static void
steps_describe(const struct pane *pane, uint32_t row, struct lines *lines, int cols)
{
	const struct notes_steps *steps = &pane->app->session.steps;
	struct step_cause cause;

	if (steps_cause(pane, row, &cause)) {
		int name = table_find_column(steps->table, "name");

		lines_row(lines);
		lines_printf(lines, ROLE_HEADING, "against %.40s, in the middle of all",
			name < 0 ? "the step" : table_cell(steps->table, steps->middle, (uint32_t)name).s);
		lines_row(lines);
		lines_printf(lines, ROLE_NORMAL, "%+12.3f ms  host", (double)cause.host / 1e6);
		for (unsigned part = 0; part < NOTE_PARTS; part++) {
			bool worst = part == cause.worst && cause.more[part];

			lines_row(lines);
			lines_printf(lines, worst ? ROLE_WARNING : ROLE_NORMAL, "%+12.3f ms  %s%s",
				(double)cause.more[part] / 1e6, cause.parts[part],
				worst ? "  (most)" : "");
		}
		describe_idle(lines, pane->app->session.trace, &cause, cols);
		lines_row(lines);
	}
	sheet_describe(pane, row, lines, cols);
}

/* At the step that is furthest off. */
static int
steps_open(struct pane *pane, struct error *err)
{
	const struct notes_steps *steps = &pane->app->session.steps;
	int column = steps->table ? table_find_column(steps->table, "event") : -1;
	int64_t odd = column >= 0 && steps->odd != UINT32_MAX ? table_cell(steps->table, steps->odd, (uint32_t)column).i : -1;

	if (sheet_open(pane, err))
		return -1;
	for (uint32_t i = 0; odd >= 0 && i < sheet_n_rows(pane->state); i++)
		if (sheet_event(pane, i) == odd)
			pane->cursor = i;
	return 0;
}

const struct pane_ops steps_pane = {
	TABLE_PANE("steps", "steps",
		"host_ms,vs_median,name,busy_ms,idle_ms,exposed_comm_ms,start_ms,kernels",
		"what each step or annotation launched, and how it compares", 0),
	.open = steps_open,
	.close = sheet_close,
	.event = sheet_event,
	.describe = steps_describe,
	TABLE_TITLE,
	.save = sheet_save,
	.load = sheet_load,
	.more = {levels_commands, sheet_tag_commands},
	.sheet = "steps",
};
