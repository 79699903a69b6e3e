/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * steps: one row a profiler step or annotation of the host. The GPU work of a
 * row is what was launched within it, whenever it ran (a kernel often outlives
 * the step that launched it).
 */
#include "analysis/builders_priv.h"
#include "analysis/rows_priv.h"
#include "analysis/step_work.h"
#include "base/mem.h"
#include "table/stat.h"
#include <string.h>

enum {
	COL_NAME, COL_EVENT, COL_START, COL_HOST, COL_MEDIAN, COL_BUSY, COL_SPAN, COL_IDLE,
		COL_COMM, COL_SUM, COL_MEANWHILE, COL_COMM_MEANWHILE, COL_KERNELS,
	COL_EVENTS
};

#define SPAN(id, title, what) {id, title, CELL_TIME, UNIT_MS, COLUMN_DESCENDING, 12, what}

static const struct column_def columns[] = {
	[COL_NAME] = {"name", "Step", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 36,
		"profiler step or annotation"},
	[COL_EVENT] = {"event", "Event", CELL_INT, UNIT_EVENT, COLUMN_KEY, 9, "its event"},
	[COL_START] = {"start_ms", "Start (ms)", CELL_TIME, UNIT_MS, 0, 12,
		"on the host, from the trace's start"},
	[COL_HOST] = SPAN("host_ms", "Host time (ms)", "duration on the host"),
	[COL_MEDIAN] = {"vs_median", "Against median (%)", CELL_REAL, UNIT_PERCENT,
		COLUMN_DESCENDING, 10,
		"host time against the median of those of the same name but for its number"},
	[COL_BUSY] = SPAN("busy_ms", "GPU busy (ms)",
		"merged time of the GPU work launched within"),
	[COL_SPAN] = SPAN("span_ms", "GPU span (ms)",
		"from the start of the first to the end of the last of it"),
	[COL_IDLE] = SPAN("idle_ms", "GPU idle (ms)", "of the span, when none of it ran"),
	[COL_COMM] = SPAN("exposed_comm_ms", "Exposed communication (ms)",
		"communication while no computation of it ran"),
	[COL_SUM] = SPAN("gpu_ms", "GPU time (ms)", "summed durations of it"),
	[COL_MEANWHILE] = SPAN("meanwhile_ms", "GPU busy meanwhile (ms)",
		"time during the step on the host in which the GPU worked, whoever launched it"),
	[COL_COMM_MEANWHILE] = SPAN("comm_meanwhile_ms",
		"Exposed communication meanwhile (ms)", "of that, communication while nothing else ran"),
	[COL_KERNELS] = {"kernels", "Kernels", CELL_INT, UNIT_COUNT, COLUMN_DESCENDING, 9,
		"kernels launched within"},
	[COL_EVENTS] = {"gpu_events", "GPU events", CELL_INT, UNIT_COUNT, COLUMN_DESCENDING, 9,
		"with copies and memsets"},
};

struct span {		/* one row */
	uint32_t event;
	uint32_t family;	/* same name but for the number at its end */
};

struct busy_time {
	struct interval *spans;	/* merged */
	int64_t *before;	/* time in those before each */
	uint32_t n;
};

struct spans {
	struct span *all;	/* by start */
	uint32_t n;
	struct keymap families;
	double *medians;	/* by family; NaN for one of its kind */
	struct keyed *launched;	/* GPU events by start of their launch */
	uint32_t n_launched;
	struct step_work *work;	/* by row */
	struct busy_time busy;	/* of all GPU events */
	struct busy_time other;	/* of all but communication */
};

/* "ProfilerStep#12" and "ProfilerStep#13" are one family. */
static uint32_t
family_of(struct spans *s, struct analysis *a, uint32_t event)
{
	const char *name = trace_name(a->trace, event);
	size_t len = strlen(name);
	uint32_t id;

	while (len > 1 && name[len - 1] >= '0' && name[len - 1] <= '9')
		len--;
	id = intern_add(&a->texts, name, len);
	return id == INTERN_NONE ? KEYMAP_NONE : keymap_add(&s->families, &id);
}

static bool
is_span(const struct analysis *a, uint32_t event)
{
	const struct trace *t = a->trace;

	if (t->kind[event] != EVENT_ANNOTATION
		&& (t->kind[event] != EVENT_OP || !steps_is_step(t, event)))
		return false;
	return !(t->flags[event] & (EVENT_NO_TIME | EVENT_BAD_DURATION))
		&& analysis_is_selected(a, event);
}

static bool
collect_spans(struct spans *s, struct analysis *a)
{
	struct keyed *found = NULL;
	size_t cap = 0;
	bool good = true;

	for (uint32_t event = 0; good && event < a->trace->n; event++) {
		if (!is_span(a, event))
			continue;
		good = mem_reserve(&found, &cap, (size_t)s->n + 1, sizeof(*found));
		if (good)
			found[s->n++] = (struct keyed){a->trace->ts[event], event};
	}
	s->all = mem_alloc(s->n, sizeof(*s->all));
	good = good && s->all && order_by_key(found, s->n);
	for (uint32_t i = 0; good && i < s->n; i++) {
		s->all[i] = (struct span){found[i].id, family_of(s, a, found[i].id)};
		good = s->all[i].family != KEYMAP_NONE;
	}
	free(found);
	return good;
}

static bool
find_medians(struct spans *s, const struct trace *t)
{
	uint32_t *family = mem_alloc(s->n, sizeof(*family));
	int64_t *values = mem_alloc(s->n, sizeof(*values));
	struct buckets buckets = {0};
	bool good;

	s->medians = mem_alloc(s->families.n, sizeof(*s->medians));
	for (uint32_t i = 0; family && i < s->n; i++)
		family[i] = s->all[i].family;
	good = family && values && s->medians && buckets_make(&buckets, family, s->n,
		s->families.n);
	for (uint32_t f = 0; good && f < s->families.n; f++) {
		uint32_t n = 0;

		for (uint32_t i = buckets.starts[f]; i < buckets.starts[f + 1]; i++)
			values[n++] = t->dur[s->all[buckets.members[i]].event];
		s->medians[f] = n > 1 ? stat_median(values, n, 1) : NAN;
	}
	buckets_free(&buckets);
	free(family);
	free(values);
	return good;
}

static bool
collect_launched(struct spans *s, struct analysis *a)
{
	const struct trace *t = a->trace;

	s->launched = mem_alloc(t->n_gpus, sizeof(*s->launched));
	if (!s->launched)
		return false;
	for (uint32_t i = 0; i < t->n_gpus; i++) {
		uint32_t event = t->gpus[i].event;

		if (analysis_is_linked(a, event) && !(t->flags[event] & EVENT_BAD_DURATION))
			s->launched[s->n_launched++] = (struct keyed){t->ts[a->tree->parent[event]],
			event};
	}
	return order_by_key(s->launched, s->n_launched);
}

static bool
collect_busy(struct busy_time *busy, struct analysis *a, bool comm)
{
	uint32_t n;
	const struct keyed *gpu = analysis_gpu_by_time(a, &n);

	busy->spans = mem_alloc(n, sizeof(*busy->spans));
	busy->before = mem_alloc((size_t)n + 1, sizeof(*busy->before));
	if (!gpu || !busy->spans || !busy->before)
		return false;
	for (uint32_t i = 0; i < n; i++)
		if (comm || analysis_gpu_class(a, gpu[i].id) != GPU_COMM)
			busy->spans[busy->n++] = (struct interval){gpu[i].key, trace_end(a->trace, gpu[i].id)};
	busy->n = intervals_merge(busy->spans, busy->n);
	busy->before[0] = 0;
	for (uint32_t i = 0; i < busy->n; i++)
		busy->before[i + 1] = time_add(busy->before[i], busy->spans[i].end - busy->spans[i].start);
	return true;
}

static void
busy_free(struct busy_time *busy)
{
	free(busy->spans);
	free(busy->before);
}

/* How long the GPU worked before a time. */
static int64_t
busy_until(const struct busy_time *busy, int64_t ts)
{
	uint32_t low = 0, high = busy->n;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (busy->spans[middle].start < ts)
			low = middle + 1;
		else
			high = middle;
	}
	if (!low)
		return 0;
	return busy->spans[low - 1].end <= ts ? busy->before[low]
		: time_add(busy->before[low - 1], ts - busy->spans[low - 1].start);
}

static int64_t
busy_during(const struct busy_time *busy, const struct trace *t, uint32_t event)
{
	return busy_until(busy, trace_end(t, event)) - busy_until(busy, t->ts[event]);
}

/* First launch at or after a time. */
static uint32_t
launch_from(const struct spans *s, int64_t ts)
{
	uint32_t low = 0, high = s->n_launched;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (s->launched[middle].key < ts)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static bool
find_work(struct spans *s, struct analysis *a)
{
	struct step_run *runs = mem_alloc(s->n, sizeof(*runs));
	bool good;

	s->work = mem_alloc(s->n, sizeof(*s->work));
	for (uint32_t i = 0; runs && i < s->n; i++)
		runs[i] = (struct step_run){launch_from(s, a->trace->ts[s->all[i].event]),
			launch_from(s, trace_end(a->trace, s->all[i].event))};
	good = runs && s->work && step_work_find(a, s->launched, s->n_launched, runs, s->n, s->work);
	free(runs);
	return good;
}

static void
add_row(struct rows *rows, const struct spans *s, const struct trace *t, const struct span *span,
	const struct step_work *work)
{
	double median = s->medians[span->family];
	int64_t meanwhile = busy_during(&s->busy, t, span->event);

	rows_text(rows, COL_NAME, trace_name(t, span->event));
	rows_int(rows, COL_EVENT, span->event);
	rows_int(rows, COL_START, t->ts[span->event]);
	rows_int(rows, COL_HOST, t->dur[span->event]);
	if (median > 0)
		rows_real(rows, COL_MEDIAN, ((double)t->dur[span->event] / median - 1) * 100);
	rows_int(rows, COL_BUSY, work->busy);
	rows_int(rows, COL_SPAN, work->span);
	rows_int(rows, COL_IDLE, work->span - work->busy);
	rows_int(rows, COL_COMM, work->comm);
	rows_int(rows, COL_SUM, work->sum);
	rows_int(rows, COL_MEANWHILE, meanwhile);
	rows_int(rows, COL_COMM_MEANWHILE, meanwhile - busy_during(&s->other, t, span->event));
	rows_int(rows, COL_KERNELS, work->kernels);
	rows_int(rows, COL_EVENTS, work->events);
}

/* Most of the step lies in the window, or most of the window in the step. */
static bool
is_in_window(const struct trace *t, const struct tree_window *window, uint32_t event)
{
	int64_t start = t->ts[event] > window->begin ? t->ts[event] : window->begin;
	int64_t end = trace_end(t, event) < window->end ? trace_end(t, event) : window->end;
	int64_t length = window->end - window->begin, dur = t->dur[event];

	return end >= start && end - start >= (dur < length ? dur : length) / 2;
}

/* Of a part of the time: its steps as they are in all of it, so that they are compared with all others. */
int
build_steps(struct analysis *a, const struct sheet *sheet, struct table **out, struct error *err)
{
	struct analysis *around = analysis_whole(a);
	struct spans s = {.families = {.width = 1}};
	struct rows rows;

	rows_open(&rows, sheet, columns, COLUMNS_OF(columns), 0);
	if (!collect_spans(&s, around) || !find_medians(&s, a->trace) || !collect_launched(&s, around)
		|| !collect_busy(&s.busy, around, true) || !collect_busy(&s.other, around, false)
		|| !find_work(&s, around))
		a->no_memory = true;
	for (uint32_t i = 0; !a->no_memory && i < s.n; i++)
		if ((around == a || is_in_window(a->trace, &a->tree->window, s.all[i].event))
			&& rows_next(&rows))
			add_row(&rows, &s, a->trace, &s.all[i], &s.work[i]);
	free(s.all);
	free(s.medians);
	free(s.launched);
	free(s.work);
	busy_free(&s.busy);
	busy_free(&s.other);
	keymap_free(&s.families);
	return rows_close(&rows, a, out, err);
}
