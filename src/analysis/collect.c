/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/collect.h"
#include "base/mem.h"
#include <string.h>

#define WRAPPER_LEVELS 5	/* how far above a backward op the engine's wrapper may be */

struct collector {
	struct analysis *a;
	struct perf_events *events;
	/* by position: ops with a model and GPU work before it; n + 1 entries */
	uint32_t *modelled_before;
	bool *covered;			/* by place in tree->gpu[]: in a row */
	int64_t root_start;		/* of the outermost op that is open */
};

/* Whether a model counts for the op: a pattern's op must have the arguments it needs. */
static bool
has_model(struct analysis *a, uint32_t event)
{
	const struct model_op *op = perf_model(a, event);
	const struct model_result *result;

	if (!op || op->sheet)
		return op != NULL;
	result = perf_result(a, event, false);
	return result && result->status != MODEL_NO_MODEL;
}

static bool
count_modelled(struct collector *c)
{
	const struct tree *tree = c->a->tree;

	if (!(c->modelled_before = mem_alloc((size_t)tree->n + 1, sizeof(*c->modelled_before))))
		return false;
	c->modelled_before[0] = 0;
	for (uint32_t pos = 0; pos < tree->n; pos++) {
		uint32_t event = tree->order[pos];
		bool counts = tree->gpu_before[pos + tree->size[pos]] > tree->gpu_before[pos]
			&& has_model(c->a, event);

		c->modelled_before[pos + 1] = c->modelled_before[pos] + counts;
	}
	return true;
}

/* Whether an op below has a model and GPU work. */
static bool
has_modelled_below(const struct collector *c, uint32_t pos)
{
	return c->modelled_before[pos + c->a->tree->size[pos]] > c->modelled_before[pos + 1];
}

static bool
has_gpu(const struct tree *tree, uint32_t pos)
{
	return tree->gpu_before[pos + tree->size[pos]] > tree->gpu_before[pos];
}

/* --- backward ops ------------------------------------------------------------- */

/*
 * Whether exactly one op of that name (any name if NULL) below the wrapper, through ops only, has
 * GPU work.
 */
static bool
is_sole(const struct collector *c, uint32_t wrapper, const char *name)
{
	const struct tree *tree = c->a->tree;
	uint32_t pos = tree->pos[wrapper], end = pos + tree->size[pos], found = 0;

	for (pos++; pos < end && found < 2;) {
		uint32_t event = tree->order[pos];
		uint8_t kind = c->a->trace->kind[event];

		if (kind == EVENT_OP && has_gpu(tree, pos)
			&& (!name || !strcmp(trace_name(c->a->trace, event), name)))
			found++;
		pos += kind == EVENT_OP || kind == EVENT_PYTHON ? 1 : tree->size[pos];
	}
	return found == 1;
}

/* The forward op whose backward work is this op alone, or TRACE_NONE. */
static uint32_t
sole_backward_of(struct collector *c, uint32_t event)
{
	uint32_t wrapper = tree_parent_host(c->a->tree, event), forward = TRACE_NONE;
	const struct model_op *op;
	const char *name;

	for (int level = 0; level < WRAPPER_LEVELS && wrapper != TRACE_NONE; level++) {
		forward = tree_forward_of(c->a->tree, wrapper);
		if (forward != TRACE_NONE)
			break;
		wrapper = tree_parent_host(c->a->tree, wrapper);
	}
	if (forward == TRACE_NONE || !tree_has(c->a->tree, forward))
		return TRACE_NONE;
	op = perf_model(c->a, forward);
	if (!op || !op->category_backward)
		return TRACE_NONE;
	name = strstr(trace_name(c->a->trace, wrapper), ": ");
	if (!is_sole(c, wrapper, name ? name + 2 : NULL) || !perf_is_known(perf_result(c->a,
		forward, true)))
		return TRACE_NONE;
	return forward;
}

/* --- rows --------------------------------------------------------------------- */

static void
add_event(struct collector *c, struct perf_event event)
{
	struct perf_events *events = c->events;

	event.category_id = analysis_text_id(c->a, event.category);
	if (mem_reserve(&events->all, &events->cap, (size_t)events->n + 1, sizeof(*events->all)))
		events->all[events->n++] = event;
	else
		c->a->no_memory = true;
}

/*
 * The GPU event by which an op's category is told: the first it launched itself; of one with a
 * model else the first below it. There is none for "execute", whose kernels count as its caller's.
 */
static uint32_t
telling_event(struct analysis *a, uint32_t event, bool modelled)
{
	uint32_t first = analysis_first_kernel(a, event), begin, end;

	if (first != TRACE_NONE || !modelled)
		return first;
	tree_gpu_range(a->tree, event, &begin, &end);
	return begin < end ? a->tree->gpu[begin] : TRACE_NONE;
}

static void
collect_op(struct collector *c, uint32_t event, uint32_t modelled, bool backward)
{
	struct analysis *a = c->a;
	struct perf_event row = {.event = event, .kernel = TRACE_NONE, .uid = event,
		.modelled = modelled,
		.backward = backward, .root_start = c->root_start};
	uint32_t begin, end;

	tree_gpu_range(a->tree, event, &begin, &end);
	memset(c->covered + begin, true, end - begin);
	row.name = analysis_text_id(a, trace_name(a->trace, event));
	row.category = backward ? perf_model(a, modelled)->category_backward
		: analysis_category(a, a->trace->name[event], telling_event(a, event,
			modelled == event));
	row.kernel_ns = backward ? perf_kernel_ns(a, modelled, true) : tree_gpu_busy(a->tree,
		event);
	add_event(c, row);
}

static bool
has_comm(struct analysis *a, uint32_t event)
{
	uint32_t begin, end;

	tree_gpu_range(a->tree, event, &begin, &end);
	for (; begin < end; begin++)
		if (analysis_is_comm(a, a->tree->gpu[begin]))
			return true;
	return false;
}

/* Whether a call of the op itself started GPU work. */
static bool
is_leaf(const struct collector *c, uint32_t pos)
{
	const struct tree *tree = c->a->tree;
	uint32_t end = pos + tree->size[pos];

	for (pos++; pos < end;) {
		uint8_t kind = c->a->trace->kind[tree->order[pos]];

		if (event_is_gpu(kind))
			return true;
		pos += kind == EVENT_OP ? tree->size[pos] : 1;
	}
	return false;
}

/* Decides about an op. False: go on with what is below it. */
static bool
visit(struct collector *c, uint32_t pos)
{
	struct analysis *a = c->a;
	uint32_t event = a->tree->order[pos], forward;

	if (!has_gpu(a->tree, pos))
		return true;
	if (has_model(a, event)) {
		collect_op(c, event, event, false);
		return true;
	}
	forward = sole_backward_of(c, event);
	if (has_modelled_below(c, pos))
		return false;
	if (forward != TRACE_NONE) {
		collect_op(c, event, forward, true);
		return true;
	}
	if (!is_leaf(c, pos))
		return false;
	if (!has_comm(a, event))
		collect_op(c, event, TRACE_NONE, false);
	return true;
}

static void
collect_ops(struct collector *c)
{
	const struct tree *tree = c->a->tree;
	uint32_t op_end = 0;	/* of the outermost op that is open */

	for (uint32_t pos = 0; pos < tree->n;) {
		uint32_t event = tree->order[pos];
		uint8_t kind = c->a->trace->kind[event];
		bool skip = event_is_call(kind) && pos < op_end;

		if (kind == EVENT_OP) {
			if (pos >= op_end) {
				op_end = pos + tree->size[pos];
				c->root_start = c->a->trace->ts[event];
			}
			skip = visit(c, pos);
		}
		pos += skip ? tree->size[pos] : 1;
	}
}

/* Outermost ops of all threads by start, what is in one in its order. */
static bool
order_events(struct perf_events *events)
{
	struct keyed *order = mem_alloc(events->n, sizeof(*order));
	struct perf_event *sorted = mem_alloc(events->n, sizeof(*sorted));
	bool good = order && sorted;

	for (uint32_t i = 0; good && i < events->n; i++)
		order[i] = (struct keyed){events->all[i].root_start, i};
	good = good && order_by_key(order, events->n);
	for (uint32_t i = 0; good && i < events->n; i++)
		sorted[i] = events->all[order[i].id];
	free(order);
	if (!good) {
		free(sorted);
		return false;
	}
	free(events->all);
	events->all = sorted;
	events->cap = events->n;
	return true;
}

/* --- GPU events in no row ----------------------------------------------------- */

static void
make_up(struct collector *c, uint32_t event, uint32_t kernel, uint32_t uid)
{
	struct analysis *a = c->a;
	struct perf_event row = {.event = event, .kernel = kernel, .uid = uid,
		.modelled = TRACE_NONE};
	uint32_t id;

	buffer_clear(&a->scratch);
	if (!buffer_add_text(&a->scratch, trace_name(a->trace, event))
		|| !buffer_add_text(&a->scratch, "->")
		|| !buffer_add_text(&a->scratch, trace_name(a->trace, kernel))
		|| !buffer_add_text(&a->scratch, " (Synthetic Op)")
		|| (id = intern_add(&a->texts, a->scratch.data, a->scratch.len)) == INTERN_NONE) {
		a->no_memory = true;
		return;
	}
	row.name = id;
	row.category = analysis_category_of_text(a, id, analysis_first_kernel(a, event));
	row.kernel_ns = a->trace->dur[kernel];
	add_event(c, row);
}

static bool
is_graph_launch(const char *name)
{
	return !strcmp(name, "cudaGraphLaunch") || !strcmp(name, "hipGraphLaunch");
}

/* Flow ids of launches by half. Those of PyTorch 1.8, named launch, are none to the reference. */
static bool
find_flows(const struct trace *t, struct keymap *flows)
{
	for (uint32_t event = 0; event < t->n; event++) {
		const uint32_t key[] = {(uint32_t)t->link[event], (uint32_t)(t->link[event] >> 32),
			t->phase[event] == 's'};

		if (t->kind[event] == EVENT_FLOW_LAUNCH && strcmp(trace_name(t, event), "launch")
			&& keymap_add(flows, key) == KEYMAP_NONE)
			return false;
	}
	return true;
}

/*
 * The number of the first made-up row. The reference counts on from the last
 * event of a trace whose flows are whole; halves that had to be supplied, as
 * linking by correlation does here, count as events.
 */
static uint32_t
first_free_uid(const struct analysis *a)
{
	const struct trace *t = a->trace;
	struct keymap flows = {.width = 3};
	uint32_t uid = t->n;

	if (!find_flows(t, &flows)) {
		keymap_free(&flows);
		return uid;
	}
	for (uint32_t i = 0; i < t->n_gpus; i++) {
		uint32_t gpu = t->gpus[i].event, key[3];

		if (!analysis_is_linked(a, gpu) || is_graph_launch(trace_name(t,
			a->tree->parent[gpu])))
			continue;
		key[0] = (uint32_t)t->link[gpu];
		key[1] = (uint32_t)(t->link[gpu] >> 32);
		key[2] = true;
		uid += keymap_find(&flows, key) == KEYMAP_NONE;
		key[2] = false;
		uid += keymap_find(&flows, key) == KEYMAP_NONE;
	}
	keymap_free(&flows);
	return uid;
}

struct rest {		/* a GPU event in no row */
	uint32_t kernel, owner;
	bool orphan;	/* owner is its call: there is no op */
};

static bool
find_rest(struct collector *c, struct rest *rest, uint32_t *n)
{
	struct analysis *a = c->a;
	const struct tree *tree = a->tree;

	*n = 0;
	for (uint32_t i = 0; i < a->trace->n_gpus; i++) {
		uint32_t kernel = a->trace->gpus[i].event, op;

		if (!analysis_is_linked(a, kernel)
			|| c->covered[tree->gpu_before[tree->pos[kernel]]]
			|| analysis_is_comm(a, kernel) || !analysis_is_selected(a, kernel))
			continue;
		op = tree_ancestor_op(tree, kernel);
		rest[*n].kernel = kernel;
		rest[*n].orphan = op == TRACE_NONE;
		rest[(*n)++].owner = op == TRACE_NONE ? tree->parent[kernel] : op;
	}
	return true;
}

/*
 * First those under no op, call by call in order of appearance, then the others in order of the
 * file.
 */
static bool
make_up_rest(struct collector *c)
{
	struct analysis *a = c->a;
	struct rest *rest = mem_alloc(a->trace->n_gpus, sizeof(*rest));
	uint32_t *call = mem_alloc(a->trace->n_gpus, sizeof(*call)), n = 0, uid = 0;
	struct keymap calls = {.width = 1};
	struct buckets buckets = {0};
	bool good = rest && call && find_rest(c, rest, &n);

	for (uint32_t i = 0; good && i < n; i++) {
		call[i] = rest[i].orphan ? keymap_add(&calls, &rest[i].owner) : KEYMAP_NONE;
		good = !rest[i].orphan || call[i] != KEYMAP_NONE;
	}
	good = good && buckets_make(&buckets, call, n, calls.n);
	if (good && n)
		uid = first_free_uid(a);
	for (uint32_t i = 0; good && i < buckets.starts[buckets.n]; i++)
		make_up(c, rest[buckets.members[i]].owner, rest[buckets.members[i]].kernel, uid++);
	for (uint32_t i = 0; good && i < n; i++)
		if (!rest[i].orphan)
			make_up(c, rest[i].owner, rest[i].kernel, uid++);
	buckets_free(&buckets);
	keymap_free(&calls);
	free(rest);
	free(call);
	return good;
}

/*
 * Rows of ops outside the limit of steps are dropped at the end: what covers a GPU event does not
 * depend on it.
 */
static void
drop_unselected(struct collector *c)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < c->events->n; i++)
		if (analysis_is_selected(c->a, c->events->all[i].event))
			c->events->all[kept++] = c->events->all[i];
	c->events->n = kept;
}

const struct perf_events *
analysis_perf_events(struct analysis *a)
{
	struct collector c = {.a = a};

	if (a->perf_events)
		return a->no_memory ? NULL : a->perf_events;
	c.events = a->perf_events = mem_zero(1, sizeof(*a->perf_events));
	c.covered = mem_zero(a->tree->n_gpu, sizeof(*c.covered));
	if (!c.events || !c.covered || !count_modelled(&c)) {
		a->no_memory = true;
	} else {
		collect_ops(&c);
		if (!order_events(c.events) || !make_up_rest(&c))
			a->no_memory = true;
		drop_unselected(&c);
	}
	free(c.covered);
	free(c.modelled_before);
	return a->no_memory ? NULL : a->perf_events;
}

void
analysis_perf_events_free(struct analysis *a)
{
	if (a->perf_events)
		free(a->perf_events->all);
	free(a->perf_events);
}
