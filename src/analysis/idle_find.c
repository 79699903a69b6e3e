/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/idle.h"
#include "analysis/analysis_priv.h"
#include "base/mem.h"

const struct idle_text idle_texts[IDLE_CAUSES] = {
	[IDLE_SYNC] = {"synchronising call",
		"the host waited for the GPU, and the GPU then for the host"},
	[IDLE_DATA] = {"data loading", "the host fetched the next batch"},
	[IDLE_OPERATOR] = {"operator", "one operator ran on the host"},
	[IDLE_PYTHON] = {"Python", "one Python function ran on the host"},
	[IDLE_CALL] = {"runtime call",
		"one call of the runtime ran on the host, such as an allocation"},
	[IDLE_MIXED] = {"host work", "the host did several things, none of them most of the time"},
	[IDLE_HOST] = {"host not recorded", "the launching thread shows nothing in that time"},
	[IDLE_LAUNCH] = {"launch latency", "the launch was made, its GPU work had not begun"},
	[IDLE_STREAM] = {"another stream",
		"the work was queued, and waited for work of another stream"},
	[IDLE_QUEUE] = {"between kernels",
		"the work was queued behind the one before it on its stream"},
	[IDLE_UNKNOWN] = {"launch not recorded", "what ended the gap has no launch in the trace"},
	[IDLE_BEGIN] = {"before all work", "the range begins before the first GPU work"},
	[IDLE_END] = {"after all work", "the range ends after the last GPU work"},
};

struct host {		/* host events of all threads, each thread's by start */
	struct keyed *events;
	struct keyed **begin, **end;	/* by track; NULL: none */
	struct keyed *loaders;		/* annotations of data loading, by start */
	uint32_t n_loaders;
};

static bool
host_add_thread(struct host *h, const struct tree *tree, const struct tree_root *root, uint32_t *n)
{
	const struct trace *t = tree->trace;
	uint32_t first = *n;

	for (uint32_t pos = root->begin; pos < root->end; pos++) {
		uint32_t event = tree->order[pos];

		if (event_is_host(t->kind[event]))
			h->events[(*n)++] = (struct keyed){t->ts[event], event};
	}
	h->begin[root->track] = h->events + first;
	h->end[root->track] = h->events + *n;
	return order_by_key(h->events + first, *n - first);
}

static bool
host_add_loaders(struct host *h, struct analysis *a)
{
	const struct trace *t = a->trace;
	size_t cap = 0;

	for (uint32_t event = 0; event < t->n; event++) {
		if (t->kind[event] != EVENT_ANNOTATION || t->flags[event] & EVENT_NO_TIME
			|| !analysis_is_loader(a, event))
			continue;
		if (!mem_reserve(&h->loaders, &cap, (size_t)h->n_loaders + 1, sizeof(*h->loaders)))
			return false;
		h->loaders[h->n_loaders++] = (struct keyed){t->ts[event], event};
	}
	return order_by_key(h->loaders, h->n_loaders);
}

static bool
host_make(struct host *h, struct analysis *a)
{
	const struct trace *t = a->trace;
	const struct tree *tree = a->tree;
	uint32_t n = 0;

	*h = (struct host){0};
	h->events = mem_alloc(tree->n, sizeof(*h->events));
	h->begin = mem_zero(t->n_tracks, sizeof(*h->begin));
	h->end = mem_zero(t->n_tracks, sizeof(*h->end));
	if (!h->events || !h->begin || !h->end)
		return false;
	for (uint32_t i = 0; i < tree->n_roots; i++)
		if (tree->roots[i].linked && !host_add_thread(h, tree, &tree->roots[i], &n))
			return false;
	return host_add_loaders(h, a);
}

static void
host_free(struct host *h)
{
	free(h->events);
	free(h->begin);
	free(h->end);
	free(h->loaders);
}

/* First of a thread's events that starts at or after a time. */
static const struct keyed *
first_from(const struct keyed *low, const struct keyed *high, int64_t ts)
{
	while (low < high) {
		const struct keyed *middle = low + (high - low) / 2;

		if (middle->key < ts)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static int64_t
overlap(const struct trace *t, uint32_t event, struct interval window)
{
	int64_t start = t->ts[event] > window.start ? t->ts[event] : window.start,
		end = trace_end(t, event);

	end = end < window.end ? end : window.end;
	return end > start ? end - start : 0;
}

/*
 * The innermost event that fills more than half of the window, TRACE_NONE when none does; else
 * *longest is the longest.
 */
static uint32_t
main_event(const struct host *h, const struct tree *tree, uint32_t track, struct interval window,
	uint32_t *longest)
{
	const struct trace *t = tree->trace;
	const struct keyed *begin = h->begin[track], *end = h->end[track], *at = first_from(begin,
		end, window.start);
	int64_t half = (window.end - window.start) / 2, most = 0;
	uint32_t found = TRACE_NONE;

	*longest = TRACE_NONE;
	for (uint32_t event = at > begin ? at[-1].id : TRACE_NONE; event != TRACE_NONE
		&& found == TRACE_NONE;
		event = tree->parent[event])
		if (overlap(t, event, window) > half)
			found = event;
	for (; at < end && at->key < window.end; at++) {
		int64_t own = overlap(t, at->id, window);

		if (own > half)
			found = at->id;
		if (own > most) {
			most = own;
			*longest = at->id;
		}
	}
	return found;
}

/* The annotation of data loading that fills most of the window, or TRACE_NONE. */
static uint32_t
loader_in(const struct host *h, const struct trace *t, struct interval window)
{
	const struct keyed *end = h->loaders + h->n_loaders;
	const struct keyed *at = first_from(h->loaders, end,
		window.start + (window.end - window.start) / 2);

	if (at > h->loaders && overlap(t, at[-1].id, window) > (window.end - window.start) / 2)
		return at[-1].id;
	return TRACE_NONE;
}

static bool
is_in_loader(struct analysis *a, uint32_t event)
{
	for (; event != TRACE_NONE; event = a->tree->parent[event])
		if (analysis_is_loader(a, event))
			return true;
	return false;
}

/* What the launching thread did until it made the launch. */
static void
explain_host(struct idle_gap *gap, const struct host *h, struct analysis *a, uint32_t launch)
{
	const struct trace *t = a->trace;
	struct interval window = {gap->start, gap->start + gap->late};
	uint32_t longest, event = main_event(h, a->tree, t->track[launch], window, &longest);
	uint32_t loader = loader_in(h, t, window);

	gap->look = event != TRACE_NONE ? event : longest;
	if (event != TRACE_NONE && analysis_is_sync(a, event))
		gap->cause = IDLE_SYNC;
	else if (loader != TRACE_NONE || (event != TRACE_NONE && is_in_loader(a, event)))
		gap->cause = IDLE_DATA;
	else if (event == TRACE_NONE)
		gap->cause = longest == TRACE_NONE ? IDLE_HOST : IDLE_MIXED;
	else if (event_is_call(t->kind[event]))
		gap->cause = IDLE_CALL;
	else
		gap->cause = t->kind[event] == EVENT_OP ? IDLE_OPERATOR : IDLE_PYTHON;
	if (gap->cause == IDLE_DATA && loader != TRACE_NONE)
		gap->look = loader;
	if (gap->look == TRACE_NONE)
		gap->look = launch;
}

static int64_t
stream_of(const struct trace *t, uint32_t gpu)
{
	return t->gpus[t->aux[gpu]].stream;
}

/* What the GPU waited for once the launch had been made. */
static enum idle_cause
explain_queue(const struct idle_gap *gap, const struct trace *t, uint32_t launch)
{
	if (trace_end(t, launch) > gap->start)
		return IDLE_LAUNCH;
	return stream_of(t, gap->before) == stream_of(t, gap->after) ? IDLE_QUEUE : IDLE_STREAM;
}

static void
explain(struct idle_gap *gap, const struct host *h, struct analysis *a)
{
	const struct trace *t = a->trace;
	uint32_t launch = a->tree->parent[gap->after];
	int64_t length = gap->end - gap->start;

	gap->look = TRACE_NONE;
	gap->cause = IDLE_UNKNOWN;
	if (launch == TRACE_NONE)
		return;
	gap->look = launch;
	gap->late = t->ts[launch] - gap->start;
	gap->late = gap->late < 0 ? 0 : gap->late > length ? length : gap->late;
	if (gap->late * 2 >= length && gap->late > 0)
		explain_host(gap, h, a, launch);
	else
		gap->cause = explain_queue(gap, t, launch);
}

static bool
find_gaps(struct idle *idle, struct analysis *a)
{
	uint32_t n, last = TRACE_NONE;
	const struct keyed *gpu = analysis_gpu_by_time(a, &n);
	int64_t end = INT64_MIN;

	if (!gpu || !(idle->gaps = mem_alloc(n, sizeof(*idle->gaps))))
		return false;
	for (uint32_t i = 0; i < n; i++) {
		int64_t own_end = trace_end(a->trace, gpu[i].id);

		if (i > 0 && gpu[i].key > end) {
			idle->gaps[idle->n++] = (struct idle_gap){.start = end, .end = gpu[i].key,
				.before = last,
				.after = gpu[i].id};
			idle->sum = time_add(idle->sum, gpu[i].key - end);
		}
		if (own_end > end || i == 0) {
			end = own_end;
			last = gpu[i].id;
		}
	}
	return true;
}

static bool
idle_make(struct idle *idle, struct analysis *a)
{
	struct host host = {0};
	bool good = find_gaps(idle, a) && (!idle->n || host_make(&host, a));

	for (uint32_t i = 0; good && i < idle->n; i++)
		explain(&idle->gaps[i], &host, a);
	host_free(&host);
	return good;
}

/* Adds what of the gap lies in the window. */
static void
add_part(struct idle *idle, struct idle_gap gap, const struct tree_window *window)
{
	int64_t launched = gap.start + gap.late;

	gap.start = gap.start > window->begin ? gap.start : window->begin;
	gap.end = gap.end < window->end ? gap.end : window->end;
	launched = launched < gap.end ? launched : gap.end;
	gap.late = launched > gap.start ? launched - gap.start : 0;
	if (gap.start >= gap.end)
		return;
	idle->gaps[idle->n++] = gap;
	idle->sum = time_add(idle->sum, gap.end - gap.start);
}

static bool
idle_in_window(struct idle *idle, const struct analysis *a)
{
	const struct tree_window *window = &a->tree->window;
	const struct idle *whole = analysis_idle(a->options.around);
	uint32_t n, last = TRACE_NONE;
	const struct keyed *gpu = analysis_gpu_by_time(a->options.around, &n);
	struct idle_gap ahead = {.start = window->begin, .end = window->end,
		.before = TRACE_NONE, .after = TRACE_NONE, .look = TRACE_NONE, .cause = IDLE_BEGIN};
	struct idle_gap behind = {.start = INT64_MIN, .end = window->end, .after = TRACE_NONE,
		.look = TRACE_NONE, .cause = IDLE_END};

	if (!whole || !gpu || !(idle->gaps = mem_alloc((size_t)whole->n + 2, sizeof(*idle->gaps))))
		return false;
	if (n) {
		ahead.end = gpu[0].key;
		ahead.after = gpu[0].id;
	}
	for (uint32_t i = 0; i < n; i++)
		if (last == TRACE_NONE || trace_end(a->trace, gpu[i].id) > behind.start) {
			last = gpu[i].id;
			behind.start = trace_end(a->trace, last);
		}
	behind.before = last;
	add_part(idle, ahead, window);
	for (uint32_t i = 0; i < whole->n; i++)
		add_part(idle, whole->gaps[i], window);
	if (n)
		add_part(idle, behind, window);
	return true;
}

const struct idle *
analysis_idle(struct analysis *a)
{
	if (a->idle)
		return a->idle;
	a->idle = mem_zero(1, sizeof(*a->idle));
	if (a->idle && (a->options.around ? idle_in_window(a->idle, a) : idle_make(a->idle, a)))
		return a->idle;
	a->no_memory = true;
	if (a->idle)
		a->idle->n = 0;
	return a->idle;
}

const struct idle_gap *
idle_between(const struct idle *idle, int64_t begin, int64_t end, int64_t *ns)
{
	int64_t sums[IDLE_CAUSES] = {0}, longest[IDLE_CAUSES] = {0};
	const struct idle_gap *gaps[IDLE_CAUSES] = {NULL};
	uint32_t low = 0, high = idle->n;
	unsigned most = 0;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (idle->gaps[middle].end <= begin)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < idle->n && idle->gaps[low].start < end; low++) {
		const struct idle_gap *gap = &idle->gaps[low];
		int64_t part = (gap->end < end ? gap->end : end) - (gap->start > begin ? gap->start : begin);

		sums[gap->cause] = time_add(sums[gap->cause], part);
		if (part > longest[gap->cause]) {
			longest[gap->cause] = part;
			gaps[gap->cause] = gap;
		}
	}
	for (unsigned cause = 1; cause < IDLE_CAUSES; cause++)
		if (sums[cause] > sums[most])
			most = cause;
	*ns = sums[most];
	return gaps[most];
}

void
analysis_idle_free(struct analysis *a)
{
	if (a->idle)
		free(a->idle->gaps);
	free(a->idle);
}
