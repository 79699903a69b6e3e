/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What takes the GPU's time: categories, operators, kernels, the most of each. */
#include "analysis/intervals.h"
#include "base/text.h"
#include "tui/app.h"
#include "tui/event_lines.h"
#include "tui/gpu_look.h"
#include "tui/overview_priv.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CATEGORIES_MOST 64

static void
heading(struct lines *lines, const char *title, uint32_t all, const char *number, int name, int bar)
{
	char text[32];

	lines_heading(lines, title);
	lines_printf(lines, ROLE_HEADING, "%s (%s) ", title, text_count(text, all));
	lines_col(lines, name + bar + 1);
	lines_add(lines, ROLE_HEADING, " share");
	lines_right(lines, ROLE_HEADING, 13, "time ms");
	lines_right(lines, ROLE_HEADING, 10, number);
}

static void
top(struct lines *lines, const struct pane *pane, const char *title, const struct summary_row *rows, uint32_t n,
	uint32_t all, int64_t whole, int cols, uint32_t most)
{
	const struct session *session = &pane->app->session;
	int bar = cols >= 100 ? 20 : cols >= 60 ? 8 : 0, name = cols - bar - 32;
	char text[32];

	if (!n)
		return;
	name = name < 10 ? 10 : name;
	heading(lines, title, all, "events", name, bar);
	for (uint32_t i = 0; i < n && i < most; i++) {
		char brief[BRIEF_BYTES];
		const char *label = event_brief_name(trace_string(session->trace, rows[i].name), brief);
		double share = whole ? (double)rows[i].ns / (double)whole : 0;
		int cells = (int)(share * bar + 0.5);

		lines_row(lines);
		lines_link(lines, rows[i].event, NULL);
		lines_fit(lines, event_role(session->trace, rows[i].event), label, strlen(label), name - 1);
		lines_col(lines, name);
		overview_bar(lines, &pane->app->screen, ROLE_BUSY, GLYPH_BAR, cells);
		lines_col(lines, name + bar + 1);
		snprintf(text, sizeof(text), "%.1f", 100 * share);
		lines_right(lines, ROLE_NORMAL, 6, text);
		snprintf(text, sizeof(text), "%.3f", (double)rows[i].ns / 1e6);
		lines_right(lines, ROLE_NORMAL, 13, text);
		lines_right(lines, ROLE_NORMAL, 10, text_count(text, rows[i].n));
		overview_facts(lines, trace_string(session->trace, rows[i].name), 100 * share, rows[i].ns, rows[i].n);
	}
}

struct category {
	char label[128];
	int64_t ns, calls;
};

static int
category_compare(const void *a, const void *b)
{
	const struct category *x = a, *y = b;

	return x->ns != y->ns ? (x->ns < y->ns ? 1 : -1) : strcmp(x->label, y->label);
}

/* Those of the sheet, and the GPU work that is in none of them: together all of it. */
static uint32_t
categories_gather(const struct session *session, struct category categories[CATEGORIES_MOST])
{
	const struct table *table = session->categories;
	const struct {
		const char *label;
		const struct summary_row *row;
	} apart[] = {{"communication", &session->summary.comm}, {"not linked", &session->summary.unlinked}};
	int name = table_find_column(table, "op_category"), time = table_find_column(table, "direct_ms");
	int count = table_find_column(table, "count"), again = table_find_column(table, "is_recompute");
	uint32_t n = 0;

	for (uint32_t row = 0; row < table->n_rows && name >= 0 && time >= 0 && count >= 0 && n + 2 < CATEGORIES_MOST; row++) {
		const char *category = table_cell(table, row, (uint32_t)name).s;
		bool recomputed = again >= 0 && table_cell(table, row, (uint32_t)again).i == 1;

		snprintf(categories[n].label, sizeof(categories[n].label), "%.100s%s", category ? category : "",
			recomputed ? ", recomputed" : "");
		categories[n].ns = table_cell(table, row, (uint32_t)time).i;
		categories[n++].calls = table_cell(table, row, (uint32_t)count).i;
	}
	for (size_t i = 0; i < sizeof(apart) / sizeof(*apart); i++) {
		if (!apart[i].row->n)
			continue;
		snprintf(categories[n].label, sizeof(categories[n].label), "%s", apart[i].label);
		categories[n].ns = apart[i].row->ns;
		categories[n++].calls = apart[i].row->n;
	}
	qsort(categories, n, sizeof(*categories), category_compare);
	return n;
}

/* In the columns of the other tops: name, bar, share, time, number. */
static void
categories(struct lines *lines, const struct pane *pane, int cols, uint32_t most)
{
	const struct session *session = &pane->app->session;
	int bar = cols >= 100 ? 20 : cols >= 60 ? 8 : 0, width = cols - bar - 32;
	struct category all[CATEGORIES_MOST];
	int64_t whole = 0;
	uint32_t n = session->categories ? categories_gather(session, all) : 0;

	for (uint32_t i = 0; i < n; i++)
		whole = time_add(whole, all[i].ns);
	if (whole <= 0)
		return;
	width = width < 10 ? 10 : width;
	heading(lines, "categories", n, "calls", width, bar);
	for (uint32_t i = 0; i < n && i < most; i++) {
		const struct category *c = &all[i];
		double part = 100.0 * (double)c->ns / (double)whole;
		char text[32];

		lines_row(lines);
		lines_link(lines, TRACE_NONE, "operators");
		lines_fit(lines, ROLE_NORMAL, c->label, strlen(c->label), width - 1);
		lines_col(lines, width);
		overview_bar(lines, &pane->app->screen, ROLE_BUSY, GLYPH_BAR, (int)(part / 100 * bar + 0.5));
		lines_col(lines, width + bar + 1);
		snprintf(text, sizeof(text), "%.1f", part);
		lines_right(lines, ROLE_NORMAL, 6, text);
		snprintf(text, sizeof(text), "%.3f", (double)c->ns / 1e6);
		lines_right(lines, ROLE_NORMAL, 13, text);
		lines_right(lines, ROLE_NORMAL, 10, text_count(text, c->calls > 0 ? (uint64_t)c->calls : 0));
		overview_facts(lines, c->label, part, c->ns, c->calls);
	}
}

void
overview_lists(struct lines *lines, const struct pane *pane, int cols, uint32_t most)
{
	const struct summary *s = &pane->app->session.summary;

	categories(lines, pane, cols, most);
	top(lines, pane, "operators", s->ops, s->n_ops, s->all_ops, s->ops_ns, cols, most);
	top(lines, pane, "kernels and copies", s->kernels, s->n_kernels, s->all_kernels, s->sum, cols, most);
}
