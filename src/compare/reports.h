/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reports against each other: what changed between a baseline, the first, and
 * one or more variants.
 *
 * Each sheet that the reports hold is merged by its keys over all reports, a
 * key that one lacks included. Then, for a variant named V:
 *	COL__V_diff	variant - baseline; empty where either is
 *	COL__V_pct	100 * diff / baseline; empty also for a baseline of 0
 *	NAME::COL	the columns of each report
 * Rows that share their keys within one report are added up in kernel_summary,
 * elsewhere paired in the order of the report. Keys are compared as texts.
 */
#ifndef COMPARE_REPORTS_H
#define COMPARE_REPORTS_H

#include "report/report.h"

struct compare_input {
	const struct report *report;
	const char *name;	/* distinct; the "V" above */
};

/*
 * Makes a report of comparisons: gpu_timeline, ops_summary and kernel_summary
 * as one sheet each, ops_unique_args, unified_perf_summary and the roofline
 * sheets as SHEET_intersect_V, SHEET_only_baseline_V and SHEET_only_variant_V,
 * of which those without rows are left out; before them "summary". wanted tells whether to
 * take a sheet. A sheet that some reports lack becomes a warning of the index.
 * Texts borrow from the inputs. 0, or -1 with err.
 */
int compare_reports(struct report **out, const struct compare_input *inputs, uint32_t n,
	bool (*wanted)(const char *sheet, const char *group, void *data), void *data, struct error *err);

/* Whether a sheet of the reports that can be compared, or a group of such, is called so. */
bool compare_knows(const struct compare_input *inputs, uint32_t n, const char *sheet);

struct compare_growth {
	double percent;			/* NaN where a report has no busy GPU time */
	bool by_step;			/* of a step: both tell how many they hold */
	const struct compare_input *missing;	/* the report that has none */
};

/* Growth of busy GPU time against the baseline. */
struct compare_growth compare_busy_growth(const struct compare_input *baseline, const struct compare_input *variant);

#endif
