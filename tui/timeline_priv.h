/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_TIMELINE_PRIV_H
#define TUI_TIMELINE_PRIV_H

#include "tui/gpu_strip.h"
#include "tui/lanes.h"
#include "tui/row_store.h"
#include "tui/timeline.h"

#define TIMELINE_PROCESS UINT32_MAX	/* row of the line that names a process */
#define TIMELINE_STRIP (UINT32_MAX - 1)	/* in the place of a row: the GPU's time above the lanes */
#define TIMELINE_LINKS 16		/* drawn at once */

enum timeline_field { FIELD_LANE, FIELD_ROW, FIELD_START, FIELD_DURATION, FIELD_CATEGORY, FIELD_NAME, FIELD_EVENT, FIELDS };

struct timeline_line {
	uint32_t lane;		/* in lanes.all[]; of a process its first */
	uint32_t row;		/* in lanes.rows[], or TIMELINE_PROCESS */
};

struct timeline_link {		/* an event that belongs to the selected one */
	uint32_t event, line;	/* line is PANE_NO_ROW when its lane is folded */
	bool is_launch;		/* between a call and what it started: drawn as an arrow */
};

struct timeline {
	const struct summary *summary;
	struct lanes lanes;
	struct gpu_strip strip;
	enum merged_python python;
	char filter[512];
	uint64_t *keep;		/* bits by event: what passes the filter; NULL without one */
	enum timeline_field sort;	/* of the lanes; FIELD_LANE: as the trace has them */
	bool turned;
	uint32_t *shown;	/* by track: how many rows of its lane, from the outermost */
	uint32_t share;		/* how many of them are shown of each at first */
	struct timeline_line *lines;
	uint32_t n_lines;
	int64_t all;		/* the axis is [0, all) */
	int64_t work_begin, work_end;	/* where all but strays are */
	int64_t begin, span;	/* what is shown of it */
	int64_t at;		/* the cursor's time */
	int64_t mark;		/* where a range began, or -1 */
	int label_cols, cols;	/* cells of the labels and of the axis */
	struct row_store store;	/* of the axis: the bars of a screen's lines, then the strip */
	struct timeline_link links[TIMELINE_LINKS];
	uint32_t n_links;
	uint32_t selected, selected_line;	/* what they belong to */
	char gap[160];		/* what is known of the idle gap at gap_at */
	int64_t gap_at;
};

static inline struct timeline *
timeline_of(const struct pane *pane)
{
	return pane->state;
}

/* The first nanosecond of a column, and the column of a time: -1 before, cols after what is shown. */
static inline int64_t
timeline_time(const struct timeline *t, int col)
{
	return t->begin + t->span / t->cols * col + t->span % t->cols * col / t->cols;
}
int timeline_col(const struct timeline *t, int64_t time);

/* Shows [begin, begin + span), kept within the axis. */
void timeline_view(struct timeline *t, int64_t begin, int64_t span);
void timeline_reveal(struct timeline *t, int64_t time);	/* moves the view when time is not in it */
void timeline_fit(struct timeline *t, int64_t begin, int64_t end);	/* with some room around */

/* The event of the line at the cursor, or the nearest that is shown: a place in lanes.events[]. */
uint32_t timeline_place(const struct timeline *t, uint32_t line);
uint32_t timeline_event(const struct pane *pane, uint32_t line);
uint32_t timeline_line_of(const struct timeline *t, uint32_t row);	/* PANE_NO_ROW: not shown */
static inline uint32_t
timeline_shown(const struct timeline *t, const struct lane *lane)
{
	uint32_t shown = t->shown[lane->track];

	return shown < lane->n_rows ? shown : lane->n_rows;
}
bool timeline_lines(struct timeline *t);	/* makes lines[] again; false: no memory, as it was */
int timeline_layout(struct pane *pane, struct error *err);	/* makes the lanes again */

/* Draws; timeline_draw.c, timeline_axis.c */
int timeline_axis_rows(const struct pane *pane, int rows, int cols);
void timeline_axis(const struct pane *pane, struct canvas *canvas);
void timeline_title(const struct pane *pane, struct buffer *left, struct buffer *right);
void timeline_draw(const struct pane *pane, struct canvas *canvas, int y, uint32_t line);
/* What was drawn of this view. Lines are in it modulo the screen's rows, the strip above them in the slot after those. */
struct row_store *timeline_store(struct timeline *t, const struct screen *screen);

/* What belongs to the selected event, for drawing; timeline_links.c */
void timeline_link(const struct pane *pane);
void timeline_draw_links(const struct timeline *t, struct canvas *axis, int y, uint32_t line);

/* Events as a table, timeline_export.c */
extern const struct column_def timeline_columns[FIELDS];
struct table *timeline_table(void);	/* without rows; NULL: no memory */
void timeline_table_row(struct table *table, int64_t row, const struct trace *trace, uint32_t event);	/* but lane and row */
int timeline_snapshot(const struct pane *pane, struct table **out, struct error *err);

/* Shows only events that pass; "" all. 0, or -1 with err and as it was. timeline_filter.c */
int timeline_filter(struct pane *pane, const char *expression, struct error *err);
extern const struct pane_command timeline_filter_commands[];
/* To the line of the event, if it is shown, when the lanes were made again. */
void timeline_keep_line(struct pane *pane, uint32_t event);

/* Puts lanes.all[] in the order asked for; false: no memory, as it was. timeline_sort.c */
bool timeline_sort_lanes(struct timeline *t);
extern const struct pane_command timeline_sort_commands[];

/* timeline_search.c */
bool timeline_search(struct pane *pane, const struct pattern *pattern, int step, bool here,
	struct pane_hits *hits);
extern const struct pane_command timeline_commands[];

#endif
