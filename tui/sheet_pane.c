/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/sheet_pane.h"
#include "base/mem.h"
#include "table/filter.h"
#include "tui/app.h"
#include "tui/columns.h"
#include "tui/sheet_pane_priv.h"
#include <stdio.h>
#include <string.h>
#include <strings.h>

static int
rows_compare(const void *a, const void *b, void *ctx)
{
	const struct sheet_state *s = ctx;
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b, column = (uint32_t)s->sort;
	bool no_x, no_y;
	int order;

	if (s->sort < 0)	/* the table's own order, turned round */
		return x > y ? -1 : x < y;
	no_x = table_is_null(s->table, x, column);
	no_y = table_is_null(s->table, y, column);
	if (no_x != no_y)
		return no_x ? 1 : -1;
	order = no_x ? 0 : table_compare(s->table, column, x, y);
	if (order)
		return s->descending ? -order : order;
	return x < y ? -1 : x > y;
}

uint32_t
sheet_row(const struct sheet_state *s, uint32_t row)
{
	return sheet_has_levels(s) ? s->outline.id[levels_entry(s, row)] : s->rows[row];
}

uint32_t
sheet_n_rows(const struct sheet_state *s)
{
	if (!sheet_has_levels(s))
		return s->n_rows;
	if (!s->outline.n)
		return 0;
	return outline_row(&s->outline, levels_end(s)) - outline_row(&s->outline, levels_first(s));
}

uint32_t
sheet_find_row(const struct sheet_state *s, uint32_t table_row)
{
	if (sheet_has_levels(s)) {
		uint32_t entry = s->outline.entry[table_row];

		if (entry == OUTLINE_NONE || entry < levels_first(s) || entry >= levels_end(s))
			return 0;
		return outline_row(&s->outline, entry) - outline_row(&s->outline, levels_first(s));
	}
	for (uint32_t i = 0; i < s->n_rows; i++)
		if (s->rows[i] == table_row)
			return i;
	return 0;
}

static int
flat_select(struct sheet_state *s, struct error *err)
{
	struct filter *filter = NULL;

	if (filter_parse(&filter, s->filter, s->table, err))
		return -1;
	s->n_rows = 0;
	for (uint32_t row = 0; row < s->table->n_rows; row++)
		if (filter_row(filter, s->table, row) && (!s->tagged_only || s->tags[row]))
			s->rows[s->n_rows++] = row;
	filter_free(filter);
	if (s->sort >= 0 || s->descending)
		qsort_r(s->rows, s->n_rows, sizeof(*s->rows), rows_compare, s);
	return 0;
}

int
sheet_select(struct sheet_state *s, struct error *err)
{
	return sheet_has_levels(s) ? levels_select(s, err) : flat_select(s, err);
}

static void
sheet_drop(struct sheet_state *s)
{
	if (sheet_has_levels(s)) {
		levels_free(&s->levels);
		outline_free(&s->outline);
	} else {
		table_free(s->table);
	}
	free(s->rows);
	free(s->tags);
	free(s->pass);
	free(s->columns);
	free(s->widths);
	*s = (struct sheet_state){.sort = -1, .name = -1};
}

int
sheet_begin(struct sheet_state *s, const char *usual, unsigned depth, struct error *err)
{
	bool levels = sheet_has_levels(s);

	s->rows = mem_alloc(levels ? 1 : s->table->n_rows, sizeof(*s->rows));
	s->tags = mem_zero(s->table->n_rows, sizeof(*s->tags));
	s->pass = mem_zero(levels ? s->table->n_rows : 1, sizeof(*s->pass));
	s->columns = mem_alloc(s->table->n_columns, sizeof(*s->columns));
	s->widths = mem_alloc(s->table->n_columns, sizeof(*s->widths));
	if (!s->rows || !s->tags || !s->pass || !s->columns || !s->widths
	    || (levels && !outline_init(&s->outline, s->table->n_rows)))
		return error_no_memory(err, "a table pane");
	s->name = levels ? table_ask_column(s->table, "name") : -1;
	sheet_usual_columns(s, usual, false);
	if (sheet_select(s, err))
		return -1;
	sheet_measure(s);
	if (levels && depth)
		levels_open_first(s, depth);
	return 0;
}

int
sheet_replace(struct pane *pane, struct sheet_state *fresh, const char *usual, unsigned depth,
	struct error *err)
{
	struct sheet_state *s = pane->state;

	if (!fresh->table || sheet_begin(fresh, usual, depth, err)) {
		sheet_drop(fresh);
		return -1;
	}
	sheet_drop(s);
	*s = *fresh;
	pane->cursor = pane->top = 0;
	pane->shift = 0;
	return 0;
}

int
sheet_pane_show(struct pane *pane, const char *id, struct error *err)
{
	struct sheet_state fresh = {.sort = -1, .name = -1};
	const struct sheet *sheet = sheet_find(id);
	struct analysis *analysis = sheet ? session_analysis(&pane->app->session, err) : NULL;

	if (!sheet)
		return error_set(err, "no sheet is called %s", id);
	if (!analysis)
		return -1;
	fresh.sheet = sheet;
	if (sheet_build(analysis, sheet, &fresh.table, err))
		return -1;
	return sheet_replace(
		pane, &fresh, strcasecmp(id, pane->ops->sheet) ? NULL : pane->ops->usual, 0, err);
}

static int
levels_pane_show(struct pane *pane, struct error *err)
{
	struct sheet_state fresh = {.sort = -1, .name = -1};
	struct analysis *analysis = session_analysis(&pane->app->session, err);

	if (!analysis || levels_build(&fresh.levels, analysis, (enum levels_kind)pane->ops->levels, err))
		return -1;
	fresh.table = fresh.levels.table;
	return sheet_replace(pane, &fresh, pane->ops->usual, pane->ops->levels_open, err);
}

int
sheet_open_table(struct pane *pane, struct table *table, const void *from,
	int (*fill)(struct table *table, const void *from, struct error *err), struct error *err)
{
	struct sheet_state *s = pane->state;

	*s = (struct sheet_state){.sort = -1, .name = -1, .table = table};
	if (!table)
		return error_no_memory(err, "a table pane");
	return fill(table, from, err) ? -1 : sheet_begin(s, pane->ops->usual, 0, err);
}

int
sheet_open(struct pane *pane, struct error *err)
{
	((struct sheet_state *)pane->state)->sort = -1;
	return pane->ops->flags & PANE_LEVELS ? levels_pane_show(pane, err)
		: sheet_pane_show(pane, pane->ops->sheet, err);
}

void
sheet_close(struct pane *pane)
{
	sheet_drop(pane->state);
}

uint32_t
sheet_rows(const struct pane *pane)
{
	return sheet_n_rows(pane->state);
}

bool
sheet_hides(const struct pane *pane)
{
	const struct sheet_state *s = pane->state;

	return s->table && sheet_n_rows(s) < s->table->n_rows && *s->filter;
}

const struct column_def *
sheet_pane_column(const struct pane *pane, uint32_t number)
{
	const struct sheet_state *s = pane->state;

	return s->table && number < s->table->n_columns ? s->table->columns[number].def : NULL;
}

static bool
sheet_matches(const struct sheet_state *s, uint32_t row, const struct pattern *pattern)
{
	char out[32];

	for (uint32_t i = 0; i < s->n_columns; i++) {
		const char *text = table_cell_show(s->table, sheet_row(s, row), s->columns[i], out);

		if (pattern_matches(pattern, text, strlen(text)))
			return true;
	}
	return false;
}

bool
sheet_search(struct pane *pane, const struct pattern *pattern, int step, bool here,
	struct pane_hits *hits)
{
	const struct sheet_state *s = pane->state;
	uint32_t n = sheet_n_rows(s), at = pane->cursor, found = PANE_NO_ROW;

	*hits = (struct pane_hits){0};
	for (uint32_t tried = here ? 0 : 1; tried <= n && n && found == PANE_NO_ROW; tried++) {
		uint32_t row = step > 0 ? (at + tried) % n : (at + n - tried % n) % n;

		if (sheet_matches(s, row, pattern))
			found = row;
	}
	if (found == PANE_NO_ROW)
		return false;
	for (uint32_t row = 0; row < n; row++) {
		hits->count += sheet_matches(s, row, pattern);
		if (row == found)
			hits->number = hits->count;
	}
	hits->wrapped = step > 0 ? found < at : found > at;
	pane_set_cursor(pane, found);
	return true;
}

static unsigned
sheet_order(struct pane *pane, int column, bool descending, struct error *err)
{
	struct sheet_state *s = pane->state;

	s->sort = column;
	s->descending = descending;
	if (sheet_select(s, err))
		return STALE_FAILED;
	pane->cursor = pane->top = 0;
	return STALE_SCREEN | STALE_DETAIL;
}

static unsigned
run_sort(struct pane *pane, const char *argument, struct error *err)
{
	const struct sheet_state *s = pane->state;
	int column = table_ask_column(s->table, argument);

	if (column < 0) {
		error_set(err, "no column %s", argument);
		return STALE_FAILED;
	}
	return sheet_order(
		pane, column, s->table->columns[column].def->flags & COLUMN_DESCENDING, err);
}

static bool
same_rows(const struct sheet_state *s, const uint32_t *rows, uint32_t n)
{
	if (sheet_n_rows(s) != n)	/* in another order, other levels may be open */
		return false;
	for (uint32_t i = 0; i < n; i++)
		if (sheet_row(s, i) != rows[i])
			return false;
	return true;
}

/* By the next of the columns from the first on that brings the rows into another order. */
static unsigned
sort_by_next(struct pane *pane, const uint32_t *columns, uint32_t n, uint32_t first, const uint32_t *rows,
	struct error *err)
{
	struct sheet_state *s = pane->state;
	uint32_t n_rows = sheet_n_rows(s), cursor = pane->cursor, top = pane->top;
	bool descending = s->descending;
	int sort = s->sort;

	for (uint32_t tried = 0; tried < n; tried++) {
		uint32_t at = columns[(first + tried) % n];
		unsigned stale = sheet_order(
			pane, (int)at, s->table->columns[at].def->flags & COLUMN_DESCENDING, err);

		if (stale == STALE_FAILED || !same_rows(s, rows, n_rows))
			return stale;
	}
	if (sheet_order(pane, sort, descending, err) != STALE_FAILED)
		error_set(err, "no other column that is shown brings another order");
	pane->cursor = cursor;
	pane->top = top;
	return STALE_FAILED;
}

/* The next column that is to be seen. */
static unsigned
run_sort_next(struct pane *pane, const char *argument, struct error *err)
{
	const struct sheet_state *s = pane->state;
	uint32_t columns[SHEET_PLACES], n = sheet_drawn(pane, columns), at = 0, n_rows = sheet_n_rows(s);
	uint32_t *rows = mem_alloc(n_rows, sizeof(*rows));
	unsigned stale;

	(void)argument;
	if (!rows) {
		error_no_memory(err, "sorting");
		return STALE_FAILED;
	}
	for (uint32_t i = 0; i < n_rows; i++)
		rows[i] = sheet_row(s, i);
	while (s->sort >= 0 && at < n && columns[at] != (uint32_t)s->sort)
		at++;
	stale = sort_by_next(pane, columns, n, s->sort < 0 ? 0 : at + 1, rows, err);
	free(rows);
	return stale;
}

static unsigned
run_reverse(struct pane *pane, const char *argument, struct error *err)
{
	const struct sheet_state *s = pane->state;

	(void)argument;
	return sheet_order(pane, s->sort, !s->descending, err);
}

static unsigned
run_filter(struct pane *pane, const char *argument, struct error *err)
{
	struct sheet_state *s = pane->state;
	char before[sizeof(s->filter)];

	memcpy(before, s->filter, sizeof(before));
	snprintf(s->filter, sizeof(s->filter), "%s", argument);
	if (!sheet_select(s, err)) {
		pane->cursor = pane->top = 0;
		return STALE_SCREEN | STALE_DETAIL;
	}
	memcpy(s->filter, before, sizeof(before));
	filter_trouble(argument, err);
	return STALE_FAILED;
}

/* "a,b" by id or title; "+a,-b" of those there are; "all"; nothing for the usual ones. */
static unsigned
run_columns(struct pane *pane, const char *argument, struct error *err)
{
	struct sheet_state *s = pane->state;

	if (!*argument || !strcmp(argument, "all")) {
		bool own = !s->sheet || !strcasecmp(s->sheet->id, pane->ops->sheet);

		sheet_usual_columns(s, own ? pane->ops->usual : NULL, *argument);
		return STALE_SCREEN;
	}
	return columns_choose(argument, columns_in_table, s->table, s->columns, &s->n_columns, err) ? STALE_FAILED
		: STALE_SCREEN;
}

const struct pane_command sheet_commands[] = {{COMMAND_SORT, run_sort},
	{COMMAND_SORT_NEXT, run_sort_next}, {COMMAND_REVERSE, run_reverse},
	{COMMAND_FILTER, run_filter}, {COMMAND_COLUMNS, run_columns}, {COMMAND_COUNT, NULL}};

#define SHEET_PANE(name, pane_id, pane_title, sheet_id, columns, about) \
	const struct pane_ops name = {TABLE_PANE(pane_id, pane_title, columns, about, 0), \
		.open = sheet_open, .save = sheet_save, .load = sheet_load, \
		.close = sheet_close, .event = sheet_event, TABLE_DETAIL, TABLE_TITLE, \
		.more = {levels_commands, sheet_tag_commands}, .sheet = sheet_id}

#define LEVELS_PANE(name, pane_id, pane_title, kind, open_to, columns, about) \
	const struct pane_ops name = { \
		TABLE_PANE(pane_id, pane_title, columns, about, PANE_LEVELS), .open = sheet_open, \
		.save = sheet_save, .load = sheet_load, .close = sheet_close, .event = sheet_event, \
		TABLE_DETAIL, TABLE_TITLE, \
		.more = {levels_commands, sheet_tag_commands}, .sheet = "", .levels = kind, \
		.levels_open = open_to}

LEVELS_PANE(ops_pane, "ops", "operators", LEVELS_OPS, 1,
	"gpu_ms,share,count,mean_us,roof,win_us,recompute_ms,max_us,name",
	"GPU time by kind of operator, operator, arguments and call");
LEVELS_PANE(modules_pane, "modules", "modules", LEVELS_MODULES, 1,
	"gpu_ms,share,count,forward_ms,backward_ms,roof,win_us,name",
	"GPU time by module, what each calls, forward and backward apart");
LEVELS_PANE(kernels_pane, "kernels", "kernels", LEVELS_KERNELS, 0,
	"gpu_ms,share,count,mean_us,max_us,min_us,name",
	"kernels and copies by name, by the operator that launched them, each");
LEVELS_PANE(collectives_pane, "collectives", "collectives", LEVELS_COLLECTIVES, 1,
	"gpu_ms,exposed_ms,count,bus_gbs,mean_us,max_us,size_mb,gbs,name",
	"communication by collective and size, and what no computation hides");
SHEET_PANE(categories_pane, "categories", "categories", "ops_summary_by_category", NULL,
	"GPU time by kind of operator, as in the report");
SHEET_PANE(arguments_pane, "arguments", "arguments", "ops_unique_args",
	"direct_us,percent,name,input_dims,operation_count,direct_mean,op_category,input_type,"
	"concrete_inputs",
	"GPU time by operator, shapes and values");
SHEET_PANE(models_pane, "models", "operators with models", "unified_perf_summary",
	"kernel_us,percent,roofline_percent,name,input_dims,tflops,tbs,operation_count,bound,"
	"gflops,data_mb,intensity,"
	"compute_spec",
	"operators with their arithmetic and bytes, as in the report");
SHEET_PANE(short_pane, "short", "short kernels", "short_kernels_summary",
	"sum_us,percent_total,count,mean_us,kernel,cpu_op,input_dims",
	"kernels too short to fill the GPU");
SHEET_PANE(copies_pane, "copies", "copies", "memcpy", NULL, "copies and memsets by kind and size");
SHEET_PANE(launches_pane, "launches", "launches", "launches",
	"host_us,count,op,call,host_mean_us,delay_mean_us,delay_max_us,events,gpu_us",
	"what launches cost the host, and how long work waits");
SHEET_PANE(
	sheet_pane, "sheet", "sheet", "gpu_timeline", NULL, "any table of the report, by :sheet");
