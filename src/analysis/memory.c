/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memory: what the allocator's events tell, a row a device. */
#include "analysis/builders_priv.h"
#include "analysis/rows_priv.h"
#include "base/mem.h"
#include <string.h>

enum {
	COL_DEVICE, COL_NUMBER, COL_EVENTS, COL_PEAK, COL_PEAK_AT, COL_PEAK_OP, COL_PEAK_EVENT,
		COL_LAST, COL_NET, COL_RESERVED,
	COL_FAILED
};

#define BYTES(id, title, what) {id, title, CELL_INT, UNIT_BYTES, COLUMN_DESCENDING, 14, what}

static const struct column_def columns[] = {
	[COL_DEVICE] = {"device", "Device", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 8,
		"kind of memory"},
	[COL_NUMBER] = {"number", "Number", CELL_INT, UNIT_NONE, COLUMN_KEY, 7,
		"which of them, empty for the host"},
	[COL_EVENTS] = {"events", "Events", CELL_INT, UNIT_COUNT, COLUMN_DESCENDING, 9,
		"allocations and frees"},
	[COL_PEAK] = BYTES("peak", "Peak allocated (bytes)", "most that was allocated at once"),
	[COL_PEAK_AT] = {"peak_ms", "Peak at (ms)", CELL_TIME, UNIT_MS, 0, 12,
		"when it was, from the trace's start"},
	[COL_PEAK_OP] = {"peak_op", "Peak in", CELL_TEXT, UNIT_NONE, 0, 30,
		"innermost operator around that allocation"},
	[COL_PEAK_EVENT] = {"event", "Event", CELL_INT, UNIT_EVENT, 0, 9, "that allocation"},
	[COL_LAST] = BYTES("last", "Last allocated (bytes)", "allocated at the end"),
	[COL_NET] = BYTES("net", "Net (bytes)", "allocated less freed within the trace"),
	[COL_RESERVED] = BYTES("reserved", "Peak reserved (bytes)", "most the allocator held"),
	[COL_FAILED] = {"failed", "Out of memory", CELL_INT, UNIT_COUNT, COLUMN_DESCENDING, 9,
		"allocations that failed"},
};

struct device_memory {
	int32_t type, number;
	uint32_t events, failed;
	int64_t peak, reserved, last, net;	/* TRACE_NO_NUMBER: not told */
	uint32_t peak_event;
	uint32_t peak_op;	/* TRACE_NONE: under none */
};

struct memories {
	struct keymap map;	/* type, number */
	struct device_memory *all;
	size_t cap;
};

static struct device_memory *
device_of(struct memories *m, const struct trace_memory *told)
{
	const uint32_t key[] = {(uint32_t)told->device_type, (uint32_t)told->device};
	uint32_t known = m->map.n, at = keymap_add(&m->map, key);

	if (at == KEYMAP_NONE || !mem_reserve(&m->all, &m->cap, m->map.n, sizeof(*m->all)))
		return NULL;
	if (at == known)
		m->all[at] = (struct device_memory){told->device_type, told->device, 0, 0,
			TRACE_NO_NUMBER, TRACE_NO_NUMBER, TRACE_NO_NUMBER, 0, TRACE_NONE,
			TRACE_NONE};
	return &m->all[at];
}

static void
add_event(struct device_memory *d, const struct trace *t, const struct trace_memory *told)
{
	if (strcasestr(trace_name(t, told->event), "OutOfMemory")) {
		d->failed++;
		return;
	}
	d->events++;
	if (told->bytes != TRACE_NO_NUMBER)
		d->net = time_add(d->net, told->bytes);
	if (told->reserved > d->reserved)
		d->reserved = told->reserved;
	if (told->allocated == TRACE_NO_NUMBER)
		return;
	d->last = told->allocated;
	if (told->allocated > d->peak) {
		d->peak = told->allocated;
		d->peak_event = told->event;
	}
}

static bool
collect(struct memories *m, struct analysis *a)
{
	const struct trace *t = a->trace;
	struct keyed *order = mem_alloc(t->n_memories, sizeof(*order));
	uint32_t n = 0;
	bool good = order != NULL;

	for (uint32_t i = 0; good && i < t->n_memories; i++)
		if (!(t->flags[t->memories[i].event] & EVENT_NO_TIME)
			&& analysis_is_selected(a, t->memories[i].event))
			order[n++] = (struct keyed){t->ts[t->memories[i].event], i};
	good = good && order_by_key(order, n);
	for (uint32_t i = 0; good && i < n; i++) {
		const struct trace_memory *told = &t->memories[order[i].id];
		struct device_memory *d = device_of(m, told);

		good = d != NULL;
		if (d)
			add_event(d, t, told);
	}
	free(order);
	return good;
}

static bool
is_around(const struct trace *t, uint32_t op, uint32_t event)
{
	return t->track[op] == t->track[event] && t->ts[op] <= t->ts[event]
		&& trace_end(t, op) >= t->ts[event];
}

#define DEVICES_WITH_OP 32	/* each looks at all ops: a trace of made-up devices stays cheap */

/* The shortest op around a peak is the innermost. */
static void
find_ops(struct memories *m, const struct trace *t)
{
	uint32_t n = m->map.n < DEVICES_WITH_OP ? m->map.n : DEVICES_WITH_OP;

	for (uint32_t op = 0; n && op < t->n; op++) {
		if (t->kind[op] != EVENT_OP || t->flags[op] & EVENT_NO_TIME)
			continue;
		for (uint32_t i = 0; i < n; i++) {
			struct device_memory *d = &m->all[i];

			if (d->peak_event == TRACE_NONE || !is_around(t, op, d->peak_event))
				continue;
			if (d->peak_op == TRACE_NONE || t->dur[op] <= t->dur[d->peak_op])
				d->peak_op = op;
		}
	}
}

static void
set_bytes(struct rows *rows, unsigned def, int64_t bytes)
{
	if (bytes != TRACE_NO_NUMBER)
		rows_int(rows, def, bytes);
}

static void
add_row(struct rows *rows, const struct trace *t, const struct device_memory *d)
{
	rows_text(rows, COL_DEVICE, d->type == 0 ? "host" : "GPU");
	if (d->type != 0)
		rows_int(rows, COL_NUMBER, d->number);
	rows_int(rows, COL_EVENTS, d->events);
	set_bytes(rows, COL_PEAK, d->peak);
	set_bytes(rows, COL_LAST, d->last);
	set_bytes(rows, COL_RESERVED, d->reserved);
	rows_int(rows, COL_NET, d->net);
	rows_int(rows, COL_FAILED, d->failed);
	if (d->peak_event != TRACE_NONE) {
		rows_int(rows, COL_PEAK_AT, t->ts[d->peak_event]);
		rows_int(rows, COL_PEAK_EVENT, d->peak_event);
	}
	if (d->peak_op != TRACE_NONE)
		rows_text(rows, COL_PEAK_OP, trace_name(t, d->peak_op));
}

int
build_memory(struct analysis *a, const struct sheet *sheet, struct table **out, struct error *err)
{
	static const struct table_sort order[] = {{COL_PEAK, true}};
	struct memories m = {.map = {.width = 2}};
	struct rows rows;

	rows_open(&rows, sheet, columns, COLUMNS_OF(columns), 0);
	if (collect(&m, a))
		find_ops(&m, a->trace);
	else
		a->no_memory = true;
	for (uint32_t i = 0; !a->no_memory && i < m.map.n && rows_next(&rows); i++)
		add_row(&rows, a->trace, &m.all[i]);
	keymap_free(&m.map);
	free(m.all);
	rows_sort(&rows, order, COLUMNS_OF(order));
	return rows_close(&rows, a, out, err);
}
