/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/perf_unions.h"
#include "analysis/perf.h"
#include "base/mem.h"
#include "base/painting.h"

struct perf_unions {
	struct run_tree ops;	/* by backward op: the run below it */
	uint64_t *before;	/* GPU events below those before, n + 1 entries */
	struct perf_union *all;	/* by pos */
	size_t cap;
	uint32_t n;
};

/* --- backward ops ----------------------------------------------------------------- */

/* Backward ops by the position of their forward op. */
static bool
make_backward(struct analysis *a)
{
	const struct tree *tree = a->tree;

	if (a->backward)
		return true;
	if (!(a->backward = mem_alloc(tree->n_pairs, sizeof(*a->backward))))
		return false;
	for (uint32_t i = 0; i < tree->n_pairs; i++)
		if (tree_has(tree, tree->forward[i].from) && tree_has(tree, tree->forward[i].to))
			a->backward[a->n_backward++] =
			(struct keyed){tree->pos[tree->forward[i].from], tree->forward[i].to};
	return order_by_key(a->backward, a->n_backward);
}

static uint32_t
backward_from(const struct analysis *a, uint32_t pos)
{
	uint32_t low = 0;

	for (uint32_t high = a->n_backward; low < high;) {
		uint32_t middle = low + (high - low) / 2;

		if (a->backward[middle].key < pos)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

uint32_t
perf_backward_ops(struct analysis *a, uint32_t event, uint32_t *first)
{
	uint32_t pos = a->tree->pos[event];

	*first = 0;
	if (!make_backward(a)) {
		a->no_memory = true;
		return 0;
	}
	*first = backward_from(a, pos);
	return backward_from(a, pos + a->tree->size[pos]) - *first;
}

/* --- all answers ------------------------------------------------------------------ */

static bool
make_runs(struct perf_unions *u, struct analysis *a)
{
	u->before = mem_zero((size_t)a->n_backward + 1, sizeof(*u->before));
	if (!u->before || !run_tree_init(&u->ops, a->n_backward))
		return false;
	for (uint32_t i = 0; i < a->n_backward; i++) {
		uint32_t begin, end;

		tree_gpu_range(a->tree, a->backward[i].id, &begin, &end);
		u->ops.node[a->n_backward + i] = gpu_run_of(a, begin, end);
		u->before[i + 1] = u->before[i] + (end - begin);
	}
	run_tree_join(&u->ops, a);
	return !a->no_memory;
}

static bool
find_questions(struct perf_unions *u, struct analysis *a)
{
	for (uint32_t pos = 0; pos < a->tree->n; pos++) {
		uint32_t event = a->tree->order[pos], first, n;

		n = perf_model(a, event) ? perf_backward_ops(a, event, &first) : 0;
		if (n < 2 || u->before[first + n] - u->before[first] <= UNION_FEW)
			continue;
		if (!mem_reserve(&u->all, &u->cap, (size_t)u->n + 1, sizeof(*u->all)))
			return false;
		u->all[u->n++] = (struct perf_union){.pos = pos, .first = first, .end = first + n,
			.run = run_tree_ask(&u->ops, a, first, first + n)};
	}
	return !a->no_memory;
}

static bool
is_one_run(const struct perf_union *of)
{
	return of->count == of->run.end - of->run.begin;
}

enum axis { AXIS_PLACE, AXIS_SUM, AXIS_TIME };	/* SUM: as PLACE, but an event is as long as it lasts */

struct question {	/* of numbered runs together */
	uint32_t first, end;
	int64_t length;		/* the answer: on the axis */
	struct perf_union *of;
};

static int64_t
point(const struct analysis *a, enum axis axis, uint32_t place)
{
	return axis == AXIS_PLACE ? (int64_t)place : a->tree->gpu_sum[place];
}

static bool
canvas(struct painting *painting, const struct analysis *a, enum axis axis, uint32_t numbers)
{
	int64_t *points = mem_alloc((size_t)a->tree->n_gpu * 2 + 1, sizeof(*points));
	size_t n = 0;

	for (uint32_t place = 0; points && place < a->tree->n_gpu; place++) {
		bool in_time = axis == AXIS_TIME;

		points[n++] = in_time ? a->trace->ts[a->tree->gpu[place]] : point(a, axis, place);
		points[n++] = in_time ? trace_end(a->trace, a->tree->gpu[place]) : point(a, axis, place + 1);
	}
	return painting_init(painting, numbers, points, n);
}

static void
paint(struct painting *painting, const struct analysis *a, enum axis axis, uint32_t number, uint32_t begin, uint32_t end)
{
	if (axis != AXIS_TIME && begin < end)
		painting_add(painting, number, point(a, axis, begin), point(a, axis, end));
	for (uint32_t place = begin; axis == AXIS_TIME && place < end; place++)
		painting_add(painting, number, a->trace->ts[a->tree->gpu[place]],
			trace_end(a->trace, a->tree->gpu[place]));
}

/* The numbers are those of backward ops, or each event is a run of its own. */
static bool
answer(const struct perf_unions *u, struct analysis *a, enum axis axis, bool by_event,
	struct question *questions, uint32_t n)
{
	struct keyed *by_end = mem_alloc(n, sizeof(*by_end));
	struct painting painting = {0};
	uint32_t painted = 0;
	bool good = canvas(&painting, a, axis, by_event ? a->tree->n_gpu : u->ops.n) && by_end;

	for (uint32_t i = 0; good && i < n; i++)
		by_end[i] = (struct keyed){questions[i].end, i};
	good = good && order_by_key(by_end, n);
	for (uint32_t i = 0; good && i < n; i++) {
		struct question *question = &questions[by_end[i].id];

		for (; painted < question->end; painted++) {
			const struct gpu_run *run = by_event ? NULL : &u->ops.node[u->ops.n + painted];

			paint(&painting, a, axis, painted, run ? run->begin : painted,
				run ? run->end : painted + 1);
		}
		question->length = painting_from(&painting, question->first);
	}
	painting_free(&painting);
	free(by_end);
	return good;
}

/* What is below consecutive ops is often one run; then the other runs need no look. */
static bool
answer_busy(struct perf_unions *u, struct analysis *a, struct question *questions, bool by_event)
{
	uint32_t n = 0;
	bool good;

	for (uint32_t i = 0; i < u->n; i++) {
		struct perf_union *of = &u->all[i];

		if (is_one_run(of) == by_event)
			questions[n++] = (struct question){by_event ? of->run.begin : of->first,
				by_event ? of->run.end : of->end, 0, of};
	}
	good = !n || answer(u, a, AXIS_TIME, by_event, questions, n);
	for (uint32_t i = 0; good && i < n; i++)
		questions[i].of->busy = questions[i].length;
	return good;
}

static bool
answer_all(struct perf_unions *u, struct analysis *a)
{
	struct question *questions = mem_alloc(u->n, sizeof(*questions));
	bool good = questions != NULL;

	for (uint32_t i = 0; good && i < u->n; i++)
		questions[i] = (struct question){u->all[i].first, u->all[i].end, 0, &u->all[i]};
	good = good && answer(u, a, AXIS_PLACE, false, questions, u->n);
	for (uint32_t i = 0; good && i < u->n; i++)
		u->all[i].count = (uint32_t)questions[i].length;
	good = good && answer(u, a, AXIS_SUM, false, questions, u->n);
	for (uint32_t i = 0; good && i < u->n; i++)
		u->all[i].sum = questions[i].length;
	good = good && answer_busy(u, a, questions, true) && answer_busy(u, a, questions, false);
	free(questions);
	return good;
}

static struct perf_unions *
unions(struct analysis *a)
{
	struct perf_unions *u = a->unions;

	if (!u) {
		u = a->unions = mem_zero(1, sizeof(*u));
		if (!u || !make_backward(a) || !make_runs(u, a) || !find_questions(u, a)
			|| (u->n && !answer_all(u, a)))
			a->no_memory = true;
	}
	return a->no_memory ? NULL : u;
}

void
analysis_unions_free(struct analysis *a)
{
	if (!a->unions)
		return;
	run_tree_free(&a->unions->ops);
	free(a->unions->before);
	free(a->unions->all);
	free(a->unions);
}

struct gpu_run
perf_union_run(struct analysis *a, uint32_t first, uint32_t end)
{
	const struct perf_unions *u = unions(a);

	return u ? run_tree_ask(&u->ops, a, first, end) : gpu_run_of(a, 0, 0);
}

const struct perf_union *
perf_union_of(struct analysis *a, uint32_t event)
{
	const struct perf_unions *u = unions(a);
	uint32_t low = 0, pos = a->tree->pos[event];

	for (uint32_t high = u ? u->n : 0; low < high;) {
		uint32_t middle = low + (high - low) / 2;

		if (u->all[middle].pos < pos)
			low = middle + 1;
		else
			high = middle;
	}
	return u && low < u->n && u->all[low].pos == pos ? &u->all[low] : NULL;
}

/* --- the first to start ----------------------------------------------------------- */

struct part {		/* of a union: what is below backward ops, or a run of events */
	uint32_t first, end;
	bool of_ops;
	struct gpu_run run;
};

struct parts {		/* a heap: the part with the first to start is on top */
	struct analysis *a;
	struct part *all;
	size_t cap;
	uint32_t n;
};

static bool
is_earlier(const struct parts *parts, const struct part *one, const struct part *other)
{
	int64_t start = parts->a->trace->ts[parts->a->tree->gpu[one->run.first]];
	int64_t other_start = parts->a->trace->ts[parts->a->tree->gpu[other->run.first]];

	return start != other_start ? start < other_start : one->run.first < other->run.first;
}

static void
parts_add(struct parts *parts, bool of_ops, uint32_t first, uint32_t end)
{
	struct part part = {first, end, of_ops, of_ops ? run_tree_ask(&parts->a->unions->ops, parts->a, first, end)
		: gpu_run_of(parts->a, first, end)};
	uint32_t at = parts->n;

	if (part.run.first == GPU_NOWHERE)
		return;
	if (!mem_reserve(&parts->all, &parts->cap, (size_t)at + 1, sizeof(*parts->all))) {
		parts->a->no_memory = true;
		return;
	}
	for (parts->n++; at && is_earlier(parts, &part, &parts->all[(at - 1) / 2]); at = (at - 1) / 2)
		parts->all[at] = parts->all[(at - 1) / 2];
	parts->all[at] = part;
}

static struct part
parts_take(struct parts *parts)
{
	struct part top = parts->all[0], last = parts->all[--parts->n];
	uint32_t at = 0, child;

	for (; (child = 2 * at + 1) < parts->n; at = child) {
		if (child + 1 < parts->n && is_earlier(parts, &parts->all[child + 1], &parts->all[child]))
			child++;
		if (!is_earlier(parts, &parts->all[child], &last))
			break;
		parts->all[at] = parts->all[child];
	}
	parts->all[at] = last;
	return top;
}

/* Leaves the first event out of what it is the first of. */
static void
parts_divide(struct parts *parts, const struct part *part)
{
	const struct run_tree *ops = &parts->a->unions->ops;
	uint32_t place = part->run.first, low = part->first, high = part->end;
	struct gpu_run run = part->run;

	if (part->of_ops) {
		while (high - low > 1) {
			uint32_t middle = low + (high - low) / 2;

			if (run_tree_ask(ops, parts->a, low, middle).first == place)
				high = middle;
			else
				low = middle;
		}
		parts_add(parts, true, part->first, low);
		parts_add(parts, true, low + 1, part->end);
		run = ops->node[ops->n + low];
	}
	parts_add(parts, false, part->of_ops ? run.begin : part->first, place);
	parts_add(parts, false, place + 1, part->of_ops ? run.end : part->end);
}

/* All that was not listed, together. */
static void
list_rest(const struct parts *parts, struct kernel_list *list, struct kernel_entry rest)
{
	if (!parts->n)
		return;
	rest.event = parts->a->tree->gpu[parts->all[0].run.first];
	for (uint32_t i = 0; i < parts->n; i++) {
		rest.min = parts->all[i].run.min < rest.min ? parts->all[i].run.min : rest.min;
		rest.max = parts->all[i].run.max > rest.max ? parts->all[i].run.max : rest.max;
	}
	kernel_list_rest(list, &rest);
}

void
perf_union_list(struct analysis *a, const struct perf_union *of, struct kernel_list *list)
{
	struct kernel_entry rest = {0, of->count, of->sum, INT64_MAX, INT64_MIN};
	struct parts parts = {.a = a};
	uint32_t last = GPU_NOWHERE;

	kernel_list_op(list);
	parts_add(&parts, !is_one_run(of), is_one_run(of) ? of->run.begin : of->first,
		is_one_run(of) ? of->run.end : of->end);
	while (parts.n && !a->no_memory) {
		uint32_t place = parts.all[0].run.first, event = a->tree->gpu[place];
		struct part part;

		if (place != last) {
			if (!kernel_list_takes(list))
				break;
			kernel_list_one(list, event);
			rest.count--;
			rest.sum -= a->trace->dur[event];
		}
		last = place;
		part = parts_take(&parts);
		parts_divide(&parts, &part);
	}
	if (!a->no_memory)
		list_rest(&parts, list, rest);
	free(parts.all);
}
