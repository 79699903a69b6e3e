/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_SPLIT_PRIV_H
#define COMPARE_SPLIT_PRIV_H

#include "compare/merge_priv.h"

enum split_part { SPLIT_BOTH, SPLIT_BASELINE, SPLIT_VARIANT, SPLIT_PARTS };

/*
 * One part of a merged sheet for one variant, as "SHEET_intersect_V" and so
 * on, largest first. Columns without a cell are left out of the one-sided
 * parts. The result needs the inputs, not the merged sheet. 0, or -1 with err.
 */
int split_sheet(struct table **out, const struct merged *merged, const struct merge_spec *spec,
	const char *sheet, const struct merge_input *inputs, uint32_t variant, enum split_part part,
	struct error *err);

#endif
