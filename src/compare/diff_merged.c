/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/diff_merged.h"
#include "analysis/keymap.h"
#include "base/mem.h"
#include "compare/diff_priv.h"
#include <stdio.h>
#include <string.h>

enum { KEY_PARENT, KEY_KIND, KEY_NAME, KEY_WORDS };

struct folding {
	const struct tree_diff *diff;
	struct keymap nodes;	/* what rows are folded to, by what they are called */
	struct keymap aliases;	/* what B calls them where A calls them otherwise */
	uint32_t *alias_node;	/* alias -> node */
	size_t cap_alias;
	struct intern threads;
	uint32_t *node_of;	/* row -> node */
	uint32_t *place;	/* node -> row of the result */
};

static const struct diff_node *
node_at(const struct tree_diff *diff, uint32_t row, int side)
{
	return &diff->side[side]->nodes[diff->rows[row].node[side]];
}

/* Kernels are told apart by all of their name, the rest as comparing does. KEYMAP_NONE: no memory. */
static uint32_t
name_of(struct folding *f, uint32_t row, int side)
{
	const struct diff_row *r = &f->diff->rows[row];
	char room[512];
	const char *name;

	if (r->kind == DIFF_STEP || r->kind == DIFF_OUTSIDE)
		return 0;
	if (r->kind == DIFF_GPU)
		return node_at(f->diff, row, side)->item.raw;
	if (r->kind >= DIFF_FRAME)
		return node_at(f->diff, row, side)->item.label;
	name = diff_row_name(f->diff, row, side, room, sizeof(room));
	return intern_add(&f->threads, name, strlen(name));
}

static bool
add_alias(struct folding *f, const uint32_t key[KEY_WORDS], uint32_t node)
{
	uint32_t before = f->aliases.n, alias = keymap_add(&f->aliases, key);

	if (alias == KEYMAP_NONE || !mem_reserve(&f->alias_node, &f->cap_alias, f->aliases.n, sizeof(*f->alias_node)))
		return false;
	if (f->aliases.n > before)
		f->alias_node[alias] = node;
	return true;
}

static bool
fold_row(struct folding *f, uint32_t row)
{
	const struct diff_row *r = &f->diff->rows[row];
	int side = !diff_has(r, 0);
	uint32_t key[KEY_WORDS] = {r->parent == TRACE_NONE ? KEYMAP_NONE : f->node_of[r->parent], r->kind,
		name_of(f, row, side)}, alias = side && f->alias_node ? keymap_find(&f->aliases, key) : KEYMAP_NONE, name;

	f->node_of[row] = alias != KEYMAP_NONE ? f->alias_node[alias] : keymap_add(&f->nodes, key);
	if (key[KEY_NAME] == KEYMAP_NONE || f->node_of[row] == KEYMAP_NONE)
		return false;
	if (!diff_is_matched(r))
		return true;
	name = key[KEY_NAME];
	key[KEY_NAME] = name_of(f, row, 1);
	return key[KEY_NAME] == name || (key[KEY_NAME] != KEYMAP_NONE && add_alias(f, key, f->node_of[row]));
}

/* Nodes come before those under them; here those under one come right behind it. */
static bool
place_nodes(struct folding *f, struct diff_merged_row *rows)
{
	uint32_t n = f->nodes.n, *parent = mem_alloc(n, sizeof(*parent)), *stack = mem_alloc(n, sizeof(*stack)),
		depth = 0, placed = 0;
	struct buckets children = {0};
	bool good = parent && stack;

	for (uint32_t node = 0; good && node < n; node++) {
		parent[node] = keymap_key(&f->nodes, node)[KEY_PARENT];
		parent[node] = parent[node] == KEYMAP_NONE ? n : parent[node];
	}
	good = good && buckets_make(&children, parent, n, n + 1);
	for (uint32_t node = n; good; node = stack[--depth]) {
		if (node < n) {
			f->place[node] = placed;
			rows[placed++] = (struct diff_merged_row){.first = {TRACE_NONE, TRACE_NONE}, .size = 1,
				.depth = parent[node] < n ? rows[f->place[parent[node]]].depth + 1 : 0};
		}
		for (uint32_t i = children.starts[node + 1]; i-- > children.starts[node];)
			stack[depth++] = children.members[i];
		if (!depth)
			break;
	}
	for (uint32_t node = n; good && node-- > 0;)
		if (parent[node] < n)
			rows[f->place[parent[node]]].size += rows[f->place[node]].size;
	buckets_free(&children);
	free(parent);
	free(stack);
	return good;
}

/* From now on node_of leads to the row of the result. */
static void
add_up(const struct folding *f, struct diff_merged_row *rows)
{
	for (uint32_t row = 0; row < f->diff->n; row++) {
		const struct diff_row *r = &f->diff->rows[row];
		struct diff_merged_row *to;

		f->node_of[row] = f->place[f->node_of[row]];
		to = &rows[f->node_of[row]];
		for (int side = 0; side < 2; side++) {
			to->gpu[side] += r->gpu[side];
			to->gpu_ns[side] += r->gpu_ns[side];
			if (!diff_has(r, side))
				continue;
			if (!to->calls[side]++)
				to->first[side] = row;
		}
	}
}

static bool
fold(struct folding *f, struct diff_merged *merged)
{
	bool good = (f->node_of = mem_alloc(f->diff->n, sizeof(*f->node_of)));

	for (uint32_t row = 0; good && row < f->diff->n; row++)
		good = fold_row(f, row);
	merged->n = f->nodes.n;
	good = good && (f->place = mem_alloc(merged->n, sizeof(*f->place)))
		&& (merged->rows = mem_alloc(merged->n, sizeof(*merged->rows)))
		&& place_nodes(f, merged->rows);
	if (good)
		add_up(f, merged->rows);
	merged->folded = f->node_of;
	keymap_free(&f->nodes);
	keymap_free(&f->aliases);
	intern_free(&f->threads);
	free(f->alias_node);
	free(f->place);
	return good;
}

int
diff_merge(struct diff_merged **out, const struct tree_diff *diff, struct error *err)
{
	struct folding f = {.diff = diff, .nodes.width = KEY_WORDS, .aliases.width = KEY_WORDS};
	struct diff_merged *merged = mem_zero(1, sizeof(*merged));

	*out = merged;
	if (merged)
		merged->diff = diff;
	if (merged && fold(&f, merged))
		return 0;
	diff_merged_free(merged);
	*out = NULL;
	return error_no_memory(err, "folding a comparison");
}

void
diff_merged_free(struct diff_merged *merged)
{
	if (!merged)
		return;
	free(merged->rows);
	free(merged->folded);
	free(merged);
}

const char *
diff_merged_name(const struct diff_merged *merged, uint32_t row, int side, char *out, size_t size)
{
	const struct tree_diff *diff = merged->diff;
	uint32_t first = merged->rows[row].first[side];
	uint8_t kind = first == TRACE_NONE ? DIFF_KINDS : diff->rows[first].kind;

	if (kind == DIFF_KINDS)
		return "";
	if (kind == DIFF_STEP)
		return "ProfilerStep";
	if (kind == DIFF_FRAME)		/* without the letter of its kind */
		return intern_text(&diff->side[0]->names, node_at(diff, first, side)->item.label) + 1;
	return diff_row_name(diff, first, side, out, size);
}
