/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which op started which GPU work: the rows under the ops sheets. */
#include "analysis/analysis_priv.h"
#include "base/mem.h"
#include <string.h>

/* One GPU event and the launcher that started it. */
struct launch {
	uint32_t gpu, launcher;
};

/* All GPU events that count, in order of event id; numbers launchers in order of appearance. */
static uint32_t
collect_launches(struct analysis *a, struct launch *launches)
{
	const struct trace *t = a->trace;
	uint32_t n = 0, last_call = TRACE_NONE, last = 0;

	for (uint32_t i = 0; i < t->n_gpus; i++) {
		uint32_t gpu = t->gpus[i].event, call, op;

		if (!analysis_is_linked(a, gpu) || analysis_is_comm(a, gpu)
			|| !analysis_is_selected(a, gpu))
			continue;
		call = a->tree->parent[gpu];
		if (call != last_call) {
			op = tree_launcher(a->tree, call);
			last = keymap_add(&a->launchers.events, &op);
			last_call = call;
		}
		if (last == KEYMAP_NONE) {
			a->no_memory = true;
			return 0;
		}
		launches[n++] = (struct launch){gpu, last};
	}
	return n;
}

/*
 * Fills gpu[] with the launches of each launcher together, each by start; starts[] has one entry
 * more than launchers.
 */
static bool
sort_launches(struct analysis *a, const struct launch *launches, uint32_t n, uint32_t *starts,
	uint32_t n_launchers)
{
	struct keyed *by_time = mem_alloc(n, sizeof(*by_time));

	a->launchers.gpu = mem_alloc(n, sizeof(*a->launchers.gpu));
	if (!by_time || !a->launchers.gpu) {
		free(by_time);
		return false;
	}
	for (uint32_t i = 0; i < n; i++) {
		by_time[i] = (struct keyed){a->trace->ts[launches[i].gpu], i};
		starts[launches[i].launcher + 1]++;
	}
	if (!order_by_key(by_time, n)) {
		free(by_time);
		return false;
	}
	for (uint32_t l = 0; l < n_launchers; l++)
		starts[l + 1] += starts[l];
	for (uint32_t i = 0; i < n; i++) {
		const struct launch *launch = &launches[by_time[i].id];

		a->launchers.gpu[starts[launch->launcher]++] = launch->gpu;
	}
	memmove(starts + 1, starts, n_launchers * sizeof(*starts));
	starts[0] = 0;
	free(by_time);
	return true;
}

/* Merged time of GPU events sorted by start. */
static int64_t
merged_ns(const struct trace *t, const uint32_t *gpu, uint32_t n)
{
	int64_t sum = 0, end = INT64_MIN;

	for (uint32_t i = 0; i < n; i++) {
		int64_t start = t->ts[gpu[i]] > end ? t->ts[gpu[i]] : end, own_end = trace_end(t,
			gpu[i]);

		if (own_end > start)
			sum = time_add(sum, own_end - start);
		if (own_end > end)
			end = own_end;
	}
	return sum;
}

static void
fill_launcher(struct analysis *a, struct launcher *l, uint32_t event, const uint32_t *starts)
{
	l->event = event;
	l->first = starts[0];
	l->n = starts[1] - starts[0];
	l->direct_ns = merged_ns(a->trace, a->launchers.gpu + l->first, l->n);
	l->subtree_ns = tree_gpu_busy(a->tree, event);
	l->category = analysis_category(a, a->trace->name[event], a->launchers.gpu[l->first]);
	l->category_id = analysis_text_id(a, l->category);
}

/* Launchers by start; those that start together in order of their first GPU event. */
static bool
order_launchers(struct analysis *a, const uint32_t *starts)
{
	struct launcher_set *set = &a->launchers;
	uint32_t n = set->events.n;
	struct keyed *by_time = mem_alloc(n, sizeof(*by_time));

	set->all = mem_zero(n, sizeof(*set->all));
	set->index = mem_alloc(n, sizeof(*set->index));
	if (!by_time || !set->all || !set->index) {
		free(by_time);
		return false;
	}
	for (uint32_t i = 0; i < n; i++)
		by_time[i] = (struct keyed){a->trace->ts[*keymap_key(&set->events, i)], i};
	if (!order_by_key(by_time, n)) {
		free(by_time);
		return false;
	}
	for (uint32_t i = 0; i < n; i++) {
		uint32_t number = by_time[i].id;

		set->index[number] = i;
		fill_launcher(a, &set->all[i], *keymap_key(&set->events, number), starts + number);
	}
	set->n = n;
	free(by_time);
	return true;
}

static bool
make_launchers(struct analysis *a)
{
	struct launch *launches = mem_alloc(a->trace->n_gpus, sizeof(*launches));
	uint32_t *starts = NULL, n, n_launchers;
	bool good = false;

	if (launches) {
		n = collect_launches(a, launches);
		n_launchers = a->launchers.events.n;
		starts = mem_zero((size_t)n_launchers + 1, sizeof(*starts));
		good = starts && !a->no_memory && sort_launches(a, launches, n, starts, n_launchers)
			&& order_launchers(a, starts);
	}
	free(launches);
	free(starts);
	return good;
}

const struct launcher_set *
analysis_launchers(struct analysis *a)
{
	if (!a->have_launchers) {
		a->have_launchers = true;
		if (!make_launchers(a))
			a->no_memory = true;
	}
	return &a->launchers;
}

uint32_t
analysis_first_kernel(struct analysis *a, uint32_t event)
{
	const struct launcher_set *set = analysis_launchers(a);
	uint32_t number = keymap_find(&set->events, &event);

	return number == KEYMAP_NONE || !set->n ? TRACE_NONE
		: set->gpu[set->all[set->index[number]].first];
}

static const char *
category(struct analysis *a, const char *name, uint32_t id, bool in_texts, uint32_t first_kernel)
{
	const char *kernel = first_kernel == TRACE_NONE ? NULL : trace_name(a->trace, first_kernel);
	const uint32_t key[] = {id, first_kernel == TRACE_NONE ? UINT32_MAX
		: a->trace->name[first_kernel], in_texts};
	uint32_t known = a->category_keys.n, number = KEYMAP_NONE;

	if (mem_reserve(&a->categories, &a->cap_categories, (size_t)known + 1, sizeof(*a->categories)))
		number = keymap_add(&a->category_keys, key);
	if (number == KEYMAP_NONE) {
		a->no_memory = true;
		return "other";
	}
	if (number == known)
		a->categories[number] = model_category(a->models, name, kernel);
	return a->categories[number];
}

const char *
analysis_category(struct analysis *a, uint32_t name, uint32_t first_kernel)
{
	return category(a, trace_string(a->trace, name), name, false, first_kernel);
}

const char *
analysis_category_of_text(struct analysis *a, uint32_t text, uint32_t first_kernel)
{
	return category(a, intern_text(&a->texts, text), text, true, first_kernel);
}
