/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "table/stat.h"
#include "table/select_priv.h"
#include <math.h>
#include <string.h>

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

double
stat_median(int64_t *values, size_t n, double scale)
{
	int64_t middle;

	if (!n)
		return NAN;
	middle = select_kth(values, n, n / 2);
	if (n % 2)
		return (double)middle / scale;
	return (double)((wide)select_below(values, n, n / 2, middle) + middle) / (2 * scale);
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

/* Whole numbers in the order of the doubles; turns back as well. A zero has no sign. */
static int64_t
real_rank(double value)
{
	int64_t bits;

	value = value == 0 ? 0 : value;
	memcpy(&bits, &value, sizeof(bits));
	return bits < 0 ? bits ^ INT64_MAX : bits;
}

static double
rank_real(int64_t rank)
{
	double value;

	rank = rank < 0 ? rank ^ INT64_MAX : rank;
	memcpy(&value, &rank, sizeof(value));
	return value;
}

static double
median_of_ranks(select_value *ranks, size_t n)
{
	int64_t middle = select_kth(ranks, n, n / 2);
	double high = rank_real(middle);

	return n % 2 ? high : rank_real(select_below(ranks, n, n / 2, middle)) / 2 + high / 2;
}

double
stat_median_real(double *values, size_t n)
{
	_Static_assert(sizeof(int64_t) == sizeof(double), "ranks take the place of the values");
	select_value *ranks = (void *)values;

	if (!n)
		return NAN;
	for (size_t i = 0; i < n; i++) {
		int64_t rank = real_rank(values[i]);

		memcpy(&values[i], &rank, sizeof(rank));
	}
	return median_of_ranks(ranks, n);
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
