/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "source_priv.h"
#include "base/mem.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define WAIT_MS 100	/* between two looks at whether a pipe's reader was cancelled */

/* Until a pipe has something to read, or its end. False: it was cancelled in the meantime. */
static bool
input_wait(const struct input *input)
{
	struct pollfd fd = {input->fd, POLLIN, 0};

	while (!input->seekable && poll(&fd, 1, WAIT_MS) == 0)
		if (input->cancelled && atomic_load_explicit(input->cancelled, memory_order_relaxed))
			return false;
	return true;
}

int64_t
input_read_at(struct input *input, uint64_t offset, char *out, size_t size, struct error *err)
{
	size_t done = 0;

	while (done < size && input_wait(input)) {
		ssize_t n = input->seekable
			? pread(input->fd, out + done, size - done, (off_t)(offset + done))
			: read(input->fd, out + done, size - done);

		if (n < 0 && (errno == EINTR || errno == EAGAIN))
			continue;
		if (n < 0)
			return error_set_at(err, (int64_t)(offset + done), "cannot read: %s", strerror(errno));
		if (!n)
			break;
		done += (size_t)n;
	}
	return (int64_t)done;
}

int64_t
input_read(struct input *input, char *out, size_t size, struct error *err)
{
	size_t taken = input->head_len - input->head_used;
	int64_t n;

	if (taken > size)
		taken = size;
	memcpy(out, input->head + input->head_used, taken);
	input->head_used += taken;
	n = input_read_at(input, input->next, out + taken, size - taken, err);
	if (n < 0)
		return -1;
	input->next += (uint64_t)n;
	return n + (int64_t)taken;
}

static struct input *
input_open(const char *path, const _Atomic bool *cancelled, struct error *err)
{
	bool is_stdin = !strcmp(path, "-");
	struct input *input = mem_zero(1, sizeof(*input));
	struct stat st;
	int64_t n;

	if (!input) {
		error_no_memory(err, "opening the trace");
		return NULL;
	}
	input->fd = is_stdin ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	if (input->fd < 0 || fstat(input->fd, &st)) {
		error_set(err, "cannot open: %s", strerror(errno));
		goto fail;
	}
	if (S_ISDIR(st.st_mode)) {
		error_set(err, "is a folder, not a trace");
		goto fail;
	}
	input->name = path;
	input->cancelled = cancelled;
	input->seekable = S_ISREG(st.st_mode);
	if (input->seekable) {
		off_t at = is_stdin ? lseek(input->fd, 0, SEEK_CUR) : 0;

		if (at > 0)
			input->seekable = false;	/* offsets count from where we began */
		else
			input->size = (uint64_t)st.st_size;
	}
	n = input_read_at(input, 0, input->head, sizeof(input->head), err);
	if (n < 0)
		goto fail;
	input->head_len = (size_t)n;
	input->next = (uint64_t)n;
	return input;
fail:
	if (input->fd >= 0)
		close(input->fd);
	free(input);
	return NULL;
}

static bool
input_starts(const struct input *input, const char *magic, size_t len)
{
	return input->head_len >= len && !memcmp(input->head, magic, len);
}

static int
source_refuse(const struct input *input, struct error *err)
{
	static const struct { const char *magic; size_t len; const char *what; } known[] = {
		{"BZh", 3, "a bzip2 file"},
		{"\xfd" "7zXZ", 5, "an xz file"},
		{"\x04\x22\x4d\x18", 4, "an lz4 file"},
		{"SQLite format 3", 15, "an SQLite database"},
		{"PK\x05\x06", 4, "an empty zip archive"},
		{"\x7f" "ELF", 4, "a program"},
	};

	if (!input->head_len)
		return error_set(err, input->cancelled && atomic_load(input->cancelled) ? "loading was cancelled"
			: "is an empty file");
	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		if (input_starts(input, known[i].magic, known[i].len))
			return error_set(err, "is %s: sonde reads JSON, plain or as .gz, .zst or .zip", known[i].what);
	return 0;
}

static struct source *
source_gzip(struct input *input, struct error *err)
{
	return source_deflate(input, false, err);
}

static struct source *
source_zip(struct input *input, struct error *err)
{
	return source_deflate(input, true, err);
}

/* Packed forms by their first bytes; what is none of them is plain. */
static const struct source_form {
	const char *magic;
	size_t len;
	struct source *(*open)(struct input *input, struct error *err);
	bool forward_only;	/* cannot go back to an event: its text is kept */
} forms[] = {
	{"\x1f\x8b", 2, source_gzip, false},
	{"PK\x03\x04", 4, source_zip, false},
	{"\x28\xb5\x2f\xfd", 4, source_zstd, true},
	{"", 0, source_plain, false},
};

static const struct source_form *
source_form(const struct input *input)
{
	const struct source_form *form = forms;

	while (!input_starts(input, form->magic, form->len))
		form++;
	return form;
}

int
source_open(struct source **out, const char *path, const _Atomic bool *cancelled, struct error *err)
{
	struct input *input = input_open(path, cancelled, err);
	const struct source_form *form;
	struct source *source;
	bool seekable;

	if (!input)
		return -1;
	if (source_refuse(input, err)) {
		close(input->fd);
		free(input);
		return -1;
	}
	seekable = input->seekable;
	form = source_form(input);
	source = form->open(input, err);
	if (source && (form->forward_only || !seekable))
		source = source_kept(source, err);
	*out = source;
	return source ? 0 : -1;
}

void
source_close(struct source *source)
{
	struct input *input;

	if (!source)
		return;
	input = source->input;
	source->ops->close(source);
	if (input) {
		close(input->fd);
		free(input);
	}
}
