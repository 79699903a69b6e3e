/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_SHEET_PANE_PRIV_H
#define TUI_SHEET_PANE_PRIV_H

#include "analysis/sheets.h"
#include "tui/sheet_pane.h"

#define SHEET_CELLS_MAX 44	/* of a column of text, so that others have room */

struct sheet_state {
	const struct sheet *sheet;
	struct table *table;
	uint32_t *rows;		/* those that pass the filter, in order */
	uint32_t n_rows;
	uint32_t *columns;	/* those shown, in order */
	uint32_t n_columns;
	int *widths;		/* of all columns */
	int sort;		/* column, -1: as the sheet has it */
	bool descending;
	char filter[512];
};

void sheet_measure(struct sheet_state *state);	/* fills widths */
/* Those named in usual that the sheet has; without usual all, the noisy ones only when asked for. */
void sheet_usual_columns(struct sheet_state *state, const char *usual, bool all);

void sheet_heading(const struct pane *pane, struct canvas *canvas);
void sheet_draw(const struct pane *pane, struct canvas *canvas, int y, uint32_t row);
void sheet_title(const struct pane *pane, struct buffer *left, struct buffer *right);
void sheet_describe(const struct pane *pane, uint32_t row, struct lines *lines, int cols);
/* The first column of event ids with a value in the row; TRACE_NONE when there is none. */
uint32_t sheet_event(const struct pane *pane, uint32_t row);

extern const struct pane_command sheet_commands[];

#endif
