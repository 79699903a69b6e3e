/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Categories as profilers of all ages name them. */
#ifndef TRACE_CATEGORY_PRIV_H
#define TRACE_CATEGORY_PRIV_H

#include "trace.h"

/* What a category's name stands for, without case; EVENT_OTHER when it is none of ours. */
enum event_kind category_kind(const char *name, size_t len);

/* Today's name of a category, or the name itself. */
const char *category_name(enum event_kind kind, const char *name);

/* The kind that an event of the phase can be: a kernel has a duration, a flow has two ends. */
uint8_t category_fit(enum event_kind kind, uint8_t phase);

#endif
