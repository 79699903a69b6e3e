/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the sample traces: gen_sample [--seed N] [--slow] FILE.json[.gz] */
#include "data/gen/kineto.h"
#include "data/gen/train.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

struct request {
	uint64_t seed;
	bool slow;
	const char *path;
};

static int
usage(void)
{
	fputs("usage: gen_sample [--seed N] [--slow] FILE.json[.gz]\n", stderr);
	return 2;
}

static bool
parse(struct request *request, int argc, char **argv)
{
	char *end;

	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--slow") == 0) {
			request->slow = true;
		} else if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc) {
			errno = 0;
			request->seed = strtoull(argv[++i], &end, 10);
			if (errno != 0 || *end != '\0' || end == argv[i])
				return false;
		} else if (argv[i][0] != '-' && request->path == NULL) {
			request->path = argv[i];
		} else {
			return false;
		}
	}
	return request->path != NULL;
}

static bool
write_plain(FILE *file, const struct buffer *text)
{
	return fwrite(text->data, 1, text->len, file) == text->len;
}

/* One gzip member without name or time, so that equal texts are equal files. */
static bool
write_gzip(FILE *file, const struct buffer *text)
{
	z_stream z = {.next_in = (unsigned char *)text->data, .avail_in = (uInt)text->len};
	unsigned char out[65536];
	gz_header header = {.os = 3};
	bool ok;
	int status;

	if (text->len > UINT32_MAX ||
		deflateInit2(&z, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY) != Z_OK)
		return false;
	ok = deflateSetHeader(&z, &header) == Z_OK;
	do {
		z.next_out = out;
		z.avail_out = sizeof(out);
		status = deflate(&z, Z_FINISH);
		ok = ok &&
			fwrite(out, 1, sizeof(out) - z.avail_out, file) ==
				sizeof(out) - z.avail_out;
	} while (ok && status == Z_OK);
	deflateEnd(&z);
	return ok && status == Z_STREAM_END;
}

static bool
ends_with(const char *text, const char *end)
{
	size_t a = strlen(text), b = strlen(end);

	return a >= b && strcmp(text + a - b, end) == 0;
}

static bool
write_file(const char *path, const struct buffer *text)
{
	FILE *file = fopen(path, "wb");
	bool ok;

	if (file == NULL)
		return false;
	ok = ends_with(path, ".gz") ? write_gzip(file, text) : write_plain(file, text);
	return fclose(file) == 0 && ok;
}

int
main(int argc, char **argv)
{
	struct request request = {.seed = 20251001};
	struct buffer text = {0};
	static struct sim s;
	bool ok;

	if (!parse(&request, argc, argv))
		return usage();
	sim_init(&s, request.seed, request.slow);
	train_run(&s, request.slow ? 4 : 3, 1);
	ok = kineto_write(
		&text, &s, request.slow ? "./traces/rank0_slow.json" : "./traces/rank0.json");
	if (!ok)
		fputs("gen_sample: out of memory\n", stderr);
	else if (!write_file(request.path, &text)) {
		fprintf(stderr, "gen_sample: %s: %s\n", request.path, strerror(errno));
		ok = false;
	}
	sim_free(&s);
	buffer_free(&text);
	return ok ? 0 : 1;
}
