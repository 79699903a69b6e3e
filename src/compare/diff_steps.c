/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The profiler's steps: where they are, and what is in them. */
#include "compare/diff_priv.h"
#include "base/mem.h"
#include <inttypes.h>
#include <string.h>

bool
diff_is_step(const struct trace *trace, uint32_t event)
{
	return trace_step_number(trace_name(trace, event)) != TRACE_NO_NUMBER;
}

static int
compare_numbers(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return x < y ? -1 : x > y;
}

static int
compare_steps(const void *a, const void *b)
{
	const struct diff_step *x = a, *y = b;

	if (x->process != y->process)
		return x->process < y->process ? -1 : 1;
	if (x->begin != y->begin)
		return x->begin < y->begin ? -1 : 1;
	return x->event < y->event ? -1 : x->event > y->event;
}

static uint32_t
number_index(const struct diff_side *side, int64_t number)
{
	const int64_t *found = bsearch(&number, side->numbers, side->n_numbers, sizeof(number),
		compare_numbers);

	return found ? (uint32_t)(found - side->numbers) : TRACE_NONE;
}

/* Steps are annotations of the host; old profilers wrote them as operators. */
static bool
collect_steps(struct diff_side *side)
{
	const struct trace *t = side->tree->trace;
	uint8_t *known = mem_zero(t->strings.n, 1);	/* by string: 1 no step, 2 a step */
	bool good = known;

	for (uint32_t event = 0; good && event < t->n; event++) {
		uint8_t *is = &known[t->name[event]];

		if ((t->kind[event] != EVENT_ANNOTATION && t->kind[event] != EVENT_OP)
			|| t->flags[event] & EVENT_NO_TIME)
			continue;
		if (!*is)
			*is = diff_is_step(t, event) ? 2 : 1;
		if (*is != 2)
			continue;
		good = mem_reserve(&side->steps, &side->cap_steps, (size_t)side->n_steps + 1,
			sizeof(*side->steps));
		if (good)
			side->steps[side->n_steps++] = (struct diff_step){
				t->tracks[t->track[event]].process, 0, t->ts[event],
				trace_end(t, event), event};
	}
	free(known);
	return good;
}

static bool
number_steps(struct diff_side *side)
{
	const struct trace *t = side->tree->trace;

	side->numbers = mem_alloc(side->n_steps, sizeof(*side->numbers));
	side->number_event = mem_alloc(side->n_steps, sizeof(*side->number_event));
	if (!side->n_steps || !side->numbers || !side->number_event)
		return side->numbers && side->number_event;
	for (uint32_t i = 0; i < side->n_steps; i++)
		side->numbers[i] = trace_step_number(trace_name(t, side->steps[i].event));
	qsort(side->numbers, side->n_steps, sizeof(*side->numbers), compare_numbers);
	for (uint32_t i = 0; i < side->n_steps; i++)
		if (!i || side->numbers[i] != side->numbers[side->n_numbers - 1])
			side->numbers[side->n_numbers++] = side->numbers[i];
	qsort(side->steps, side->n_steps, sizeof(*side->steps), compare_steps);
	for (uint32_t i = side->n_steps; i-- > 0;) {
		uint32_t step = number_index(side,
			trace_step_number(trace_name(t, side->steps[i].event)));

		side->steps[i].step = step;
		side->number_event[step] = side->steps[i].event;
	}
	return true;
}

int
diff_steps_find(struct diff_side *side, const struct diff_options *options, int which,
	struct error *err)
{
	side->limit = TRACE_NONE;
	if (!collect_steps(side) || !number_steps(side))
		return error_no_memory(err, "finding the steps");
	if (!options->limit[which])
		return 0;
	if (!side->n_numbers)
		return error_unknown(err,
			"%s: the trace has no ProfilerStep: its steps cannot be told apart",
			which ? "B" : "A");
	side->limit = number_index(side, options->step[which]);
	if (side->limit == TRACE_NONE)
		return error_unknown(err,
			"%s: no step %" PRId64 ": the trace has steps %" PRId64 " to %" PRId64,
			which ? "B" : "A",
			options->step[which], side->numbers[0], side->numbers[side->n_numbers - 1]);
	return 0;
}

/* The steps of the process, of the first that has any where it has none. */
static void
process_range(const struct diff_side *side, uint32_t track, uint32_t *begin, uint32_t *end)
{
	uint32_t process = side->tree->trace->tracks[track].process, low = 0, high = side->n_steps;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (side->steps[middle].process < process)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == side->n_steps || side->steps[low].process != process) {
		low = 0;
		process = side->steps[0].process;
	}
	*begin = low;
	for (high = side->n_steps; low < high;) {
		uint32_t middle = low + (high - low) / 2;

		if (side->steps[middle].process <= process)
			low = middle + 1;
		else
			high = middle;
	}
	*end = low;
}

/* The first of [begin, end) that begins after the time. */
static uint32_t
first_after(const struct diff_side *side, uint32_t begin, uint32_t end, int64_t time)
{
	while (begin < end) {
		uint32_t middle = begin + (end - begin) / 2;

		if (side->steps[middle].begin <= time)
			begin = middle + 1;
		else
			end = middle;
	}
	return begin;
}

uint32_t
diff_steps_at(const struct diff_side *side, uint32_t track, int64_t time)
{
	uint32_t begin, end, at;

	if (!side->n_steps)
		return 0;
	process_range(side, track, &begin, &end);
	at = first_after(side, begin, end, time);
	return at > begin && side->steps[at - 1].end > time ? side->steps[at - 1].step
		: side->n_numbers;
}

bool
diff_steps_within(const struct diff_side *side, uint32_t track, int64_t begin, int64_t end)
{
	uint32_t first, last, at;

	if (!side->n_steps)
		return false;
	process_range(side, track, &first, &last);
	at = first_after(side, first, last, begin);
	return at < last && side->steps[at].begin < end;
}
