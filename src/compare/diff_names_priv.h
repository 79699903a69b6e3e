/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What names are called when two traces are compared. */
#ifndef COMPARE_DIFF_NAMES_PRIV_H
#define COMPARE_DIFF_NAMES_PRIV_H

#include "base/buffer.h"
#include <stdbool.h>
#include <stdint.h>

/*
 * Replaces out's content by the name that events of this kind (enum
 * event_kind) go by, and returns it; NULL when memory runs out.
 *
 * Addresses (0x7f12...) are taken out everywhere. Frames lose line numbers and
 * folders: "torch/nn/functional.py(12): linear" is "functional.py: linear";
 * modules their number: "nn.Module: Linear_3" is "nn.Module: Linear". Calls of
 * CUDA and HIP that do the same are called the same. Kernels lose template
 * arguments and parameters.
 */
const char *diff_name(struct buffer *out, const char *name, uint8_t kind);

#endif
