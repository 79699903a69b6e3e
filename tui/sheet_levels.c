/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables whose rows stand on levels: which are open, zooming, and the way through them. */
#include "base/mem.h"
#include "table/filter.h"
#include "trace/trace.h"
#include "tui/app.h"
#include "tui/sheet_pane_priv.h"
#include <stdlib.h>
#include <string.h>

/* Rows whose largest child has this part of their GPU time are opened at first. */
#define OPEN_SHARE 0.5

#define LEVELS_STALE (STALE_SCREEN | STALE_DETAIL)

uint32_t
levels_first(const struct sheet_state *s)
{
	return s->n_zoom ? s->outline.entry[s->zoom[s->n_zoom - 1]] : 0;
}

uint32_t
levels_end(const struct sheet_state *s)
{
	uint32_t first = levels_first(s);

	return s->n_zoom ? first + s->outline.span[first] : s->outline.n;
}

uint32_t
levels_entry(const struct sheet_state *s, uint32_t row)
{
	uint32_t entry = outline_at(&s->outline, outline_row(&s->outline, levels_first(s)) + row);

	return entry < levels_end(s) ? entry : OUTLINE_NONE;
}

/* --- which rows there are ------------------------------------------------------------ */

static bool
filter_reads_text(const struct filter *filter, const struct table *table)
{
	for (uint32_t c = 0; c < table->n_columns; c++)
		if (table->columns[c].def->type == CELL_TEXT && filter_uses(filter, c))
			return true;
	return false;
}

/*
 * Marks rows that pass, all above them, and all below them: what a row consists of is wanted with
 * it. Of a filter on numbers alone only where no row below passes by itself: it says how far down
 * rows are of interest. Parents come first, so one walk back to front does what is above.
 */
static void
levels_mark(struct sheet_state *s, const struct filter *filter, bool *keep)
{
	bool all_below = filter_reads_text(filter, s->table);
	uint32_t n = s->table->n_rows;

	for (uint32_t row = 0; row < n; row++)
		keep[row] = s->pass[row] = filter_row(filter, s->table, row);
	for (uint32_t row = n; row-- > 0;) {
		bool inner = false;

		for (uint32_t below = row + 1; below < row + s->levels.size[row]; below += s->levels.size[below])
			inner = inner || keep[below];
		if (s->pass[row] && (all_below || !inner))
			memset(keep + row, true, s->levels.size[row] * sizeof(*keep));
		keep[row] = keep[row] || inner;
	}
}

static bool
levels_fill(struct sheet_state *s, const bool *keep)
{
	outline_begin(&s->outline);
	for (uint32_t row = 0; row < s->table->n_rows; row++)
		if (keep[row] && !outline_add(&s->outline, row, s->levels.size[row], row))
			return false;
	outline_end(&s->outline);
	while (s->n_zoom && s->outline.entry[s->zoom[s->n_zoom - 1]] == OUTLINE_NONE)
		s->n_zoom--;
	return true;
}

/* Whether a row that is shown below the entry passes by itself. */
static bool
passes_below(const struct sheet_state *s, uint32_t entry)
{
	for (uint32_t below = entry + 1; below < entry + s->outline.span[entry]; below++)
		if (s->pass[s->outline.id[below]])
			return true;
	return false;
}

/* What passes a filter is shown, but not each single call, and not what it merely consists of. */
static void
levels_open_passed(struct sheet_state *s)
{
	for (uint32_t entry = 0; entry < s->outline.n; entry++) {
		uint32_t row = s->outline.id[entry], up = s->outline.parent[entry];

		if (!s->pass[row])
			continue;
		if (up != OUTLINE_NONE && (s->levels.size[row] > 1 || !s->outline.depth[up]))
			outline_reveal(&s->outline, entry);
		if (!passes_below(s, entry))
			outline_set_open(&s->outline, entry, false);
	}
}

void
levels_tops(const struct sheet_state *s, uint32_t *shown, uint32_t *all)
{
	*shown = *all = 0;
	for (uint32_t entry = 0; entry < s->outline.n; entry += s->outline.span[entry])
		++*shown;
	for (uint32_t row = 0; row < s->table->n_rows; row += s->levels.size[row])
		++*all;
}

static double
levels_key(void *ctx, uint32_t id)
{
	return -(double)((const uint32_t *)ctx)[id];
}

/* Siblings by the place of their rows among all rows; without a column the table's, turned round. */
static bool
levels_sort(struct sheet_state *s)
{
	struct table_sort key = {(uint32_t)s->sort, s->descending};
	uint32_t n = s->table->n_rows;
	uint32_t *rows = mem_alloc(n, sizeof(*rows)), *rank = mem_alloc(n, sizeof(*rank));
	bool good = rows && rank;

	for (uint32_t i = 0; good && i < n; i++)
		rows[i] = i;
	good = good && (s->sort < 0 || !table_order(s->table, &key, 1, rows, n));
	for (uint32_t i = 0; good && i < n; i++)
		rank[rows[i]] = s->sort < 0 ? n - i : i;
	good = good && outline_sort(&s->outline, levels_key, rank, false);
	free(rows);
	free(rank);
	return good;
}

int
levels_select(struct sheet_state *s, struct error *err)
{
	struct filter *filter = NULL;
	bool *keep = mem_alloc(s->table->n_rows, sizeof(*keep));
	int status = keep ? filter_parse(&filter, s->filter, s->table, err)
			  : error_no_memory(err, "a table");

	if (!status) {
		levels_mark(s, filter, keep);
		filter_free(filter);
		if (!levels_fill(s, keep))
			status = error_no_memory(err, "a table");
	}
	if (!status && *s->filter)
		levels_open_passed(s);
	if (!status && (s->sort >= 0 || s->descending) && !levels_sort(s))
		status = error_no_memory(err, "sorting");
	free(keep);
	return status;
}

/*
 * The first levels of all, and of the largest row those below as long as one has most of the
 * time.
 */
void
levels_open_first(struct sheet_state *s, unsigned depth)
{
	const struct outline *outline = &s->outline;
	int time = table_find_column(s->table, "gpu_ms");
	int level = table_find_column(s->table, "level");
	uint32_t entry = 0;

	outline_open_range(&s->outline, 0, s->outline.n, depth);
	for (uint32_t top = 0; level >= 0 && top < outline->n; top += outline->span[top])
		if (!strcmp(table_cell(s->table, outline->id[top], (uint32_t)level).s, LEVELS_REST))
			outline_set_open(&s->outline, top, false);
	while (time >= 0 && entry + 1 < outline->n && outline_has_children(outline, entry)
	       && outline_has_children(outline, entry + 1)) {
		int64_t all = table_cell(s->table, outline->id[entry], (uint32_t)time).i;
		int64_t part = table_cell(s->table, outline->id[entry + 1], (uint32_t)time).i;

		outline_set_open(&s->outline, entry, true);
		if ((double)part < OPEN_SHARE * (double)all)
			break;
		entry++;
	}
}

void
levels_show_row(struct pane *pane, uint32_t table_row)
{
	struct sheet_state *s = pane->state;
	uint32_t entry = s->outline.entry[table_row];

	if (entry == OUTLINE_NONE)
		return;
	while (s->n_zoom && (entry < levels_first(s) || entry >= levels_end(s)))
		s->n_zoom--;
	outline_reveal(&s->outline, entry);
	pane_set_cursor(
		pane, outline_row(&s->outline, entry) - outline_row(&s->outline, levels_first(s)));
}

/* The call that launched what is below the event, most of it. */
static uint32_t
launcher_below(const struct tree *tree, uint32_t event)
{
	uint32_t begin, end, best = TRACE_NONE;

	tree_gpu_range(tree, event, &begin, &end);
	for (uint32_t i = begin; i < end; i++)
		if (best == TRACE_NONE || tree->trace->dur[tree->gpu[i]] > tree->trace->dur[best])
			best = tree->gpu[i];
	if (best == TRACE_NONE || tree_launch(tree, best) == TRACE_NONE)
		return best;
	return tree_launcher(tree, tree_launch(tree, best));
}

bool
ops_pane_goto(struct pane *pane, uint32_t event)
{
	struct sheet_state *s = pane->state;
	const struct tree *tree = pane->app->session.tree;
	uint32_t call = tree_has(tree, event) ? launcher_below(tree, event) : event,
		 up = OUTLINE_NONE;

	for (uint32_t row = 0; row < s->table->n_rows; row++) {
		if (s->levels.size[row] > 1 || sheet_table_event(s, row) != call)
			continue;
		if (s->outline.entry[row] != OUTLINE_NONE)
			up = s->outline.parent[s->outline.entry[row]];
		if (up != OUTLINE_NONE)
			levels_show_row(pane, s->outline.id[up]);
		return up != OUTLINE_NONE;
	}
	return false;
}

/* --- commands -------------------------------------------------------------------------- */

static unsigned
levels_fail(struct error *err, const char *message)
{
	error_set(err, "%s", message);
	return STALE_FAILED;
}

/* The entry under the cursor; OUTLINE_NONE also where the table has no levels. */
static uint32_t
levels_cursor(const struct pane *pane)
{
	const struct sheet_state *s = pane->state;

	return sheet_has_levels(s) && sheet_n_rows(s) ? levels_entry(s, pane->cursor)
						      : OUTLINE_NONE;
}

static unsigned
run_enter(struct pane *pane, const char *argument, struct error *err)
{
	struct sheet_state *s = pane->state;
	uint32_t entry = levels_cursor(pane), event = pane_event(pane);

	(void)argument;
	if (entry != OUTLINE_NONE && outline_has_children(&s->outline, entry)) {
		outline_set_open(&s->outline, entry, !outline_is_open(&s->outline, entry));
		return LEVELS_STALE;
	}
	if (event != TRACE_NONE)
		return app_goto(pane->app, event, err);
	return levels_fail(err, "this row names no event");
}

static unsigned
run_open(struct pane *pane, const char *argument, struct error *err)
{
	struct sheet_state *s = pane->state;
	uint32_t entry = levels_cursor(pane);

	(void)argument;
	if (entry == OUTLINE_NONE)
		return app_run(pane->app, "right", err) ? STALE_FAILED : STALE_SCREEN;
	if (!outline_has_children(&s->outline, entry))
		return levels_fail(err, pane_event(pane) == TRACE_NONE ? "nothing is below this row"
			: "nothing is below this row: <Enter> shows it in the tree");
	if (outline_is_open(&s->outline, entry))
		pane_move(pane, 1);
	else
		outline_set_open(&s->outline, entry, true);
	return LEVELS_STALE;
}

static unsigned
run_parent(struct pane *pane, const char *argument, struct error *err)
{
	struct sheet_state *s = pane->state;
	uint32_t entry = levels_cursor(pane);

	(void)argument;
	if (entry == OUTLINE_NONE || entry == levels_first(s)
		|| s->outline.parent[entry] == OUTLINE_NONE)
		return levels_fail(err, "nothing is above this row");
	levels_show_row(pane, s->outline.id[s->outline.parent[entry]]);
	return LEVELS_STALE;
}

static unsigned
run_fold(struct pane *pane, const char *argument, struct error *err)
{
	struct sheet_state *s = pane->state;
	uint32_t entry = levels_cursor(pane);

	if (entry == OUTLINE_NONE)
		return app_run(pane->app, "left", err) ? STALE_FAILED : STALE_SCREEN;
	if (!outline_has_children(&s->outline, entry) || !outline_is_open(&s->outline, entry))
		return run_parent(pane, argument, err);
	outline_set_open(&s->outline, entry, false);
	return LEVELS_STALE;
}

/* Opens or folds and stays at the row, or at the one above that is still shown. */
static unsigned
levels_range(struct pane *pane, uint32_t first, uint32_t count, uint32_t depth)
{
	struct sheet_state *s = pane->state;
	uint32_t entry = levels_cursor(pane);

	outline_open_range(&s->outline, first, count, depth);
	while (!outline_is_visible(&s->outline, entry) && s->outline.parent[entry] != OUTLINE_NONE)
		entry = s->outline.parent[entry];
	levels_show_row(pane, s->outline.id[entry]);
	return LEVELS_STALE;
}

static unsigned
run_open_level(struct pane *pane, const char *argument, struct error *err)
{
	struct sheet_state *s = pane->state;
	uint32_t first = levels_first(s),
		 level = *argument ? (uint32_t)strtoul(argument, NULL, 10) : 1;
	uint32_t entry = levels_cursor(pane);

	if (entry == OUTLINE_NONE)
		return levels_fail(err, "this table has no levels");
	if (!*argument)
		return levels_range(
			pane, entry, s->outline.span[entry], s->outline.depth[entry] + 1);
	return levels_range(pane, first, levels_end(s) - first,
		(s->n_zoom ? s->outline.depth[first] + 1 : 0) + (level ? level - 1 : 0));
}

static unsigned
run_open_all(struct pane *pane, const char *argument, struct error *err)
{
	struct sheet_state *s = pane->state;
	uint32_t entry = levels_cursor(pane);

	(void)argument;
	if (entry == OUTLINE_NONE)
		return levels_fail(err, "this table has no levels");
	return levels_range(pane, entry, s->outline.span[entry], UINT32_MAX);
}

static unsigned
run_fold_all(struct pane *pane, const char *argument, struct error *err)
{
	struct sheet_state *s = pane->state;
	uint32_t entry = levels_cursor(pane);

	if (entry == OUTLINE_NONE)
		return levels_fail(err, "this table has no levels");
	if (strcmp(argument, "tree"))
		return levels_range(pane, entry, s->outline.span[entry], 0);
	return levels_range(pane, levels_first(s), levels_end(s) - levels_first(s), 0);
}

static unsigned
zoom_tags(struct pane *pane, struct error *err)
{
	struct sheet_state *s = pane->state;

	if (!sheet_tagged(pane))
		return levels_fail(
			err, "tag rows first: a table without levels shows only those then");
	s->tagged_only = true;
	pane->cursor = pane->top = 0;
	return sheet_select(s, err) ? STALE_FAILED : LEVELS_STALE;
}

static unsigned
run_zoom(struct pane *pane, const char *argument, struct error *err)
{
	struct sheet_state *s = pane->state;
	uint32_t entry = levels_cursor(pane), row;

	(void)argument;
	if (!sheet_has_levels(s))
		return zoom_tags(pane, err);
	if (entry == OUTLINE_NONE || !outline_has_children(&s->outline, entry))
		return levels_fail(err, "nothing is below this row");
	if (s->n_zoom && entry == levels_first(s))
		return levels_fail(err, "this row fills the pane already");
	row = s->outline.id[entry];
	if (s->n_zoom == SHEET_ZOOM_MAX)
		memmove(s->zoom, s->zoom + 1, (SHEET_ZOOM_MAX - 1) * sizeof(*s->zoom));
	else
		s->n_zoom++;
	s->zoom[s->n_zoom - 1] = row;
	outline_set_open(&s->outline, entry, true);
	levels_show_row(pane, row);
	return LEVELS_STALE;
}

static unsigned
run_unzoom(struct pane *pane, const char *argument, struct error *err)
{
	struct sheet_state *s = pane->state;
	uint32_t row;

	(void)argument;
	if (s->tagged_only) {
		s->tagged_only = false;
		return sheet_select(s, err) ? STALE_FAILED : LEVELS_STALE;
	}
	if (!s->n_zoom)
		return levels_fail(err, "all rows are shown");
	row = s->zoom[--s->n_zoom];
	levels_show_row(pane, row);
	return LEVELS_STALE;
}

const struct pane_command levels_commands[] = {{COMMAND_ENTER, run_enter},
	{COMMAND_TOGGLE, run_enter}, {COMMAND_OPEN, run_open}, {COMMAND_CLOSE_NODE, run_fold},
	{COMMAND_PARENT, run_parent}, {COMMAND_OPEN_LEVEL, run_open_level},
	{COMMAND_OPEN_ALL, run_open_all}, {COMMAND_FOLD_ALL, run_fold_all},
	{COMMAND_ZOOM, run_zoom}, {COMMAND_UNZOOM, run_unzoom}, {COMMAND_COUNT, NULL}};
