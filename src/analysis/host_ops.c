/* SPDX-License-Identifier: GPL-3.0-or-later */
/* host_ops: what operators and calls cost the host, by name, with and without what they call. */
#include "analysis/builders_priv.h"
#include "analysis/module_paths.h"
#include "analysis/rows_priv.h"
#include "base/mem.h"

enum {
	COL_NAME, COL_CALLS, COL_SELF, COL_SHARE, COL_RUNNING, COL_TOTAL, COL_MEAN, COL_MAX,
		COL_LONGEST
};

static const struct column_def columns[] = {
	[COL_NAME] = {"name", "name", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 40,
		"operator, or call of the runtime or driver"},
	[COL_CALLS] = {"calls", "Calls", CELL_INT, UNIT_COUNT, COLUMN_DESCENDING, 9, "how often"},
	[COL_SELF] = {"self_us", "Self time (µs)", CELL_TIME, UNIT_US, COLUMN_DESCENDING, 13,
		"time on the host outside of the operators and calls within"},
	[COL_SHARE] = {"percent", "Percentage (%)", CELL_REAL, UNIT_PERCENT,
		COLUMN_DESCENDING | COLUMN_SHARE, 10, "share of all self time"},
	[COL_RUNNING] = {"cumulative", "Cumulative Percentage (%)", CELL_REAL, UNIT_PERCENT, 0, 10,
		"share of this row and those above"},
	[COL_TOTAL] = {"total_us", "Total time (µs)", CELL_TIME, UNIT_US, COLUMN_DESCENDING, 13,
		"summed durations, what is within counted too"},
	[COL_MEAN] = {"mean_us", "Mean time (µs)", CELL_REAL, UNIT_US, COLUMN_DESCENDING, 12,
		"mean duration"},
	[COL_MAX] = {"max_us", "Max time (µs)", CELL_TIME, UNIT_US, COLUMN_DESCENDING, 12,
		"longest"},
	[COL_LONGEST] = {"event", "Event", CELL_INT, UNIT_EVENT, 0, 9, "the longest"},
};

struct host_op {	/* of one name */
	int64_t calls, self, total;
	uint32_t longest;
};

struct host_ops {
	struct keymap map;	/* name */
	struct host_op *all;
	size_t cap;
	int64_t *inner;		/* by position in the tree: time of ops and calls directly within */
};

static bool
is_counted(const struct analysis *a, uint32_t event)
{
	uint8_t kind = a->trace->kind[event];

	return (kind == EVENT_OP || event_is_call(kind)) && analysis_is_selected(a, event);
}

/* The part of an event within another. */
static int64_t
common_ns(const struct trace *t, uint32_t outer, uint32_t inner)
{
	int64_t end = trace_end(t, inner) < trace_end(t, outer) ? trace_end(t, inner)
		: trace_end(t, outer);
	int64_t start = t->ts[inner] > t->ts[outer] ? t->ts[inner] : t->ts[outer];

	return end > start ? end - start : 0;
}

/* Frames of Python between an op and what it calls are passed over. */
static bool
measure(struct host_ops *h, const struct analysis *a)
{
	const struct tree *tree = a->tree;
	struct open_values around = {0};
	bool good = (h->inner = mem_zero(tree->n, sizeof(*h->inner)));

	for (uint32_t pos = 0; good && pos < tree->n; pos++) {
		uint32_t event = tree->order[pos], outer;

		if (!is_counted(a, event))
			continue;
		outer = open_values_at(&around, pos);
		if (outer != UINT32_MAX)
			h->inner[outer] = time_add(h->inner[outer],
				common_ns(a->trace, tree->order[outer], event));
		good = open_values_push(&around, pos + tree->size[pos], pos);
	}
	free(around.all);
	return good;
}

static bool
group(struct host_ops *h, const struct analysis *a)
{
	const struct trace *t = a->trace;

	for (uint32_t pos = 0; pos < a->tree->n; pos++) {
		uint32_t event = a->tree->order[pos], known = h->map.n, at;
		int64_t self;
		struct host_op *op;

		if (!is_counted(a, event))
			continue;
		at = keymap_add(&h->map, &t->name[event]);
		if (at == KEYMAP_NONE || !mem_reserve(&h->all, &h->cap, h->map.n, sizeof(*h->all)))
			return false;
		op = &h->all[at];
		if (at == known)
			*op = (struct host_op){.longest = event};
		self = t->dur[event] - h->inner[pos];
		op->calls++;
		op->total = time_add(op->total, t->dur[event]);
		op->self = time_add(op->self, self > 0 ? self : 0);
		if (t->dur[event] > t->dur[op->longest])
			op->longest = event;
	}
	return true;
}

static void
add_row(struct rows *rows, const struct trace *t, uint32_t name, const struct host_op *op)
{
	rows_text(rows, COL_NAME, trace_string(t, name));
	rows_int(rows, COL_CALLS, op->calls);
	rows_int(rows, COL_SELF, op->self);
	rows_int(rows, COL_TOTAL, op->total);
	rows_real(rows, COL_MEAN, (double)op->total / (double)op->calls / 1e3);
	rows_int(rows, COL_MAX, t->dur[op->longest]);
	rows_int(rows, COL_LONGEST, op->longest);
}

int
build_host_ops(struct analysis *a, const struct sheet *sheet, struct table **out, struct error *err)
{
	static const struct table_sort order[] = {{COL_SELF, true}};
	struct host_ops h = {.map = {.width = 1}};
	struct rows rows;

	rows_open(&rows, sheet, columns, COLUMNS_OF(columns), 0);
	if (!measure(&h, a) || !group(&h, a))
		a->no_memory = true;
	for (uint32_t i = 0; !a->no_memory && i < h.map.n && rows_next(&rows); i++)
		add_row(&rows, a->trace, *keymap_key(&h.map, i), &h.all[i]);
	free(h.inner);
	free(h.all);
	keymap_free(&h.map);
	rows_sort(&rows, order, COLUMNS_OF(order));
	rows_shares(&rows, COL_SELF, COL_SHARE, COL_RUNNING);
	return rows_close(&rows, a, out, err);
}
