/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What changed against a report (a workbook or a folder of CSV files, of this program or of the reference) or a second trace. */
#ifndef TUI_CHANGES_PANE_H
#define TUI_CHANGES_PANE_H

#include "tui/pane.h"

extern const struct pane_ops changes_pane;

/* The same between this trace and the one that it is compared with. */
int changes_between(struct app *app, struct error *err);
/* Makes this trace's report and compares it. What was compared before is dropped. 0, or -1 with err. */
int changes_make(struct app *app, const char *path, struct error *err);
/* Before what the reports borrow from goes; the pane must be closed. */
void changes_drop(struct app *app);

#endif
