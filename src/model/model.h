/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Performance models: from an op's name and recorded arguments to its work.
 *
 * A registry is the op table: a built-in one (data/ops, compiled in) and what
 * users add in files of the same form. Each op names a family, which knows the
 * formulas for FLOPs and bytes (one file a family, family_*.c), and says how
 * its arguments map to the family's parameters. A registry does not change once
 * it is made; models may then be worked out from several threads, each with an
 * arena of its own.
 */
#ifndef MODEL_MODEL_H
#define MODEL_MODEL_H

#include "base/error.h"
#include "base/intern.h"
#include "model/args.h"

struct model_registry;

struct model_op {
	const char *name;		/* as in the trace; a prefix for the Triton patterns */
	const char *class_name;		/* of the table's row it comes from */
	const char *category;		/* as in the "op category" column */
	/* of its sole backward op; NULL: there is no backward model */
	const char *category_backward;
	/* "SDPA"; NULL: only in the unified table, or only a category */
	const char *sheet;
	bool single_sheet;		/* the sheet has no _fwd and _bwd halves */
	bool has_model;			/* false: the name has a category and nothing more */
	bool backward_only;		/* its forward formulas are those of a backward op */
	const char *forward;		/* name of the op whose arguments it reads; NULL: its own */
	const struct model_class *row;	/* inside */
};

/* The built-in table. 0, or -1 with err. */
int model_registry_new(struct model_registry **out, struct error *err);
/*
 * Adds a user's file; its names go before those that are there. On error (with
 * the line and the reason) the registry is as it was. May not be called once
 * ops were found.
 */
int model_registry_load(struct model_registry *registry, const char *path, struct error *err);
/*
 * The user's own $XDG_CONFIG_HOME/sonde/ops.json (or ~/.config/sonde/ops.json); none is no error.
 */
int model_registry_load_user(struct model_registry *registry, struct error *err);
void model_registry_free(struct model_registry *registry);

/* The op of that name or pattern, or NULL. The result lives as long as the registry. */
const struct model_op *model_find(const struct model_registry *registry, const char *op_name);

/*
 * All ops of the table in its order, which is also the order of sheets: those of single names, then
 * patterns.
 */
uint32_t model_op_count(const struct model_registry *registry);
const struct model_op *model_op_at(const struct model_registry *registry, uint32_t i);
/*
 * The names of the report's sheets of models (without _fwd and _bwd) in its order; NULL past the last.
 */
const char *model_sheet_at(const struct model_registry *registry, uint32_t i);
/* Appends the op's row as an op file would have it. False: no memory. */
bool model_op_print(const struct model_registry *registry, const struct model_op *op,
	struct buffer *out);

/*
 * The op's category: the table's for its name; else by how the name begins (triton,
 * record_param_comms); else by what a kernel of PyTorch's own says of itself
 * (elementwise, reduce, multi_tensor_apply); else "other". first_kernel is a name or
 * NULL. Never NULL.
 */
const char *model_category(const struct model_registry *registry, const char *op_name,
	const char *first_kernel);

enum model_status {
	MODEL_OK,
	/* the op has only a category, or its name fits a pattern and its arguments do not */
	MODEL_NO_MODEL,
	MODEL_NO_BACKWARD,	/* asked for the backward of an op that has no backward formulas */
	MODEL_UNREADABLE,	/* the arguments do not fit the model: why is in reason */
};

/* A count of FLOPs or bytes. */
struct model_amount {
	bool known;
	bool whole;		/* count is the exact value */
	int64_t count;
	double value;		/* NaN when not known */
};

struct model_param {
	const char *name;	/* as in the "param: name" columns, without that prefix */
	struct value value;
};

struct model_result {
	enum model_status status;
	/* one line for people when status is not MODEL_OK or bytes are not known; else NULL */
	const char *reason;
	/* in the order of the columns; none unless MODEL_OK */
	const struct model_param *params;
	uint32_t n_params;
	/* known when MODEL_OK, but for inference attention without annotation */
	struct model_amount flops;
	struct model_amount bytes;	/* unknown: a type of unknown size */
	const char *precision;	/* "bf16", NULL when the type has none */
	const char *spec;	/* compute spec: "matrix_bf16", NULL when there is none */
};

/*
 * Works out an op. Where status is not MODEL_OK the amounts are unknown; no
 * product wraps, what passes 2^63 is MODEL_UNREADABLE. backward asks for the work
 * of the backward pass from the arguments of the forward op. Texts and params
 * live in the arena. Returns -1 only when memory runs out.
 */
int model_eval(const struct model_op *op, const struct model_args *args, bool backward,
	struct arena *arena, struct model_result *result);

/* GFLOPS, MB (2^20 bytes) and FLOPS/Byte as the sheets have them; NaN when unknown. */
double model_gflops(const struct model_result *result);
double model_megabytes(const struct model_result *result);
double model_intensity(const struct model_result *result);

/* Whether a GEMM kernel's name tells how its operands lie; fills transpose[] with BOOL or NONE. */
bool model_kernel_layout(const char *kernel, struct value transpose[2]);

/*
 * Remembers results by op and the ids of interned texts, so that each distinct
 * set of arguments is worked out once. Not for several threads at once.
 */
struct model_cache;

#define MODEL_EXTRAS 2

struct model_key {
	const struct model_op *op;
	/* string id of the op's own name, 0: the table's; for patterns */
	uint32_t name;
	uint32_t dims, types, strides, concrete;	/* string ids; 0: absent */
	uint32_t forward[4];	/* the same of the forward op of one that reads those */
	uint32_t kernel, annotation;			/* string ids; 0: not known */
	uint32_t extras[MODEL_EXTRAS];			/* string ids of "MoE topk" and "MoE GEMM gated" */
	bool backward;
};

struct model_cache *model_cache_new(const struct intern *strings);	/* NULL: no memory */
void model_cache_free(struct model_cache *cache);
/* Lives as long as the cache. NULL when memory runs out. */
const struct model_result *model_cache_eval(struct model_cache *cache, const struct model_key *key);

#endif
