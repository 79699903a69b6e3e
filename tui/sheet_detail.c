/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is told of a row beside a table. */
#include "analysis/argbrief.h"
#include "base/text.h"
#include "trace/trace.h"
#include "tui/app.h"
#include "tui/event_lines.h"
#include "tui/kernel_lines.h"
#include "tui/sheet_pane_priv.h"
#include <limits.h>
#include <string.h>

#define BELOW_LEAST 78	/* cells that only a detail below a pane has, or one in a very wide window */
#define MANY_ROWS 2	/* of the name of a row that stands for many calls; other texts have one */
#define NUMBER_CELLS 12	/* of a number beside its title */
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
	struct levels_kernel kernels[KERNEL_LINES];
	struct error ignored;
	bool calls = s->levels.gpu && (pane->ops->levels == LEVELS_OPS || pane->ops->levels == LEVELS_MODULES);
	struct analysis *analysis = calls ? session_analysis(&pane->app->session, &ignored) : NULL;
	uint32_t names = 0, n = 0;

	if (analysis)
		n = levels_kernels(analysis, &s->levels, table_row, kernels, KERNEL_LINES, &names);
	kernel_lines(lines, "kernels of all calls", kernels, n, names, cols);
}

/* Of a title that does not fit both ends are kept: those of one table begin alike, or end so. */
static void
describe_label(struct lines *lines, const char *title, int cells)
{
	const char *end = title + strlen(title), *tail = title;
	uint32_t code;
	int left = (int)text_width(title, strlen(title));

	if (left <= cells || cells < 8) {
		lines_fit(lines, ROLE_LABEL, title, strlen(title), cells);
		return;
	}
	for (; left > cells / 2; left -= text_code_width(code))
		tail += text_decode(tail, end, &code);
	for (int head = cells - left - 1; head > 0; head -= text_code_width(code)) {
		size_t n = text_decode(title, end, &code);

		lines_fit(lines, ROLE_LABEL, title, n, 1);
		title += n;
	}
	lines_add(lines, ROLE_LABEL, "\xe2\x80\xa6");
	lines_add(lines, ROLE_LABEL, tail);
}

/* In so many rows at most: of one that is cut in the first its brief name. */
static void
describe_cell(const struct sheet_state *s, uint32_t row, uint32_t column, struct lines *lines, int cols, int label,
	unsigned rows)
{
	const struct column_def *def = s->table->columns[column].def;
	struct buffer brief = {0};
	const char *text;
	char out[32], name[BRIEF_BYTES];
	size_t len;

	if (table_is_null(s->table, row, column))
		return;
	text = table_cell_show(s->table, row, column, out);
	if (argbrief_column(&brief, def->id, text))
		text = brief.len ? brief.data : "-";
	else if (rows <= MANY_ROWS && !lines->whole && (int)text_width(text, strlen(text)) > cols - label - 2)
		text = event_brief_name(text, name);
	len = strnlen(text, EVENT_VALUE_BYTES);
	lines_row(lines);
	describe_label(lines, def->title, label);
	lines_col(lines, label + 2);
	lines_wrap_most(lines, ROLE_NORMAL, text, len, cols, label + 2, lines->whole ? UINT_MAX : rows);
	buffer_free(&brief);
}

/* Of titles of texts, else of numbers: as wide as the longest, while the values have their room behind it. */
static int
label_width(const struct table *table, int cols, bool texts)
{
	int most[2] = {0, 0}, room[2] = {cols - NUMBER_CELLS - 2, cols * 2 / 5};

	for (uint32_t c = 0; c < table->n_columns; c++) {
		const struct column_def *def = table->columns[c].def;
		int width = (int)text_width(def->title, strlen(def->title));

		if (width > most[def->type == CELL_TEXT])
			most[def->type == CELL_TEXT] = width;
	}
	if (most[0] <= room[1] && most[1] <= room[1])	/* one column of values */
		return most[0] > most[1] ? most[0] : most[1];
	return most[texts] > room[texts] ? room[texts] : most[texts];
}

/* Of flat tables: the column that tells how many calls a row stands for, -1: of events. */
static int
count_column(const struct table *table)
{
	static const char *const counts[] = {"count", "operation_count", "ops", "calls"};

	for (size_t i = 0; i < sizeof(counts) / sizeof(*counts); i++) {
		int column = table_find_column(table, counts[i]);

		if (column >= 0 && table->columns[column].def->type == CELL_INT)
			return column;
	}
	return -1;
}

static bool
sheet_is_many(const struct pane *pane, uint32_t row)
{
	const struct sheet_state *s = pane->state;
	uint32_t table_row = sheet_row(s, row);
	int count = count_column(s->table);

	if (sheet_has_levels(s))
		return s->levels.size[table_row] > 1;
	return count >= 0 && table_cell(s->table, table_row, (uint32_t)count).i > 1;
}

static int
first_text(const struct table *table)
{
	for (uint32_t c = 0; c < table->n_columns; c++)
		if (table->columns[c].def->type == CELL_TEXT)
			return (int)c;
	return -1;
}

/* Of other events, which have their own detail: one line will do. */
static bool
is_other_name(const struct column_def *def)
{
	size_t len = strlen(def->id);

	return len > 5 && !strcmp(def->id + len - 5, "_name");
}

static bool
is_among(const char *id, const char *const ids[], size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(id, ids[i]))
			return true;
	return false;
}

static bool
is_of_any_length(const struct column_def *def)
{
	static const char *const ids[] = {"input_dims", "input_type", "input_strides", "concrete_inputs", "perf_params",
		"kernels", "kernels_brief", "call_stack"};

	return is_among(def->id, ids, sizeof(ids) / sizeof(*ids));
}

/*
 * What another line has. Of rows on levels: where the row stands tells its level, the event its start, and its arguments
 * too, where the row is that call. Of flat ones: all of the kernels, of which another column has the start.
 */
static bool
is_told_elsewhere(const struct sheet_state *s, uint32_t column, bool many)
{
	static const char *const ids[] = {"level", "start_ms", "input_dims", "input_type", "input_strides", "concrete_inputs"};
	const char *id = s->table->columns[column].def->id;

	if (sheet_has_levels(s))
		return is_among(id, ids, many ? 2 : sizeof(ids) / sizeof(*ids));
	return !strcmp(id, "kernels_brief") && table_find_column(s->table, "kernels") >= 0;
}

/* In short also what the row on screen has and, of many calls, what can wait. */
static bool
is_left_out(const struct pane *pane, uint32_t row, uint32_t column, bool many, bool whole)
{
	const struct sheet_state *s = pane->state;

	return is_told_elsewhere(s, column, many)
		|| (!whole && (sheet_shows(pane, row, column)
			|| (many && !strcmp(s->table->columns[column].def->id, "input_type"))));
}

/* Texts but for the first: those of any length, or the others. */
static void
describe_texts(const struct pane *pane, uint32_t row, struct lines *lines, int cols, bool many, bool any_length)
{
	const struct sheet_state *s = pane->state;
	int first = first_text(s->table), label = label_width(s->table, cols, true);

	for (uint32_t c = 0; c < s->table->n_columns; c++) {
		const struct column_def *def = s->table->columns[c].def;

		if (def->type == CELL_TEXT && (int)c != first && is_of_any_length(def) == any_length
			&& !is_left_out(pane, row, c, many, lines->whole))
			describe_cell(s, row, c, lines, cols, label, many || is_other_name(def) ? 1 : UINT_MAX);
	}
}

/* The event whose number the cell is, or TRACE_NONE. */
static uint32_t
event_of_cell(const struct table *table, uint32_t row, uint32_t column)
{
	int64_t number = -1;

	if (table->columns[column].def->unit == UNIT_EVENT && !table_is_null(table, row, column))
		number = table_cell(table, row, column).i;
	return number >= 0 && number < TRACE_NONE ? (uint32_t)number : TRACE_NONE;
}

/* The column of the event that is told of below, -1: of none. */
static int
event_column(const struct sheet_state *s, uint32_t row)
{
	for (uint32_t c = 0; c < s->table->n_columns; c++)
		if (event_of_cell(s->table, row, c) != TRACE_NONE)
			return (int)c;
	return -1;
}

uint32_t
sheet_table_event(const struct sheet_state *s, uint32_t row)
{
	int column = event_column(s, row);

	return column < 0 ? TRACE_NONE : event_of_cell(s->table, row, (uint32_t)column);
}

/* Of the event that is the row, or the longest of the row's; its name where it is not that of the row. */
unsigned
sheet_parts(const struct pane *pane, uint32_t row)
{
	const struct sheet_state *s = pane->state;
	uint32_t table_row = sheet_row(s, row), event = sheet_table_event(s, table_row);
	const struct trace *trace = pane->app->session.trace;
	int name = first_text(s->table);
	char out[32];
	bool same = name >= 0 && event < trace->n
		&& !strcmp(table_cell_show(s->table, table_row, (uint32_t)name, out), trace_name(trace, event));
	bool among = sheet_has_levels(s) || count_column(s->table) >= 0;	/* rows that stand for many */
	unsigned parts = sheet_is_many(pane, row) ? EVENT_NAME : among ? EVENT_NAME | EVENT_ARGS : EVENT_BESIDE;

	return same ? parts & ~EVENT_NAME : parts;
}

/*
 * What is no text, and not in the row beside: two in a row below a pane, where there is width and little height. The
 * number of an event leads to it, in a row of its own; that of the event which is told below is left out.
 */
static void
describe_numbers(const struct pane *pane, uint32_t row, struct lines *lines, int cols, bool many)
{
	const struct sheet_state *s = pane->state;
	int label = label_width(s->table, cols, false), half = cols / 2;
	bool two = cols >= BELOW_LEAST && label + 2 + NUMBER_CELLS + 2 <= half, beside = false;
	bool own = pane->ops->event == sheet_event;	/* else its events may be another trace's */
	uint32_t told = sheet_table_event(s, row);

	for (uint32_t c = 0; c < s->table->n_columns; c++) {
		const struct column_def *def = s->table->columns[c].def;
		uint32_t event = own ? event_of_cell(s->table, row, c) : TRACE_NONE;
		char out[32];
		const char *text;
		int at;

		if (def->type == CELL_TEXT || table_is_null(s->table, row, c) || (event != TRACE_NONE && event == told)
			|| is_left_out(pane, row, c, many, lines->whole))
			continue;
		at = beside && event == TRACE_NONE ? half : 0;
		if (!at)
			lines_row(lines);
		text = table_cell_show(s->table, row, c, out);
		lines_col(lines, at);
		describe_label(lines, def->title, label);
		lines_col(lines, at + label + 2);
		lines_fit(lines, ROLE_NORMAL, text, strlen(text), (!two || at ? cols : half - 1) - lines->col);
		if (event != TRACE_NONE)
			lines_link(lines, event, NULL);
		beside = two && !at && event == TRACE_NONE;
	}
}

/* What the event below is to the row, where the row is not that event. */
static void
describe_relation(const struct pane *pane, uint32_t row, struct lines *lines, int cols, bool many)
{
	const struct sheet_state *s = pane->state;
	int column = event_column(s, row);
	const struct column_def *def = column < 0 ? NULL : s->table->columns[column].def;
	const char *help = !def || (pane->ops->describe_rest && !many) || def->flags & COLUMN_KEY ? NULL : def->help;

	lines_row(lines);
	if (!help)
		return;
	lines_row(lines);
	lines_wrap(lines, ROLE_HEADING, help, strlen(help), cols, 0);
}

/*
 * What the row on screen does not have: the first text, then the numbers and short texts. Those of a row of many stay where
 * they are from row to row: the first in one line, of any length behind the event.
 */
void
sheet_describe(const struct pane *pane, uint32_t row, struct lines *lines, int cols)
{
	const struct sheet_state *s = pane->state;
	uint32_t table_row = sheet_row(s, row);
	int first = first_text(s->table), texts = label_width(s->table, cols, true);
	bool many = pane->ops->describe_rest && sheet_is_many(pane, row);

	if (first >= 0)
		describe_cell(s, table_row, (uint32_t)first, lines, cols, texts, many ? 1 : UINT_MAX);
	describe_numbers(pane, table_row, lines, cols, many);
	describe_texts(pane, table_row, lines, cols, many, false);
	if (!many)
		describe_texts(pane, table_row, lines, cols, many, true);
	if (sheet_above_roof(s, table_row)) {
		lines_row(lines);
		lines_wrap(lines, ROLE_WARNING, ABOVE_ROOF, strlen(ABOVE_ROOF), cols, 0);
	}
	if (many)
		describe_kernels(pane, table_row, lines, cols);
	describe_relation(pane, table_row, lines, cols, many);
}

void
sheet_describe_rest(const struct pane *pane, uint32_t row, struct lines *lines, int cols)
{
	const struct sheet_state *s = pane->state;
	uint32_t table_row = sheet_row(s, row);
	int first = first_text(s->table), label = label_width(s->table, cols, true);
	char out[32];
	const char *name = first < 0 ? "" : table_cell_show(s->table, table_row, (uint32_t)first, out);

	if (!sheet_is_many(pane, row))
		return;
	lines_row(lines);
	if ((int)text_width(name, strlen(name)) > cols - label - 2)
		describe_cell(s, table_row, (uint32_t)first, lines, cols, label, MANY_ROWS);
	describe_texts(pane, table_row, lines, cols, true, true);
}

uint32_t
sheet_event(const struct pane *pane, uint32_t row)
{
	return sheet_table_event(pane->state, sheet_row(pane->state, row));
}
