/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "source_priv.h"
#include "base/mem.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NESTED_MAX 4	/* packed forms inside each other */
#define WAIT_MS 100	/* between two looks at whether a pipe's reader was cancelled */

/* Until a pipe has something to read, or its end. False: it was cancelled in the meantime. */
static bool
input_wait(const struct input *input)
{
	if (input->outer)
		return true;
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
		int64_t n = input->outer ? source_read(input->outer, out + done, size - done, err)
			: input->seekable ? pread(input->fd, out + done, size - done, (off_t)(offset + done))
			: read(input->fd, out + done, size - done);

		if (n < 0 && input->outer)
			return -1;
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

void
input_close(struct input *input)
{
	if (input->outer)
		source_close(input->outer);
	else
		close(input->fd);
	free(input);
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
		input->written = st.st_mtim;
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
	{"\x50\x2a\x4d\x18", 4, source_zstd, true},	/* pzstd writes a frame to be skipped before each */
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

/* What is packed may be packed once more: *input is then what is inside, else NULL. */
static int
source_look_inside(struct source *source, int depth, struct input **input, struct error *err)
{
	int64_t n = source->ops->read(source, source->peeked, sizeof(source->peeked), err);
	struct input *inside;

	*input = NULL;
	if (n < 0)
		return -1;
	source->peeked_len = (size_t)n;
	inside = mem_zero(1, sizeof(*inside));
	if (!inside)
		return error_no_memory(err, "opening the trace");
	inside->fd = -1;
	inside->name = source->input->name;
	inside->cancelled = source->input->cancelled;
	memcpy(inside->head, source->peeked, source->peeked_len);
	inside->head_len = source->peeked_len;
	if (!source_form(inside)->len || depth == NESTED_MAX) {
		free(inside);
		return 0;
	}
	inside->outer = source;
	source->peeked_used = source->peeked_len;
	*input = inside;
	return 0;
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
		input_close(input);
		return -1;
	}
	for (int depth = 1; ; depth++) {
		seekable = input->seekable;
		form = source_form(input);
		source = form->open(input, err);
		if (!source || !form->len)
			break;
		if (source_look_inside(source, depth, &input, err)) {
			source_close(source);
			return -1;
		}
		if (!input)
			break;
	}
	if (source && (form->forward_only || !seekable))
		source = source_kept(source, err);
	*out = source;
	return source ? 0 : -1;
}

const struct input *
source_input(const struct source *source)
{
	for (;;) {
		while (source->inner)
			source = source->inner;
		if (!source->input->outer)
			return source->input;
		source = source->input->outer;
	}
}

bool
source_has_more_files(const struct source *source)
{
	return source && (source->more_files || source_has_more_files(source->inner)
		|| (source->input && source_has_more_files(source->input->outer)));
}

bool
source_has_rubbish(const struct source *source)
{
	return source && (source->rubbish || source_has_rubbish(source->inner)
		|| (source->input && source_has_rubbish(source->input->outer)));
}

/* Another file of the name is none of ours: this one stays open. */
bool
source_has_changed(const struct source *source)
{
	const struct input *input = source->input;
	struct stat st;

	return input && !input->outer && input->seekable && !fstat(input->fd, &st)
		&& ((uint64_t)st.st_size != input->size || st.st_mtim.tv_sec != input->written.tv_sec
			|| st.st_mtim.tv_nsec != input->written.tv_nsec);
}

int64_t
source_read(struct source *source, char *out, size_t size, struct error *err)
{
	size_t taken = source->peeked_len - source->peeked_used;
	int64_t n;

	if (taken > size)
		taken = size;
	memcpy(out, source->peeked + source->peeked_used, taken);
	source->peeked_used += taken;
	n = taken < size ? source->ops->read(source, out + taken, size - taken, err) : 0;
	return n < 0 ? -1 : n + (int64_t)taken;
}

void
source_close(struct source *source)
{
	struct input *input;

	if (!source)
		return;
	input = source->input;
	source->ops->close(source);
	if (input)
		input_close(input);
}
