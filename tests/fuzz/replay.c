/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs a fuzz target without a fuzzer: fuzz_NAME reads corpus/NAME (or the
 * files and folders given), each file as it is and then SONDE_MUTATIONS times
 * damaged in ways that are the same each time. TAP, one case a file.
 */
#include "fuzz.h"
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MUTATIONS = 60, LARGEST = 1 << 20, EDITS = 6 };

static uint64_t state;

/* xorshift64* (Vigna 2016). */
static uint64_t
next_random(void)
{
	state ^= state >> 12;
	state ^= state << 25;
	state ^= state >> 27;
	return state * UINT64_C(2685821657736338717);
}

static size_t
below(size_t n)
{
	return n ? (size_t)(next_random() % n) : 0;
}

static size_t
flip_bit(uint8_t *data, size_t size)
{
	if (size)
		data[below(size)] ^= (uint8_t)(1u << below(8));
	return size;
}

static size_t
set_byte(uint8_t *data, size_t size)
{
	static const uint8_t telling[] = {0, 0xff, '"', '\\', '{', '}', '[', ']', ',', ':', '-', '.', '\n', 0x80, '0', '9'};

	if (size)
		data[below(size)] = telling[below(sizeof(telling))];
	return size;
}

static size_t
cut_end(uint8_t *data, size_t size)
{
	(void)data;
	return size - below(size / 4);
}

static size_t
drop_block(uint8_t *data, size_t size)
{
	size_t at = below(size), len = below(size - at) % 64;

	memmove(data + at, data + at + len, size - at - len);
	return size - len;
}

static size_t
repeat_block(uint8_t *data, size_t size)
{
	size_t at = below(size), len = below(size - at) % 4096;

	if (size + len > LARGEST)
		return size;
	memmove(data + at + len, data + at, size - at);
	return size + len;
}

typedef size_t (*edit)(uint8_t *data, size_t size);

static const edit edits[] = {flip_bit, set_byte, set_byte, cut_end, drop_block, repeat_block};

static int
mutations(void)
{
	const char *asked = getenv("SONDE_MUTATIONS");

	return asked ? atoi(asked) : MUTATIONS;
}

static void
run_mutated(const uint8_t *seed, size_t size, uint8_t *work)
{
	int n = mutations();

	for (int i = 0; i < n; i++) {
		size_t len = size, count;

		state = UINT64_C(0x9e3779b97f4a7c15) + (uint64_t)i;
		memcpy(work, seed, size);
		count = 1 + below(EDITS);
		for (size_t k = 0; k < count; k++)
			len = edits[below(sizeof(edits) / sizeof(*edits))](work, len);
		LLVMFuzzerTestOneInput(work, len);
	}
}

static int n_cases, n_failed;

static void
report(bool ok, const char *path, const char *why)
{
	const char *name = strrchr(path, '/');

	n_cases++;
	n_failed += !ok;
	printf("%s %d - %s%s\n", ok ? "ok" : "not ok", n_cases, name ? name + 1 : path, why);
	fflush(stdout);
}

static void
replay_file(const char *path)
{
	static uint8_t seed[LARGEST], work[LARGEST];
	FILE *file = fopen(path, "rb");
	size_t size;

	if (!file) {
		report(false, path, ": cannot be read");
		return;
	}
	size = fread(seed, 1, sizeof(seed), file);
	fclose(file);
	LLVMFuzzerTestOneInput(seed, size);
	run_mutated(seed, size, work);
	report(true, path, "");
}

static int
is_shown(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static void
replay(const char *path)
{
	struct dirent **entries;
	struct stat about;
	int n;

	if (stat(path, &about) || !S_ISDIR(about.st_mode)) {
		replay_file(path);
		return;
	}
	n = scandir(path, &entries, is_shown, alphasort);
	for (int i = 0; i < n; i++) {
		char name[4096];

		snprintf(name, sizeof(name), "%s/%s", path, entries[i]->d_name);
		replay_file(name);
		free(entries[i]);
	}
	if (n >= 0)
		free(entries);
}

int
main(int argc, char **argv)
{
	const char *name = strstr(argv[0], "fuzz_"), *top = getenv("SRCDIR");
	char corpus[4096];

	for (int i = 1; i < argc; i++)
		replay(argv[i]);
	if (argc == 1 && name) {
		snprintf(corpus, sizeof(corpus), "%s/tests/fuzz/corpus/%s", top ? top : ".", name + strlen("fuzz_"));
		replay(corpus);
	}
	printf("1..%d\n", n_cases);
	return n_cases == 0 || n_failed > 0;
}
