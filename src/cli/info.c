/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/info.h"
#include "analysis/sheets.h"
#include "base/text.h"
#include "report/write.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const struct {
	const char *row, *key;
	size_t at;
} timeline[] = {
	{"computation_time", "computation_us", offsetof(struct info_gpu, computation)},
	{"exposed_comm_time", "exposed_comm_us", offsetof(struct info_gpu, exposed_comm)},
	{"exposed_memcpy_time", "exposed_memcpy_us", offsetof(struct info_gpu, exposed_memcpy)},
	{"busy_time", "busy_us", offsetof(struct info_gpu, busy)},
	{"idle_time", "idle_us", offsetof(struct info_gpu, idle)},
	{"total_time", "total_us", offsetof(struct info_gpu, total)},
	{"total_comm_time", "comm_us", offsetof(struct info_gpu, comm)},
	{"total_memcpy_time", "memcpy_us", offsetof(struct info_gpu, memcpy)},
};

#define TIMELINE_ROWS (sizeof(timeline) / sizeof(*timeline))

static void
info_take_rows(struct info_gpu *gpu, const struct table *table)
{
	int type = table_find_column(table, "type"), time = table_find_column(table, "time_ms");

	for (size_t i = 0; i < TIMELINE_ROWS; i++) {
		int64_t ns = TRACE_NO_NUMBER;

		for (uint32_t row = 0; row < table->n_rows; row++)
			if (!strcmp(table_cell(table, row, (uint32_t)type).s, timeline[i].row))
				ns = table_cell(table, row, (uint32_t)time).i;
		memcpy((char *)gpu + timeline[i].at, &ns, sizeof(ns));
	}
}

static int
info_gather_gpu(struct info *info, bool unlinked, struct info_gpu *gpu, struct error *err)
{
	struct analysis_options options;
	struct analysis *analysis;
	struct table *table = NULL;
	int result;

	analysis_options_init(&options);
	options.unlinked = unlinked;
	if (analysis_new(&analysis, info->trace, info->tree, &options, err))
		return -1;
	result = sheet_build(analysis, sheet_find("gpu_timeline"), &table, err);
	if (!result)
		info_take_rows(gpu, table);
	table_free(table);
	analysis_free(analysis);
	return result;
}

int
info_gather(struct info *info, const struct trace *trace, const struct tree *tree, struct error *err)
{
	*info = (struct info){.trace = trace, .tree = tree};
	for (uint32_t i = 0; i < trace->n; i++) {
		info->kinds[trace->kind[i]]++;
		info->modules += tree_is_module(trace, i);
	}
	for (uint32_t i = 0; i < trace->n_signatures; i++)
		info->has_shapes |= trace->signatures[i].dims != 0;
	info->loaded = trace->n - info->kinds[EVENT_SKIPPED];
	return info_gather_gpu(info, false, &info->linked, err) || info_gather_gpu(info, true, &info->all, err) ? -1 : 0;
}

/* --- as JSON ---------------------------------------------------------------------- */

/* Writes a member: a comma before all but the first, its key; the value follows. */
static void
json_key(struct output *output, bool *first, const char *key)
{
	output_add_text(output, *first ? "\n" : ",\n");
	*first = false;
	write_json_text(output, key);
	output_add_text(output, ": ");
}

static void
json_text(struct output *output, bool *first, const char *key, const char *text)
{
	json_key(output, first, key);
	if (text)
		write_json_text(output, text);
	else
		output_add_text(output, "null");
}

static void
json_number(struct output *output, bool *first, const char *key, int64_t value)
{
	char text[32];

	snprintf(text, sizeof(text), "%" PRId64, value);
	json_key(output, first, key);
	output_add_text(output, value == TRACE_NO_NUMBER ? "null" : text);
}

static void
json_us(struct output *output, bool *first, const char *key, int64_t ns)
{
	char text[32];

	json_key(output, first, key);
	output_add_text(output, ns == TRACE_NO_NUMBER ? "null" : text_us(text, ns));
}

static void
json_bool(struct output *output, bool *first, const char *key, bool value)
{
	json_key(output, first, key);
	output_add_text(output, value ? "true" : "false");
}

static void
json_open(struct output *output, bool *first, const char *key, const char *bracket, bool *inner)
{
	json_key(output, first, key);
	output_add_text(output, bracket);
	*inner = true;
}

static void
json_item(struct output *output, bool *list, bool *inner)
{
	output_add_text(output, *list ? "\n{" : ",\n{");
	*list = false;
	*inner = true;
}

static void
json_identity(struct output *output, bool *first, const struct info *info)
{
	const struct trace_meta *meta = &info->trace->meta;
	bool list, inner;

	json_text(output, first, "file", meta->path);
	json_text(output, first, "format", meta->format);
	json_number(output, first, "file_bytes", (int64_t)meta->file_bytes);
	json_number(output, first, "text_bytes", (int64_t)meta->text_bytes);
	json_bool(output, first, "partial", meta->partial);
	json_number(output, first, "elements", info->trace->n);
	json_number(output, first, "elements_loaded", (int64_t)info->loaded);
	json_number(output, first, "schema_version", meta->schema_version);
	json_text(output, first, "trace_name", meta->trace_name);
	json_text(output, first, "host", meta->host);
	json_number(output, first, "rank", meta->rank);
	json_bool(output, first, "rank_from_name", meta->rank_from_name);
	json_number(output, first, "world_size", meta->world_size);
	json_text(output, first, "backend", meta->backend);
	json_bool(output, first, "shapes", info->has_shapes);
	json_number(output, first, "base_time_ns", meta->base_time_ns);
	json_number(output, first, "start_ns", info->trace->start_ns);
	json_open(output, first, "devices", "[", &list);
	for (uint32_t i = 0; i < meta->n_devices; i++) {
		json_item(output, &list, &inner);
		json_number(output, &inner, "id", meta->devices[i].id);
		json_text(output, &inner, "name", meta->devices[i].name);
		json_number(output, &inner, "total_memory", meta->devices[i].total_memory);
		json_number(output, &inner, "compute_major", meta->devices[i].compute_major);
		json_number(output, &inner, "compute_minor", meta->devices[i].compute_minor);
		json_number(output, &inner, "sms", meta->devices[i].sms);
		output_add_text(output, "}");
	}
	output_add_text(output, "]");
	json_open(output, first, "metadata_keys", "[", &list);
	for (uint32_t i = 0; i < meta->n_keys; i++) {
		output_add_text(output, i ? ", " : "");
		write_json_text(output, meta->keys[i]);
	}
	output_add_text(output, "]");
}

static void
json_processes(struct output *output, bool *first, const struct info *info)
{
	const struct trace *trace = info->trace;
	bool list, inner;

	json_open(output, first, "processes", "[", &list);
	for (uint32_t i = 0; i < trace->n_processes; i++) {
		const struct trace_process *process = &trace->processes[i];

		json_item(output, &list, &inner);
		json_text(output, &inner, "pid", trace_string(trace, process->pid));
		json_text(output, &inner, "name", process->name ? trace_string(trace, process->name) : NULL);
		json_text(output, &inner, "labels", process->labels ? trace_string(trace, process->labels) : NULL);
		json_number(output, &inner, "sort_index", process->sort_index);
		output_add_text(output, "}");
	}
	output_add_text(output, "]");
	json_open(output, first, "threads", "[", &list);
	for (uint32_t i = 0; i < trace->n_tracks; i++) {
		const struct trace_track *track = &trace->tracks[i];

		json_item(output, &list, &inner);
		json_text(output, &inner, "pid", trace_string(trace, trace->processes[track->process].pid));
		json_text(output, &inner, "tid", trace_string(trace, track->tid));
		json_text(output, &inner, "name", track->name ? trace_string(trace, track->name) : NULL);
		output_add_text(output, "}");
	}
	output_add_text(output, "]");
}

static void
json_counts(struct output *output, bool *first, const struct info *info)
{
	static const char *const kinds[EVENT_KINDS] = {
		"other", "cpu_op", "cuda_runtime", "cuda_driver", "python_function", "kernel", "gpu_memcpy",
		"gpu_memset", "user_annotation", "gpu_user_annotation", "ac2g", "fwdbwd", "memory", "metadata",
		"skipped",
	};
	const struct trace *trace = info->trace;
	bool list, inner;

	json_open(output, first, "categories", "[", &list);
	for (uint32_t i = 0; i < trace->n_categories; i++) {
		const struct trace_category *category = &trace->categories[i];

		if (!category->count && !category->others)
			continue;
		json_item(output, &list, &inner);
		json_text(output, &inner, "name", trace_string(trace, category->name));
		json_number(output, &inner, "timed", (int64_t)category->count);
		json_number(output, &inner, "others", (int64_t)category->others);
		output_add_text(output, "}");
	}
	output_add_text(output, "]");
	json_open(output, first, "kinds", "{", &inner);
	for (unsigned kind = 0; kind < EVENT_KINDS; kind++)
		json_number(output, &inner, kinds[kind], (int64_t)info->kinds[kind]);
	output_add_text(output, "}");
}

static void
json_gpu(struct output *output, bool *first, const char *key, const struct info_gpu *gpu)
{
	bool inner;

	json_open(output, first, key, "{", &inner);
	for (size_t i = 0; i < TIMELINE_ROWS; i++) {
		int64_t ns;

		memcpy(&ns, (const char *)gpu + timeline[i].at, sizeof(ns));
		json_us(output, &inner, timeline[i].key, ns);
	}
	output_add_text(output, "}");
}

static void
json_links(struct output *output, bool *first, const struct info *info)
{
	const struct tree *tree = info->tree;
	bool inner;

	json_open(output, first, "links", "{", &inner);
	json_number(output, &inner, "gpu_events", tree->n_gpu);
	json_number(output, &inner, "linked", tree->n_linked);
	json_number(output, &inner, "unlinked", (int64_t)tree->n_gpu - tree->n_linked);
	json_us(output, &inner, "linked_us", tree->linked_ns);
	json_us(output, &inner, "unlinked_us", tree->unlinked_ns);
	json_number(output, &inner, "launches", tree->n_launches);
	json_number(output, &inner, "launches_without_gpu", tree->n_launches_without);
	json_number(output, &inner, "forward_backward_pairs", tree->n_pairs);
	json_number(output, &inner, "modules", (int64_t)info->modules);
	output_add_text(output, "}");
}

static void
json_warnings(struct output *output, bool *first, const struct trace *trace)
{
	bool list, inner;
	char line[1024];

	json_open(output, first, "warnings", "[", &list);
	for (unsigned kind = 0; kind < WARNINGS; kind++) {
		const struct warning *w = &trace->warnings[kind];
		const char *text = trace_warning(trace, (enum warning_kind)kind, line, sizeof(line));

		if (!text)
			continue;
		json_item(output, &list, &inner);
		json_text(output, &inner, "id", warning_id((enum warning_kind)kind));
		json_number(output, &inner, "count", (int64_t)w->count);
		json_number(output, &inner, "offset", (int64_t)w->offset);
		json_number(output, &inner, "event", w->event == TRACE_NONE ? TRACE_NO_NUMBER : (int64_t)w->event);
		json_number(output, &inner, "amount", w->amount);
		json_text(output, &inner, "text", text);
		output_add_text(output, "}");
	}
	output_add_text(output, "]");
}

void
info_write_json(struct output *output, const struct info *info)
{
	bool first = true;

	output_add_text(output, "{");
	json_identity(output, &first, info);
	json_processes(output, &first, info);
	json_counts(output, &first, info);
	json_us(output, &first, "span_us", info->trace->end);
	json_links(output, &first, info);
	json_gpu(output, &first, "gpu_linked", &info->linked);
	json_gpu(output, &first, "gpu_all", &info->all);
	json_warnings(output, &first, info->trace);
	output_add_text(output, "\n}\n");
}
