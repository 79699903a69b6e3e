/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Measures loading, trees and reports on traces that it makes from a sample and
 * removes again: bench [--runs N] [--large | --growth] [--folder DIR] [--sonde PROGRAM] [--other
 * SAMPLE.json.gz] SAMPLE.json.gz
 */
#include "base/buffer.h"
#include "base/text.h"
#include "bench/scale.h"
#include "bench/work.h"

#include <errno.h>
#include <ftw.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define GB 1e9
#define KEYS 400		/* of which one is measured */

struct sample {
	const char *path;
	struct buffer text;
	struct scale *scale;
};

struct bench {
	const char *parent, *sonde;
	int runs;
	bool large, growth;	/* only that */
	/* other: what the sample is compared with; may have no path */
	struct sample sample, other;
	char folder[4096];
};

struct made {
	char plain[4200], gzip[4200];
	uint64_t text, events;
};

static int
usage(void)
{
	fputs("usage: bench [--runs N] [--large | --growth] [--folder DIR] [--sonde PROGRAM] "
	      "[--other SAMPLE.json.gz] SAMPLE.json.gz\n",
		stderr);
	return 2;
}

static bool
parse(struct bench *b, int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--growth") == 0)
			b->growth = true;
		else if (strcmp(argv[i], "--large") == 0)
			b->large = true;
		else if (strcmp(argv[i], "--runs") == 0 && i + 1 < argc)
			b->runs = atoi(argv[++i]);
		else if (strcmp(argv[i], "--folder") == 0 && i + 1 < argc)
			b->parent = argv[++i];
		else if (strcmp(argv[i], "--sonde") == 0 && i + 1 < argc)
			b->sonde = argv[++i];
		else if (strcmp(argv[i], "--other") == 0 && i + 1 < argc)
			b->other.path = argv[++i];
		else if (argv[i][0] != '-' && b->sample.path == NULL)
			b->sample.path = argv[i];
		else
			return false;
	}
	return b->sample.path != NULL && b->runs >= 1 && b->runs <= MEASURE_RUNS;
}

static bool
read_sample(struct sample *sample)
{
	gzFile file = gzopen(sample->path, "rb");
	char part[65536];
	int n = -1;

	while (file != NULL && (n = gzread(file, part, sizeof(part))) > 0)
		if (!buffer_add(&sample->text, part, (size_t)n))
			break;
	if (file != NULL)
		gzclose(file);
	if (n == 0 && sample->text.len > 0)
		sample->scale = scale_new(sample->text.data, sample->text.len);
	if (sample->scale == NULL)
		fprintf(stderr, "bench: %s: no trace to repeat\n", sample->path);
	return sample->scale != NULL;
}

static bool
write_trace(const struct scale *scale, uint32_t copies, const char *path, uint64_t *text)
{
	static struct sink sink;

	if (!sink_open(&sink, path)) {
		fprintf(stderr, "bench: %s: %s\n", path, strerror(errno));
		return false;
	}
	scale_write(scale, copies, &sink);
	*text = sink.bytes;
	if (sink_close(&sink))
		return true;
	fprintf(stderr, "bench: %s: %s\n", path, strerror(errno));
	return false;
}

static void
remove_traces(const struct made *made)
{
	unlink(made->plain);
	unlink(made->gzip);
}

static bool
make_traces(const struct bench *b, const struct sample *sample, uint32_t copies, bool gzip,
	struct made *made)
{
	const char *name = sample == &b->sample ? "trace" : "other";

	snprintf(made->plain, sizeof(made->plain), "%s/%s.json", b->folder, name);
	snprintf(made->gzip, sizeof(made->gzip), "%s/%s.json.gz", b->folder, name);
	made->events = scale_events(sample->scale, copies);
	return write_trace(sample->scale, copies, made->plain, &made->text)
		&& (!gzip || write_trace(sample->scale, copies, made->gzip, &made->text));
}

static void
print_rate(const char *what, const struct measure *m, int part)
{
	printf("  %-34s %8.4f s (%.4f to %.4f)  cpu %8.4f s", what, m->seconds[part],
		m->least[part], m->most[part], m->cpu[part]);
}

/* A line about text that was gone through; returns GB a second, 0 when it failed. */
static double
text_line(const struct bench *b, const char *what, measure_work work, const struct work_file *file)
{
	struct measure m;
	double rate;

	if (!measure_run(&m, work, file, b->runs))
		return 0;
	rate = (double)m.text / m.seconds[0] / GB;
	print_rate(what, &m, 0);
	printf("  %6.3f GB/s  %6.3f bytes a byte\n", rate, (double)m.bytes[0] / (double)m.text);
	return rate;
}

/* Loading, then the tree of what was loaded. */
static double
load_lines(const struct bench *b, const char *what, const struct work_file *file, bool tree)
{
	struct measure m;
	double rate;

	if (!measure_run(&m, work_load, file, b->runs))
		return 0;
	rate = (double)m.text / m.seconds[0] / GB;
	print_rate(what, &m, 0);
	printf("  %6.3f GB/s  %6.3f bytes a byte\n", rate, (double)m.bytes[0] / (double)m.text);
	if (tree) {
		print_rate("tree and links", &m, 1);
		printf("  %6.2f million events/s  %6.3f bytes a byte in all\n",
			(double)m.events / m.seconds[1] / 1e6, (double)m.bytes[1] / (double)m.text);
	}
	return rate;
}

static void
program_line(const struct bench *b, const char *what, const char *const argv[],
	uint64_t text)
{
	struct measure m;

	if (!measure_program(&m, argv, b->runs))
		return;
	print_rate(what, &m, 0);
	printf("  %6.3f GB/s  %6.3f bytes a byte\n", (double)text / m.seconds[0] / GB,
		(double)m.bytes[0] / (double)text);
}

/* Whole runs of the program, from its start to its end. */
static void
report_lines(const struct bench *b, const struct made *made)
{
	char folder[4200], book[4200];
	const char *const info[] = {b->sonde, "info", made->gzip, NULL};
	const char *const csv[] = {b->sonde, "report", made->gzip, "--csv", folder, NULL};
	const char *const xlsx[] = {b->sonde, "report", made->gzip, "--output", book, NULL};

	snprintf(folder, sizeof(folder), "%s/report", b->folder);
	snprintf(book, sizeof(book), "%s/report.xlsx", b->folder);
	program_line(b, "sonde info .json.gz", info, made->text);
	program_line(b, "sonde report .json.gz --csv", csv, made->text);
	program_line(b, "sonde report .json.gz, workbook", xlsx, made->text);
}

/* The sample's trace against another of the same size. */
static void
diff_lines(const struct bench *b, const struct made *made, uint64_t bytes)
{
	char folder[4200];
	struct made other;
	const char *const plain[] = {b->sonde, "diff", made->plain, other.plain, NULL};
	const char *const gzip[] = {b->sonde, "diff", made->gzip, other.gzip, NULL};
	const char *const csv[] = {b->sonde, "diff", made->gzip, other.gzip, "--csv", folder, NULL};
	const char *const reports[] = {b->sonde, "compare", made->gzip, other.gzip, "--csv", folder, NULL};

	snprintf(folder, sizeof(folder), "%s/diff", b->folder);
	if (!make_traces(b, &b->other, scale_copies_for_bytes(b->other.scale, bytes), true, &other))
		exit(1);
	program_line(b, "sonde diff, two .json", plain, made->text + other.text);
	program_line(b, "sonde diff, two .json.gz", gzip, made->text + other.text);
	program_line(b, "sonde diff, two .json.gz, --csv", csv, made->text + other.text);
	program_line(b, "sonde compare, two .json.gz, --csv", reports, made->text + other.text);
	remove_traces(&other);
}

static void
print_ratio(const char *what, double ours, double theirs)
{
	if (ours > 0 && theirs > 0)
		printf("  %-34s %9.2f times\n", what, ours / theirs);
}

static void
measure_size(const struct bench *b, uint64_t bytes, bool dom)
{
	struct work_file plain = {0}, gzip = {0};
	struct made made;
	char text[32], events[32];
	double json, packed, newlines, isal = 0, zlib, json_c = 0;

	if (!make_traces(b, &b->sample, scale_copies_for_bytes(b->sample.scale, bytes), true,
		&made))
		exit(1);
	plain.path = made.plain;
	gzip.path = made.gzip;
	printf("\n%s bytes of text, %s events\n", text_count(text, made.text),
		text_count(events, made.events));
	json = load_lines(b, "load .json", &plain, true);
	packed = load_lines(b, "load .json.gz", &gzip, false);
	plain.threads = gzip.threads = 1;
	load_lines(b, "load .json, one thread", &plain, false);
	load_lines(b, "load .json.gz, one thread", &gzip, false);
	newlines = text_line(b, "count newlines of .json", work_newlines, &plain);
	if (work_has_isal)
		isal = text_line(b, "inflate .json.gz with ISA-L", work_inflate_isal, &gzip);
	zlib = text_line(b, "inflate .json.gz with zlib", work_inflate_zlib, &gzip);
	if (dom && work_has_json_c)
		json_c = text_line(b, "json-c's tree of .json", work_json_c, &plain);
	else if (dom)
		printf("  %-34s not measured: built without json-c\n", "json-c's tree of .json");
	if (b->sonde != NULL)
		report_lines(b, &made);
	if (b->sonde != NULL && b->other.path != NULL)
		diff_lines(b, &made, bytes);
	print_ratio(".json: loading / counting newlines", json, newlines);
	print_ratio(".json: loading / json-c", json, json_c);
	print_ratio(".json.gz: loading / ISA-L alone", packed, isal);
	print_ratio(".json.gz: loading / zlib alone", packed, zlib);
	remove_traces(&made);
}

static double
program_seconds(const struct bench *b, const char *const argv[])
{
	struct measure m;

	return measure_program(&m, argv, b->runs) ? m.seconds[0] : NAN;
}

/* A script of the browser: the tree opened, then so many rows down. */
static const char *
write_keys(const struct bench *b, char path[4200], int keys)
{
	FILE *file;

	snprintf(path, 4200, "%s/keys-%d", b->folder, keys);
	file = fopen(path, "w");
	if (file == NULL)
		return "/dev/null";
	fputs("t\n*\n", file);
	for (int i = 0; i < keys; i++)
		fputs("j\n", file);
	fclose(file);
	return path;
}

/* Whole runs of the program on one file: the report, the first screen, and what a key adds. */
static void
growth_program(const struct bench *b, const char *path, uint64_t n)
{
	char folder[4200], few[4200], many[4200];
	const char *const csv[] = {b->sonde, "report", path, "--csv", folder, NULL};
	const char *const screen[] = {b->sonde, "--script", "/dev/null", path, NULL};
	const char *const keys[][5] = {{b->sonde, "--script", write_keys(b, few, 0), path, NULL},
		{b->sonde, "--script", write_keys(b, many, KEYS), path, NULL}};
	double report, first, key;

	snprintf(folder, sizeof(folder), "%s/report", b->folder);
	report = program_seconds(b, csv);
	first = program_seconds(b, screen);
	key = (program_seconds(b, keys[1]) - program_seconds(b, keys[0])) / KEYS;
	printf(" %10.3f %12.1f %14.3f %8.2f", report, report * 1e9 / (double)n, first, key * 1e3);
}

static void
measure_growth(const struct bench *b)
{
	static const uint64_t sizes[] = {10000, 100000, 1000000, 10000000};

	printf("\nhow cost grows (.json); ns of loading and the tree are of all processors\n"
		"  %12s %14s %10s %12s %10s %12s %12s%s\n", "events", "bytes", "load s",
		"ns an event", "tree s", "ns an event", "bytes a byte",
		b->sonde != NULL ? "   report s  ns an event first screen s   key ms" : "");
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		struct work_file file = {0};
		struct measure m;
		struct made made;
		char events[32], text[32];

		if (!make_traces(b, &b->sample, scale_copies_for_events(b->sample.scale, sizes[i]),
			    false, &made))
			exit(1);
		file.path = made.plain;
		if (measure_run(&m, work_load, &file, b->runs)) {
			printf("  %12s %14s %10.4f %12.1f %10.4f %12.1f %12.3f",
				text_count(events, m.events), text_count(text, m.text),
				m.seconds[0], m.cpu[0] * 1e9 / (double)m.events, m.seconds[1],
				m.cpu[1] * 1e9 / (double)m.events,
				(double)m.bytes[1] / (double)m.text);
			if (b->sonde != NULL)
				growth_program(b, made.plain, m.events);
			putchar('\n');
			fflush(stdout);
		}
		remove_traces(&made);
	}
}

static int
remove_one(const char *path, const struct stat *stat, int type, struct FTW *ftw)
{
	(void)stat;
	(void)type;
	(void)ftw;
	return remove(path);
}

int
main(int argc, char **argv)
{
	static struct bench b = {.runs = 5};

	if (!parse(&b, argc, argv))
		return usage();
	if (b.parent == NULL && (b.parent = getenv("TMPDIR")) == NULL)
		b.parent = "/tmp";
	if (!read_sample(&b.sample) || (b.other.path != NULL && !read_sample(&b.other)))
		return 1;
	snprintf(b.folder, sizeof(b.folder), "%s/sonde-bench-XXXXXX", b.parent);
	if (mkdtemp(b.folder) == NULL) {
		fprintf(stderr, "bench: %s: %s\n", b.folder, strerror(errno));
		return 1;
	}
	printf("medians (least to most) of %d runs, %ld processors\n", b.runs,
		sysconf(_SC_NPROCESSORS_ONLN));
	fflush(stdout);
	if (b.growth) {
		measure_growth(&b);
	} else if (b.large) {
		measure_size(&b, UINT64_C(10) << 30, false);
	} else {
		measure_size(&b, UINT64_C(100) << 20, true);
		measure_size(&b, UINT64_C(1) << 30, false);
		measure_growth(&b);
	}
	nftw(b.folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	scale_free(b.sample.scale);
	scale_free(b.other.scale);
	buffer_free(&b.sample.text);
	buffer_free(&b.other.text);
	return 0;
}
