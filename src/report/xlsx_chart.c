/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Charts beside the sheets that have one. */
#include "config.h"
#ifdef HAVE_XLSXWRITER
#include "report/xlsx_priv.h"
#include <stdio.h>
#include <string.h>

#define TOP_OPS 10u
#define ROW_PIXELS 20

/* Rows of gpu_timeline that make up the whole, and how they are painted. */
static const struct {
	const char *type, *label;
	lxw_color_t colour;
} parts[] = {
	{"computation_time", "computation", 0x2e75b6},
	{"exposed_comm_time", "exposed communication", 0xed7d31},
	{"exposed_memcpy_time", "exposed copies", 0xffc000},
	{"micro_idle_time", "idle, short gaps", 0xbfbfbf},
	{"macro_idle_time", "idle, long gaps", 0x7f7f7f},
	{"idle_time", "idle", 0xa6a6a6},
};

static int
find_row(const struct table *table, int column, const char *text)
{
	for (uint32_t row = 0; row < table->n_rows && row < REPORT_ROWS_MAX; row++) {
		const char *cell = table_cell(table, row, (uint32_t)column).s;

		if (cell && !strcmp(cell, text))
			return (int)row;
	}
	return -1;
}

static int
insert(struct xlsx *xlsx, const struct table *table, lxw_worksheet *sheet, lxw_chart *chart, double height)
{
	lxw_chart_options options = {.x_offset = ROW_PIXELS, .x_scale = 1.5, .y_scale = height};

	return xlsx_fail(
		xlsx, worksheet_insert_chart_opt(sheet, 1, (lxw_col_t)table->n_columns, chart, &options));
}

/* One bar, each part a series of its own: the rows do not stand together. */
static int
chart_timeline(struct xlsx *xlsx, const struct table *table, const char *name, lxw_worksheet *sheet)
{
	int type = table_find_column(table, "type"), time = table_find_column(table, "time ms");
	lxw_chart *chart;

	if (type < 0 || time < 0 || !table->n_rows || table->columns[type].def->type != CELL_TEXT)
		return 0;
	chart = workbook_add_chart(xlsx->book, LXW_CHART_BAR_STACKED);
	if (!chart)
		return error_no_memory(xlsx->err, "drawing a chart");
	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
		int row = find_row(table, type, parts[i].type);
		lxw_chart_fill fill = {.color = parts[i].colour};
		lxw_chart_series *series;

		if (row < 0)
			continue;
		series = chart_add_series(chart, NULL, NULL);
		if (!series)
			return error_no_memory(xlsx->err, "drawing a chart");
		chart_series_set_values(series, name, (lxw_row_t)row + 1, (lxw_col_t)time, (lxw_row_t)row + 1,
			(lxw_col_t)time);
		chart_series_set_name(series, parts[i].label);
		chart_series_set_fill(series, &fill);
	}
	chart_title_set_name(chart, "GPU time (ms)");
	chart_legend_set_position(chart, LXW_CHART_LEGEND_BOTTOM);
	chart_axis_set_label_position(chart->y_axis, LXW_CHART_AXIS_LABEL_POSITION_NONE);
	return insert(xlsx, table, sheet, chart, 0.8);
}

static int
chart_ops(struct xlsx *xlsx, const struct table *table, const char *name, lxw_worksheet *sheet)
{
	int label = table_find_column(table, "name"),
	    time = table_find_column(table, "total_direct_kernel_time_ms");
	lxw_row_t last = table->n_rows < TOP_OPS ? table->n_rows : TOP_OPS;
	lxw_chart_series *series;
	lxw_chart *chart;

	if (label < 0 || time < 0 || !last)
		return 0;
	chart = workbook_add_chart(xlsx->book, LXW_CHART_BAR);
	series = chart ? chart_add_series(chart, NULL, NULL) : NULL;
	if (!series)
		return error_no_memory(xlsx->err, "drawing a chart");
	chart_series_set_categories(series, name, 1, (lxw_col_t)label, last, (lxw_col_t)label);
	chart_series_set_values(series, name, 1, (lxw_col_t)time, last, (lxw_col_t)time);
	chart_series_set_name(series, "direct kernel time (ms)");
	chart_title_set_name(chart, "Operators with the most kernel time (ms)");
	chart_legend_set_position(chart, LXW_CHART_LEGEND_NONE);
	chart_axis_set_reverse(chart->y_axis);	/* the first on top */
	return insert(xlsx, table, sheet, chart, 1.3);
}

static const struct {
	const char *id;
	int (*draw)(struct xlsx *xlsx, const struct table *table, const char *name, lxw_worksheet *sheet);
} charts[] = {
	{"gpu_timeline", chart_timeline},
	{"ops_summary", chart_ops},
};

int
xlsx_add_chart(struct xlsx *xlsx, const struct table *table, const char *name, lxw_worksheet *sheet)
{
	for (size_t i = 0; i < sizeof(charts) / sizeof(*charts); i++)
		if (!strcmp(charts[i].id, table->id))
			return charts[i].draw(xlsx, table, name, sheet);
	return 0;
}
#endif
