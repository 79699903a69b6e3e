/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where files of one's own are kept (XDG), and small files read whole. */
#ifndef TUI_FOLDERS_H
#define TUI_FOLDERS_H

#include "base/buffer.h"
#include "base/error.h"

#define FOLDER_PATH 4096

enum folder { FOLDER_CONFIG, FOLDER_STATE };

/*
 * "$XDG_STATE_HOME/sonde/NAME" or "~/.local/state/sonde/NAME"; false when there is no home, or it
 * is too long.
 */
bool folder_path(enum folder folder, const char *name, char path[FOLDER_PATH]);
/* Makes the folders that the path stands in, for the user alone. */
void folder_make(const char *path);
#define FOLDER_FILE_MOST ((size_t)16 << 20)

/*
 * Adds the whole of a file, NUL-terminated. 0; or -1 with err, where it is no file (a device, a
 * pipe) or larger than FOLDER_FILE_MOST bytes as well. errno is ENOENT where there is none.
 */
int file_read(const char *path, struct buffer *out, struct error *err);
/* What file_read would say of it without reading it, for those who read it otherwise. */
int file_check(const char *path, struct error *err);
/*
 * Writes a file whole or not at all, through links and to devices as all output; a new one is for
 * the user alone. 0, or -1 with err.
 */
int file_write(const char *path, const char *bytes, size_t len, struct error *err);

#endif
