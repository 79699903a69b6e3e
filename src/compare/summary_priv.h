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

#endif
