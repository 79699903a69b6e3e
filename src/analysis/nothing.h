/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An analysis of a trace without events: what is built from it has columns and no rows. */
#ifndef ANALYSIS_NOTHING_H
#define ANALYSIS_NOTHING_H

#include "analysis/analysis.h"

/* Owned like any other. Columns that depend on what a trace holds lack. 0, or -1 with err when memory runs out. */
int analysis_of_nothing(struct analysis **out, const struct arch *arch, const struct model_registry *models,
	struct error *err);

#endif
