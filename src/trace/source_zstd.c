/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "source_priv.h"
#include "base/mem.h"
#include <zstd.h>

#define INPUT_SIZE ((size_t)256 << 10)

struct zstd_source {
	struct source base;
	ZSTD_DStream *stream;
	ZSTD_inBuffer in;
	char *buffer;
	bool input_ended, ended, frame_open, any;
};

/* The input goes on at a place with what is no zstd: damage, or what follows the last frame. */
static void
zstd_stop(struct zstd_source *z, size_t at)
{
	const char *bytes = z->in.src;

	z->ended = true;
	if (z->frame_open || !z->any)
		z->base.damage = SOURCE_CORRUPT;
	else
		for (size_t i = at; i < z->in.size; i++)
			z->base.rubbish |= bytes[i] != 0;
}

static int64_t
zstd_read(struct source *source, char *out, size_t size, struct error *err)
{
	struct zstd_source *z = (struct zstd_source *)source;
	ZSTD_outBuffer made = {out, size, 0};

	while (made.pos < size && !z->ended) {
		size_t before = made.pos, at, left;

		if (z->in.pos == z->in.size && !z->input_ended) {
			int64_t n = input_read(source->input, z->buffer, INPUT_SIZE, err);

			if (n < 0)
				return -1;
			z->in = (ZSTD_inBuffer){z->buffer, (size_t)n, 0};
			z->input_ended = n == 0;
		}
		if (z->input_ended && !z->frame_open && z->in.pos == z->in.size)
			break;
		at = z->in.pos;
		left = ZSTD_decompressStream(z->stream, &made, &z->in);
		if (ZSTD_isError(left)) {
			zstd_stop(z, at);
			break;
		}
		z->any = true;
		z->frame_open = left != 0;
		if (z->frame_open && z->input_ended && made.pos == before) {
			source->damage = SOURCE_CUT;
			z->ended = true;
		}
	}
	source->text += made.pos;
	return (int64_t)made.pos;
}

static void
zstd_close(struct source *source)
{
	struct zstd_source *z = (struct zstd_source *)source;

	ZSTD_freeDStream(z->stream);
	free(z->buffer);
	free(z);
}

/* No reread: this one is always behind source_kept(). */
static const struct source_ops zstd_ops = {zstd_read, NULL, zstd_close};

struct source *
source_zstd(struct input *input, struct error *err)
{
	struct zstd_source *z = mem_zero(1, sizeof(*z));

	if (!z) {
		error_no_memory(err, "opening the trace");
		input_close(input);
		return NULL;
	}
	z->base.ops = &zstd_ops;
	z->base.format = "zstd";
	z->base.input = input;
	z->stream = ZSTD_createDStream();
	z->buffer = mem_alloc(1, INPUT_SIZE);
	if (z->stream && z->buffer && !ZSTD_isError(ZSTD_initDStream(z->stream)))
		return &z->base;
	error_no_memory(err, "opening the trace");
	source_close(&z->base);
	return NULL;
}
