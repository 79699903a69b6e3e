/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is said about many numbers. Whole numbers are added up exactly; doubles are made at the end. */
#ifndef TABLE_STAT_H
#define TABLE_STAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The sum of n whole numbers; false when it does not fit 64 bits. 0 for none. */
bool stat_sum(const int64_t *values, size_t n, int64_t *sum);

/*
 * Of whole numbers, divided by scale (1e3 turns ns into us): mean, median (mean
 * of the two in the middle for even n), sample standard deviation
 * sqrt(sum((x - mean)^2) / (n - 1)). NaN for n = 0, the deviation also for
 * n = 1. The medians use the values up: what they leave there means nothing.
 */
double stat_mean(const int64_t *values, size_t n, double scale);
double stat_median(int64_t *values, size_t n, double scale);
double stat_std(const int64_t *values, size_t n, double scale);
/* Over n instead of n - 1: 0 for n = 1, NaN for n = 0. */
double stat_std_population(const int64_t *values, size_t n, double scale);

/* The same of doubles, none of them NaN. stat_sum_real is 0 for none. */
double stat_sum_real(const double *values, size_t n);
double stat_mean_real(const double *values, size_t n);
double stat_median_real(double *values, size_t n);
double stat_std_real(const double *values, size_t n);

#endif
