/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/stats.h"
#include "table/stat.h"
#include <math.h>

void
stats_of_times(struct stats *stats, int64_t *values, uint32_t n, double scale)
{
	int64_t min = INT64_MAX, max = INT64_MIN;

	for (uint32_t i = 0; i < n; i++) {
		min = values[i] < min ? values[i] : min;
		max = values[i] > max ? values[i] : max;
	}
	stats->mean = stat_mean(values, n, scale);
	stats->std = stat_std(values, n, scale);
	stats->median = stat_median(values, n, scale);
	stats->min = n ? (double)min / scale : NAN;
	stats->max = n ? (double)max / scale : NAN;
}

void
stats_of_reals(struct stats *stats, double *values, uint32_t n)
{
	uint32_t kept = 0;

	*stats = (struct stats){NAN, NAN, NAN, NAN, NAN};
	for (uint32_t i = 0; i < n; i++) {
		if (isnan(values[i]))
			continue;
		stats->min = fmin(stats->min, values[i]);
		stats->max = fmax(stats->max, values[i]);
		values[kept++] = values[i];
	}
	stats->mean = stat_mean_real(values, kept);
	stats->std = stat_std_real(values, kept);
	stats->median = stat_median_real(values, kept);
}
