/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where files of one's own are kept (XDG), and small files read whole. */
#ifndef TUI_FOLDERS_H
#define TUI_FOLDERS_H

#include "base/buffer.h"

#define FOLDER_PATH 4096

enum folder { FOLDER_CONFIG, FOLDER_STATE };

/*
 * "$XDG_STATE_HOME/sonde/NAME" or "~/.local/state/sonde/NAME"; false when there is no home, or it
 * is too long.
 */
bool folder_path(enum folder folder, const char *name, char path[FOLDER_PATH]);
/* Makes the folders that the path stands in, for the user alone. */
void folder_make(const char *path);
/* Adds the whole of a file, NUL-terminated. -1 with errno. */
int file_read(const char *path, struct buffer *out);
/* Replaces a file, for the user alone. -1 with errno. */
int file_write(const char *path, const char *bytes, size_t len);

#endif
