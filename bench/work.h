/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is measured: our loading and trees, and what others take for the same file. */
#ifndef BENCH_WORK_H
#define BENCH_WORK_H

#include "bench/measure.h"

struct work_file {
	const char *path;
	unsigned threads;	/* of our loader; 0: as it likes */
};

/* All take a struct work_file. */
bool work_load(const void *file, struct measure *out);		/* parts: loading, tree and links */
bool work_newlines(const void *file, struct measure *out);	/* reads and counts, as wc -l */
bool work_inflate_zlib(const void *file, struct measure *out);
bool work_inflate_isal(const void *file, struct measure *out);
bool work_json_c(const void *file, struct measure *out);	/* builds json-c's tree */

extern const bool work_has_isal, work_has_json_c;

#endif
