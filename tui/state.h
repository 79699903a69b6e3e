/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How a trace was looked at, kept for the next time: which pane, and of each
 * its order, columns, filter, open rows, tags and place. A text of lines
 * "PANE KEY VALUE"; a pane that is not opened again costs nothing.
 */
#ifndef TUI_STATE_H
#define TUI_STATE_H

#include "tui/pane.h"

#define STATE_ROWS_MAX 20000	/* more open or tagged rows than that are not kept */

/* Numbers whose bit is set, as "1-3 7"; nothing when there are too many. */
typedef bool state_bit(const void *ctx, uint32_t number);
void state_add_bits(struct buffer *out, const char *pane, const char *key, state_bit *bit,
	const void *ctx, uint32_t n);
/* Calls set for each number of such a text below n. */
void state_each(const char *value, uint32_t n, void (*set)(void *ctx, uint32_t number), void *ctx);
void state_add(struct buffer *out, const char *pane, const char *key, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/*
 * Of the trace that is open: where its state is kept. False when there is no home or the trace is
 * no file.
 */
bool state_path(const struct app *app, char *path, size_t size);
int state_save(struct app *app, const char *path, struct error *err);
int state_read(const char *path, struct buffer *out, struct error *err);
/* Shows the pane that was shown; others take what is theirs when they are opened. */
int state_restore(struct app *app, const char *path, struct error *err);
/* For a pane that was just opened. */
void state_apply(struct app *app, struct pane *pane);

#endif
