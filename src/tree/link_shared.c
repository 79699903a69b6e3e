/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Ids that several calls have: several ranks in one file, or calls that share an External id.
 *
 * A GPU event's call is of its own rank, where the args tell one, else of the process that its device goes with. What
 * a device goes with is told by ids that nobody shares; by order, where an id has as many devices as processes; else
 * by which call of the id stands nearest in the file. Of the calls that are left the first started the first event
 * and so on, where there are as many of both; else each event has the call that stands nearest.
 */
#include "link_priv.h"
#include "base/mem.h"
#include "base/sort.h"
#include <string.h>

enum { BY_NOTHING, BY_PROCESS, BY_RANK };

struct share {			/* a GPU event whose id is shared */
	uint32_t first;		/* the id: its newest call's place + 1 */
	uint32_t row;
	int by;			/* what the calls that come into question are told by, and its value */
	int64_t value;
};

struct lane {			/* a device, with the process of its events */
	uint32_t votes, most, process;
	uint32_t sure;		/* the process that ids which nobody shares tell, or TRACE_NONE */
};

struct sharing {
	const struct link_table *table;
	struct share *shares;
	uint32_t n;
	struct intern lane_index;	/* of (device, process of the GPU event) */
	struct intern vote_index;	/* of (lane, process of the call) */
	struct lane *lanes;
	uint32_t *votes, *lane_seen, *process_seen;	/* seen: by which group, + 1 */
	size_t cap_lanes, cap_votes, cap_seen;
	uint32_t *calls, *fit;		/* of the group, in order of the file; of those the ones that come into question */
	uint32_t n_calls;
	struct share asked;		/* the group's last question for a rank, and whether it has the rank */
	bool asked_has;
	uint64_t merged;
};

/* The rank in the event's args, or TRACE_NO_NUMBER. */
static int64_t
rank_of(const struct trace *trace, uint32_t event)
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

/* --- what devices go with ---------------------------------------------------------- */

/* The number of a GPU row's lane; INTERN_NONE: no memory. */
static uint32_t
lane_of(struct sharing *s, uint32_t row)
{
	const struct trace *trace = s->table->trace;
	const uint32_t key[2] = {(uint32_t)trace->gpus[row].device, link_process(trace, trace->gpus[row].event)};
	uint32_t n = s->lane_index.n, lane = intern_add(&s->lane_index, (const char *)key, sizeof(key));

	if (lane == INTERN_NONE || !mem_reserve(&s->lanes, &s->cap_lanes, (size_t)lane + 1, sizeof(*s->lanes))
		|| !mem_reserve(&s->lane_seen, &s->cap_seen, (size_t)lane + 1, sizeof(*s->lane_seen)))
		return INTERN_NONE;
	if (lane == n) {
		s->lanes[lane] = (struct lane){0, 0, TRACE_NONE, TRACE_NONE};
		s->lane_seen[lane] = 0;
	}
	return lane;
}

static bool
lane_vote(struct sharing *s, uint32_t lane, uint32_t process)
{
	const uint32_t key[2] = {lane, process};
	uint32_t n = s->vote_index.n, id;

	if (lane == INTERN_NONE)
		return false;
	id = intern_add(&s->vote_index, (const char *)key, sizeof(key));
	if (id == INTERN_NONE || !mem_reserve(&s->votes, &s->cap_votes, (size_t)id + 1, sizeof(*s->votes)))
		return false;
	if (id == n)
		s->votes[id] = 0;
	s->lanes[lane].votes++;
	if (++s->votes[id] > s->lanes[lane].most) {
		s->lanes[lane].most = s->votes[id];
		s->lanes[lane].process = process;
	}
	return true;
}

/* The process whose calls most of the lane's events belong to; a lane that two ranks use has none. */
static uint32_t
lane_process(const struct lane *lane)
{
	if (lane->sure != TRACE_NONE)
		return lane->sure;
	return UINT64_C(4) * lane->most > UINT64_C(3) * lane->votes ? lane->process : TRACE_NONE;
}

static uint32_t
nearest_call(const uint32_t *calls, uint32_t n, uint32_t gpu)
{
	uint32_t low = 0, high = n;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (calls[middle] < gpu)
			low = middle + 1;
		else
			high = middle;
	}
	/* of two, the earlier: it was written before what it launched */
	return low == n || (low && gpu - calls[low - 1] <= calls[low] - gpu) ? calls[low - 1] : calls[low];
}

/* --- groups: an id's calls and its GPU events ------------------------------------------ */

static int
call_compare(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

static int
share_compare(const void *a, const void *b)
{
	const struct share *x = a, *y = b;

	if (x->first != y->first)
		return x->first < y->first ? -1 : 1;
	if (x->by != y->by)
		return x->by < y->by ? -1 : 1;
	if (x->value != y->value)
		return x->value < y->value ? -1 : 1;
	return x->row < y->row ? -1 : x->row > y->row;
}

static void
group_calls(struct sharing *s, uint32_t first)
{
	s->n_calls = 0;
	for (uint32_t at = first; at; at = s->table->chain[at - 1])
		s->calls[s->n_calls++] = s->table->calls[at - 1];
	sort_unless_sorted(s->calls, s->n_calls, sizeof(*s->calls), call_compare);
}

static uint32_t
group_end(const struct sharing *s, uint32_t begin)
{
	uint32_t end = begin;

	while (end < s->n && s->shares[end].first == s->shares[begin].first)
		end++;
	return end;
}

/* Notes the group's processes that surely have one of its devices: they have no other of them. */
static bool
group_sure(struct sharing *s, uint32_t begin, uint32_t end)
{
	for (uint32_t i = begin; i < end; i++) {
		uint32_t lane = lane_of(s, s->shares[i].row);

		if (lane == INTERN_NONE)
			return false;
		if (s->lanes[lane].sure != TRACE_NONE)
			s->process_seen[s->lanes[lane].sure] = begin + 1;
	}
	return true;
}

/* The group's processes and lanes that nothing sure is known of: processes go to fit[], lanes behind them. */
static void
group_sides(struct sharing *s, uint32_t begin, uint32_t end, uint32_t *n_processes, uint32_t *n_lanes)
{
	*n_processes = *n_lanes = 0;
	for (uint32_t i = 0; i < s->n_calls; i++) {
		uint32_t process = link_process(s->table->trace, s->calls[i]);

		if (s->process_seen[process] != begin + 1)
			s->fit[(*n_processes)++] = process;
		s->process_seen[process] = begin + 1;
	}
	for (uint32_t i = begin; i < end; i++) {
		uint32_t lane = lane_of(s, s->shares[i].row);

		if (s->lane_seen[lane] != begin + 1 && s->lanes[lane].sure == TRACE_NONE)
			s->fit[*n_processes + (*n_lanes)++] = lane;
		s->lane_seen[lane] = begin + 1;
	}
}

static bool
group_vote(struct sharing *s, uint32_t begin, uint32_t end)
{
	const struct trace *trace = s->table->trace;
	uint32_t n_processes, n_lanes;
	bool good = group_sure(s, begin, end), paired = end - begin == s->n_calls;

	if (!good)
		return false;
	group_sides(s, begin, end, &n_processes, &n_lanes);
	if (n_processes == n_lanes) {
		for (uint32_t i = 0; good && i < n_lanes; i++)
			good = lane_vote(s, s->fit[n_processes + i], s->fit[i]);
		return good;
	}
	for (uint32_t i = begin; good && i < end; i++) {
		uint32_t row = s->shares[i].row, lane = lane_of(s, row);

		if (s->lanes[lane].sure == TRACE_NONE)
			good = lane_vote(s, lane, link_process(trace, paired ? s->calls[i - begin]
				: nearest_call(s->calls, s->n_calls, trace->gpus[row].event)));
	}
	return good;
}

static bool
call_fits(const struct trace *trace, uint32_t call, const struct share *share)
{
	return share->by == BY_NOTHING
		|| (share->by == BY_RANK ? rank_of(trace, call) : link_process(trace, call)) == share->value;
}

/* Whether the group has a call of the rank. */
static bool
group_has_rank(struct sharing *s, const struct share *share)
{
	if (s->asked.first == share->first && s->asked.value == share->value)
		return s->asked_has;
	s->asked = *share;
	s->asked_has = false;
	for (uint32_t i = 0; i < s->n_calls && !s->asked_has; i++)
		s->asked_has = call_fits(s->table->trace, s->calls[i], share);
	return s->asked_has;
}

/* What tells the event's call; where its rank has no call with the id, its process does. */
static void
share_ask(struct sharing *s, struct share *share)
{
	const struct trace *trace = s->table->trace;
	uint32_t process = lane_process(&s->lanes[lane_of(s, share->row)]);

	share->by = BY_RANK;
	share->value = rank_of(trace, trace->gpus[share->row].event);
	if (share->value != TRACE_NO_NUMBER && group_has_rank(s, share))
		return;
	share->by = process == TRACE_NONE ? BY_NOTHING : BY_PROCESS;
	share->value = process == TRACE_NONE ? 0 : process;
}

static bool
are_of_one_process(const struct trace *trace, const uint32_t *calls, uint32_t n)
{
	for (uint32_t i = 1; i < n; i++)
		if (link_process(trace, calls[i]) != link_process(trace, calls[0]))
			return false;
	return true;
}

/* Events that the same calls come into question for. */
static void
run_decide(struct sharing *s, const struct share *run, uint32_t n_run, uint32_t *call)
{
	const struct trace *trace = s->table->trace;
	uint32_t n = 0;

	for (uint32_t i = 0; i < s->n_calls; i++)
		if (call_fits(trace, s->calls[i], run))
			s->fit[n++] = s->calls[i];
	for (uint32_t i = 0; i < n_run; i++)
		call[run[i].row] = !n ? TRACE_NONE : n == n_run ? s->fit[i]
			: nearest_call(s->fit, n, trace->gpus[run[i].row].event);
}

static void
group_decide(struct sharing *s, uint32_t begin, uint32_t end, uint32_t *call)
{
	struct share *shares = s->shares;

	for (uint32_t i = begin; i < end; i++)
		share_ask(s, &shares[i]);
	sort_unless_sorted(shares + begin, end - begin, sizeof(*shares), share_compare);
	for (uint32_t at = begin, next; at < end; at = next) {
		for (next = at + 1; next < end && shares[next].by == shares[at].by
			&& shares[next].value == shares[at].value; next++)
			;
		run_decide(s, shares + at, next - at, call);
	}
}

/* --- the whole --------------------------------------------------------------------------- */

/* Gathers what is shared; what is not tells at once which process a device goes with. */
static bool
sharing_gather(struct sharing *s)
{
	const struct link_table *table = s->table;
	const struct trace *trace = table->trace;

	for (uint32_t row = 0; row < trace->n_gpus; row++) {
		uint32_t gpu = trace->gpus[row].event;
		uint32_t first = trace->flags[gpu] & EVENT_NO_TIME ? 0 : link_first(table, row);

		if (link_is_shared(table, first))
			s->shares[s->n++] = (struct share){first, row, 0, 0};
		else if (first && !lane_vote(s, lane_of(s, row), link_process(trace, table->calls[first - 1])))
			return false;
	}
	for (uint32_t lane = 0; lane < s->lane_index.n; lane++) {
		s->lanes[lane].sure = lane_process(&s->lanes[lane]);
		s->lanes[lane].votes = s->lanes[lane].most = 0;
	}
	intern_free(&s->vote_index);
	sort_unless_sorted(s->shares, s->n, sizeof(*s->shares), share_compare);
	return true;
}

/* Whether the group's events are on several devices. */
static bool
group_has_lanes(struct sharing *s, uint32_t begin, uint32_t end)
{
	for (uint32_t i = begin + 1; i < end; i++)
		if (lane_of(s, s->shares[i].row) != lane_of(s, s->shares[begin].row))
			return true;
	return false;
}

/* Ids that calls of several processes have, and those of one whose events are on several devices. */
static void
sharing_count(struct sharing *s)
{
	const struct link_table *table = s->table;

	for (uint32_t slot = 0; slot < table->n_slots; slot++) {
		if (!link_is_shared(table, table->slots[slot]))
			continue;
		group_calls(s, table->slots[slot]);
		s->merged += !are_of_one_process(table->trace, s->calls, s->n_calls);
	}
	for (uint32_t begin = 0, end; begin < s->n; begin = end) {
		end = group_end(s, begin);
		group_calls(s, s->shares[begin].first);
		s->merged += are_of_one_process(table->trace, s->calls, s->n_calls) && group_has_lanes(s, begin, end);
	}
}

static bool
sharing_run(struct sharing *s, uint32_t *call)
{
	if (!s->shares || !s->calls || !s->fit || !s->process_seen || !sharing_gather(s))
		return false;
	for (uint32_t begin = 0, end; begin < s->n; begin = end) {
		end = group_end(s, begin);
		group_calls(s, s->shares[begin].first);
		if (!group_vote(s, begin, end))
			return false;
	}
	sharing_count(s);
	for (uint32_t begin = 0, end; begin < s->n; begin = end) {
		end = group_end(s, begin);
		group_calls(s, s->shares[begin].first);
		group_decide(s, begin, end, call);
	}
	return true;
}

int
link_share_out(const struct link_table *table, uint32_t *call, uint64_t *merged)
{
	const struct trace *trace = table->trace;
	struct sharing s = {.table = table,
		.shares = mem_alloc(trace->n_gpus, sizeof(*s.shares)),
		.calls = mem_alloc(table->n_calls, sizeof(*s.calls)),
		.fit = mem_alloc((size_t)table->n_calls + trace->n_gpus, sizeof(*s.fit)),
		.process_seen = mem_zero(trace->n_processes, sizeof(*s.process_seen))};
	bool good = sharing_run(&s, call);

	*merged = s.merged;
	intern_free(&s.lane_index);
	intern_free(&s.vote_index);
	free(s.shares);
	free(s.lanes);
	free(s.votes);
	free(s.lane_seen);
	free(s.process_seen);
	free(s.calls);
	free(s.fit);
	return good ? 0 : -1;
}
