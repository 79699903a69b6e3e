/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trace_support.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#if !defined(__SANITIZE_THREAD__) && defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define __SANITIZE_THREAD__ 1
#endif
#endif
#ifdef __SANITIZE_THREAD__
#define SUPPORT_EVERY 20
#else
#define SUPPORT_EVERY 1
#endif

const char *const support_form_names[FORMS] = {
	[FORM_PLAIN] = "plain", [FORM_GZIP] = "gzip", [FORM_GZIP_MEMBERS] = "gzip members",
	[FORM_ZSTD] = "zstd", [FORM_ZIP] = "zip", [FORM_PIPE] = "pipe", [FORM_PIPE_GZIP] = "gzip pipe",
};

/* --- forms ------------------------------------------------------------------- */

static void
deflate_add(struct buffer *out, const char *text, size_t len, int window_bits)
{
	z_stream z = {.next_in = (unsigned char *)(uintptr_t)text, .avail_in = (uInt)len};
	size_t bound;

	assert_int_equal(deflateInit2(&z, 1, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY), Z_OK);
	bound = deflateBound(&z, len);
	assert_true(buffer_reserve(out, bound));
	z.next_out = (unsigned char *)out->data + out->len;
	z.avail_out = (uInt)bound;
	assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
	out->len += bound - z.avail_out;
	deflateEnd(&z);
}

static void
gzip_members(struct buffer *out, const struct buffer *text)
{
	size_t first = text->len / 3, second = text->len / 2;

	deflate_add(out, text->data, first, 15 + 16);
	deflate_add(out, text->data, 0, 15 + 16);
	deflate_add(out, text->data + first, second - first, 15 + 16);
	deflate_add(out, text->data + second, text->len - second, 15 + 16);
}

static void
zstd_all(struct buffer *out, const struct buffer *text)
{
	size_t n;

	assert_true(buffer_reserve(out, ZSTD_compressBound(text->len)));
	n = ZSTD_compress(out->data, ZSTD_compressBound(text->len), text->data, text->len, 1);
	assert_false(ZSTD_isError(n));
	out->len = n;
}

static void
put(struct buffer *out, uint64_t value, int bytes)
{
	for (int i = 0; i < bytes; i++) {
		char byte = (char)(i < 8 ? value >> (8 * i) : 0);

		assert_true(buffer_add(out, &byte, 1));
	}
}

/* Version, flags, method, time, date, checksum, sizes, and lengths of name and extra field. */
static void
zip_entry(struct buffer *out, const struct buffer *text, size_t packed)
{
	put(out, 20, 2);
	put(out, 0, 2);
	put(out, 8, 2);
	put(out, 0x5b210000, 4);
	put(out, crc32(0, (const unsigned char *)text->data, (uInt)text->len), 4);
	put(out, packed, 4);
	put(out, text->len, 4);
	put(out, 10, 2);
	put(out, 0, 2);
}

static void
zip_all(struct buffer *out, const struct buffer *text)
{
	struct buffer packed = {0};
	size_t directory;

	deflate_add(&packed, text->data, text->len, -15);
	put(out, 0x04034b50, 4);
	zip_entry(out, text, packed.len);
	assert_true(buffer_add_text(out, "trace.json"));
	assert_true(buffer_add(out, packed.data, packed.len));
	directory = out->len;
	put(out, 0x02014b50, 4);
	put(out, 20, 2);
	zip_entry(out, text, packed.len);
	put(out, 0, 14);	/* comment, disk, attributes, offset of the entry */
	put(out, 0, 2);
	assert_true(buffer_add_text(out, "trace.json"));
	put(out, 0x06054b50, 4);
	put(out, 0, 4);
	put(out, 1, 2);
	put(out, 1, 2);
	put(out, out->len - 12 - directory, 4);
	put(out, directory, 4);
	put(out, 0, 2);
	buffer_free(&packed);
}

static void
pack(struct buffer *out, const struct buffer *text, enum support_form form)
{
	switch (form) {
	case FORM_GZIP:
	case FORM_PIPE_GZIP:
		deflate_add(out, text->data, text->len, 15 + 16);
		break;
	case FORM_GZIP_MEMBERS:
		gzip_members(out, text);
		break;
	case FORM_ZSTD:
		zstd_all(out, text);
		break;
	case FORM_ZIP:
		zip_all(out, text);
		break;
	default:
		if (text->len > 0)
			assert_true(buffer_add(out, text->data, text->len));
	}
}

/* --- loading ------------------------------------------------------------------ */

struct pipe_job {
	const struct buffer *bytes;
	int fd;
};

static void *
fill_pipe(void *data)
{
	struct pipe_job *job = data;

	for (size_t done = 0; done < job->bytes->len;) {
		ssize_t n = write(job->fd, job->bytes->data + done, job->bytes->len - done);

		if (n <= 0)
			break;
		done += (size_t)n;
	}
	close(job->fd);
	return NULL;
}

static int
open_pipe(struct trace **trace, const struct buffer *bytes, const struct trace_options *options,
	struct error *err)
{
	struct pipe_job job = {.bytes = bytes};
	int ends[2], saved = dup(0), result;
	pthread_t thread;

	assert_true(saved >= 0);
	assert_int_equal(pipe(ends), 0);
	assert_int_equal(dup2(ends[0], 0), 0);
	close(ends[0]);
	job.fd = ends[1];
	assert_int_equal(pthread_create(&thread, NULL, fill_pipe, &job), 0);
	result = trace_open(trace, "-", options, err);
	dup2(saved, 0);		/* closes the reading end: a writer that is left over stops */
	close(saved);
	pthread_join(thread, NULL);
	return result;
}

static int
open_file(struct trace **trace, const struct buffer *bytes, const struct trace_options *options,
	struct error *err)
{
	char path[] = "/tmp/sonde-test-XXXXXX";
	int fd = mkstemp(path), result;

	assert_true(fd >= 0);
	if (bytes->len > 0)
		assert_int_equal(write(fd, bytes->data, bytes->len), bytes->len);
	close(fd);
	result = trace_open(trace, path, options, err);
	unlink(path);		/* an open trace keeps its file */
	return result;
}

int
support_try(struct trace **trace, const struct buffer *text, enum support_form form, unsigned threads,
	struct error *err)
{
	struct trace_options options = {.threads = threads};
	struct buffer bytes = {0};
	int result;

	pack(&bytes, text, form);
	result = form == FORM_PIPE || form == FORM_PIPE_GZIP ? open_pipe(trace, &bytes, &options, err)
							      : open_file(trace, &bytes, &options, err);
	buffer_free(&bytes);
	return result;
}

struct trace *
support_load(const struct buffer *text, enum support_form form, unsigned threads)
{
	struct trace *trace = NULL;
	struct error err = {0};

	if (support_try(&trace, text, form, threads, &err) != 0)
		fail_msg("%s: %s", support_form_names[form], err.message);
	return trace;
}

unsigned
support_every(void)
{
	const char *asked = getenv("SONDE_EVERY");

	return asked && atoi(asked) > 0 ? (unsigned)atoi(asked) : SUPPORT_EVERY;
}

/* --- comparing ---------------------------------------------------------------- */

static void
same_track(const struct trace *a, const struct trace *b, uint32_t event)
{
	const struct trace_track *x = &a->tracks[a->track[event]], *y = &b->tracks[b->track[event]];

	assert_string_equal(trace_string(a, x->tid), trace_string(b, y->tid));
	assert_string_equal(trace_string(a, x->name), trace_string(b, y->name));
	assert_int_equal(x->number, y->number);
	assert_string_equal(trace_string(a, a->processes[x->process].pid),
		trace_string(b, b->processes[y->process].pid));
}

static void
same_event(const struct trace *a, const struct trace *b, uint32_t event)
{
	assert_int_equal(a->ts[event], b->ts[event]);
	assert_int_equal(a->dur[event], b->dur[event]);
	assert_int_equal(a->offset[event], b->offset[event]);
	assert_int_equal(a->link[event], b->link[event]);
	assert_int_equal(a->kind[event], b->kind[event]);
	assert_int_equal(a->phase[event], b->phase[event]);
	assert_int_equal(a->flags[event], b->flags[event]);
	assert_string_equal(trace_name(a, event), trace_name(b, event));
	assert_string_equal(trace_category_name(a, event), trace_category_name(b, event));
	same_track(a, b, event);
	if (a->kind[event] == EVENT_OP) {
		const struct trace_signature *x = &a->signatures[a->aux[event]];
		const struct trace_signature *y = &b->signatures[b->aux[event]];

		assert_string_equal(trace_string(a, x->dims), trace_string(b, y->dims));
		assert_string_equal(trace_string(a, x->types), trace_string(b, y->types));
		assert_string_equal(trace_string(a, x->strides), trace_string(b, y->strides));
		assert_string_equal(trace_string(a, x->concrete), trace_string(b, y->concrete));
		for (int i = 0; i < TRACE_EXTRAS; i++)
			assert_string_equal(trace_string(a, x->extras[i]), trace_string(b, y->extras[i]));
	}
}

static void
same_tables(const struct trace *a, const struct trace *b)
{
	assert_int_equal(a->n_gpus, b->n_gpus);
	for (uint32_t i = 0; i < a->n_gpus; i++) {
		assert_int_equal(a->gpus[i].event, b->gpus[i].event);
		assert_int_equal(a->gpus[i].device, b->gpus[i].device);
		assert_int_equal(a->gpus[i].stream, b->gpus[i].stream);
	}
	assert_int_equal(a->n_sequences, b->n_sequences);
	for (uint32_t i = 0; i < a->n_sequences; i++) {
		assert_int_equal(a->sequences[i].event, b->sequences[i].event);
		assert_int_equal(a->sequences[i].number, b->sequences[i].number);
		assert_int_equal(a->sequences[i].forward_thread, b->sequences[i].forward_thread);
	}
	assert_int_equal(a->n_copies, b->n_copies);
	for (uint32_t i = 0; i < a->n_copies; i++) {
		assert_int_equal(a->copies[i].event, b->copies[i].event);
		assert_int_equal(a->copies[i].bytes, b->copies[i].bytes);
	}
	assert_int_equal(a->n_collectives, b->n_collectives);
	assert_int_equal(a->n_memories, b->n_memories);
}

void
support_assert_same(const struct trace *a, const struct trace *b)
{
	assert_int_equal(a->n, b->n);
	assert_int_equal(a->start_ns, b->start_ns);
	assert_int_equal(a->end, b->end);
	assert_int_equal(a->n_tracks, b->n_tracks);
	assert_int_equal(a->n_processes, b->n_processes);
	assert_int_equal(a->n_categories, b->n_categories);
	assert_int_equal(a->strings.n, b->strings.n);
	for (uint32_t i = 0; i < a->n; i++)
		same_event(a, b, i);
	same_tables(a, b);
	for (int kind = 0; kind < WARNINGS; kind++) {
		assert_int_equal(a->warnings[kind].count, b->warnings[kind].count);
		assert_int_equal(a->warnings[kind].offset, b->warnings[kind].offset);
		assert_int_equal(a->warnings[kind].event, b->warnings[kind].event);
	}
}

uint64_t
support_warned(const struct trace *trace, enum warning_kind kind)
{
	return trace->warnings[kind].count;
}

void
support_assert_warnings(const struct trace *trace, ...)
{
	bool wanted[WARNINGS] = {false};
	va_list ap;
	int kind;

	va_start(ap, trace);
	while ((kind = va_arg(ap, int)) != WARNINGS)
		wanted[kind] = true;
	va_end(ap);
	for (kind = 0; kind < WARNINGS; kind++)
		if (wanted[kind] != (trace->warnings[kind].count > 0))
			fail_msg("warning %s: raised %llu times", warning_id((enum warning_kind)kind),
				(unsigned long long)trace->warnings[kind].count);
}
