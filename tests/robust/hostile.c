/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * hostile KIND N: prints a trace that asks for much, to be read from a pipe. Each ends
 * with an ordinary operator, its launch and its kernel of 5 us.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void
fill(char c, long n)
{
	static char block[65536];

	memset(block, c, sizeof(block));
	for (; n > 0; n -= (long)sizeof(block))
		fwrite(block, 1, n < (long)sizeof(block) ? (size_t)n : sizeof(block), stdout);
}

static void
put_event(const char *category, const char *name, long tid, long ts, long dur, const char *args)
{
	printf("{\"ph\":\"X\",\"cat\":\"%s\",\"name\":\"%s\",\"pid\":1,\"tid\":%ld,\"ts\":%ld,\"dur\":%ld,\"args\":{%s}},\n",
		category, name, tid, ts, dur, args);
}

/* Arguments in arguments */
static void
put_nesting(long n)
{
	printf("{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"deep\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":1,\"args\":{\"a\":");
	fill('[', n);
	fill(']', n);
	printf("}},\n");
}

/* One event with as many members as this in its arguments */
static void
put_arguments(long n)
{
	printf("{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"many\",\"pid\":1,\"args\":{\"External id\":5,");
	for (long i = 0; i < n; i++)
		printf("\"member_%ld\":%ld,", i, i);
	printf("\"Input Dims\":[[2,3]]},\"tid\":1,\"ts\":1,\"dur\":1},\n");
}

/* Levels of the document itself, outside the events */
static void
put_levels(long n)
{
	fputs("],\"levels\":", stdout);
	fill('[', n);
	fill(']', n);
	fputs(",\"more\":[", stdout);
}

static void
put_string(long n)
{
	printf("{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"");
	fill('x', n);
	printf("\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":1},\n");
}

static void
put_tiny(long n)
{
	for (long i = 0; i < n; i++)
		printf("{\"ph\":\"X\",\"ts\":%ld},\n", i);
}

static void
put_threads(long n)
{
	for (long i = 0; i < n; i++)
		put_event("cpu_op", "op", i, i, 1, "");
}

static void
put_frames(long n)
{
	for (long i = 0; i < n; i++)
		put_event("python_function", "frame", 1, i, 2 * (n - i), "");
}

/* Each in the one before, and within all of them as many launches with their kernels. */
static void
put_around_launches(const char *category, const char *name, long n)
{
	char args[64];

	for (long i = 0; i < n; i++)
		put_event(category, name, 1, i, 10 * n - 2 * i, "");
	for (long i = 0; i < n; i++) {
		snprintf(args, sizeof(args), "\"correlation\":%ld", 100 + i);
		put_event("cuda_runtime", "cudaLaunchKernel", 1, 2 * n + 2 * i, 1, args);
		snprintf(args, sizeof(args), "\"correlation\":%ld,\"stream\":7,\"device\":0", 100 + i);
		put_event("kernel", i % 2 ? "k" : "ncclDevKernel", 1000, 2 * n + 3 * i, 2, args);
	}
}

static void
put_annotations(long n)
{
	put_around_launches("user_annotation", "step", n);
}

static void
put_modules(long n)
{
	put_around_launches("python_function", "nn.Module: M_0", n);
}

/* Operators whose work is known, each in the one before, and each with a launch of its own. */
static void
put_models(long n)
{
	char args[160];

	for (long i = 0; i < n; i++) {
		snprintf(args, sizeof(args), "\"Input Dims\":[[%ld,2],[2,3]],\"Input type\":[\"float\",\"float\"],"
			"\"Input Strides\":[[2,1],[3,1]]", 1 + i % 5);
		put_event("cpu_op", "aten::mm", 1, 10 * i, 20 * n - 20 * i, args);
		snprintf(args, sizeof(args), "\"correlation\":%ld", 100 + i);
		put_event("cuda_runtime", "cudaLaunchKernel", 1, 10 * i + 5, 1, args);
		snprintf(args, sizeof(args), "\"correlation\":%ld,\"stream\":7,\"device\":0", 100 + i);
		put_event("kernel", i % 3 ? "k" : "other", 1000, 10 * i + 7 + i % 4, 9, args);
	}
}

/* Every launch and every kernel has the same id, and so have their flows. */
static void
put_ids(long n)
{
	for (long i = 0; i < n; i++) {
		put_event("cuda_runtime", "cudaLaunchKernel", 1 + i % 7, 10 * i, 5, "\"correlation\":7");
		put_event("kernel", "k", 1000, 10 * i + 5, 3, "\"correlation\":7,\"stream\":7,\"device\":0");
		printf("{\"ph\":\"s\",\"cat\":\"ac2g\",\"name\":\"ac2g\",\"id\":7,\"pid\":1,\"tid\":1,\"ts\":%ld},\n", 10 * i);
		printf("{\"ph\":\"f\",\"bp\":\"e\",\"cat\":\"ac2g\",\"name\":\"ac2g\",\"id\":7,\"pid\":1,\"tid\":1000,\"ts\":%ld},\n",
			10 * i + 5);
	}
}

/* Backward operators that all have one sequence number */
static void
put_sequence(long n)
{
	for (long i = 0; i < n; i++)
		put_event("cpu_op", i % 2 ? "autograd::engine::evaluate_function: MmBackward0" : "aten::mm", 1 + i % 2, 10 * i, 5,
			"\"Sequence number\":7,\"Fwd thread id\":1");
}

/* Overlaps of all kinds: each starts in the one before and ends after it. */
static void
put_overlaps(long n)
{
	for (long i = 0; i < n; i++)
		put_event("cpu_op", "late", 1, 2000 * i, 2000 * n, "");
}

/* Texts that are all different */
static void
put_names(long n)
{
	char name[64], args[96];

	for (long i = 0; i < n; i++) {
		snprintf(name, sizeof(name), "op_%ld", i);
		snprintf(args, sizeof(args), "\"Input Dims\":[[%ld,2]],\"Input type\":[\"float\"]", i);
		put_event("cpu_op", name, 1, 10 * i, 5, args);
	}
}

static void
put_times(long n)
{
	static const char *const times[] = {"9223372036854775807", "-9223372036854775808", "9e18", "1e300", "-1e300",
		"4611686018427387", "-4611686018427387", "0.0000000001", "18446744073709551616", "nan", "inf"};
	enum { TIMES = sizeof(times) / sizeof(*times) };

	for (long i = 0; i < n; i++)
		printf("{\"ph\":\"X\",\"cat\":\"%s\",\"name\":\"t\",\"pid\":1,\"tid\":%ld,\"ts\":%s,\"dur\":%s,"
			"\"args\":{\"stream\":1,\"device\":0}},\n", i % 3 ? "kernel" : "cpu_op", i % 4, times[i % TIMES],
			times[i / TIMES % TIMES]);
}

/* Begins without ends, then ends without begins */
static void
put_begins(long n)
{
	for (long i = 0; i < n; i++)
		printf("{\"ph\":\"%c\",\"name\":\"b\",\"pid\":1,\"tid\":%ld,\"ts\":%ld},\n", i < n / 2 ? 'B' : 'E',
			i < n / 2 ? 1 : 2 + i % 3, i);
}

/* Small objects around the events */
static void
put_members(long n)
{
	fputs("],\n", stdout);
	for (long i = 0; i < n; i++)
		printf("\"m%ld\":{\"a\":%ld},\n", i, i);
	fputs("\"more\":[", stdout);
}

static const struct {
	const char *name;
	void (*put)(long n);
	int behind;	/* after the ordinary events: ends their list */
} kinds[] = {
	{"nesting", put_nesting, 0}, {"levels", put_levels, 1}, {"string", put_string, 0}, {"tiny", put_tiny, 0},
	{"threads", put_threads, 0}, {"frames", put_frames, 0}, {"ids", put_ids, 0}, {"sequence", put_sequence, 0},
	{"overlaps", put_overlaps, 0}, {"names", put_names, 0}, {"times", put_times, 0}, {"begins", put_begins, 0},
	{"members", put_members, 1}, {"annotations", put_annotations, 0}, {"modules", put_modules, 0},
	{"models", put_models, 0}, {"arguments", put_arguments, 0},
};

static void
put_ordinary(void)
{
	put_event("cpu_op", "aten::mm", 5, 100, 50, "");
	put_event("cuda_runtime", "cudaLaunchKernel", 5, 110, 10, "\"correlation\":9");
	printf("{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"gemm\",\"pid\":0,\"tid\":7,\"ts\":130,\"dur\":5,"
		"\"args\":{\"correlation\":9,\"stream\":7,\"device\":0}}");
}

int
main(int argc, char **argv)
{
	for (size_t i = 0; argc == 3 && i < sizeof(kinds) / sizeof(*kinds); i++) {
		if (strcmp(kinds[i].name, argv[1]))
			continue;
		fputs("{\"traceEvents\":[\n", stdout);
		if (!kinds[i].behind)
			kinds[i].put(atol(argv[2]));
		put_ordinary();
		if (kinds[i].behind)
			kinds[i].put(atol(argv[2]));
		fputs("]}\n", stdout);
		return fflush(stdout) ? 1 : 0;
	}
	fputs("usage: hostile KIND N\n", stderr);
	return 2;
}
