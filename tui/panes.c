/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All kinds of panes, in the order of the help. */
#include "tui/detail.h"
#include "tui/help_pane.h"
#include "tui/overview.h"
#include "tui/tree_pane.h"
#include "tui/warnings_pane.h"

const struct pane_ops *const panes[] = {
	&overview_pane,
	&tree_pane,
	&detail_pane,
	&warnings_pane,
	&help_pane,
};
const unsigned n_panes = sizeof(panes) / sizeof(*panes);
