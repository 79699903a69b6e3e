/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How busy the GPU is over time, by class, for any slice in logarithmic time. */
#ifndef TUI_GPU_STRIP_H
#define TUI_GPU_STRIP_H

#include "analysis/intervals.h"
#include "tui/summary.h"

struct gpu_strip_set {
	struct interval *spans;	/* sorted, disjoint */
	int64_t *before;	/* ns in all spans before each */
	uint32_t n;
};

struct gpu_strip {
	/* Computation; communication outside it; copies outside both. Together: all that is busy. */
	struct gpu_strip_set exposed[GPU_CLASSES];
	struct gpu_strip_set busy;
};

/* From all GPU events, linked or not. 0, or -1 with err when memory runs out. */
int gpu_strip_make(struct gpu_strip *strip, const struct trace *trace, const struct summary *summary,
	struct error *err);
void gpu_strip_free(struct gpu_strip *strip);

int64_t gpu_strip_before(const struct gpu_strip_set *set, int64_t time);	/* ns that the set covers before then */
/* ns of [begin, end) that the set covers. */
int64_t gpu_strip_covered(const struct gpu_strip_set *set, int64_t begin, int64_t end);

#endif
