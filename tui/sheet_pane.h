/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sheets of the report as panes. */
#ifndef TUI_SHEET_PANE_H
#define TUI_SHEET_PANE_H

#include "tui/pane.h"

extern const struct pane_ops categories_pane, ops_pane, arguments_pane, models_pane, kernels_pane,
	short_pane, modules_pane, steps_pane, collectives_pane, idle_pane, copies_pane,
	launches_pane;
extern const struct pane_ops sheet_pane;	/* any of them, by :sheet */

/* The pane's column, NULL past the last. */
const struct column_def *sheet_pane_column(const struct pane *pane, uint32_t number);
/*
 * In the pane of operators: to the row of the event's arguments, else of its operator; false when
 * it is in none.
 */
bool ops_pane_goto(struct pane *pane, uint32_t event);
int sheet_pane_show(struct pane *pane, const char *sheet, struct error *err);

#endif
