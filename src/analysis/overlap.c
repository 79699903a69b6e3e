/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/overlap.h"
#include "base/mem.h"
#include <string.h>

#define LEAST_NS 1000
/* Of a trace in which everything runs at once. */
#define PAIRS_MAX (UINT32_C(1) << 24)
#define LOOKS_MAX (UINT64_C(1) << 31)

struct pair {
	uint32_t gpu, with;	/* events */
};

struct overlap {
	uint32_t *starts;	/* by number of the GPU event, one more than there are */
	uint32_t *with;		/* events */
};

struct sweep {
	const struct analysis *a;
	uint32_t *open;		/* events that may still run */
	uint32_t n_open;
	struct pair *pairs;	/* each once */
	size_t cap;
	uint32_t n;
	uint64_t looks;		/* at pairs */
	bool many;		/* too many: the rest is left out */
};

static bool
on_one_stream(const struct analysis *a, uint32_t one, uint32_t other)
{
	int64_t stream = analysis_stream(a, one);

	return stream != TRACE_NO_NUMBER && stream == analysis_stream(a, other)
		&& a->trace->gpus[a->trace->aux[one]].device
			== a->trace->gpus[a->trace->aux[other]].device;
}

/* The reference looks for overlaps in each part of its timeline. */
static bool
in_one_part(const struct analysis *a, uint32_t one, uint32_t other)
{
	return !a->options.recompute
		|| analysis_is_recomputed(a, one) == analysis_is_recomputed(a, other);
}

/* Pairs an event with those that run when it starts, and forgets the ones that have ended. */
static bool
sweep_event(struct sweep *s, uint32_t event)
{
	const struct trace *t = s->a->trace;
	int64_t start = t->ts[event], end = trace_end(t, event);
	uint32_t kept = 0;

	for (uint32_t i = 0; i < s->n_open; i++) {
		uint32_t other = s->open[i];
		int64_t other_end = trace_end(t, other);

		if (other_end <= start)
			continue;
		s->open[kept++] = other;
		if ((other_end < end ? other_end : end) - start < LEAST_NS
			|| on_one_stream(s->a, event, other)
			|| !in_one_part(s->a, event, other))
			continue;
		if (s->n == PAIRS_MAX) {
			s->many = true;
			break;
		}
		if (!mem_reserve(&s->pairs, &s->cap, (size_t)s->n + 1, sizeof(*s->pairs)))
			return false;
		s->pairs[s->n++] = (struct pair){other, event};
	}
	s->looks += s->n_open;
	s->many = s->many || s->looks > LOOKS_MAX;
	s->open[kept++] = event;
	s->n_open = kept;
	return true;
}

static bool
sweep_all(struct sweep *s, struct analysis *a)
{
	uint32_t n;
	const struct keyed *gpu = analysis_gpu_by_time(a, &n);
	bool good = gpu && (s->open = mem_alloc(n, sizeof(*s->open)));

	for (uint32_t i = 0; good && !s->many && i < n; i++)
		if (a->trace->dur[gpu[i].id] > 0
			&& (a->options.unlinked || analysis_is_linked(a, gpu[i].id)))
			good = sweep_event(s, gpu[i].id);
	free(s->open);
	return good;
}

static bool
order_partners(const struct overlap *o, const struct analysis *a)
{
	struct keyed *order = NULL;
	size_t cap = 0;
	bool good = true;

	for (uint32_t g = 0; good && g < a->trace->n_gpus; g++) {
		uint32_t *with = o->with + o->starts[g], n = o->starts[g + 1] - o->starts[g];

		good = mem_reserve(&order, &cap, n, sizeof(*order));
		for (uint32_t i = 0; good && i < n; i++)
			order[i] = (struct keyed){a->trace->ts[with[i]], with[i]};
		good = good && order_by_key(order, n);
		for (uint32_t i = 0; good && i < n; i++)
			with[i] = order[i].id;
	}
	free(order);
	return good;
}

static bool
fill_partners(struct overlap *o, const struct analysis *a, const struct sweep *s)
{
	uint32_t n = a->trace->n_gpus, *next = mem_alloc((size_t)n + 1, sizeof(*next));
	bool good = next != NULL;

	for (uint32_t i = 0; good && i < s->n; i++) {
		o->starts[a->trace->aux[s->pairs[i].gpu] + 1]++;
		o->starts[a->trace->aux[s->pairs[i].with] + 1]++;
	}
	for (uint32_t g = 0; good && g < n; g++) {
		o->starts[g + 1] += o->starts[g];
		next[g] = o->starts[g];
	}
	for (uint32_t i = 0; good && i < s->n; i++) {
		o->with[next[a->trace->aux[s->pairs[i].gpu]]++] = s->pairs[i].with;
		o->with[next[a->trace->aux[s->pairs[i].with]]++] = s->pairs[i].gpu;
	}
	free(next);
	return good && order_partners(o, a);
}

static bool
make_overlap(struct overlap *o, struct analysis *a)
{
	struct sweep s = {.a = a};
	bool good = sweep_all(&s, a);

	o->starts = mem_zero((size_t)a->trace->n_gpus + 1, sizeof(*o->starts));
	o->with = mem_alloc((size_t)s.n * 2, sizeof(*o->with));
	good = good && o->starts && o->with && fill_partners(o, a, &s);
	if (s.many)
		analysis_add_remark(a, "so many GPU events run at once that only the first "
			"overlaps are told");
	free(s.pairs);
	return good;
}

const uint32_t *
overlap_with(struct analysis *a, uint32_t gpu, uint32_t *n)
{
	uint32_t number = a->trace->aux[gpu];

	*n = 0;
	if (!a->overlap) {
		a->overlap = mem_zero(1, sizeof(*a->overlap));
		if (!a->overlap || !make_overlap(a->overlap, a))
			a->no_memory = true;
	}
	if (a->no_memory)
		return NULL;
	*n = a->overlap->starts[number + 1] - a->overlap->starts[number];
	return a->overlap->with + a->overlap->starts[number];
}

void
analysis_overlap_free(struct analysis *a)
{
	if (!a->overlap)
		return;
	free(a->overlap->starts);
	free(a->overlap->with);
	free(a->overlap);
}

uint32_t
overlap_launched(struct analysis *a, uint32_t event, const uint32_t **list)
{
	const struct launcher_set *set = analysis_launchers(a);
	uint32_t number = keymap_find(&set->events, &event);

	*list = set->gpu;
	if (number == KEYMAP_NONE || !set->n)
		return 0;
	*list += set->all[set->index[number]].first;
	return set->all[set->index[number]].n;
}

bool
overlap_any(struct analysis *a, const uint32_t *gpu, uint32_t n)
{
	uint32_t n_with;

	for (uint32_t i = 0; i < n; i++)
		if (overlap_with(a, gpu[i], &n_with) && n_with)
			return true;
	return false;
}

/* --- the names beside an op ------------------------------------------------------- */

static bool
has_name(const uint32_t *names, uint32_t n, uint32_t name)
{
	for (uint32_t i = 0; i < n; i++)
		if (names[i] == name)
			return true;
	return false;
}

static uint32_t
collect_names(struct analysis *a, const uint32_t *gpu, uint32_t n, uint32_t *names, uint32_t max)
{
	uint32_t n_names = 0, n_with;

	for (uint32_t i = 0; i < n; i++) {
		const uint32_t *with = overlap_with(a, gpu[i], &n_with);

		for (uint32_t k = 0; with && k < n_with && n_names < max; k++)
			if (!has_name(names, n_names, a->trace->name[with[k]]))
				names[n_names++] = a->trace->name[with[k]];
	}
	return n_names;
}

#define NAMES_MAX 64	/* of a cell */

uint32_t
overlap_key(struct analysis *a, const uint32_t *gpu, uint32_t n)
{
	uint32_t names[NAMES_MAX], n_names = collect_names(a, gpu, n, names, NAMES_MAX), id;
	bool good = true;

	if (!n_names)
		return 0;
	buffer_clear(&a->scratch);
	for (uint32_t i = 0; good && i < n_names; i++) {
		const char *name = trace_string(a->trace, names[i]);

		good = buffer_add_text(&a->scratch, i ? ", " : "[")
			&& argtext_add_quoted(&a->scratch, name, strlen(name));
	}
	good = good && buffer_add_text(&a->scratch, "]");
	id = good ? intern_add(&a->texts, a->scratch.data, a->scratch.len) : INTERN_NONE;
	if (id != INTERN_NONE)
		return id + 1;
	a->no_memory = true;
	return 0;
}
