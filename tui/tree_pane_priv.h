/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_TREE_PANE_PRIV_H
#define TUI_TREE_PANE_PRIV_H

#include "tui/app.h"
#include "tui/tree_pane.h"
#include "tui/tree_source.h"

#define TREE_ZOOM_MAX 64

enum tree_column { TREE_BUSY, TREE_SHARE, TREE_SELF, TREE_COUNT, TREE_HOST, TREE_SUM, TREE_NAME, TREE_TIME, TREE_COLUMNS };

extern const struct column_def tree_columns[TREE_COLUMNS];

struct tree_view {		/* of instances, of merged paths */
	struct tree_source source;
	enum tree_column sort;	/* TREE_TIME: as the trace has it */
	bool ascending;
	uint32_t zoom[TREE_ZOOM_MAX];	/* ids, the innermost last */
	unsigned n_zoom;
	bool built;
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

void tree_heading(const struct pane *pane, struct canvas *canvas);
void tree_draw(const struct pane *pane, struct canvas *canvas, int y, uint32_t row);
void tree_title(const struct pane *pane, struct buffer *left, struct buffer *right);
void tree_describe(const struct pane *pane, uint32_t row, struct lines *lines, int cols);
bool tree_search(struct pane *pane, const struct pattern *pattern, int step, bool here, struct pane_hits *hits);

void tree_save(const struct pane *pane, struct buffer *out);
void tree_load(struct pane *pane, const char *key, const char *value);
int tree_snapshot(const struct pane *pane, struct table **out, struct error *err);

extern const struct pane_command tree_commands[];

#endif
