/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The merged tree, and every kernel with its lowest common ancestor. */
#include "compare/diff_report_priv.h"
#include "base/mem.h"
#include <string.h>

/* --- diff_stats: the reference's columns in its order ---------------------------------- */

enum {
	STAT_NAME, STAT_OP, STAT_OP_UID, STAT_SOURCE, STAT_DIMS, STAT_STRIDES, STAT_TYPES,
	STAT_CONCRETE, STAT_TIME, STAT_BUSY, STAT_ANCESTOR, STAT_ANCESTOR_ID, STAT_UID, STAT_STACK,
	STAT_MODULE,
};

static const struct column_def stat_columns[] = {
	[STAT_NAME] = {"name", "name", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 40,
		"kernel, copy or memset"},
	[STAT_OP] = {"cpu_op_name", "cpu_op_name", CELL_TEXT, UNIT_NONE, 0, 24,
		"operator around its launch"},
	[STAT_OP_UID] = {"cpu_op_uid", "cpu_op_uid", CELL_INT, UNIT_EVENT, COLUMN_NOISY, 8,
		"event of that operator"},
	[STAT_SOURCE] = {"source", "source", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 6,
		"trace1 is A, trace2 is B"},
	[STAT_DIMS] = {"input_dims", "Input Dims", CELL_TEXT, UNIT_NONE, 0, 24, "of the operator"},
	[STAT_STRIDES] = {"input_strides", "Input Strides", CELL_TEXT, UNIT_NONE, COLUMN_NOISY, 24,
		"of the operator"},
	[STAT_TYPES] = {"input_type", "Input type", CELL_TEXT, UNIT_NONE, COLUMN_NOISY, 24,
		"of the operator"},
	[STAT_CONCRETE] = {"concrete_inputs", "Concrete Inputs", CELL_TEXT, UNIT_NONE, COLUMN_NOISY,
		24, "of the operator"},
	[STAT_TIME] = {"kernel_time", "kernel_time", CELL_TIME, UNIT_US, COLUMN_DESCENDING, 10,
		"duration"},
	[STAT_BUSY] = {"busy_time", "busy_time", CELL_TIME, UNIT_US, COLUMN_DESCENDING, 10,
		"merged time of all kernels of this side with the same ancestor"},
	[STAT_ANCESTOR] = {"lowest_common_ancestor_name", "lowest_common_ancestor_name", CELL_TEXT,
		UNIT_NONE, 0, 24,
		"the nearest operator or frame around it that both sides have"},
	[STAT_ANCESTOR_ID] = {"lowest_common_ancestor_id", "lowest_common_ancestor_id", CELL_INT,
		UNIT_NONE, 0, 8,
		"its row in diff_tree"},
	[STAT_UID] = {"gpu_op_uid", "gpu_op_uid", CELL_INT, UNIT_EVENT, COLUMN_KEY, 8, "event"},
	[STAT_STACK] = {"nn_module_stack", "nn_module_stack", CELL_TEXT, UNIT_NONE, COLUMN_NOISY,
		24,
		"modules around it, from the outside"},
	[STAT_MODULE] = {"nn_module_parent", "nn_module_parent", CELL_TEXT, UNIT_NONE, 0, 20,
		"the innermost of them"},
};

static bool
fill_stat(struct diff_report *r, struct table *table, uint32_t i, const char *ancestor,
	int64_t busy)
{
	static const int columns[DIFF_ARGUMENTS] = {STAT_DIMS, STAT_STRIDES, STAT_TYPES,
		STAT_CONCRETE};
	const struct diff_kernel *kernel = &r->kernels[i];
	const struct trace *t = r->diff->tree[kernel->side]->trace;
	bool module = kernel->module != DIFF_NO_MODULE;

	table_set_text(table, i, STAT_NAME, trace_name(t, kernel->event));
	table_set_text(table, i, STAT_SOURCE, kernel->side ? "trace2" : "trace1");
	if (kernel->op != TRACE_NONE) {
		table_set_text(table, i, STAT_OP, trace_name(t, kernel->op));
		table_set_int(table, i, STAT_OP_UID, kernel->op);
	}
	for (int which = 0; which < DIFF_ARGUMENTS; which++) {
		const char *text = diff_op_argument(r, kernel->side, kernel->op,
			(enum diff_argument)which);

		if (!text)
			return false;
		table_set_text(table, i, columns[which], text);
	}
	table_set_int(table, i, STAT_TIME, t->dur[kernel->event]);
	table_set_int(table, i, STAT_BUSY, busy);
	table_set_text(table, i, STAT_ANCESTOR, ancestor);
	table_set_int(table, i, STAT_ANCESTOR_ID, kernel->owner);
	table_set_int(table, i, STAT_UID, kernel->event);
	table_set_text(table, i, STAT_STACK,
		module ? diff_text(r, r->paths[kernel->module].stack) : "root");
	table_set_text(table, i, STAT_MODULE,
		module ? diff_text(r, r->paths[kernel->module].last) : "root");
	return true;
}

int
diff_build_stats(struct diff_report *r, struct table *table)
{
	if (table_add_columns(table, stat_columns, sizeof(stat_columns) / sizeof(*stat_columns))
		|| table_add_rows(table, r->n) < 0)
		return -1;
	for (uint32_t begin = 0, end; begin < r->n; begin = end) {
		uint32_t owner = r->kernels[begin].owner;
		const char *name = diff_owner_name(r, owner, false, table);
		int64_t busy;

		for (end = begin; end < r->n && r->kernels[end].owner == owner
			&& r->kernels[end].side == r->kernels[begin].side;)
			end++;
		busy = diff_busy(r, begin, end);
		if (!name || busy < 0)
			return -1;
		if (!diff_is_matched(&r->diff->rows[owner]))
			name = NULL;
		for (uint32_t i = begin; i < end; i++)
			if (!fill_stat(r, table, i, name, busy))
				return -1;
	}
	return 0;
}

/* --- diff_tree ----------------------------------------------------------------------------- */

enum {
	TREE_ROW, TREE_PARENT, TREE_DEPTH, TREE_STATE, TREE_KIND, TREE_NAME_A, TREE_NAME_B, TREE_A,
	TREE_B, TREE_TIME_A, TREE_TIME_B, TREE_DIFF, TREE_PCT, TREE_GPU_A, TREE_GPU_B, TREE_HOST_A,
	TREE_HOST_B,
};

static const struct column_def tree_columns[] = {
	[TREE_ROW] = {"row", "row", CELL_INT, UNIT_NONE, COLUMN_KEY, 6, "number of the row"},
	[TREE_PARENT] = {"parent", "parent", CELL_INT, UNIT_NONE, 0, 6, "row around it"},
	[TREE_DEPTH] = {"depth", "depth", CELL_INT, UNIT_NONE, 0, 5, "rows around it"},
	[TREE_STATE] = {"state", "state", CELL_TEXT, UNIT_NONE, 0, 8,
		"both, moved: elsewhere among its siblings, renamed: called differently, only A, "
		"only B"},
	[TREE_KIND] = {"kind", "kind", CELL_TEXT, UNIT_NONE, 0, 8,
		"step, thread, stream, frame, op, call, GPU"},
	[TREE_NAME_A] = {"name_a", "name A", CELL_TEXT, UNIT_NONE, 0, 30, "what it is called in A"},
	[TREE_NAME_B] = {"name_b", "name B", CELL_TEXT, UNIT_NONE, 0, 30, "what it is called in B"},
	[TREE_A] = {"event_a", "event A", CELL_INT, UNIT_EVENT, 0, 8, "event in A"},
	[TREE_B] = {"event_b", "event B", CELL_INT, UNIT_EVENT, 0, 8, "event in B"},
	[TREE_TIME_A] = {"gpu_a_us", "GPU time A (us)", CELL_TIME, UNIT_US, COLUMN_DESCENDING, 10,
		"summed durations of what it started in A"},
	[TREE_TIME_B] = {"gpu_b_us", "GPU time B (us)", CELL_TIME, UNIT_US, COLUMN_DESCENDING, 10,
		"in B"},
	[TREE_DIFF] = {"diff_us", "difference (us)", CELL_TIME, UNIT_US, COLUMN_DESCENDING, 10,
		"B - A"},
	[TREE_PCT] = {"diff_pct", "difference (%)", CELL_REAL, UNIT_PERCENT, COLUMN_DESCENDING, 8,
		"of A"},
	[TREE_GPU_A] = {"gpu_events_a", "GPU events A", CELL_INT, UNIT_COUNT, 0, 8,
		"GPU events that it started in A"},
	[TREE_GPU_B] = {"gpu_events_b", "GPU events B", CELL_INT, UNIT_COUNT, 0, 8, "in B"},
	[TREE_HOST_A] = {"host_a_us", "host time A (us)", CELL_TIME, UNIT_US, COLUMN_NOISY, 10,
		"duration on the host in A"},
	[TREE_HOST_B] = {"host_b_us", "host time B (us)", CELL_TIME, UNIT_US, COLUMN_NOISY, 10,
		"in B"},
};

static const char *const kinds[DIFF_KINDS] = {"step", "outside", "thread", "stream", "frame", "op",
	"call", "GPU"};
static const char *const states[DIFF_STATES] = {"both", "renamed", "only A", "only B"};

static bool
fill_side(struct diff_report *r, struct table *table, uint32_t i, int side)
{
	const struct diff_row *row = &r->diff->rows[i];
	char room[512];
	const char *name = diff_row_name(r->diff, i, side, room, sizeof(room));

	if (!diff_has(row, side) && !row->gpu[side])
		return true;
	if (name == room)
		name = arena_strdup(&table->arena, room);
	if (!name)
		return false;
	if (diff_has(row, side))
		table_set_text(table, i, TREE_NAME_A + side, name);
	if (row->event[side] != TRACE_NONE && row->kind != DIFF_THREAD
		&& row->kind != DIFF_STREAM) {
		table_set_int(table, i, TREE_A + side, row->event[side]);
		if (row->kind != DIFF_GPU)
			table_set_int(table, i, TREE_HOST_A + side, diff_host_ns(r->diff, i, side));
	}
	table_set_int(table, i, TREE_TIME_A + side, row->gpu_ns[side]);
	table_set_int(table, i, TREE_GPU_A + side, row->gpu[side]);
	return true;
}

int
diff_build_tree(struct diff_report *r, struct table *table)
{
	const struct tree_diff *diff = r->diff;

	if (table_add_columns(table, tree_columns, sizeof(tree_columns) / sizeof(*tree_columns))
		|| table_add_rows(table, diff->n) < 0)
		return -1;
	for (uint32_t i = 0; i < diff->n; i++) {
		const struct diff_row *row = &diff->rows[i];
		int64_t change = row->gpu_ns[1] - row->gpu_ns[0];

		table_set_int(table, i, TREE_ROW, i);
		if (row->parent != TRACE_NONE)
			table_set_int(table, i, TREE_PARENT, row->parent);
		table_set_int(table, i, TREE_DEPTH, row->depth);
		table_set_text(table, i, TREE_STATE, row->moved ? "moved" : states[row->state]);
		table_set_text(table, i, TREE_KIND, kinds[row->kind]);
		if (!fill_side(r, table, i, 0) || !fill_side(r, table, i, 1))
			return -1;
		table_set_int(table, i, TREE_DIFF, change);
		if (row->gpu_ns[0])
			table_set_real(table, i, TREE_PCT,
				100.0 * (double)change / (double)row->gpu_ns[0]);
	}
	return 0;
}
