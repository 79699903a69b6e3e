/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs are answered in the order of their ends, while events are added one after the other.
 * Exposed communication is what communication and computation cover together, less computation.
 */
#include "analysis/step_work.h"
#include "base/mem.h"
#include "base/painting.h"

enum { PAINT_ALL, PAINT_COMPUTE, PAINT_BOTH, PAINTINGS };

/* The extreme of each run that ends with the last number added: what an outer one hides is dropped. */
struct extremes {
	struct extreme {
		uint32_t number;
		int64_t value;
	} *all;			/* numbers ascend, values descend */
	uint32_t n;
};

struct worker {
	struct analysis *a;
	const struct keyed *launched;
	struct painting painting[PAINTINGS];
	struct extremes ends, starts;	/* starts are turned round: the least is the most */
	int64_t *sum;		/* of durations before each, as the next */
	uint32_t *kernels;
};

static void
extremes_add(struct extremes *e, uint32_t number, int64_t value)
{
	while (e->n && e->all[e->n - 1].value <= value)
		e->n--;
	e->all[e->n++] = (struct extreme){number, value};
}

/* The most of the numbers from first on. */
static int64_t
extremes_from(const struct extremes *e, uint32_t first)
{
	uint32_t low = 0, high = e->n;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (e->all[middle].number < first)
			low = middle + 1;
		else
			high = middle;
	}
	return e->all[low].value;
}

static bool
is_painted(unsigned painting, enum gpu_class class)
{
	return painting == PAINT_ALL || class == GPU_COMPUTE || (painting == PAINT_BOTH && class == GPU_COMM);
}

static bool
worker_canvas(struct worker *w, unsigned painting, uint32_t n)
{
	int64_t *times = mem_alloc(2 * (size_t)n + 1, sizeof(*times));
	size_t n_times = 0;

	for (uint32_t i = 0; times && i < n; i++) {
		uint32_t event = w->launched[i].id;

		if (!is_painted(painting, analysis_gpu_class(w->a, event)))
			continue;
		times[n_times++] = w->a->trace->ts[event];
		times[n_times++] = trace_end(w->a->trace, event);
	}
	return painting_init(&w->painting[painting], n, times, n_times);
}

static bool
worker_init(struct worker *w, uint32_t n)
{
	const struct trace *t = w->a->trace;

	w->ends.all = mem_alloc(n, sizeof(*w->ends.all));
	w->starts.all = mem_alloc(n, sizeof(*w->starts.all));
	w->sum = mem_zero((size_t)n + 1, sizeof(*w->sum));
	w->kernels = mem_zero((size_t)n + 1, sizeof(*w->kernels));
	if (!w->ends.all || !w->starts.all || !w->sum || !w->kernels)
		return false;
	for (uint32_t i = 0; i < n; i++) {
		uint32_t event = w->launched[i].id;

		w->sum[i + 1] = time_add(w->sum[i], t->dur[event]);
		w->kernels[i + 1] = w->kernels[i] + (t->kind[event] == EVENT_KERNEL);
	}
	for (unsigned p = 0; p < PAINTINGS; p++)
		if (!worker_canvas(w, p, n))
			return false;
	return true;
}

static void
worker_add(struct worker *w, uint32_t number)
{
	uint32_t event = w->launched[number].id;
	int64_t start = w->a->trace->ts[event], end = trace_end(w->a->trace, event);
	enum gpu_class class = analysis_gpu_class(w->a, event);

	extremes_add(&w->ends, number, end);
	extremes_add(&w->starts, number, -start);
	for (unsigned p = 0; p < PAINTINGS; p++)
		if (is_painted(p, class))
			painting_add(&w->painting[p], number, start, end);
}

static struct step_work
worker_answer(const struct worker *w, const struct step_run *run)
{
	struct step_work work = {.events = run->end - run->first};

	if (!work.events)
		return work;
	work.busy = painting_from(&w->painting[PAINT_ALL], run->first);
	work.comm = painting_from(&w->painting[PAINT_BOTH], run->first)
		- painting_from(&w->painting[PAINT_COMPUTE], run->first);
	work.span = extremes_from(&w->ends, run->first) + extremes_from(&w->starts, run->first);
	work.sum = w->sum[run->end] - w->sum[run->first];
	work.kernels = w->kernels[run->end] - w->kernels[run->first];
	return work;
}

bool
step_work_find(struct analysis *a, const struct keyed *launched, uint32_t n, const struct step_run *runs,
	uint32_t n_runs, struct step_work *work)
{
	struct worker w = {.a = a, .launched = launched};
	struct keyed *by_end = mem_alloc(n_runs, sizeof(*by_end));
	uint32_t added = 0;
	bool good = by_end && worker_init(&w, n);

	for (uint32_t i = 0; good && i < n_runs; i++)
		by_end[i] = (struct keyed){runs[i].end, i};
	good = good && order_by_key(by_end, n_runs);
	for (uint32_t i = 0; good && i < n_runs; i++) {
		while (added < runs[by_end[i].id].end)
			worker_add(&w, added++);
		work[by_end[i].id] = worker_answer(&w, &runs[by_end[i].id]);
	}
	for (unsigned p = 0; p < PAINTINGS; p++)
		painting_free(&w.painting[p]);
	free(w.ends.all);
	free(w.starts.all);
	free(w.sum);
	free(w.kernels);
	free(by_end);
	return good;
}
