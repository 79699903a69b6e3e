/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of op files on their way from texts to code. */
#ifndef MODEL_OP_FILE_PRIV_H
#define MODEL_OP_FILE_PRIV_H

#include "model/json_read.h"
#include "model/registry_priv.h"

struct pair {
	const char *name, *text;
};

struct pairs {
	struct pair *items;
	uint32_t n;
	size_t cap;
};

/* A row as its texts, before it is compiled. */
struct draft {
	struct model_class row;
	struct pairs lets, args, params;
};

struct op_file {
	struct model_registry *registry;
	struct json_text *text;
	struct error *err;
	const json_t *rows;		/* NULL while no row is read */
	size_t row;			/* the one that is being read */
	const char *part;		/* key that is being read */
};

/* Tells path, line and what is wrong; returns -1. */
int op_file_error(const struct op_file *file, const char *what, const char *detail);

/* Makes the draft's row whole: what it leaves open, its slots, steps and columns. 0, or -1. */
int op_row_build(struct op_file *file, struct draft *draft);

#endif
