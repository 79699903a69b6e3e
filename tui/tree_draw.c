/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/bits.h"
#include "base/text.h"
#include "tui/event_lines.h"
#include "tui/tree_pane_priv.h"
#include <stdio.h>
#include <string.h>

#define INDENT 2
#define NAME_MOST 80		/* of a name, however wide the window: a page stays cheap, the detail has the rest */
#define PATH_NAME_MOST 30	/* cells of the name of one above a zoomed row, */
#define ZOOM_NAME_MOST 60	/* and of that row */
#define NAME_CELLS 40		/* what columns leave to the name before they are left out */
#define NAME_CHOSEN 16		/* the same of columns that were chosen, and of the first one */

const struct column_def tree_columns[TREE_COLUMNS] = {
	[TREE_BUSY] = {"busy", "GPU ms", CELL_TIME, UNIT_MS, COLUMN_DESCENDING, 10,
		"time in which at least one GPU event below the row ran"},
	[TREE_SHARE] = {"share", "share %", CELL_REAL, UNIT_PERCENT, COLUMN_DESCENDING, 8,
		"GPU busy as a part of the zoomed row's, else of the trace's"},
	[TREE_SELF] = {"self", "self ms", CELL_TIME, UNIT_MS, COLUMN_DESCENDING, 9,
		"GPU time, summed, that no operator or frame further down launched"},
	[TREE_COUNT] = {"count", "n", CELL_INT, UNIT_COUNT, COLUMN_DESCENDING, 7,
		"instances of a merged row, else GPU events below the row"},
	[TREE_HOST] = {"host", "host ms", CELL_TIME, UNIT_MS, COLUMN_DESCENDING, 11,
		"duration, of a merged row that of all instances"},
	[TREE_SUM] = {"sum", "sum ms", CELL_TIME, UNIT_MS, COLUMN_DESCENDING, 11,
		"durations of the GPU events below the row, added up"},
	[TREE_ROOFLINE] = {"roofline", "roof %", CELL_REAL, UNIT_PERCENT, COLUMN_DESCENDING, 6,
		"time at the roofline by GPU time, of operators below whose roofline is known"},
	[TREE_ABOVE] = {"above", "above ms", CELL_TIME, UNIT_MS, COLUMN_DESCENDING, 10,
		"GPU time of those above the roofline, the most that could be won"},
	[TREE_NAME] = {"name", "name", CELL_TEXT, UNIT_NONE, 0, 0, "name"},
	[TREE_TIME] = {"time", "time", CELL_TIME, UNIT_MS, 0, 0, "in the order of the trace"},
};

const uint32_t *
tree_shown(const struct tree_view *view, uint32_t *n)
{
	static const uint32_t usual[] = {TREE_BUSY, TREE_SHARE, TREE_SELF, TREE_COUNT, TREE_HOST};
	static const uint32_t of_host[] = {TREE_HOST};
	bool gpu = view->source.session->tree->n_gpu;

	*n = view->n_columns ? view->n_columns : gpu ? sizeof(usual) / sizeof(*usual) : 1;
	return view->n_columns ? view->columns : gpu ? usual : of_host;
}

uint32_t
tree_fitting(const struct tree_view *view, int cols)
{
	uint32_t n, i = 0;
	const uint32_t *columns = tree_shown(view, &n);
	int used = 0;

	while (i < n && (used += tree_columns[columns[i]].width + 1) <= cols - (view->n_columns || !i ? NAME_CHOSEN : NAME_CELLS))
		i++;
	return i;
}

/* Which columns are drawn where; then the name. */
struct tree_places {
	uint32_t column[TREE_NAME];
	int col[TREE_NAME];
	unsigned n;
	int name;
};

static void
tree_layout(const struct tree_view *view, int cols, struct tree_places *places)
{
	uint32_t n;
	const uint32_t *columns = tree_shown(view, &n);
	int used = 0;

	places->n = tree_fitting(view, cols);
	for (unsigned i = 0; i < places->n; i++) {
		places->column[i] = columns[i];
		places->col[i] = used;
		used += tree_columns[columns[i]].width + 1;
	}
	places->name = used + (used > 0);
}

void
tree_heading(const struct pane *pane, struct canvas *canvas)
{
	const struct tree_view *view = tree_view(pane);
	struct tree_places places;

	tree_layout(view, canvas->cols, &places);
	for (unsigned i = 0; i < places.n; i++) {
		uint32_t c = places.column[i];
		const char *title = c == TREE_COUNT && !view->source.merged ? "GPU n" : tree_columns[c].title;
		int width = tree_columns[c].width;

		canvas_right(canvas, 0, places.col[i], width, view->sort == c ? ROLE_SORTED : ROLE_HEADING, title);
		if (view->sort == c)
			canvas_glyph(canvas, 0, places.col[i] + width, ROLE_HEADING,
				view->ascending ? GLYPH_UP : GLYPH_DOWN);
	}
	canvas_puts(canvas, 0, places.name, view->sort == TREE_NAME ? ROLE_SORTED : ROLE_HEADING, "name");
}

/* Nothing is left blank, so that what there is stands out. */
static void
tree_ms(char out[32], int64_t ns)
{
	out[0] = '\0';
	if (ns)
		snprintf(out, 32, "%.3f", (double)ns / 1e6);
}

double
tree_share(const struct tree_view *view, int64_t busy)
{
	struct tree_figures whole = {.busy = view->source.session->tree->busy_all};

	if (view->n_zoom)
		tree_source_figures(&view->source, view->zoom[view->n_zoom - 1], &whole);
	return whole.busy > 0 ? 100.0 * (double)busy / (double)whole.busy : 0;
}

static void
tree_cells(const struct tree_view *view, uint32_t id, char cells[TREE_NAME][32])
{
	struct tree_figures f;
	struct tree_roof roof;

	tree_source_figures(&view->source, id, &f);
	tree_source_roof(&view->source, id, &roof);
	tree_ms(cells[TREE_BUSY], f.busy);
	tree_ms(cells[TREE_SELF], f.self);
	tree_ms(cells[TREE_HOST], f.host);
	tree_ms(cells[TREE_SUM], f.sum);
	tree_ms(cells[TREE_ABOVE], roof.above_ns);
	cells[TREE_SHARE][0] = cells[TREE_COUNT][0] = cells[TREE_ROOFLINE][0] = '\0';
	if (roof.kernel_ns)
		snprintf(cells[TREE_ROOFLINE], 32, "%.1f", tree_roof_percent(&roof));
	if (f.busy)
		snprintf(cells[TREE_SHARE], 32, "%.1f", tree_share(view, f.busy));
	if (f.count)
		text_count(cells[TREE_COUNT], f.count);
}

/* Guides to the row's depth, no more than half of the room; then how deep it is, if that is not to be seen. */
static int
tree_indent(const struct pane *pane, struct canvas *canvas, int y, int col, uint32_t depth)
{
	int room = (canvas->cols - col) / 2, cells = depth > 10000 ? 10000 * INDENT : (int)depth * INDENT, skip;
	char number[16];

	skip = cells > room ? (cells - room + INDENT - 1) / INDENT * INDENT : 0;
	cells -= skip;
	cells = pane->shift > cells ? 0 : cells - pane->shift;
	canvas_fill(canvas, y, col, cells, ROLE_GUIDE, ' ');
	for (int i = 0; i + INDENT <= cells; i += 2 * INDENT)	/* every other one leads the eye as well */
		canvas_glyph(canvas, y, col + i, ROLE_GUIDE, GLYPH_VLINE);
	if (skip) {
		snprintf(number, sizeof(number), "%u ", depth);
		canvas_puts(canvas, y, col, ROLE_DIM, number);
	}
	return col + cells;
}

static void
tree_draw_name(const struct pane *pane, struct canvas *canvas, int y, int col, uint32_t entry)
{
	const struct tree_view *view = tree_view(pane);
	const struct outline *outline = &view->source.outline;
	uint32_t id = outline->id[entry];
	char label[256];
	const char *name = tree_source_label(&view->source, id, label);
	enum role role = view->passes && !bits_get(view->passes, id) ? ROLE_DIM : tree_source_role(&view->source, id);
	enum glyph sign = !outline_has_children(outline, entry) ? GLYPH_LEAF
		: outline_is_open(outline, entry) ? GLYPH_OPEN : GLYPH_CLOSED;
	size_t len;
	int room;

	col = tree_indent(pane, canvas, y, col, outline->depth[entry] - outline->depth[tree_first(view)]);
	canvas_glyph(canvas, y, col, ROLE_GUIDE, sign);
	canvas_put(canvas, y, col + 1, ROLE_GUIDE, ' ');
	name = event_short_name(name);
	len = strlen(name);
	for (int skip = pane->shift; skip > 0 && len > 1;) {
		uint32_t code;
		size_t n = text_decode(name, name + len, &code);

		name += n;
		len -= n;
		skip -= text_code_width(code);
	}
	room = canvas->cols - col - 2;
	canvas_text(canvas, y, col + 2, room > NAME_MOST ? NAME_MOST : room, role, name, len);
}

void
tree_draw(const struct pane *pane, struct canvas *canvas, int y, uint32_t row)
{
	const struct tree_view *view = tree_view(pane);
	uint32_t entry = tree_entry_at(view, row);
	char cells[TREE_NAME][32];
	struct tree_places places;
	enum role role;

	if (entry == OUTLINE_NONE)
		return;
	tree_layout(view, canvas->cols, &places);
	tree_cells(view, view->source.outline.id[entry], cells);
	role = tree_is_tagged(view, view->source.outline.id[entry]) ? ROLE_FOUND : ROLE_NORMAL;
	for (unsigned i = 0; i < places.n; i++)
		canvas_right(canvas, y, places.col[i], tree_columns[places.column[i]].width, role,
			cells[places.column[i]]);
	if (role == ROLE_FOUND)
		canvas_put(canvas, y, places.name ? places.name - 1 : 0, role, '*');
	tree_draw_name(pane, canvas, y, places.name, entry);
}

/* Of what the shares are shares. */
void
tree_title_note(const struct pane *pane, struct buffer *note)
{
	const struct tree_view *view = tree_view(pane);
	uint32_t n;
	const uint32_t *columns = tree_shown(view, &n);

	for (uint32_t i = 0; i < n; i++)
		if (columns[i] == TREE_SHARE)
			buffer_printf(note, "share of the %s GPU busy", view->n_zoom ? "zoomed row's"
				: view->source.session->whole ? "range's" : "trace's");
}

void
tree_title(const struct pane *pane, struct buffer *left, struct buffer *right)
{
	static const char *const frames[] = {"no frames", "modules", "all frames"};
	const struct tree_view *view = tree_view(pane);
	const struct outline *outline = &view->source.outline;
	uint32_t path[32];
	char passes[32], tagged[32], sum[64];
	unsigned n = 0;

	if (view->n_zoom)
		for (uint32_t up = tree_first(view); up != OUTLINE_NONE && n < 32; up = outline->parent[up])
			path[n++] = up;
	while (n--) {
		char label[256], safe[256];
		const char *name = event_short_name(tree_source_label(&view->source, outline->id[path[n]], label));
		size_t most = n ? PATH_NAME_MOST : ZOOM_NAME_MOST;
		bool cut;

		if (!strncmp(name, "nn.Module: ", 11))
			name += 11;
		cut = text_width(name, strlen(name)) > most;
		text_sanitise(safe, sizeof(safe), name, strlen(name), most - cut);
		buffer_printf(left, "%s%s%s", safe, cut ? "\xe2\x80\xa6" : "", n ? " \xe2\x80\xba " : "");
	}
	if (view->tagged.rows)
		buffer_printf(right, "%s tagged  %s   ", text_count(tagged, view->tagged.rows),
			tree_tagged_sum(&view->tagged, sum));
	if (*view->filter)
		buffer_printf(right, "%s   %s pass   ", view->filter, text_count(passes, view->n_passes));
	buffer_printf(right, "%s  %s  by %s%s", view->source.merged ? "merged" : "instances", frames[view->source.python],
		view->sort == TREE_TIME ? "time" : tree_columns[view->sort].title, view->source.hide ? "" : "  host too");
}
