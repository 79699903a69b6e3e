/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two names of files: whether they are one. */
#ifndef BASE_PATH_H
#define BASE_PATH_H

#include <stdbool.h>

/* What a file that is read, or written, is called in a message: of "-" what it stands for. */
const char *path_shown_input(const char *path);
const char *path_shown_output(const char *path);

/* Whether what is read as `input` is the file or folder of that name, through links too; "-" is standard input. */
bool path_is_input(const char *path, const char *input);

/* Whether writing both would write one file, which need not be there yet. Devices and pipes are never one. */
bool path_is_output(const char *path, const char *other);

#endif
