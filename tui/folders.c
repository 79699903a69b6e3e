/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/folders.h"
#include "report/output.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool
folder_path(enum folder folder, const char *name, char path[FOLDER_PATH])
{
	static const char *const variables[] = {"XDG_CONFIG_HOME", "XDG_STATE_HOME"};
	static const char *const usual[] = {"/.config", "/.local/state"};
	const char *base = getenv(variables[folder]), *home = getenv("HOME");
	int n;

	if (base && *base)
		n = snprintf(path, FOLDER_PATH, "%s/sonde/%s", base, name);
	else if (home && *home)
		n = snprintf(path, FOLDER_PATH, "%s%s/sonde/%s", home, usual[folder], name);
	else
		return false;
	return n < FOLDER_PATH;
}

void
folder_make(const char *path)
{
	char folder[FOLDER_PATH];

	snprintf(folder, sizeof(folder), "%s", path);
	for (char *p = folder + 1; *p; p++) {
		if (*p != '/')
			continue;
		*p = '\0';
		mkdir(folder, 0700);
		*p = '/';
	}
}

/* Opened without waiting for anyone; what is no file is refused before it is read. */
static int
file_open(const char *path, struct error *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	struct stat status;

	if (fd < 0) {
		error_set(err, "%s: %s", path, strerror(errno));
		return -1;
	}
	if (fstat(fd, &status) || !S_ISREG(status.st_mode)) {
		error_set(err, "%s is no file", path);
		close(fd);
		errno = EINVAL;
		return -1;
	}
	return fd;
}

int
file_check(const char *path, struct error *err)
{
	int fd = file_open(path, err);

	if (fd >= 0)
		close(fd);
	return fd < 0 ? -1 : 0;
}

int
file_read(const char *path, struct buffer *out, struct error *err)
{
	char block[4096];
	int fd = file_open(path, err), status = 0;
	ssize_t n = 0;

	if (fd < 0)
		return -1;
	while (!status && (n = read(fd, block, sizeof(block))) > 0) {
		if (out->len + (size_t)n > FOLDER_FILE_MOST)
			status = error_set(err, "%s is larger than %zu bytes", path, FOLDER_FILE_MOST);
		else if (!buffer_add(out, block, (size_t)n))
			status = error_no_memory(err, "reading a file");
	}
	if (!status && n < 0)
		status = error_set(err, "%s: %s", path, strerror(errno));
	if (!status && !buffer_add(out, "", 0))
		status = error_no_memory(err, "reading a file");
	close(fd);
	errno = EIO;
	return status;
}

/* A pipe that nobody reads would be waited for without an end: a reader is looked for and held. */
static int
file_reader(const char *path, int *reader, struct error *err)
{
	struct stat status;

	*reader = -1;
	if (stat(path, &status) || !S_ISFIFO(status.st_mode))
		return 0;
	*reader = open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK);
	if (*reader < 0)
		return error_set(err, "cannot write %s: %s", path,
			errno == ENXIO ? "nobody reads this pipe" : strerror(errno));
	return 0;
}

int
file_write(const char *path, const char *bytes, size_t len, struct error *err)
{
	struct output *output;
	int reader, status = file_reader(path, &reader, err);

	if (!status)
		status = output_open(&output, path, err);
	if (!status) {
		output_without_wait(output);
		output_private(output);
		output_add(output, bytes, len);
		status = output_close(output, err);
	}
	if (reader >= 0)
		close(reader);
	return status;
}
