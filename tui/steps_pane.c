/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps and annotations: a table that says of a step what makes it differ from the others. */
#include "base/text.h"
#include "tui/app.h"
#include "tui/event_lines.h"
#include "tui/notes.h"
#include "tui/sheet_pane_priv.h"
#include <math.h>

static void
steps_describe(const struct pane *pane, uint32_t row, struct lines *lines, int cols)
{
	const struct sheet_state *s = pane->state;
	struct step_cause cause;

	if (notes_step_cause(s->table, sheet_row(s, row), &cause)) {
		int name = table_find_column(s->table, "name");

		lines_row(lines);
		lines_printf(lines, ROLE_HEADING, "against %.40s, in the middle of all",
			name < 0 ? "the step" : table_cell(s->table, cause.against, (uint32_t)name).s);
		lines_row(lines);
		lines_printf(lines, ROLE_NORMAL, "%+12.3f ms  host", (double)cause.host / 1e6);
		for (unsigned part = 0; part < NOTE_PARTS; part++) {
			bool worst = part == cause.worst && cause.more[part];

			lines_row(lines);
			lines_printf(lines, worst ? ROLE_WARNING : ROLE_NORMAL, "%+12.3f ms  %s%s",
				(double)cause.more[part] / 1e6, cause.parts[part],
				worst ? "  (most)" : "");
		}
		lines_row(lines);
	}
	sheet_describe(pane, row, lines, cols);
}

/* At the step that is furthest off. */
static int
steps_open(struct pane *pane, struct error *err)
{
	struct sheet_state *s = pane->state;
	int median;
	double most = 0;

	if (sheet_open(pane, err))
		return -1;
	median = table_find_column(s->table, "vs_median");
	for (uint32_t i = 0; median >= 0 && i < sheet_n_rows(s); i++) {
		double off = fabs(table_cell(s->table, sheet_row(s, i), (uint32_t)median).d);
		struct step_cause cause;

		if (isnan(off) || off <= most
			|| !notes_step_cause(s->table, sheet_row(s, i), &cause))
			continue;
		most = off;
		pane->cursor = i;
	}
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
	.title_text = sheet_title,
	.save = sheet_save,
	.load = sheet_load,
	.more = {levels_commands, sheet_tag_commands},
	.sheet = "steps",
};
