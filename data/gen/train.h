/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The training loop around the model, as a profiler sees it. */
#ifndef GEN_TRAIN_H
#define GEN_TRAIN_H

#include "data/gen/sim.h"

#define FIRST_STEP 10

/* Steps FIRST_STEP and on; step number odd (from 0) waits for its data and for the other ranks. */
void train_run(struct sim *s, int steps, int odd);

#endif
