/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Collectives over several ranks: matched by process group and their order on
 * the rank, never by ids. A collective's latency is its shortest duration, that
 * of the rank that came last; what others took longer they waited. Latencies
 * are right whatever the clocks, waits and skews assume synchronised ones.
 */
#ifndef ANALYSIS_RANKS_H
#define ANALYSIS_RANKS_H

#include "table/table.h"
#include "trace/trace.h"

struct ranks;

struct ranks *ranks_new(void);	/* NULL: no memory */
void ranks_free(struct ranks *ranks);

/*
 * Takes what a trace tells of its collectives; the trace may be freed then.
 * Its rank is that of the trace, or the least free number. 0, or -1 with err:
 * no memory, or the rank is there already.
 */
int ranks_add(struct ranks *ranks, const struct trace *trace, struct error *err);

/* How many collectives were left out because the ranks do not agree on what they are. */
uint32_t ranks_mismatched(const struct ranks *ranks);

/*
 * After matching: says of which group some ranks have more collectives than others, and how many; where there
 * are several such groups, of the one with the largest difference. False: of none, line is as it was.
 */
bool ranks_tell_uneven(const struct ranks *ranks, char *line, size_t size);

/* One row a collective in which nobody ends before all have begun. NULL: no memory. */
struct table *ranks_collectives(struct ranks *ranks);
/* One row a rank: how long it waited for others. NULL: no memory. */
struct table *ranks_waits(struct ranks *ranks);

#endif
