/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * By unique arguments: operators and frames that launched the same work under the same name, as one
 * row.
 */
#include "compare/diff_report_priv.h"
#include "analysis/keymap.h"
#include "base/mem.h"
#include <inttypes.h>
#include <string.h>

enum {
	COL_NAME, COL_MODULE, COL_DIMS_A, COL_DIMS_B, COL_TYPES_A, COL_TYPES_B, COL_STRIDES_A,
	COL_STRIDES_B, COL_CONCRETE_A, COL_CONCRETE_B, COL_CALLS_A, COL_CALLS_B, COL_TIME_A,
	COL_TIME_B, COL_DIFF, COL_PCT, COL_KERNELS_A, COL_KERNELS_B, COL_NAMES_A, COL_NAMES_B,
	COL_ROW,
};

#define ARGUMENT(id, title, flags) \
	{id, title, CELL_TEXT, UNIT_NONE, COLUMN_KEY | (flags), 24, "as recorded"}

static const struct column_def columns[] = {
	[COL_NAME] = {"name", "name", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 30,
		"the lowest common ancestor of its kernels; what stands highest of one side where "
		"there is none"},
	[COL_MODULE] = {"module", "module path", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 30,
		"modules around it"},
	[COL_DIMS_A] = ARGUMENT("input_dims_a", "Input Dims A", 0),
	[COL_DIMS_B] = ARGUMENT("input_dims_b", "Input Dims B", 0),
	[COL_TYPES_A] = ARGUMENT("input_type_a", "Input type A", COLUMN_NOISY),
	[COL_TYPES_B] = ARGUMENT("input_type_b", "Input type B", COLUMN_NOISY),
	[COL_STRIDES_A] = ARGUMENT("input_strides_a", "Input Strides A", COLUMN_NOISY),
	[COL_STRIDES_B] = ARGUMENT("input_strides_b", "Input Strides B", COLUMN_NOISY),
	[COL_CONCRETE_A] = ARGUMENT("concrete_inputs_a", "Concrete Inputs A", COLUMN_NOISY),
	[COL_CONCRETE_B] = ARGUMENT("concrete_inputs_b", "Concrete Inputs B", COLUMN_NOISY),
	[COL_CALLS_A] = {"calls_a", "calls A", CELL_INT, UNIT_COUNT, COLUMN_DESCENDING, 7,
		"how often it is there in A"},
	[COL_CALLS_B] = {"calls_b", "calls B", CELL_INT, UNIT_COUNT, COLUMN_DESCENDING, 7, "in B"},
	[COL_TIME_A] = {"gpu_a_us", "GPU time A (us)", CELL_TIME, UNIT_US, COLUMN_DESCENDING, 10,
		"summed durations of its kernels in A"},
	[COL_TIME_B] = {"gpu_b_us", "GPU time B (us)", CELL_TIME, UNIT_US, COLUMN_DESCENDING, 10,
		"in B"},
	[COL_DIFF] = {"diff_us", "difference (us)", CELL_TIME, UNIT_US, COLUMN_DESCENDING, 10,
		"B - A"},
	[COL_PCT] = {"diff_pct", "difference (%)", CELL_REAL, UNIT_PERCENT, COLUMN_DESCENDING, 8,
		"of A"},
	[COL_KERNELS_A] = {"kernels_a", "kernels A", CELL_INT, UNIT_COUNT, COLUMN_DESCENDING, 8,
		"GPU events in A"},
	[COL_KERNELS_B] = {"kernels_b", "kernels B", CELL_INT, UNIT_COUNT, COLUMN_DESCENDING, 8,
		"in B"},
	[COL_NAMES_A] = {"kernel_names_a", "kernel names A", CELL_TEXT, UNIT_NONE, 0, 40,
		"each with how often it ran in A"},
	[COL_NAMES_B] = {"kernel_names_b", "kernel names B", CELL_TEXT, UNIT_NONE, 0, 40, "in B"},
	[COL_ROW] = {"first_row", "first row", CELL_INT, UNIT_NONE, 0, 8,
		"row of the first in diff_tree"},
};

struct group {
	uint32_t first;		/* row */
	int64_t ns[2], kernels[2], calls[2];
};

struct grouping {
	struct diff_report *r;
	struct keymap keys;	/* label and arguments of both sides, module */
	struct group *groups;
	size_t cap_groups;
	struct keymap names;	/* group and side, name: a kernel's name in a row */
	int64_t *name_count;
	size_t cap_names;
	struct buckets by_group;
	const struct group **order;
};

static bool
add_name(struct grouping *g, uint32_t group, const struct diff_kernel *kernel)
{
	const struct diff_side *of = g->r->diff->side[kernel->side];
	uint32_t node = g->r->diff->rows[kernel->row].node[kernel->side];
	const uint32_t key[] = {group * 2 + kernel->side, of->nodes[node].item.raw};
	uint32_t known = g->names.n, name = keymap_add(&g->names, key);

	if (name == KEYMAP_NONE || !mem_reserve(&g->name_count, &g->cap_names, g->names.n,
		sizeof(*g->name_count)))
		return false;
	if (name == known)
		g->name_count[name] = 0;
	g->name_count[name]++;
	return true;
}

/* A run is told by the names in it, a step or thread by itself. */
static bool
set_run_key(struct diff_report *r, uint32_t row, uint32_t key[5])
{
	uint32_t name;
	size_t len;

	if (r->diff->rows[row].kind < DIFF_FRAME) {
		key[0] = TRACE_NONE;
		key[2] = row;
	}
	if (!r->in_run[row])
		return true;
	if (!diff_owner_text(r, row, true, &len))
		return false;
	name = intern_add(&r->texts, r->scratch.data, len);
	key[0] = key[1] = TRACE_NONE;
	key[2] = name;
	return name != INTERN_NONE;
}

/* The group of a row that owns kernels. */
static uint32_t
find_group(struct grouping *g, uint32_t row)
{
	const struct diff_row *of = &g->r->diff->rows[row];
	uint32_t key[5] = {0, 0, 0, 0, DIFF_NO_MODULE}, known, group;

	for (int side = 1; side >= 0; side--) {
		const struct diff_node *node;

		if (of->node[side] == TRACE_NONE)
			continue;
		node = &g->r->diff->side[side]->nodes[of->node[side]];
		key[side] = node->item.label + 1;
		key[2 + side] = of->kind == DIFF_OP ? node->item.args + 1 : 0;
		key[4] = node->module == DIFF_NO_MODULE ? DIFF_NO_MODULE
			: g->r->path_of[side][node->module];
	}
	if (!set_run_key(g->r, row, key))
		return KEYMAP_NONE;
	known = g->keys.n;
	group = keymap_add(&g->keys, key);
	if (group == KEYMAP_NONE || !mem_reserve(&g->groups, &g->cap_groups, g->keys.n,
		sizeof(*g->groups)))
		return KEYMAP_NONE;
	if (group == known)
		g->groups[group] = (struct group){.first = row};
	return group;
}

/* Whether the side does it at all: of a run, whether one of it is the side's. */
static bool
has_calls(const struct diff_report *r, uint32_t owner, uint8_t side)
{
	uint32_t begin = r->owner_begin[owner], end = r->owner_begin[owner + 1];

	if (!r->in_run[owner])
		return r->diff->rows[owner].node[side] != TRACE_NONE;
	return side ? r->kernels[end - 1].side : !r->kernels[begin].side;
}

static bool
fill_groups(struct grouping *g)
{
	const struct diff_report *r = g->r;
	uint32_t last = TRACE_NONE, group = 0;

	for (uint32_t i = 0; i < r->n; i++) {
		const struct diff_kernel *kernel = &r->kernels[i];
		struct group *of;

		if (kernel->owner != last) {
			group = find_group(g, kernel->owner);
			if (group == KEYMAP_NONE)
				return false;
			for (uint8_t side = 0; side < 2; side++)
				g->groups[group].calls[side] += has_calls(r, kernel->owner, side);
			last = kernel->owner;
		}
		of = &g->groups[group];
		of->ns[kernel->side] += r->diff->tree[kernel->side]->trace->dur[kernel->event];
		of->kernels[kernel->side]++;
		if (!add_name(g, group, kernel))
			return false;
	}
	return true;
}

/* "12 x name; 3 x other", in order of first appearance. */
static const char *
names_text(struct grouping *g, uint32_t which, struct table *table)
{
	const struct intern *names = &g->r->diff->side[0]->names;
	struct buffer *text = &g->r->scratch;

	buffer_clear(text);
	for (uint32_t i = g->by_group.starts[which]; i < g->by_group.starts[which + 1]; i++) {
		uint32_t name = g->by_group.members[i];

		if (!buffer_printf(text, "%s%" PRId64 " x %s", text->len ? "; " : "",
			g->name_count[name],
			intern_text(names, keymap_key(&g->names, name)[1])))
			return NULL;
	}
	return arena_strndup(&table->arena, text->len ? text->data : "", text->len);
}

static bool
fill_row(struct grouping *g, struct table *table, int64_t row, uint32_t group)
{
	static const int argument[DIFF_ARGUMENTS] = {COL_DIMS_A, COL_STRIDES_A, COL_TYPES_A,
		COL_CONCRETE_A};
	struct diff_report *r = g->r;
	const struct group *of = &g->groups[group];
	const struct diff_row *first = &r->diff->rows[of->first];
	uint32_t module = keymap_key(&g->keys, group)[4];
	const char *name = diff_owner_name(r, of->first, true, table);

	if (!name)
		return false;
	table_set_text(table, row, COL_NAME, name);
	table_set_text(table, row, COL_MODULE,
		module == DIFF_NO_MODULE ? "" : intern_text(&r->path_names, module));
	table_set_int(table, row, COL_ROW, of->first);
	table_set_int(table, row, COL_DIFF, of->ns[1] - of->ns[0]);
	if (of->ns[0])
		table_set_real(table, row, COL_PCT,
			100.0 * (double)(of->ns[1] - of->ns[0]) / (double)of->ns[0]);
	for (int side = 0; side < 2; side++) {
		const char *names = names_text(g, group * 2 + (uint32_t)side, table);

		for (int which = 0; which < DIFF_ARGUMENTS; which++) {
			const char *text = diff_op_argument(r, side,
				first->kind == DIFF_OP ? first->event[side] : TRACE_NONE,
				(enum diff_argument)which);

			if (!text || !names)
				return false;
			table_set_text(table, row, argument[which] + side, text);
		}
		table_set_int(table, row, COL_CALLS_A + side, of->calls[side]);
		table_set_int(table, row, COL_TIME_A + side, of->ns[side]);
		table_set_int(table, row, COL_KERNELS_A + side, of->kernels[side]);
		table_set_text(table, row, COL_NAMES_A + side, names);
	}
	return true;
}

static bool
group_names(struct grouping *g)
{
	uint32_t *bucket = mem_alloc(g->names.n, sizeof(*bucket));
	bool good = bucket;

	for (uint32_t i = 0; good && i < g->names.n; i++)
		bucket[i] = *keymap_key(&g->names, i);
	good = good && buckets_make(&g->by_group, bucket, g->names.n, g->keys.n * 2);
	free(bucket);
	return good;
}

static int
compare_groups(const void *a, const void *b)
{
	const struct group *const *of_a = a, *const *of_b = b, *x = *of_a, *y = *of_b;
	int64_t change_x = x->ns[1] - x->ns[0], change_y = y->ns[1] - y->ns[0];

	change_x = change_x < 0 ? -change_x : change_x;
	change_y = change_y < 0 ? -change_y : change_y;
	if (change_x != change_y)
		return change_x > change_y ? -1 : 1;
	return x->first < y->first ? -1 : x->first > y->first;
}

/* The groups, the largest difference first. */
static bool
order_groups(struct grouping *g)
{
	g->order = mem_alloc(g->keys.n, sizeof(*g->order));
	if (!g->order)
		return false;
	for (uint32_t i = 0; i < g->keys.n; i++)
		g->order[i] = &g->groups[i];
	qsort(g->order, g->keys.n, sizeof(*g->order), compare_groups);
	return true;
}

int
diff_build_arguments(struct diff_report *r, struct table *table)
{
	struct grouping g = {.r = r, .keys = {.width = 5}, .names = {.width = 2}};
	bool good = !table_add_columns(table, columns, sizeof(columns) / sizeof(*columns))
		&& fill_groups(&g)
		&& group_names(&g) && order_groups(&g) && table_add_rows(table, g.keys.n) >= 0;

	for (uint32_t i = 0; good && i < g.keys.n; i++)
		good = fill_row(&g, table, i, (uint32_t)(g.order[i] - g.groups));
	keymap_free(&g.keys);
	keymap_free(&g.names);
	buckets_free(&g.by_group);
	free(g.groups);
	free(g.name_count);
	free(g.order);
	return good ? 0 : -1;
}
