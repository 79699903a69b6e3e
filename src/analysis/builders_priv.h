/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The builders that the registry names. */
#ifndef ANALYSIS_BUILDERS_PRIV_H
#define ANALYSIS_BUILDERS_PRIV_H

#include "analysis/sheets.h"

typedef int sheet_builder(struct analysis *analysis, const struct sheet *sheet, struct table **out,
	struct error *err);

sheet_builder build_gpu_timeline;

#endif
