/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stands on which level: operators, modules, kernels. */
#include "analysis/collect.h"
#include "analysis/levels_priv.h"
#include "analysis/module_paths.h"
#include "base/mem.h"
#include <string.h>

enum { CATEGORY, OPERATOR, ARGUMENTS_LEVEL, MODULE, BACKWARD, KERNEL, LAUNCHER };

#define NOT_LINKED "not linked"
#define NO_KEY UINT32_MAX

/* Rows of the roofline by the event they are of. */
struct models {
	const struct perf_events *events;
	struct keymap map;	/* event */
	uint32_t *index;	/* number in the map -> row */
};

static bool
models_make(struct models *models, struct analysis *a)
{
	*models = (struct models){.map = {.width = 1}};
	models->events = analysis_perf_events(a);
	if (!models->events
		|| !(models->index = mem_alloc(models->events->n, sizeof(*models->index))))
		return false;
	for (uint32_t i = 0; i < models->events->n; i++) {
		const struct perf_event *e = &models->events->all[i];
		uint32_t before = models->map.n, number;

		if (e->kernel != TRACE_NONE || e->modelled == TRACE_NONE)
			continue;
		number = keymap_add(&models->map, &e->event);
		if (number == KEYMAP_NONE)
			return false;
		if (number == before)
			models->index[number] = i;
	}
	return true;
}

static void
models_free(struct models *models)
{
	keymap_free(&models->map);
	free(models->index);
}

/* The model may be that of an op above, as long as no other GPU work is below that one. */
static void
models_apply(const struct models *models, struct analysis *a, struct level_item *item)
{
	uint32_t count = tree_gpu_count(a->tree, item->event), number = KEYMAP_NONE, at;
	const struct perf_event *e;
	struct perf perf;

	for (at = item->event; at != TRACE_NONE && tree_gpu_count(a->tree, at) == count;
	     at = tree_ancestor_op(a->tree, at)) {
		number = keymap_find(&models->map, &at);
		if (number != KEYMAP_NONE)
			break;
	}
	if (number == KEYMAP_NONE || item->ns <= 0)
		return;
	e = &models->events->all[models->index[number]];
	perf_make(&perf, a, perf_result(a, e->modelled, e->backward), e->kernel_ns);
	if (isnan(perf.roofline_us) || e->kernel_ns <= 0)
		return;
	item->modelled = e->kernel_ns;
	item->roofline_us = perf.roofline_us;
	item->above = perf_above_ns(&perf, e->kernel_ns);
}

/* The op or call that started the GPU event, or itself where none is known. */
static uint32_t
launcher_of(const struct analysis *a, uint32_t gpu)
{
	return analysis_is_linked(a, gpu) ? tree_launcher(a->tree, a->tree->parent[gpu]) : gpu;
}

/*
 * GPU events that are in no launcher of the ops sheets: communication, and what nothing launched.
 */
static bool
is_apart(struct analysis *a, uint32_t gpu)
{
	return !analysis_is_linked(a, gpu) || analysis_is_comm(a, gpu);
}

typedef void add_event(struct levels_builder *b, uint32_t gpu);

static void
each_event(struct levels_builder *b, bool apart_only, add_event *add)
{
	const struct trace *t = b->a->trace;

	for (uint32_t i = 0; i < t->n_gpus; i++) {
		uint32_t gpu = t->gpus[i].event;

		if (t->flags[gpu] & EVENT_NO_TIME || !analysis_is_selected(b->a, gpu))
			continue;
		if (!apart_only || is_apart(b->a, gpu))
			add(b, gpu);
	}
}

static void
recompute_part(const struct analysis *a, struct level_item *item)
{
	item->part = analysis_is_recomputed(a, item->event) ? item->ns : 0;
}

/* --- operators -------------------------------------------------------------------- */

static uint32_t
category_node(struct levels_builder *b, const char *category)
{
	const char *level = strcmp(category, NOT_LINKED) ? "category" : LEVELS_REST;

	return levels_node(
		b, LEVEL_TOP, CATEGORY, level, analysis_text_id(b->a, category), category);
}

static uint32_t
operator_node(struct levels_builder *b, uint32_t parent, uint32_t event)
{
	return levels_node(b, parent, OPERATOR,
		event_is_gpu(b->a->trace->kind[event]) ? "kernel" : "operator",
		b->a->trace->name[event], trace_name(b->a->trace, event));
}

/* Calls without recorded arguments stand right under their operator. */
static uint32_t
arguments_node(struct levels_builder *b, uint32_t parent, uint32_t event)
{
	struct analysis *a = b->a;
	uint32_t signature = a->trace->kind[event] == EVENT_OP ? analysis_signature(a, event) : 0;

	return signature ? levels_node(b, parent, ARGUMENTS_LEVEL, "arguments", signature, NULL) : parent;
}

static void
add_apart(struct levels_builder *b, uint32_t gpu)
{
	struct analysis *a = b->a;
	bool linked = analysis_is_linked(a, gpu);
	struct level_item item = {
		.event = linked ? launcher_of(a, gpu) : gpu, .gpu = gpu, .ns = a->trace->dur[gpu]};
	uint32_t node = category_node(b, linked ? "communication" : NOT_LINKED);

	node = operator_node(b, node, item.event);
	item.node = arguments_node(b, node, item.event);
	recompute_part(a, &item);
	levels_add(b, &item);
}

void
levels_fill_ops(struct levels_builder *b)
{
	struct analysis *a = b->a;
	const struct launcher_set *set = analysis_launchers(a);
	struct models models;

	if (!models_make(&models, a))
		a->no_memory = true;
	for (uint32_t i = 0; i < set->n && !a->no_memory; i++) {
		const struct launcher *l = &set->all[i];
		struct level_item item = {.event = l->event, .gpu = TRACE_NONE, .ns = l->direct_ns};

		item.node = arguments_node(
			b, operator_node(b, category_node(b, l->category), l->event), l->event);
		recompute_part(a, &item);
		models_apply(&models, a, &item);
		levels_add(b, &item);
	}
	models_free(&models);
	each_event(b, true, add_apart);
	if (!a->no_memory)
		levels_name_arguments(b);
}

/* --- modules ---------------------------------------------------------------------- */

struct module_fill {
	struct levels_builder *b;
	const struct module_paths *paths;
	uint32_t *node;		/* path -> its node + 1, 0: not made */
};

static uint32_t
module_node(struct module_fill *m, uint32_t path)
{
	uint32_t parent = m->paths->all[path].parent, above = LEVEL_TOP;

	if (m->node[path])
		return m->node[path] - 1;
	if (parent != NO_PATH)	/* made already: a parent's number is smaller, see modules_make */
		above = m->node[parent] - 1;
	m->node[path] =
		1 + levels_node(m->b, above, MODULE, "module", path, m->paths->all[path].class);
	return m->node[path] - 1;
}

/* The path of what an event was called for, the forward op's where it is of the backward pass. */
static uint32_t
module_of(const struct module_fill *m, uint32_t event, bool *backward)
{
	const struct tree *tree = m->b->a->tree;
	uint32_t pos = tree->pos[event], path;

	*backward = false;
	if (pos == TRACE_NONE)
		return NO_PATH;
	path = m->paths->at[pos];
	for (uint32_t up = event; path == NO_PATH && up != TRACE_NONE; up = tree->parent[up]) {
		uint32_t forward = m->paths->forward_at[tree->pos[up]];

		if (forward == TRACE_NONE)
			continue;
		path = m->paths->at[tree->pos[forward]];
		*backward = true;
		break;
	}
	return path;
}

static void
module_add(struct module_fill *m, struct level_item *item)
{
	struct levels_builder *b = m->b;
	bool backward,
		linked = b->a->tree->parent[item->event] != TRACE_NONE
		|| !event_is_gpu(b->a->trace->kind[item->event]);
	uint32_t path = module_of(m, item->event, &backward), node;

	if (path != NO_PATH)
		node = module_node(m, path);
	else
		node = levels_node(b, LEVEL_TOP, MODULE, LEVELS_REST, NO_KEY - linked,
			linked ? "outside of modules" : NOT_LINKED);
	item->part = backward ? item->ns : 0;
	item->forward = !backward && path != NO_PATH ? item->ns : 0;
	item->node = levels_node(b, node, backward ? BACKWARD : OPERATOR,
		backward ? "backward" : "operator", b->a->trace->name[item->event],
		trace_name(b->a->trace, item->event));
	levels_add(b, item);
}

static void
module_fill(struct module_fill *m, const struct models *models)
{
	struct analysis *a = m->b->a;
	const struct launcher_set *set = analysis_launchers(a);

	for (uint32_t i = 0; i < set->n && !a->no_memory; i++) {
		struct level_item item = {.event = set->all[i].event, .gpu = TRACE_NONE,
			.ns = set->all[i].direct_ns};

		models_apply(models, a, &item);
		module_add(m, &item);
	}
	for (uint32_t i = 0; i < a->trace->n_gpus && !a->no_memory; i++) {
		uint32_t gpu = a->trace->gpus[i].event;
		struct level_item item = {.event = launcher_of(a, gpu), .gpu = gpu,
			.ns = a->trace->dur[gpu]};

		if (is_apart(a, gpu) && !(a->trace->flags[gpu] & EVENT_NO_TIME)
			&& analysis_is_selected(a, gpu))
			module_add(m, &item);
	}
}

/* Modules without GPU work have no row. */
void
levels_fill_modules(struct levels_builder *b)
{
	struct module_fill m = {.b = b, .paths = analysis_module_paths(b->a)};
	struct models models;
	bool good = models_make(&models, b->a) && m.paths
		&& (m.node = mem_zero(m.paths->n, sizeof(*m.node)));

	for (uint32_t path = 0; good && path < m.paths->n; path++)
		module_node(&m, path);
	if (good)
		module_fill(&m, &models);
	else
		b->a->no_memory = true;
	models_free(&models);
	free(m.node);
}

/* --- kernels ---------------------------------------------------------------------- */

static void
add_kernel(struct levels_builder *b, uint32_t gpu)
{
	struct analysis *a = b->a;
	struct level_item item = {.event = gpu, .gpu = gpu, .ns = a->trace->dur[gpu]};
	uint32_t by = launcher_of(a, gpu), node;
	const char *name = by == gpu ? NOT_LINKED : trace_name(a->trace, by);

	node = levels_node(b, LEVEL_TOP, KERNEL,
		a->trace->kind[gpu] == EVENT_KERNEL ? "kernel" : "copy", a->trace->name[gpu],
		trace_name(a->trace, gpu));
	item.node = levels_node(
		b, node, LAUNCHER, "by operator", by == gpu ? NO_KEY : a->trace->name[by], name);
	recompute_part(a, &item);
	levels_add(b, &item);
}

void
levels_fill_kernels(struct levels_builder *b)
{
	each_event(b, false, add_kernel);
}
