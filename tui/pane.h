/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A pane: a list of rows with a cursor. What kind it is stands in a const
 * struct pane_ops; a new kind is one file and one row in panes.c. Rows are
 * asked for when they are drawn.
 */
#ifndef TUI_PANE_H
#define TUI_PANE_H

#include "base/buffer.h"
#include "base/error.h"
#include "table/table.h"
#include "tui/command.h"
#include "tui/pattern.h"
#include "tui/screen.h"
#include <stdint.h>

struct app;
struct lines;
struct pane;

#define PANE_NO_ROW UINT32_MAX

/* What an event handler found stale: the application redraws that, once. */
enum stale {
	STALE_NOTHING = 0,
	STALE_SCREEN = 1 << 0,
	STALE_DETAIL = 1 << 1,	/* the selected event, or what is shown of it */
	STALE_LAYOUT = 1 << 2,
	STALE_FAILED = 1 << 3,	/* the error is filled */
	STALE_NOT_MINE = 1 << 4	/* the pane does not know the command */
};

enum pane_flag {
	PANE_EARLY = 1 << 0,	/* can be shown before the trace is loaded */
	PANE_DETAIL = 1 << 1,	/* rows are events: shows their detail beside */
	PANE_HEADING = 1 << 2,	/* has a line of column titles */
	PANE_LEVELS = 1 << 3,	/* a table whose rows stand on levels */
	PANE_DETAIL_BELOW = 1 << 4,	/* needs its width: the detail stands below */
	PANE_OWN_CURSOR = 1 << 5,	/* draws the cursor itself */
	PANE_DETAIL_ASKED = 1 << 6	/* needs all the room: a detail of its rows stands there when asked for */
};

/* Where one is in a pane, to come back to: only the pane knows what it means. */
struct place {
	uint64_t a, b, c;
};

struct pane_command {
	enum command_id id;
	/* STALE_NOT_MINE: not of this row; the pane's next handler of the command is asked. */
	unsigned (*run)(struct pane *pane, const char *argument, struct error *err);
};

struct pane_hits {
	uint64_t number, count;	/* the hit under the cursor, of how many */
	bool wrapped;
};

struct pane_ops {
	const char *id, *title, *help;
	const char *empty;	/* what stands there when there are no rows; NULL: that */
	unsigned flags;
	size_t state_size;
	int (*open)(struct pane *pane, struct error *err);
	void (*close)(struct pane *pane);
	void (*resize)(struct pane *pane, int cols);	/* before drawing, when the size has changed */
	uint32_t (*rows)(const struct pane *pane);
	bool (*hides)(const struct pane *pane);	/* whether there are rows that are not shown; NULL: no */
	void (*title_text)(const struct pane *pane, struct buffer *left, struct buffer *right);
	void (*title_note)(const struct pane *pane, struct buffer *note);	/* between them, where they leave room */
	void (*heading)(const struct pane *pane, struct canvas *canvas);
	/* A picture above the rows: how many rows of the canvas it takes, and drawing it. */
	int (*picture_rows)(const struct pane *pane, int rows, int cols);
	void (*picture)(const struct pane *pane, struct canvas *canvas);
	void (*draw)(const struct pane *pane, struct canvas *canvas, int y, uint32_t row);
	/* Of tables, but for tagged rows; NULL: normal. */
	enum role (*cell_role)(const struct pane *pane, uint32_t table_row, uint32_t column);
	uint32_t (*event)(const struct pane *pane, uint32_t row);	/* TRACE_NONE when it is none */
	unsigned (*parts)(const struct pane *pane, uint32_t row);	/* of the event that the detail tells; NULL: EVENT_BESIDE */
	int64_t (*gap)(const struct pane *pane, uint32_t row);	/* where the idle gap begins that the row is, -1: none */
	/* What the pane itself knows of the row, above the event's own detail. */
	void (*describe)(const struct pane *pane, uint32_t row, struct lines *lines, int cols);
	/* And below it, what is of any length; NULL: nothing. */
	void (*describe_rest)(const struct pane *pane, uint32_t row, struct lines *lines, int cols);
	/* Moves the cursor to the next row that matches, from the cursor's own if here; false: none. */
	bool (*search)(struct pane *pane, const struct pattern *pattern, int step, bool here, struct pane_hits *hits);
	void (*where)(const struct pane *pane, struct place *place);
	void (*go)(struct pane *pane, const struct place *place);
	/* For what only tables do: the command that shows as one what is under the cursor. */
	const char *(*instead)(const struct pane *pane);
	const struct pane_command *commands;	/* ends with a NULL handler, or NULL */
	const struct pane_command *more[3];	/* looked at before those */
	/* What is seen as a table, for :export; its texts may borrow from the pane. */
	int (*snapshot)(const struct pane *pane, struct table **out, struct error *err);
	/* Tagged rows that are not hidden by a filter: then the snapshot is of those alone. NULL: has no tags. */
	uint32_t (*tagged)(const struct pane *pane);
	/* Adds a cell of the row under the cursor, or with NULL all of them, for :copy. */
	int (*cell)(const struct pane *pane, const char *column, struct buffer *out, struct error *err);
	/* What is to be kept of it, as lines for state.h; one such line read again, wrong ones passed over. */
	void (*save)(const struct pane *pane, struct buffer *out);
	void (*load)(struct pane *pane, const char *key, const char *value);
	const char *sheet;	/* of table panes: the sheet's id, "" when it is made of levels */
	unsigned levels;	/* enum levels_kind */
	unsigned levels_open;	/* rows above this depth are open at first */
	const char *usual;	/* and the columns that are shown at first, "a,b"; NULL: all but the noisy ones */
	const struct column_def *columns;
	unsigned n_columns;
};

struct pane {
	const struct pane_ops *ops;
	struct app *app;
	void *state;
	uint32_t cursor, top;
	int height;		/* rows of it on screen */
	int cols;
	int at_row, at_col;	/* of its first row on screen */
	int shift;		/* cells scrolled to the right */
	bool centre;		/* went to a row before its height was known: shown in the middle */
};

/* id and ops of every kind; panes.c */
extern const struct pane_ops *const panes[];
extern const unsigned n_panes;
const struct pane_ops *pane_kind(const char *id);	/* NULL: no such pane */

struct pane *pane_new(const struct pane_ops *ops, struct app *app, struct error *err);
void pane_free(struct pane *pane);

/* Keeps the cursor in the rows and on the screen. */
void pane_clamp(struct pane *pane);
void pane_move(struct pane *pane, int64_t rows);
void pane_set_cursor(struct pane *pane, uint32_t row);	/* in the middle when it was not on screen */
void pane_draw(struct pane *pane, struct canvas *canvas, bool focused, const struct pattern *pattern);
bool pane_knows(const struct pane_ops *ops, enum command_id id);	/* whether panes of the kind answer it */
unsigned pane_command(struct pane *pane, enum command_id id, const char *argument, struct error *err);
void pane_where(const struct pane *pane, struct place *place);
void pane_go(struct pane *pane, const struct place *place);
uint32_t pane_event(const struct pane *pane);

#endif
