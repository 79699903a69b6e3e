/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/output.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/path.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define OUTPUT_ROOM 65536	/* bytes gathered before they are written */
#define TEMP_TRIES 1000

struct output {
	int fd;			/* -1: memory */
	bool owned;		/* fd is ours to close */
	bool waits;		/* until the disk has it */
	bool replaces;		/* a file of the name was there */
	char *shown;		/* the name as the user gave it */
	char *path, *temp;	/* NULL for streams; a file without a name is opened through temp */
	bool unnamed;		/* until it is whole: nothing is left behind whatever ends the program */
	struct buffer *memory;
	char *data;
	size_t len;
	int failure;		/* errno of the first thing that failed, or 0 */
};

static void
output_free(struct output *output)
{
	if (output->owned && output->fd >= 0)
		close(output->fd);
	free(output->shown);
	free(output->path);
	free(output->temp);
	free(output->data);
	free(output);
}

static struct output *
output_new(const char *shown)
{
	struct output *output = mem_zero(1, sizeof(*output));

	if (!output)
		return NULL;
	output->fd = -1;
	output->waits = true;
	output->shown = strdup(shown);
	output->data = mem_alloc(OUTPUT_ROOM, 1);
	if (output->shown && output->data)
		return output;
	output_free(output);
	return NULL;
}

static int
folder_len(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? (int)(slash - path + 1) : 0;
}

/* The temporary name's folder part is the path's own, so that rename() stays within one file system. */
static char *
temp_name(const char *path, unsigned attempt)
{
	char *name;

	if (asprintf(&name, "%.*s.sonde-%ld-%u.part", folder_len(path), path, (long)getpid(), attempt) < 0)
		return NULL;
	return name;
}

/* Not every file system has files without a name, and giving them one needs /proc. */
static bool
open_unnamed(struct output *output)
{
	char *folder, *link = NULL;

	if (asprintf(&folder, "%.*s.", folder_len(output->path), output->path) < 0)
		return false;
	output->fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
	free(folder);
	if (output->fd < 0)
		return false;
	if (asprintf(&link, "/proc/self/fd/%d", output->fd) < 0 || access(link, F_OK)) {
		free(link);
		close(output->fd);
		output->fd = -1;
		return false;
	}
	output->temp = link;
	output->unnamed = true;
	output->owned = true;
	return true;
}

/* Files of a folder that are written at the same time seldom try the same names. */
static unsigned
first_attempt(const struct output *output)
{
	return (unsigned)hash_bytes(output->path, strlen(output->path)) % TEMP_TRIES;
}

static int
open_temp(struct output *output, struct error *err)
{
	unsigned first = first_attempt(output);

	for (unsigned attempt = 0; attempt < TEMP_TRIES; attempt++) {
		output->temp = temp_name(output->path, (first + attempt) % TEMP_TRIES);
		if (!output->temp)
			return error_no_memory(err, "opening a file for writing");
		output->fd = open(output->temp, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		if (output->fd >= 0) {
			output->owned = true;
			return 0;
		}
		free(output->temp);
		output->temp = NULL;
		if (errno != EEXIST)
			break;
	}
	return error_set(err, "cannot write %s: %s", output->shown, strerror(errno));
}

/* Gives an unnamed file its temporary name. */
static void
name_temp(struct output *output)
{
	unsigned first = first_attempt(output);

	for (unsigned attempt = 0; attempt < TEMP_TRIES; attempt++) {
		char *name = temp_name(output->path, (first + attempt) % TEMP_TRIES);

		if (!name) {
			output->failure = ENOMEM;
			return;
		}
		if (!linkat(AT_FDCWD, output->temp, AT_FDCWD, name, AT_SYMLINK_FOLLOW)) {
			free(output->temp);
			output->temp = name;
			output->unnamed = false;
			return;
		}
		free(name);
		if (errno != EEXIST)
			break;
	}
	output->failure = errno;
}

static void
remove_temp(const struct output *output)
{
	if (output->temp && !output->unnamed)
		unlink(output->temp);
}

static int
open_file(struct output *output, const struct stat *old, struct error *err)
{
	output->replaces = old != NULL;
	output->path = old ? realpath(output->shown, NULL) : strdup(output->shown);
	if (!output->path || (old && access(output->path, W_OK)))
		return error_set(err, "cannot write %s: %s", output->shown, strerror(errno));
	if (!open_unnamed(output) && open_temp(output, err))
		return -1;
	if (old && fchmod(output->fd, old->st_mode & 07777)) {
		remove_temp(output);
		return error_set(err, "cannot write %s: %s", output->shown, strerror(errno));
	}
	return 0;
}

static int
open_stream(struct output *output, struct error *err)
{
	output->fd = open(output->shown, O_WRONLY | O_CLOEXEC | O_NOCTTY);
	if (output->fd < 0)
		return error_set(err, "cannot write %s: %s", output->shown, strerror(errno));
	output->owned = true;
	return 0;
}

static int
open_path(struct output *output, struct error *err)
{
	const char *path = output->shown;
	struct stat old, link;

	if (!strcmp(path, "-") || !strcmp(path, "/dev/stdout")) {
		output->fd = STDOUT_FILENO;
		return 0;
	}
	if (stat(path, &old)) {
		if (errno != ENOENT)
			return error_set(err, "cannot write %s: %s", path, strerror(errno));
		if (!lstat(path, &link))
			return error_set(err, "cannot write %s: it is a link to a file that is not there", path);
		return open_file(output, NULL, err);
	}
	if (S_ISDIR(old.st_mode))
		return error_set(err, "cannot write %s: it is a folder", path);
	if (S_ISCHR(old.st_mode) || S_ISFIFO(old.st_mode))
		return open_stream(output, err);
	if (!S_ISREG(old.st_mode))
		return error_set(err, "cannot write %s: it is no file", path);
	return open_file(output, &old, err);
}

int
output_open(struct output **out, const char *path, struct error *err)
{
	*out = NULL;
	if (!*path)
		return error_set(err, "the name of the file to write is empty");
	*out = output_new(path);
	if (!*out)
		return error_no_memory(err, "opening a file for writing");
	if (!open_path(*out, err))
		return 0;
	output_free(*out);
	*out = NULL;
	return -1;
}

int
output_open_buffer(struct output **out, struct buffer *buffer, struct error *err)
{
	*out = output_new("memory");
	if (!*out)
		return error_no_memory(err, "writing to memory");
	(*out)->memory = buffer;
	return 0;
}

static void
output_write(struct output *output, const char *bytes, size_t len)
{
	if (output->memory) {
		if (!buffer_add(output->memory, bytes, len))
			output->failure = ENOMEM;
		return;
	}
	while (len) {
		ssize_t n = write(output->fd, bytes, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			output->failure = errno;
			return;
		}
		bytes += n;
		len -= (size_t)n;
	}
}

static void
output_flush(struct output *output)
{
	if (!output->failure)
		output_write(output, output->data, output->len);
	output->len = 0;
}

char *
output_room(struct output *output, size_t size)
{
	if (size > OUTPUT_ROOM - output->len)
		output_flush(output);
	return output->data + output->len;
}

void
output_advance(struct output *output, const char *end)
{
	output->len = (size_t)(end - output->data);
}

bool
output_add(struct output *output, const char *bytes, size_t len)
{
	if (len > OUTPUT_ROOM - output->len)
		output_flush(output);
	if (output->failure)
		return false;
	if (len > OUTPUT_ROOM) {
		output_write(output, bytes, len);
		return !output->failure;
	}
	memcpy(output->data + output->len, bytes, len);
	output->len += len;
	return true;
}

bool
output_add_text(struct output *output, const char *text)
{
	return output_add(output, text, strlen(text));
}

bool
output_add_char(struct output *output, char c)
{
	return output_add(output, &c, 1);
}

void
output_without_wait(struct output *output)
{
	output->waits = false;
}

void
output_private(struct output *output)
{
	if (output->temp && !output->replaces && fchmod(output->fd, 0600) && !output->failure)
		output->failure = errno;
}

void
output_fail_memory(struct output *output)
{
	if (!output->failure)
		output->failure = ENOMEM;
}

const char *
output_temp_path(const struct output *output)
{
	return output->temp;
}

bool
output_finish(struct output *output)
{
	output_flush(output);
	return !output->failure;
}

const char *
output_final_path(const struct output *output)
{
	return output->path;
}

static void
output_settle(struct output *output)
{
	if (!output->failure && output->temp && output->waits && fsync(output->fd) && errno != EINVAL)
		output->failure = errno;
	if (!output->failure && output->unnamed)
		name_temp(output);
	if (output->owned && close(output->fd) && !output->failure)
		output->failure = errno;
	output->owned = false;
	if (!output->failure && output->temp && rename(output->temp, output->path))
		output->failure = errno;
	if (output->failure)
		remove_temp(output);
}

int
output_close(struct output *output, struct error *err)
{
	int status = 0;

	output_flush(output);
	output_settle(output);
	if (output->failure == ENOMEM)
		status = error_no_memory(err, "writing");
	else if (output->failure)
		status = error_set(err, "cannot write %s: %s", path_shown_output(output->shown), strerror(output->failure));
	output_free(output);
	return status;
}

void
output_discard(struct output *output)
{
	if (!output)
		return;
	remove_temp(output);
	output_free(output);
}

static int
make_one(const char *path, size_t *made, struct error *err)
{
	if (!mkdir(path, 0777)) {
		*made = *made ? *made : strlen(path);
		return 0;
	}
	return errno == EEXIST ? 0 : error_set(err, "cannot make the folder %s: %s", path, strerror(errno));
}

int
output_make_folder(const char *path, size_t *made, struct error *err)
{
	char *copy = strdup(path);
	struct stat found;
	size_t first = 0;
	int status = 0;

	if (!copy)
		return error_no_memory(err, "making a folder");
	for (char *p = copy + 1; *copy && *p && !status; p++) {
		if (*p != '/')
			continue;
		*p = '\0';
		status = make_one(copy, &first, err);
		*p = '/';
	}
	if (!status)
		status = make_one(copy, &first, err);
	if (!status && (stat(copy, &found) || !S_ISDIR(found.st_mode)))
		status = error_set(err, "cannot write into %s: it is no folder", path);
	if (status)
		output_drop_folder(path, first);
	if (made)
		*made = first;
	free(copy);
	return status;
}

void
output_drop_folder(const char *path, size_t made)
{
	char *copy = made ? strdup(path) : NULL;

	if (!copy)
		return;
	for (size_t end = strlen(path); end >= made; end--) {
		if (copy[end] && copy[end] != '/')
			continue;
		copy[end] = '\0';
		rmdir(copy);
	}
	free(copy);
}
