/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_SHEET_PANE_PRIV_H
#define TUI_SHEET_PANE_PRIV_H

#include "analysis/levels.h"
#include "analysis/sheets.h"
#include "table/view.h"
#include "tui/outline.h"
#include "tui/sheet_pane.h"

#define SHEET_CELLS_MAX 44	/* of a column of text, so that others have room */
#define SHEET_ZOOM_MAX 32
#define SHEET_PLACES 48		/* columns that are drawn, at most */

/*
 * A table on screen. Flat ones have their rows in rows[]; those whose rows stand
 * on levels have them in an outline, by the table's row numbers.
 */
struct sheet_state {
	const struct sheet *sheet;	/* NULL: made of levels */
	struct levels levels;
	struct table *table;
	uint32_t *rows;		/* those that pass the filter, in order */
	uint32_t n_rows;
	struct outline outline;
	uint32_t zoom[SHEET_ZOOM_MAX];	/* rows of the table, the innermost last */
	unsigned n_zoom;
	bool tagged_only;	/* a flat table's zoom */
	bool *tags;		/* by row of the table */
	bool *pass;		/* of levels: the rows that pass the filter by themselves */
	uint32_t n_tags;
	uint32_t *columns;	/* those shown, in order */
	uint32_t n_columns;
	int *widths;		/* of all columns: cells of their longest texts */
	int sort;		/* column, -1: as the table has it */
	int name;		/* of levels: the column with the names, else -1 */
	bool descending;
	char filter[512];
};

static inline bool
sheet_has_levels(const struct sheet_state *s)
{
	return s->levels.size != NULL;
}

/* The table's row behind a row on screen; below sheet_rows(). */
uint32_t sheet_row(const struct sheet_state *s, uint32_t row);
uint32_t sheet_n_rows(const struct sheet_state *s);
/* The row on screen of a row of the table, 0 when it is not shown. */
uint32_t sheet_find_row(const struct sheet_state *s, uint32_t table_row);
/* The rows that pass the filter, in the order asked for. */
int sheet_select(struct sheet_state *s, struct error *err);

void sheet_measure(struct sheet_state *s);	/* fills widths */
/*
 * Those named in usual that the sheet has; without usual all, the noisy ones only when asked for.
 */
void sheet_usual_columns(struct sheet_state *s, const char *usual, bool all);

/* --- levels: sheet_levels.c */
int levels_select(struct sheet_state *s, struct error *err);
/* Rows that stand below none, those that are shown and all. */
void levels_tops(const struct sheet_state *s, uint32_t *shown, uint32_t *all);
/* OUTLINE_NONE past the last */
uint32_t levels_entry(const struct sheet_state *s, uint32_t row);
uint32_t levels_first(const struct sheet_state *s);
uint32_t levels_end(const struct sheet_state *s);
void levels_open_first(struct sheet_state *s, unsigned depth);
void levels_show_row(struct pane *pane, uint32_t table_row);
extern const struct pane_command levels_commands[];

/* --- tags and copies: sheet_tags.c */
uint32_t sheet_tagged(const struct pane *pane);	/* of pane_ops */
/* "3 tagged, 1 hidden  gpu_ms 12.345", sums of those not hidden; nothing when there is none. */
void sheet_sums(const struct pane *pane, struct buffer *out, unsigned most);
extern const struct pane_command sheet_tag_commands[];
int sheet_cell(const struct pane *pane, const char *column, struct buffer *out, struct error *err);
void sheet_save(const struct pane *pane, struct buffer *out);
void sheet_load(struct pane *pane, const char *key, const char *value);
int sheet_snapshot(const struct pane *pane, struct table **out, struct error *err);

/* The columns that there was room for when it was last drawn: how many. */
uint32_t sheet_drawn(const struct pane *pane, uint32_t columns[SHEET_PLACES]);
/* Whether the row on screen has the whole cell. */
bool sheet_shows(const struct pane *pane, uint32_t table_row, uint32_t column);
void sheet_heading(const struct pane *pane, struct canvas *canvas);
void sheet_draw(const struct pane *pane, struct canvas *canvas, int y, uint32_t row);
void sheet_title(const struct pane *pane, struct buffer *left, struct buffer *right);
void sheet_title_note(const struct pane *pane, struct buffer *note);
void sheet_title_right(const struct pane *pane, struct buffer *right);
/* Whether the row has a roofline that it is above. */
bool sheet_above_roof(const struct sheet_state *s, uint32_t table_row);
void sheet_describe(const struct pane *pane, uint32_t row, struct lines *lines, int cols);
void sheet_describe_rest(const struct pane *pane, uint32_t row, struct lines *lines, int cols);
unsigned sheet_parts(const struct pane *pane, uint32_t row);
/* The first column of event ids with a value in the row; TRACE_NONE when there is none. */
uint32_t sheet_event(const struct pane *pane, uint32_t row);
/* the same by row of the table */
uint32_t sheet_table_event(const struct sheet_state *s, uint32_t row);

extern const struct pane_command sheet_commands[];

/*
 * What is shown of the table that was just made; levels above the depth are open. 0, or -1 with
 * err.
 */
int sheet_begin(struct sheet_state *s, const char *usual, unsigned depth, struct error *err);
int sheet_open(struct pane *pane, struct error *err);
/*
 * The same of a fresh state with a table, which takes the place of the pane's; where it cannot be, the pane keeps what
 * it has, and the fresh one is freed.
 */
int sheet_replace(struct pane *pane, struct sheet_state *fresh, const char *usual, unsigned depth,
	struct error *err);
/* Takes over a table that fill makes, for panes of tables that are no sheet. */
int sheet_open_table(struct pane *pane, struct table *table, const void *from,
	int (*fill)(struct table *table, const void *from, struct error *err), struct error *err);
void sheet_close(struct pane *pane);
uint32_t sheet_rows(const struct pane *pane);
bool sheet_hides(const struct pane *pane);
bool sheet_search(struct pane *pane, const struct pattern *pattern, int step, bool here,
	struct pane_hits *hits);

#define TABLE_TITLE .title_text = sheet_title, .title_note = sheet_title_note
/* What is told of a row that may stand for many calls. */
#define TABLE_DETAIL .describe = sheet_describe, .describe_rest = sheet_describe_rest, .parts = sheet_parts

/* What all panes of tables have in common; a state of its own begins with struct sheet_state. */
#define TABLE_PANE_OF(state_type, pane_id, pane_title, columns, about, more_flags) \
	.id = pane_id, .title = pane_title, .help = about, \
	.flags = PANE_DETAIL | PANE_HEADING | (more_flags), \
	.state_size = sizeof(state_type), .rows = sheet_rows, .hides = sheet_hides, \
	.heading = sheet_heading, .draw = sheet_draw, .search = sheet_search, .snapshot = sheet_snapshot, \
	.tagged = sheet_tagged, .cell = sheet_cell, .commands = sheet_commands, .usual = columns
#define TABLE_PANE(pane_id, pane_title, columns, about, more_flags) \
	TABLE_PANE_OF(struct sheet_state, pane_id, pane_title, columns, about, more_flags)

#endif
