/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program's run, and its output as a table. */
#ifndef TESTS_CAPTURE_H
#define TESTS_CAPTURE_H

#include "base/arena.h"
#include "base/buffer.h"
#include <stdbool.h>
#include <stddef.h>

struct capture {
	int status;		/* exit status; 128 and the signal's number when one ended it */
	struct buffer out, err;
};

/* Runs argv with empty standard input. False when it could not be started. */
bool capture_run(struct capture *capture, char *const argv[]);
void capture_free(struct capture *capture);

struct csv {
	char ***rows;		/* NULL-terminated fields; rows[0] is the header */
	size_t n_rows, cap_rows;
	struct arena arena;
};

/* RFC 4180. False when the text is not well formed or memory runs out. */
bool csv_parse(struct csv *csv, const char *text, size_t len);
void csv_free(struct csv *csv);
int csv_column(const struct csv *csv, const char *title);	/* -1: none */
/* The first row whose cell in the column is text, NULL when there is none. */
char **csv_find(const struct csv *csv, int column, const char *text);

#endif
