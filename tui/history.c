/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/history.h"
#include "base/mem.h"

void
history_free(struct history *history)
{
	free(history->visits);
	*history = (struct history){0};
}

void
history_leave(struct history *history, const struct visit *here)
{
	if (!mem_reserve(&history->visits, &history->cap, history->at + 2, sizeof(*history->visits)))
		return;
	history->visits[history->at++] = *here;
	history->n = history->at;
}

const struct visit *
history_step(struct history *history, const struct visit *here, int step)
{
	if (step < 0 ? !history->at : history->at + 1 >= history->n)
		return NULL;
	if (!mem_reserve(&history->visits, &history->cap, history->at + 1, sizeof(*history->visits)))
		return NULL;
	history->visits[history->at] = *here;
	if (history->n <= history->at)
		history->n = history->at + 1;
	history->at = step < 0 ? history->at - 1 : history->at + 1;
	return &history->visits[history->at];
}
