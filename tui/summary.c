/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/summary.h"
#include "analysis/intervals.h"
#include "analysis/order.h"
#include "base/mem.h"
#include "tui/summary_priv.h"
#include <string.h>
#include <strings.h>

static enum gpu_class
class_of(const struct trace *trace, uint32_t event)
{
	const char *name = trace_name(trace, event);

	if (trace->kind[event] == EVENT_KERNEL && trace_is_copy_name(name))
		return GPU_COPY;
	return trace_is_comm_name(name) ? GPU_COMM : GPU_COMPUTE;
}

/* Names repeat: each is looked at once as a kernel's and once as another's. */
static int
summary_classes(struct summary *summary, const struct trace *trace)
{
	uint8_t *known = mem_zero((size_t)trace->strings.n * 2, sizeof(*known));	/* class + 1 */

	summary->classes = mem_alloc(trace->n_gpus, sizeof(*summary->classes));
	if (!known || !summary->classes) {
		free(known);
		return -1;
	}
	for (uint32_t i = 0; i < trace->n_gpus; i++) {
		uint32_t event = trace->gpus[i].event;
		uint8_t *class = &known[(size_t)trace->name[event] * 2 + (trace->kind[event] == EVENT_KERNEL)];

		if (trace->kind[event] == EVENT_MEMCPY) {
			summary->classes[i] = GPU_COPY;
			continue;
		}
		if (!*class)
			*class = (uint8_t)(class_of(trace, event) + 1);
		summary->classes[i] = (uint8_t)(*class - 1);
	}
	free(known);
	return 0;
}

static int
row_compare(const void *a, const void *b)
{
	const struct summary_row *x = a, *y = b;

	if (x->ns != y->ns)
		return x->ns > y->ns ? -1 : 1;
	return x->name < y->name ? -1 : x->name > y->name;
}

/* n GPU events that the event is, or has launched, and their time. */
static void
row_add(struct summary_row *row, uint32_t event, uint32_t n, int64_t ns)
{
	if (!row->n || ns > row->longest) {
		row->event = event;
		row->longest = ns;
	}
	row->n += n;
	row->ns += ns;
}

/* Keeps the rows that were met, the largest first; *n of *all are returned, owned by the caller. */
static struct summary_row *
rows_finish(struct summary_row *rows, uint32_t n_names, uint32_t *n, uint32_t *all)
{
	size_t used = 0, cap = n_names;

	for (uint32_t i = 0; i < n_names; i++) {
		rows[i].name = i;
		if (rows[i].n)
			rows[used++] = rows[i];
	}
	qsort(rows, used, sizeof(*rows), row_compare);
	*all = (uint32_t)used;
	*n = used < SUMMARY_TOP ? (uint32_t)used : SUMMARY_TOP;
	mem_trim(&rows, &cap, *n, sizeof(*rows));
	return rows;
}

/* GPU events with a launch by the operator that is above that, those of each by their start; NULL: no memory. */
static struct keyed *
by_launcher(const struct trace *trace, const struct tree *tree, uint32_t *n)
{
	struct keyed *events = mem_alloc(trace->n_gpus, sizeof(*events));
	bool good;

	*n = 0;
	for (uint32_t i = 0; events && i < trace->n_gpus; i++) {
		uint32_t event = trace->gpus[i].event;

		if (summary_counts(trace, tree, event) && tree_has(tree, event) && tree_launch(tree, event) != TRACE_NONE)
			events[(*n)++] = (struct keyed){trace->ts[event], event};
	}
	good = events && order_by_key(events, *n);
	for (uint32_t i = 0; good && i < *n; i++)
		events[i].key = tree_launcher(tree, tree_launch(tree, events[i].id));
	if (good && order_by_key(events, *n))
		return events;
	free(events);
	return NULL;
}

/* Kernels that one call runs at once count once, as in the tables of operators. */
static bool
rank_ops(struct summary *summary, struct summary_row *ops, const struct trace *trace, const struct tree *tree)
{
	uint32_t n, next;
	struct keyed *events = by_launcher(trace, tree, &n);
	struct interval *spans = mem_alloc(n, sizeof(*spans));

	for (uint32_t i = 0; events && spans && i < n; i = next) {
		uint32_t op = (uint32_t)events[i].key;
		int64_t ns;

		for (next = i; next < n && events[next].key == op; next++)
			spans[next - i] = (struct interval){trace->ts[events[next].id], trace_end(trace, events[next].id)};
		ns = intervals_length(spans, intervals_merge(spans, next - i));
		row_add(&ops[trace->name[op]], op, next - i, ns);
		summary->ops_ns = time_add(summary->ops_ns, ns);
	}
	free(events);
	free(spans);
	return events && spans;
}

static int
summary_rank(struct summary *summary, const struct trace *trace, const struct tree *tree)
{
	struct summary_row *kernels = mem_zero(trace->strings.n, sizeof(*kernels));
	struct summary_row *ops = mem_zero(trace->strings.n, sizeof(*ops));

	if (!kernels || !ops || !rank_ops(summary, ops, trace, tree)) {
		free(kernels);
		free(ops);
		return -1;
	}
	for (uint32_t i = 0; i < trace->n_gpus; i++) {
		uint32_t event = trace->gpus[i].event;

		if (!summary_counts(trace, tree, event))
			continue;
		row_add(&kernels[trace->name[event]], event, 1, trace->dur[event]);
		if (!tree_has(tree, event) || tree_launch(tree, event) == TRACE_NONE)
			row_add(&summary->unlinked, event, 1, trace->dur[event]);
		else if (summary->classes[i] == GPU_COMM)
			row_add(&summary->comm, event, 1, trace->dur[event]);
	}
	summary->ops_ns = time_add(summary->ops_ns, summary->unlinked.ns);
	summary->kernels = rows_finish(kernels, trace->strings.n, &summary->n_kernels, &summary->all_kernels);
	summary->ops = rows_finish(ops, trace->strings.n, &summary->n_ops, &summary->all_ops);
	return 0;
}

static void
summary_steps(struct summary *summary, const struct trace *trace, const struct tree *tree)
{
	for (uint32_t i = 0; i < trace->n; i++)
		if (trace->kind[i] == EVENT_ANNOTATION && (!tree->is_cut || tree_window_runs(&tree->window, trace, i))
		    && trace_step_number(trace_name(trace, i)) != TRACE_NO_NUMBER)
			summary->n_steps++;
}

int
summary_make(struct summary *summary, const struct trace *trace, const struct tree *tree, struct error *err)
{
	*summary = (struct summary){0};
	summary_steps(summary, trace, tree);
	if (summary_classes(summary, trace) || summary_times(summary, trace, tree) || summary_rank(summary, trace, tree)
	    || summary_roots(summary, trace, tree))
		return error_no_memory(err, "counting what the overview shows");
	return 0;
}

void
summary_free(struct summary *summary)
{
	free(summary->classes);
	free(summary->streams);
	free(summary->slices);
	free(summary->kernels);
	free(summary->ops);
	free(summary->track_order);
	free(summary->roots);
	*summary = (struct summary){0};
}
