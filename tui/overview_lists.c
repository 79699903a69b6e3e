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

static const struct {
	unsigned fact;
	int cells;
} list_columns[] = {{FACT_SHARE, 6}, {FACT_TIME, 13}, {FACT_N, 10}};
#define LIST_COLUMNS (sizeof(list_columns) / sizeof(*list_columns))
#define NAME_LEAST 10

struct list {			/* where its parts stand */
	int name, bar;
};

/* A bar goes with the share that it shows. */
static struct list
list_layout(const struct lines *lines, int cols)
{
	struct list list = {.bar = !lines_has_column(lines, FACT_SHARE) ? 0 : cols >= 100 ? 20 : cols >= 60 ? 8 : 0};

	list.name = cols - list.bar - 3;
	for (size_t c = 0; c < LIST_COLUMNS; c++)
		list.name -= lines_has_column(lines, list_columns[c].fact) ? list_columns[c].cells : 0;
	list.name = list.name < NAME_LEAST ? NAME_LEAST : list.name;
	return list;
}

static void
list_heading(struct lines *lines, const struct list *list, const char *title, uint32_t all, const char *number)
{
	const char *const titles[LIST_COLUMNS] = {" share", "time ms", number};
	char text[32];

	lines_heading(lines, title);
	lines_printf(lines, ROLE_HEADING, "%s (%s) ", title, text_count(text, all));
	lines_col(lines, list->name + list->bar + 1);
	for (size_t c = 0; c < LIST_COLUMNS; c++)
		if (lines_has_column(lines, list_columns[c].fact))
			lines_right(lines, ROLE_HEADING, list_columns[c].cells, titles[c]);
}

struct list_row {
	const char *label, *name;	/* as it is shown, and whole */
	enum role role;
	uint32_t event;			/* TRACE_NONE: it leads to the operators */
	int64_t ns, n;
};

static void
list_row(struct lines *lines, const struct screen *screen, const struct list *list, const struct list_row *row,
	int64_t whole)
{
	double part = whole > 0 ? (double)row->ns / (double)whole : 0;
	char cells[LIST_COLUMNS][32];

	lines_row(lines);
	lines_link(lines, row->event, row->event == TRACE_NONE ? "operators" : NULL);
	lines_fit(lines, row->role, row->label, strlen(row->label), list->name - 1);
	lines_col(lines, list->name);
	overview_bar(lines, screen, ROLE_BUSY, GLYPH_BAR, (int)(part * list->bar + 0.5));
	lines_col(lines, list->name + list->bar + 1);
	snprintf(cells[0], sizeof(cells[0]), "%.1f", 100 * part);
	snprintf(cells[1], sizeof(cells[1]), "%.3f", (double)row->ns / 1e6);
	text_count(cells[2], row->n > 0 ? (uint64_t)row->n : 0);
	for (size_t c = 0; c < LIST_COLUMNS; c++)
		if (lines_has_column(lines, list_columns[c].fact))
			lines_right(lines, ROLE_NORMAL, list_columns[c].cells, cells[c]);
	overview_facts(lines, row->name, 100 * part, row->ns, row->n);
}

static void
top(struct lines *lines, const struct pane *pane, const char *title, const struct summary_row *rows, uint32_t n,
	uint32_t all, int64_t whole, int cols, uint32_t most)
{
	const struct trace *trace = pane->app->session.trace;
	struct list list = list_layout(lines, cols);

	if (!n)
		return;
	list_heading(lines, &list, title, all, "events");
	for (uint32_t i = 0; i < n && i < most; i++) {
		const char *name = trace_string(trace, rows[i].name);
		char brief[BRIEF_BYTES];
		struct list_row row = {event_brief_name(name, brief), name, event_role(trace, rows[i].event), rows[i].event,
			rows[i].ns, rows[i].n};

		list_row(lines, &pane->app->screen, &list, &row, whole);
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

static void
categories(struct lines *lines, const struct pane *pane, int cols, uint32_t most)
{
	const struct session *session = &pane->app->session;
	struct list list = list_layout(lines, cols);
	struct category all[CATEGORIES_MOST];
	int64_t whole = 0;
	uint32_t n = session->categories ? categories_gather(session, all) : 0;

	for (uint32_t i = 0; i < n; i++)
		whole = time_add(whole, all[i].ns);
	if (whole <= 0)
		return;
	list_heading(lines, &list, "categories", n, "calls");
	for (uint32_t i = 0; i < n && i < most; i++) {
		struct list_row row = {all[i].label, all[i].label, ROLE_NORMAL, TRACE_NONE, all[i].ns, all[i].calls};

		list_row(lines, &pane->app->screen, &list, &row, whole);
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
