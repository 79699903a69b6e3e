/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * modules: GPU time by nn.Module path. Instances of a class are one row
 * (Encoder/Layer/Linear), forward and backward apart: what a backward op
 * launched belongs to the module of its forward op.
 */
#include "analysis/builders_priv.h"
#include "analysis/module_paths.h"
#include "analysis/rows_priv.h"
#include "base/mem.h"

enum {
	COL_PATH, COL_CLASS, COL_DEPTH, COL_INSTANCES, COL_CALLS, COL_HOST, COL_TOTAL, COL_SHARE,
		COL_FORWARD, COL_FORWARD_OWN,
	COL_FORWARD_BUSY, COL_FORWARD_KERNELS, COL_BACKWARD, COL_BACKWARD_OWN, COL_BACKWARD_KERNELS,
	COL_EXAMPLE
};

#define GPU_TIME(id, title, what) {id, title, CELL_TIME, UNIT_MS, COLUMN_DESCENDING, 12, what}

static const struct column_def columns[] = {
	[COL_PATH] = {"path", "Module path", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 50,
		"classes from the outermost module down"},
	[COL_CLASS] = {"class", "Module", CELL_TEXT, UNIT_NONE, 0, 24, "class of the module"},
	[COL_DEPTH] = {"depth", "Depth", CELL_INT, UNIT_NONE, 0, 5, "modules around it"},
	[COL_INSTANCES] = {"instances", "Instances", CELL_INT, UNIT_COUNT, COLUMN_DESCENDING, 9,
		"different modules of the class on this path"},
	[COL_CALLS] = {"calls", "Calls", CELL_INT, UNIT_COUNT, COLUMN_DESCENDING, 9,
		"forward calls"},
	[COL_HOST] = GPU_TIME("host_ms", "Host time (ms)", "summed time of the calls on the host"),
	[COL_TOTAL] = GPU_TIME("gpu_ms", "GPU time (ms)",
		"summed durations of GPU events, forward and backward, submodules too"),
	[COL_SHARE] = {"percent", "GPU time (%)", CELL_REAL, UNIT_PERCENT,
		COLUMN_DESCENDING | COLUMN_SHARE, 10,
		"share of the durations of all linked GPU events"},
	[COL_FORWARD] = GPU_TIME("forward_ms", "Forward (ms)",
		"of that, launched within the forward calls"),
	[COL_FORWARD_OWN] = GPU_TIME("forward_own_ms", "Forward own (ms)",
		"of that, by the module itself, not a submodule"),
	[COL_FORWARD_BUSY] = GPU_TIME("forward_busy_ms", "Forward busy (ms)",
		"merged GPU time of each call, summed over calls"),
	[COL_FORWARD_KERNELS] = {"forward_events", "Forward GPU events", CELL_INT, UNIT_COUNT,
		COLUMN_DESCENDING, 9,
		"GPU events launched within the forward calls"},
	[COL_BACKWARD] = GPU_TIME("backward_ms", "Backward (ms)",
		"launched by the backward of the module's ops"),
	[COL_BACKWARD_OWN] = GPU_TIME("backward_own_ms", "Backward own (ms)",
		"of that, of ops that no submodule called"),
	[COL_BACKWARD_KERNELS] = {"backward_events", "Backward GPU events", CELL_INT, UNIT_COUNT,
		COLUMN_DESCENDING, 9,
		"GPU events launched by the backward"},
	[COL_EXAMPLE] = {"event", "Event", CELL_INT, UNIT_EVENT, 0, 9, "the first call"},
};

struct share {		/* of GPU time */
	int64_t own, all;
	int64_t events;
};

struct module {		/* one path */
	int64_t calls, instances;
	int64_t host, busy;
	struct share forward, backward;
};

/* Counts the frames of each path. */
static bool
add_calls(struct module *modules, const struct module_paths *paths, struct analysis *a)
{
	const struct tree *tree = a->tree;
	struct keymap names = {.width = 2};	/* path, name: an instance */
	bool good = true;

	for (uint32_t pos = 0; good && pos < tree->n; pos++) {
		uint32_t event = tree->order[pos], known = names.n;
		const uint32_t key[] = {paths->at[pos], a->trace->name[event]};
		struct module *module;

		if (paths->at[pos] == NO_PATH || !tree_is_module(a->trace, event)
			|| !analysis_is_selected(a, event))
			continue;
		good = keymap_add(&names, key) != KEYMAP_NONE;
		module = &modules[paths->at[pos]];
		module->instances += names.n - known;
		module->calls++;
		module->host = time_add(module->host, a->trace->dur[event]);
		module->busy = time_add(module->busy, tree_gpu_busy(tree, event));
	}
	keymap_free(&names);
	return good;
}

static void
add_event(struct share *share, const struct trace *t, uint32_t event)
{
	share->own = time_add(share->own, t->dur[event]);
	share->events++;
}

/* Adds each GPU event to the module that called for it. */
static bool
add_events(struct module *modules, const struct module_paths *paths, struct analysis *a)
{
	const struct tree *tree = a->tree;
	struct open_values forward = {0};
	bool good = true;

	for (uint32_t pos = 0; good && pos < tree->n; pos++) {
		uint32_t event = tree->order[pos], op = open_values_at(&forward, pos),
			path = paths->at[pos];

		if (paths->forward_at[pos] != TRACE_NONE)
			good = open_values_push(&forward, pos + tree->size[pos],
			paths->forward_at[pos]);
		if (!event_is_gpu(a->trace->kind[event]) || !analysis_is_selected(a, event))
			continue;
		if (path != NO_PATH)
			add_event(&modules[path].forward, a->trace, event);
		else if (op != TRACE_NONE && paths->at[tree->pos[op]] != NO_PATH)
			add_event(&modules[paths->at[tree->pos[op]]].backward, a->trace, event);
	}
	free(forward.all);
	return good;
}

static void
add_to_parents(struct module *modules, const struct module_paths *paths)
{
	for (uint32_t i = 0; i < paths->n; i++) {
		modules[i].forward.all = modules[i].forward.own;
		modules[i].backward.all = modules[i].backward.own;
	}
	for (uint32_t i = paths->n; i-- > 0;) {	/* a parent's number is smaller */
		struct module *parent;

		if (paths->all[i].parent == NO_PATH)
			continue;
		parent = &modules[paths->all[i].parent];
		parent->forward.all = time_add(parent->forward.all, modules[i].forward.all);
		parent->backward.all = time_add(parent->backward.all, modules[i].backward.all);
		parent->forward.events += modules[i].forward.events;
		parent->backward.events += modules[i].backward.events;
	}
}

static void
add_row(struct rows *rows, const struct analysis *a, const struct module_path *path,
	const struct module *module)
{
	int64_t all = time_add(module->forward.all, module->backward.all);

	rows_text(rows, COL_PATH, path->text);
	rows_text(rows, COL_CLASS, path->class);
	rows_int(rows, COL_DEPTH, path->depth);
	rows_int(rows, COL_INSTANCES, module->instances);
	rows_int(rows, COL_CALLS, module->calls);
	rows_int(rows, COL_HOST, module->host);
	rows_int(rows, COL_TOTAL, all);
	if (a->tree->linked_ns > 0)
		rows_real(rows, COL_SHARE, (double)all / (double)a->tree->linked_ns * 100);
	rows_int(rows, COL_FORWARD, module->forward.all);
	rows_int(rows, COL_FORWARD_OWN, module->forward.own);
	rows_int(rows, COL_FORWARD_BUSY, module->busy);
	rows_int(rows, COL_FORWARD_KERNELS, module->forward.events);
	rows_int(rows, COL_BACKWARD, module->backward.all);
	rows_int(rows, COL_BACKWARD_OWN, module->backward.own);
	rows_int(rows, COL_BACKWARD_KERNELS, module->backward.events);
	rows_int(rows, COL_EXAMPLE, path->example);
}

static void
fill(struct rows *rows, struct analysis *a)
{
	const struct module_paths *paths = analysis_module_paths(a);
	struct module *modules = paths ? mem_zero(paths->n, sizeof(*modules)) : NULL;

	if (!modules || !add_calls(modules, paths, a) || !add_events(modules, paths, a)) {
		a->no_memory = true;
		free(modules);
		return;
	}
	add_to_parents(modules, paths);
	for (uint32_t i = 0; i < paths->n && rows_next(rows); i++)
		add_row(rows, a, &paths->all[i], &modules[i]);
	free(modules);
}

int
build_modules(struct analysis *a, const struct sheet *sheet, struct table **out, struct error *err)
{
	static const struct table_sort order[] = {{COL_TOTAL, true}, {COL_DEPTH, false}};
	struct rows rows;

	rows_open(&rows, sheet, columns, COLUMNS_OF(columns), 0);
	fill(&rows, a);
	rows_sort(&rows, order, COLUMNS_OF(order));
	return rows_close(&rows, a, out, err);
}
