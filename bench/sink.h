/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file written from front to end, plain or gzip (level 6, as gzip does by itself). */
#ifndef BENCH_SINK_H
#define BENCH_SINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <zlib.h>

struct sink {
	FILE *file;
	bool gzip, ok;
	uint64_t bytes;		/* of text taken so far */
	z_stream z;
	size_t used;
	unsigned char buffer[1 << 18], packed[1 << 18];
};

/* gzip when the path ends in .gz. Returns false with errno set. */
bool sink_open(struct sink *sink, const char *path);
/*
 * Room for len more bytes (at most 64 KiB) at the returned place; sink_took
 * says how many were written there.
 */
char *sink_room(struct sink *sink, size_t len);
void sink_took(struct sink *sink, size_t len);
void sink_write(struct sink *sink, const char *bytes, size_t len);
/* Returns false when anything failed since the opening. */
bool sink_close(struct sink *sink);

#endif
