/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is told of a row beside a table. */
#include "base/text.h"
#include "trace/trace.h"
#include "tui/app.h"
#include "tui/event_lines.h"
#include "tui/sheet_pane_priv.h"
#include <string.h>

#define KERNELS_MOST 8
#define ABOVE_ROOF "faster than the limit allows: perhaps TF32 for float32, sparsity, data in caches, or " \
	"the limits of another GPU"

bool
sheet_above_roof(const struct sheet_state *s, uint32_t table_row)
{
	static const char *const ids[] = {"roofline_percent", "roof"};

	for (size_t i = 0; i < sizeof(ids) / sizeof(*ids); i++) {
		int column = table_find_column(s->table, ids[i]);

		if (column >= 0 && table_cell(s->table, table_row, (uint32_t)column).d > 100)	/* an empty one is NaN */
			return true;
	}
	return false;
}

/* What the calls of a row ran on the GPU, all of them. */
static void
describe_kernels(const struct pane *pane, uint32_t table_row, struct lines *lines, int cols)
{
	struct sheet_state *s = pane->state;
	struct levels_kernel kernels[KERNELS_MOST];
	struct error ignored;
	bool calls = s->levels.gpu && (pane->ops->levels == LEVELS_OPS || pane->ops->levels == LEVELS_MODULES);
	struct analysis *analysis = calls ? session_analysis(&pane->app->session, &ignored) : NULL;
	uint32_t names, n = 0;

	if (analysis)
		n = levels_kernels(analysis, &s->levels, table_row, kernels, KERNELS_MOST, &names);
	if (!n)
		return;
	lines_row(lines);
	lines_add(lines, ROLE_HEADING, "kernels of all calls");
	for (uint32_t i = 0; i < n; i++) {
		char brief[BRIEF_BYTES];
		const char *name = event_brief_name(kernels[i].name, brief);

		lines_row(lines);
		lines_printf(lines, ROLE_NORMAL, "%10.3f ms %6u  ", (double)kernels[i].ns / 1e6, kernels[i].count);
		lines_fit(lines, ROLE_KERNEL, name, strlen(name), cols - lines->col);
	}
	if (names > n) {
		lines_row(lines);
		lines_printf(lines, ROLE_DIM, "%13s %6u  more", "", names - n);
	}
	lines_row(lines);
}

/* Of a title that does not fit both ends are kept: those of one table begin alike, or end so. */
static void
describe_label(struct lines *lines, const char *title, int cells)
{
	const char *end = title + strlen(title), *tail = title;
	uint32_t code;
	int left = (int)text_width(title, strlen(title));

	if (left <= cells || cells < 8) {
		lines_fit(lines, ROLE_DIM, title, strlen(title), cells);
		return;
	}
	for (; left > cells / 2; left -= text_code_width(code))
		tail += text_decode(tail, end, &code);
	for (int head = cells - left - 1; head > 0; head -= text_code_width(code)) {
		size_t n = text_decode(title, end, &code);

		lines_fit(lines, ROLE_DIM, title, n, 1);
		title += n;
	}
	lines_add(lines, ROLE_DIM, "\xe2\x80\xa6");
	lines_add(lines, ROLE_DIM, tail);
}

/* In one line, or in as many as it takes. False where it was cut. */
static bool
describe_cell(const struct sheet_state *s, uint32_t row, uint32_t column, struct lines *lines, int cols, int label,
	bool one_line)
{
	const char *text;
	char out[32];
	size_t len;

	if (table_is_null(s->table, row, column))
		return true;
	text = table_cell_show(s->table, row, column, out);
	len = strnlen(text, EVENT_VALUE_BYTES);
	lines_row(lines);
	describe_label(lines, s->table->columns[column].def->title, label);
	lines_col(lines, label + 2);
	if (one_line)
		lines_fit(lines, ROLE_NORMAL, text, len, cols - label - 2);
	else
		lines_wrap(lines, ROLE_NORMAL, text, len, cols, label + 2);
	return !one_line || (int)text_width(text, len) <= cols - label - 2;
}

static int
label_width(const struct table *table, int cols)
{
	int label = 0;

	for (uint32_t c = 0; c < table->n_columns; c++) {
		const char *title = table->columns[c].def->title;
		int width = (int)text_width(title, strlen(title));

		label = width > label ? width : label;
	}
	return label > cols * 2 / 5 ? cols * 2 / 5 : label;
}

/*
 * Every column of the row, also those that are not shown: the first text in one line, then the numbers, for they stay
 * where they are from row to row, then texts of any length.
 */
void
sheet_describe(const struct pane *pane, uint32_t row, struct lines *lines, int cols)
{
	const struct sheet_state *s = pane->state;
	uint32_t n = s->table->n_columns, first = 0;
	int label = label_width(s->table, cols);
	bool whole = true;

	row = sheet_row(s, row);
	while (first < n && s->table->columns[first].def->type != CELL_TEXT)
		first++;
	if (first < n)
		whole = describe_cell(s, row, first, lines, cols, label, true);
	for (uint32_t c = 0; c < n; c++)
		if (s->table->columns[c].def->type != CELL_TEXT)
			describe_cell(s, row, c, lines, cols, label, false);
	for (uint32_t c = 0; c < n; c++)
		if (s->table->columns[c].def->type == CELL_TEXT && (c != first || !whole))
			describe_cell(s, row, c, lines, cols, label, false);
	if (sheet_above_roof(s, row)) {
		lines_row(lines);
		lines_wrap(lines, ROLE_WARNING, ABOVE_ROOF, strlen(ABOVE_ROOF), cols, 0);
	}
	lines_row(lines);
	if (sheet_has_levels(s) && s->levels.size[row] > 1) {
		describe_kernels(pane, row, lines, cols);
		lines_row(lines);
		lines_add(lines, ROLE_HEADING, "the longest of them");
	}
}

bool
sheet_is_many(const struct pane *pane, uint32_t row)
{
	static const char *const counts[] = {"count", "operation_count", "ops", "calls"};
	const struct sheet_state *s = pane->state;
	uint32_t table_row = sheet_row(s, row);

	if (sheet_has_levels(s))
		return s->levels.size[table_row] > 1;
	for (size_t i = 0; i < sizeof(counts) / sizeof(*counts); i++) {
		int column = table_find_column(s->table, counts[i]);

		if (column >= 0 && s->table->columns[column].def->type == CELL_INT
			&& table_cell(s->table, table_row, (uint32_t)column).i > 1)
			return true;
	}
	return false;
}

uint32_t
sheet_table_event(const struct sheet_state *s, uint32_t row)
{
	for (uint32_t c = 0; c < s->table->n_columns; c++) {
		int64_t event;

		if (s->table->columns[c].def->unit != UNIT_EVENT || table_is_null(s->table, row, c))
			continue;
		event = table_cell(s->table, row, c).i;
		if (event >= 0 && event < TRACE_NONE)
			return (uint32_t)event;
	}
	return TRACE_NONE;
}

uint32_t
sheet_event(const struct pane *pane, uint32_t row)
{
	return sheet_table_event(pane->state, sheet_row(pane->state, row));
}
