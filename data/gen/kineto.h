/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes what was simulated as PyTorch's profiler does: same keys, order and layout. */
#ifndef GEN_KINETO_H
#define GEN_KINETO_H

#include "data/gen/sim.h"

/* Appends the whole JSON text. Returns false when memory runs out. */
bool kineto_write(struct buffer *out, const struct sim *s, const char *trace_name);

#endif
