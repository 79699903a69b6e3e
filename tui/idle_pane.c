/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gaps in the GPU's work: a table that says of each cause how much it is in all. */
#include "analysis/idle.h"
#include "base/text.h"
#include "tui/lines.h"
#include "tui/sheet_pane_priv.h"
#include <stdlib.h>
#include <string.h>

struct cause_sum {
	const char *name;
	uint32_t gaps;
	int64_t ns;
};

static int
larger_first(const void *a, const void *b)
{
	const struct cause_sum *x = a, *y = b;

	return x->ns != y->ns ? (x->ns < y->ns ? 1 : -1) : strcmp(x->name, y->name);
}

/* Of all gaps, also of those that a filter hides, the largest first: returns how many causes there are. */
static unsigned
sum_causes(const struct table *table, uint32_t idle, uint32_t cause, struct cause_sum sums[IDLE_CAUSES])
{
	unsigned n = 0;

	for (uint32_t row = 0; row < table->n_rows; row++) {
		const char *name = table_cell(table, row, cause).s;
		unsigned i = 0;

		while (i < n && strcmp(sums[i].name, name))
			i++;
		if (i == IDLE_CAUSES)
			continue;
		if (i == n)
			sums[n++] = (struct cause_sum){.name = name};
		sums[i].gaps++;
		sums[i].ns += table_cell(table, row, idle).i;
	}
	qsort(sums, n, sizeof(*sums), larger_first);
	return n;
}

static void
idle_describe(const struct pane *pane, uint32_t row, struct lines *lines, int cols)
{
	const struct sheet_state *s = pane->state;
	int idle = table_find_column(s->table, "idle_us"), cause = table_find_column(s->table, "cause");
	struct cause_sum sums[IDLE_CAUSES];
	const char *own = "";
	unsigned n = 0;
	int64_t all = 0;

	if (idle >= 0 && cause >= 0) {
		n = sum_causes(s->table, (uint32_t)idle, (uint32_t)cause, sums);
		own = table_cell(s->table, sheet_row(s, row), (uint32_t)cause).s;
	}
	for (unsigned i = 0; i < n; i++)
		all += sums[i].ns;
	if (n) {
		lines_row(lines);
		lines_printf(lines, ROLE_HEADING, "%.3f ms idle in %u gap%s", (double)all / 1e6, s->table->n_rows,
			text_plural(s->table->n_rows));
	}
	for (unsigned i = 0; i < n; i++) {
		lines_row(lines);
		lines_printf(lines, strcmp(sums[i].name, own) ? ROLE_DIM : ROLE_NORMAL, "%12.3f ms %6u  %s",
			(double)sums[i].ns / 1e6, sums[i].gaps, sums[i].name);
	}
	if (n)
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

const struct pane_ops idle_pane = {
	TABLE_PANE("idle", "idle gaps",
		"idle_us,cause,event_name,start_ms,queued_us,before_name,after_name",
		"gaps in the GPU's work, and what the host did meanwhile", 0),
	.open = sheet_open,
	.close = sheet_close,
	.event = sheet_event,
	.describe = idle_describe,
	.gap = idle_gap_start,
	.title_text = sheet_title,
	.save = sheet_save,
	.load = sheet_load,
	.more = {levels_commands, sheet_tag_commands},
	.sheet = "idle_causes",
};
