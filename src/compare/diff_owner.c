/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What kernels are compared under. Where they have a common ancestor, that is
 * it. Where they have none, it is what stands highest around them of one side:
 * a step, a thread, an operator. A few operators of both sides that stand
 * between the same two neighbours of a thread are one, a run, under the first:
 * a fused operator and its parts.
 */
#include "compare/diff_report_priv.h"
#include "base/mem.h"
#include <string.h>

#define RUN_MOST 8u	/* things in a run; more are no longer each other's counterpart */

static bool
is_alone(const struct diff_row *row)
{
	return row->state == DIFF_ONLY_A || row->state == DIFF_ONLY_B;
}

/* From the row on, the siblings that only one side has: how many, and of which sides (1 A, 2 B). */
static uint32_t
count_run(const struct tree_diff *diff, uint32_t row, unsigned *sides, uint32_t *next)
{
	uint32_t n = 0;

	*sides = 0;
	for (; row != TRACE_NONE && is_alone(&diff->rows[row]); n++) {
		*sides |= diff->rows[row].state == DIFF_ONLY_A ? 1 : 2;
		row = diff_next_sibling(diff, row);
	}
	*next = row;
	return n;
}

static void
find_runs(struct diff_report *r)
{
	const struct tree_diff *diff = r->diff;

	for (uint32_t i = 0; i < diff->n; i++) {
		uint32_t row = diff->rows[i].kind == DIFF_THREAD ? diff_first_child(diff, i)
			: TRACE_NONE;

		while (row != TRACE_NONE) {
			unsigned sides;
			uint32_t next, n = count_run(diff, row, &sides, &next);
			bool run = n <= RUN_MOST && sides == 3;

			for (; n; n--, row = diff_next_sibling(diff, row))
				r->in_run[row] = run;
			row = next == TRACE_NONE ? TRACE_NONE : diff_next_sibling(diff, next);
		}
	}
}

/* The first of the run that the row is in, when the row before it is one, too. */
static uint32_t
run_before(const struct diff_report *r, const struct diff_around *around, uint32_t row,
	uint32_t last)
{
	if (!r->in_run[row] || last == TRACE_NONE || !r->in_run[last]
		|| last + r->diff->rows[last].size != row)
		return row;
	return around[last].owner;
}

bool
diff_find_owners(struct diff_report *r, struct diff_around *around)
{
	static const struct diff_around none = {TRACE_NONE, {TRACE_NONE, TRACE_NONE}};
	const struct tree_diff *diff = r->diff;
	uint32_t last = TRACE_NONE;	/* that hangs under a thread */

	r->in_run = mem_zero(diff->n, sizeof(*r->in_run));
	if (!r->in_run)
		return false;
	find_runs(r);
	for (uint32_t i = 0; i < diff->n; i++) {
		const struct diff_row *row = &diff->rows[i];
		bool common = diff_is_matched(row)
			&& (row->kind == DIFF_OP || row->kind == DIFF_FRAME);

		around[i] = row->parent == TRACE_NONE ? none : around[row->parent];
		if (common || (is_alone(row) && row->kind < DIFF_FRAME
			&& around[i].owner == TRACE_NONE))
			around[i].owner = i;
		else if (row->kind >= DIFF_FRAME && around[i].owner == TRACE_NONE)
			around[i].owner = run_before(r, around, i, last);
		if (row->parent != TRACE_NONE && diff->rows[row->parent].kind == DIFF_THREAD)
			last = i;
		for (int side = 0; side < 2 && row->kind == DIFF_OP; side++)
			if (row->event[side] != TRACE_NONE)
				around[i].op[side] = row->event[side];
	}
	return true;
}

/* --- names ----------------------------------------------------------------------------- */

/* Without "(12)": what is called by the line where it is, or by its number. */
static bool
add_without_numbers(struct buffer *out, const char *text)
{
	const char *from = text;

	for (const char *p = text; *p; p++) {
		size_t digits = *p == '(' ? strspn(p + 1, "0123456789") : 0;

		if (!digits || p[digits + 1] != ')')
			continue;
		if (!buffer_add(out, from, (size_t)(p - from)))
			return false;
		p += digits + 1;
		from = p + 1;
	}
	return buffer_add_text(out, from);
}

static bool
add_member(struct diff_report *r, uint32_t row, int side, bool classes)
{
	const struct diff_row *of = &r->diff->rows[row];
	char room[512];

	if (classes && of->kind == DIFF_FRAME) {
		uint32_t label = r->diff->side[side]->nodes[of->node[side]].item.label;

		return buffer_add_text(&r->scratch,
			intern_text(&r->diff->side[0]->names, label) + 1);
	}
	return add_without_numbers(&r->scratch,
		diff_row_name(r->diff, row, side, room, sizeof(room)));
}

/* The names of one side, of one row or of all rows of a run. */
static bool
add_side(struct diff_report *r, uint32_t row, int side, bool classes)
{
	const struct tree_diff *diff = r->diff;
	bool run = r->in_run[row], first = true;

	for (; row != TRACE_NONE; row = diff_next_sibling(diff, row)) {
		if (run && !r->in_run[row])
			break;
		if (diff_has(&diff->rows[row], side)) {
			if ((!first && !buffer_add_text(&r->scratch, ", "))
				|| !add_member(r, row, side, classes))
				return false;
			first = false;
		}
		if (!run)
			break;
	}
	return true;
}

bool
diff_owner_text(struct diff_report *r, uint32_t row, bool classes, size_t *len)
{
	size_t of_a, from;

	buffer_clear(&r->scratch);
	if (!add_side(r, row, 0, classes))
		return false;
	of_a = r->scratch.len;
	if (!buffer_add_text(&r->scratch, of_a ? " | " : ""))
		return false;
	from = r->scratch.len;
	if (!add_side(r, row, 1, classes))
		return false;
	*len = r->scratch.len;
	if (*len == from || (*len - from == of_a
		&& !memcmp(r->scratch.data, r->scratch.data + from, of_a)))
		*len = of_a;
	return true;
}

const char *
diff_owner_name(struct diff_report *r, uint32_t row, bool classes, struct table *table)
{
	size_t len;

	if (!diff_owner_text(r, row, classes, &len))
		return NULL;
	return arena_strndup(&table->arena, r->scratch.data, len);
}
