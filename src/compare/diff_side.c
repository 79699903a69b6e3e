/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One side of a comparison: what takes part, in order, with what it is called. */
#include "compare/diff_priv.h"
#include "compare/diff_names_priv.h"
#include "base/mem.h"
#include <string.h>

enum { LABEL_OP, LABEL_CALL, LABEL_FRAME, LABEL_GPU, LABELS };

struct open_node {
	uint32_t end, node;	/* position after its subtree */
};

struct top {			/* a subtree under a thread, or a GPU event under a stream */
	uint32_t step, root, pos;
};

struct maker {
	struct diff_side *side;
	const struct diff_options *options;
	const struct tree *tree;
	const struct trace *trace;
	struct top *tops;
	size_t n_tops, cap_tops;
	struct open_node *open;
	size_t cap_open;
	uint32_t *module_slots;		/* open addressing over (parent, label): module + 1 */
	uint32_t n_slots;
};

/* --- names --------------------------------------------------------------------------- */

static uint32_t
add_name(struct diff_side *side, const char *text, size_t len)
{
	uint32_t id = intern_add(&side->names, text, len);

	side->failed |= id == INTERN_NONE;
	return id;
}

static uint32_t
label_of(struct diff_side *side, uint32_t string, uint8_t kind, int which)
{
	static const char letters[LABELS] = {'o', 'c', 'f', 'g'};
	uint32_t *label = &side->label_of[which][string];
	const char *text;
	char *made;

	if (*label != TRACE_NONE)
		return *label;
	text = diff_name(&side->scratch, trace_string(side->tree->trace, string), kind);
	if (!text || !buffer_add(&side->scratch, "", 1)) {
		side->failed = 1;
		return 0;
	}
	made = side->scratch.data;
	memmove(made + 1, made, side->scratch.len - 1);
	made[0] = letters[which];
	*label = add_name(side, made, side->scratch.len);
	return *label;
}

static uint32_t
raw_of(struct diff_side *side, uint32_t string)
{
	uint32_t *raw = &side->raw_of[string];

	if (*raw == TRACE_NONE)
		*raw = add_name(side, trace_string(side->tree->trace, string),
			side->tree->trace->strings.entries[string].len);
	return *raw;
}

/* Dims, and all four lists as one text; each signature once. */
static void
name_arguments(struct diff_side *side, uint32_t signature)
{
	const struct trace *t = side->tree->trace;
	const struct trace_signature *s = &t->signatures[signature];
	const uint32_t parts[] = {s->dims, s->types, s->strides, s->concrete};

	buffer_clear(&side->scratch);
	for (int i = 0; i < 4; i++)
		if (!buffer_add_text(&side->scratch, trace_string(t, parts[i]))
		    || !buffer_add(&side->scratch, "\n", 1))
			side->failed = 1;
	side->args_of[signature] = add_name(side, side->scratch.data, side->scratch.len);
	side->dims_of[signature] = add_name(side, trace_string(t, s->dims),
		t->strings.entries[s->dims].len);
}

static void
fill_item(struct diff_side *side, struct diff_node *node)
{
	static const int labels[] = {[DIFF_FRAME] = LABEL_FRAME, [DIFF_OP] = LABEL_OP,
		[DIFF_CALL] = LABEL_CALL,
		[DIFF_GPU] = LABEL_GPU};
	const struct trace *t = side->tree->trace;
	uint32_t signature;

	node->item.label = label_of(side, t->name[node->event], t->kind[node->event],
		labels[node->kind]);
	node->item.raw = raw_of(side, t->name[node->event]);
	if (node->kind == DIFF_GPU)
		node->item.args = node->item.raw;
	if (node->kind != DIFF_OP)
		return;
	signature = t->aux[node->event];
	if (side->args_of[signature] == TRACE_NONE)
		name_arguments(side, signature);
	node->item.dims = side->dims_of[signature];
	node->item.args = side->args_of[signature];
}

/* --- module paths ---------------------------------------------------------------------- */

static uint32_t
module_slot(const struct maker *m, uint32_t parent, uint32_t label)
{
	uint32_t at = (parent * 0x9e3779b1u ^ label * 0x85ebca6bu) & (m->n_slots - 1);

	for (; m->module_slots[at]; at = (at + 1) & (m->n_slots - 1)) {
		const struct diff_module *module = &m->side->modules[m->module_slots[at] - 1];

		if (module->parent == parent && module->label == label)
			break;
	}
	return at;
}

static bool
grow_modules(struct maker *m)
{
	struct diff_side *side = m->side;

	if (side->n_modules < m->n_slots / 2)
		return true;
	m->n_slots = m->n_slots ? m->n_slots * 2 : 256;
	free(m->module_slots);
	m->module_slots = mem_zero(m->n_slots, sizeof(*m->module_slots));
	for (uint32_t i = 0; m->module_slots && i < side->n_modules; i++)
		m->module_slots[module_slot(m, side->modules[i].parent, side->modules[i].label)] =
			i + 1;
	return m->module_slots;
}

/* The path of a module of that label within another. */
static uint32_t
enter_module(struct maker *m, uint32_t parent, uint32_t label)
{
	struct diff_side *side = m->side;
	uint32_t slot;

	if (!grow_modules(m)
		|| !mem_reserve(&side->modules, &side->cap_modules, (size_t)side->n_modules + 1,
			sizeof(*side->modules))) {
		side->failed = 1;
		return DIFF_NO_MODULE;
	}
	slot = module_slot(m, parent, label);
	if (!m->module_slots[slot]) {
		side->modules[side->n_modules] = (struct diff_module){parent, label};
		m->module_slots[slot] = ++side->n_modules;
	}
	return m->module_slots[slot] - 1;
}

/* --- nodes ------------------------------------------------------------------------------ */

static bool
is_kept(const struct maker *m, uint32_t pos)
{
	const uint32_t *before = m->tree->gpu_before;

	return m->options->host || before[pos + m->tree->size[pos]] > before[pos];
}

/*
 * What is left out while its children stay: frames that do not take part, and what stands around
 * steps.
 */
static bool
is_passed(const struct maker *m, uint32_t event)
{
	const struct trace *t = m->trace;

	if (t->kind[event] == EVENT_OP)
		return m->side->n_steps && diff_is_step(t, event);
	if (t->kind[event] != EVENT_PYTHON)
		return false;
	if (m->options->python == MERGED_PYTHON_NONE)
		return true;
	if (tree_is_module(t, event))
		return false;
	return m->options->python == MERGED_PYTHON_MODULES
		|| diff_steps_within(m->side, t->track[event], t->ts[event], trace_end(t, event));
}

static uint8_t
kind_of(uint8_t kind)
{
	if (event_is_gpu(kind))
		return DIFF_GPU;
	if (event_is_call(kind))
		return DIFF_CALL;
	return kind == EVENT_PYTHON ? DIFF_FRAME : DIFF_OP;
}

static uint32_t
add_node(struct maker *m, uint8_t kind, uint32_t event, uint32_t parent)
{
	struct diff_side *side = m->side;
	struct diff_node *node;

	if (side->n == TRACE_NONE - 1
		|| !mem_reserve(&side->nodes, &side->cap_nodes, (size_t)side->n + 1,
		sizeof(*side->nodes))) {
		side->failed = 1;
		return TRACE_NONE;
	}
	node = &side->nodes[side->n];
	*node = (struct diff_node){.event = event, .parent = parent, .size = 1,
		.module = DIFF_NO_MODULE, .kind = kind};
	if (parent != TRACE_NONE)
		node->module = side->nodes[parent].module;
	if (kind < DIFF_FRAME)
		return side->n++;
	fill_item(side, node);
	side->node_at[m->tree->pos[event]] = side->n;
	if (kind == DIFF_FRAME && tree_is_module(m->trace, event)) {
		uint32_t module = enter_module(m, node->module, node->item.label);

		side->nodes[side->n].module = module;
	}
	return side->n++;
}

/* The subtree at a position, below a node. */
static void
add_subtree(struct maker *m, uint32_t begin, uint32_t above)
{
	uint32_t end = begin + m->tree->size[begin];
	size_t depth = 0;

	for (uint32_t pos = begin; pos < end && !m->side->failed; pos++) {
		uint32_t event = m->tree->order[pos], parent;

		while (depth && m->open[depth - 1].end <= pos)
			depth--;
		parent = depth ? m->open[depth - 1].node : above;
		if (!is_kept(m, pos)) {
			pos += m->tree->size[pos] - 1;
			continue;
		}
		if (is_passed(m, event)) {
			m->side->node_at[pos] = parent;
			continue;
		}
		if (!mem_reserve(&m->open, &m->cap_open, depth + 1, sizeof(*m->open)))
			m->side->failed = 1;
		else
			m->open[depth++] = (struct open_node){pos + m->tree->size[pos],
				add_node(m, kind_of(m->trace->kind[event]), event, parent)};
	}
}

static bool
add_top(struct maker *m, uint32_t step, uint32_t root, uint32_t pos)
{
	if (!mem_reserve(&m->tops, &m->cap_tops, m->n_tops + 1, sizeof(*m->tops)))
		return false;
	m->tops[m->n_tops++] = (struct top){step, root, pos};
	return true;
}

/* What stands highest under each thread, with its step; then what hangs under no launch. */
static bool
collect_tops(struct maker *m)
{
	const struct diff_side *side = m->side;

	for (uint32_t r = 0; r < m->tree->n_roots; r++) {
		const struct tree_root *root = &m->tree->roots[r];

		if (!root->linked && !m->options->unlinked)
			continue;
		for (uint32_t pos = root->begin; pos < root->end; pos++) {
			uint32_t event = m->tree->order[pos], step;

			if (is_kept(m, pos) && is_passed(m, event))
				continue;
			step = root->linked ? diff_steps_at(side, m->trace->track[event],
				m->trace->ts[event])
				: side->n_numbers + 1;
			if (is_kept(m, pos) && (side->limit == TRACE_NONE || side->limit == step)
				&& !add_top(m, side->layered || !root->linked ? step : 0, r, pos))
				return false;
			pos += m->tree->size[pos] - 1;
		}
	}
	return true;
}

static int
compare_tops(const void *a, const void *b)
{
	const struct top *x = a, *y = b;

	if (x->step != y->step)
		return x->step < y->step ? -1 : 1;
	return x->pos < y->pos ? -1 : x->pos > y->pos;
}

static bool
add_all(struct maker *m)
{
	struct diff_side *side = m->side;
	uint32_t last = TRACE_NONE, root = TRACE_NONE, step = TRACE_NONE, thread = TRACE_NONE;

	for (size_t i = 0; i < m->n_tops && !side->failed; i++) {
		const struct top *top = &m->tops[i];
		bool linked = m->tree->roots[top->root].linked,
			outside = top->step >= side->n_numbers;

		if (top->step != last) {
			last = top->step;
			step = thread = TRACE_NONE;
			if (linked && side->layered)
				step = add_node(m, outside ? DIFF_OUTSIDE : DIFF_STEP,
					outside ? TRACE_NONE : side->number_event[top->step],
					TRACE_NONE);
		}
		if (thread == TRACE_NONE || root != top->root)
			thread = add_node(m, linked ? DIFF_THREAD : DIFF_STREAM, top->root, step);
		root = top->root;
		if (!side->failed)
			add_subtree(m, top->pos, thread);
	}
	return !side->failed;
}

/* From the last to the first: every node adds itself to its parent. */
static void
sum_sizes(struct diff_side *side)
{
	for (uint32_t i = side->n; i-- > 0;)
		if (side->nodes[i].parent != TRACE_NONE)
			side->nodes[side->nodes[i].parent].size += side->nodes[i].size;
}

/* What a backward op launched belongs to the module of its forward op. */
static void
find_backward_modules(struct diff_side *side)
{
	for (uint32_t i = 0; i < side->n; i++) {
		struct diff_node *node = &side->nodes[i];
		uint32_t forward;

		if (node->module != DIFF_NO_MODULE || node->parent == TRACE_NONE)
			continue;
		node->module = side->nodes[node->parent].module;
		if (node->module != DIFF_NO_MODULE || node->kind != DIFF_OP)
			continue;
		forward = tree_forward_of(side->tree, node->event);
		while (forward != TRACE_NONE && tree_has(side->tree, forward)
			&& side->node_at[side->tree->pos[forward]] == TRACE_NONE)
			forward = side->tree->parent[forward];
		if (forward != TRACE_NONE && tree_has(side->tree, forward))
			node->module = side->nodes[side->node_at[side->tree->pos[forward]]].module;
	}
}

static bool
prepare(struct diff_side *side)
{
	const struct trace *t = side->tree->trace;
	bool good = true;

	side->node_at = mem_alloc(side->tree->n, sizeof(*side->node_at));
	side->raw_of = mem_alloc(t->strings.n, sizeof(*side->raw_of));
	side->dims_of = mem_alloc(t->n_signatures, sizeof(*side->dims_of));
	side->args_of = mem_alloc(t->n_signatures, sizeof(*side->args_of));
	for (int i = 0; i < LABELS; i++) {
		side->label_of[i] = mem_alloc(t->strings.n, sizeof(**side->label_of));
		good = good && side->label_of[i];
	}
	if (!good || !side->node_at || !side->raw_of || !side->dims_of || !side->args_of)
		return false;
	for (int i = 0; i < LABELS; i++)
		memset(side->label_of[i], 0xff, t->strings.n * sizeof(**side->label_of));
	memset(side->node_at, 0xff, side->tree->n * sizeof(*side->node_at));
	memset(side->raw_of, 0xff, t->strings.n * sizeof(*side->raw_of));
	memset(side->args_of, 0xff, t->n_signatures * sizeof(*side->args_of));
	return intern_add(&side->names, "", 0) == 0;
}

bool
diff_side_build(struct diff_side *side, const struct diff_options *options)
{
	struct maker m = {.side = side, .options = options, .tree = side->tree,
		.trace = side->tree->trace};
	bool good = prepare(side) && collect_tops(&m);

	if (good && m.n_tops)
		qsort(m.tops, m.n_tops, sizeof(*m.tops), compare_tops);
	good = good && add_all(&m);
	if (good) {
		sum_sizes(side);
		find_backward_modules(side);
	}
	free(m.tops);
	free(m.open);
	free(m.module_slots);
	return good && !side->failed;
}

void
diff_side_free(struct diff_side *side)
{
	free(side->nodes);
	free(side->node_at);
	free(side->row_of);
	free(side->raw_of);
	free(side->dims_of);
	free(side->args_of);
	for (int i = 0; i < LABELS; i++)
		free(side->label_of[i]);
	free(side->modules);
	free(side->steps);
	free(side->numbers);
	free(side->number_event);
	intern_free(&side->names);
	buffer_free(&side->scratch);
}

bool
diff_sides_join(struct diff_side *a, struct diff_side *b, uint32_t **map)
{
	uint32_t *ids = mem_alloc(b->names.n, sizeof(*ids));

	*map = ids;
	for (uint32_t i = 0; ids && i < b->names.n; i++) {
		ids[i] = intern_add(&a->names, b->names.entries[i].text, b->names.entries[i].len);
		if (ids[i] == INTERN_NONE)
			return false;
	}
	for (uint32_t i = 0; ids && i < b->n_modules; i++)
		b->modules[i].label = ids[b->modules[i].label];
	return ids;
}
