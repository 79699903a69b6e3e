/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/folders.h"
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

int
file_read(const char *path, struct buffer *out)
{
	char block[4096];
	FILE *file = fopen(path, "r");
	size_t n;
	int status = 0;

	if (!file)
		return -1;
	while ((n = fread(block, 1, sizeof(block), file)) > 0)
		if (!buffer_add(out, block, n))
			status = -1;
	if (ferror(file) || !buffer_add(out, "", 0))
		status = -1;
	fclose(file);
	return status;
}

int
file_write(const char *path, const char *bytes, size_t len)
{
	char made[FOLDER_PATH + 32];
	int fd, status;

	snprintf(made, sizeof(made), "%s.%ld", path, (long)getpid());
	fd = open(made, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (fd < 0)
		return -1;
	status = write(fd, bytes, len) == (ssize_t)len ? 0 : -1;
	if (close(fd) || status || rename(made, path)) {
		unlink(made);
		return -1;
	}
	return 0;
}
