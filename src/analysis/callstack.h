/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Who called for an event, from the Python frames around it. Texts live in the arena; NULL when
 * there are none.
 */
#ifndef ANALYSIS_CALLSTACK_H
#define ANALYSIS_CALLSTACK_H

#include "analysis/analysis_priv.h"

/* The nearest line of Python that is no wrapper of PyTorch's own (metrics.md section 6.1). */
const char *callstack_entry(const struct analysis *a, uint32_t event);
/* Modules, functions and ops from the outside to the event, joined by " > ". */
const char *callstack_text(struct analysis *a, uint32_t event, struct arena *arena);
/* Labels of the modules around it: "Model_0/Encoder_0/Linear_3". */
const char *callstack_modules(struct analysis *a, uint32_t event, struct arena *arena);

#endif
