/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The builders that the registry names. */
#ifndef ANALYSIS_BUILDERS_PRIV_H
#define ANALYSIS_BUILDERS_PRIV_H

#include "analysis/sheets.h"

typedef int sheet_builder(struct analysis *analysis, const struct sheet *sheet, struct table **out,
	struct error *err);

sheet_builder build_gpu_timeline, build_ops_by_category, build_ops_summary, build_ops_unique_args,
	build_kernel_summary,
	build_short_histogram, build_short_kernels, build_collectives, build_modules, build_steps,
	build_idle_causes, build_idle_by_cause, build_copies, build_launches, build_host_ops,
	build_memory, build_unified,
	build_roofline, build_savings,
	build_savings_by_category, build_savings_by_module;

#endif
