/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"
#ifndef HAVE_ISAL
#include "inflate_priv.h"
#include "base/mem.h"
#include <zlib.h>

const uint64_t inflate_restart_distance = UINT64_C(2) << 20;
const char inflate_library[] = "zlib";

struct inflater {
	z_stream z;
	bool ended;
};

struct inflater *
inflater_new(bool gzip)
{
	struct inflater *inflater = mem_zero(1, sizeof(*inflater));

	if (!inflater)
		return NULL;
	if (inflateInit2(&inflater->z, gzip ? 15 + 16 : -15) != Z_OK) {
		free(inflater);
		return NULL;
	}
	return inflater;
}

struct inflater *
inflater_copy(const struct inflater *from)
{
	struct inflater *inflater = mem_zero(1, sizeof(*inflater));
	union { const z_stream *from; z_stream *to; } source = {.from = &from->z};

	if (!inflater)
		return NULL;
	if (inflateCopy(&inflater->z, source.to) != Z_OK) {
		free(inflater);
		return NULL;
	}
	return inflater;
}

void
inflater_free(struct inflater *inflater)
{
	if (!inflater)
		return;
	inflateEnd(&inflater->z);
	free(inflater);
}

bool
inflater_restart(struct inflater *inflater)
{
	return inflateReset(&inflater->z) == Z_OK;
}

enum inflate_status
inflater_step(struct inflater *inflater, const uint8_t **in, const uint8_t *in_end, uint8_t *out, size_t size,
	size_t *made)
{
	union { const uint8_t *from; uint8_t *to; } input = {.from = *in};
	int result;

	inflater->z.next_in = input.to;
	inflater->z.avail_in = (uInt)(in_end - *in);
	inflater->z.next_out = out;
	inflater->z.avail_out = (uInt)size;
	result = inflate(&inflater->z, Z_NO_FLUSH);
	*in = inflater->z.next_in;
	*made = size - inflater->z.avail_out;
	if (result == Z_STREAM_END)
		return INFLATE_END;
	return result == Z_OK || result == Z_BUF_ERROR ? INFLATE_MORE : INFLATE_BAD;
}
#endif
