/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where one has been, as a web browser keeps it. */
#ifndef TUI_HISTORY_H
#define TUI_HISTORY_H

#include "tui/pane.h"

struct visit {
	const struct pane_ops *ops;
	struct place place;
	bool known;		/* false: place says nothing any more, the pane is shown as it is */
};

struct history {
	struct visit *visits;
	size_t n, cap;
	size_t at;		/* the one that is shown; visits[at] is brought up to date when it is left */
};

void history_free(struct history *history);
/* Notes where one is, then that one goes somewhere new. Forgotten when memory runs out. */
void history_leave(struct history *history, const struct visit *here);
/* The latest visit of another pane, or NULL; here is noted first. */
const struct visit *history_close(struct history *history, const struct visit *here);
/* The visit that step (-1 back, 1 forward) leads to, or NULL; here is noted first. */
const struct visit *history_step(struct history *history, const struct visit *here, int step);

#endif
