/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/sink.h"

#include <string.h>

bool
sink_open(struct sink *sink, const char *path)
{
	size_t len = strlen(path);

	memset(sink, 0, sizeof(*sink));
	sink->gzip = len > 3 && strcmp(path + len - 3, ".gz") == 0;
	sink->file = fopen(path, "wb");
	if (sink->file == NULL)
		return false;
	setvbuf(sink->file, NULL, _IONBF, 0);
	sink->ok = !sink->gzip
		|| deflateInit2(&sink->z, 6, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY) == Z_OK;
	return sink->ok;
}

static void
put(struct sink *sink, const unsigned char *bytes, size_t len)
{
	sink->ok = sink->ok && fwrite(bytes, 1, len, sink->file) == len;
}

static void
drain(struct sink *sink, int flush)
{
	int status = Z_OK;

	if (!sink->gzip) {
		put(sink, sink->buffer, sink->used);
		sink->used = 0;
		return;
	}
	sink->z.next_in = sink->buffer;
	sink->z.avail_in = (uInt)sink->used;
	do {
		sink->z.next_out = sink->packed;
		sink->z.avail_out = sizeof(sink->packed);
		status = deflate(&sink->z, flush);
		put(sink, sink->packed, sizeof(sink->packed) - sink->z.avail_out);
	} while (sink->ok && sink->z.avail_out == 0 && status == Z_OK);
	sink->ok = sink->ok && status != Z_STREAM_ERROR;
	sink->used = 0;
}

char *
sink_room(struct sink *sink, size_t len)
{
	if (sizeof(sink->buffer) - sink->used < len)
		drain(sink, Z_NO_FLUSH);
	return (char *)sink->buffer + sink->used;
}

void
sink_took(struct sink *sink, size_t len)
{
	sink->used += len;
	sink->bytes += len;
}

void
sink_write(struct sink *sink, const char *bytes, size_t len)
{
	while (len > 0) {
		size_t part = len < 65536 ? len : 65536;

		memcpy(sink_room(sink, part), bytes, part);
		sink_took(sink, part);
		bytes += part;
		len -= part;
	}
}

bool
sink_close(struct sink *sink)
{
	drain(sink, Z_FINISH);
	if (sink->gzip)
		deflateEnd(&sink->z);
	return fclose(sink->file) == 0 && sink->ok;
}
