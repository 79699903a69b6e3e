/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The profiler's steps, and the limit to some of them. */
#include "analysis/analysis_priv.h"
#include "base/mem.h"
#include <inttypes.h>
#include <string.h>

bool
steps_is_step(const struct trace *trace, uint32_t event)
{
	return trace_step_number(trace_name(trace, event)) != TRACE_NO_NUMBER;
}

/* Steps are annotations of the host; old profilers wrote them as operators. */
static bool
collect_steps(struct analysis *a)
{
	const struct trace *t = a->trace;
	struct keyed *found = NULL;
	size_t cap = 0;
	uint32_t n = 0;

	for (uint32_t event = 0; event < t->n; event++) {
		if ((t->kind[event] != EVENT_ANNOTATION && t->kind[event] != EVENT_OP)
			|| t->flags[event] & EVENT_NO_TIME
			|| !steps_is_step(t, event))
			continue;
		if (!mem_reserve(&found, &cap, (size_t)n + 1, sizeof(*found))) {
			free(found);
			return false;
		}
		found[n++] = (struct keyed){t->ts[event], event};
	}
	a->steps = mem_alloc(n, sizeof(*a->steps));
	a->windows = mem_alloc(n, sizeof(*a->windows));
	if (!a->steps || !a->windows || !order_by_key(found, n)) {
		free(found);
		return false;
	}
	for (uint32_t i = 0; i < n; i++)
		a->steps[i] = (struct step){found[i].id, trace_step_number(trace_name(t, found[i].id))};
	a->n_steps = n;
	free(found);
	return true;
}

static int
report_no_step(const struct analysis *a, struct error *err)
{
	int64_t first = INT64_MAX, last = INT64_MIN;

	if (!a->n_steps)
		return error_unknown(err,
		"the trace has no ProfilerStep: its steps cannot be told apart");
	for (uint32_t i = 0; i < a->n_steps; i++) {
		first = a->steps[i].number < first ? a->steps[i].number : first;
		last = a->steps[i].number > last ? a->steps[i].number : last;
	}
	return error_unknown(err,
		"no step from %" PRId64 " to %" PRId64 ": the trace has steps %" PRId64 " to "
		"%" PRId64,
		a->options.first_step, a->options.last_step, first, last);
}

int
steps_find(struct analysis *a, struct error *err)
{
	const struct analysis_options *o = &a->options;

	if (!collect_steps(a))
		return error_no_memory(err, "finding the steps");
	if (!o->limit_steps)
		return 0;
	for (uint32_t i = 0; i < a->n_steps; i++) {
		const struct step *step = &a->steps[i];

		if (step->number >= o->first_step && step->number <= o->last_step)
			a->windows[a->n_windows++] = (struct interval){a->trace->ts[step->event],
				trace_end(a->trace, step->event)};
	}
	if (!a->n_windows)
		return report_no_step(a, err);
	a->n_windows = intervals_merge(a->windows, a->n_windows);
	if (o->last_step == INT64_MAX)
		analysis_add_remark(a, "only what the host started from step %" PRId64 " on"
			" (cut by launch, not by the time on the GPU)", o->first_step);
	else
		analysis_add_remark(a, "only what the host started in steps %" PRId64 " to %" PRId64
			" (cut by launch, not by the time on the GPU)", o->first_step, o->last_step);
	return 0;
}
