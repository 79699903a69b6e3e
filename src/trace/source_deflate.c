/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gzip files of any number of members, and the first trace of a zip archive. */
#include "source_priv.h"
#include "inflate_priv.h"
#include "zip_priv.h"
#include "base/mem.h"
#include <string.h>

#define INPUT_SIZE ((size_t)256 << 10)
#define SKIP_SIZE ((size_t)128 << 10)	/* at a time: ISA-L copies 32 KB of history a call */
#define BACK 32		/* bytes kept before a refill: a stream's end may lie that far back */
#define DESCRIPTOR 24	/* bytes behind a file of a zip at most */

struct deflate_point {
	uint64_t text;		/* offset of the next byte of text */
	uint64_t file;		/* offset of the next byte of input */
	struct inflater *inflater;
};

/* One walk through the compressed bytes: the first one, or one that reads again. */
struct deflate_walk {
	struct inflater *inflater;
	uint8_t *buffer;	/* BACK + INPUT_SIZE */
	const uint8_t *in, *in_end;
	uint64_t file;		/* offset of in_end in the file */
	bool input_ended, ended, stored;
	enum source_damage damage;
	uint64_t stored_left;
	bool described;		/* a zip's file with its sizes behind it */
};

struct deflate_source {
	struct source base;
	struct deflate_walk first, again;
	uint64_t again_text;	/* where the second walk stands */
	char *skipped;		/* SKIP_SIZE bytes that nobody reads */
	struct deflate_point *points;
	size_t n_points, cap_points;
	bool zip;
};

static void
walk_free(struct deflate_walk *walk)
{
	inflater_free(walk->inflater);
	free(walk->buffer);
}

/* Reads on, with the last bytes of before kept in front. Returns -1 on an I/O error. */
static int
walk_fill(struct deflate_source *d, struct deflate_walk *walk, bool first, struct error *err)
{
	size_t back = walk->in_end - walk->buffer < BACK ? (size_t)(walk->in_end - walk->buffer) : BACK;
	uint8_t *start = walk->buffer + BACK;
	int64_t n;

	memmove(start - back, walk->in_end - back, back);
	n = first ? input_read(d->base.input, (char *)start, INPUT_SIZE, err)
		: input_read_at(d->base.input, walk->file, (char *)start, INPUT_SIZE, err);
	if (n < 0)
		return -1;
	walk->in = start;
	walk->in_end = start + n;
	walk->file += (uint64_t)n;
	walk->input_ended = n == 0;
	return 0;
}

static bool
source_add_point(struct deflate_source *d)
{
	struct deflate_walk *walk = &d->first;
	struct inflater *copy;

	if (!d->base.input->seekable)
		return true;
	if (!mem_reserve(&d->points, &d->cap_points, d->n_points + 1, sizeof(*d->points)))
		return false;
	copy = inflater_copy(walk->inflater);
	if (!copy)
		return false;
	d->points[d->n_points++] = (struct deflate_point){
		d->base.text, walk->file - (uint64_t)(walk->in_end - walk->in), copy};
	return true;
}

/* Brings at least need <= BACK bytes to walk->in, unless the input ends before. */
static int
walk_need(struct deflate_source *d, struct deflate_walk *walk, ptrdiff_t need, bool first, struct error *err)
{
	ptrdiff_t n = walk->in_end - walk->in;

	if (n >= need)
		return 0;
	if (walk_fill(d, walk, first, err))
		return -1;
	walk->in -= n;		/* kept just before what was read */
	return 0;
}

/*
 * Whether another file's header follows at walk->in: at once, or behind a descriptor, which is with
 * or without a signature and of sizes of 4 or 8 bytes. APPNOTE.TXT 4.3.9.
 */
static bool
walk_has_file(const struct deflate_walk *walk)
{
	static const uint8_t lengths[] = {0, 12, 16, 20, DESCRIPTOR};
	size_t n = walk->described ? sizeof(lengths) : 1;

	for (size_t i = 0; i < n; i++)
		if (walk->in_end - walk->in >= lengths[i] + 4 && !memcmp(walk->in + lengths[i], "PK\x03\x04", 4))
			return true;
	return false;
}

/* After a stream's end: another member, or the end of what counts. */
static int
walk_next_member(struct deflate_source *d, struct deflate_walk *walk, bool first, struct error *err)
{
	if (d->zip) {
		walk->ended = true;
		if (!first)
			return 0;
		if (walk_need(d, walk, DESCRIPTOR + 4, first, err))
			return -1;
		d->base.more_files = walk_has_file(walk);
		return 0;
	}
	if (walk_need(d, walk, 2, first, err))
		return -1;
	if (walk->in_end - walk->in < 2 || walk->in[0] != 0x1f || walk->in[1] != 0x8b) {
		walk->ended = true;	/* padding or rubbish behind the last member */
		for (const uint8_t *p = walk->in; first && p < walk->in_end; p++)
			d->base.rubbish |= *p != 0;
		return 0;
	}
	if (!inflater_restart(walk->inflater))
		return error_no_memory(err, "inflating");
	return 0;
}

static size_t
walk_copy_stored(struct deflate_walk *walk, uint8_t *out, size_t size)
{
	size_t n = (size_t)(walk->in_end - walk->in);

	if (n > size)
		n = size;
	if (n > walk->stored_left)
		n = (size_t)walk->stored_left;
	memcpy(out, walk->in, n);
	walk->in += n;
	walk->stored_left -= n;
	return n;
}

/* Up to size bytes of text; the walk's damage says why it goes no further. */
static int64_t
walk_read(struct deflate_source *d, struct deflate_walk *walk, bool first, char *out, size_t size, struct error *err)
{
	size_t done = 0;

	while (done < size && !walk->ended) {
		size_t made = 0;
		enum inflate_status status = INFLATE_MORE;

		if (walk->in == walk->in_end && !walk->input_ended && walk_fill(d, walk, first, err))
			return -1;
		if (walk->stored) {
			made = walk_copy_stored(walk, (uint8_t *)out + done, size - done);
			status = walk->stored_left ? INFLATE_MORE : INFLATE_END;
		} else {
			status = inflater_step(walk->inflater, &walk->in, walk->in_end, (uint8_t *)out + done,
				size - done, &made);
		}
		done += made;
		if (status == INFLATE_END && walk_next_member(d, walk, first, err))
			return -1;
		if (status == INFLATE_BAD)
			walk->damage = SOURCE_CORRUPT;
		else if (status == INFLATE_MORE && !made && walk->in == walk->in_end && walk->input_ended)
			walk->damage = SOURCE_CUT;
		if (walk->damage != SOURCE_WHOLE)
			walk->ended = true;
	}
	return (int64_t)done;
}

static int64_t
deflate_read(struct source *source, char *out, size_t size, struct error *err)
{
	struct deflate_source *d = (struct deflate_source *)source;
	int64_t done = 0;

	while ((size_t)done < size && !d->first.ended) {
		uint64_t next = d->n_points ? d->points[d->n_points - 1].text + inflate_restart_distance : 0;
		size_t room = size - (size_t)done;
		int64_t n;

		if (!d->first.stored && source->text >= next && !source_add_point(d))
			return error_no_memory(err, "inflating");
		n = walk_read(d, &d->first, true, out + done, room, err);
		if (n < 0)
			return -1;
		source->text += (uint64_t)n;
		done += n;
	}
	source->damage = d->first.damage;
	return done;
}

static const struct deflate_point *
source_find_point(const struct deflate_source *d, uint64_t offset)
{
	size_t low = 0, high = d->n_points;

	while (high - low > 1) {
		size_t mid = low + (high - low) / 2;

		if (d->points[mid].text <= offset)
			low = mid;
		else
			high = mid;
	}
	return &d->points[low];
}

/* Brings the second walk to the nearest place before offset, unless it is nearer already. */
static int
source_rewind(struct deflate_source *d, uint64_t offset, struct error *err)
{
	const struct deflate_point *point = source_find_point(d, offset);
	struct deflate_walk *walk = &d->again;

	if (walk->inflater && d->again_text <= offset && d->again_text >= point->text)
		return 0;
	inflater_free(walk->inflater);
	walk->inflater = inflater_copy(point->inflater);
	if (!walk->buffer)
		walk->buffer = mem_zero(1, BACK + INPUT_SIZE);
	if (!d->skipped)
		d->skipped = mem_alloc(1, SKIP_SIZE);
	if (!walk->inflater || !walk->buffer || !d->skipped)
		return error_no_memory(err, "inflating");
	walk->in = walk->in_end = walk->buffer + BACK;
	walk->file = point->file;
	walk->input_ended = walk->ended = false;
	walk->damage = SOURCE_WHOLE;
	d->again_text = point->text;
	return 0;
}

static int64_t
deflate_reread(struct source *source, uint64_t offset, char *out, size_t size, struct error *err)
{
	struct deflate_source *d = (struct deflate_source *)source;

	if (d->first.stored)
		return input_read_at(source->input, d->first.file - (uint64_t)(d->first.in_end - d->first.in)
			- source->text + offset, out, size, err);
	if (!d->n_points)
		return 0;
	if (source_rewind(d, offset, err))
		return -1;
	while (d->again_text < offset) {
		uint64_t left = offset - d->again_text;
		int64_t n = walk_read(d, &d->again, false, d->skipped, left < SKIP_SIZE ? (size_t)left : SKIP_SIZE, err);

		if (n <= 0)
			return n;
		d->again_text += (uint64_t)n;
	}
	int64_t n = walk_read(d, &d->again, false, out, size, err);
	if (n > 0)
		d->again_text += (uint64_t)n;
	return n;
}

static void
deflate_close(struct source *source)
{
	struct deflate_source *d = (struct deflate_source *)source;

	for (size_t i = 0; i < d->n_points; i++)
		inflater_free(d->points[i].inflater);
	free(d->points);
	walk_free(&d->first);
	walk_free(&d->again);
	free(d->skipped);
	free(d);
}

/* Steps over a zip's local header. */
static int
source_skip_zip_header(struct deflate_source *d, struct error *err)
{
	struct deflate_walk *walk = &d->first;
	const uint8_t *h = zip_find_trace(walk->in, walk->in_end);
	size_t have = (size_t)(walk->in_end - h), skip;
	unsigned flags, method;

	if (have < ZIP_HEADER)
		return error_set(err, "is a zip archive cut in its header");
	walk->in = h;
	flags = h[6] | (unsigned)h[7] << 8;
	method = h[8] | (unsigned)h[9] << 8;
	skip = zip_header_len(h);
	if (flags & 1)
		return error_set(err, "is an encrypted zip archive");
	if (method != 0 && method != 8)
		return error_set(err, "is a zip archive compressed by method %u, not deflate", method);
	if (have < skip)
		return error_set(err, "is a zip archive cut in its header");
	walk->in += skip;
	walk->stored = method == 0;
	walk->described = flags & 8;
	walk->stored_left = h[22] | (uint64_t)h[23] << 8 | (uint64_t)h[24] << 16 | (uint64_t)h[25] << 24;
	if (walk->stored && flags & 8)
		return error_set(err, "is a zip archive of unknown size, stored");
	return 0;
}

static const struct source_ops deflate_ops = {deflate_read, deflate_reread, deflate_close};

struct source *
source_deflate(struct input *input, bool zip, struct error *err)
{
	struct deflate_source *d = mem_zero(1, sizeof(*d));

	if (!d) {
		error_no_memory(err, "opening the trace");
		input_close(input);
		return NULL;
	}
	d->base.ops = &deflate_ops;
	d->base.format = zip ? "zip" : "gzip";
	d->base.input = input;
	d->zip = zip;
	d->first.inflater = inflater_new(!zip);
	d->first.buffer = mem_zero(1, BACK + INPUT_SIZE);
	if (!d->first.inflater || !d->first.buffer) {
		error_no_memory(err, "opening the trace");
		goto fail;
	}
	d->first.in = d->first.in_end = d->first.buffer + BACK;
	if (walk_fill(d, &d->first, true, err) || (zip && source_skip_zip_header(d, err)))
		goto fail;
	return &d->base;
fail:
	source_close(&d->base);
	return NULL;
}
