/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the classes of GPU work are drawn, everywhere. */
#ifndef TUI_GPU_LOOK_H
#define TUI_GPU_LOOK_H

#include "tui/screen.h"
#include "tui/summary.h"

struct gpu_look {
	enum role role;
	enum glyph glyph;
};

extern const struct gpu_look gpu_looks[GPU_CLASSES];

/* Of a slice of time, from what each class covers of it: the class with most; what of it is busy tells how. */
struct gpu_look gpu_look_slice(const int64_t covered[GPU_CLASSES], int64_t ns);

#endif
