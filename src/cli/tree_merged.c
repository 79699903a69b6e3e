/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/tree_merged.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/load.h"
#include "tree/merged.h"
#include <stdio.h>
#include <string.h>

enum { COL_ROW, COL_PARENT, COL_DEPTH, COL_NAME, COL_FIRST, COL_COUNT, COL_EVENTS, COL_BUSY, COL_SUM, COL_SELF,
	COL_HOST, COLS };

static const struct column_def columns[COLS] = {
	[COL_ROW] = {"row", "row", CELL_INT, UNIT_NONE, COLUMN_KEY, 6, "number of the row"},
	[COL_PARENT] = {"parent", "parent", CELL_INT, UNIT_NONE, 0, 6, "row around it"},
	[COL_DEPTH] = {"depth", "depth", CELL_INT, UNIT_NONE, 0, 5, "rows around it"},
	[COL_NAME] = {"name", "name", CELL_TEXT, UNIT_NONE, 0, 40, "name; of a module its class"},
	[COL_FIRST] = {"first_event", "first_event", CELL_INT, UNIT_EVENT, 0, 8, "event of the first instance"},
	[COL_COUNT] = {"count", "count", CELL_INT, UNIT_COUNT, 0, 8, "instances"},
	[COL_EVENTS] = {"gpu_events", "gpu_events", CELL_INT, UNIT_COUNT, 0, 8, "GPU events that they started"},
	[COL_BUSY] = {"gpu_busy_us", "gpu_busy_us", CELL_TIME, UNIT_US, COLUMN_DESCENDING, 10, "merged time of those"},
	[COL_SUM] = {"gpu_sum_us", "gpu_sum_us", CELL_TIME, UNIT_US, 0, 10, "summed time of those"},
	[COL_SELF] = {"gpu_self_us", "gpu_self_us", CELL_TIME, UNIT_US, 0, 10,
		"the part of it that no row further down launched"},
	[COL_HOST] = {"host_us", "host_us", CELL_TIME, UNIT_US, 0, 10, "summed duration of the instances"},
};

struct range {
	uint32_t begin, end, depth;	/* rows, and the depth of the first */
};

static struct range
merged_range(const struct merged *merged, const struct tree_view_options *options)
{
	uint32_t row;

	if (options->node == TRACE_NONE)
		return (struct range){0, merged->n, 0};
	row = merged->row[merged->tree->pos[options->node]];
	return (struct range){row, row + merged->rows[row].size, merged->rows[row].depth};
}

static bool
merged_shows(const struct merged_row *row, const struct range *range, const struct tree_view_options *options)
{
	return row->depth - range->depth <= options->depth && (!options->gpu_only || row->gpu_count);
}

/* The row's name in out, or where the tree has it. */
static const char *
merged_name(const struct merged *merged, uint32_t row, char *out, size_t size)
{
	if (merged->rows[row].first != TRACE_NONE)
		return merged_label(merged, row);
	tree_view_root_name(merged->tree, merged->rows[row].root, out, size);
	return out;
}

static bool
merged_add(struct table *table, const struct merged *merged, uint32_t at, uint32_t depth)
{
	const struct merged_row *from = &merged->rows[at];
	int64_t row = table_add_row(table);
	char root[512];
	const char *name = row < 0 ? NULL : arena_strdup(&table->arena, merged_name(merged, at, root, sizeof(root)));

	if (!name)
		return false;
	table_set_int(table, row, COL_ROW, at);
	if (from->parent != TRACE_NONE)
		table_set_int(table, row, COL_PARENT, from->parent);
	table_set_int(table, row, COL_DEPTH, depth);
	table_set_text(table, row, COL_NAME, name);
	if (from->first != TRACE_NONE)
		table_set_int(table, row, COL_FIRST, from->first);
	table_set_int(table, row, COL_COUNT, from->count);
	table_set_int(table, row, COL_EVENTS, from->gpu_count);
	table_set_int(table, row, COL_BUSY, from->gpu_busy);
	table_set_int(table, row, COL_SUM, from->gpu_sum);
	table_set_int(table, row, COL_SELF, from->gpu_self);
	table_set_int(table, row, COL_HOST, from->host_ns);
	return true;
}

static struct table *
merged_table(const struct merged *merged, const struct tree_view_options *options)
{
	struct range range = merged_range(merged, options);
	struct table *table = table_of("tree", "call tree, equal paths folded", columns, COLS);

	for (uint32_t row = range.begin; table && row < range.end; row++)
		if (merged_shows(&merged->rows[row], &range, options)
			&& !merged_add(table, merged, row, merged->rows[row].depth - range.depth))
			goto fail;
	return table;
fail:
	table_free(table);
	return NULL;
}

static int
merged_draw(const struct merged *merged, const struct tree_view_options *options)
{
	struct range range = merged_range(merged, options);
	struct output *output;
	struct error err;

	if (output_open(&output, "-", &err))
		return cli_fail(NULL, &err);
	output_add_text(output, "  GPU busy   events       host    count  name\n");
	for (uint32_t at = range.begin; at < range.end; at++) {
		const struct merged_row *row = &merged->rows[at];
		uint32_t depth = row->depth - range.depth;
		char busy[32] = "", events[32] = "", host[32] = "", count[32], name[512], safe[1024], line[128];
		const char *text = merged_name(merged, at, name, sizeof(name));

		if (!merged_shows(row, &range, options))
			continue;
		if (row->gpu_count) {
			text_time(busy, row->gpu_busy);
			text_count(events, row->gpu_count);
		}
		if (row->first != TRACE_NONE)
			text_time(host, row->host_ns);
		snprintf(line, sizeof(line), "%10s %8s %10s %8s  %*s", busy, events, host,
			text_count(count, row->count), depth < 40 ? (int)depth * 2 : 80, "");
		output_add_text(output, line);
		text_sanitise(safe, sizeof(safe), text, strlen(text), 240);
		output_add_text(output, safe);
		output_add_text(output, "\n");
	}
	return output_close(output, &err) ? cli_fail(NULL, &err) : CLI_DONE;
}

int
tree_write_merged(const char *file, const struct tree *tree, const struct tree_view_options *options,
	enum write_format format)
{
	struct merged_options how = {(enum merged_python)options->python, false};
	struct merged *merged;
	struct table *table;
	struct error err;
	int status;

	if (merged_build(&merged, tree, &how, &err))
		return cli_fail(file, &err);
	if (format == WRITE_TEXT) {
		status = merged_draw(merged, options);
		merged_free(merged);
		return status;
	}
	table = merged_table(merged, options);
	if (!table)
		error_no_memory(&err, "listing the tree");
	status = table ? cli_write_table(table, format) : cli_fail(file, &err);
	table_free(table);
	merged_free(merged);
	return status;
}
