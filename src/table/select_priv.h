/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The value at a place of the sorted order without sorting: linear whatever the values are. */
#ifndef TABLE_SELECT_PRIV_H
#define TABLE_SELECT_PRIV_H

#include <stddef.h>
#include <stdint.h>

/* Also reads what was stored as doubles. */
typedef int64_t select_value __attribute__((may_alias));

/* The value that would stand at place k < n in ascending order. Reorders the values. */
int64_t select_kth(select_value *values, size_t n, size_t k);
/* The one before it, k > 0, where kth is what select_kth gave for k. */
int64_t select_below(const select_value *values, size_t n, size_t k, int64_t kth);

#endif
