/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/diff_priv.h"
#include "base/hash.h"
#include "base/mem.h"
#include <pthread.h>
#include <stdio.h>
#include <string.h>

/* --- both sides at once ------------------------------------------------------------- */

struct side_work {
	struct diff_side *side;
	const struct diff_options *options;
	const uint32_t *map;
	bool good;
};

static void *
build_side(void *data)
{
	struct side_work *work = data;

	work->good = diff_side_build(work->side, work->options);
	return NULL;
}

static void *
hash_side(void *data)
{
	struct side_work *work = data;

	diff_side_hash(work->side, work->map);
	work->good = true;
	return NULL;
}

/* Runs the work of both sides, A's here, B's on a thread where there is one. */
static bool
run_both(void *(*run)(void *), struct side_work work[2])
{
	pthread_t thread;
	bool started = !pthread_create(&thread, NULL, run, &work[1]);

	run(&work[0]);
	if (started)
		pthread_join(thread, NULL);
	else
		run(&work[1]);
	return work[0].good && work[1].good;
}

static bool
build_sides(struct tree_diff *diff, const struct diff_options *options)
{
	struct side_work work[2] = {{diff->side[0], options, NULL, false},
		{diff->side[1], options, NULL, false}};
	uint32_t *map = NULL;
	bool good;

	diff->side[0]->layered = diff->side[1]->layered = diff->side[0]->n_numbers
		&& diff->side[1]->n_numbers
		&& !options->limit[0] && !options->limit[1];
	good = run_both(build_side, work) && diff_sides_join(diff->side[0], diff->side[1], &map);
	work[1].map = map;
	good = good && run_both(hash_side, work);
	free(map);
	return good;
}

/* --- what the rows add up to ---------------------------------------------------------- */

static void
sum_rows(struct tree_diff *diff)
{
	for (uint32_t i = diff->n; i-- > 0;) {
		struct diff_row *row = &diff->rows[i];

		for (int side = 0; side < 2; side++) {
			if (row->kind == DIFF_GPU && row->event[side] != TRACE_NONE) {
				row->gpu[side] = 1;
				row->gpu_ns[side] = diff->tree[side]->trace->dur[row->event[side]];
			}
			if (row->parent == TRACE_NONE) {
				diff->gpu[side] += row->gpu[side];
				diff->gpu_ns[side] += row->gpu_ns[side];
			} else {
				diff->rows[row->parent].gpu[side] += row->gpu[side];
				diff->rows[row->parent].gpu_ns[side] += row->gpu_ns[side];
			}
		}
	}
}

static bool
has_same_arguments(const struct tree_diff *diff, const struct diff_row *row)
{
	return row->kind != DIFF_OP || diff->side[0]->nodes[row->node[0]].item.args
		== diff->side[1]->nodes[row->node[1]].item.args;
}

static bool
takes_as_long(const struct tree_diff *diff, uint32_t row, const struct diff_options *options)
{
	const struct diff_row *of = &diff->rows[row];

	return of->gpu_ns[0] == of->gpu_ns[1]
		&& (!options->host || diff_host_ns(diff, row, 0) == diff_host_ns(diff, row, 1));
}

/* What took no part must be as much, too, where whole traces are compared. */
static void
count_rows(struct tree_diff *diff, const struct diff_options *options)
{
	const struct tree *a = diff->tree[0], *b = diff->tree[1];
	bool whole = !options->limit[0] && !options->limit[1];

	diff->same = diff->n > 0 && (!whole || a->n_gpu == b->n_gpu);
	diff->identical = !whole || a->unlinked_ns == b->unlinked_ns;
	for (uint32_t i = 0; i < diff->n; i++) {
		const struct diff_row *row = &diff->rows[i];

		if (row->kind >= DIFF_FRAME)
			diff->count[row->state]++;
		if (row->state != DIFF_BOTH || row->moved || !has_same_arguments(diff, row))
			diff->same = false;
		if (diff->identical && !takes_as_long(diff, i, options))
			diff->identical = false;
	}
	diff->identical = diff->identical && diff->same;
}

/* --- the whole -------------------------------------------------------------------------- */

static int
build(struct tree_diff *diff, const struct diff_options *options, struct error *err)
{
	for (int side = 0; side < 2; side++) {
		diff->side[side] = mem_zero(1, sizeof(*diff->side[side]));
		if (!diff->side[side])
			return error_no_memory(err, "comparing trees");
		diff->side[side]->tree = diff->tree[side];
		if (diff_steps_find(diff->side[side], options, side, err))
			return -1;
	}
	if (!build_sides(diff, options) || !diff_match(diff))
		return error_no_memory(err, "comparing trees");
	sum_rows(diff);
	count_rows(diff, options);
	return 0;
}

int
tree_diff_build(struct tree_diff **out, const struct tree *a, const struct tree *b,
	const struct diff_options *options,
	struct error *err)
{
	struct tree_diff *diff = mem_zero(1, sizeof(*diff));

	*out = NULL;
	if (!diff)
		return error_no_memory(err, "comparing trees");
	diff->tree[0] = a;
	diff->tree[1] = b;
	if (build(diff, options, err)) {
		tree_diff_free(diff);
		return -1;
	}
	*out = diff;
	return 0;
}

void
tree_diff_free(struct tree_diff *diff)
{
	if (!diff)
		return;
	for (int side = 0; side < 2; side++) {
		if (diff->side[side])
			diff_side_free(diff->side[side]);
		free(diff->side[side]);
	}
	free(diff->rows);
	free(diff);
}

/* --- walking ------------------------------------------------------------------------------ */

uint32_t
diff_first_child(const struct tree_diff *diff, uint32_t row)
{
	if (row == TRACE_NONE)
		return diff->n ? 0 : TRACE_NONE;
	return diff->rows[row].size > 1 ? row + 1 : TRACE_NONE;
}

uint32_t
diff_next_sibling(const struct tree_diff *diff, uint32_t row)
{
	uint32_t parent = diff->rows[row].parent, next = row + diff->rows[row].size;
	uint32_t end = parent == TRACE_NONE ? diff->n : parent + diff->rows[parent].size;

	return next < end ? next : TRACE_NONE;
}

uint32_t
diff_find_row(const struct tree_diff *diff, int side, uint32_t event)
{
	const struct diff_side *of = diff->side[side];

	for (; event != TRACE_NONE && tree_has(of->tree, event); event = of->tree->parent[event]) {
		uint32_t node = of->node_at[of->tree->pos[event]];

		if (node != TRACE_NONE)
			return of->row_of[node];
	}
	return TRACE_NONE;
}

static const char *
thread_name(const struct tree *tree, uint32_t root, char *out, size_t size)
{
	const struct trace *trace = tree->trace;
	const struct tree_root *r = &tree->roots[root];
	const struct trace_track *track = &trace->tracks[r->track];
	const struct trace_gpu *gpu;

	if (r->linked) {
		const char *name = trace_string(trace, track->name);
		/* as profilers call them, with their number */
		bool told = !strncmp(name, "thread ", 7);

		snprintf(out, size, "process %.64s, %s%.64s%s%.128s",
			trace_string(trace, trace->processes[track->process].pid),
			told ? "" : "thread ",
			told ? "" : trace_string(trace, track->tid), told || !*name ? "" : " ",
			name);
		return out;
	}
	gpu = &trace->gpus[trace->aux[tree->order[r->begin]]];
	if (gpu->stream == TRACE_NO_NUMBER)
		snprintf(out, size, "GPU %d, not linked to a launch", (int)gpu->device);
	else
		snprintf(out, size, "GPU %d stream %lld, not linked to a launch", (int)gpu->device,
		(long long)gpu->stream);
	return out;
}

const char *
diff_row_name(const struct tree_diff *diff, uint32_t row, int side, char *out, size_t size)
{
	const struct diff_row *r = &diff->rows[row];

	if (r->kind == DIFF_OUTSIDE)
		return diff_has(r, side) ? "outside of steps" : "";
	if (r->event[side] == TRACE_NONE)
		return "";
	if (r->kind == DIFF_THREAD || r->kind == DIFF_STREAM)
		return thread_name(diff->tree[side], r->event[side], out, size);
	return trace_name(diff->tree[side]->trace, r->event[side]);
}

int64_t
diff_host_ns(const struct tree_diff *diff, uint32_t row, int side)
{
	const struct diff_row *r = &diff->rows[row];

	if (r->event[side] == TRACE_NONE || r->kind == DIFF_GPU || r->kind == DIFF_THREAD
		|| r->kind == DIFF_STREAM)
		return 0;
	return diff->tree[side]->trace->dur[r->event[side]];
}
