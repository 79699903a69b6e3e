/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/roofline_pane.h"
#include "analysis/device.h"
#include "analysis/intervals.h"
#include "model/arch.h"
#include "tui/app.h"
#include "tui/sheet_pane_priv.h"
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define LABEL_CELLS 8		/* of the axis on the left */
#define MARGIN_ROWS \
	5 /* of the picture around the plot: two lines above, axis, its labels, legend */
#define PLOT_ROWS_MIN 5
#define PLOT_COLS_MIN 30
#define TABLE_ROWS_MIN 6
#define LARGE_SHARE 0.05	/* of the kernel time of all: from here a capital letter */
#define LEGEND_MAX 24
#define DECADES_MAX 5		/* on each axis; what lies lower is drawn at the edge */

struct plot {			/* decades of both axes */
	const struct arch *arch;
	double x_low, x_high, y_low, y_high;
	int rows, cols;
};

struct roofline_columns {
	int intensity, tflops, limit, spec, category, time, win;
};

struct legend {
	const char *categories[LEGEND_MAX];
	char letters[LEGEND_MAX];
	unsigned n;
};

static bool
columns_find(const struct table *table, struct roofline_columns *c)
{
	c->intensity = table_find_column(table, "intensity");
	c->tflops = table_find_column(table, "tflops");
	c->limit = table_find_column(table, "limit_tflops");
	c->spec = table_find_column(table, "compute_spec");
	c->category = table_find_column(table, "op_category");
	c->time = table_find_column(table, "kernel_us");
	c->win = table_find_column(table, "savings_us");
	return c->intensity >= 0 && c->tflops >= 0 && c->limit >= 0 && c->spec >= 0
		&& c->category >= 0 && c->time >= 0 && c->win >= 0;
}

static double
cell_real(const struct table *table, uint32_t row, int column)
{
	return table_cell(table, row, (uint32_t)column).d;
}

static bool
has_point(const struct table *table, const struct roofline_columns *c, uint32_t row)
{
	return cell_real(table, row, c->intensity) > 0 && cell_real(table, row, c->tflops) > 0;
}

/* --- the legend: one letter a category ------------------------------------------------- */

static bool
letter_taken(const struct legend *legend, char letter)
{
	return memchr(legend->letters, letter, legend->n) != NULL;
}

/* The first letter of the name that is free, else the first of the alphabet. */
static char
legend_letter(const struct legend *legend, const char *name)
{
	for (; *name; name++)
		if (isalpha((unsigned char)*name)
			&& !letter_taken(legend, (char)tolower((unsigned char)*name)))
			return (char)tolower((unsigned char)*name);
	for (char letter = 'a'; letter <= 'z'; letter++)
		if (!letter_taken(legend, letter))
			return letter;
	return 'x';
}

static unsigned
legend_find(const struct legend *legend, const char *name)
{
	unsigned i = 0;

	while (i < legend->n && strcmp(legend->categories[i], name))
		i++;
	return i;
}

static void
legend_make(struct legend *legend, const struct table *table, const struct roofline_columns *c)
{
	legend->n = 0;
	for (uint32_t row = 0; row < table->n_rows && legend->n < LEGEND_MAX; row++) {
		const char *name = table_cell(table, row, (uint32_t)c->category).s;

		if (!name || !has_point(table, c, row) || legend_find(legend, name) < legend->n)
			continue;
		legend->letters[legend->n] = legend_letter(legend, name);
		legend->categories[legend->n++] = name;
	}
}

static enum role
legend_role(unsigned category)
{
	static const enum role roles[] = {
		ROLE_BUSY, ROLE_COMM, ROLE_KERNEL, ROLE_COPY, ROLE_CALL, ROLE_MODULE};

	return roles[category % (sizeof(roles) / sizeof(*roles))];
}

/* How many categories have no room is told at the end; what capitals mean gives way to them. */
static void
legend_draw(const struct legend *legend, struct canvas *canvas, int y)
{
	static const char capitals[] = "   capitals: over 5 % of the time";
	char text[64];
	int col = 1;
	unsigned i = 0;

	for (; i < legend->n; i++) {
		int n = snprintf(text, sizeof(text), "%c %.40s", legend->letters[i], legend->categories[i]);

		if (col + n + (i + 1 < legend->n ? 5 : 0) > canvas->cols)
			break;
		col += canvas_puts(canvas, y, col, legend_role(i), text) + 2;
	}
	if (i < legend->n) {
		snprintf(text, sizeof(text), "+%u", legend->n - i);
		canvas_puts(canvas, y, col, ROLE_DIM, text);
	} else if (col - 2 + (int)strlen(capitals) <= canvas->cols) {
		canvas_puts(canvas, y, col - 2, ROLE_DIM, capitals);
	}
}

/* --- axes and roofs ----------------------------------------------------------------------- */

static bool
plot_make(struct plot *plot, const struct pane *pane, const struct table *table,
	const struct roofline_columns *c)
{
	double x[2] = {INFINITY, -INFINITY}, y[2] = {INFINITY, -INFINITY};

	plot->arch = pane->app->session.arch;
	if (!plot->arch)
		return false;
	for (uint32_t row = 0; row < table->n_rows; row++) {
		const char *spec = table_cell(table, row, (uint32_t)c->spec).s;
		double peak = spec ? arch_peak(plot->arch, spec) : NAN,
		       knee = spec ? arch_knee(plot->arch, spec) : NAN;

		if (!has_point(table, c, row))
			continue;
		x[0] = fmin(x[0], cell_real(table, row, c->intensity));
		x[1] = fmax(fmax(x[1], cell_real(table, row, c->intensity)),
			isnan(knee) ? 0 : knee * 2);
		y[0] = fmin(y[0], cell_real(table, row, c->tflops));
		y[1] = fmax(fmax(y[1], cell_real(table, row, c->tflops)), isnan(peak) ? 0 : peak);
	}
	if (!isfinite(x[0]) || !isfinite(y[0]))
		return false;
	plot->x_high = ceil(log10(x[1] * 1.01));
	plot->x_low = fmax(floor(log10(x[0])), plot->x_high - DECADES_MAX);
	plot->y_high = log10(y[1]) + 0.4;
	plot->y_low = fmax(floor(log10(y[0])), ceil(plot->y_high) - DECADES_MAX);
	return true;
}

static int
plot_col(const struct plot *plot, double intensity)
{
	double at = (log10(intensity) - plot->x_low) / (plot->x_high - plot->x_low);

	return (int)lround(fmax(at, 0) * (plot->cols - 1));
}

static int
plot_row(const struct plot *plot, double tflops)
{
	double at = (log10(tflops) - plot->y_low) / (plot->y_high - plot->y_low);

	return plot->rows - 1 - (int)lround(fmax(at, 0) * (plot->rows - 1));
}

static void
draw_axes(const struct plot *plot, struct canvas *canvas, int top)
{
	struct canvas *c = canvas;
	int axis = top + plot->rows;

	for (int y = 0; y < plot->rows; y++)
		canvas_glyph(c, top + y, LABEL_CELLS, ROLE_GUIDE, GLYPH_VLINE);
	canvas_fill(c, axis, LABEL_CELLS, plot->cols + 1, ROLE_GUIDE,
		screen_glyph(c->screen, GLYPH_HLINE));
	canvas_glyph(c, axis, LABEL_CELLS, ROLE_GUIDE, GLYPH_CORNER);
	for (double decade = plot->y_low; decade <= plot->y_high; decade++) {
		char text[32];

		snprintf(text, sizeof(text), "%g", pow(10, decade));
		canvas_right(c, top + plot_row(plot, pow(10, decade)), 0, LABEL_CELLS - 1, ROLE_DIM,
			text);
		canvas_glyph(c, top + plot_row(plot, pow(10, decade)), LABEL_CELLS, ROLE_GUIDE,
			GLYPH_TICK);
	}
	for (double decade = plot->x_low; decade <= plot->x_high; decade++) {
		int col = LABEL_CELLS + 1 + plot_col(plot, pow(10, decade));
		char text[32];
		int width = snprintf(text, sizeof(text), "%g", pow(10, decade));

		canvas_glyph(c, axis, col, ROLE_GUIDE, GLYPH_TICK);
		canvas_puts(c, axis + 1, col + width > c->cols ? c->cols - width : col - width / 2,
			ROLE_DIM, text);
	}
	canvas_puts(c, axis + 1, 0, ROLE_DIM, "FLOP/B");
}

static double
plot_intensity(const struct plot *plot, int col)
{
	return pow(10, plot->x_low + (plot->x_high - plot->x_low) * col / (plot->cols - 1));
}

/* Where the slope of the memory reaches the row. */
static int
slope_col(const struct plot *plot, int y)
{
	int col = 0;

	while (col < plot->cols
		&& plot_row(plot, plot->arch->bandwidth_gbps / 1e3 * plot_intensity(plot, col)) > y)
		col++;
	return col;
}

/* The slope of the memory up to the highest peak, and each peak that counts from its knee on. */
static void
draw_roofs(const struct plot *plot, struct canvas *canvas, const struct table *table,
	const struct roofline_columns *c)
{
	const char *drawn[LEGEND_MAX];
	unsigned n = 0;
	double most = 0;

	for (uint32_t row = 0; row < table->n_rows && n < LEGEND_MAX; row++) {
		const char *spec = table_cell(table, row, (uint32_t)c->spec).s;
		double peak = spec ? arch_peak(plot->arch, spec) : NAN;
		char text[64];
		unsigned i = 0;
		int from, y, width;

		while (i < n && spec && strcmp(drawn[i], spec))
			i++;
		if (isnan(peak) || i < n || !has_point(table, c, row))
			continue;
		drawn[n++] = spec;
		most = fmax(most, peak);
		y = plot_row(plot, peak);
		from = plot_col(plot, arch_knee(plot->arch, spec));
		from = from < 0 ? 0 : from;
		canvas_fill(canvas, y, from, plot->cols - from, ROLE_GUIDE,
			screen_glyph(canvas->screen, GLYPH_ROOF));
		width = snprintf(text, sizeof(text), "%s %g", spec, peak);
		from = slope_col(plot, y);
		if (width + 2 <= from)		/* over the slope there is no point */
			canvas_puts(canvas, y, from - width - 1, ROLE_HEADING, text);
		else
			canvas_puts(canvas, y - 1, plot->cols - width, ROLE_HEADING, text);
	}
	for (int col = 0; col < plot->cols; col++) {
		double roof = plot->arch->bandwidth_gbps / 1e3 * plot_intensity(plot, col);

		if (roof > most)
			break;
		if (log10(roof) < plot->y_low)
			continue;
		canvas_glyph(canvas, plot_row(plot, roof), col, ROLE_GUIDE, GLYPH_SLOPE);
	}
}

/* --- points --------------------------------------------------------------------------------- */

static void
draw_point(const struct plot *plot, struct canvas *canvas, const struct legend *legend,
	const struct table *table, const struct roofline_columns *c, uint32_t row, double all,
	bool selected)
{
	const char *name = table_cell(table, row, (uint32_t)c->category).s;
	unsigned category = name ? legend_find(legend, name) : legend->n;
	char letter = category < legend->n ? legend->letters[category] : '?';
	int col = plot_col(plot, cell_real(table, row, c->intensity)),
	    y = plot_row(plot, cell_real(table, row, c->tflops));

	if ((double)table_cell(table, row, (uint32_t)c->time).i >= LARGE_SHARE * all)
		letter = (char)toupper((unsigned char)letter);
	canvas_put(
		canvas, y, col, selected ? ROLE_CURSOR : legend_role(category), (uint32_t)letter);
	if (selected) {
		canvas_put(canvas, y, col - 1, ROLE_CURSOR, '(');
		canvas_put(canvas, y, col + 1, ROLE_CURSOR, ')');
	}
}

/* What was reached of what is possible, of the row under the cursor. */
static void
draw_selected(struct canvas *canvas, const struct table *table, const struct roofline_columns *c,
	uint32_t row)
{
	int name = table_find_column(table, "name"), bound = table_find_column(table, "bound");
	const char *limit = bound >= 0 ? table_cell(table, row, (uint32_t)bound).s : NULL;
	double reached = cell_real(table, row, c->tflops), most = cell_real(table, row, c->limit);
	const char *text = name >= 0 ? table_cell(table, row, (uint32_t)name).s : "";
	char figures[128];
	int used;

	snprintf(figures, sizeof(figures), "%.4g of %.4g TFLOP/s (%.0f %%) at %.4g FLOP/B, %s bound", reached, most,
		100 * reached / most, cell_real(table, row, c->intensity), limit && *limit == 'M' ? "memory" : "compute");
	used = 1 + canvas_puts(canvas, 1, 1, ROLE_NORMAL, figures) + 2;
	canvas_text(canvas, 1, used, canvas->cols - used, ROLE_THREAD, text, strlen(text));
}

static void
draw_arch(const struct plot *plot, struct canvas *canvas)
{
	char text[160];

	snprintf(text, sizeof(text), "TFLOP/s   %s, %s figures, memory %.4g TB/s", plot->arch->name,
		plot->arch->figures ? plot->arch->figures : "unnamed",
		plot->arch->bandwidth_gbps / 1e3);
	canvas_puts(canvas, 0, 1, ROLE_DIM, text);
}

static int
roofline_rows(const struct pane *pane, int rows, int cols)
{
	const struct sheet_state *s = pane->state;
	int picture = rows * 3 / 5;

	if (!s->table || !s->table->n_rows || !pane->app->session.arch)
		return rows > 3 ? 2 : 0;
	if (cols < PLOT_COLS_MIN + LABEL_CELLS || picture < PLOT_ROWS_MIN + MARGIN_ROWS
		|| rows - picture < TABLE_ROWS_MIN)
		return 0;
	return picture > 40 ? 40 : picture;
}

/* And how to tell them. */
static void
draw_unknown(const struct pane *pane, struct canvas *canvas)
{
	const char *name = device_name(pane->app->session.trace);
	char text[256];

	snprintf(text, sizeof(text), "no rooflines: the limits of %.80s are not known",
		name && *name ? name : "the GPU");
	canvas_puts(canvas, 0, 1, ROLE_WARNING, text);
	canvas_puts(canvas, 1, 1, ROLE_DIM, ":set arch NAME|FILE, or --arch, gives them ('sonde arch')");
}

/* Why no row has a place in the picture. */
static const char *
unplaced(const struct session *session)
{
	const struct trace *trace = session->trace;
	uint64_t ops = 0;

	for (uint32_t i = 0; i < trace->n_categories; i++)
		if (!strcmp(trace_string(trace, trace->categories[i].name), "cpu_op"))
			ops += trace->categories[i].count;
	if (!ops)
		return "the trace has no operators: the amount of work of its kernels is not known";
	for (uint32_t i = 0; i < trace->n_signatures; i++)
		if (trace->meta.record_shapes || trace->signatures[i].dims)
			return "no operator has a known amount of work";
	return "input shapes were not recorded (record_shapes=True does): the amount of work is not known";
}

static void
roofline_picture(const struct pane *pane, struct canvas *canvas)
{
	const struct sheet_state *s = pane->state;
	struct roofline_columns c;
	struct plot plot = {
		.rows = canvas->rows - MARGIN_ROWS, .cols = canvas->cols - LABEL_CELLS - 2};
	struct legend legend;
	struct canvas field = canvas_part(canvas, 2, LABEL_CELLS + 1, plot.rows, plot.cols);
	uint32_t n = sheet_n_rows(s),
		 selected = n && pane->cursor < n ? sheet_row(s, pane->cursor) : UINT32_MAX;
	double all = 0;

	if (!pane->app->session.arch) {
		draw_unknown(pane, canvas);
		return;
	}
	if (canvas->rows < MARGIN_ROWS || !columns_find(s->table, &c)
		|| !plot_make(&plot, pane, s->table, &c)) {
		canvas_puts(canvas, 0, 1, ROLE_WARNING, unplaced(&pane->app->session));
		return;
	}
	draw_arch(&plot, canvas);
	draw_axes(&plot, canvas, 2);
	draw_roofs(&plot, &field, s->table, &c);
	legend_make(&legend, s->table, &c);
	for (uint32_t row = 0; row < s->table->n_rows; row++)
		all += (double)table_cell(s->table, row, (uint32_t)c.time).i;
	for (uint32_t i = n; i-- > 0;)		/* the first rows are drawn over the others */
		if (sheet_row(s, i) != selected && has_point(s->table, &c, sheet_row(s, i)))
			draw_point(
				&plot, &field, &legend, s->table, &c, sheet_row(s, i), all, false);
	if (selected != UINT32_MAX && has_point(s->table, &c, selected)) {
		draw_point(&plot, &field, &legend, s->table, &c, selected, all, true);
		draw_selected(canvas, s->table, &c, selected);
	}
	legend_draw(&legend, canvas, canvas->rows - 1);
}

/*
 * "could win 9.380 of 22.012 ms with a roofline (54 % of GPU work)": of the rows that are shown; and how many cannot be
 * right.
 */
static void
roofline_title(const struct pane *pane, struct buffer *left, struct buffer *right)
{
	const struct sheet_state *s = pane->state;
	int win = table_find_column(s->table, "savings_us"), time = table_find_column(s->table, "modelled_us");
	int64_t work = pane->app->session.summary.sum, won = 0, modelled = 0;
	uint32_t above = 0;

	for (uint32_t i = 0; i < sheet_n_rows(s) && win >= 0 && time >= 0; i++) {
		won = time_add(won, table_cell(s->table, sheet_row(s, i), (uint32_t)win).i);
		modelled = time_add(modelled, table_cell(s->table, sheet_row(s, i), (uint32_t)time).i);
		above += sheet_above_roof(s, sheet_row(s, i));
	}
	if (modelled)
		buffer_printf(left, "could win %.3f of %.3f ms with a roofline (%.0f %% of GPU work)", (double)won / 1e6,
			(double)modelled / 1e6, work > 0 ? 100.0 * (double)modelled / (double)work : 0.0);
	if (above)
		buffer_printf(left, "   %u row%s above 100 %%: limits or models do not fit", above,
			above == 1 ? "" : "s");
	sheet_title_right(pane, right);
}

/* To the next point to the right or left, by what it does a byte. */
static unsigned
roofline_step(struct pane *pane, int step, struct error *err)
{
	const struct sheet_state *s = pane->state;
	int column = table_find_column(s->table, "intensity");
	uint32_t n = sheet_n_rows(s), best = UINT32_MAX;
	double here, found = 0;

	if (!n || column < 0) {
		error_set(err, "there is no point");
		return STALE_FAILED;
	}
	here = cell_real(s->table, sheet_row(s, pane->cursor), column) * step;
	for (uint32_t i = 0; i < n; i++) {
		double at = cell_real(s->table, sheet_row(s, i), column) * step;
		bool after = at > here || (at == here && i > pane->cursor);

		if (!after || (best != UINT32_MAX && at >= found))
			continue;
		best = i;
		found = at;
	}
	if (best == UINT32_MAX) {
		error_set(err, "no point is on this side");
		return STALE_FAILED;
	}
	pane_set_cursor(pane, best);
	return STALE_SCREEN | STALE_DETAIL;
}

static unsigned
run_right(struct pane *pane, const char *argument, struct error *err)
{
	(void)argument;
	return roofline_step(pane, 1, err);
}

static unsigned
run_left(struct pane *pane, const char *argument, struct error *err)
{
	(void)argument;
	return roofline_step(pane, -1, err);
}

static const struct pane_command roofline_commands[] = {
	{COMMAND_OPEN, run_right}, {COMMAND_CLOSE_NODE, run_left}, {COMMAND_COUNT, NULL}
};

const struct pane_ops roofline_pane = {
	TABLE_PANE("roofline", "roofline",
		"savings_us,roofline_percent,kernel_us,name,input_dims,ops,intensity,tflops,"
		"limit_tflops,bound",
		"operators under the GPU's limits, those first that lose most", 0),
	.open = sheet_open,
	.close = sheet_close,
	.event = sheet_event,
	TABLE_DETAIL,
	.title_text = roofline_title,
	.picture_rows = roofline_rows,
	.picture = roofline_picture,
	.save = sheet_save,
	.load = sheet_load,
	.more = {roofline_commands, levels_commands, sheet_tag_commands},
	.sheet = "savings",
};
