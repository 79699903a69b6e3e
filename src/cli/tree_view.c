/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/tree_view.h"
#include "base/mem.h"
#include "base/text.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct level {		/* a row that is open while its subtree lasts */
	uint32_t event, end;
};

static bool
view_shows(const struct tree *tree, uint32_t event, const struct tree_view_options *options)
{
	if (options->gpu_only && !tree_gpu_count(tree, event))
		return false;
	if (tree->trace->kind[event] != EVENT_PYTHON || options->python == TREE_VIEW_ALL)
		return true;
	return options->python == TREE_VIEW_MODULES && tree_is_module(tree->trace, event);
}

/* From the last row to the first: a row is the last of its siblings when none at its depth was seen since one above. */
static int
view_mark_last(struct tree_view_rows *rows)
{
	uint32_t deepest = 0;
	uint8_t *seen;

	for (uint32_t i = 0; i < rows->n; i++)
		if (rows->rows[i].depth > deepest)
			deepest = rows->rows[i].depth;
	seen = mem_zero((size_t)deepest + 2, 1);
	if (!seen)
		return -1;
	for (uint32_t i = rows->n, above = 0; i-- > 0;) {
		struct tree_view_row *row = &rows->rows[i];

		for (uint32_t d = row->depth + 1; d <= above; d++)
			seen[d] = 0;
		row->last = !seen[row->depth];
		seen[row->depth] = 1;
		above = row->depth;
	}
	free(seen);
	return 0;
}

static int
view_fill(struct tree_view_rows *rows, const struct tree *tree, const struct tree_view_options *options,
	uint32_t begin, uint32_t end)
{
	struct level *levels = NULL;
	size_t cap_levels = 0, cap_rows = 0, depth = 0;
	uint32_t root = 0;
	int result = 0;

	for (uint32_t pos = begin; pos < end && !result; pos++) {
		uint32_t event = tree->order[pos];

		while (root + 1 < tree->n_roots && tree->roots[root].end <= pos)
			root++;
		while (depth && levels[depth - 1].end <= pos)
			depth--;
		if (!view_shows(tree, event, options))
			continue;
		if (depth > options->depth) {
			pos += tree->size[pos] - 1;
			continue;
		}
		if (!mem_reserve(&rows->rows, &cap_rows, (size_t)rows->n + 1, sizeof(*rows->rows))
			|| !mem_reserve(&levels, &cap_levels, depth + 1, sizeof(*levels))) {
			result = -1;
			break;
		}
		rows->rows[rows->n++] = (struct tree_view_row){event, depth ? levels[depth - 1].event : TRACE_NONE,
			(uint32_t)depth, root, false};
		levels[depth++] = (struct level){event, pos + tree->size[pos]};
	}
	free(levels);
	return result;
}

int
tree_view_make(struct tree_view_rows *rows, const struct tree *tree, const struct tree_view_options *options,
	struct error *err)
{
	uint32_t begin = 0, end = tree->n;

	*rows = (struct tree_view_rows){0};
	if (options->node != TRACE_NONE) {
		begin = tree->pos[options->node];
		end = begin + tree->size[begin];
	}
	if (view_fill(rows, tree, options, begin, end) || view_mark_last(rows)) {
		tree_view_free(rows);
		return error_no_memory(err, "listing the tree");
	}
	return 0;
}

void
tree_view_free(struct tree_view_rows *rows)
{
	free(rows->rows);
	*rows = (struct tree_view_rows){0};
}

void
tree_view_root_name(const struct tree *tree, uint32_t root, char *out, size_t size)
{
	const struct trace *trace = tree->trace;
	const struct tree_root *r = &tree->roots[root];
	const struct trace_track *track = &trace->tracks[r->track];
	const struct trace_process *process = &trace->processes[track->process];
	char line[512];

	if (r->linked) {
		snprintf(line, sizeof(line), "process %.64s %.64s, thread %.64s %.128s", trace_string(trace, process->pid),
			trace_string(trace, process->name), trace_string(trace, track->tid),
			trace_string(trace, track->name));
	} else {
		const struct trace_gpu *gpu = &trace->gpus[trace->aux[tree->order[r->begin]]];

		if (gpu->stream == TRACE_NO_NUMBER)
			snprintf(line, sizeof(line), "GPU %" PRId32 ", not linked to a launch", gpu->device);
		else
			snprintf(line, sizeof(line), "GPU %" PRId32 " stream %" PRId64 ", not linked to a launch",
				gpu->device, gpu->stream);
	}
	text_sanitise(out, size, line, strlen(line), size);
}
