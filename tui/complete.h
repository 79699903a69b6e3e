/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can be typed next at the prompt. */
#ifndef TUI_COMPLETE_H
#define TUI_COMPLETE_H

#include <stddef.h>

struct app;

/*
 * The number-th word that may stand at byte start of the line and begins with
 * text, to be freed by the caller; NULL past the last. *files is set when file
 * names belong there instead.
 */
char *complete_word(const struct app *app, const char *line, size_t start, const char *text, unsigned number, int *files);

/* Of a name of a file whose last word begins at start: what stands before that word, and its length. */
size_t complete_before(const char *line, size_t start, const char **before);

#endif
