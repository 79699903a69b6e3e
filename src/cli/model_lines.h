/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ops that are worked out by shape, without a trace: what `sonde model` reads and prints. */
#ifndef CLI_MODEL_LINES_H
#define CLI_MODEL_LINES_H

#include "model/arch.h"
#include "model/family.h"
#include "table/table.h"

struct model_line {
	const char *name;		/* NULL where ops have no names */
	const struct model_family *family;
	int64_t count;			/* times the op runs in a step */
	bool backward;
	struct family_given *given;	/* one more than n_given: "type" may be added */
	uint32_t n_given;
	struct model_result result;
	struct roofline line;
};

struct model_lines {
	struct model_line *items;
	uint32_t n;
	size_t cap;
	int64_t tokens;			/* that a step of a layer file works on, 0 when it does not tell */
	struct arena arena;
};

#define MODEL_LINES_MAX 100000

void model_lines_free(struct model_lines *lines);
/* Adds a line of default count with room for n_given parameters; NULL: no memory. */
struct model_line *model_lines_add(struct model_lines *lines, uint32_t n_given);

/*
 * A parameter's value from its text: a number, True or False, a list or a shape
 * like 2x64x56x56; for types a short or a long name. Errors name the parameter
 * and what it means.
 */
int model_value_read(const struct model_family *family, const char *name, const char *text, size_t len,
		struct arena *arena, struct value *out, struct error *err);

/* One line for each combination of words like M=1,8,64 or S=1024:65536:*2. */
int model_lines_from_words(struct model_lines *lines, const struct model_family *family, const char *const *words,
		int n_words, bool backward, struct error *err);

/*
 * A layer file: JSON with "ops", or CSV whose first line names the columns name,
 * family, count, bwd, dtype and parameters.
 */
int model_lines_from_file(struct model_lines *lines, const char *path, struct error *err);

/* Works all lines out; dtype stands where a line tells no type. arch may be NULL. */
int model_lines_eval(struct model_lines *lines, const char *dtype, const struct arch *arch, struct error *err);

/* A row a line; with counts, a last row of sums. NULL: no memory. */
struct table *model_lines_table(const struct model_lines *lines, const struct arch *arch, bool counts);

/* Summed roofline time of a step in us, and how many lines have none. */
double model_lines_time(const struct model_lines *lines, uint32_t *without);

#endif
