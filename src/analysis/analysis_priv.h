/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the sheets of this room share. */
#ifndef ANALYSIS_ANALYSIS_PRIV_H
#define ANALYSIS_ANALYSIS_PRIV_H

#include "analysis/analysis.h"
#include "analysis/argtext.h"
#include "analysis/intervals.h"
#include "analysis/keymap.h"
#include "analysis/order.h"
#include "model/arch.h"
#include "model/model.h"

enum name_bit {		/* what was found out about a name */
	ANALYSIS_NAME_KNOWN = 1 << 0,		/* the next four are decided */
	ANALYSIS_NAME_COMM = 1 << 1,
	ANALYSIS_NAME_COPY = 1 << 2,
	ANALYSIS_NAME_LOADER = 1 << 3,
	ANALYSIS_NAME_SYNC = 1 << 4,
	ANALYSIS_NAME_MODEL = 1 << 5,		/* model_of is decided */
	ANALYSIS_NAME_LAYOUT_KNOWN = 1 << 6,	/* the next is decided */
	ANALYSIS_NAME_LAYOUT = 1 << 7,		/* a GEMM kernel that tells how its operands lie */
};

struct place {		/* where an event ran, in words: "Unknown" where the trace does not tell */
	const char *process, *label, *thread;
};

enum argument {		/* the recorded lists of an op */
	ARGUMENT_DIMS, ARGUMENT_TYPES, ARGUMENT_STRIDES, ARGUMENT_CONCRETE,
	ARGUMENTS
};

struct step {		/* ProfilerStep#number on the host */
	uint32_t event;
	int64_t number;
};

/* An op, or a call under no op, that started GPU work other than communication itself. */
struct launcher {
	uint32_t event;
	uint32_t first, n;		/* its GPU events in launcher_set.gpu[], by start */
	int64_t direct_ns, subtree_ns;	/* merged time of those, and of all GPU events below it */
	const char *category;
	uint32_t category_id;		/* the same category has the same id */
};

struct launcher_set {
	struct launcher *all;	/* by start */
	uint32_t n;
	uint32_t *gpu;
	struct keymap events;	/* numbered as they were met */
	uint32_t *index;	/* by that number: into all[] */
};

struct idle;
struct overlap;
struct perf_events;
struct perf_unions;
struct roofs;
struct run_tree;
struct roofline_ops;
struct module_paths;

struct remark {
	const char *text;
	struct remark *next;
};

struct analysis {
	const struct trace *trace;
	const struct tree *tree;
	struct analysis_options options;
	const struct model_registry *models;
	struct model_registry *own_models;	/* where the options gave none */
	struct model_cache *model_cache;
	struct arena arena;			/* texts and remarks */
	struct remark *remarks;			/* in order */
	/* something shared could not be made: sheets fail */
	bool no_memory;
	struct analysis *beside;		/* build.c: for another thread; NULL: none */

	uint8_t *name_bits;			/* by string id: enum name_bit */
	const struct model_op **model_of;	/* by string id, where name_bits says so */
	uint32_t *place_of;			/* by track: index into places */
	struct place *places;
	uint32_t n_places;
	uint32_t *text_of[ARGTEXT_STYLES];	/* by string id: id in texts + 1 */
	struct intern texts;			/* printed arguments, categories */
	struct buffer scratch;
	/* op name, name of its first kernel, where the name is */
	struct keymap category_keys;
	const char **categories;		/* by number of the key */
	size_t cap_categories;
	/* by signature: equal numbers print the same; [1]: but for types */
	uint32_t *signature_class[2];

	struct step *steps;			/* by start */
	uint32_t n_steps;
	struct interval *windows;		/* of the steps within the limit, merged */
	uint32_t n_windows;
	bool *recomputed;			/* by position in the tree; NULL: none */

	struct keyed *gpu;			/* selected GPU events by start */
	uint32_t n_gpu;
	bool have_gpu;
	struct launcher_set launchers;
	bool have_launchers;
	/* of the GPU timeline (without recompute where that is split) */
	int64_t total_ns;
	bool have_total;
	struct keyed *backward;			/* backward ops by position of their forward op */
	uint32_t n_backward;
	struct perf_unions *unions;		/* perf_gpu.c; NULL: not made yet */
	struct run_tree *gpu_blocks;		/* gpu_runs.c; NULL: not made yet */
	struct keyed *gathered;			/* scratch of perf_gpu.c */
	uint32_t *gathered_ids, n_gathered;
	size_t cap_gathered, cap_gathered_ids;
	struct keyed *sequenced;		/* ops by sequence number, then start */
	uint32_t n_sequenced;
	struct keyed *annotations;		/* host and GPU, by start */
	int64_t *reach;				/* latest end of those up to each */
	uint32_t n_annotations;
	struct roofline_ops *roofline_ops;	/* roofline.c; NULL: not made yet */
	struct perf_events *perf_events;	/* collect.h; NULL: not made yet */
	struct roofs *roofs;			/* roofs.h; NULL: not made yet */
	struct module_paths *module_paths;	/* module_paths.h; NULL: not made yet */
	struct idle *idle;			/* idle.h; NULL: not made yet */
	struct overlap *overlap;		/* overlap.c; NULL: not made yet */
};

/* The stream a GPU event was recorded on, TRACE_NO_NUMBER where only its thread tells. */
static inline int64_t
analysis_stream(const struct analysis *a, uint32_t gpu)
{
	if (a->trace->flags[gpu] & EVENT_STREAM_OF_TRACK)
		return TRACE_NO_NUMBER;
	return a->trace->gpus[a->trace->aux[gpu]].stream;
}

/* All of these work without any GPU event, op or step. */
bool analysis_is_comm(struct analysis *a, uint32_t event);
bool analysis_is_loader(struct analysis *a, uint32_t event);	/* fetches a batch of data */
bool analysis_is_sync(struct analysis *a,
	uint32_t event);	/* a call in which the host waits for the GPU */
enum gpu_class analysis_gpu_class(struct analysis *a, uint32_t event);
bool analysis_is_linked(const struct analysis *a, uint32_t event);
/* Within the limit of steps: by the start of the host event, or of a GPU event's launch. */
bool analysis_is_selected(const struct analysis *a, uint32_t event);
bool analysis_is_recomputed(const struct analysis *a, uint32_t event);
bool analysis_is_gpu_only(const struct analysis *a);	/* no operators */

const struct place *analysis_place(const struct analysis *a, uint32_t event);
uint32_t analysis_place_id(const struct analysis *a, uint32_t event);

/*
 * Printed argument list of an op, NULL when it was not recorded (also where memory runs out:
 * no_memory tells).
 */
const char *analysis_argument(struct analysis *a, uint32_t event, enum argument which,
	enum argtext_style style);
/* A number that is the same for ops whose four lists print the same; 0: nothing recorded. */
uint32_t analysis_signature(struct analysis *a, uint32_t event);
uint32_t analysis_signature_untyped(struct analysis *a,
	uint32_t event);	/* the same without the types */
const struct trace_signature *analysis_signature_of(const struct analysis *a, uint32_t event);

/* Selected GPU events with a usable duration by start: key is the start, id the event. */
const struct keyed *analysis_gpu_by_time(struct analysis *a, uint32_t *n);

const struct launcher_set *analysis_launchers(struct analysis *a);
/* First GPU event of a launcher, TRACE_NONE when the event is none. */
uint32_t analysis_first_kernel(struct analysis *a, uint32_t event);
/* The op's category, as model_category() tells it; first_kernel is an event or TRACE_NONE. */
const char *analysis_category(struct analysis *a, uint32_t name, uint32_t first_kernel);
/* The same of a name that is in texts. */
const char *analysis_category_of_text(struct analysis *a, uint32_t text, uint32_t first_kernel);
uint32_t analysis_text_id(struct analysis *a, const char *text);

/* Total of the GPU timeline, 0 when it has no event. */
int64_t analysis_total_ns(struct analysis *a);

void analysis_idle_free(struct analysis *a);
void analysis_perf_events_free(struct analysis *a);
void analysis_roofline_free(struct analysis *a);
void analysis_roofs_free(struct analysis *a);
void analysis_module_paths_free(struct analysis *a);
void analysis_overlap_free(struct analysis *a);
void analysis_gpu_blocks_free(struct analysis *a);
void analysis_unions_free(struct analysis *a);

/* Finds ProfilerStep events and applies the limit. 0, or -1 with err. */
int steps_find(struct analysis *a, struct error *err);
bool steps_is_step(const struct trace *trace, uint32_t event);

void analysis_add_remark(struct analysis *a, const char *format, ...) __attribute__((format(printf,
	2, 3)));

#endif
