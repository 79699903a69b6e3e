/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/argbrief.h"
#include "base/text.h"
#include "trace/trace.h"
#include "tui/app.h"
#include "tui/event_lines.h"
#include "tui/links.h"
#include "tui/sheet_pane_priv.h"
#include <stdio.h>
#include <string.h>

#define MEASURED_ROWS 200
#define MEASURED_BYTES 400
#define HEADING_BYTES 96
#define INDENT 2
#define CALL_NAME_BYTES 256
#define MODULE_START "nn.Module: "
#define NAME_CELLS 30	/* what columns leave to the names of levels before they are left out */
#define TEXT_CELLS 10	/* and numbers, but for the first, to the first text that stands behind them */

static bool
sheet_is_text(const struct sheet_state *s, uint32_t column)
{
	enum cell_type type = s->table->columns[column].def->type;

	return type == CELL_TEXT || type == CELL_BOOL;
}

/* Whether the row has a name alone, for what stands below it. */
static bool
sheet_is_heading(const struct sheet_state *s, uint32_t row)
{
	for (uint32_t c = 0; c < s->table->n_columns; c++)
		if ((int)c != s->name && !table_is_null(s->table, row, c))
			return false;
	return s->name >= 0;
}

/* Cells before the name, on a level, of a row that no filter hides. */
static uint32_t
sheet_indent(const struct sheet_state *s, uint32_t row)
{
	return s->outline.depth[s->outline.entry[row]] * INDENT + 2;
}

/*
 * Ids, not titles: they are short, and what :sort, :columns and :filter take. The detail has the
 * titles.
 */
static const char *
heading_text(const struct column_def *def, char out[HEADING_BYTES])
{
	const char *unit = table_id_unit(def);

	snprintf(out, HEADING_BYTES, "%s%s%s", def->id, *unit ? " " : "", unit);
	return out;
}

/* The text of a cell as lists show it, what differs from row to row first. An empty cell stays empty. */
static const char *
sheet_brief(const struct sheet_state *s, uint32_t column, const char *text, char brief[BRIEF_BYTES])
{
	struct buffer words = {0};
	bool argument = argbrief_column(&words, s->table->columns[column].def->id, text);

	if (argument)
		snprintf(brief, BRIEF_BYTES, "%s", words.len ? words.data : "");
	buffer_free(&words);
	return argument ? brief : *text ? event_brief_name(text, brief) : text;
}

void
sheet_measure(struct sheet_state *s)
{
	uint32_t rows = s->table->n_rows < MEASURED_ROWS ? s->table->n_rows : MEASURED_ROWS;

	for (uint32_t c = 0; c < s->table->n_columns; c++) {
		char heading[HEADING_BYTES];
		size_t width = strlen(heading_text(s->table->columns[c].def, heading));

		for (uint32_t row = 0; row < rows; row++) {
			char out[32], brief[BRIEF_BYTES];
			const char *text = table_cell_show(s->table, row, c, out);
			size_t cells;

			if (sheet_is_text(s, c))
				text = sheet_brief(s, c, text, brief);
			cells = text_width(text, strnlen(text, MEASURED_BYTES));
			if ((int)c == s->name)
				cells = sheet_is_heading(s, row) ? 0 : cells + sheet_indent(s, row);
			width = cells > width ? cells : width;
		}
		s->widths[c] = (int)width;
	}
}

void
sheet_usual_columns(struct sheet_state *s, const char *usual, bool all)
{
	s->n_columns = 0;
	for (const char *p = usual; p && !all && *p;) {
		char id[64];
		size_t len = strcspn(p, ",");
		int column;

		snprintf(id, sizeof(id), "%.*s", (int)len, p);
		column = table_find_column(s->table, id);
		if (column >= 0)
			s->columns[s->n_columns++] = (uint32_t)column;
		p += len + (p[len] == ',');
	}
	if (s->n_columns)
		return;
	for (uint32_t c = 0; c < s->table->n_columns; c++)
		if (all || !(s->table->columns[c].def->flags & COLUMN_NOISY))
			s->columns[s->n_columns++] = c;
}

/* Texts share half of the room at first, so that some numbers are always to be seen. */
static int
sheet_width(const struct sheet_state *s, uint32_t column, int cols)
{
	int texts = 0, most;

	if (!sheet_is_text(s, column))
		return s->widths[column] > SHEET_CELLS_MAX ? SHEET_CELLS_MAX : s->widths[column];
	for (uint32_t i = 0; i < s->n_columns && texts < 2; i++)
		texts += sheet_is_text(s, s->columns[i]);
	most = cols * 11 / 20 / (texts ? texts : 1);
	most = most < 10 ? 10 : most > SHEET_CELLS_MAX ? SHEET_CELLS_MAX : most;
	return s->widths[column] > most ? most : s->widths[column];
}

/* Whether the column can be drawn there: a number whole, a text when some of it is to be seen. */
static bool
sheet_fits(const struct sheet_state *s, uint32_t column, int col, int width, int cols)
{
	return !col || col + width <= cols || (sheet_is_text(s, column) && col + 8 <= cols);
}

/* The first column drawn: one further for each step to the right. */
static uint32_t
sheet_from(const struct pane *pane)
{
	const struct sheet_state *s = pane->state;
	uint32_t from = (uint32_t)pane->shift / 8;

	return from < s->n_columns ? from : s->n_columns ? s->n_columns - 1 : 0;
}

struct sheet_place {
	uint32_t column;
	int col, width;
};

/* Cells that are left over go to the text that lacks most; one stays for the sign of the order. */
static void
sheet_spread(const struct sheet_state *s, struct sheet_place *places, int n, int cols)
{
	int spare = n ? cols - places[n - 1].col - places[n - 1].width - 1 : 0;

	while (spare > 0) {
		int most = 0, widest = -1, more;

		for (int i = 0; i < n; i++) {
			int lacks = s->widths[places[i].column] - places[i].width;

			if (sheet_is_text(s, places[i].column) && lacks > most) {
				most = lacks;
				widest = i;
			}
		}
		if (widest < 0)
			return;
		more = most < spare ? most : spare;
		places[widest].width += more;
		for (int i = widest + 1; i < n; i++)
			places[i].col += more;
		spare -= more;
	}
}

static uint32_t
sheet_first_text(const struct sheet_state *s, uint32_t from)
{
	while (from < s->n_columns && !sheet_is_text(s, s->columns[from]))
		from++;
	return from < s->n_columns ? from : 0;
}

/*
 * Where columns are drawn. The name of a row on a level is always there, at the end if it is the
 * last. A text at the end takes what is left.
 */
static int
sheet_layout(const struct pane *pane, int cols, struct sheet_place places[SHEET_PLACES])
{
	const struct sheet_state *s = pane->state;
	bool name_last = s->n_columns && (int)s->columns[s->n_columns - 1] == s->name;
	int n = 0, col = 0, room = name_last ? cols - NAME_CELLS : cols;
	uint32_t text = sheet_first_text(s, sheet_from(pane));

	for (uint32_t i = sheet_from(pane); i < s->n_columns && n < SHEET_PLACES; i++) {
		uint32_t c = s->columns[i];
		bool name = name_last && i + 1 == s->n_columns;
		int width = name ? cols - col : sheet_width(s, c, cols);

		if (n && i < text && col + width + 2 + TEXT_CELLS > cols)
			continue;
		if (!name && !sheet_fits(s, c, col, width, room)) {
			if (!name_last)
				break;
			continue;
		}
		places[n++] = (struct sheet_place){c, col, width};
		col += width + 2;
	}
	sheet_spread(s, places, n, cols);
	if (n && sheet_is_text(s, places[n - 1].column))
		places[n - 1].width = cols - places[n - 1].col - (cols > places[n - 1].col + 1);
	return n;
}

uint32_t
sheet_drawn(const struct pane *pane, uint32_t columns[SHEET_PLACES])
{
	struct sheet_place places[SHEET_PLACES];
	int n = sheet_layout(pane, pane->cols, places);

	for (int i = 0; i < n; i++)
		columns[i] = places[i].column;
	return (uint32_t)n;
}

bool
sheet_shows(const struct pane *pane, uint32_t table_row, uint32_t column)
{
	const struct sheet_state *s = pane->state;
	struct sheet_place places[SHEET_PLACES];
	int n = sheet_layout(pane, pane->cols, places), i = 0;
	char out[32], brief[BRIEF_BYTES];
	const char *text;

	while (i < n && places[i].column != column)
		i++;
	if (i == n || !sheet_is_text(s, column))
		return i < n;
	text = sheet_brief(s, column, table_cell_show(s->table, table_row, column, out), brief);
	return (int)column != s->name && text_width(text, strlen(text)) <= (size_t)places[i].width;
}

/* "+3": so many columns have no place. */
static void
sheet_heading_rest(const struct pane *pane, struct canvas *canvas, int n)
{
	uint32_t rest = ((const struct sheet_state *)pane->state)->n_columns - sheet_from(pane) - (uint32_t)n;
	char text[16];
	int width;

	if (!rest)
		return;
	width = snprintf(text, sizeof(text), "+%u", rest);
	for (int col = canvas->cols - width - 1; col < canvas->cols; col++)
		if (!canvas_is_blank(canvas, 0, col))
			return;
	canvas_puts(canvas, 0, canvas->cols - width, ROLE_DIM, text);
}

void
sheet_heading(const struct pane *pane, struct canvas *canvas)
{
	const struct sheet_state *s = pane->state;
	struct sheet_place places[SHEET_PLACES];
	int n = sheet_layout(pane, canvas->cols, places);

	for (int i = 0; i < n; i++) {
		const struct sheet_place *at = &places[i];
		char heading[HEADING_BYTES];
		const char *title = heading_text(s->table->columns[at->column].def, heading);
		bool sorted = s->sort == (int)at->column;
		enum role role = sorted ? ROLE_SORTED : ROLE_HEADING;

		if (sheet_is_text(s, at->column))
			canvas_text(canvas, 0, at->col, at->width, role, title, strlen(title));
		else
			canvas_right(canvas, 0, at->col, at->width, role, title);
		if (sorted)
			canvas_glyph(canvas, 0,
				at->col
					+ (sheet_is_text(s, at->column) ? (int)strlen(title)
									: at->width),
				ROLE_HEADING, s->descending ? GLYPH_DOWN : GLYPH_UP);
	}
	sheet_heading_rest(pane, canvas, n);
}

static const char *
module_name(const struct trace *trace, uint32_t module)
{
	const char *name = trace_name(trace, module);

	return strncmp(name, MODULE_START, strlen(MODULE_START)) ? name : name + strlen(MODULE_START);
}

/* "event 5238 at 47.683 ms  Attention_2/Linear_9": a call has the name of the row above it. */
static void
call_name(const struct pane *pane, uint32_t row, uint32_t start, char out[CALL_NAME_BYTES])
{
	const struct sheet_state *s = pane->state;
	const struct tree *tree = pane->app->session.tree;
	uint32_t event = sheet_table_event(s, row), module = TRACE_NONE, outer;
	char cell[32];
	int used = snprintf(out, CALL_NAME_BYTES, "event %u at %s ms", event,
		table_cell_show(s->table, row, start, cell));

	if (event != TRACE_NONE && tree_has(tree, event))
		module = link_module_around(tree, event);
	if (module == TRACE_NONE)
		return;
	outer = tree_ancestor_module(tree, module);
	snprintf(out + used, CALL_NAME_BYTES - (size_t)used, "  %.80s%s%.80s",
		outer == TRACE_NONE ? "" : module_name(tree->trace, outer), outer == TRACE_NONE ? "" : "/",
		module_name(tree->trace, module));
}

/* Rows that stand there for others, as in the tree. */
static bool
is_dim(const struct sheet_state *s, uint32_t row)
{
	return sheet_has_levels(s) && *s->filter && !s->pass[row];
}

/* A name on its level, with a sign for what is below it. */
static void
sheet_draw_name(const struct pane *pane, struct canvas *canvas, int y, const struct sheet_place *at,
	enum role role, uint32_t row)
{
	const struct sheet_state *s = pane->state;
	int col = at->col, width = at->width;
	uint32_t entry = levels_entry(s, row),
		 depth = s->outline.depth[entry] - s->outline.depth[levels_first(s)];
	enum glyph sign = !outline_has_children(&s->outline, entry) ? GLYPH_LEAF
		: outline_is_open(&s->outline, entry) ? GLYPH_OPEN : GLYPH_CLOSED;
	uint32_t table_row = s->outline.id[entry];
	int start = table_find_column(s->table, "start_ms");
	int indent = depth * INDENT > (unsigned)width / 2 ? width / 2 : (int)depth * INDENT;
	char out[32], single[CALL_NAME_BYTES], brief[BRIEF_BYTES];
	const char *text = table_cell_show(s->table, table_row, (uint32_t)s->name, out);

	for (int i = 0; i + INDENT <= indent; i += INDENT)
		canvas_glyph(canvas, y, col + i, ROLE_GUIDE, GLYPH_VLINE);
	if (s->levels.size[table_row] == 1 && start >= 0) {
		call_name(pane, table_row, (uint32_t)start, single);
		text = single;
	} else if (!table_is_null(s->table, table_row, (uint32_t)s->name)) {
		text = event_brief_name(text, brief);
	}
	canvas_glyph(canvas, y, col + indent, ROLE_GUIDE, sign);
	canvas_text(canvas, y, col + indent + 2, width - indent - 2,
		!depth && role == ROLE_NORMAL ? ROLE_THREAD : role, text, strlen(text));
}

static enum role
sheet_role(const struct pane *pane, uint32_t table_row, uint32_t column)
{
	const struct sheet_state *s = pane->state;

	if (s->tags[table_row])
		return ROLE_FOUND;
	if (is_dim(s, table_row))
		return ROLE_DIM;
	return pane->ops->cell_role ? pane->ops->cell_role(pane, table_row, column) : ROLE_NORMAL;
}

void
sheet_draw(const struct pane *pane, struct canvas *canvas, int y, uint32_t row)
{
	const struct sheet_state *s = pane->state;
	uint32_t table_row = sheet_row(s, row);
	struct sheet_place places[SHEET_PLACES];
	int n = sheet_layout(pane, canvas->cols, places);

	if (sheet_is_heading(s, table_row)) {
		const struct sheet_place whole = {(uint32_t)s->name, 0, canvas->cols};

		sheet_draw_name(pane, canvas, y, &whole, s->tags[table_row] ? ROLE_FOUND : ROLE_NORMAL, row);
		n = 0;
	}
	for (int i = 0; i < n; i++) {
		const struct sheet_place *at = &places[i];
		enum role role = sheet_role(pane, table_row, at->column);
		char out[32], brief[BRIEF_BYTES];
		const char *text = table_cell_show(s->table, table_row, at->column, out);

		if (sheet_is_text(s, at->column))
			text = sheet_brief(s, at->column, text, brief);
		if ((int)at->column == s->name)
			sheet_draw_name(pane, canvas, y, at, role, row);
		else if (sheet_is_text(s, at->column))
			canvas_text(canvas, y, at->col, at->width, role, text, strlen(text));
		else
			canvas_right(canvas, y, at->col, at->width, role, text);
	}
	if (n && s->tags[table_row])
		canvas_put(canvas, y, places[0].width, ROLE_FOUND, '*');
}

void
sheet_title(const struct pane *pane, struct buffer *left, struct buffer *right)
{
	const struct sheet_state *s = pane->state;

	if (s->n_zoom) {
		const char *name =
			table_cell(s->table, s->zoom[s->n_zoom - 1], (uint32_t)s->name).s;

		buffer_printf(left, "only %.60s", name ? name : "");
	} else if (!sheet_has_levels(s)) {
		buffer_printf(left, "%s%s", s->table->title,
			table_find_column(s->table, "is_recompute") < 0 ? "" : ", recomputation apart");
	}
	sheet_title_right(pane, right);
}

/* Of what the first shares that are shown are shares. */
void
sheet_title_note(const struct pane *pane, struct buffer *note)
{
	const struct sheet_state *s = pane->state;

	for (uint32_t i = 0; i < s->n_columns && !note->len; i++) {
		const struct column_def *def = s->table->columns[s->columns[i]].def;

		if (!(def->flags & COLUMN_SHARE) || def->unit != UNIT_PERCENT || !def->help)
			continue;
		if (strncmp(def->help, def->id, strlen(def->id)))
			buffer_printf(note, "%s: ", def->id);
		buffer_add_text(note, def->help);
	}
}

void
sheet_title_right(const struct pane *pane, struct buffer *right)
{
	const struct sheet_state *s = pane->state;
	char of[2][32];
	uint32_t shown, all;

	sheet_sums(pane, right, 2);
	if (s->n_tags)
		buffer_add_text(right, "   ");
	if (sheet_has_levels(s) && *s->filter && !s->n_zoom) {
		levels_tops(s, &shown, &all);
		buffer_printf(right, "%s of %s top rows   ", text_count(of[0], shown), text_count(of[1], all));
	}
	if (!sheet_has_levels(s))
		buffer_printf(right, "%s of %s rows", text_count(of[0], sheet_n_rows(s)),
			text_count(of[1], s->table->n_rows));
	if (s->sort >= 0)
		buffer_printf(right, "%sby %s", sheet_has_levels(s) ? "" : ", ", s->table->columns[s->sort].def->id);
	else if (sheet_has_levels(s))
		buffer_add_text(right, "largest first");
	if (s->sort < 0 && s->descending)
		buffer_add_text(right, ", turned round");
	if (*s->filter)
		buffer_printf(right, "   %s", s->filter);
}
