/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The order of the lanes: as the trace has them, or by a column; those of a process stay together. */
#include "base/mem.h"
#include "tui/app.h"
#include "tui/columns.h"
#include "tui/timeline_priv.h"
#include <stdlib.h>
#include <string.h>

struct lane_key {
	struct lane lane;
	int64_t number;
	const char *text;	/* decides before the number */
	uint32_t process;
	uint32_t place;		/* decides where all else is equal */
};

/* Of its outermost events: their time, the start and the id of the first, and what that is called. */
static void
key_make(struct lane_key *key, const struct timeline *t)
{
	const struct lanes *lanes = &t->lanes;
	const struct lanes_row *r = &lanes->rows[key->lane.row];
	uint32_t first = lanes->events[r->first];

	key->text = "";
	switch (t->sort) {
	case FIELD_ROW: key->number = -(int64_t)key->lane.n_rows; break;
	case FIELD_START: key->number = lanes->trace->ts[first]; break;
	case FIELD_DURATION: key->number = -lanes_sum(lanes, key->lane.row, r->first, r->last); break;
	case FIELD_CATEGORY: key->text = trace_category_name(lanes->trace, first); break;
	case FIELD_NAME: key->text = trace_name(lanes->trace, first); break;
	case FIELD_EVENT: key->number = first; break;
	default: key->number = key->place; break;
	}
}

static int
key_compare(const void *a, const void *b)
{
	const struct lane_key *x = a, *y = b;
	int order = strcmp(x->text, y->text);

	if (!order)
		order = x->number < y->number ? -1 : x->number > y->number;
	return order ? order : x->place < y->place ? -1 : x->place > y->place;
}

static int
process_compare(const void *a, const void *b)
{
	const struct lane_key *x = a, *y = b;

	if (x->process != y->process)
		return x->process < y->process ? -1 : 1;
	return x->place < y->place ? -1 : x->place > y->place;
}

bool
timeline_sort_lanes(struct timeline *t)
{
	const struct trace *trace = t->lanes.trace;
	uint32_t n = t->lanes.n, seen = 0;
	struct lane_key *keys = mem_alloc(n, sizeof(*keys));
	uint32_t *ranks = mem_zero(trace->n_processes, sizeof(*ranks));	/* by process, 0: not met yet */
	bool good = keys && ranks;

	for (uint32_t i = 0; good && i < n; i++) {
		keys[i] = (struct lane_key){.lane = t->lanes.all[i], .place = i};
		key_make(&keys[i], t);
	}
	if (good)
		qsort(keys, n, sizeof(*keys), key_compare);
	for (uint32_t i = 0; good && i < n; i++) {
		struct lane_key *key = &keys[t->turned ? n - 1 - i : i];
		uint32_t *rank = &ranks[trace->tracks[key->lane.track].process];

		if (!*rank)
			*rank = ++seen;
		key->process = *rank;
		key->place = i;
	}
	if (good)
		qsort(keys, n, sizeof(*keys), process_compare);
	for (uint32_t i = 0; good && i < n; i++)
		t->lanes.all[i] = keys[i].lane;
	free(keys);
	free(ranks);
	return good;
}

static unsigned
order(struct pane *pane, enum timeline_field sort, bool turned, struct error *err)
{
	struct timeline *t = timeline_of(pane);
	uint32_t event = timeline_event(pane, pane->cursor);
	enum timeline_field sort_before = t->sort;
	bool turned_before = t->turned;

	t->sort = sort;
	t->turned = turned;
	if (timeline_layout(pane, err)) {
		struct error ignored;

		t->sort = sort_before;
		t->turned = turned_before;
		timeline_layout(pane, &ignored);
		return STALE_FAILED;
	}
	timeline_keep_line(pane, event);
	return STALE_SCREEN | STALE_DETAIL;
}

static unsigned
run_sort(struct pane *pane, const char *argument, struct error *err)
{
	int field = columns_find_id(timeline_columns, FIELDS, argument);

	if (field >= 0)
		return order(pane, (enum timeline_field)field, false, err);
	error_set(err, "no column %s", argument);
	return STALE_FAILED;
}

static unsigned
run_sort_next(struct pane *pane, const char *argument, struct error *err)
{
	(void)argument;
	return order(pane, (enum timeline_field)((timeline_of(pane)->sort + 1) % FIELDS), false, err);
}

static unsigned
run_reverse(struct pane *pane, const char *argument, struct error *err)
{
	(void)argument;
	return order(pane, timeline_of(pane)->sort, !timeline_of(pane)->turned, err);
}

const struct pane_command timeline_sort_commands[] = {
	{COMMAND_SORT, run_sort}, {COMMAND_SORT_NEXT, run_sort_next}, {COMMAND_REVERSE, run_reverse}, {COMMAND_COUNT, NULL}
};
