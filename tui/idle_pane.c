/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gaps in the GPU's work: a table that says of each cause how much it is in all. */
#include "analysis/idle.h"
#include "base/text.h"
#include "tui/event_lines.h"
#include "tui/sheet_pane_priv.h"
#include <stdlib.h>
#include <string.h>

struct cause_sum {
	const char *name;
	uint32_t gaps;
	int64_t ns;
};

struct idle_state {
	struct sheet_state sheet;
	struct cause_sum sums[IDLE_CAUSES];	/* the largest first */
	unsigned n_sums;
};

static int
larger_first(const void *a, const void *b)
{
	const struct cause_sum *x = a, *y = b;

	return x->ns != y->ns ? (x->ns < y->ns ? 1 : -1) : strcmp(x->name, y->name);
}

/* Of all gaps, also of those that a filter hides. */
static void
sum_causes(struct idle_state *state, const struct table *table, uint32_t idle, uint32_t cause)
{
	unsigned n = 0;

	for (uint32_t row = 0; row < table->n_rows; row++) {
		const char *name = table_cell(table, row, cause).s;
		unsigned i = 0;

		while (i < n && strcmp(state->sums[i].name, name))
			i++;
		if (i == IDLE_CAUSES)
			continue;
		if (i == n)
			state->sums[n++] = (struct cause_sum){.name = name};
		state->sums[i].gaps++;
		state->sums[i].ns += table_cell(table, row, idle).i;
	}
	qsort(state->sums, n, sizeof(*state->sums), larger_first);
	state->n_sums = n;
}

static int
idle_open(struct pane *pane, struct error *err)
{
	struct idle_state *state = pane->state;
	int idle, cause;

	if (sheet_open(pane, err))
		return -1;
	idle = table_find_column(state->sheet.table, "idle_us");
	cause = table_find_column(state->sheet.table, "cause");
	if (idle >= 0 && cause >= 0)
		sum_causes(state, state->sheet.table, (uint32_t)idle, (uint32_t)cause);
	return 0;
}

static void
idle_describe(const struct pane *pane, uint32_t row, struct lines *lines, int cols)
{
	const struct idle_state *state = pane->state;
	const struct table *table = state->sheet.table;
	int cause = table_find_column(table, "cause");
	const char *own = cause < 0 ? "" : table_cell(table, sheet_row(&state->sheet, row), (uint32_t)cause).s;
	char count[32];
	int64_t all = 0;

	for (unsigned i = 0; i < state->n_sums; i++)
		all += state->sums[i].ns;
	if (state->n_sums) {
		lines_row(lines);
		lines_printf(lines, ROLE_HEADING, "%.3f ms idle in %s gap%s", (double)all / 1e6,
			text_count(count, table->n_rows), text_plural(table->n_rows));
	}
	for (unsigned i = 0; i < state->n_sums; i++) {
		const struct cause_sum *sum = &state->sums[i];

		lines_row(lines);
		lines_printf(lines, strcmp(sum->name, own) ? ROLE_DIM : ROLE_NORMAL, "%12.3f ms %6s  %s",
			(double)sum->ns / 1e6, text_count(count, sum->gaps), sum->name);
	}
	if (state->n_sums)
		lines_row(lines);
	sheet_describe(pane, row, lines, cols);
}

static int64_t
idle_gap_start(const struct pane *pane, uint32_t row)
{
	const struct sheet_state *s = pane->state;
	int start = table_find_column(s->table, "start_ms");

	return start < 0 ? -1 : table_cell(s->table, sheet_row(s, row), (uint32_t)start).i;
}

/* What the host did counts, and who called for it. */
static unsigned
idle_parts(const struct pane *pane, uint32_t row)
{
	(void)pane;
	(void)row;
	return EVENT_STACK;
}

const struct pane_ops idle_pane = {
	TABLE_PANE_OF(struct idle_state, "idle", "idle gaps",
		"idle_us,cause,event_name,start_ms,queued_us,before_name,after_name",
		"gaps in the GPU's work, and what the host did meanwhile", 0),
	.open = idle_open,
	.close = sheet_close,
	.event = sheet_event,
	.describe = idle_describe,
	.parts = idle_parts,
	.gap = idle_gap_start,
	TABLE_TITLE,
	.save = sheet_save,
	.load = sheet_load,
	.more = {levels_commands, sheet_tag_commands},
	.sheet = "idle_causes",
};
