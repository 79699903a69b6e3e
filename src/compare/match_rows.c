/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows that matching makes. */
#include "compare/match_priv.h"
#include "base/mem.h"

static uint32_t
add_row(struct matcher *m, uint32_t parent, const uint32_t node[2], uint8_t state)
{
	struct tree_diff *diff = m->diff;
	uint32_t row = diff->n;
	struct diff_row *new;

	if (row >= TRACE_NONE - 1 || !mem_reserve(&diff->rows, &m->cap_rows, (size_t)row + 1,
		sizeof(*diff->rows)))
		return TRACE_NONE;
	new = &diff->rows[row];
	*new = (struct diff_row){.parent = parent, .state = state};
	for (int side = 0; side < 2; side++) {
		new->node[side] = node[side];
		new->event[side] = TRACE_NONE;
		if (node[side] == TRACE_NONE)
			continue;
		new->kind = m->side[side]->nodes[node[side]].kind;
		new->event[side] = m->side[side]->nodes[node[side]].event;
		m->side[side]->row_of[node[side]] = row;
	}
	diff->n = row + 1;
	return row;
}

/* GPU events are told by their names as they stand, the others by what they go by. */
static uint8_t
pair_state(const struct diff_node *a, const struct diff_node *b)
{
	bool same = a->kind == DIFF_GPU ? a->item.raw == b->item.raw
		: a->item.label == b->item.label;

	return same ? DIFF_BOTH : DIFF_RENAMED;
}

/* Subtrees that hold the same: node by node. */
static bool
add_same(struct matcher *m, uint32_t parent, uint32_t a, uint32_t b, bool moved)
{
	const struct diff_node *of_a = m->side[0]->nodes, *of_b = m->side[1]->nodes;

	for (uint32_t i = 0; i < of_a[a].size; i++) {
		const uint32_t node[2] = {a + i, b + i};
		uint32_t above = i ? m->side[0]->row_of[of_a[a + i].parent] : parent;
		uint32_t row = add_row(m, above, node, pair_state(&of_a[a + i], &of_b[b + i]));

		if (row == TRACE_NONE)
			return false;
		m->diff->rows[row].moved = moved && !i;
	}
	return true;
}

bool
match_add_pair(struct matcher *m, uint32_t parent, uint32_t a, uint32_t b, bool moved)
{
	const struct diff_node *of_a = &m->side[0]->nodes[a], *of_b = &m->side[1]->nodes[b];
	const uint32_t node[2] = {a, b};
	uint32_t row;

	if (of_a->kind >= DIFF_FRAME && of_a->item.exact == of_b->item.exact
		&& of_a->size == of_b->size)
		return add_same(m, parent, a, b, moved);
	row = add_row(m, parent, node, pair_state(of_a, of_b));
	if (row == TRACE_NONE
		|| !mem_reserve(&m->tasks, &m->cap_tasks, m->n_tasks + 1, sizeof(*m->tasks)))
		return false;
	m->diff->rows[row].moved = moved;
	m->tasks[m->n_tasks++] = (struct match_task){row, {a, b}};
	return true;
}

bool
match_add_alone(struct matcher *m, uint32_t parent, int side, uint32_t node)
{
	struct diff_side *of = m->side[side];
	uint32_t end = node + of->nodes[node].size;

	for (uint32_t i = node; i < end; i++) {
		uint32_t above = i == node ? parent : of->row_of[of->nodes[i].parent],
			other = m->inside[side][i];
		uint32_t alone[2] = {TRACE_NONE, TRACE_NONE};

		if (other != TRACE_NONE) {
			if (!match_add_pair(m, above, side ? other : i, side ? i : other, false))
				return false;
			i += of->nodes[i].size - 1;
			continue;
		}
		alone[side] = i;
		if (add_row(m, above, alone, side ? DIFF_ONLY_B : DIFF_ONLY_A) == TRACE_NONE)
			return false;
	}
	return true;
}

bool
match_reorder(struct tree_diff *diff)
{
	uint32_t n = diff->n, top = 0;
	uint32_t *place = mem_alloc(n, sizeof(*place)), *next = mem_alloc(n, sizeof(*next));
	struct diff_row *rows = mem_alloc(n, sizeof(*rows));

	if (!place || !next || !rows) {
		free(place);
		free(next);
		free(rows);
		return false;
	}
	for (uint32_t i = n; i-- > 0;) {
		diff->rows[i].size++;
		if (diff->rows[i].parent != TRACE_NONE)
			diff->rows[diff->rows[i].parent].size += diff->rows[i].size;
	}
	for (uint32_t i = 0; i < n; i++) {
		struct diff_row *row = &diff->rows[i];
		uint32_t *at = row->parent == TRACE_NONE ? &top : &next[row->parent];

		place[i] = *at;
		*at += row->size;
		next[i] = place[i] + 1;
		if (row->parent != TRACE_NONE) {
			row->depth = diff->rows[row->parent].depth + 1;
			row->parent = place[row->parent];
		}
		rows[place[i]] = *row;
	}
	for (int side = 0; side < 2; side++)
		for (uint32_t i = 0; i < diff->side[side]->n; i++)
			diff->side[side]->row_of[i] = place[diff->side[side]->row_of[i]];
	free(diff->rows);
	diff->rows = rows;
	free(place);
	free(next);
	return true;
}
