/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Matching from the top down: the children of two nodes that are the same are
 * brought beside each other, and so on. What stands between the same two
 * neighbours and matches nothing is looked at again (match_gap.c).
 */
#include "compare/match_priv.h"
#include "base/mem.h"
#include <string.h>

static bool
add_to_list(struct match_list *list, const struct diff_side *side, uint32_t node)
{
	if (!mem_reserve(&list->nodes, &list->cap_nodes, (size_t)list->n + 1, sizeof(*list->nodes))
		|| !mem_reserve(&list->items, &list->cap_items, (size_t)list->n + 1,
			sizeof(*list->items))
		|| !mem_reserve(&list->how, &list->cap_how, (size_t)list->n + 1,
		sizeof(*list->how)))
		return false;
	list->nodes[list->n] = node;
	list->items[list->n] = side->nodes[node].item;
	list->how[list->n++] = MATCH_NONE;
	return true;
}

/* The children of a node, or what stands at the top. */
static bool
fill_list(struct match_list *list, const struct diff_side *side, uint32_t node)
{
	uint32_t begin = node == TRACE_NONE ? 0 : node + 1;
	uint32_t end = node == TRACE_NONE ? side->n : node + side->nodes[node].size;

	list->n = 0;
	for (uint32_t child = begin; child < end; child += side->nodes[child].size)
		if (!add_to_list(list, side, child))
			return false;
	return true;
}

static void
set_pair(struct matcher *m, uint32_t a, uint32_t b)
{
	m->pair[a] = b;
	m->list[0].how[a] = m->list[1].how[b] = MATCH_ORDER;
}

/* Steps stand first at the top: how many there are. */
static uint32_t
count_steps(const struct matcher *m, int side)
{
	uint32_t n = 0;

	while (n < m->list[side].n && m->side[side]->nodes[m->list[side].nodes[n]].kind
		== DIFF_STEP)
		n++;
	return n;
}

static uint8_t
kind_at(const struct matcher *m, int side, uint32_t place)
{
	return m->side[side]->nodes[m->list[side].nodes[place]].kind;
}

static uint32_t
event_at(const struct matcher *m, int side, uint32_t place)
{
	return m->side[side]->nodes[m->list[side].nodes[place]].event;
}

/* What is behind the steps of each list: what no step holds with the same, a thread with its own. */
static bool
pair_threads(struct matcher *m, uint32_t n_a, uint32_t n_b)
{
	const struct match_list *a = &m->list[0], *b = &m->list[1];
	uint32_t outside = TRACE_NONE;

	if (!mem_reserve(&m->next_place, &m->cap_next_place, (size_t)b->n + 1, sizeof(*m->next_place)))
		return false;
	for (uint32_t j = b->n; j-- > n_b;) {
		uint32_t *first = kind_at(m, 1, j) == DIFF_OUTSIDE ? &outside : &m->place_of[event_at(m, 1, j)];

		m->next_place[j] = *first;
		*first = j;
	}
	for (uint32_t i = n_a; i < a->n; i++) {
		bool out = kind_at(m, 0, i) == DIFF_OUTSIDE;
		uint32_t root = out ? TRACE_NONE : m->threads[event_at(m, 0, i)];
		uint32_t *first = out ? &outside : root != TRACE_NONE ? &m->place_of[root] : NULL;

		if (!first || *first == TRACE_NONE)
			continue;
		set_pair(m, i, *first);
		*first = m->next_place[*first];
	}
	for (uint32_t j = n_b; j < b->n; j++)
		if (kind_at(m, 1, j) != DIFF_OUTSIDE)
			m->place_of[event_at(m, 1, j)] = TRACE_NONE;
	return true;
}

/* Steps by what is in them; threads and streams as they were paired for the whole traces. */
static bool
pair_places(struct matcher *m)
{
	const struct match_list *a = &m->list[0], *b = &m->list[1];
	uint32_t n = count_steps(m, 0), n_b = count_steps(m, 1);

	if (!diff_pair_steps(m->pair, a->nodes, n, b->nodes, n_b, m->diff))
		return false;
	for (uint32_t i = 0; i < n; i++)
		if (m->pair[i] != TRACE_NONE)
			set_pair(m, i, m->pair[i]);
	return pair_threads(m, n, n_b);
}

static bool
is_place(const struct matcher *m, int side)
{
	return m->list[side].n && kind_at(m, side, 0) < DIFF_FRAME;
}

/* What hangs under a thread itself is aligned from its end: what is too many stands in front. */
static bool
pair_list(struct matcher *m, const struct match_task *task)
{
	struct match_list *a = &m->list[0], *b = &m->list[1];
	bool thread = m->side[0]->nodes[task->node[0]].kind < DIFF_FRAME;

	if (!align_lists(&m->aligner, m->pair, a->items, a->n, b->items, b->n, thread))
		return false;
	for (uint32_t i = 0; i < a->n; i++)
		if (m->pair[i] != ALIGN_NONE)
			set_pair(m, i, m->pair[i]);
	return match_moved(m);
}

/* Rows of what stands between the same neighbours. */
static bool
add_gap(struct matcher *m, uint32_t row, uint32_t a0, uint32_t a1, uint32_t b0, uint32_t b1)
{
	const struct match_list *a = &m->list[0], *b = &m->list[1];

	for (uint32_t i = a0; i < a1; i++) {
		bool good = true;

		if (a->how[i] == MATCH_NONE || a->how[i] == MATCH_OUTER)
			good = match_add_alone(m, row, 0, a->nodes[i]);
		else if (a->how[i] != MATCH_INSIDE)
			good = match_add_pair(m, row, a->nodes[i], b->nodes[m->pair[i]],
				a->how[i] == MATCH_MOVED);
		if (!good)
			return false;
	}
	for (uint32_t j = b0; j < b1; j++)
		if ((b->how[j] == MATCH_NONE || b->how[j] == MATCH_OUTER)
			&& !match_add_alone(m, row, 1, b->nodes[j]))
			return false;
	return true;
}

static bool
add_list(struct matcher *m, uint32_t row)
{
	const struct match_list *a = &m->list[0], *b = &m->list[1];
	uint32_t i = 0, j = 0;

	while (i < a->n || j < b->n) {
		uint32_t i_end = i, j_end;

		while (i_end < a->n && a->how[i_end] != MATCH_ORDER)
			i_end++;
		j_end = i_end < a->n ? m->pair[i_end] : b->n;
		if (!match_gap(m, i, i_end, j, j_end) || !add_gap(m, row, i, i_end, j, j_end))
			return false;
		if (i_end < a->n && !match_add_pair(m, row, a->nodes[i_end], b->nodes[j_end],
			false))
			return false;
		i = i_end + (i_end < a->n);
		j = j_end + (j_end < b->n);
	}
	return true;
}

/* What only B has, of its places [*from, end). */
static bool
add_rest(struct matcher *m, uint32_t row, uint32_t *from, uint32_t end)
{
	for (; *from < end; ++*from)
		if (m->list[1].how[*from] == MATCH_NONE
			&& !match_add_alone(m, row, 1, m->list[1].nodes[*from]))
			return false;
	return true;
}

/* Steps in order; threads may stand in another one: those of A, then what only B has. */
static bool
add_places(struct matcher *m, uint32_t row)
{
	const struct match_list *a = &m->list[0], *b = &m->list[1];
	uint32_t next = 0, steps = count_steps(m, 1);

	for (uint32_t i = 0; i < a->n; i++) {
		bool paired = a->how[i] == MATCH_ORDER, step = kind_at(m, 0, i) == DIFF_STEP;

		if ((paired || !step) && next < steps
			&& !add_rest(m, row, &next, step ? m->pair[i] : steps))
			return false;
		if (paired ? !match_add_pair(m, row, a->nodes[i], b->nodes[m->pair[i]], false)
			: !match_add_alone(m, row, 0, a->nodes[i]))
			return false;
	}
	return add_rest(m, row, &next, b->n);
}

static bool
run_task(struct matcher *m, const struct match_task *task)
{
	for (int side = 0; side < 2; side++)
		if (!fill_list(&m->list[side], m->side[side], task->node[side]))
			return false;
	if (!mem_reserve(&m->pair, &m->cap_pair, (size_t)m->list[0].n + 1, sizeof(*m->pair)))
		return false;
	memset(m->pair, 0xff, m->list[0].n * sizeof(*m->pair));
	if (task->node[0] == TRACE_NONE || is_place(m, 0) || is_place(m, 1))
		return pair_places(m) && add_places(m, task->row);
	return pair_list(m, task) && add_list(m, task->row);
}

static bool
prepare(struct matcher *m)
{
	const struct tree_diff *diff = m->diff;
	bool good = true;

	for (int side = 0; side < 2; side++) {
		m->side[side] = diff->side[side];
		m->inside[side] = mem_alloc(m->side[side]->n, sizeof(**m->inside));
		m->side[side]->row_of = mem_alloc(m->side[side]->n, sizeof(*m->side[side]->row_of));
		good = good && m->inside[side] && m->side[side]->row_of;
		if (good)
			memset(m->inside[side], 0xff, m->side[side]->n * sizeof(**m->inside));
	}
	m->stamps = mem_zero(m->side[0]->names.n, sizeof(*m->stamps));
	m->threads = mem_alloc(diff->tree[0]->n_roots, sizeof(*m->threads));
	m->place_of = mem_alloc(diff->tree[1]->n_roots, sizeof(*m->place_of));
	if (m->place_of)
		memset(m->place_of, 0xff, diff->tree[1]->n_roots * sizeof(*m->place_of));
	return good && m->stamps && m->threads && m->place_of && diff_pair_threads(m->threads, diff);
}

bool
diff_match(struct tree_diff *diff)
{
	struct matcher m = {.diff = diff};
	struct match_task task = {TRACE_NONE, {TRACE_NONE, TRACE_NONE}};
	bool good = prepare(&m) && run_task(&m, &task);

	while (good && m.n_tasks) {
		task = m.tasks[--m.n_tasks];
		good = run_task(&m, &task);
	}
	good = good && match_reorder(diff);
	for (int side = 0; side < 2; side++) {
		free(m.inside[side]);
		free(m.list[side].nodes);
		free(m.list[side].items);
		free(m.list[side].how);
	}
	aligner_free(&m.aligner);
	free(m.pair);
	free(m.threads);
	free(m.place_of);
	free(m.next_place);
	free(m.stamps);
	free(m.hits);
	free(m.hit_pairs);
	free(m.left);
	free(m.hit_items);
	free(m.tasks);
	return good;
}
