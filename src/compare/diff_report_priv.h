/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tables of a comparison of trees are made from. */
#ifndef COMPARE_DIFF_REPORT_PRIV_H
#define COMPARE_DIFF_REPORT_PRIV_H

#include "compare/diff_priv.h"
#include "compare/diff_tables.h"

struct diff_kernel {		/* a GPU event of one side */
	uint32_t row, owner;	/* owner: its lowest common ancestor, see diff_tables.h */
	uint32_t event, op;	/* op: the cpu_op around it, TRACE_NONE */
	uint32_t module;	/* index into paths; DIFF_NO_MODULE */
	uint32_t category;	/* id in texts */
	uint8_t side;
};

struct diff_path {		/* of module classes, of both sides */
	uint32_t parent;	/* smaller than its own number, or DIFF_NO_MODULE */
	/* ids in texts: "nn.Module: Encoder;nn.Module: Layer", "nn.Module: Layer" */
	uint32_t stack, last;
};

struct diff_report {
	const struct tree_diff *diff;
	const struct model_registry *models;
	struct diff_kernel *kernels;	/* by owner, then side, then row */
	uint32_t n;
	uint32_t *owner_begin;		/* by row: its first kernel; diff->n + 1 entries */
	bool *in_run;			/* by row: see diff_owner.c */
	struct intern path_names;	/* "Encoder/Layer/Linear"; ids are numbers of paths */
	struct diff_path *paths;
	size_t cap_paths;
	uint32_t *path_of[2];		/* by the side's module */
	/* by the side's string: id in texts of what it prints as, + 1 */
	uint32_t *argument[2];
	struct intern texts;
	struct buffer scratch;
};

static inline const char *
diff_text(const struct diff_report *report, uint32_t id)
{
	return intern_text(&report->texts, id);
}

#define DIFF_PLACE_OF_ONE_SIDE "(step or thread of one side)"

/* Whether it is in a step, thread or stream that the other side has no counterpart of. */
static inline bool
diff_is_elsewhere(const struct diff_report *report, const struct diff_kernel *kernel)
{
	return report->diff->rows[kernel->owner].kind < DIFF_FRAME;
}

enum diff_argument { DIFF_DIMS, DIFF_STRIDES, DIFF_TYPES, DIFF_CONCRETE, DIFF_ARGUMENTS };

/*
 * What an op was given, as the reference's sheets print it; "" where it is not told; NULL: no
 * memory.
 */
const char *diff_op_argument(struct diff_report *report, int side, uint32_t op,
	enum diff_argument which);

/* Merged time of kernels [begin, end) of one side, ns; -1: no memory. */
int64_t diff_busy(const struct diff_report *report, uint32_t begin, uint32_t end);

struct diff_around {		/* what holds for a row and what is below */
	uint32_t owner, op[2];
};

/* diff_owner.c: fills around[] by row, and in_run. False: no memory. */
bool diff_find_owners(struct diff_report *report, struct diff_around *around);
/*
 * What an owner is called: "a", or "a | b" where the sides call it differently; an op's or
 * frame's name without numbers in brackets, with classes set a module's without the number at its
 * end. The first len bytes of scratch, or a text in the table's arena. False, NULL: no memory.
 */
bool diff_owner_text(struct diff_report *report, uint32_t row, bool classes, size_t *len);
const char *diff_owner_name(struct diff_report *report, uint32_t row, bool classes,
	struct table *table);

/* The builders: 0, or -1 when memory runs out. */
int diff_build_summary(struct diff_report *report, struct table *table);
int diff_build_tree(struct diff_report *report, struct table *table);
int diff_build_arguments(struct diff_report *report, struct table *table);
int diff_build_modules(struct diff_report *report, struct table *table);
int diff_build_categories(struct diff_report *report, struct table *table);
int diff_build_stats(struct diff_report *report, struct table *table);


#endif
