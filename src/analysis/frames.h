/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of Python frames. */
#ifndef ANALYSIS_FRAMES_H
#define ANALYSIS_FRAMES_H

#include <stdbool.h>

/* Whether the frame is a line of Python, and no wrapper of PyTorch's own. */
bool frame_is_line(const char *name);

/* Whether it is the function of torch.utils.checkpoint that computes forward activations again. */
bool frame_is_recompute(const char *name);

#endif
