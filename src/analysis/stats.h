/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The five numbers that the reference's sheets give of a group's values. */
#ifndef ANALYSIS_STATS_H
#define ANALYSIS_STATS_H

#include <stdint.h>

struct stats {
	/* NaN without values; std is the sample's, NaN for one value */
	double mean, median, std, min, max;
};

/* Of times in ns, divided by scale (1e3: us). The order of values[] changes. */
void stats_of_times(struct stats *stats, int64_t *values, uint32_t n, double scale);
/* Of reals, NaN passed over. The order of values[] changes. */
void stats_of_reals(struct stats *stats, double *values, uint32_t n);

#endif
