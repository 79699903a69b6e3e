/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_TREE_PANE_PRIV_H
#define TUI_TREE_PANE_PRIV_H

#include "tui/app.h"
#include "tui/tree_pane.h"
#include "tui/tree_source.h"

#define TREE_ZOOM_MAX 64

enum tree_column {
	TREE_BUSY, TREE_SHARE, TREE_SELF, TREE_COUNT, TREE_HOST, TREE_SUM, TREE_ROOFLINE, TREE_ABOVE, TREE_NAME,
	TREE_TIME, TREE_COLUMNS
};

extern const struct column_def tree_columns[TREE_COLUMNS];

struct tree_tagged {
	uint32_t rows;
	int64_t sum, host;	/* ns */
	uint64_t count;
	bool calls;		/* host: any of them has some */
};

struct tree_view {		/* of instances, of merged paths */
	struct tree_source source;
	enum tree_column sort;	/* TREE_TIME: as the trace has it */
	bool ascending;
	uint32_t zoom[TREE_ZOOM_MAX];	/* ids, the innermost last */
	unsigned n_zoom;
	bool built;
	uint32_t columns[TREE_NAME];	/* those chosen, in order; none: as many as there is room for */
	uint32_t n_columns;
	char filter[512];
	uint64_t *passes;	/* by id, the rows that pass the filter; others only lead to them */
	uint32_t n_passes;
	uint64_t *before;	/* by id, what was open before there was one */
	uint64_t *tags;		/* by id; NULL: none yet */
	uint32_t n_tags;
	struct tree_tagged tagged;
};

struct tree_state {
	struct tree_view views[2];
	unsigned which;		/* 0 instances, 1 merged */
};

static inline struct tree_view *
tree_view(const struct pane *pane)
{
	struct tree_state *state = pane->state;

	return &state->views[state->which];
}

/* The entries that are shown: all, or those of the zoomed row. */
uint32_t tree_first(const struct tree_view *view);
uint32_t tree_end(const struct tree_view *view);
uint32_t tree_entry_at(const struct tree_view *view, uint32_t row);	/* OUTLINE_NONE past the last */
uint32_t tree_cursor_entry(const struct pane *pane);
uint32_t tree_cursor_id(const struct pane *pane);	/* OUTLINE_NONE when there is no row */
/* To the entry, opening what is above it. */
void tree_select(struct pane *pane, uint32_t entry);
/* Builds, sorts, and comes back to the row with the id, or to the top. */
int tree_rebuild(struct pane *pane, uint32_t id, struct error *err);
int tree_switch(struct pane *pane, unsigned which, struct error *err);
int tree_sort(struct tree_view *view, struct error *err);
/* Makes the rooflines that the view's columns or its order ask for. */
int tree_need_roofs(struct tree_view *view, struct error *err);

/* What goes with the ids: the filter's rows and the tags. */
void tree_forget(struct tree_view *view);
/* Hides what does not pass the view's filter; 0, or -1 with err and every row shown. tree_filter.c */
int tree_filter(struct tree_view *view, struct error *err);
/* Takes the expression, opens what leads to rows that pass; "" shows every row, open as before. */
int tree_set_filter(struct pane *pane, const char *expression, struct error *err);
void tree_sum_tags(struct tree_view *view);	/* after tags or rows have changed; tree_tags.c */
const char *tree_tagged_sum(const struct tree_tagged *all, char out[64]);
void tree_load_tags(struct tree_view *view, const char *ids);	/* as state.h has them */
bool tree_is_tagged(const struct tree_view *view, uint32_t id);

/*
 * The columns of a view in the order in which they are given room: those chosen, else the usual ones,
 * which without GPU work are those of the host.
 */
const uint32_t *tree_shown(const struct tree_view *view, uint32_t *n);
/* How many of them have room beside the name. */
uint32_t tree_fitting(const struct tree_view *view, int cols);
void tree_heading(const struct pane *pane, struct canvas *canvas);
void tree_draw(const struct pane *pane, struct canvas *canvas, int y, uint32_t row);
void tree_title(const struct pane *pane, struct buffer *left, struct buffer *right);
void tree_title_note(const struct pane *pane, struct buffer *note);
void tree_describe(const struct pane *pane, uint32_t row, struct lines *lines, int cols);
void tree_describe_rest(const struct pane *pane, uint32_t row, struct lines *lines, int cols);
unsigned tree_parts(const struct pane *pane, uint32_t row);
bool tree_search(struct pane *pane, const struct pattern *pattern, int step, bool here, struct pane_hits *hits);

void tree_save(const struct pane *pane, struct buffer *out);
void tree_load(struct pane *pane, const char *key, const char *value);
uint32_t tree_tagged(const struct pane *pane);	/* of pane_ops */
int tree_snapshot(const struct pane *pane, struct table **out, struct error *err);
int tree_cell(const struct pane *pane, const char *column, struct buffer *out, struct error *err);

/* Columns of the tree as a table, tree_export.c. */
enum tree_field {
	FIELD_LEVEL, FIELD_NAME, FIELD_BUSY, FIELD_SELF, FIELD_SUM, FIELD_HOST, FIELD_COUNT, FIELD_EVENT, FIELD_SHARE,
	FIELD_CATEGORY, FIELD_ROOFLINE, FIELD_ABOVE, FIELDS
};
struct table *tree_table(void);		/* without rows; NULL: no memory */
/* Fills a row; the name and, for a thread, its label borrow from the trace and from out. */
void tree_table_row(struct table *table, int64_t row, const struct tree_view *view, uint32_t entry, bool figures,
	char out[256]);
double tree_share(const struct tree_view *view, int64_t busy);	/* percent of the zoomed row's, or the trace's */

extern const struct pane_command tree_commands[];
extern const struct pane_command tree_table_commands[];	/* those that tables have too; tree_filter.c */
extern const struct pane_command tree_tag_commands[];

#endif
