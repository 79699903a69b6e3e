/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "forward_homes_priv.h"
#include "base/mem.h"
#include <stdlib.h>

struct forward_home {
	uint32_t track, votes;	/* votes: those for the track less those for others */
};

static int
sequence_event_compare(const void *a, const void *b)
{
	const struct trace_sequence *x = a, *y = b;

	return x->event < y->event ? -1 : x->event > y->event;
}

static struct forward_home *
homes_add(struct forward_homes *homes, uint32_t process, int64_t thread)
{
	const int64_t key[2] = {process, thread};
	uint32_t n = homes->index.n, id = intern_add(&homes->index, (const char *)key, sizeof(key));

	if (id == INTERN_NONE || !mem_reserve(&homes->list, &homes->cap, (size_t)id + 1, sizeof(*homes->list)))
		return NULL;
	if (id == n)
		homes->list[id] = (struct forward_home){TRACE_NONE, 0};
	return &homes->list[id];
}

bool
homes_learn(struct forward_homes *homes, const struct trace *trace, uint32_t backward, uint32_t forward)
{
	const struct trace_sequence wanted = {.event = backward};
	const struct trace_sequence *row = bsearch(&wanted, trace->sequences, trace->n_sequences, sizeof(wanted),
		sequence_event_compare);
	struct forward_home *home;

	if (!row || row->forward_thread <= 0)
		return true;
	home = homes_add(homes, trace->tracks[trace->track[backward]].process, row->forward_thread);
	if (!home)
		return false;
	if (!home->votes)
		home->track = trace->track[forward];
	if (home->track == trace->track[forward])
		home->votes++;
	else
		home->votes--;
	return true;
}

uint32_t
homes_find(const struct forward_homes *homes, uint32_t process, int64_t thread)
{
	const int64_t key[2] = {process, thread};
	uint32_t id = homes->index.n ? intern_find(&homes->index, (const char *)key, sizeof(key)) : INTERN_NONE;

	return id == INTERN_NONE || !homes->list[id].votes ? TRACE_NONE : homes->list[id].track;
}

void
homes_free(struct forward_homes *homes)
{
	intern_free(&homes->index);
	free(homes->list);
}
