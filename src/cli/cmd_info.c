/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/cli.h"
#include "cli/info.h"
#include "cli/load.h"
#include "base/text.h"
#include "report/output.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct info_options {
	int format;
};

enum { FORMAT_TEXT, FORMAT_JSON };

static const char *const formats[] = {"text", "json", NULL};

static const struct cli_option options[] = {
	CLI_CHOICE("format", 'f', "FORMAT", formats, struct info_options, format, "how to write it"),
	CLI_END
};

static void
info_line(struct output *output, const char *label, const char *text)
{
	char line[1200], safe[1024];

	text_sanitise(safe, sizeof(safe), text, strlen(text), 400);
	snprintf(line, sizeof(line), "%-14s %s\n", label, safe);
	output_add_text(output, line);
}

#define INFO_PRINTF(output, label, ...) do { \
	char info_text[512]; \
	snprintf(info_text, sizeof(info_text), __VA_ARGS__); \
	info_line(output, label, info_text); \
} while (0)

static void
info_write_identity(struct output *output, const struct info *info)
{
	const struct trace *trace = info->trace;
	const struct trace_meta *meta = &trace->meta;
	char file[32], text[32], loaded[32], rank[64] = "unknown";

	INFO_PRINTF(output, "trace", "%s", meta->path);
	INFO_PRINTF(output, "format", "%s, %s, %s of text", meta->format, text_bytes(file, meta->file_bytes),
		text_bytes(text, meta->text_bytes));
	INFO_PRINTF(output, "elements", "%s%s", text_count(loaded, info->loaded), meta->partial ? ", a partial trace" : "");
	if (meta->n_devices)
		INFO_PRINTF(output, "device", "%s, %" PRId64 " SMs, %s, 1 of %" PRIu32,
			*meta->devices[0].name ? meta->devices[0].name : "(unnamed)", meta->devices[0].sms,
			text_bytes(text, meta->devices[0].total_memory > 0 ? (uint64_t)meta->devices[0].total_memory : 0),
			meta->n_devices);
	if (meta->rank != TRACE_NO_NUMBER)
		snprintf(rank, sizeof(rank), "%" PRId64 "%s", meta->rank, meta->rank_from_name ? " (from the file's name)" : "");
	if (meta->world_size != TRACE_NO_NUMBER)
		INFO_PRINTF(output, "rank", "%s of %" PRId64 "%s%s", rank, meta->world_size, meta->backend ? ", " : "",
			meta->backend ? meta->backend : "");
	else
		info_line(output, "rank", rank);
	if (meta->host)
		info_line(output, "host", meta->host);
	info_line(output, "shapes", info->has_shapes ? "recorded" : "not recorded (record_shapes=True records them)");
	for (uint32_t i = 0; i < meta->n_keys; i++)
		if (strstr(meta->keys[i], "version") || strstr(meta->keys[i], "Version"))
			INFO_PRINTF(output, "", "%s %.200s", meta->keys[i], meta->values[i]);
}

static void
info_write_counts(struct output *output, const struct info *info)
{
	const struct trace *trace = info->trace;
	char timed[32], others[32];

	output_add_text(output, "\ncategory                        timed      others\n");
	for (uint32_t i = 0; i < trace->n_categories; i++) {
		const struct trace_category *category = &trace->categories[i];
		char name[128], line[256];
		size_t width;

		if (!category->count && !category->others)
			continue;
		width = text_sanitise(name, sizeof(name), trace_string(trace, category->name),
			strlen(trace_string(trace, category->name)), 24);
		if (!category->name)
			width = (size_t)snprintf(name, sizeof(name), "(none)");
		snprintf(line, sizeof(line), "%s%*s %12s %11s\n", name, (int)(24 - (width < 24 ? width : 24)), "",
			text_count(timed, category->count), text_count(others, category->others));
		output_add_text(output, line);
	}
}

static void
info_write_gpu(struct output *output, const char *label, const struct info_gpu *gpu)
{
	static const struct { const char *name; size_t at; } parts[] = {
		{"computation", offsetof(struct info_gpu, computation)},
		{"exposed communication", offsetof(struct info_gpu, exposed_comm)},
		{"exposed copies", offsetof(struct info_gpu, exposed_memcpy)},
		{"idle", offsetof(struct info_gpu, idle)},
	};
	char busy[32], total[32], time[32];

	if (gpu->total == TRACE_NO_NUMBER || !gpu->total) {
		INFO_PRINTF(output, label, "no GPU work");
		return;
	}
	INFO_PRINTF(output, label, "busy %s of %s, %.1f %%", text_time(busy, gpu->busy), text_time(total, gpu->total),
		(double)gpu->busy * 100.0 / (double)gpu->total);
	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
		int64_t ns;

		memcpy(&ns, (const char *)gpu + parts[i].at, sizeof(ns));
		INFO_PRINTF(output, "", "%-22s %10s %6.1f %%", parts[i].name, text_time(time, ns),
			(double)ns * 100.0 / (double)gpu->total);
	}
}

static void
info_write_links(struct output *output, const struct info *info)
{
	const struct tree *tree = info->tree;
	char a[32], b[32], c[32];
	int64_t all = tree->linked_ns + tree->unlinked_ns;

	output_add_text(output, "\n");
	INFO_PRINTF(output, "time", "%s from first to last event", text_time(a, info->trace->end));
	INFO_PRINTF(output, "GPU events", "%s, %s linked to a launch%s", text_count(a, tree->n_gpu),
		text_count(b, tree->n_linked), tree->n_gpu ? "" : " (none at all)");
	if (all)
		INFO_PRINTF(output, "linked share", "%.1f %% of GPU time", (double)tree->linked_ns * 100.0 / (double)all);
	INFO_PRINTF(output, "launches", "%s, %s without GPU work", text_count(a, tree->n_launches),
		text_count(b, tree->n_launches_without));
	INFO_PRINTF(output, "pairs", "%s forward and backward", text_count(c, tree->n_pairs));
	info_write_gpu(output, "GPU, linked", &info->linked);
	info_write_gpu(output, "GPU, all", &info->all);
}

static void
info_write_warnings(struct output *output, const struct trace *trace)
{
	bool any = false;
	char line[1024];

	for (unsigned kind = 0; kind < WARNINGS; kind++) {
		const char *text = trace_warning(trace, (enum warning_kind)kind, line, sizeof(line));

		if (!text)
			continue;
		if (!any)
			output_add_text(output, "\n");
		any = true;
		info_line(output, "warning", text);
	}
}

static int
info_write(const struct info *info, int format)
{
	struct output *output;
	struct error err;

	if (output_open(&output, "-", &err))
		return cli_fail(NULL, &err);
	if (format == FORMAT_JSON) {
		info_write_json(output, info);
	} else {
		info_write_identity(output, info);
		info_write_counts(output, info);
		info_write_links(output, info);
		info_write_warnings(output, info->trace);
	}
	return output_close(output, &err) ? cli_fail(NULL, &err) : CLI_DONE;
}

static int
info_run(const struct cli_call *call)
{
	const struct info_options *given = call->options;
	struct cli_trace loaded;
	struct info info;
	struct error err;
	int status = cli_load(&loaded, call->files[0], false);

	if (status)
		return status;
	status = info_gather(&info, loaded.trace, loaded.tree, &err) ? cli_fail(call->files[0], &err)
		: info_write(&info, given->format);
	cli_unload(&loaded);
	return status;
}

const struct cli_command cmd_info = {
	.id = "info",
	.arguments = "TRACE",
	.help = "say what a trace is: identity, counts, links, GPU time, warnings",
	.options = options,
	.options_size = sizeof(struct info_options),
	.min_files = 1,
	.max_files = 1,
	.run = info_run,
};
