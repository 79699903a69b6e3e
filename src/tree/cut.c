/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A tree of a part of the time: the same pre-order without what falls outside. */
#include "base/mem.h"
#include "tree_priv.h"

struct cutter {
	const struct tree *whole;
	const struct tree_window *window;
	struct tree *tree;
	uint32_t *before;	/* by position of the whole tree: how many kept ones are before it; n + 1 entries */
};

static bool
window_holds(const struct tree_window *window, int64_t time)
{
	return time >= window->begin && time < window->end;
}

static bool
cutter_wants(const struct cutter *c, uint32_t event)
{
	const struct trace *trace = c->whole->trace;
	uint32_t parent = c->whole->parent[event];

	if (!event_is_gpu(trace->kind[event]))
		return tree_window_runs(c->window, trace, event);
	return window_holds(c->window, trace->ts[c->window->by_gpu || parent == TRACE_NONE ? event : parent]);
}

/* Marks what is wanted and all above it, children before their parents; then counts. */
static void
cutter_mark(struct cutter *c)
{
	const struct tree *whole = c->whole;
	uint32_t n = 0;

	for (uint32_t pos = whole->n; pos-- > 0;) {
		uint32_t event = whole->order[pos], parent = whole->parent[event];

		c->before[pos] = c->before[pos] || cutter_wants(c, event);
		if (c->before[pos] && parent != TRACE_NONE)
			c->before[whole->pos[parent]] = 1;
	}
	for (uint32_t pos = 0; pos < whole->n; pos++) {
		uint32_t kept = c->before[pos];

		c->before[pos] = n;
		n += kept;
	}
	c->before[whole->n] = c->tree->n = n;
}

static bool
cutter_nodes(struct cutter *c)
{
	const struct tree *whole = c->whole;
	struct tree *tree = c->tree;
	uint32_t n = whole->trace->n;

	tree->order = mem_alloc(tree->n, sizeof(*tree->order));
	tree->size = mem_alloc(tree->n, sizeof(*tree->size));
	tree->pos = mem_alloc(n, sizeof(*tree->pos));
	tree->parent = mem_alloc(n, sizeof(*tree->parent));
	tree->op_above = mem_alloc(n, sizeof(*tree->op_above));
	if (!tree->order || !tree->size || !tree->pos || !tree->parent || !tree->op_above)
		return false;
	for (uint32_t i = 0; i < n; i++)
		tree->pos[i] = tree->parent[i] = tree->op_above[i] = TRACE_NONE;
	for (uint32_t pos = 0; pos < whole->n; pos++) {
		uint32_t event = whole->order[pos], at = c->before[pos];

		if (at == c->before[pos + 1])
			continue;
		tree->order[at] = event;
		tree->size[at] = c->before[pos + whole->size[pos]] - at;
		tree->pos[event] = at;
		tree->parent[event] = whole->parent[event];
		tree_note_op(tree, event);
		if (event_is_gpu(whole->trace->kind[event])) {
			bool linked = whole->parent[event] != TRACE_NONE;

			tree->n_linked += linked;
			*(linked ? &tree->linked_ns : &tree->unlinked_ns) += whole->trace->dur[event];
		}
	}
	return true;
}

static bool
cutter_roots(struct cutter *c)
{
	const struct tree *whole = c->whole;
	struct tree *tree = c->tree;

	tree->roots = mem_alloc(whole->n_roots, sizeof(*tree->roots));
	for (uint32_t i = 0; tree->roots && i < whole->n_roots; i++) {
		const struct tree_root *root = &whole->roots[i];
		uint32_t begin = c->before[root->begin], end = c->before[root->end];

		if (begin < end)
			tree->roots[tree->n_roots++] = (struct tree_root){root->track, begin, end, root->linked};
	}
	return tree->roots != NULL;
}

/* The pairs of which both sides are there, in their order. */
static struct tree_pair *
cutter_pairs(const struct cutter *c, const struct tree_pair *pairs, uint32_t *n)
{
	struct tree_pair *kept = mem_alloc(c->whole->n_pairs, sizeof(*kept));

	*n = 0;
	for (uint32_t i = 0; kept && i < c->whole->n_pairs; i++)
		if (tree_has(c->tree, pairs[i].from) && tree_has(c->tree, pairs[i].to))
			kept[(*n)++] = pairs[i];
	return kept;
}

int
tree_cut(struct tree **out, const struct tree *whole, const struct tree_window *window, struct error *err)
{
	struct cutter c = {whole, window, mem_zero(1, sizeof(*c.tree)),
		mem_zero((size_t)whole->n + 1, sizeof(*c.before))};
	struct tree_builder measured = {.tree = c.tree};
	bool good = c.tree && c.before;

	if (good) {
		c.tree->trace = whole->trace;
		c.tree->is_cut = true;
		c.tree->window = *window;
		cutter_mark(&c);
		good = cutter_nodes(&c) && cutter_roots(&c) && !tree_measure(&measured);
	}
	if (good) {
		c.tree->backward = cutter_pairs(&c, whole->backward, &c.tree->n_pairs);
		c.tree->forward = cutter_pairs(&c, whole->forward, &c.tree->n_pairs);
		good = c.tree->backward && c.tree->forward;
	}
	free(c.before);
	*out = c.tree;
	if (good)
		return 0;
	tree_free(c.tree);
	*out = NULL;
	return error_no_memory(err, "cutting the tree");
}
