/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Traces cut off anywhere load as far as they go, or fail with one clear line;
 * cutting later never gives fewer events. SONDE_CUT_STEP=1 cuts the sample at
 * every byte (that takes an hour or so); small traces are always cut at each.
 */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/hash.h"
#include "trace/trace.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

/* Loads are some 30 times slower under sanitisers. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { SAMPLE_CUTS = 40, SMALL_STEP = 31 };
#else
enum { SAMPLE_CUTS = 100, SMALL_STEP = 1 };
#endif
enum { GZIP_WINDOW = 15 + 16 };

struct bytes {
	unsigned char *data;
	size_t len;
};

struct counts {
	int64_t elements, events;	/* -1: not opened */
};

static char path[] = "/tmp/sonde-cuts-XXXXXX";
static int fd;
static struct bytes sample, sample_gz, small, small_gz;

/* --- making the inputs --- */

static struct bytes
read_file(const char *name)
{
	FILE *file = fopen(name, "rb");
	struct bytes bytes = {0};
	long size;

	assert_non_null(file);
	fseek(file, 0, SEEK_END);
	size = ftell(file);
	assert_true(size > 0);
	rewind(file);
	bytes.len = (size_t)size;
	bytes.data = malloc(bytes.len);
	assert_non_null(bytes.data);
	assert_int_equal(fread(bytes.data, 1, bytes.len, file), bytes.len);
	fclose(file);
	return bytes;
}

static struct bytes
inflate_bytes(struct bytes packed)
{
	struct bytes text = {.len = packed.len * 64};
	z_stream z = {.next_in = packed.data, .avail_in = (uInt)packed.len};

	text.data = malloc(text.len);
	assert_non_null(text.data);
	z.next_out = text.data;
	z.avail_out = (uInt)text.len;
	assert_int_equal(inflateInit2(&z, GZIP_WINDOW), Z_OK);
	assert_int_equal(inflate(&z, Z_FINISH), Z_STREAM_END);
	text.len = z.total_out;
	inflateEnd(&z);
	return text;
}

static struct bytes
deflate_bytes(struct bytes text)
{
	struct bytes packed = {.len = text.len + 1000};
	z_stream z = {.next_in = text.data, .avail_in = (uInt)text.len};

	packed.data = malloc(packed.len);
	assert_non_null(packed.data);
	z.next_out = packed.data;
	z.avail_out = (uInt)packed.len;
	assert_int_equal(deflateInit2(&z, 6, Z_DEFLATED, GZIP_WINDOW, 8, Z_DEFAULT_STRATEGY), Z_OK);
	assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
	packed.len = z.total_out;
	deflateEnd(&z);
	return packed;
}

/* Its metadata and first events, ended like the whole. */
static struct bytes
head_of(struct bytes text)
{
	struct bytes head = {.len = 6000};

	assert_true(text.len > head.len);
	while (memcmp(text.data + head.len, "},", 2) != 0)
		head.len--;
	head.data = malloc(head.len + 4);
	assert_non_null(head.data);
	memcpy(head.data, text.data, head.len);
	memcpy(head.data + head.len, "}]}\n", 4);
	head.len += 4;
	return head;
}

static int
make_inputs(void **state)
{
	const char *top = getenv("SRCDIR");
	char name[4096];

	(void)state;
	hash_seed_init();
	snprintf(name, sizeof(name), "%s/data/sample.json.gz", top ? top : ".");
	sample_gz = read_file(name);
	sample = inflate_bytes(sample_gz);
	small = head_of(sample);
	small_gz = deflate_bytes(small);
	fd = mkstemp(path);
	return fd < 0;
}

static int
remove_inputs(void **state)
{
	(void)state;
	free(sample_gz.data);
	free(sample.data);
	free(small.data);
	free(small_gz.data);
	close(fd);
	return unlink(path);
}

/* --- cutting --- */

static void
put_file(struct bytes bytes)
{
	assert_int_equal(ftruncate(fd, 0), 0);
	assert_int_equal(pwrite(fd, bytes.data, bytes.len, 0), bytes.len);
}

static struct counts
open_file(size_t cut)
{
	struct trace_options options = {.threads = 1 + cut % 2};
	struct counts counts = {-1, -1};
	struct trace *trace;
	struct error err = {.offset = 0};

	if (trace_open(&trace, path, &options, &err)) {
		assert_true(strlen(err.message) > 0);
		assert_null(strchr(err.message, '\n'));
		return counts;
	}
	counts = (struct counts){trace->n, 0};
	for (uint32_t i = 0; i < trace->n; i++)
		counts.events += trace->kind[i] != EVENT_SKIPPED;
	trace_free(trace);
	return counts;
}

/* From the whole file down, step bytes less each time. */
static void
cut_down(struct bytes whole, size_t step)
{
	struct counts last, now;

	put_file(whole);
	last = open_file(0);
	assert_true(last.events > 0);
	for (size_t cut = whole.len; cut > step; ) {
		cut -= step;
		assert_int_equal(ftruncate(fd, (off_t)cut), 0);
		now = open_file(cut);
		if (now.elements > last.elements || now.events > last.events)
			fail_msg("cut at %zu gives %lld elements, %lld events; cut at %zu gave %lld and %lld",
				cut, (long long)now.elements, (long long)now.events, cut + step,
				(long long)last.elements, (long long)last.events);
		last = now;
	}
}

static size_t
sample_step(struct bytes whole)
{
	const char *asked = getenv("SONDE_CUT_STEP");
	long step = asked ? strtol(asked, NULL, 10) : 0;

	return step > 0 ? (size_t)step : whole.len / SAMPLE_CUTS;
}

static void
sample_cut_anywhere_gives_what_is_whole(void **state)
{
	(void)state;
	cut_down(sample, sample_step(sample));
}

static void
packed_sample_cut_anywhere_gives_what_is_whole(void **state)
{
	(void)state;
	cut_down(sample_gz, sample_step(sample_gz));
}

static void
small_trace_cut_at_every_byte_gives_what_is_whole(void **state)
{
	(void)state;
	cut_down(small, SMALL_STEP);
}

static void
small_packed_trace_cut_at_every_byte_gives_what_is_whole(void **state)
{
	(void)state;
	cut_down(small_gz, SMALL_STEP);
}

static void
a_cut_trace_says_so(void **state)
{
	struct trace *trace;
	struct error err;

	(void)state;
	put_file(sample);
	assert_int_equal(ftruncate(fd, (off_t)sample.len / 2), 0);
	assert_int_equal(trace_open(&trace, path, NULL, &err), 0);
	assert_true(trace->meta.partial);
	assert_int_equal(trace->warnings[WARN_TRUNCATED].count, 1);
	trace_free(trace);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_cut_trace_says_so),
		cmocka_unit_test(small_trace_cut_at_every_byte_gives_what_is_whole),
		cmocka_unit_test(small_packed_trace_cut_at_every_byte_gives_what_is_whole),
		cmocka_unit_test(sample_cut_anywhere_gives_what_is_whole),
		cmocka_unit_test(packed_sample_cut_anywhere_gives_what_is_whole),
	};

	return cmocka_run_group_tests(tests, make_inputs, remove_inputs);
}
