/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_SUMMARY_PRIV_H
#define COMPARE_SUMMARY_PRIV_H

#include "compare/reports.h"

/*
 * What there is to say first: the GPU timeline, the categories, the ten
 * operators that lost and the ten that gained most, and those that came or
 * went, for each variant. 0, or -1 with err.
 */
int compare_summarise(struct table **out, const struct compare_input *inputs, uint32_t n, struct error *err);

/* Profiler steps that the report tells of in its sheet of steps; 0: none. */
uint32_t compare_steps(const struct report *report);

/*
 * How far the summed time of rows with this text would stray, ms: the root of the sum of n * s^2
 * over the operators' groups, n instances each with standard deviation s, taken as independent. key is the
 * title of a column of ops_unique_args. NaN where the report does not tell.
 */
double compare_spread(const struct report *report, const char *key, const char *text);

#endif
