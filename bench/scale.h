/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A trace repeated: the events of a small trace, again and again, each time
 * later and with ids of their own, in the order that the profiler writes a
 * long trace in: one kind of record after the other, each in order of time.
 */
#ifndef BENCH_SCALE_H
#define BENCH_SCALE_H

#include "bench/sink.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct scale;

/*
 * Cuts text, which must outlive the result and end with a NUL, into what to
 * repeat. NULL when it is no such trace or memory runs out.
 */
struct scale *scale_new(const char *text, size_t len);
void scale_free(struct scale *scale);

/* Copies that give about this many bytes of text, or events; at least 1. */
uint32_t scale_copies_for_bytes(const struct scale *scale, uint64_t bytes);
uint32_t scale_copies_for_events(const struct scale *scale, uint64_t events);
uint64_t scale_events(const struct scale *scale, uint32_t copies);

void scale_write(const struct scale *scale, uint32_t copies, struct sink *sink);

#endif
