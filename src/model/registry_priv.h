/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MODEL_REGISTRY_PRIV_H
#define MODEL_REGISTRY_PRIV_H

#include "model/row_priv.h"

struct registry_file {		/* of the user's; all in the registry's arena */
	const char *path, *text;
	size_t len;
};

struct model_registry {
	struct intern names;		/* of ops; id is the index into ops */
	struct model_op *ops;
	size_t cap_ops;
	struct model_op *patterns;	/* names are prefixes */
	uint32_t n_patterns;
	size_t cap_patterns;
	struct model_class **classes;
	uint32_t n_classes;
	size_t cap_classes;
	const char **sheets;
	uint32_t n_sheets;
	size_t cap_sheets;
	struct registry_file *files;	/* in the order they were added */
	uint32_t n_files;
	size_t cap_files;
	struct arena arena;
};

/* Data files that are compiled in: data/ops and data/arch. */
struct embedded_file {
	const char *name, *text;
};

/* end with a NULL name */
extern const struct embedded_file model_embedded_ops[], model_embedded_arch[];

struct json_text;

/* Adds a file's rows to the registry. On error the registry may hold part of them. */
int op_file_add(struct model_registry *registry, struct json_text *text, struct error *err);

int registry_add_op(struct model_registry *registry, const struct model_op *op, struct error *err);
int registry_add_pattern(struct model_registry *registry, const struct model_op *op,
	struct error *err);
bool registry_has_sheet(const struct model_registry *registry, const char *sheet);
int registry_add_sheet(struct model_registry *registry, const char *sheet, struct error *err);
int registry_add_class(struct model_registry *registry, struct model_class *row, struct error *err);
struct model_class *registry_class(const struct model_registry *registry, const char *name);

#endif
