/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A single time stamp far from all others makes a trace of a second one of years, whatever the event is: an instant
 * without a category does as well. The bulk is where all but a hundredth at either end of the events begin; far is what
 * lies many times its length away from it.
 */
#include "join_priv.h"
#include "base/mem.h"
#include <stdlib.h>

#define SAMPLE 4096u
#define ENOUGH 4u		/* events: of fewer none is the odd one */
#define FAR_TIMES 100		/* the bulk's length */
#define FAR_NS INT64_C(60000000000)

struct bulk {
	int64_t begin, end;
};

static bool
is_placed(const struct trace *trace, uint32_t i)
{
	return event_has_time(trace->kind[i], trace->flags[i]);
}

static int
time_compare(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return x < y ? -1 : x > y;
}

/* From a sample spread evenly over the events. n is 0 where there are too few. */
static int
find_bulk(const struct trace *trace, struct bulk *bulk, uint32_t *n)
{
	uint32_t stride = trace->n / SAMPLE + 1, cut;
	int64_t *times = mem_alloc(trace->n / stride + 1, sizeof(*times));

	*n = 0;
	if (!times)
		return -1;
	for (uint64_t i = 0; i < trace->n; i += stride)
		if (is_placed(trace, (uint32_t)i))
			times[(*n)++] = trace->ts[i];
	*n = *n < ENOUGH ? 0 : *n;
	if (*n) {
		qsort(times, *n, sizeof(*times), time_compare);
		cut = *n < 100 ? 1 : *n / 100;
		*bulk = (struct bulk){times[cut], times[*n - 1 - cut]};
	}
	free(times);
	return 0;
}

int
trace_find_far(struct trace *trace)
{
	struct bulk bulk;
	uint32_t n;
	int64_t far, length;

	if (find_bulk(trace, &bulk, &n))
		return -1;
	length = n ? bulk.end - bulk.begin : 0;
	if (!n || length > INT64_MAX / 2 / FAR_TIMES)
		return 0;
	far = length * FAR_TIMES > FAR_NS ? length * FAR_TIMES : FAR_NS;
	if (bulk.begin <= far && trace->end - bulk.end <= far)
		return 0;
	for (uint32_t i = 0; i < trace->n; i++) {
		int64_t ts = trace->ts[i], away = ts < bulk.begin ? bulk.begin - ts : ts - bulk.end;

		if (away > far && is_placed(trace, i))
			trace_warn(trace, WARN_FAR, i, away);
	}
	return 0;
}
