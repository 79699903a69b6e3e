/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/row_store.h"
#include "base/mem.h"
#include <stdlib.h>
#include <string.h>

void
row_store_forget(struct row_store *store)
{
	store->view = (struct row_view){0};
}

void
row_store_free(struct row_store *store)
{
	free(store->cells);
	free(store->ids);
	*store = (struct row_store){0};
}

static bool
view_same(const struct row_view *a, const struct row_view *b)
{
	return a->begin == b->begin && a->span == b->span && a->cols == b->cols && a->slots == b->slots
		&& a->glyphs == b->glyphs;
}

void
row_store_view(struct row_store *store, const struct row_view *view)
{
	size_t slots = (size_t)view->slots;

	if (view_same(&store->view, view))
		return;
	row_store_forget(store);
	if (!mem_reserve(&store->cells, &store->cap_cells, slots * (size_t)view->cols, sizeof(*store->cells))
	    || !mem_reserve(&store->ids, &store->cap_ids, slots, sizeof(*store->ids)))
		return;
	store->view = *view;
	for (size_t i = 0; i < slots; i++)
		store->ids[i] = ROW_STORE_NONE;
}

/* The slot's cells and those of the canvas; false when they are not of one length, or nothing is kept. */
static bool
row_cells(const struct row_store *store, uint32_t slot, const struct canvas *canvas, int y, struct cell_shown **kept,
	struct cell_shown **drawn)
{
	*drawn = canvas_row(canvas, y);
	if (slot >= (uint32_t)store->view.slots || canvas->cols != store->view.cols || !*drawn)
		return false;
	*kept = store->cells + (size_t)slot * (size_t)store->view.cols;
	return true;
}

bool
row_store_draw(const struct row_store *store, uint32_t slot, uint32_t id, struct canvas *canvas, int y)
{
	struct cell_shown *kept, *drawn;

	if (!row_cells(store, slot, canvas, y, &kept, &drawn) || store->ids[slot] != id)
		return false;
	memcpy(drawn, kept, (size_t)store->view.cols * sizeof(*drawn));
	return true;
}

void
row_store_keep(struct row_store *store, uint32_t slot, uint32_t id, const struct canvas *canvas, int y)
{
	struct cell_shown *kept, *drawn;

	if (!row_cells(store, slot, canvas, y, &kept, &drawn))
		return;
	memcpy(kept, drawn, (size_t)store->view.cols * sizeof(*kept));
	store->ids[slot] = id;
}
