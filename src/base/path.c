/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "path.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *
path_shown_input(const char *path)
{
	return strcmp(path, "-") ? path : "standard input";
}

const char *
path_shown_output(const char *path)
{
	return strcmp(path, "-") ? path : "standard output";
}

static bool
is_kept(const struct stat *found)
{
	return S_ISREG(found->st_mode) || S_ISDIR(found->st_mode);
}

static bool
is_one(const struct stat *a, const struct stat *b)
{
	return is_kept(a) && a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

bool
path_is_input(const char *path, const char *input)
{
	struct stat out, in;

	if (!strcmp(path, "-") || stat(path, &out))
		return false;
	return !(strcmp(input, "-") ? stat(input, &in) : fstat(STDIN_FILENO, &in)) && is_one(&out, &in);
}

/* The folder that the last part of a path stands in; false: there is none. */
static bool
stat_folder(const char *path, size_t begin, struct stat *found)
{
	char *folder = begin ? strndup(path, begin) : strdup(".");
	bool good = folder && !stat(folder, found);

	free(folder);
	return good;
}

/* Where the last part begins, and its length without slashes at the end. */
static size_t
last_part(const char *path, size_t *len)
{
	size_t end = strlen(path), begin;

	while (end > 1 && path[end - 1] == '/')
		end--;
	for (begin = end; begin > 0 && path[begin - 1] != '/'; begin--)
		;
	*len = end - begin;
	return begin;
}

bool
path_is_output(const char *path, const char *other)
{
	struct stat a, b;
	size_t len, other_len, begin, other_begin;
	bool there = !stat(path, &a), other_there = !stat(other, &b);

	if (there || other_there)
		return there && other_there && is_one(&a, &b);
	if (!strcmp(path, other))
		return true;
	begin = last_part(path, &len);
	other_begin = last_part(other, &other_len);
	return len == other_len && !memcmp(path + begin, other + other_begin, len)
		&& stat_folder(path, begin, &a) && stat_folder(other, other_begin, &b) && is_one(&a, &b);
}
