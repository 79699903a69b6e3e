/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/analysis_priv.h"
#include "analysis/frames.h"
#include "base/mem.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void
analysis_options_init(struct analysis_options *options)
{
	*options = (struct analysis_options){
		.micro_idle_ns = -1, .short_ns = 10000, .short_bins = 100,
	};
}

struct analysis *
analysis_whole(struct analysis *analysis)
{
	return analysis->options.around ? analysis->options.around : analysis;
}

const struct trace *
analysis_trace(const struct analysis *analysis)
{
	return analysis->trace;
}

const struct tree *
analysis_tree(const struct analysis *analysis)
{
	return analysis->tree;
}

const struct analysis_options *
analysis_settings(const struct analysis *analysis)
{
	return &analysis->options;
}

const char *
analysis_remark(const struct analysis *analysis, uint32_t number)
{
	const struct remark *remark = analysis->remarks;

	while (remark && number-- > 0)
		remark = remark->next;
	return remark ? remark->text : NULL;
}

void
analysis_add_remark(struct analysis *a, const char *format, ...)
{
	struct remark **end = &a->remarks, *remark;
	char line[512];
	va_list args;

	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	for (; *end; end = &(*end)->next)
		if (!strcmp((*end)->text, line))
			return;
	remark = arena_alloc(&a->arena, sizeof(*remark));
	if (!remark || !(remark->text = arena_strdup(&a->arena, line))) {
		a->no_memory = true;
		return;
	}
	remark->next = NULL;
	*end = remark;
}

/*
 * A place is the texts of its names: threads that are called the same are one place, as in the
 * reference.
 */
static bool
make_places(struct analysis *a)
{
	const struct trace *t = a->trace;
	struct keymap map = {.width = 3};
	bool good = true;

	a->place_of = mem_alloc(t->n_tracks, sizeof(*a->place_of));
	for (uint32_t i = 0; good && a->place_of && i < t->n_tracks; i++) {
		const struct trace_process *process = &t->processes[t->tracks[i].process];
		const uint32_t key[] = {process->name, process->labels, t->tracks[i].name};

		a->place_of[i] = keymap_add(&map, key);
		good = a->place_of[i] != KEYMAP_NONE;
	}
	a->places = mem_alloc(map.n, sizeof(*a->places));
	a->n_places = map.n;
	for (uint32_t i = 0; a->places && i < map.n; i++) {
		const uint32_t *key = keymap_key(&map, i);

		a->places[i] = (struct place){
			key[0] ? trace_string(t, key[0]) : "Unknown",
			key[1] ? trace_string(t, key[1]) : "Unknown",
			key[2] ? trace_string(t, key[2]) : "Unknown",
		};
	}
	keymap_free(&map);
	return good && a->place_of && a->places;
}

/*
 * Marks the frames that compute forward activations again, and all below them.
 */
static bool
mark_recomputed(struct analysis *a)
{
	const struct tree *tree = a->tree;
	uint32_t end = 0;

	if (!(a->recomputed = mem_zero(tree->n, sizeof(*a->recomputed))))
		return false;
	for (uint32_t pos = 0; pos < tree->n; pos++) {
		uint32_t event = tree->order[pos];

		if (pos < end) {
			a->recomputed[pos] = true;
			continue;
		}
		if (a->trace->kind[event] != EVENT_PYTHON || !frame_is_recompute(trace_name(a->trace, event)))
			continue;
		a->recomputed[pos] = true;
		end = pos + tree->size[pos];
	}
	return true;
}

int
analysis_new(struct analysis **out, const struct trace *trace, const struct tree *tree,
	const struct analysis_options *options, struct error *err)
{
	struct analysis *a = mem_zero(1, sizeof(*a));

	*out = NULL;
	if (!a)
		return error_no_memory(err, "starting the analysis");
	a->trace = trace;
	a->tree = tree;
	a->options = *options;
	a->models = options->models;
	a->category_keys.width = 3;
	a->launchers.events.width = 1;
	if (!a->models && model_registry_new(&a->own_models, err) < 0) {
		analysis_free(a);
		return -1;
	}
	if (a->own_models)
		a->models = a->own_models;
	a->name_bits = mem_zero(trace->strings.n, sizeof(*a->name_bits));
	if (!a->name_bits || !make_places(a) || (options->recompute && !mark_recomputed(a))
		|| !(a->model_cache = model_cache_new(&trace->strings))) {
		analysis_free(a);
		return error_no_memory(err, "starting the analysis");
	}
	if (steps_find(a, err) < 0) {
		analysis_free(a);
		return -1;
	}
	*out = a;
	return 0;
}

void
analysis_free(struct analysis *a)
{
	if (!a)
		return;
	if (a->beside)
		analysis_free(a->beside);
	model_cache_free(a->model_cache);
	model_registry_free(a->own_models);
	arena_free(&a->arena);
	free(a->name_bits);
	free(a->model_of);
	free(a->place_of);
	free(a->backward);
	free(a->gathered);
	free(a->gathered_ids);
	free(a->sequenced);
	free(a->annotations);
	free(a->reach);
	free(a->places);
	for (int style = 0; style < ARGTEXT_STYLES; style++)
		free(a->text_of[style]);
	intern_free(&a->texts);
	buffer_free(&a->scratch);
	keymap_free(&a->category_keys);
	free(a->categories);
	free(a->signature_class[0]);
	free(a->signature_class[1]);
	free(a->steps);
	free(a->windows);
	free(a->recomputed);
	analysis_idle_free(a);
	analysis_overlap_free(a);
	analysis_gpu_blocks_free(a);
	analysis_unions_free(a);
	analysis_perf_events_free(a);
	analysis_roofs_free(a);
	analysis_roofline_free(a);
	analysis_module_paths_free(a);
	free(a->gpu);
	free(a->launchers.all);
	free(a->launchers.gpu);
	free(a->launchers.index);
	keymap_free(&a->launchers.events);
	free(a);
}

bool
analysis_is_linked(const struct analysis *a, uint32_t event)
{
	return tree_has(a->tree, event) && a->tree->parent[event] != TRACE_NONE;
}

/* Annotations are in no tree. */
static bool
is_in_cut(const struct analysis *a, uint32_t event)
{
	uint8_t kind = a->trace->kind[event];

	if (event_is_gpu(kind) || event_is_host(kind))
		return tree_has(a->tree, event);
	return tree_window_runs(&a->tree->window, a->trace, event);
}

bool
analysis_is_selected(const struct analysis *a, uint32_t event)
{
	uint32_t low = 0, high = a->n_windows;
	int64_t ts;

	if (a->tree->is_cut && !is_in_cut(a, event))
		return false;
	if (!a->options.limit_steps)
		return true;
	if (event_is_gpu(a->trace->kind[event])) {
		if (!analysis_is_linked(a, event))
			return false;
		event = a->tree->parent[event];
	}
	ts = a->trace->ts[event];
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (a->windows[middle].end <= ts)
			low = middle + 1;
		else
			high = middle;
	}
	return low < a->n_windows && a->windows[low].start <= ts;
}

bool
analysis_is_recomputed(const struct analysis *a, uint32_t event)
{
	return a->recomputed && tree_has(a->tree, event) && a->recomputed[a->tree->pos[event]];
}

bool
analysis_is_gpu_only(const struct analysis *a)
{
	for (uint32_t i = 0; i < a->trace->n_categories; i++)
		if (a->trace->categories[i].count && !strcmp(trace_string(a->trace,
		a->trace->categories[i].name), "cpu_op"))
			return false;
	return true;
}

uint32_t
analysis_place_id(const struct analysis *a, uint32_t event)
{
	return a->place_of[a->trace->track[event]];
}

const struct place *
analysis_place(const struct analysis *a, uint32_t event)
{
	return &a->places[analysis_place_id(a, event)];
}
