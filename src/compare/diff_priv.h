/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What takes part in a comparison of trees, side by side. */
#ifndef COMPARE_DIFF_PRIV_H
#define COMPARE_DIFF_PRIV_H

#include "compare/align.h"
#include "compare/tree_diff.h"
#include "base/buffer.h"
#include "base/intern.h"

#define DIFF_NO_MODULE UINT32_MAX

struct diff_node {		/* in pre-order; children stand in order of time */
	struct align_item item;	/* texts are ids in names, of both sides after diff_sides_join */
	uint32_t event;		/* as in struct diff_row */
	uint32_t parent, size;
	/* index into modules: the innermost around it, a module's own included */
	uint32_t module;
	uint8_t kind;		/* enum diff_kind */
};

struct diff_module {		/* path of module classes */
	uint32_t parent;	/* smaller than its own number, or DIFF_NO_MODULE */
	uint32_t label;		/* in names; the text is that of diff_name() */
};

struct diff_step {		/* one ProfilerStep of one process */
	uint32_t process;
	uint32_t step;		/* index into numbers */
	int64_t begin, end;
	uint32_t event;
};

struct diff_side {
	const struct tree *tree;
	struct diff_node *nodes;
	uint32_t n;
	size_t cap_nodes;
	/* position in the tree -> node, or the one that it hangs under; TRACE_NONE */
	uint32_t *node_at;
	uint32_t *row_of;	/* node -> row */

	/* labels with a letter for their kind in front, raw names, arguments */
	struct intern names;
	struct buffer scratch;
	/* string id -> names, TRACE_NONE until asked for; by kind, see diff_side.c */
	uint32_t *label_of[4];
	uint32_t *raw_of;
	uint32_t *dims_of, *args_of;	/* by signature */

	struct diff_module *modules;
	uint32_t n_modules;
	size_t cap_modules;
	struct diff_step *steps;	/* by process and begin */
	uint32_t n_steps;
	size_t cap_steps;
	int64_t *numbers;		/* of the steps, ascending, each once */
	uint32_t *number_event;		/* the first annotation of each */
	uint32_t n_numbers;
	uint32_t limit;			/* only this step: index into numbers; TRACE_NONE: all */
	bool layered;			/* steps stand above threads */
	int failed;
};

/* diff_steps.c: finds the steps of the side and its limit. 0, or -1 with err. */
int diff_steps_find(struct diff_side *side, const struct diff_options *options, int which,
	struct error *err);
/* Index of the step that holds this time of the track's process; n_numbers when none does. */
uint32_t diff_steps_at(const struct diff_side *side, uint32_t track, int64_t time);
/* Whether a step of the process begins within: what is around steps is left out. */
bool diff_steps_within(const struct diff_side *side, uint32_t track, int64_t begin, int64_t end);
bool diff_is_step(const struct trace *trace, uint32_t event);

/* diff_side.c: fills nodes. False: no memory. */
bool diff_side_build(struct diff_side *side, const struct diff_options *options);
void diff_side_free(struct diff_side *side);
/* Gives what is called the same on both sides the same id, from then on in a->names only. */
bool diff_sides_join(struct diff_side *a, struct diff_side *b, uint32_t **map);
/*
 * diff_hash.c: exact, shape, and what calls are told apart by; map is from the side's own ids,
 * NULL: as they are.
 */
void diff_side_hash(struct diff_side *side, const uint32_t *map);

/*
 * diff_places.c: which steps and which threads of one side are which of the other; TRACE_NONE where
 * none is.
 */
bool diff_pair_steps(uint32_t *pair, const uint32_t *a, uint32_t n, const uint32_t *b, uint32_t m,
	const struct tree_diff *diff);
bool diff_pair_threads(uint32_t *pair, const struct tree_diff *diff);

/* tree_match.c: fills rows in pre-order but for times. False: no memory. */
bool diff_match(struct tree_diff *diff);

#endif
