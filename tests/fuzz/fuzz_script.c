/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as a script of keys and commands over a small trace. What it would write goes nowhere. */
#include "fuzz.h"
#include "base/hash.h"
#include "report/output.h"
#include "tui/tui.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const char trace[] =
	"{\"traceEvents\":["
	"{\"ph\":\"X\",\"cat\":\"python_function\",\"name\":\"nn.Module: Net_0\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":90},"
	"{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"aten::mm\",\"pid\":1,\"tid\":1,\"ts\":10,\"dur\":40,"
	"\"args\":{\"Input Dims\":[[8,16],[16,4]],\"Input type\":[\"float\",\"float\"]}},"
	"{\"ph\":\"X\",\"cat\":\"cuda_runtime\",\"name\":\"cudaLaunchKernel\",\"pid\":1,\"tid\":1,\"ts\":20,\"dur\":5,"
	"\"args\":{\"correlation\":7}},"
	"{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"sgemm\\u001b[31m\",\"pid\":0,\"tid\":7,\"ts\":30,\"dur\":50,"
	"\"args\":{\"device\":0,\"stream\":7,\"correlation\":7}}"
	"]}";

/* Linked with --wrap: files that scripts name are not written. */
int __real_output_open(struct output **out, const char *path, struct error *err);
int __wrap_output_open(struct output **out, const char *path, struct error *err);

int
__wrap_output_open(struct output **out, const char *path, struct error *err)
{
	return __real_output_open(out, *path ? "/dev/null" : path, err);
}

/* readline keeps what was undone in history lines. */
const char *__lsan_default_suppressions(void);

const char *
__lsan_default_suppressions(void)
{
	return "leak:libreadline\n";
}

/* The trace's path: a file in memory. */
static const char *
trace_path(void)
{
	static char path[64];
	static int fd = -1;

	if (fd < 0) {
		fd = memfd_create("trace", 0);
		if (fd < 0 || write(fd, trace, sizeof(trace) - 1) != (ssize_t)sizeof(trace) - 1)
			abort();
		snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
		setenv("HOME", "/nowhere", 1);
		unsetenv("XDG_CONFIG_HOME");
	}
	return path;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct tui_options options = {.trace = trace_path(), .cols = 80, .rows = 24};
	struct error err = {0};

	hash_seed_init();
	options.script = fuzz_file(data, size);
	if (options.script && tui_run(&options, &err) && !err.message[0])
		abort();
	return 0;
}
