/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which call launched which GPU event: equal correlations; where a call has none, equal External ids.
 */
#include "link_priv.h"
#include "base/hash.h"
#include "base/mem.h"
#include <string.h>

#define NESTED_LOOKED 16	/* calls of an id: one that holds another was written near it */

static uint32_t
link_slot(const struct link_table *table, uint64_t id, bool external)
{
	const struct trace *trace = table->trace;
	uint32_t mask = table->n_slots - 1, slot = (uint32_t)hash_u64(id ^ (uint64_t)external << 59) & mask;

	for (; table->slots[slot]; slot = (slot + 1) & mask) {
		uint32_t call = table->calls[table->slots[slot] - 1];

		if (trace->link[call] == id && !(trace->flags[call] & EVENT_EXTERNAL_ID) == !external)
			break;
	}
	return slot;
}

uint32_t
link_first(const struct link_table *table, uint32_t row)
{
	const struct trace_gpu *gpu = &table->trace->gpus[row];
	uint64_t id = table->trace->link[gpu->event];
	bool external = table->trace->flags[gpu->event] & EVENT_EXTERNAL_ID;
	uint32_t first = id ? table->slots[link_slot(table, id, external)] : 0;

	if (first || external || !gpu->external)
		return first;
	return table->slots[link_slot(table, gpu->external, true)];
}

/* Of two calls of a thread that share an id, the one inside the other. */
static bool
link_is_inner(const struct trace *trace, uint32_t a, uint32_t b)
{
	if (trace->ts[a] != trace->ts[b])
		return trace->ts[a] > trace->ts[b];
	return trace->dur[a] <= trace->dur[b];
}

/* Whether two calls are one launch: a driver call inside a runtime call. */
static bool
link_is_nested(const struct trace *trace, uint32_t a, uint32_t b)
{
	if (trace->track[a] != trace->track[b])
		return false;
	return trace->ts[a] == trace->ts[b]
		|| (trace->ts[a] < trace_end(trace, b) && trace->ts[b] < trace_end(trace, a));
}

static void
link_insert(struct link_table *table, uint32_t place)
{
	const struct trace *trace = table->trace;
	uint32_t event = table->calls[place], looked = 0;
	uint32_t slot = link_slot(table, trace->link[event], trace->flags[event] & EVENT_EXTERNAL_ID);
	uint32_t first = table->slots[slot];

	for (uint32_t at = first; at && looked < NESTED_LOOKED; at = table->chain[at - 1], looked++) {
		uint32_t other = table->calls[at - 1];

		if (!link_is_nested(trace, event, other))
			continue;
		if (link_is_inner(trace, event, other))
			table->calls[at - 1] = event;
		return;
	}
	table->shared |= first != 0;
	table->chain[place] = first;
	table->slots[slot] = place + 1;
}

static bool
link_is_call(const struct trace *trace, uint32_t i)
{
	return event_is_call(trace->kind[i]) && trace->link[i] && !(trace->flags[i] & EVENT_NO_TIME);
}

static int
link_table_fill(struct link_table *table)
{
	const struct trace *trace = table->trace;
	uint32_t n = 0;

	for (uint32_t i = 0; i < trace->n; i++)
		n += link_is_call(trace, i);
	table->n_slots = 16;
	while (table->n_slots < n * 2ull && table->n_slots < 1u << 31)
		table->n_slots *= 2;
	table->calls = mem_alloc(n, sizeof(*table->calls));
	table->chain = mem_zero(n, sizeof(*table->chain));
	table->slots = mem_zero(table->n_slots, sizeof(*table->slots));
	if (!table->calls || !table->chain || !table->slots)
		return -1;
	for (uint32_t i = 0; i < trace->n; i++) {
		if (!link_is_call(trace, i))
			continue;
		table->calls[table->n_calls] = i;
		link_insert(table, table->n_calls++);
	}
	return 0;
}

/* From the last row to the first, so that each call's list is in order of the file. */
static void
link_all(struct tree_builder *b, const struct link_table *table, const uint32_t *decided)
{
	const struct trace *trace = b->trace;

	for (uint32_t row = trace->n_gpus; row-- > 0;) {
		uint32_t gpu = trace->gpus[row].event, first, call;

		first = trace->flags[gpu] & EVENT_NO_TIME ? 0 : link_first(table, row);
		if (!first)
			continue;
		call = decided && link_is_shared(table, first) ? decided[row] : table->calls[first - 1];
		if (call == TRACE_NONE)
			continue;
		b->tree->parent[gpu] = call;
		b->launched_next[row] = b->launched[call];
		b->launched[call] = row + 1;
		b->tree->n_linked++;
	}
}

/* Which of several calls, where ids are shared. */
static int
link_decide(struct tree_builder *b, const struct link_table *table, uint32_t **decided)
{
	uint64_t merged;

	*decided = mem_alloc(b->trace->n_gpus, sizeof(**decided));
	if (!*decided || link_share_out(table, *decided, &merged))
		return -1;
	if (merged)
		b->trace->warnings[WARN_MERGED_RANKS] = (struct warning){merged, 0, TRACE_NONE, 0, NULL};
	return 0;
}

int
tree_link_launches(struct tree_builder *b)
{
	struct link_table table = {.trace = b->trace};
	uint32_t *decided = NULL;
	int result = -1;

	b->launched = mem_alloc_filled(b->trace->n, sizeof(*b->launched));
	b->launched_next = mem_zero(b->trace->n_gpus, sizeof(*b->launched_next));
	if (!b->launched || !b->launched_next || link_table_fill(&table))
		goto out;
	memset(b->launched, 0, (size_t)b->trace->n * sizeof(*b->launched));
	if (table.shared && link_decide(b, &table, &decided))
		goto out;
	link_all(b, &table, decided);
	result = 0;
out:
	free(table.calls);
	free(table.chain);
	free(table.slots);
	free(decided);
	return result;
}
