/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which call launched which GPU event: equal link ids, within a rank.
 *
 * Where one id is used by several processes the file was merged from several
 * ranks: then the events' own rank decides, or else the process that a device
 * goes with: most of its events stand nearest to that process's calls.
 */
#include "tree_priv.h"
#include "base/hash.h"
#include "base/mem.h"
#include <string.h>

struct link_table {
	const struct trace *trace;
	uint32_t *calls;	/* calls with an id, in order of the file */
	uint32_t *chain;	/* by place in calls[]: an earlier one + 1 with the same id in another process */
	uint32_t n_calls;
	uint32_t *slots;	/* place in calls[] + 1, the newest of an id */
	uint32_t n_slots;
	uint64_t shared_ids;	/* in more than one process */
};

struct link_vote {		/* how often a device's events are nearest to a process's calls */
	uint32_t process;
	int32_t device;
	uint32_t count;
};

struct link_votes {
	struct intern index;	/* of (device, process) */
	struct link_vote *votes;
	size_t cap;
};

static uint32_t
link_process(const struct trace *trace, uint32_t event)
{
	return trace->tracks[trace->track[event]].process;
}

static bool
link_same(const struct trace *trace, uint32_t a, uint32_t b)
{
	return trace->link[a] == trace->link[b]
		&& !((trace->flags[a] ^ trace->flags[b]) & EVENT_EXTERNAL_ID);
}

static uint32_t
link_slot(const struct link_table *table, uint32_t event)
{
	uint64_t id = table->trace->link[event] ^ (uint64_t)(table->trace->flags[event] & EVENT_EXTERNAL_ID) << 56;
	uint32_t mask = table->n_slots - 1, slot = (uint32_t)hash_u64(id) & mask;

	while (table->slots[slot] && !link_same(table->trace, table->calls[table->slots[slot] - 1], event))
		slot = (slot + 1) & mask;
	return slot;
}

/* Of two calls of a process that share an id, the one inside the other; of two apart, the later. */
static bool
link_is_inner(const struct trace *trace, uint32_t a, uint32_t b)
{
	if (trace->ts[a] != trace->ts[b])
		return trace->ts[a] > trace->ts[b];
	return trace->dur[a] <= trace->dur[b];
}

static void
link_insert(struct link_table *table, uint32_t place)
{
	const struct trace *trace = table->trace;
	uint32_t event = table->calls[place], slot = link_slot(table, event), first = table->slots[slot];

	for (uint32_t at = first; at; at = table->chain[at - 1]) {
		uint32_t other = table->calls[at - 1];

		if (link_process(trace, other) != link_process(trace, event))
			continue;
		if (link_is_inner(trace, event, other))
			table->calls[at - 1] = event;
		return;
	}
	if (first && !table->chain[first - 1])
		table->shared_ids++;
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

/* The rank in the event's args, or TRACE_NO_NUMBER. */
static int64_t
link_rank(const struct trace *trace, uint32_t event)
{
	uint32_t low = 0, high = trace->n_ranks;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (trace->ranks[middle].event < event)
			low = middle + 1;
		else
			high = middle;
	}
	return low < trace->n_ranks && trace->ranks[low].event == event ? trace->ranks[low].rank : TRACE_NO_NUMBER;
}

static uint32_t
link_nearest(const struct link_table *table, uint32_t first, uint32_t gpu)
{
	uint32_t best = TRACE_NONE, distance = UINT32_MAX;

	for (uint32_t at = first; at; at = table->chain[at - 1]) {
		uint32_t call = table->calls[at - 1], d = call > gpu ? call - gpu : gpu - call;

		if (d <= distance) {	/* of two, the earlier: it was written before what it launched */
			best = call;
			distance = d;
		}
	}
	return best;
}

static struct link_vote *
link_vote_at(struct link_votes *votes, int32_t device, uint32_t process)
{
	const uint32_t key[2] = {(uint32_t)device, process};
	uint32_t n = votes->index.n, id = intern_add(&votes->index, (const char *)key, sizeof(key));

	if (id == INTERN_NONE || !mem_reserve(&votes->votes, &votes->cap, (size_t)id + 1, sizeof(*votes->votes)))
		return NULL;
	if (id == n)
		votes->votes[id] = (struct link_vote){process, device, 0};
	return &votes->votes[id];
}

static int
link_count_votes(const struct link_table *table, struct link_votes *votes)
{
	const struct trace *trace = table->trace;

	for (uint32_t row = 0; row < trace->n_gpus; row++) {
		uint32_t gpu = trace->gpus[row].event, first;
		struct link_vote *vote;

		first = trace->link[gpu] ? table->slots[link_slot(table, gpu)] : 0;
		if (!first || !table->chain[first - 1])
			continue;
		vote = link_vote_at(votes, trace->gpus[row].device, link_process(trace, link_nearest(table, first, gpu)));
		if (!vote)
			return -1;
		vote->count++;
	}
	return 0;
}

static uint32_t
link_device_process(const struct link_votes *votes, int32_t device)
{
	uint32_t best = 0, process = TRACE_NONE;

	for (uint32_t i = 0; i < votes->index.n; i++)
		if (votes->votes[i].device == device && votes->votes[i].count > best) {
			best = votes->votes[i].count;
			process = votes->votes[i].process;
		}
	return process;
}

/* One of several processes' calls with the GPU event's id. */
static uint32_t
link_choose(const struct link_table *table, const struct link_votes *votes, uint32_t first, uint32_t row)
{
	const struct trace *trace = table->trace;
	uint32_t gpu = trace->gpus[row].event, process;
	int64_t rank = link_rank(trace, gpu);

	for (uint32_t at = first; at && rank != TRACE_NO_NUMBER; at = table->chain[at - 1])
		if (link_rank(trace, table->calls[at - 1]) == rank)
			return table->calls[at - 1];
	process = link_device_process(votes, trace->gpus[row].device);
	for (uint32_t at = first; at; at = table->chain[at - 1])
		if (link_process(trace, table->calls[at - 1]) == process)
			return table->calls[at - 1];
	return TRACE_NONE;
}

/* From the last row to the first, so that each call's list is in order of the file. */
static void
link_all(struct tree_builder *b, const struct link_table *table, const struct link_votes *votes)
{
	const struct trace *trace = b->trace;

	for (uint32_t row = trace->n_gpus; row-- > 0;) {
		uint32_t gpu = trace->gpus[row].event, first, call;

		if (!trace->link[gpu] || (trace->flags[gpu] & EVENT_NO_TIME))
			continue;
		first = table->slots[link_slot(table, gpu)];
		if (!first)
			continue;
		call = table->chain[first - 1] ? link_choose(table, votes, first, row) : table->calls[first - 1];
		if (call == TRACE_NONE)
			continue;
		b->tree->parent[gpu] = call;
		b->launched_next[row] = b->launched[call];
		b->launched[call] = row + 1;
		b->tree->n_linked++;
	}
}

int
tree_link_launches(struct tree_builder *b)
{
	struct link_table table = {.trace = b->trace};
	struct link_votes votes = {0};
	int result = -1;

	b->launched = mem_alloc_filled(b->trace->n, sizeof(*b->launched));
	b->launched_next = mem_zero(b->trace->n_gpus, sizeof(*b->launched_next));
	if (!b->launched || !b->launched_next || link_table_fill(&table))
		goto out;
	memset(b->launched, 0, (size_t)b->trace->n * sizeof(*b->launched));
	if (table.shared_ids) {
		if (link_count_votes(&table, &votes))
			goto out;
		b->trace->warnings[WARN_MERGED_RANKS] = (struct warning){
			table.shared_ids, 0, TRACE_NONE, 0, NULL};
	}
	link_all(b, &table, &votes);
	result = 0;
out:
	free(table.calls);
	free(table.chain);
	free(table.slots);
	intern_free(&votes.index);
	free(votes.votes);
	return result;
}
