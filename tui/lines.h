/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows made of text in several roles, some of which lead somewhere: what the overview and the detail are. */
#ifndef TUI_LINES_H
#define TUI_LINES_H

#include "tui/pane.h"

struct lines_segment {
	uint32_t text;		/* from here in lines.text to the next segment's */
	uint16_t col;		/* where it is drawn */
	uint8_t role;
};

enum lines_part {
	LINES_PLAIN,
	LINES_HEADING,		/* or the blank row before one: shown when a row is that stands below it */
	LINES_MORE		/* goes on with the row before, and goes with it */
};

struct lines_row {
	uint32_t segment, n;	/* first, and how many */
	uint32_t event;		/* what it is about, or TRACE_NONE */
	const char *command;	/* what Enter does, or NULL; outlives the lines */
	uint32_t fact;		/* its row of the facts */
	uint8_t part;		/* enum lines_part */
};

#define LINES_COLUMNS 16	/* of the facts, at most */

struct lines {
	struct buffer text;
	struct lines_segment *segments;
	struct lines_row *rows;
	size_t n_segments, cap_segments, n_rows, cap_rows;
	int col;		/* of the next segment */
	bool failed;		/* memory ran out: what is there is whole lines or less */
	bool whole;		/* of a detail: nothing is left out for brevity */
	/* Of panes whose lines are filtered, sorted and tagged; see lines_begin(). */
	struct table *facts;	/* one row for each begun, in that order */
	const char *section;	/* of the rows begun from now on; NULL: of none */
	char filter[512];
	uint32_t sort;		/* column of the facts, from 1; 0: as they were begun */
	bool descending;
	uint32_t columns[LINES_COLUMNS], n_columns;	/* of the facts, that lists show; n_columns 0: all */
	char **tags;		/* what tells the rows that are tagged */
	size_t n_tags, cap_tags;
};

void lines_clear(struct lines *lines);
void lines_free(struct lines *lines);

void lines_row(struct lines *lines);	/* starts a new row */
void lines_keep(struct lines *lines, size_t n_rows);	/* the first ones only, as if no other had begun */
void lines_link(struct lines *lines, uint32_t event, const char *command);	/* of the row begun last */
void lines_col(struct lines *lines, int col);	/* the next segment begins there, or later */
void lines_add(struct lines *lines, enum role role, const char *text);
void lines_fit(struct lines *lines, enum role role, const char *text, size_t len, int cells);	/* cut to the cells */
void lines_right(struct lines *lines, enum role role, int cells, const char *text);
void lines_printf(struct lines *lines, enum role role, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* A text over several rows of at most cols cells, the first of which has begun; the others begin at indent. */
void lines_wrap(struct lines *lines, enum role role, const char *text, size_t len, int cols, int indent);
/* In so many rows at most, the last of them cut. */
void lines_wrap_most(struct lines *lines, enum role role, const char *text, size_t len, int cols, int indent,
	unsigned rows);

/*
 * Lines that say something in columns. lines_begin() clears them and names the columns: those flagged
 * COLUMN_KEY tell the rows of lists, which can be sorted and tagged, the first of them is the section, and the last
 * column, `line`, is filled by lines_end(), which then leaves the rows that pass and puts lists in order. In between
 * lines_fact() is the row of the facts that the row begun last has; -1: none, memory ran out.
 */
void lines_begin(struct lines *lines, const struct column_def *columns, size_t n);
void lines_heading(struct lines *lines, const char *section);	/* a blank row, and one for the heading's text */
int64_t lines_fact(const struct lines *lines);
void lines_end(struct lines *lines);
bool lines_has_column(const struct lines *lines, uint32_t column);	/* whether lists show it */
/* Fills the lines of a pane anew and stays in the row of a list that the cursor was in. */
void lines_refill(struct pane *pane, void (*fill)(struct pane *pane, int cols), int cols);
bool lines_is_tagged(const struct lines *lines, uint32_t row);
/* What is tagged and summed, the filter and the order, for the right end of a title. */
void lines_title(const struct lines *lines, struct buffer *right);
/* Of panes whose state begins with struct lines, and whose resize() fills them. */
bool lines_hides(const struct pane *pane);
void lines_save(const struct pane *pane, struct buffer *out);
void lines_load(struct pane *pane, const char *key, const char *value);
int lines_cell(const struct pane *pane, const char *column, struct buffer *out, struct error *err);
extern const struct pane_command lines_commands[];

/* The text of a row as it stands, appended. */
bool lines_text(const struct lines *lines, uint32_t row, struct buffer *out);
/* The rows as a table, for :export: of one column, or of the facts. */
int lines_snapshot(const struct lines *lines, const char *id, struct table **out, struct error *err);
void lines_draw(const struct lines *lines, struct canvas *canvas, int y, uint32_t row, int shift);
bool lines_search(struct pane *pane, const struct lines *lines, const struct pattern *pattern, int step, bool here,
	struct pane_hits *hits);

#endif
