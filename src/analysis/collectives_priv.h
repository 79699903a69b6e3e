/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the recorded arguments of a collective say. */
#ifndef ANALYSIS_COLLECTIVES_PRIV_H
#define ANALYSIS_COLLECTIVES_PRIV_H

#include "base/text.h"
#include "table/table.h"
#include "trace/trace.h"

/* What an event told, NULL for nothing. */
const struct trace_collective *collective_args(const struct trace *trace, uint32_t event);
/* As recorded, else what the kernel's name tells, else NULL. */
const char *collective_name(const struct trace *trace, const struct trace_collective *args);
/* Of so many elements (a string id) of its type, MB of 2^20; NaN when either is not known. */
double collective_megabytes(
	const struct trace *trace, const struct trace_collective *args, uint32_t elements);
/*
 * Ranks of the group or a split size: as recorded where it is text, a list as the reference prints
 * it, "(0, 1)". Id in texts, INTERN_NONE when memory runs out.
 */
uint32_t collective_list_text(struct intern *texts, const struct trace *trace,
	const struct trace_collective *args, enum collective_list which);
/* or TABLE_NULL_INT */
int64_t collective_ranks(const struct trace *trace, const struct trace_collective *args);

#endif
