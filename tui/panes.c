/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All kinds of panes, in the order of the help. */
#include "tui/app.h"
#include "tui/changes_pane.h"
#include "tui/compare_pane.h"
#include "tui/detail.h"
#include "tui/help_pane.h"
#include "tui/overview.h"
#include "tui/roofline_pane.h"
#include "tui/sheet_pane.h"
#include "tui/timeline.h"
#include "tui/traces_pane.h"
#include "tui/tree_pane.h"
#include "tui/warnings_pane.h"

const struct pane_ops *const panes[] = {
	&overview_pane,
	&tree_pane,
	&timeline_pane,
	&compare_pane,
	&changes_pane,
	&categories_pane,
	&ops_pane,
	&arguments_pane,
	&roofline_pane,
	&models_pane,
	&kernels_pane,
	&short_pane,
	&modules_pane,
	&steps_pane,
	&collectives_pane,
	&idle_pane,
	&copies_pane,
	&launches_pane,
	&sheet_pane,
	&traces_pane,
	&detail_pane,
	&warnings_pane,
	&help_pane,
};
_Static_assert(sizeof(panes) / sizeof(*panes) <= APP_PANES_MAX, "a slot for each in struct app");
const unsigned n_panes = sizeof(panes) / sizeof(*panes);
