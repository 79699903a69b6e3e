/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where bytes go: a file that appears whole or not at all, a stream, or memory.
 *
 * A file is written without a name (under another one in the same folder where
 * the file system has no files without) and takes its own when output_close
 * succeeds; until then, and after any failure, an older file of that name stays
 * as it was. Its permissions are kept, and a symbolic link goes on leading to it.
 */
#ifndef REPORT_OUTPUT_H
#define REPORT_OUTPUT_H

#include "base/buffer.h"
#include "base/error.h"
#include <stdbool.h>
#include <stddef.h>

struct output;

/*
 * "-" and "/dev/stdout" are standard output; pipes and character devices are
 * written straight. A folder, a socket, a block device, a link that leads
 * nowhere, a file or a folder without permission: -1 with err.
 */
int output_open(struct output **out, const char *path, struct error *err);
/* Adds to the buffer, which must outlive the output. */
int output_open_buffer(struct output **out, struct buffer *buffer, struct error *err);

/*
 * Spares the wait until the disk has it, some 5 ms a file: whole or not there
 * as before, but for a power cut within the next seconds.
 */
void output_without_wait(struct output *output);

/* A file that was not there before is for the user alone. */
void output_private(struct output *output);

/* False once anything has failed; output_close tells what. */
bool output_add(struct output *output, const char *bytes, size_t len);
bool output_add_text(struct output *output, const char *text);
bool output_add_char(struct output *output, char c);

/* For writers of many small things: at least size bytes, 4096 at most, to fill; then how far they are filled. */
char *output_room(struct output *output, size_t size);
void output_advance(struct output *output, const char *end);

/* For a writer that ran out of memory on the way. */
void output_fail_memory(struct output *output);

/* By which a library that opens the file itself, in this process or a child, reaches it; NULL for streams and memory. */
const char *output_temp_path(const struct output *output);
/* The name it will have, with links followed; NULL for streams and memory. */
const char *output_final_path(const struct output *output);

/* Writes what is left; the file does not have its name yet. False once anything has failed. */
bool output_finish(struct output *output);

/* Writes what is left and gives the file its name. Frees the output either way. 0, or -1 with err. */
int output_close(struct output *output, struct error *err);
/* Drops what was written (a stream keeps what it has already taken). NULL is allowed. */
void output_discard(struct output *output);

/*
 * Makes a folder with those above it. 0, also when it is there; or -1 with err. made, which may be NULL,
 * gets the length of the first path of these that was not there, 0 when all were.
 */
int output_make_folder(const char *path, size_t *made, struct error *err);
/* Removes again what was made, where nothing is in it. */
void output_drop_folder(const char *path, size_t made);

#endif
