/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Repeats a trace until it is as large as wanted:
 * make_trace (--bytes N | --events N) IN.json[.gz] OUT.json[.gz]
 */
#include "base/buffer.h"
#include "bench/scale.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct request {
	uint64_t bytes, events;
	const char *in, *out;
};

static int
usage(void)
{
	fputs("usage: make_trace (--bytes N | --events N) IN.json[.gz] OUT.json[.gz]\n"
	      "N may end in K, M or G: powers of 1024 for bytes, of 1000 for events.\n", stderr);
	return 2;
}

static bool
read_count(const char *text, uint64_t unit, uint64_t *count)
{
	static const char suffixes[] = "KMG";
	const char *suffix;
	char *end;

	errno = 0;
	*count = strtoull(text, &end, 10);
	if (errno != 0 || end == text || *text == '-')
		return false;
	if (*end == '\0')
		return true;
	suffix = strchr(suffixes, *end);
	if (suffix == NULL || end[1] != '\0')
		return false;
	for (const char *p = suffixes; p <= suffix; p++)
		*count *= unit;
	return true;
}

static bool
parse(struct request *r, int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--bytes") == 0 && i + 1 < argc) {
			if (!read_count(argv[++i], 1024, &r->bytes))
				return false;
		} else if (strcmp(argv[i], "--events") == 0 && i + 1 < argc) {
			if (!read_count(argv[++i], 1000, &r->events))
				return false;
		} else if (argv[i][0] == '-' || r->out != NULL) {
			return false;
		} else {
			*(r->in == NULL ? &r->in : &r->out) = argv[i];
		}
	}
	return r->out != NULL && (r->bytes > 0) != (r->events > 0);
}

static bool
read_text(const char *path, struct buffer *text)
{
	gzFile file = gzopen(path, "rb");	/* reads plain files too */
	char part[65536];
	int n;

	if (file == NULL)
		return false;
	while ((n = gzread(file, part, sizeof(part))) > 0)
		if (!buffer_add(text, part, (size_t)n))
			break;
	gzclose(file);
	return n == 0 && text->len > 0;
}

static int
make(const struct request *r, const struct scale *scale)
{
	static struct sink sink;
	uint32_t copies = r->bytes > 0 ? scale_copies_for_bytes(scale, r->bytes)
				       : scale_copies_for_events(scale, r->events);

	if (!sink_open(&sink, r->out)) {
		fprintf(stderr, "make_trace: %s: %s\n", r->out, strerror(errno));
		return 1;
	}
	scale_write(scale, copies, &sink);
	if (!sink_close(&sink)) {
		fprintf(stderr, "make_trace: %s: %s\n", r->out, strerror(errno));
		return 1;
	}
	printf("%llu bytes %llu events\n", (unsigned long long)sink.bytes,
		(unsigned long long)scale_events(scale, copies));
	return 0;
}

int
main(int argc, char **argv)
{
	struct request request = {0};
	struct buffer text = {0};
	struct scale *scale;
	int status = 1;

	if (!parse(&request, argc, argv))
		return usage();
	if (!read_text(request.in, &text)) {
		fprintf(stderr, "make_trace: %s cannot be read\n", request.in);
	} else if ((scale = scale_new(text.data, text.len)) == NULL) {
		fprintf(stderr, "make_trace: %s: no trace to repeat\n", request.in);
	} else {
		status = make(&request, scale);
		scale_free(scale);
	}
	buffer_free(&text);
	return status;
}
