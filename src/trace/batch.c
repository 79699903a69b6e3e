/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "batch_priv.h"
#include <stdlib.h>

void
batch_clear(struct batch *batch)
{
	batch->n_events = batch->n_gpus = batch->n_sequences = batch->n_copies = batch->n_collectives = 0;
	batch->n_memories = batch->n_metas = batch->n_ranks = batch->n_damages = batch->n_ends = 0;
	batch->n_strings = batch->n_tracks = batch->n_signatures = 0;
}

void
batch_free(struct batch *batch)
{
	free(batch->events);
	free(batch->gpus);
	free(batch->sequences);
	free(batch->copies);
	free(batch->collectives);
	free(batch->memories);
	free(batch->metas);
	free(batch->ranks);
	free(batch->damages);
	free(batch->ends);
	free(batch->strings);
	free(batch->tracks);
	free(batch->signatures);
	*batch = (struct batch){0};
}
