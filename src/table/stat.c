/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "table/stat.h"
#include <math.h>
#include <stdlib.h>

typedef __int128 wide;	/* holds the sum of any 2^32 64-bit numbers */

static wide
sum_wide(const int64_t *values, size_t n)
{
	wide sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += values[i];
	return sum;
}

bool
stat_sum(const int64_t *values, size_t n, int64_t *sum)
{
	wide all = sum_wide(values, n);

	*sum = (int64_t)all;
	return *sum == all;
}

double
stat_mean(const int64_t *values, size_t n, double scale)
{
	return n ? (double)sum_wide(values, n) / ((double)n * scale) : NAN;
}

static int
compare_int(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

static int
compare_real(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

double
stat_median(int64_t *values, size_t n, double scale)
{
	if (!n)
		return NAN;
	qsort(values, n, sizeof(*values), compare_int);
	if (n % 2)
		return (double)values[n / 2] / scale;
	return (double)((wide)values[n / 2 - 1] + values[n / 2]) / (2 * scale);
}

/* Sum of squared distances from the mean: taken from the nearest whole number below it, then corrected. */
static double
squares(const int64_t *values, size_t n)
{
	wide middle = sum_wide(values, n) / (wide)n;
	double sum = 0, rest = 0;

	for (size_t i = 0; i < n; i++) {
		double distance = (double)(values[i] - middle);

		sum += distance * distance;
		rest += distance;
	}
	sum -= rest * rest / (double)n;
	return sum > 0 ? sum : 0;
}

double
stat_std(const int64_t *values, size_t n, double scale)
{
	return n > 1 ? sqrt(squares(values, n) / ((double)(n - 1) * scale * scale)) : NAN;
}

double
stat_std_population(const int64_t *values, size_t n, double scale)
{
	return n ? sqrt(squares(values, n) / ((double)n * scale * scale)) : NAN;
}

/* Neumaier's compensated sum: the order of rows does not show in the result. */
double
stat_sum_real(const double *values, size_t n)
{
	double sum = 0, lost = 0;

	for (size_t i = 0; i < n; i++) {
		double next = sum + values[i];

		if (isinf(next)) {
			sum = next;
			lost = 0;
			continue;
		}
		lost += fabs(sum) >= fabs(values[i]) ? (sum - next) + values[i] : (values[i] - next) + sum;
		sum = next;
	}
	return sum + lost;
}

double
stat_mean_real(const double *values, size_t n)
{
	return n ? stat_sum_real(values, n) / (double)n : NAN;
}

double
stat_median_real(double *values, size_t n)
{
	if (!n)
		return NAN;
	qsort(values, n, sizeof(*values), compare_real);
	return n % 2 ? values[n / 2] : values[n / 2 - 1] / 2 + values[n / 2] / 2;
}

double
stat_std_real(const double *values, size_t n)
{
	double mean = stat_mean_real(values, n), sum = 0;

	if (n < 2)
		return NAN;
	for (size_t i = 0; i < n; i++)
		sum += (values[i] - mean) * (values[i] - mean);
	return sqrt(sum / (double)(n - 1));
}
