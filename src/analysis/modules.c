/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * modules: GPU time by nn.Module path. Instances of a class are one row
 * (Encoder/Layer/Linear), forward and backward apart: what a backward op
 * launched belongs to the module of its forward op.
 */
#include "analysis/builders_priv.h"
#include "analysis/rows_priv.h"
#include "base/mem.h"
#include <string.h>

#define NONE UINT32_MAX
#define MODULE_PREFIX "nn.Module: "
#define PATH_MAX_BYTES 2000	/* longer paths lose their head in the cell; they stay rows of their own */

enum {
	COL_PATH, COL_CLASS, COL_DEPTH, COL_INSTANCES, COL_CALLS, COL_HOST, COL_TOTAL, COL_SHARE, COL_FORWARD, COL_FORWARD_OWN,
	COL_FORWARD_BUSY, COL_FORWARD_KERNELS, COL_BACKWARD, COL_BACKWARD_OWN, COL_BACKWARD_KERNELS, COL_EXAMPLE
};

#define GPU_TIME(id, title, what) {id, title, CELL_TIME, UNIT_MS, COLUMN_DESCENDING, 12, what}

static const struct column_def columns[] = {
	[COL_PATH] = {"path", "Module path", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 50, "classes from the outermost module down"},
	[COL_CLASS] = {"class", "Module", CELL_TEXT, UNIT_NONE, 0, 24, "class of the module"},
	[COL_DEPTH] = {"depth", "Depth", CELL_INT, UNIT_NONE, 0, 5, "modules around it"},
	[COL_INSTANCES] = {"instances", "Instances", CELL_INT, UNIT_COUNT, COLUMN_DESCENDING, 9,
		"different modules of the class on this path"},
	[COL_CALLS] = {"calls", "Calls", CELL_INT, UNIT_COUNT, COLUMN_DESCENDING, 9, "forward calls"},
	[COL_HOST] = GPU_TIME("host_ms", "Host time (ms)", "summed time of the calls on the host"),
	[COL_TOTAL] = GPU_TIME("gpu_ms", "GPU time (ms)", "summed durations of GPU events, forward and backward, submodules too"),
	[COL_SHARE] = {"percent", "GPU time (%)", CELL_REAL, UNIT_PERCENT, COLUMN_DESCENDING | COLUMN_SHARE, 10,
		"share of the durations of all linked GPU events"},
	[COL_FORWARD] = GPU_TIME("forward_ms", "Forward (ms)", "of that, launched within the forward calls"),
	[COL_FORWARD_OWN] = GPU_TIME("forward_own_ms", "Forward own (ms)", "of that, by the module itself, not a submodule"),
	[COL_FORWARD_BUSY] = GPU_TIME("forward_busy_ms", "Forward busy (ms)", "merged GPU time of each call, summed over calls"),
	[COL_FORWARD_KERNELS] = {"forward_events", "Forward GPU events", CELL_INT, UNIT_COUNT, COLUMN_DESCENDING, 9,
		"GPU events launched within the forward calls"},
	[COL_BACKWARD] = GPU_TIME("backward_ms", "Backward (ms)", "launched by the backward of the module's ops"),
	[COL_BACKWARD_OWN] = GPU_TIME("backward_own_ms", "Backward own (ms)", "of that, of ops that no submodule called"),
	[COL_BACKWARD_KERNELS] = {"backward_events", "Backward GPU events", CELL_INT, UNIT_COUNT, COLUMN_DESCENDING, 9,
		"GPU events launched by the backward"},
	[COL_EXAMPLE] = {"event", "Event", CELL_INT, UNIT_EVENT, 0, 9, "first call"},
};

struct share {		/* of GPU time */
	int64_t own, all;
	int64_t events;
};

struct module {		/* one path */
	uint32_t parent;	/* path, NONE for the outermost */
	uint32_t class_text, example, depth;
	int64_t calls, instances;
	int64_t host, busy;
	struct share forward, backward;
	const char *path;
};

struct modules {
	struct keymap paths;		/* parent + 1, class */
	struct keymap names;		/* path, name: an instance */
	struct module *all;
	size_t cap;
	uint32_t *path_at;		/* by position: innermost path, NONE outside all modules */
	uint32_t *forward_at;		/* by position: forward op of a backward op, NONE */
};

struct open_frame {
	uint32_t end, value;	/* first position behind it; path or forward op */
};

struct frames {
	struct open_frame *open;
	size_t n, cap;
};

static bool
frames_push(struct frames *frames, uint32_t end, uint32_t value)
{
	if (!mem_reserve(&frames->open, &frames->cap, frames->n + 1, sizeof(*frames->open)))
		return false;
	frames->open[frames->n++] = (struct open_frame){end, value};
	return true;
}

/* The innermost open value at a position, NONE when there is none. */
static uint32_t
frames_at(struct frames *frames, uint32_t pos)
{
	while (frames->n && frames->open[frames->n - 1].end <= pos)
		frames->n--;
	return frames->n ? frames->open[frames->n - 1].value : NONE;
}

/* "nn.Module: Linear_12" is of class Linear. */
static uint32_t
class_of(struct analysis *a, uint32_t event)
{
	const char *name = trace_name(a->trace, event) + strlen(MODULE_PREFIX);
	size_t len = strlen(name), end = len;
	uint32_t id;

	while (end > 0 && name[end - 1] >= '0' && name[end - 1] <= '9')
		end--;
	if (end < len && end > 1 && name[end - 1] == '_')
		len = end - 1;
	id = intern_add(&a->texts, name, len);
	if (id == INTERN_NONE)
		a->no_memory = true;
	return id;
}

/* The path of a module frame within a path; NONE when memory runs out. */
static uint32_t
enter_module(struct modules *m, struct analysis *a, uint32_t parent, uint32_t event)
{
	const uint32_t key[] = {parent + 1, class_of(a, event)};
	uint32_t known = m->paths.n, path = keymap_add(&m->paths, key), instance[2], instances = m->names.n;
	struct module *module;

	if (path == KEYMAP_NONE || !mem_reserve(&m->all, &m->cap, m->paths.n, sizeof(*m->all)))
		return NONE;
	module = &m->all[path];
	if (path == known)
		*module = (struct module){.parent = parent, .class_text = key[1], .example = event,
			.depth = parent == NONE ? 0 : m->all[parent].depth + 1};
	instance[0] = path;
	instance[1] = a->trace->name[event];
	if (keymap_add(&m->names, instance) == KEYMAP_NONE)
		return NONE;
	module->instances += m->names.n - instances;
	if (analysis_is_selected(a, event)) {
		module->calls++;
		module->host = time_add(module->host, a->trace->dur[event]);
		module->busy = time_add(module->busy, tree_gpu_busy(a->tree, event));
	}
	return path;
}

/* Gives every position the innermost module around it, a module's own frame itself. */
static bool
find_paths(struct modules *m, struct analysis *a)
{
	const struct tree *tree = a->tree;
	struct frames frames = {0};
	bool good = true;

	for (uint32_t pos = 0; good && pos < tree->n; pos++) {
		uint32_t path = frames_at(&frames, pos);

		if (tree_is_module(a->trace, tree->order[pos])) {
			path = enter_module(m, a, path, tree->order[pos]);
			good = path != NONE && frames_push(&frames, pos + tree->size[pos], path);
		}
		m->path_at[pos] = path;
	}
	free(frames.open);
	return good;
}

static void
add_event(struct modules *m, struct analysis *a, uint32_t event, uint32_t path, bool backward)
{
	struct share *share = backward ? &m->all[path].backward : &m->all[path].forward;

	share->own = time_add(share->own, a->trace->dur[event]);
	share->events++;
}

/* Adds each GPU event to the module that called for it. */
static bool
add_events(struct modules *m, struct analysis *a)
{
	const struct tree *tree = a->tree;
	struct frames frames = {0};
	bool good = true;

	for (uint32_t pos = 0; good && pos < tree->n; pos++) {
		uint32_t event = tree->order[pos], forward = frames_at(&frames, pos), path = m->path_at[pos];

		if (m->forward_at[pos] != NONE)
			good = frames_push(&frames, pos + tree->size[pos], m->forward_at[pos]);
		if (!event_is_gpu(a->trace->kind[event]) || !analysis_is_selected(a, event))
			continue;
		if (path != NONE)
			add_event(m, a, event, path, false);
		else if (forward != NONE && m->path_at[tree->pos[forward]] != NONE)
			add_event(m, a, event, m->path_at[tree->pos[forward]], true);
	}
	free(frames.open);
	return good;
}

static void
add_to_parents(struct modules *m)
{
	for (uint32_t i = 0; i < m->paths.n; i++) {
		m->all[i].forward.all = m->all[i].forward.own;
		m->all[i].backward.all = m->all[i].backward.own;
	}
	for (uint32_t i = m->paths.n; i-- > 0;) {	/* a parent's number is smaller */
		struct module *module = &m->all[i], *parent;

		if (module->parent == NONE)
			continue;
		parent = &m->all[module->parent];
		parent->forward.all = time_add(parent->forward.all, module->forward.all);
		parent->backward.all = time_add(parent->backward.all, module->backward.all);
		parent->forward.events += module->forward.events;
		parent->backward.events += module->backward.events;
	}
}

static bool
modules_make(struct modules *m, struct analysis *a)
{
	const struct tree *tree = a->tree;

	*m = (struct modules){.paths = {.width = 2}, .names = {.width = 2}};
	m->path_at = mem_alloc(tree->n, sizeof(*m->path_at));
	m->forward_at = mem_alloc(tree->n, sizeof(*m->forward_at));
	if (!m->path_at || !m->forward_at)
		return false;
	memset(m->forward_at, 0xff, tree->n * sizeof(*m->forward_at));
	for (uint32_t i = 0; i < tree->n_pairs; i++)
		if (tree_has(tree, tree->backward[i].from) && tree_has(tree, tree->backward[i].to))
			m->forward_at[tree->pos[tree->backward[i].from]] = tree->backward[i].to;
	if (!find_paths(m, a) || !add_events(m, a))
		return false;
	add_to_parents(m);
	return true;
}

static void
modules_free(struct modules *m)
{
	keymap_free(&m->paths);
	keymap_free(&m->names);
	free(m->all);
	free(m->path_at);
	free(m->forward_at);
}

static const char *
path_text(struct modules *m, struct analysis *a, uint32_t path, struct arena *arena)
{
	struct module *module = &m->all[path];
	const char *parent = module->parent == NONE ? NULL : m->all[module->parent].path;
	const char *own = intern_text(&a->texts, module->class_text);

	if (!parent)
		module->path = own;
	else if (strlen(parent) > PATH_MAX_BYTES)
		module->path = arena_printf(arena, ".../%s", own);
	else
		module->path = arena_printf(arena, "%s/%s", parent, own);
	if (!module->path)
		a->no_memory = true;
	return module->path;
}

static void
add_row(struct rows *rows, struct modules *m, struct analysis *a, uint32_t path)
{
	const struct module *module = &m->all[path];
	int64_t all = time_add(module->forward.all, module->backward.all);

	rows_text(rows, COL_PATH, path_text(m, a, path, &rows->table->arena));
	rows_text(rows, COL_CLASS, intern_text(&a->texts, module->class_text));
	rows_int(rows, COL_DEPTH, module->depth);
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
	rows_int(rows, COL_EXAMPLE, module->example);
}

int
build_modules(struct analysis *a, const struct sheet *sheet, struct table **out, struct error *err)
{
	static const struct table_sort order[] = {{COL_TOTAL, true}, {COL_DEPTH, false}};
	struct modules m;
	struct rows rows;

	rows_open(&rows, sheet, columns, COLUMNS_OF(columns), 0);
	if (!modules_make(&m, a))
		a->no_memory = true;
	for (uint32_t i = 0; !a->no_memory && i < m.paths.n && rows_next(&rows); i++)
		add_row(&rows, &m, a, i);
	modules_free(&m);
	rows_sort(&rows, order, COLUMNS_OF(order));
	return rows_close(&rows, a, out, err);
}
