/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows made of text in several roles, some of which lead somewhere: what the overview, detail and help panes are. */
#ifndef TUI_LINES_H
#define TUI_LINES_H

#include "tui/pane.h"

struct lines_segment {
	uint32_t text;		/* from here in lines.text to the next segment's */
	uint16_t col;		/* where it is drawn */
	uint8_t role;
};

struct lines_row {
	uint32_t segment;	/* first, the next row's is past its last */
	uint32_t event;		/* what it is about, or TRACE_NONE */
	const char *command;	/* what Enter does, or NULL; outlives the lines */
};

struct lines {
	struct buffer text;
	struct lines_segment *segments;
	struct lines_row *rows;
	size_t n_segments, cap_segments, n_rows, cap_rows;
	int col;		/* of the next segment */
	bool failed;		/* memory ran out: what is there is whole lines or less */
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

/* The rows as a table of one column, for :export. */
int lines_snapshot(const struct lines *lines, const char *id, struct table **out, struct error *err);
void lines_draw(const struct lines *lines, struct canvas *canvas, int y, uint32_t row, int shift);
bool lines_search(struct pane *pane, const struct lines *lines, const struct pattern *pattern, int step, bool here,
	struct pane_hits *hits);

#endif
