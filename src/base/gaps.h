/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_GAPS_H
#define BASE_GAPS_H

#include "base/buffer.h"
#include <stddef.h>
#include <stdint.h>

/*
 * Adds what of the numbers from 0 to n - 1 is not among count ascending ones: "1, 3-4". How many those are; what the
 * buffer has no room for is left out.
 */
int64_t gaps_add(struct buffer *out, const int64_t *ascending, size_t count, int64_t n);

#endif
