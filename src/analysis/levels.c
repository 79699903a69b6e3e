/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/levels_priv.h"
#include "analysis/rows_priv.h"
#include "base/mem.h"
#include <string.h>

enum {
	COL_GPU, COL_SHARE, COL_COUNT, COL_MEAN, COL_MOST, COL_LEAST, COL_FORWARD, COL_BACKWARD,
	COL_EXPOSED, COL_RECOMPUTE, COL_MB, COL_GBS, COL_BUS, COL_PERCENT, COL_WIN, COL_NAME,
	COL_LEVEL, COL_DIMS, COL_TYPES, COL_STRIDES, COL_CONCRETE, COL_START, COL_EVENT
};

#define TIME_US(id, title, what) {id, title, CELL_TIME, UNIT_US, COLUMN_DESCENDING, 11, what}
#define TIME_MS(id, title, what) {id, title, CELL_TIME, UNIT_MS, COLUMN_DESCENDING, 11, what}
#define TEXT(id, title, flags, what) {id, title, CELL_TEXT, UNIT_NONE, flags, 20, what}

static const struct column_def columns[] = {
	[COL_GPU] = TIME_MS("gpu_ms", "GPU time (ms)",
		"GPU time of the calls below the row, each call's merged"),
	[COL_SHARE] = {"share", "Of all (%)", CELL_REAL, UNIT_PERCENT,
		COLUMN_DESCENDING | COLUMN_SHARE, 8, "share of the GPU time of all rows, summed"},
	[COL_COUNT] = {"count", "Calls", CELL_INT, UNIT_COUNT, COLUMN_DESCENDING, 8,
		"calls that launched GPU work; of kernels and collectives GPU events"},
	[COL_MEAN] = TIME_US("mean_us", "Mean (µs)", "mean of a call"),
	[COL_MOST] = TIME_US("max_us", "Longest (µs)", "longest call"),
	[COL_LEAST] = TIME_US("min_us", "Shortest (µs)", "shortest call"),
	[COL_FORWARD] =
		TIME_MS("forward_ms", "Forward (ms)", "GPU time launched within forward calls of modules"),
	[COL_BACKWARD] = TIME_MS("backward_ms", "Backward (ms)",
		"GPU time of the backward, where a link tells so"),
	[COL_EXPOSED] =
		TIME_MS("exposed_ms", "Exposed (ms)", "time during which no computation ran"),
	[COL_RECOMPUTE] = TIME_MS("recompute_ms", "Recomputation (ms)",
		"GPU time of computing forward activations again"),
	[COL_MB] = {"size_mb", "Size (MB)", CELL_REAL, UNIT_MB, COLUMN_DESCENDING, 9,
		"size of one message, the larger of in and out, MB of 2^20"},
	[COL_GBS] = {"gbs", "GB/s", CELL_REAL, UNIT_GBS, COLUMN_DESCENDING, 8,
		"size by duration, waiting for other ranks included, GB of 10^9"},
	[COL_BUS] = {"bus_gbs", "Bus GB/s", CELL_REAL, UNIT_GBS, COLUMN_DESCENDING, 8,
		"the same as the links see it: of an allreduce of n ranks times 2(n-1)/n, of a gather, "
		"scatter or all-to-all (n-1)/n, GB of 10^9"},
	[COL_PERCENT] = {"roof", "Of roofline (%)", CELL_REAL, UNIT_PERCENT, 0, 8,
		"least time that the GPU's limits allow by GPU time, of calls with a model"},
	[COL_WIN] = TIME_US(
		"win_us", "Could win (µs)", "GPU time above the roofline, of calls with a model"),
	[COL_NAME] = TEXT("name", "Name", COLUMN_KEY, "what the row is"),
	[COL_LEVEL] = TEXT("level", "Level", COLUMN_KEY, "what kind of row it is"),
	[COL_DIMS] = TEXT("input_dims", "Input Dims", COLUMN_NOISY,
		"shapes of the arguments, of the longest call"),
	[COL_TYPES] = TEXT("input_type", "Input type", COLUMN_NOISY,
		"types of the arguments, of the longest call"),
	[COL_STRIDES] = TEXT("input_strides", "Input Strides", COLUMN_NOISY,
		"strides of the arguments, of the longest call"),
	[COL_CONCRETE] = TEXT("concrete_inputs", "Concrete Inputs", COLUMN_NOISY,
		"values of the arguments that are no tensors, of the longest call"),
	[COL_START] = {"start_ms", "Start (ms)", CELL_TIME, UNIT_MS, COLUMN_NOISY, 11,
		"start, of the longest call"},
	[COL_EVENT] = {"event", "Event", CELL_INT, UNIT_EVENT, 0, 9, "the longest of them"},
};

#define BIT(column) (UINT64_C(1) << (column))
#define COLLECTIVE_COLUMNS (BIT(COL_EXPOSED) | BIT(COL_MB) | BIT(COL_GBS) | BIT(COL_BUS))
#define ARGUMENT_COLUMNS (BIT(COL_DIMS) | BIT(COL_TYPES) | BIT(COL_STRIDES) | BIT(COL_CONCRETE))
#define ROOFLINE_COLUMNS (BIT(COL_PERCENT) | BIT(COL_WIN))
#define MODULE_COLUMNS (BIT(COL_FORWARD) | BIT(COL_BACKWARD))

static const struct {
	struct sheet sheet;	/* its id and title */
	void (*fill)(struct levels_builder *b);
	unsigned part;		/* the column of level_item.part */
	uint64_t leave_out;
	const char *item;	/* what a row of an item is called */
} kinds[LEVELS_KINDS] = {
	[LEVELS_OPS] = {{.id = "operators_by_level", .title = "Operators"}, levels_fill_ops,
		COL_RECOMPUTE, COLLECTIVE_COLUMNS | MODULE_COLUMNS, "call"},
	[LEVELS_MODULES] = {{.id = "modules_by_level", .title = "Modules"}, levels_fill_modules,
		COL_BACKWARD, COLLECTIVE_COLUMNS | BIT(COL_RECOMPUTE), "call"},
	[LEVELS_KERNELS] = {{.id = "kernels_by_level", .title = "Kernels and copies"},
		levels_fill_kernels, COL_RECOMPUTE,
		COLLECTIVE_COLUMNS | MODULE_COLUMNS | ROOFLINE_COLUMNS | ARGUMENT_COLUMNS,
		"launch"},
	[LEVELS_COLLECTIVES] = {{.id = "collectives_by_level", .title = "Collectives"},
		levels_fill_collectives, COL_EXPOSED,
		MODULE_COLUMNS | ROOFLINE_COLUMNS | ARGUMENT_COLUMNS | BIT(COL_RECOMPUTE),
		"launch"},
};

uint32_t
levels_node(struct levels_builder *b, uint32_t parent, unsigned level, const char *level_name,
	uint32_t key, const char *name)
{
	const uint32_t words[] = {parent + 1, level, key};
	uint32_t before = b->keys.n, number = keymap_add(&b->keys, words);

	if (number == KEYMAP_NONE
		|| !mem_reserve(&b->nodes, &b->cap_nodes, b->keys.n, sizeof(*b->nodes))) {
		b->a->no_memory = true;
		return LEVEL_TOP;
	}
	if (number == before)
		b->nodes[number] = (struct level_node){.parent = parent,
			.last = !strcmp(level_name, LEVELS_REST),
			.level = level_name,
			.name = name,
			.least = INT64_MAX,
			.most = -1,
			.longest = UINT32_MAX};
	return number;
}

static void
item_add(struct level_item *sum, const struct level_item *item)
{
	sum->ns = time_add(sum->ns, item->ns);
	sum->part = time_add(sum->part, item->part);
	sum->forward = time_add(sum->forward, item->forward);
	sum->modelled = time_add(sum->modelled, item->modelled);
	sum->above = time_add(sum->above, item->above);
	sum->roofline_us += item->roofline_us;
	sum->megabytes += item->megabytes;
	sum->bus += item->bus;
}

/* longest is the number of the item that took most; of several the first counts. */
static void
node_take(struct level_node *node, const struct level_item *sum, uint32_t count, int64_t least, int64_t most,
	uint32_t longest)
{
	item_add(&node->sum, sum);
	node->count += count;
	node->least = least < node->least ? least : node->least;
	if (most < node->most || (most == node->most && longest > node->longest))
		return;
	node->most = most;
	node->longest = longest;
	node->sum.event = sum->event;
}

void
levels_add(struct levels_builder *b, const struct level_item *item)
{
	if (item->node == LEVEL_TOP
	    || !mem_reserve(&b->items, &b->cap_items, (size_t)b->n_items + 1, sizeof(*b->items))) {
		b->a->no_memory = true;
		return;
	}
	b->items[b->n_items] = *item;
	b->any_part |= item->part != 0;
	node_take(&b->nodes[item->node], item, 1, item->ns, item->ns, b->n_items++);
}

/* Nodes are made before what is below them. */
static void
nodes_sum_up(struct levels_builder *b)
{
	for (uint32_t i = b->keys.n; i-- > 0;) {
		const struct level_node *node = &b->nodes[i];

		if (node->parent != LEVEL_TOP)
			node_take(&b->nodes[node->parent], &node->sum, node->count, node->least, node->most,
				node->longest);
	}
}

/* --- rows ------------------------------------------------------------------------- */

struct writer {
	const struct levels_builder *b;
	enum levels_kind kind;
	struct rows rows;
	int64_t all;
	struct buckets nodes, items;	/* below each node (n: the top), largest first */
	uint32_t *node_order, *item_order;
	uint32_t *size, *gpu;
};

static void
write_arguments(struct writer *w, uint32_t event)
{
	struct analysis *a = w->b->a;

	if (a->trace->kind[event] != EVENT_OP)
		return;
	for (int which = 0; which < ARGUMENTS; which++)
		rows_text(&w->rows, COL_DIMS + (unsigned)which,
			analysis_argument(a, event, (enum argument)which, ARGTEXT_TUPLES));
}

static void
write_rates(struct writer *w, const struct level_item *sum, uint32_t count)
{
	double seconds = (double)sum->ns / 1e9, mb = 1024.0 * 1024.0;

	rows_real(&w->rows, COL_MB, sum->megabytes / count);
	if (sum->ns > 0) {
		rows_real(&w->rows, COL_GBS, sum->megabytes * mb / 1e9 / seconds);
		rows_real(&w->rows, COL_BUS, sum->bus * mb / 1e9 / seconds);
	}
}

static void
write_row(struct writer *w, const struct level_item *sum, const char *level, const char *name,
	uint32_t count)
{
	struct rows *rows = &w->rows;

	if (!rows_next(rows))
		return;
	rows_int(rows, COL_GPU, sum->ns);
	if (w->all > 0)
		rows_real(rows, COL_SHARE, 100.0 * (double)sum->ns / (double)w->all);
	rows_int(rows, COL_COUNT, count);
	rows_int(rows, COL_MEAN, sum->ns / count);
	if (w->kind != LEVELS_MODULES || sum->part > 0)
		rows_int(rows, kinds[w->kind].part, sum->part);
	if (sum->forward > 0)
		rows_int(rows, COL_FORWARD, sum->forward);
	if (w->kind == LEVELS_COLLECTIVES)
		write_rates(w, sum, count);
	if (sum->modelled > 0) {
		rows_real(
			rows, COL_PERCENT, sum->roofline_us / ((double)sum->modelled / 1e3) * 100);
		rows_int(rows, COL_WIN, sum->above);
	}
	rows_text(rows, COL_LEVEL, level);
	rows_text(rows, COL_NAME, name);
	rows_int(rows, COL_EVENT, sum->event);
	rows_int(rows, COL_START, w->b->a->trace->ts[sum->event]);
}

static void
write_node(struct writer *w, uint32_t number)
{
	const struct level_node *node = &w->b->nodes[number];

	write_row(w, &node->sum, node->level, node->name, node->count);
	rows_int(&w->rows, COL_MOST, node->most);
	rows_int(&w->rows, COL_LEAST, node->least);
	if (!strcmp(node->level, "arguments"))
		write_arguments(w, node->sum.event);
}

static uint32_t
writer_row(const struct writer *w)
{
	return w->rows.table ? w->rows.table->n_rows : 0;
}

static void
write_items(struct writer *w, uint32_t node)
{
	for (uint32_t i = w->items.starts[node]; i < w->items.starts[node + 1]; i++) {
		const struct level_item *item = &w->b->items[w->item_order[w->items.members[i]]];
		const struct level_node *above = &w->b->nodes[node];

		w->size[writer_row(w)] = 1;
		w->gpu[writer_row(w)] = item->gpu;
		write_row(w, item, kinds[w->kind].item,
			strcmp(above->level, "arguments") ? above->name
							  : w->b->nodes[above->parent].name,
			1);
		write_arguments(w, item->event);
	}
}

/*
 * Rows in pre-order without recursion: stack[] holds the nodes that are begun, next[] where each
 * goes on.
 */
static bool
write_rows(struct writer *w)
{
	uint32_t n = w->b->keys.n, depth = 0, at = n;
	uint32_t *stack = mem_alloc((size_t)n + 1, sizeof(*stack)),
		 *next = mem_alloc((size_t)n + 1, sizeof(*next));
	uint32_t *row = mem_alloc((size_t)n + 1, sizeof(*row));
	bool good = stack && next && row;

	if (good)
		memcpy(next, w->nodes.starts, ((size_t)n + 1) * sizeof(*next));
	while (good && !w->b->a->no_memory) {
		if (next[at] < w->nodes.starts[at + 1]) {
			stack[depth++] = at;
			at = w->node_order[w->nodes.members[next[at]++]];
			row[at] = writer_row(w);
			w->gpu[row[at]] = TRACE_NONE;
			write_node(w, at);
			continue;
		}
		if (at == n)
			break;
		write_items(w, at);
		w->size[row[at]] = writer_row(w) - row[at];
		at = stack[--depth];
	}
	free(stack);
	free(next);
	free(row);
	return good;
}

/* Numbers of what there is, the largest first, put under their nodes. */
static bool
writer_order(struct writer *w)
{
	const struct levels_builder *b = w->b;
	uint32_t n = b->keys.n, most = n > b->n_items ? n : b->n_items;
	struct keyed *order = mem_alloc(most, sizeof(*order));
	uint32_t *below = mem_alloc(most, sizeof(*below));
	bool good = order && below && (w->node_order = mem_alloc(n, sizeof(*below)))
		&& (w->item_order = mem_alloc(b->n_items, sizeof(*below)));

	for (uint32_t i = 0; good && i < n; i++)
		order[i] = (struct keyed){b->nodes[i].last ? INT64_MAX : -b->nodes[i].sum.ns, i};
	good = good && order_by_key(order, n);
	for (uint32_t i = 0; good && i < n; i++) {
		w->node_order[i] = order[i].id;
		below[i] = b->nodes[order[i].id].parent == LEVEL_TOP ? n
								     : b->nodes[order[i].id].parent;
		if (!b->nodes[order[i].id].count)
			below[i] = KEYMAP_NONE;
	}
	good = good && buckets_make(&w->nodes, below, n, n + 1);
	for (uint32_t i = 0; good && i < b->n_items; i++)
		order[i] = (struct keyed){-b->items[i].ns, i};
	good = good && order_by_key(order, b->n_items);
	for (uint32_t i = 0; good && i < b->n_items; i++) {
		w->item_order[i] = order[i].id;
		below[i] = b->items[order[i].id].node;
	}
	good = good && buckets_make(&w->items, below, b->n_items, n + 1);
	free(order);
	free(below);
	return good;
}

static int
levels_write(struct levels *levels, const struct levels_builder *b, enum levels_kind kind,
	struct error *err)
{
	struct writer w = {.b = b, .kind = kind};
	uint64_t leave_out = kinds[kind].leave_out;

	if (kinds[kind].part == COL_RECOMPUTE && !b->any_part)
		leave_out |= BIT(COL_RECOMPUTE);
	for (uint32_t i = 0; i < b->n_items; i++)
		w.all = time_add(w.all, b->items[i].ns);
	rows_open(&w.rows, &kinds[kind].sheet, columns, COLUMNS_OF(columns), leave_out);
	w.size = mem_alloc((size_t)b->keys.n + b->n_items, sizeof(*w.size));
	w.gpu = mem_alloc((size_t)b->keys.n + b->n_items, sizeof(*w.gpu));
	if (!w.size || !w.gpu || b->a->no_memory || !writer_order(&w) || !write_rows(&w))
		b->a->no_memory = true;
	buckets_free(&w.nodes);
	buckets_free(&w.items);
	free(w.node_order);
	free(w.item_order);
	levels->size = w.size;
	levels->gpu = w.gpu;
	return rows_close(&w.rows, b->a, &levels->table, err);
}

int
levels_build(struct levels *levels, struct analysis *a, enum levels_kind kind, struct error *err)
{
	struct levels_builder b = {.a = a, .keys = {.width = 3}};
	int status;

	*levels = (struct levels){0};
	kinds[kind].fill(&b);
	nodes_sum_up(&b);
	status = levels_write(levels, &b, kind, err);
	keymap_free(&b.keys);
	free(b.nodes);
	free(b.items);
	if (status)
		levels_free(levels);
	return status;
}

void
levels_free(struct levels *levels)
{
	table_free(levels->table);
	free(levels->size);
	free(levels->gpu);
	levels_sums_free(levels->sums);
	*levels = (struct levels){0};
}
