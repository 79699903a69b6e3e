/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/cli.h"
#include "cli/load.h"

enum { COL_UID, COL_NAME, COL_PARENT, COL_EVENTS, COL_BUSY, COL_SHARE, COLS };

static const struct column_def columns[COLS] = {
	[COL_UID] = {"uid", "uid", CELL_INT, UNIT_EVENT, COLUMN_KEY, 8, "event of the module's frame"},
	[COL_NAME] = {"name", "name", CELL_TEXT, UNIT_NONE, 0, 40, "nn.Module: class and instance"},
	[COL_PARENT] = {"parent_module", "parent_module", CELL_INT, UNIT_EVENT, 0, 8, "event of the module around it"},
	[COL_EVENTS] = {"gpu_events", "gpu_events", CELL_INT, UNIT_COUNT, 0, 8, "GPU events that it started"},
	[COL_BUSY] = {"gpu_busy_us", "gpu_busy_us", CELL_TIME, UNIT_US, COLUMN_DESCENDING, 12,
		"merged time of those"},
	[COL_SHARE] = {"share", "share", CELL_REAL, UNIT_PERCENT, COLUMN_SHARE, 7,
		"of the merged time of all GPU events with a launch"},
};

struct modules_options {
	int format;
};

static const struct cli_option options[] = {
	CLI_CHOICE("format", 'f', "FORMAT", write_format_names, struct modules_options, format, "how to write it"),
	CLI_END
};

static bool
modules_add(struct table *table, const struct tree *tree, uint32_t event, int64_t total)
{
	uint32_t parent = tree_ancestor_module(tree, event);
	int64_t row = table_add_row(table), busy = tree_gpu_busy(tree, event);

	if (row < 0)
		return false;
	table_set_int(table, row, COL_UID, event);
	table_set_text(table, row, COL_NAME, trace_name(tree->trace, event));
	if (parent != TRACE_NONE)
		table_set_int(table, row, COL_PARENT, parent);
	table_set_int(table, row, COL_EVENTS, tree_gpu_count(tree, event));
	table_set_int(table, row, COL_BUSY, busy);
	if (total)
		table_set_real(table, row, COL_SHARE, (double)busy * 100.0 / (double)total);
	return true;
}

/* Rows in pre-order: a module stands before those inside it. */
static struct table *
modules_table(const struct tree *tree)
{
	struct table *table = table_of("modules", "nn.Module frames", columns, COLS);

	for (uint32_t pos = 0; table && pos < tree->n; pos++)
		if (tree_is_module(tree->trace, tree->order[pos]) && !modules_add(table, tree, tree->order[pos], tree->busy_linked))
			goto fail;
	return table;
fail:
	table_free(table);
	return NULL;
}

static int
modules_run(const struct cli_call *call)
{
	const struct modules_options *given = call->options;
	struct cli_trace loaded;
	struct table *table;
	struct error err;
	int status = cli_load(&loaded, call->files[0], true);

	if (status)
		return status;
	table = modules_table(loaded.tree);
	if (!table) {
		error_no_memory(&err, "listing modules");
		status = cli_fail(call->files[0], &err);
	} else {
		status = cli_write_table(table, (enum write_format)given->format);
	}
	table_free(table);
	cli_unload(&loaded);
	return status;
}

const struct cli_command cmd_modules = {
	.id = "modules",
	.arguments = "TRACE",
	.help = "list nn.Module frames with their GPU time",
	.about = "One row a frame of an nn.Module in the trace, which needs with_stack=True (or with_modules) in "
		"the profiler: what it launched on the GPU, the merged time of that, and its share.",
	.options = options,
	.options_size = sizeof(struct modules_options),
	.min_files = 1,
	.max_files = 1,
	.run = modules_run,
};
