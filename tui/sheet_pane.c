/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/sheet_pane.h"
#include "base/mem.h"
#include "report/write.h"
#include "table/filter.h"
#include "tui/app.h"
#include "tui/sheet_pane_priv.h"
#include <stdio.h>
#include <string.h>
#include <strings.h>

static int
rows_compare(const void *a, const void *b, void *ctx)
{
	const struct sheet_state *s = ctx;
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b, column = (uint32_t)s->sort;
	bool no_x = table_is_null(s->table, x, column), no_y = table_is_null(s->table, y, column);
	int order;

	if (no_x != no_y)
		return no_x ? 1 : -1;
	order = no_x ? 0 : table_compare(s->table, column, x, y);
	if (order)
		return s->descending ? -order : order;
	return x < y ? -1 : x > y;
}

/* The rows that pass the filter, in the order asked for. */
static int
sheet_select(struct sheet_state *s, struct error *err)
{
	struct filter *filter = NULL;

	if (filter_parse(&filter, s->filter, s->table, err))
		return -1;
	s->n_rows = 0;
	for (uint32_t row = 0; row < s->table->n_rows; row++)
		if (filter_row(filter, s->table, row))
			s->rows[s->n_rows++] = row;
	filter_free(filter);
	if (s->sort >= 0)
		qsort_r(s->rows, s->n_rows, sizeof(*s->rows), rows_compare, s);
	return 0;
}

static void
sheet_drop(struct sheet_state *s)
{
	table_free(s->table);
	free(s->rows);
	free(s->columns);
	free(s->widths);
	*s = (struct sheet_state){.sort = -1};
}

int
sheet_pane_show(struct pane *pane, const char *id, struct error *err)
{
	struct sheet_state *s = pane->state;
	const struct sheet *sheet = sheet_find(id);
	struct analysis *analysis = sheet ? session_analysis(&pane->app->session, err) : NULL;

	if (!sheet)
		return error_set(err, "no sheet is called %s", id);
	if (!analysis)
		return -1;
	sheet_drop(s);
	s->sheet = sheet;
	pane->cursor = pane->top = 0;
	pane->shift = 0;
	if (sheet_build(analysis, sheet, &s->table, err))
		return -1;
	s->rows = mem_alloc(s->table->n_rows, sizeof(*s->rows));
	s->columns = mem_alloc(s->table->n_columns, sizeof(*s->columns));
	s->widths = mem_alloc(s->table->n_columns, sizeof(*s->widths));
	if (!s->rows || !s->columns || !s->widths)
		return error_no_memory(err, "a table pane");
	sheet_measure(s);
	sheet_usual_columns(s, strcasecmp(id, pane->ops->sheet) ? NULL : pane->ops->usual, false);
	return sheet_select(s, err);
}

static int
sheet_open(struct pane *pane, struct error *err)
{
	((struct sheet_state *)pane->state)->sort = -1;
	return sheet_pane_show(pane, pane->ops->sheet, err);
}

static void
sheet_close(struct pane *pane)
{
	sheet_drop(pane->state);
}

static uint32_t
sheet_rows(const struct pane *pane)
{
	return ((const struct sheet_state *)pane->state)->n_rows;
}

const char *
sheet_pane_column(const struct pane *pane, uint32_t number)
{
	const struct sheet_state *s = pane->state;

	return s->table && number < s->table->n_columns ? s->table->columns[number].def->id : NULL;
}

static bool
sheet_matches(const struct sheet_state *s, uint32_t row, const struct pattern *pattern)
{
	char out[32];

	for (uint32_t i = 0; i < s->n_columns; i++) {
		const char *text = table_cell_show(s->table, s->rows[row], s->columns[i], out);

		if (pattern_matches(pattern, text, strlen(text)))
			return true;
	}
	return false;
}

static bool
sheet_search(struct pane *pane, const struct pattern *pattern, int step, bool here, struct pane_hits *hits)
{
	const struct sheet_state *s = pane->state;
	uint32_t n = s->n_rows, at = pane->cursor, found = PANE_NO_ROW;

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
	int column = table_find_column(s->table, argument);

	if (column < 0) {
		error_set(err, "no column %s", argument);
		return STALE_FAILED;
	}
	return sheet_order(pane, column, s->table->columns[column].def->flags & COLUMN_DESCENDING, err);
}

/* The next column that is shown. */
static unsigned
run_sort_next(struct pane *pane, const char *argument, struct error *err)
{
	const struct sheet_state *s = pane->state;
	uint32_t at = 0;

	(void)argument;
	if (!s->n_columns)
		return STALE_NOTHING;
	while (s->sort >= 0 && at < s->n_columns && s->columns[at] != (uint32_t)s->sort)
		at++;
	at = s->columns[s->sort < 0 ? 0 : (at + 1) % s->n_columns];
	return sheet_order(pane, (int)at, s->table->columns[at].def->flags & COLUMN_DESCENDING, err);
}

static unsigned
run_reverse(struct pane *pane, const char *argument, struct error *err)
{
	const struct sheet_state *s = pane->state;

	(void)argument;
	if (s->sort < 0) {
		error_set(err, "sort by a column first");
		return STALE_FAILED;
	}
	return sheet_order(pane, s->sort, !s->descending, err);
}

static unsigned
run_filter(struct pane *pane, const char *argument, struct error *err)
{
	struct sheet_state *s = pane->state;
	char before[sizeof(s->filter)];
	int64_t where;

	memcpy(before, s->filter, sizeof(before));
	snprintf(s->filter, sizeof(s->filter), "%s", argument);
	if (!sheet_select(s, err)) {
		pane->cursor = pane->top = 0;
		return STALE_SCREEN | STALE_DETAIL;
	}
	where = err->offset;
	memcpy(s->filter, before, sizeof(before));
	if (where >= 0) {
		char message[sizeof(err->message)];

		snprintf(message, sizeof(message), "%.400s", err->message);
		error_set(err, "at %.24s: %s", where < (int64_t)strlen(argument) ? argument + where : "the end", message);
	}
	return STALE_FAILED;
}

/* "a,b" by id or title; "all"; nothing for the usual ones. */
static unsigned
run_columns(struct pane *pane, const char *argument, struct error *err)
{
	struct sheet_state *s = pane->state;
	uint32_t *columns, n = 0;

	if (!*argument || !strcmp(argument, "all")) {
		sheet_usual_columns(s, strcasecmp(s->sheet->id, pane->ops->sheet) ? NULL : pane->ops->usual, *argument);
		return STALE_SCREEN;
	}
	columns = mem_alloc(s->table->n_columns, sizeof(*columns));
	for (const char *p = argument; columns && *p && n < s->table->n_columns;) {
		char name[128];
		size_t len = strcspn(p, ",");
		int column;

		snprintf(name, sizeof(name), "%.*s", (int)(len < 127 ? len : 127), p);
		column = table_find_column(s->table, name);
		if (column < 0) {
			free(columns);
			error_set(err, "no column %s", name);
			return STALE_FAILED;
		}
		columns[n++] = (uint32_t)column;
		p += len + (p[len] == ',');
	}
	if (!columns) {
		error_no_memory(err, "choosing columns");
		return STALE_FAILED;
	}
	memcpy(s->columns, columns, n * sizeof(*columns));
	s->n_columns = n;
	free(columns);
	return STALE_SCREEN;
}

static unsigned
run_enter(struct pane *pane, const char *argument, struct error *err)
{
	uint32_t event = pane_event(pane);

	(void)argument;
	if (event != TRACE_NONE)
		return app_goto(pane->app, event, err);
	error_set(err, "this row names no event");
	return STALE_FAILED;
}

static unsigned
run_export(struct pane *pane, const char *argument, struct error *err)
{
	static const struct {
		const char *suffix;
		enum write_format format;
	} formats[] = {{".csv", WRITE_CSV}, {".json", WRITE_JSON}, {".md", WRITE_MARKDOWN}, {".txt", WRITE_TEXT}};
	const struct sheet_state *s = pane->state;
	struct table_view view = {s->table, s->columns, s->rows, s->n_columns, s->n_rows};
	const char *suffix = strrchr(argument, '.');
	struct output *output;

	for (size_t i = 0; suffix && i < sizeof(formats) / sizeof(*formats); i++) {
		if (strcmp(formats[i].suffix, suffix))
			continue;
		if (output_open(&output, argument, err))
			return STALE_FAILED;
		write_table(output, &view, formats[i].format, 0);
		if (output_close(output, err))
			return STALE_FAILED;
		app_say(pane->app, ROLE_STATUS, "%u rows are in %s", s->n_rows, argument);
		return STALE_SCREEN;
	}
	error_set(err, "export writes .csv, .json, .md or .txt");
	return STALE_FAILED;
}

const struct pane_command sheet_commands[] = {
	{COMMAND_SORT, run_sort}, {COMMAND_SORT_NEXT, run_sort_next}, {COMMAND_REVERSE, run_reverse},
	{COMMAND_FILTER, run_filter}, {COMMAND_COLUMNS, run_columns}, {COMMAND_ENTER, run_enter},
	{COMMAND_EXPORT, run_export}, {COMMAND_COUNT, NULL}
};

#define SHEET_PANE(name, pane_id, pane_title, sheet_id, columns, about) \
	const struct pane_ops name = { \
		.id = pane_id, .title = pane_title, .help = about, .flags = PANE_DETAIL | PANE_HEADING, \
		.state_size = sizeof(struct sheet_state), .open = sheet_open, .close = sheet_close, .rows = sheet_rows, \
		.title_text = sheet_title, .heading = sheet_heading, .draw = sheet_draw, .event = sheet_event, \
		.describe = sheet_describe, .search = sheet_search, .commands = sheet_commands, .sheet = sheet_id, \
		.usual = columns, \
	}

SHEET_PANE(categories_pane, "categories", "categories", "ops_summary_by_category", NULL,
	"GPU time by kind of operator");
SHEET_PANE(ops_pane, "ops", "operators", "ops_summary", "direct_ms,percent,count,name,subtree_ms,cumulative,categories",
	"GPU time by the operator that launched it");
SHEET_PANE(arguments_pane, "arguments", "arguments", "ops_unique_args",
	"direct_us,percent,name,input_dims,operation_count,direct_mean,op_category,input_type,concrete_inputs",
	"GPU time by operator, shapes and values");
SHEET_PANE(roofline_pane, "roofline", "roofline", "unified_perf_summary",
	"kernel_us,percent,roofline_percent,name,input_dims,tflops,tbs,operation_count,bound,gflops,data_mb,intensity,"
	"compute_spec",
	"operators with their arithmetic, bytes and distance from the roofline");
SHEET_PANE(kernels_pane, "kernels", "kernels", "kernel_summary",
	"sum_us,percent,count,kernel,mean_us,stream,cpu_op,op_category,min_us,max_us",
	"kernels by name, stream and operator");
SHEET_PANE(short_pane, "short", "short kernels", "short_kernels_summary",
	"sum_us,percent_total,count,mean_us,kernel,cpu_op,input_dims",
	"kernels too short to fill the GPU");
SHEET_PANE(modules_pane, "modules", "modules", "modules",
	"gpu_ms,percent,path,forward_ms,backward_ms,calls,host_ms,instances",
	"GPU time by module path, forward and backward apart");
SHEET_PANE(steps_pane, "steps", "steps", "steps",
	"host_ms,vs_median,name,busy_ms,idle_ms,exposed_comm_ms,start_ms,kernels",
	"what each step or annotation launched, and how it compares");
SHEET_PANE(collectives_pane, "collectives", "collectives", "coll_analysis",
	"sum_us,collective,in_mb,dtype,operation_count,mean_us,max_us,group_size,stream,group_ranks",
	"communication by collective and size");
SHEET_PANE(idle_pane, "idle", "idle gaps", "idle_causes", "idle_us,cause,event_name,start_ms,queued_us,before_name,after_name",
	"gaps in the GPU's work, and what the host did meanwhile");
SHEET_PANE(copies_pane, "copies", "copies", "memcpy", NULL, "copies and memsets by kind and size");
SHEET_PANE(launches_pane, "launches", "launches", "launches",
	"host_us,count,host_mean_us,delay_mean_us,delay_max_us,events,call,op,gpu_us",
	"what launches cost the host, and how long work waits");
SHEET_PANE(sheet_pane, "sheet", "sheet", "gpu_timeline", NULL, "any table of the report, by :sheet");
