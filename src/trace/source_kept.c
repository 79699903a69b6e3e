/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What cannot be read a second time (a pipe, zstd) is kept: the text in blocks
 * of 1 MB, each compressed on its own, about a tenth of its size.
 */
#include "source_priv.h"
#include "base/mem.h"
#include <string.h>
#include <zstd.h>

#define BLOCK_SIZE ((size_t)1 << 20)
#define NO_BLOCK SIZE_MAX

struct kept_block {
	char *bytes;
	size_t len;
};

struct kept_source {
	struct source base;
	struct kept_block *blocks;
	size_t n_blocks, cap_blocks;
	char *filling;		/* the last block, not yet full */
	size_t filled;
	char *open;		/* the block looked at last */
	size_t open_block, open_len;
	ZSTD_CCtx *compressor;
	ZSTD_DCtx *decompressor;
};

static int
kept_close_block(struct kept_source *kept, struct error *err)
{
	size_t bound = ZSTD_compressBound(kept->filled), len;
	char *bytes = mem_alloc(1, bound), *fitted;

	if (!bytes || !mem_reserve(&kept->blocks, &kept->cap_blocks, kept->n_blocks + 1, sizeof(*kept->blocks))) {
		free(bytes);
		return error_no_memory(err, "keeping the text");
	}
	len = ZSTD_compressCCtx(kept->compressor, bytes, bound, kept->filling, kept->filled, 1);
	if (ZSTD_isError(len)) {
		free(bytes);
		return error_set(err, "cannot keep the text: %s", ZSTD_getErrorName(len));
	}
	fitted = realloc(bytes, len);
	kept->blocks[kept->n_blocks++] = (struct kept_block){fitted ? fitted : bytes, len};
	kept->filled = 0;
	return 0;
}

static int64_t
kept_read(struct source *source, char *out, size_t size, struct error *err)
{
	struct kept_source *kept = (struct kept_source *)source;
	int64_t n = source_read(source->inner, out, size, err);
	size_t done = 0;

	if (n < 0)
		return -1;
	while (done < (size_t)n) {
		size_t room = BLOCK_SIZE - kept->filled, part = (size_t)n - done < room ? (size_t)n - done : room;

		memcpy(kept->filling + kept->filled, out + done, part);
		kept->filled += part;
		done += part;
		if (kept->filled == BLOCK_SIZE && kept_close_block(kept, err))
			return -1;
	}
	source->text += (uint64_t)n;
	source->damage = source->inner->damage;
	return n;
}

static int
kept_open_block(struct kept_source *kept, size_t block, struct error *err)
{
	size_t len;

	if (block == kept->open_block)
		return 0;
	kept->open_block = NO_BLOCK;
	len = ZSTD_decompressDCtx(kept->decompressor, kept->open, BLOCK_SIZE, kept->blocks[block].bytes,
		kept->blocks[block].len);
	if (ZSTD_isError(len))
		return error_set(err, "cannot read the kept text: %s", ZSTD_getErrorName(len));
	kept->open_len = len;
	kept->open_block = block;
	return 0;
}

static int64_t
kept_reread(struct source *source, uint64_t offset, char *out, size_t size, struct error *err)
{
	struct kept_source *kept = (struct kept_source *)source;
	size_t done = 0;

	while (done < size) {
		size_t block = (size_t)((offset + done) / BLOCK_SIZE), at = (size_t)((offset + done) % BLOCK_SIZE);
		const char *bytes = kept->filling;
		size_t len = kept->filled, part;

		if (block > kept->n_blocks)
			break;
		if (block < kept->n_blocks) {
			if (kept_open_block(kept, block, err))
				return -1;
			bytes = kept->open;
			len = kept->open_len;
		}
		if (at >= len)
			break;
		part = len - at < size - done ? len - at : size - done;
		memcpy(out + done, bytes + at, part);
		done += part;
	}
	return (int64_t)done;
}

static void
kept_close(struct source *source)
{
	struct kept_source *kept = (struct kept_source *)source;

	for (size_t i = 0; i < kept->n_blocks; i++)
		free(kept->blocks[i].bytes);
	free(kept->blocks);
	free(kept->filling);
	free(kept->open);
	ZSTD_freeCCtx(kept->compressor);
	ZSTD_freeDCtx(kept->decompressor);
	source_close(source->inner);
	free(kept);
}

static const struct source_ops kept_ops = {kept_read, kept_reread, kept_close};

struct source *
source_kept(struct source *inner, struct error *err)
{
	struct kept_source *kept = mem_zero(1, sizeof(*kept));

	if (!kept) {
		error_no_memory(err, "opening the trace");
		source_close(inner);
		return NULL;
	}
	kept->base.ops = &kept_ops;
	kept->base.format = inner->format;
	kept->base.inner = inner;
	kept->open_block = NO_BLOCK;
	kept->filling = mem_alloc(1, BLOCK_SIZE);
	kept->open = mem_alloc(1, BLOCK_SIZE);
	kept->compressor = ZSTD_createCCtx();
	kept->decompressor = ZSTD_createDCtx();
	if (kept->filling && kept->open && kept->compressor && kept->decompressor)
		return &kept->base;
	error_no_memory(err, "opening the trace");
	kept_close(&kept->base);
	return NULL;
}
