/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines above the lanes: times, and how busy the GPU is. */
#include "base/text.h"
#include "tui/app.h"
#include "tui/gpu_look.h"
#include "tui/timeline_priv.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define TICK_CELLS 16		/* between two labels, at least */

/* The unit of the labels, and how many decimals tell them apart. */
struct scale {
	int64_t step, unit;	/* ns */
	const char *name;
	int decimals;
};

static struct scale
axis_scale(const struct timeline *t)
{
	static const int64_t factors[] = {1, 2, 5};
	int64_t least = t->span / t->cols * TICK_CELLS + 1, power = 1;
	struct scale scale = {.step = 1};

	for (unsigned i = 0; scale.step < least && power <= INT64_MAX / 50; i++) {
		if (i == 3) {
			i = 0;
			power *= 10;
		}
		scale.step = factors[i] * power;
	}
	scale.unit = scale.step >= 100000000 ? 1000000000 : 1000000;
	scale.name = scale.unit == 1000000 ? "ms" : "s";
	for (int64_t unit = scale.unit; unit > power; unit /= 10)
		scale.decimals++;
	return scale;
}

/* Exact: whole numbers all the way. */
static void
scale_text(const struct scale *scale, int64_t time, char out[64])
{
	char rest[32];

	snprintf(rest, sizeof(rest), "%09" PRId64, time % scale->unit * (1000000000 / scale->unit));
	snprintf(out, 64, "%" PRId64 "%s%.*s", time / scale->unit, scale->decimals ? "." : "", scale->decimals, rest);
}

static void
paint_range(const struct timeline *t, struct canvas *axis, int64_t begin, int64_t end)
{
	int from = timeline_col(t, begin), to = timeline_col(t, end);

	from = from < 0 ? 0 : from;
	canvas_role(axis, 0, from, to - from + 1, ROLE_FOUND);
}

/* window: the part of the time that all panes show, or NULL. */
static void
draw_ruler(const struct timeline *t, struct canvas *canvas, const struct tree_window *window)
{
	struct canvas axis = canvas_part(canvas, 0, t->label_cols, 1, t->cols);
	struct scale scale = axis_scale(t);
	int64_t tick = t->begin / scale.step * scale.step;
	char text[64];
	int at = timeline_col(t, t->at), col;
	bool on_label = false;

	canvas_fill(canvas, 0, 0, canvas->cols, ROLE_HEADING, ' ');
	snprintf(text, sizeof(text), "time in %s", scale.name);
	canvas_text(canvas, 0, 1, t->label_cols - 2, ROLE_HEADING, text, strlen(text));
	if (tick < t->begin)
		tick += scale.step;
	for (; tick >= 0 && tick < t->begin + t->span; tick += scale.step) {
		col = timeline_col(t, tick);
		scale_text(&scale, tick, text);
		canvas_glyph(&axis, 0, col, ROLE_HEADING, GLYPH_VLINE);
		if (col + 1 + (int)strlen(text) <= t->cols) {
			canvas_puts(&axis, 0, col + 1, ROLE_HEADING, text);
			on_label = on_label || (at > col && at <= col + (int)strlen(text));
		}
		if (tick > INT64_MAX - scale.step)
			break;
	}
	if (t->mark >= 0)
		paint_range(t, &axis, t->mark < t->at ? t->mark : t->at, t->mark < t->at ? t->at : t->mark);
	else if (window)
		paint_range(t, &axis, window->begin, window->end);
	if (on_label)	/* no digit is lost */
		canvas_role(&axis, 0, at, 1, ROLE_CURSOR);
	else
		canvas_glyph(&axis, 0, at, ROLE_CURSOR, GLYPH_DOWN);
}

/* before has what each class covers before the column, and then before the next. */
static void
draw_slice(const struct timeline *t, struct canvas *axis, int col, int64_t before[GPU_CLASSES])
{
	int64_t begin = timeline_time(t, col), end = timeline_time(t, col + 1), covered[GPU_CLASSES];
	struct gpu_look look;

	for (unsigned c = 0; c < GPU_CLASSES; c++) {
		int64_t next = gpu_strip_before(&t->strip.exposed[c], end);

		covered[c] = next - before[c];
		before[c] = next;
	}
	look = gpu_look_slice(covered, end - begin);
	canvas_glyph(axis, 0, col, look.role, look.glyph);
}

static void
draw_slices(const struct timeline *t, struct canvas *axis)
{
	int64_t before[GPU_CLASSES];

	for (unsigned c = 0; c < GPU_CLASSES; c++)
		before[c] = gpu_strip_before(&t->strip.exposed[c], t->begin);
	for (int col = 0; col < t->cols; col++)
		draw_slice(t, axis, col, before);
}

static void
draw_strip(struct timeline *t, struct canvas *canvas)
{
	struct canvas axis = canvas_part(canvas, 0, t->label_cols, 1, t->cols);
	struct row_store *store = timeline_store(t, canvas->screen);
	uint32_t slot = (uint32_t)canvas->screen->rows;
	char text[48];
	int64_t busy = gpu_strip_covered(&t->strip.busy, t->begin, t->begin + t->span);

	if (!t->strip.busy.n)
		return;
	snprintf(text, sizeof(text), "busy %s%.1f %%", t->label_cols > 18 ? "here " : "", 100.0 * (double)busy / (double)t->span);
	canvas_text(canvas, 0, 1, t->label_cols - 2, ROLE_BUSY, text, strlen(text));
	if (row_store_draw(store, slot, TIMELINE_STRIP, &axis, 0))
		return;
	draw_slices(t, &axis);
	row_store_keep(store, slot, TIMELINE_STRIP, &axis, 0);
}

int
timeline_axis_rows(const struct pane *pane, int rows, int cols)
{
	(void)pane, (void)cols;
	return rows > 6 ? 2 : rows > 4;
}

void
timeline_axis(const struct pane *pane, struct canvas *canvas)
{
	struct timeline *t = timeline_of(pane);
	const struct session *session = &pane->app->session;
	struct canvas line = canvas_part(canvas, 0, 0, 1, canvas->cols);

	timeline_link(pane);
	draw_ruler(t, &line, session->whole ? &session->tree->window : NULL);
	line = canvas_part(canvas, 1, 0, 1, canvas->cols);
	draw_strip(t, &line);
}

void
timeline_title(const struct pane *pane, struct buffer *left, struct buffer *right)
{
	static const char *const frames[] = {"no frames", "modules", "all frames"};
	const struct timeline *t = timeline_of(pane);
	char from[32], span[32], all[32];

	if (*t->filter)
		buffer_printf(right, "%s   %s pass   ", t->filter, text_count(all, t->lanes.n_events));
	if (t->sort != FIELD_LANE || t->turned)
		buffer_printf(right, "by %s%s   ", timeline_columns[t->sort].id, t->turned ? ", turned round" : "");
	buffer_printf(left, "%s ms + %s", text_ms(from, t->begin), text_time(span, t->span));
	if (t->span < t->all)
		buffer_printf(right, "%s of %s, a shows all  %s", text_time(span, t->span),
			text_time(all, t->all), frames[t->python]);
	else
		buffer_printf(right, "all of it  %s", frames[t->python]);
}
