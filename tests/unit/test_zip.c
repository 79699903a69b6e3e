/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Zip archives: the first file is read, and further ones are told wherever they begin. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/buffer.h"
#include "trace/trace.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

enum { WINDOW = 256 << 10 };	/* what is read of an archive at a time */

struct entry {
	bool stored;
	int descriptor;		/* bytes behind the data that tell its sizes; 0: they are before it */
};

static void
put(struct buffer *out, uint64_t value, int bytes)
{
	for (int i = 0; i < bytes; i++) {
		char byte = (char)(i < 8 ? value >> (8 * i) : 0);

		assert_true(buffer_add(out, &byte, 1));
	}
}

static void
deflate_add(struct buffer *out, const char *text, size_t len)
{
	z_stream z = {.next_in = (unsigned char *)(uintptr_t)text, .avail_in = (uInt)len};

	assert_int_equal(deflateInit2(&z, 1, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY), Z_OK);
	assert_true(buffer_reserve(out, len + 1024));
	z.next_out = (unsigned char *)out->data + out->len;
	z.avail_out = (uInt)len + 1024;
	assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
	out->len += len + 1024 - z.avail_out;
	deflateEnd(&z);
}

static void
put_file(struct buffer *out, const char *text, size_t len, struct entry entry)
{
	struct buffer packed = {0};
	int sizes = entry.descriptor >= 20 ? 8 : 4;

	if (entry.stored)
		assert_true(buffer_add(&packed, text, len));
	else
		deflate_add(&packed, text, len);
	put(out, 0x04034b50, 4);
	put(out, 20, 2);
	put(out, entry.descriptor ? 8 : 0, 2);
	put(out, entry.stored ? 0 : 8, 2);
	put(out, 0x5b210000, 4);
	put(out, 0, 4);		/* checksum, which nobody asks for */
	put(out, entry.descriptor ? 0 : packed.len, 4);
	put(out, entry.descriptor ? 0 : len, 4);
	put(out, 1, 2);
	put(out, 0, 2);
	put(out, 'a', 1);
	assert_true(buffer_add(out, packed.data, packed.len));
	if (entry.descriptor % 8 == 0 && entry.descriptor)
		put(out, 0x08074b50, 4);
	if (entry.descriptor) {
		put(out, 0, 4);
		put(out, packed.len, sizes);
		put(out, len, sizes);
	}
	buffer_free(&packed);
}

/* An archive of one or two files; the directory is what nobody reads, its signature and a few zeros. */
static void
check_archive(const char *text, size_t len, struct entry entry, bool two)
{
	char path[] = "/tmp/sonde-zip-XXXXXX";
	struct buffer archive = {0};
	struct trace *trace;
	struct error err;
	int fd = mkstemp(path);

	put_file(&archive, text, len, entry);
	if (two)
		put_file(&archive, "[]", 2, entry);
	put(&archive, 0x02014b50, 4);
	put(&archive, 0, 64);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, archive.data, archive.len), archive.len);
	close(fd);
	assert_int_equal(trace_open(&trace, path, NULL, &err), 0);
	assert_int_equal(trace->n, 1);
	assert_string_equal(trace_name(trace, 0), "one");
	assert_int_equal(trace->warnings[WARN_MORE_FILES].count, two);
	assert_int_equal(trace->warnings[WARN_TRAILING].count, 1);
	assert_int_equal(trace->warnings[WARN_TRAILING].amount, 4);
	trace_free(trace);
	unlink(path);
	buffer_free(&archive);
}

/* One event, a string of some length, and four bytes behind the document. */
static void
make_text(struct buffer *text, size_t padding)
{
	buffer_clear(text);
	assert_true(buffer_add_text(text, "{\"traceEvents\":[{\"ph\":\"X\",\"name\":\"one\",\"ts\":1,\"dur\":1}],\"x\":\""));
	for (size_t i = 0; i < padding; i++)
		assert_true(buffer_add(text, "a", 1));
	assert_true(buffer_add_text(text, "\"}rest"));
}

static void
further_files_are_told(void **state)
{
	static const struct entry entries[] = {{true, 0}, {false, 0}, {false, 12}, {false, 16}, {false, 20}, {false, 24}};
	struct buffer text = {0};

	(void)state;
	make_text(&text, 100);
	for (size_t i = 0; i < sizeof(entries) / sizeof(*entries); i++)
		for (int two = 0; two < 2; two++)
			check_archive(text.data, text.len, entries[i], two);
	buffer_free(&text);
}

/* The first file's end at each place around that of what is read at a time. */
static void
further_files_begin_anywhere(void **state)
{
	struct buffer text = {0};
	size_t before;

	(void)state;
	make_text(&text, 0);
	before = 31 + text.len;
	for (size_t end = WINDOW - 40; end < WINDOW + 8; end++) {
		make_text(&text, end - before);
		check_archive(text.data, text.len, (struct entry){true, 0}, true);
		check_archive(text.data, text.len, (struct entry){true, 0}, false);
	}
	buffer_free(&text);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(further_files_are_told),
		cmocka_unit_test(further_files_begin_anywhere),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
