/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One deflate stream, by ISA-L or by zlib; its state can be copied, to go on from there later. */
#ifndef TRACE_INFLATE_PRIV_H
#define TRACE_INFLATE_PRIV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum inflate_status {
	INFLATE_MORE,		/* wants more input or more room */
	INFLATE_END,		/* the stream is whole, its checksum right */
	INFLATE_BAD,
};

struct inflater;

/* How far apart copies of the state should be, so that reading again takes under 3 ms. */
extern const uint64_t inflate_restart_distance;
extern const char inflate_library[];

struct inflater *inflater_new(bool gzip);	/* else raw deflate; NULL: no memory */
struct inflater *inflater_copy(const struct inflater *from);
void inflater_free(struct inflater *inflater);
bool inflater_restart(struct inflater *inflater);	/* for the next member */

/*
 * Takes from *in, which moves on, and writes at most size bytes; *made tells how
 * many. At INFLATE_END *in is the first byte after the stream; it may have moved
 * back by up to 8 bytes into what an earlier call took.
 */
enum inflate_status inflater_step(struct inflater *inflater, const uint8_t **in, const uint8_t *in_end,
	uint8_t *out, size_t size, size_t *made);

#endif
