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

/* Notes here and goes to the visit with the number. */
static const struct visit *
go_to(struct history *history, const struct visit *here, size_t number)
{
	if (!mem_reserve(&history->visits, &history->cap, history->at + 1, sizeof(*history->visits)))
		return NULL;
	history->visits[history->at] = *here;
	if (history->n <= history->at)
		history->n = history->at + 1;
	history->at = number;
	return &history->visits[number];
}

const struct visit *
history_close(struct history *history, const struct visit *here)
{
	size_t number = history->at;

	while (number && history->visits[number - 1].ops == here->ops)
		number--;
	return number ? go_to(history, here, number - 1) : NULL;
}

const struct visit *
history_step(struct history *history, const struct visit *here, int step)
{
	if (step < 0 ? !history->at : history->at + 1 >= history->n)
		return NULL;
	return go_to(history, here, step < 0 ? history->at - 1 : history->at + 1);
}
