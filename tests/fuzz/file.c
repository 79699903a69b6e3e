/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

const char *
fuzz_file(const uint8_t *data, size_t size)
{
	static char path[64];
	static int fd = -1;

	if (fd < 0) {
		fd = memfd_create("input", 0);
		if (fd < 0)
			return NULL;
		snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	}
	if (ftruncate(fd, 0) || pwrite(fd, data, size, 0) != (ssize_t)size)
		return NULL;
	return path;
}

char *
fuzz_text(const uint8_t *data, size_t size, size_t padding)
{
	char *text = malloc(size + padding);

	if (!text)
		abort();
	if (size)
		memcpy(text, data, size);
	memset(text + size, 0, padding);
	return text;
}
