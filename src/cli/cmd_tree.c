/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/cli.h"
#include "cli/load.h"
#include "cli/tree_merged.h"
#include "base/text.h"
#include "report/output.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { COL_UID, COL_CAT, COL_NAME, COL_PARENT, COL_DEPTH, COL_TS, COL_DUR, COL_EVENTS, COL_BUSY, COL_SUM, COL_FORWARD,
	COLS };

static const struct column_def columns[COLS] = {
	[COL_UID] = {"uid", "uid", CELL_INT, UNIT_EVENT, COLUMN_KEY, 8, "event: index in the file's event array"},
	[COL_CAT] = {"cat", "cat", CELL_TEXT, UNIT_NONE, 0, 12, "category; driver calls are cuda_runtime"},
	[COL_NAME] = {"name", "name", CELL_TEXT, UNIT_NONE, 0, 40, "name"},
	[COL_PARENT] = {"parent", "parent", CELL_INT, UNIT_EVENT, 0, 8, "event around it"},
	[COL_DEPTH] = {"depth", "depth", CELL_INT, UNIT_NONE, 0, 5, "events around it"},
	[COL_TS] = {"ts_us", "ts_us", CELL_TIME, UNIT_US, 0, 12, "start, from the trace's first event"},
	[COL_DUR] = {"dur_us", "dur_us", CELL_TIME, UNIT_US, 0, 10, "duration"},
	[COL_EVENTS] = {"gpu_events", "gpu_events", CELL_INT, UNIT_COUNT, 0, 8, "GPU events that it started"},
	[COL_BUSY] = {"gpu_busy_us", "gpu_busy_us", CELL_TIME, UNIT_US, COLUMN_DESCENDING, 10, "merged time of those"},
	[COL_SUM] = {"gpu_sum_us", "gpu_sum_us", CELL_TIME, UNIT_US, 0, 10, "summed time of those"},
	[COL_FORWARD] = {"fwd_event", "fwd_event", CELL_INT, UNIT_EVENT, 0, 8, "forward operator of a backward one"},
};

struct tree_options {
	int64_t node, depth;
	int python, format;
	bool gpu_only, merged;
};

static const char *const formats[] = {"text", "csv", "json", NULL};
static const char *const pythons[] = {"none", "modules", "all", NULL};

static const struct cli_option options[] = {
	CLI_INT("node", 'n', "UID", 0, UINT32_MAX - 1, struct tree_options, node, "only this event and what is under it"),
	CLI_INT("depth", 'd', "N", 0, UINT32_MAX - 1, struct tree_options, depth, "only N levels under the first"),
	CLI_CHOICE("python", 'p', "FRAMES", pythons, struct tree_options, python, "which frames of Python are shown"),
	CLI_FLAG("merged", 'm', struct tree_options, merged, "fold equal paths of module classes, operators and calls"),
	CLI_FLAG("gpu-only", 'g', struct tree_options, gpu_only, "leave out what started no GPU work"),
	CLI_CHOICE("format", 'f', "FORMAT", formats, struct tree_options, format, "how to write it"),
	CLI_END
};

/* --- as a table ----------------------------------------------------------------- */

/* Driver calls count as runtime calls, as the reference has them. */
static const char *
tree_category(const struct trace *trace, uint32_t event)
{
	const char *name = trace_category_name(trace, event);

	return strcmp(name, "cuda_driver") ? name : "cuda_runtime";
}

static bool
tree_add_row(struct table *table, const struct tree *tree, const struct tree_view_row *view)
{
	const struct trace *trace = tree->trace;
	uint32_t event = view->event, forward = tree_forward_of(tree, event);
	int64_t row = table_add_row(table);

	if (row < 0)
		return false;
	table_set_int(table, row, COL_UID, event);
	table_set_text(table, row, COL_CAT, tree_category(trace, event));
	table_set_text(table, row, COL_NAME, trace_name(trace, event));
	if (view->parent != TRACE_NONE)
		table_set_int(table, row, COL_PARENT, view->parent);
	table_set_int(table, row, COL_DEPTH, view->depth);
	table_set_int(table, row, COL_TS, trace->ts[event]);
	table_set_int(table, row, COL_DUR, trace->dur[event]);
	if (!event_is_gpu(trace->kind[event])) {
		table_set_int(table, row, COL_EVENTS, tree_gpu_count(tree, event));
		table_set_int(table, row, COL_BUSY, tree_gpu_busy(tree, event));
		table_set_int(table, row, COL_SUM, tree_gpu_sum(tree, event));
	}
	if (forward != TRACE_NONE)
		table_set_int(table, row, COL_FORWARD, forward);
	return true;
}

static struct table *
tree_table(const struct tree *tree, const struct tree_view_rows *rows)
{
	struct table *table = table_of("tree", "call tree", columns, COLS);

	for (uint32_t i = 0; table && i < rows->n; i++)
		if (!tree_add_row(table, tree, &rows->rows[i]))
			goto fail;
	return table;
fail:
	table_free(table);
	return NULL;
}

/* --- as text -------------------------------------------------------------------- */

#define DEPTH_DRAWN 100		/* deeper rows are drawn at this depth and tell theirs */

static void
tree_draw_times(struct output *output, const struct tree *tree, uint32_t event)
{
	const struct trace *trace = tree->trace;
	char busy[32] = "", count[32] = "", dur[32], line[128];
	uint32_t gpu = tree_gpu_count(tree, event);

	if (gpu && !event_is_gpu(trace->kind[event]))
		text_count(count, gpu);
	if (gpu)
		text_time(busy, tree_gpu_busy(tree, event));
	text_time(dur, trace->dur[event]);
	snprintf(line, sizeof(line), "%10s %8s %10s %10" PRIu32 "  ", busy, count,
		event_is_gpu(trace->kind[event]) ? "" : dur, event);
	output_add_text(output, line);
}

static void
tree_draw_row(struct output *output, const struct tree *tree, const struct tree_view_row *row, const uint8_t *open)
{
	const struct trace *trace = tree->trace;
	const char *name = trace_name(trace, row->event);
	char safe[1024], depth[32];

	tree_draw_times(output, tree, row->event);
	for (uint32_t d = 1; d < row->depth && d < DEPTH_DRAWN; d++)
		output_add_text(output, open[d] ? "│ " : "  ");
	if (row->depth)
		output_add_text(output, row->last ? "└ " : "├ ");
	if (row->depth > DEPTH_DRAWN) {
		snprintf(depth, sizeof(depth), "(%" PRIu32 ") ", row->depth);
		output_add_text(output, depth);
	}
	text_sanitise(safe, sizeof(safe), name, strlen(name), 240);
	output_add_text(output, safe);
	output_add_text(output, "\n");
}

static int
tree_draw(const struct tree *tree, const struct tree_view_rows *rows)
{
	static const char header[] = "  GPU busy   events       host      event  name\n";
	uint8_t open[DEPTH_DRAWN + 1] = {0};
	uint32_t track = TRACE_NONE;
	struct output *output;
	struct error err;

	if (output_open(&output, "-", &err))
		return cli_fail(NULL, &err);
	output_add_text(output, header);
	for (uint32_t i = 0; i < rows->n; i++) {
		const struct tree_view_row *row = &rows->rows[i];

		if (!row->depth && row->root != track) {
			char line[512];

			track = row->root;
			tree_view_root_name(tree, track, line, sizeof(line));
			output_add_text(output, line);
			output_add_text(output, "\n");
		}
		if (row->depth <= DEPTH_DRAWN)
			open[row->depth] = !row->last;
		tree_draw_row(output, tree, row, open);
	}
	return output_close(output, &err) ? cli_fail(NULL, &err) : CLI_DONE;
}

/* --- the command ------------------------------------------------------------------ */

static int
tree_write(const struct cli_call *call, const struct tree *tree)
{
	const struct tree_options *given = call->options;
	static const enum write_format write_formats[] = {WRITE_TEXT, WRITE_CSV, WRITE_JSON};
	const struct tree_view_options view = {
		.python = (enum tree_view_python)given->python,
		.node = given->node < 0 ? TRACE_NONE : (uint32_t)given->node,
		.depth = given->depth < 0 ? UINT32_MAX : (uint32_t)given->depth,
		.gpu_only = given->gpu_only,
	};
	struct tree_view_rows rows;
	struct table *table;
	struct error err;
	int status;

	if (given->node >= 0 && (given->node >= tree->trace->n || !tree_has(tree, (uint32_t)given->node)))
		return cli_usage(call, "event %" PRId64 " is not in the tree", given->node);
	if (given->merged)
		return tree_write_merged(call->files[0], tree, &view, write_formats[given->format]);
	if (tree_view_make(&rows, tree, &view, &err))
		return cli_fail(call->files[0], &err);
	if (!given->format) {
		status = tree_draw(tree, &rows);
	} else {
		table = tree_table(tree, &rows);
		if (table)
			status = cli_write_table(table, write_formats[given->format]);
		else
			status = (error_no_memory(&err, "listing the tree"), cli_fail(call->files[0], &err));
		table_free(table);
	}
	tree_view_free(&rows);
	return status;
}

static int
tree_run(const struct cli_call *call)
{
	struct cli_trace loaded;
	int status = cli_load(&loaded, call->files[0], true);

	if (!status)
		status = tree_write(call, loaded.tree);
	cli_unload(&loaded);
	return status;
}

static const struct cli_example examples[] = {
	{"sonde tree --python none --gpu-only --depth 2 data/sample.json.gz", "operators that start GPU work"},
	{"sonde tree --format csv data/sample.json.gz", "every event with its parent and GPU time"},
	{NULL, NULL}
};

const struct cli_command cmd_tree = {
	.id = "tree",
	.arguments = "TRACE",
	.help = "print the call tree: modules, operators, launches and kernels",
	.about = "Text shows for each event the merged time of the GPU events that it started, how many, its own "
		"duration on the host, and its number in the file. CSV and JSON have a row an event, or with --merged "
		"a row a path.",
	.examples = examples,
	.options = options,
	.options_size = sizeof(struct tree_options),
	.defaults = &(const struct tree_options){.node = -1, .depth = -1, .python = TREE_VIEW_MODULES},
	.min_files = 1,
	.max_files = 1,
	.run = tree_run,
};
