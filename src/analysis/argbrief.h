/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recorded arguments as they are read best, made of Python's tuples as argtext.h has them. */
#ifndef ANALYSIS_ARGBRIEF_H
#define ANALYSIS_ARGBRIEF_H

#include "base/buffer.h"
#include <stdbool.h>

/*
 * Appends "((8, 1024), (1024,), ())" as "8x1024 1024", each tuple of numbers a word with `between` between them, "-" one
 * of none, in brackets those of a list of tensors; empty ones at the end are left out. False when memory runs out.
 */
bool argbrief_shapes(struct buffer *out, const char *tuples, const char *between);
/* Appends "('c10::BFloat16', '', 'Scalar')" as "BFloat16, -, Scalar". False when memory runs out. */
bool argbrief_types(struct buffer *out, const char *tuples);

/* The same by the id of the column that the text stands in. False: it is no such text, or memory has run out. */
bool argbrief_column(struct buffer *out, const char *column, const char *text);

#endif
