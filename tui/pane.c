/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/pane.h"
#include "base/mem.h"
#include "base/text.h"
#include "trace/trace.h"
#include "tui/app.h"
#include <string.h>

const struct pane_ops *
pane_kind(const char *id)
{
	for (unsigned i = 0; i < n_panes; i++)
		if (!strcmp(panes[i]->id, id))
			return panes[i];
	return NULL;
}

struct pane *
pane_new(const struct pane_ops *ops, struct app *app, struct error *err)
{
	struct pane *pane = mem_zero(1, sizeof(*pane));

	if (pane)
		pane->state = mem_zero(1, ops->state_size);
	if (!pane || !pane->state) {
		free(pane);
		error_no_memory(err, "opening a pane");
		return NULL;
	}
	pane->ops = ops;
	pane->app = app;
	pane->height = 1;
	if (!ops->open || !ops->open(pane, err))
		return pane;
	pane_free(pane);
	return NULL;
}

void
pane_free(struct pane *pane)
{
	if (!pane)
		return;
	if (pane->ops->close)
		pane->ops->close(pane);
	free(pane->state);
	free(pane);
}

void
pane_clamp(struct pane *pane)
{
	uint32_t rows = pane->ops->rows(pane), height = pane->height > 0 ? (uint32_t)pane->height : 1;

	if (pane->cursor >= rows)
		pane->cursor = rows ? rows - 1 : 0;
	if (pane->top > pane->cursor)
		pane->top = pane->cursor;
	if (pane->cursor - pane->top >= height)
		pane->top = pane->cursor - height + 1;
	if (pane->top && rows - pane->top < height)
		pane->top = rows > height ? rows - height : 0;
}

void
pane_move(struct pane *pane, int64_t rows)
{
	int64_t n = pane->ops->rows(pane), at = (int64_t)pane->cursor + rows;

	at = at >= n ? n - 1 : at;
	pane->cursor = at < 0 ? 0 : (uint32_t)at;
	pane_clamp(pane);
}

void
pane_set_cursor(struct pane *pane, uint32_t row)
{
	uint32_t height = pane->height > 0 ? (uint32_t)pane->height : 1;

	pane->cursor = row;
	pane->centre = !pane->cols;
	if (row < pane->top || row - pane->top >= height)
		pane->top = row > height / 2 ? row - height / 2 : 0;
	pane_clamp(pane);
}

/* In place of the rows where none is shown. */
static const char *
pane_empty(const struct pane *pane)
{
	const struct tree *tree = pane->app->session.tree;

	if (pane->ops->hides && pane->ops->hides(pane))
		return "no row passes; :filter without a word shows all";
	if (pane->ops->empty)
		return pane->ops->empty;
	if (pane->ops->sheet && tree && !tree->n_gpu)
		return tree->is_cut && tree->trace->n_gpus ? "no GPU work of this range; V shows all of the time"
			: "no GPU work; tree and timeline show the host's";
	return "no rows";
}

/* An expression is looked for in the row as it is seen, across its columns. */
static void
mark_found(struct canvas *canvas, int y, const struct pattern *pattern)
{
	struct buffer text = {0};
	size_t at = 0, begin, end;

	canvas_find(canvas, y, pattern->text, pattern->len, pattern->fold, ROLE_FOUND);
	if (pattern->is_regex && screen_part_text(canvas->screen, canvas->row + y, canvas->col, canvas->cols, &text))
		for (text.len--; pattern_find(pattern, text.data + at, text.len - at, &begin, &end); at += end)
			canvas_role(canvas, y, (int)text_width(text.data, at + begin),
				(int)text_width(text.data + at + begin, end - begin), ROLE_FOUND);
	buffer_free(&text);
}

void
pane_draw(struct pane *pane, struct canvas *canvas, bool focused, const struct pattern *pattern)
{
	int picture = pane->ops->picture_rows ? pane->ops->picture_rows(pane, canvas->rows, canvas->cols) : 0;
	bool heading = pane->ops->flags & PANE_HEADING && canvas->rows - picture > 4;
	struct canvas list = canvas_part(canvas, picture + heading, 0, canvas->rows - picture - heading, canvas->cols);
	bool resized = pane->cols != canvas->cols || pane->height != list.rows;
	uint32_t rows;

	pane->cols = canvas->cols;
	pane->height = list.rows;
	if (resized && pane->ops->resize)
		pane->ops->resize(pane, canvas->cols);
	pane->at_row = list.row;
	pane->at_col = list.col;
	if (pane->centre)
		pane->top = pane->cursor > (uint32_t)list.rows / 2 ? pane->cursor - (uint32_t)list.rows / 2 : 0;
	pane->centre = false;
	pane_clamp(pane);
	if (picture) {
		struct canvas top = canvas_part(canvas, 0, 0, picture, canvas->cols);

		pane->ops->picture(pane, &top);
	}
	if (heading) {
		struct canvas top = canvas_part(canvas, picture, 0, 1, canvas->cols);

		pane->ops->heading(pane, &top);
	}
	rows = pane->ops->rows(pane);
	if (!rows)
		canvas_puts(&list, 0, 1, ROLE_DIM, pane_empty(pane));
	for (int y = 0; y < list.rows && pane->top + (uint32_t)y < rows; y++) {
		uint32_t row = pane->top + (uint32_t)y;

		pane->ops->draw(pane, &list, y, row);
		if (row == pane->cursor && !(pane->ops->flags & PANE_OWN_CURSOR) && (focused || pane != pane->app->side)) {
			canvas_role(&list, y, 0, list.cols, focused ? ROLE_CURSOR : ROLE_CURSOR_AWAY);
			if (focused) {
				canvas->screen->cursor_row = list.row + y;
				canvas->screen->cursor_col = list.col;
			}
		}
		if (pattern && pattern->len)
			mark_found(&list, y, pattern);
	}
}

/* The nth handler of the command, of those that are looked at first; NULL past the last. */
static const struct pane_command *
find_handler(const struct pane_ops *ops, enum command_id id, unsigned n)
{
	const struct pane_command *const tables[] = {ops->more[0], ops->more[1], ops->more[2], ops->commands};

	for (unsigned i = 0; i < sizeof(tables) / sizeof(*tables); i++)
		for (const struct pane_command *command = tables[i]; command && command->run; command++)
			if (command->id == id && !n--)
				return command;
	return NULL;
}

bool
pane_knows(const struct pane_ops *ops, enum command_id id)
{
	return find_handler(ops, id, 0) != NULL;
}

unsigned
pane_command(struct pane *pane, enum command_id id, const char *argument, struct error *err)
{
	const struct pane_command *command;
	unsigned stale = STALE_NOT_MINE;

	for (unsigned n = 0; stale & STALE_NOT_MINE && (command = find_handler(pane->ops, id, n)); n++)
		stale = command->run(pane, argument, err);
	return stale;
}

void
pane_where(const struct pane *pane, struct place *place)
{
	*place = (struct place){.a = pane->cursor};
	if (pane->ops->where)
		pane->ops->where(pane, place);
}

void
pane_go(struct pane *pane, const struct place *place)
{
	if (pane->ops->go)
		pane->ops->go(pane, place);
	else
		pane_set_cursor(pane, place->a < UINT32_MAX ? (uint32_t)place->a : 0);
}

uint32_t
pane_event(const struct pane *pane)
{
	if (!pane->ops->event || pane->cursor >= pane->ops->rows(pane))
		return TRACE_NONE;
	return pane->ops->event(pane, pane->cursor);
}
