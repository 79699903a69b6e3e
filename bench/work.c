/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "bench/work.h"
#include "trace/trace.h"
#include "tree/tree.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>
#ifdef HAVE_JSONC
#include <json-c/json_tokener.h>
#endif
#ifdef HAVE_ISAL
#include <isa-l/igzip_lib.h>
#endif

/* Bytes that the comparisons read or inflate at a time, into the same place. */
#define WINDOW (1 << 19)

static bool
fail(const char *path, const char *what)
{
	fprintf(stderr, "bench: %s: %s\n", path, what);
	return false;
}

struct stopwatch {
	double seconds, cpu;
};

static struct stopwatch
start_watch(void)
{
	return (struct stopwatch){measure_now(), measure_cpu()};
}

static void
stop_watch(struct stopwatch watch, struct measure *out, int part)
{
	out->seconds[part] = measure_now() - watch.seconds;
	out->cpu[part] = measure_cpu() - watch.cpu;
	out->bytes[part] = measure_peak();
}

bool
work_load(const void *file, struct measure *out)
{
	const struct work_file *work = file;
	struct trace_options options = {.threads = work->threads};
	struct error err = {0};
	struct trace *trace;
	struct tree *tree;
	struct stopwatch watch = start_watch();

	if (trace_open(&trace, work->path, &options, &err) != 0)
		return fail(work->path, err.message);
	stop_watch(watch, out, 0);
	watch = start_watch();
	if (tree_build(&tree, trace, &err) != 0)
		return fail(work->path, err.message);
	stop_watch(watch, out, 1);
	out->text = trace->meta.text_bytes;
	out->events = trace->n;
	tree_free(tree);
	trace_free(trace);
	return true;
}

bool
work_newlines(const void *file, struct measure *out)
{
	static char window[WINDOW];
	const struct work_file *work = file;
	struct stopwatch watch = start_watch();
	int fd = open(work->path, O_RDONLY | O_CLOEXEC);
	ssize_t n;

	if (fd < 0)
		return fail(work->path, "cannot be read");
	while ((n = read(fd, window, WINDOW)) > 0) {
		const char *end = window + n;

		out->text += (uint64_t)n;
		for (const char *p = window; (p = memchr(p, '\n', (size_t)(end - p))) != NULL; p++)
			out->events++;
	}
	close(fd);
	stop_watch(watch, out, 0);
	return n == 0;
}

bool
work_inflate_zlib(const void *file, struct measure *out)
{
	static unsigned char packed[WINDOW], window[WINDOW];
	const struct work_file *work = file;
	struct stopwatch watch = start_watch();
	int fd = open(work->path, O_RDONLY | O_CLOEXEC), status = Z_OK;
	z_stream z = {0};
	ssize_t n;

	if (fd < 0 || inflateInit2(&z, 15 + 16) != Z_OK)
		return fail(work->path, "cannot be read");
	while (status == Z_OK && (n = read(fd, packed, WINDOW)) > 0) {
		z.next_in = packed;
		z.avail_in = (uInt)n;
		do {
			z.next_out = window;
			z.avail_out = WINDOW;
			status = inflate(&z, Z_NO_FLUSH);
			out->text += WINDOW - z.avail_out;
		} while (status == Z_OK && z.avail_out == 0);
		if (status == Z_BUF_ERROR)
			status = Z_OK;
	}
	inflateEnd(&z);
	close(fd);
	stop_watch(watch, out, 0);
	return status == Z_STREAM_END || fail(work->path, "is no whole gzip file");
}

#ifdef HAVE_ISAL
const bool work_has_isal = true;

bool
work_inflate_isal(const void *file, struct measure *out)
{
	static unsigned char packed[WINDOW], window[WINDOW];
	static struct inflate_state state;
	const struct work_file *work = file;
	struct stopwatch watch = start_watch();
	int fd = open(work->path, O_RDONLY | O_CLOEXEC), status = ISAL_DECOMP_OK;
	ssize_t n;

	if (fd < 0)
		return fail(work->path, "cannot be read");
	isal_inflate_init(&state);
	state.crc_flag = ISAL_GZIP;
	while (status == ISAL_DECOMP_OK && (n = read(fd, packed, WINDOW)) > 0) {
		state.next_in = packed;
		state.avail_in = (uint32_t)n;
		do {
			state.next_out = window;
			state.avail_out = WINDOW;
			status = isal_inflate(&state);
			out->text += WINDOW - state.avail_out;
		} while (status == ISAL_DECOMP_OK && state.avail_out == 0);
	}
	close(fd);
	stop_watch(watch, out, 0);
	return (status == ISAL_DECOMP_OK && state.block_state == ISAL_BLOCK_FINISH)
		|| fail(work->path, "is no whole gzip file");
}
#else
const bool work_has_isal = false;

bool
work_inflate_isal(const void *file, struct measure *out)
{
	(void)out;
	return fail(((const struct work_file *)file)->path, "ISA-L was not built in");
}
#endif

#ifdef HAVE_JSONC
const bool work_has_json_c = true;

static char *
read_file(const char *path, size_t *len)
{
	FILE *file = fopen(path, "rb");
	char *text = NULL;
	long size;

	if (file != NULL && fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) > 0
	    && (text = malloc((size_t)size)) != NULL) {
		rewind(file);
		*len = fread(text, 1, (size_t)size, file);
	}
	if (file != NULL)
		fclose(file);
	return text;
}

bool
work_json_c(const void *file, struct measure *out)
{
	const struct work_file *work = file;
	struct stopwatch watch = start_watch();
	size_t len = 0;
	char *text = read_file(work->path, &len);
	struct json_tokener *tokener = json_tokener_new();
	struct json_object *tree = NULL;

	if (text != NULL && tokener != NULL)
		tree = json_tokener_parse_ex(tokener, text, (int)len);
	if (tree == NULL)
		return fail(work->path, "json-c reads nothing");
	stop_watch(watch, out, 0);
	out->text = len;
	return true;	/* the process ends here: giving the tree back is not part of it */
}
#else
const bool work_has_json_c = false;

bool
work_json_c(const void *file, struct measure *out)
{
	(void)out;
	return fail(((const struct work_file *)file)->path, "json-c was not built in");
}
#endif
