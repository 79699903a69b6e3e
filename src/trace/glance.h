/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the first bytes of a file tell of the trace in it, without loading it: for lists of many. Of
 * zstd and zip they tell nothing: there only the name does.
 */
#ifndef TRACE_GLANCE_H
#define TRACE_GLANCE_H

#include "base/error.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct trace_glance {
	/* TRACE_NO_NUMBER when not told; the rank also as the name has it */
	int64_t rank, world_size;
	int64_t named;			/* the rank that the file's name tells, or TRACE_NO_NUMBER */
	char device[64];		/* "" when not told */
	uint64_t bytes;			/* of the file */
	int64_t modified;		/* seconds since 1970 */
};

/* Whether the name is one of a trace: .json, plain or packed; of another .zip, whether that of the trace in it is. */
bool trace_looks_so(const char *path);
/* False when there is no such file. */
bool trace_glance_at(struct trace_glance *glance, const char *path);

#define TRACE_FOLDER_MOST 10000	/* traces of a folder that are listed */

struct trace_found {
	char *path;		/* the folder's, then the name */
	const char *name;	/* in path */
	struct trace_glance glance;
};

struct trace_folder {
	struct trace_found *all;	/* by rank, those of none behind, and by name */
	size_t n;
};

/* The traces in a folder, not those in folders in it. 0, or -1 with err and nothing to free. */
int trace_folder_read(struct trace_folder *folder, const char *path, struct error *err);
void trace_folder_free(struct trace_folder *folder);

#endif
