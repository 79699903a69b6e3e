/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TRACE_CUT_PRIV_H
#define TRACE_CUT_PRIV_H

#include "trace.h"

/*
 * Cuts the duration of each GPU event at the start of the next later one on its
 * stream, and tells so in a warning. Events without a known stream stay as they
 * are. 0, or -1 with err when memory runs out.
 */
int trace_cut_streams(struct trace *trace, struct error *err);

#endif
