/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The kernels of a group of ops as one JSON cell: name, stream, count,
 * total_us, mean_us, min_us, max_us, in the order they start. The k-th kernel
 * of a name in one op is added to the k-th of that name in the others.
 */
#ifndef ANALYSIS_KERNEL_LIST_H
#define ANALYSIS_KERNEL_LIST_H

#include "analysis/analysis_priv.h"

#define KERNEL_LIST_MAX 100	/* entries of a cell; what has none of its own is one entry without name */
#define KERNEL_LIST_LOOKED 1000	/* kernels of an op that may have one; those after are of the last entry */

struct kernel_entry {
	uint32_t event;		/* the first */
	uint64_t count;
	int64_t sum, min, max;
};

struct kernel_list {
	struct analysis *analysis;
	struct keymap map;		/* group, name, how many of the name before it in the op */
	struct kernel_entry *entries;
	size_t cap;
	uint32_t group, first;		/* of entries: the group's */
	uint32_t *stamp, *before;	/* by string id, for the op being added */
	uint32_t now, looked;		/* kernels of it that were looked at */
};

/* After memory ran out the analysis says so, and cells are NULL. */
void kernel_list_open(struct kernel_list *list, struct analysis *analysis);
void kernel_list_close(struct kernel_list *list);

void kernel_list_begin(struct kernel_list *list);	/* of a group */
/* The kernels of one op, by start; also as a run of the tree's GPU events, of which few are looked at. */
void kernel_list_add(struct kernel_list *list, const uint32_t *gpu, uint32_t n);
void kernel_list_add_run(struct kernel_list *list, uint32_t begin, uint32_t end);
/*
 * The same one by one: first that an op begins, then its kernels, or once no more are taken all that
 * are left together.
 */
void kernel_list_op(struct kernel_list *list);
void kernel_list_one(struct kernel_list *list, uint32_t event);
bool kernel_list_takes(const struct kernel_list *list);
void kernel_list_rest(struct kernel_list *list, const struct kernel_entry *rest);
/* NULL for a group without kernels. The short form has name (cut), stream and mean_us. */
const char *kernel_list_text(struct kernel_list *list, struct arena *arena, bool brief);

#endif
