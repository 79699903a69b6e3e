/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A trace's text, read once from front to back and again at any place: plain,
 * gzip (several members), a zip's first file, zstd; from a file or a pipe.
 * What it is is told by its first bytes, never by its name.
 */
#ifndef TRACE_SOURCE_PRIV_H
#define TRACE_SOURCE_PRIV_H

#include "base/error.h"
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#define SOURCE_PEEK 64

enum source_damage {
	SOURCE_WHOLE,
	SOURCE_CUT,		/* the compressed stream ends early */
	SOURCE_CORRUPT,		/* it cannot be inflated further */
};

struct source;

struct source_ops {
	/* Up to size bytes of text; fewer only at its end or where it is damaged. -1: I/O error. */
	int64_t (*read)(struct source *source, char *out, size_t size, struct error *err);
	/* Up to size bytes from offset on, which read() has passed already. */
	int64_t (*reread)(struct source *source, uint64_t offset, char *out, size_t size, struct error *err);
	void (*close)(struct source *source);
};

struct source {
	const struct source_ops *ops;
	const char *format;		/* "JSON", "gzip", ... */
	struct input *input;		/* owned; NULL where an inner source has it */
	struct source *inner;
	uint64_t text;			/* bytes of text read so far */
	enum source_damage damage;	/* at byte `text` */
	bool more_files;		/* a zip with further files */
	bool rubbish;			/* other than zero bytes behind the last gzip member or zstd frame */
	char peeked[SOURCE_PEEK];	/* text that was read to look at it, and is still to be given */
	size_t peeked_len, peeked_used;
};

/*
 * The bytes of the file as they are, or those of a packed file inside another one.
 * A pipe's are passed on once and not kept.
 */
struct input {
	int fd;
	struct source *outer;	/* owned; the text of it instead of a file, or NULL */
	bool seekable;
	uint64_t size;		/* 0 when unknown */
	struct timespec written;	/* the last time before it was opened */
	uint64_t next;		/* offset of the next byte from the file */
	const char *name;	/* for messages; borrowed */
	const _Atomic bool *cancelled;	/* borrowed, NULL where nobody can cancel */
	char head[SOURCE_PEEK];	/* the first bytes, looked at and not yet taken */
	size_t head_len, head_used;
};

/* A pipe that gives nothing ends when *cancelled is set, which may be NULL and must outlive the source's reading. */
int source_open(struct source **out, const char *path, const _Atomic bool *cancelled, struct error *err);
void source_close(struct source *source);

/* The file itself. */
const struct input *source_input(const struct source *source);
/* Whether one of the sources inside each other has noted it. */
bool source_has_more_files(const struct source *source);
bool source_has_rubbish(const struct source *source);

/* Whether what is read again is of a file that was written to since it was opened. */
bool source_has_changed(const struct source *source);

int64_t source_read(struct source *source, char *out, size_t size, struct error *err);

/* Fills out as far as it can; -1 is an I/O error. */
int64_t input_read(struct input *input, char *out, size_t size, struct error *err);
int64_t input_read_at(struct input *input, uint64_t offset, char *out, size_t size, struct error *err);

void input_close(struct input *input);

/* Makers of each format; they own the input from then on, also when they fail. */
struct source *source_plain(struct input *input, struct error *err);
struct source *source_deflate(struct input *input, bool zip, struct error *err);
struct source *source_zstd(struct input *input, struct error *err);
/* Keeps the text of an inner source that cannot go back, in small compressed blocks. */
struct source *source_kept(struct source *inner, struct error *err);

#endif
