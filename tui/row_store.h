/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Rows of cells that were drawn before, so that a moved cursor does not draw
 * them again. What they show depends on a view; with another one all are gone.
 */
#ifndef TUI_ROW_STORE_H
#define TUI_ROW_STORE_H

#include "tui/screen.h"

struct row_view {
	int64_t begin, span;	/* of the time axis */
	int cols, slots;	/* cells of a row; rows that are kept */
	enum glyph_set glyphs;
};

struct row_store {		/* all zero: empty */
	struct row_view view;
	struct cell_shown *cells;	/* of slot after slot */
	uint32_t *ids;			/* what each slot shows, ROW_STORE_NONE: nothing */
	size_t cap_cells, cap_ids;
};

#define ROW_STORE_NONE UINT32_MAX

/* To be called before the others. Without memory nothing is kept. */
void row_store_view(struct row_store *store, const struct row_view *view);
void row_store_forget(struct row_store *store);	/* after a change that the view does not tell */
void row_store_free(struct row_store *store);

/* Copies the row to the canvas; false: it is not kept. */
bool row_store_draw(const struct row_store *store, uint32_t slot, uint32_t id, struct canvas *canvas, int y);
void row_store_keep(struct row_store *store, uint32_t slot, uint32_t id, const struct canvas *canvas, int y);

#endif
