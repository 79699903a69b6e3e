/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MODEL_TRITON_OPS_PRIV_H
#define MODEL_TRITON_OPS_PRIV_H

#include "model/value.h"

/*
 * The ops that a kernel's name triton_(poi|red|per)_fused_OPS_N lists, as text
 * with commas, and the FLOPs an element they take together. OPS joins names by
 * '_' although names hold '_' themselves: it is cut, from its end, into the longest
 * known names such that all of it is used. When it cannot be the list is empty
 * and the weight 0. Returns the weight, or -1 when memory runs out.
 */
int triton_ops_read(const char *kernel, struct arena *arena, struct value *ops);

#endif
