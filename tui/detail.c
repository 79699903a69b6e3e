/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/detail.h"
#include "tui/app.h"
#include "tui/event_lines.h"
#include <stdio.h>

struct detail {
	struct lines lines;
	struct buffer text;	/* the event's JSON, kept for its room */
	uint32_t event;
	int cols;
};

static int
detail_open(struct pane *pane, struct error *err)
{
	struct detail *d = pane->state;

	(void)err;
	d->event = TRACE_NONE;
	d->cols = 80;
	return 0;
}

static void
detail_close(struct pane *pane)
{
	struct detail *d = pane->state;

	lines_free(&d->lines);
	buffer_free(&d->text);
}

static void
add_event(struct pane *pane, unsigned parts)
{
	struct detail *d = pane->state;

	if (d->event != TRACE_NONE)
		event_lines(&d->lines, &pane->app->session, d->event, &d->text, d->cols, parts);
}

/*
 * from: the pane that it stands beside, whose row is told of, in short while the cursor is there; NULL: the event has the
 * pane for itself.
 */
static void
detail_fill(struct pane *pane, const struct pane *from)
{
	struct detail *d = pane->state;
	unsigned more = d->lines.whole ? EVENT_ABOVE | EVENT_STACK | EVENT_LONG : 0;

	lines_begin(&d->lines, NULL, 0);
	if (!from || from->cursor >= from->ops->rows(from)) {
		add_event(pane, from ? EVENT_BESIDE | more : EVENT_FULL);
	} else {
		if (from->ops->describe)
			from->ops->describe(from, from->cursor, &d->lines, d->cols);
		add_event(pane, (from->ops->parts ? from->ops->parts(from, from->cursor) : EVENT_BESIDE) | more);
		if (from->ops->describe_rest)
			from->ops->describe_rest(from, from->cursor, &d->lines, d->cols);
	}
	while (d->lines.n_rows && !d->lines.rows[d->lines.n_rows - 1].n)	/* nothing follows */
		lines_keep(&d->lines, d->lines.n_rows - 1);
	lines_end(&d->lines);
}

/* Beside another pane detail_follow() knows the width. */
static void
detail_resize(struct pane *pane, int cols)
{
	struct detail *d = pane->state;
	bool beside = pane == pane->app->side;

	if (!beside)
		d->cols = cols;
	detail_fill(pane, beside ? pane->app->pane : NULL);
}

void
detail_set(struct pane *pane, uint32_t event)
{
	struct detail *d = pane->state;

	d->event = event;
	pane->cursor = pane->top = 0;
	pane->shift = 0;
	detail_fill(pane, NULL);
}

bool
detail_is_whole(const struct pane *pane)
{
	return ((const struct detail *)pane->state)->lines.whole;
}

void
detail_follow(struct pane *pane, const struct pane *from, int cols, bool whole)
{
	struct detail *d = pane->state;
	uint32_t event = pane_event(from);

	if (event != d->event || cols != d->cols || whole != d->lines.whole)
		pane->cursor = pane->top = 0;
	d->lines.whole = whole;
	d->event = event;
	d->cols = cols;
	detail_fill(pane, from);
}

static uint32_t
detail_rows(const struct pane *pane)
{
	return (uint32_t)((const struct detail *)pane->state)->lines.n_rows;
}

static void
detail_title(const struct pane *pane, struct buffer *left, struct buffer *right)
{
	const struct detail *d = pane->state;

	if (d->event != TRACE_NONE)
		buffer_printf(left, "event %u", d->event);
	lines_title(&d->lines, right);
}

static void
detail_draw(const struct pane *pane, struct canvas *canvas, int y, uint32_t row)
{
	lines_draw(&((const struct detail *)pane->state)->lines, canvas, y, row, pane->shift);
}

static uint32_t
detail_event(const struct pane *pane, uint32_t row)
{
	const struct detail *d = pane->state;

	return row < d->lines.n_rows && d->lines.rows[row].event != TRACE_NONE ? d->lines.rows[row].event : d->event;
}

static bool
detail_search(struct pane *pane, const struct pattern *pattern, int step, bool here, struct pane_hits *hits)
{
	return lines_search(pane, &((struct detail *)pane->state)->lines, pattern, step, here, hits);
}

static void
detail_where(const struct pane *pane, struct place *place)
{
	place->b = ((const struct detail *)pane->state)->event;
}

static void
detail_go(struct pane *pane, const struct place *place)
{
	detail_set(pane, (uint32_t)place->b);
	pane_set_cursor(pane, (uint32_t)place->a);
}

static unsigned
detail_enter(struct pane *pane, const char *argument, struct error *err)
{
	const struct detail *d = pane->state;

	(void)argument;
	if (pane->cursor < d->lines.n_rows && d->lines.rows[pane->cursor].event != TRACE_NONE)
		return app_goto(pane->app, d->lines.rows[pane->cursor].event, err);
	if (d->event != TRACE_NONE)
		return app_goto(pane->app, d->event, err);
	error_set(err, "this line leads nowhere");
	return STALE_FAILED;
}

static int
detail_snapshot(const struct pane *pane, struct table **out, struct error *err)
{
	return lines_snapshot(&((const struct detail *)pane->state)->lines, pane->ops->id, out, err);
}

static const struct pane_command detail_commands[] = {
	{COMMAND_ENTER, detail_enter},
	{COMMAND_COUNT, NULL}
};

const struct pane_ops detail_pane = {
	.id = "detail",
	.title = "detail",
	.help = "everything known of one event",
	.empty = "",
	.state_size = sizeof(struct detail),
	.open = detail_open,
	.close = detail_close,
	.resize = detail_resize,
	.rows = detail_rows,
	.hides = lines_hides,
	.title_text = detail_title,
	.draw = detail_draw,
	.event = detail_event,
	.search = detail_search,
	.snapshot = detail_snapshot,
	.where = detail_where,
	.go = detail_go,
	.cell = lines_cell,
	.commands = detail_commands,
	.more = {lines_commands},
};
