/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/gpu_look.h"

const struct gpu_look gpu_looks[GPU_CLASSES] = {
	[GPU_COMPUTE] = {ROLE_BUSY, GLYPH_BAR},
	[GPU_COMM] = {ROLE_COMM, GLYPH_BAR_COMM},
	[GPU_COPY] = {ROLE_COPY, GLYPH_BAR_COPY},
};

struct gpu_look
gpu_look_slice(const int64_t covered[GPU_CLASSES], int64_t ns)
{
	int64_t most = 0, sum = 0;
	struct gpu_look look = {ROLE_IDLE, GLYPH_BAR_IDLE};

	for (unsigned c = 0; c < GPU_CLASSES; c++) {
		sum += covered[c];
		if (covered[c] > most) {
			most = covered[c];
			look = gpu_looks[c];
		}
	}
	if (sum && sum < (ns + 1) / 2)
		look.glyph = GLYPH_DENSE;
	return look;
}
