/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/measure.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

double
measure_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static double
rusage_cpu(const struct rusage *usage)
{
	return (double)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec)
		+ (double)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec) * 1e-6;
}

double
measure_cpu(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return rusage_cpu(&usage);
}

uint64_t
measure_peak(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return (uint64_t)usage.ru_maxrss * 1024;
}

static bool
read_all(int fd, void *out, size_t size)
{
	size_t got = 0;

	while (got < size) {
		ssize_t n = read(fd, (char *)out + got, size - got);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		got += (size_t)n;
	}
	return true;
}

static bool
wait_for(pid_t child)
{
	int status = 0;

	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return false;
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool
run_once(struct measure *out, measure_work work, const void *what)
{
	int ends[2];
	pid_t child;
	bool ok;

	fflush(stdout);
	if (pipe(ends) != 0)
		return false;
	child = fork();
	if (child == 0) {
		struct measure m = {0};

		ok = work(what, &m) && write(ends[1], &m, sizeof(m)) == (ssize_t)sizeof(m);
		_exit(ok ? 0 : 1);
	}
	close(ends[1]);
	ok = child > 0 && read_all(ends[0], out, sizeof(*out));
	close(ends[0]);
	return (child > 0 && wait_for(child)) && ok;
}

static int
compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double
median(double *values, int n)
{
	qsort(values, (size_t)n, sizeof(values[0]), compare);
	return (values[n / 2] + values[(n - 1) / 2]) / 2;
}

static void
summarise(struct measure *result, const struct measure *runs, int n)
{
	double seconds[MEASURE_RUNS], cpu[MEASURE_RUNS];

	*result = runs[0];
	for (int part = 0; part < MEASURE_PARTS; part++) {
		for (int i = 0; i < n; i++) {
			seconds[i] = runs[i].seconds[part];
			cpu[i] = runs[i].cpu[part];
			if (runs[i].bytes[part] > result->bytes[part])
				result->bytes[part] = runs[i].bytes[part];
		}
		result->seconds[part] = median(seconds, n);
		result->cpu[part] = median(cpu, n);
		result->least[part] = seconds[0];
		result->most[part] = seconds[n - 1];
	}
}

bool
measure_run(struct measure *result, measure_work work, const void *what, int runs)
{
	struct measure all[MEASURE_RUNS] = {0};

	if (runs > MEASURE_RUNS)
		runs = MEASURE_RUNS;
	for (int i = 0; i < runs; i++) {
		if (!run_once(&all[i], work, what)) {
			fprintf(stderr, "bench: a run failed\n");
			return false;
		}
	}
	summarise(result, all, runs);
	return true;
}

static bool
program_once(struct measure *out, const char *const argv[])
{
	struct rusage usage;
	double start = measure_now();
	pid_t child;
	int status;

	fflush(stdout);
	child = fork();
	if (child == 0) {
		int null = open("/dev/null", O_RDWR);

		if (null < 0 || dup2(null, 0) < 0 || dup2(null, 1) < 0 || dup2(null, 2) < 0)
			_exit(127);
		execv(argv[0], (char *const *)(uintptr_t)argv);
		_exit(127);
	}
	if (child < 0)
		return false;
	while (wait4(child, &status, 0, &usage) < 0)
		if (errno != EINTR)
			return false;
	out->seconds[0] = measure_now() - start;
	out->cpu[0] = rusage_cpu(&usage);
	out->bytes[0] = (uint64_t)usage.ru_maxrss * 1024;
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool
measure_program(struct measure *result, const char *const argv[], int runs)
{
	struct measure all[MEASURE_RUNS] = {0};

	if (runs > MEASURE_RUNS)
		runs = MEASURE_RUNS;
	for (int i = 0; i < runs; i++) {
		if (!program_once(&all[i], argv)) {
			fprintf(stderr, "bench: %s %s failed\n", argv[0], argv[1]);
			return false;
		}
	}
	summarise(result, all, runs);
	return true;
}
