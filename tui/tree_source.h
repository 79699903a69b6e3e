/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The rows that the tree pane shows, by id: of every instance, ids are the
 * tree's positions and then one for each thread; of merged paths, ids are the
 * merged rows.
 */
#ifndef TUI_TREE_SOURCE_H
#define TUI_TREE_SOURCE_H

#include "tree/merged.h"
#include "tui/outline.h"
#include "tui/screen.h"
#include "tui/session.h"

struct tree_figures {		/* times in ns */
	int64_t busy, sum, self;
	int64_t host;		/* duration, for merged rows summed; 0 for GPU events */
	uint32_t count;		/* instances of a merged row, else GPU events */
};

struct tree_roof {		/* operators whose time at the roofline is known, below a row */
	int64_t kernel_ns;	/* merged GPU time of each, added up */
	int64_t above_ns;	/* of it, above the roofline */
	int64_t roofline_ps;
};

struct tree_self {
	uint32_t id;
	int64_t ns;
};

struct tree_source {
	struct session *session;
	bool merged;
	enum merged_python python;
	bool hide;		/* what has no GPU work */
	struct outline outline;
	struct merged *rows;	/* of merged paths */
	struct tree_roof *roofs;	/* sums of those before roof_ids[i], and of all of them; NULL: not asked for */
	uint32_t *roof_ids;		/* ascending */
	uint32_t n_roofs;
	struct tree_self *self;	/* of instances: GPU time by the op or frame that launched it, by id */
	uint32_t n_self;
};

/* Everything that python and hide change; what was open stays open where ids stay, roofs are forgotten. */
int tree_source_build(struct tree_source *source, struct error *err);
void tree_source_free(struct tree_source *source);

uint32_t tree_source_event(const struct tree_source *source, uint32_t id);	/* first instance; TRACE_NONE: a thread */
uint32_t tree_source_id(const struct tree_source *source, uint32_t event);	/* OUTLINE_NONE: not in the tree */
void tree_source_figures(const struct tree_source *source, uint32_t id, struct tree_figures *figures);
/* From now until the rows are built anew tree_source_roof() has figures. 0, or -1 with err. */
int tree_source_roofs(struct tree_source *source, struct error *err);
void tree_source_forget_roofs(struct tree_source *source);
/* Of the row's subtree: all zero where nothing is known, or was not asked for. */
void tree_source_roof(const struct tree_source *source, uint32_t id, struct tree_roof *roof);
double tree_roof_percent(const struct tree_roof *roof);	/* time at the roofline by GPU time; NaN: not known */
/* In the trace, or written to out for a thread. */
const char *tree_source_label(const struct tree_source *source, uint32_t id, char out[256]);
enum role tree_source_role(const struct tree_source *source, uint32_t id);

#endif
