/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/notes.h"
#include "analysis/frames.h"
#include "analysis/idle.h"
#include "analysis/intervals.h"
#include "analysis/sheets.h"
#include "base/mem.h"
#include "base/text.h"
#include "tui/event_lines.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define STEP "ProfilerStep#"
#define ODD_STEP 5.0		/* percent off the median */
#define MANY_TIMES 900.0	/* percent above it, from which a factor says it better */
#define ODD_GAP 0.02		/* of the trace's time */
#define TINY_NS 10000

/* What the GPU did while the step ran on the host, whoever launched that. */
static const char *const parts_with_gpu[NOTE_PARTS] = {"computation and copies", "exposed communication", "GPU idle"};
static const char *const parts_of_host[NOTE_PARTS] = {"computation and copies", "exposed communication",
	"on the host, without GPU work"};

static struct note *
note_add(struct notes *notes, const char *command, bool odd)
{
	struct note *note = &notes->all[notes->n];

	if (notes->n == NOTES_MAX)
		return NULL;
	notes->n++;
	*note = (struct note){.command = command, .odd = odd};
	return note;
}

static struct table *
notes_sheet(struct analysis *analysis, const char *id)
{
	struct table *table;
	struct error ignored;

	return sheet_build(analysis, sheet_find(id), &table, &ignored) ? NULL : table;
}

static const char *
cell_text(const struct table *table, uint32_t row, const char *id)
{
	int column = table_find_column(table, id);
	const char *text = column < 0 ? NULL : table_cell(table, row, (uint32_t)column).s;

	return text ? text : "";
}

static int64_t
cell_ns(const struct table *table, uint32_t row, const char *id)
{
	int column = table_find_column(table, id);

	return column < 0 || table_is_null(table, row, (uint32_t)column)
		? 0
		: table_cell(table, row, (uint32_t)column).i;
}

/* --- steps ------------------------------------------------------------------------- */

static bool
is_step(const struct table *steps, uint32_t row)
{
	return !strncmp(cell_text(steps, row, "name"), STEP, strlen(STEP));
}

struct host_time {
	int64_t ns;
	uint32_t row;
};

static int
host_compare(const void *a, const void *b)
{
	const struct host_time *x = a, *y = b;

	if (x->ns != y->ns)
		return x->ns < y->ns ? -1 : 1;
	return x->row < y->row ? -1 : x->row > y->row;
}

static void
step_parts(const struct table *steps, uint32_t row, int64_t parts[NOTE_PARTS])
{
	int64_t busy = cell_ns(steps, row, "meanwhile_ms"), comm = cell_ns(steps, row, "comm_meanwhile_ms");

	parts[0] = busy - comm;
	parts[1] = comm;
	parts[2] = cell_ns(steps, row, "host_ms") - busy;
}

static uint32_t
middle_step(const struct table *steps)
{
	struct host_time *times = mem_alloc(steps->n_rows, sizeof(*times));
	uint32_t n = 0, row;

	for (uint32_t i = 0; times && i < steps->n_rows; i++)
		if (is_step(steps, i))
			times[n++] = (struct host_time){cell_ns(steps, i, "host_ms"), i};
	if (n)
		qsort(times, n, sizeof(*times), host_compare);
	row = n > 1 ? times[(n - 1) / 2].row : UINT32_MAX;
	free(times);
	return row;
}

void
notes_find_steps(struct notes_steps *steps, struct table *table)
{
	double usual;

	*steps = (struct notes_steps){table, UINT32_MAX, UINT32_MAX, 0};
	if (!table)
		return;
	steps->middle = middle_step(table);
	usual = steps->middle == UINT32_MAX ? 0 : (double)cell_ns(table, steps->middle, "host_ms");
	for (uint32_t row = 0; usual > 0 && row < table->n_rows; row++) {
		double own = 100 * ((double)cell_ns(table, row, "host_ms") / usual - 1);

		if (fabs(own) >= ODD_STEP && fabs(own) > fabs(steps->odd_percent) && is_step(table, row)) {
			steps->odd_percent = own;
			steps->odd = row;
		}
	}
}

static uint32_t
step_row(const struct table *steps, uint32_t event)
{
	int column = table_find_column(steps, "event");
	uint32_t row = 0;

	while (row < steps->n_rows && table_cell(steps, row, (uint32_t)column).i != event)
		row++;
	return row < steps->n_rows && is_step(steps, row) ? row : UINT32_MAX;
}

static void
cause_idle(struct step_cause *cause, struct analysis *analysis, uint32_t event)
{
	const struct trace *trace = analysis_trace(analysis);
	const struct idle *idle = analysis_idle(analysis);
	const struct idle_gap *gap = idle ? idle_between(idle, trace->ts[event], trace_end(trace, event), &cause->idle_ns)
		: NULL;

	cause->idle = gap ? idle_texts[gap->cause].name : NULL;
	cause->idle_event = gap ? gap->look : TRACE_NONE;
}

bool
notes_step_cause(struct analysis *analysis, const struct notes_steps *steps, uint32_t event, struct step_cause *cause)
{
	const struct table *table = steps->table;
	int64_t parts[NOTE_PARTS], middle[NOTE_PARTS];
	uint32_t row = steps->middle == UINT32_MAX ? UINT32_MAX : step_row(table, event);

	*cause = (struct step_cause){.next = 1, .parts = parts_with_gpu};
	if (row == UINT32_MAX)
		return false;
	step_parts(table, row, parts);
	step_parts(table, steps->middle, middle);
	for (unsigned part = 0; part < NOTE_PARTS; part++) {
		cause->more[part] = parts[part] - middle[part];
		cause->host += cause->more[part];
		if (llabs(cause->more[part]) > llabs(cause->more[cause->worst]))
			cause->worst = part;
	}
	if (!cell_ns(table, row, "meanwhile_ms") && !cell_ns(table, steps->middle, "meanwhile_ms"))
		cause->parts = parts_of_host;
	cause->next = cause->worst == 0;
	for (unsigned part = 0; part < NOTE_PARTS; part++)
		if (part != cause->worst
			&& llabs(cause->more[part]) > llabs(cause->more[cause->next]))
			cause->next = part;
	cause_idle(cause, analysis_whole(analysis), event);
	return true;
}

/* "+7.2 ms GPU idle (data loading)" */
static void
cause_text(const struct step_cause *cause, unsigned part, char *out, size_t size)
{
	int n = snprintf(out, size, "%+.3f ms %s", (double)cause->more[part] / 1e6, cause->parts[part]);

	if (part == 2 && cause->more[part] > 0 && cause->idle && cause->parts == parts_with_gpu)
		snprintf(out + n, size - (size_t)n, " (mostly %s)", cause->idle);
}

static void
note_step(struct notes *notes, struct analysis *analysis, const struct notes_steps *steps)
{
	struct step_cause cause;
	struct note *note;
	char first[100], next[100] = "", how[40];

	if (steps->odd == UINT32_MAX
		|| !notes_step_cause(analysis, steps, (uint32_t)cell_ns(steps->table, steps->odd, "event"), &cause)
		|| !(note = note_add(notes, "pane steps", true)))
		return;
	cause_text(&cause, cause.worst, first, sizeof(first));
	if (cause.more[cause.next])
		cause_text(&cause, cause.next, next, sizeof(next));
	if (steps->odd_percent > MANY_TIMES)
		snprintf(how, sizeof(how), "%.1f times the", steps->odd_percent / 100 + 1);
	else
		snprintf(how, sizeof(how), "%.1f %% %s than the", fabs(steps->odd_percent),
			steps->odd_percent < 0 ? "less" : "more");
	snprintf(note->text, sizeof(note->text), "%.40s takes %s median step: %s%s%s",
		cell_text(steps->table, steps->odd, "name"), how, first, *next ? ", " : "", next);
}

/* --- the rest ------------------------------------------------------------------------ */

static void
note_gap(struct notes *notes, const struct table *gaps, int64_t total)
{
	struct note *note;
	char length[32], start[32];

	if (!gaps->n_rows || (double)cell_ns(gaps, 0, "idle_us") < ODD_GAP * (double)total
	    || !(note = note_add(notes, "pane idle", true)))
		return;
	snprintf(note->text, sizeof(note->text), "the GPU idles for %s at %s ms: %.60s%s%.80s",
		text_time(length, cell_ns(gaps, 0, "idle_us")),
		text_ms(start, cell_ns(gaps, 0, "start_ms")), cell_text(gaps, 0, "cause"),
		*cell_text(gaps, 0, "event_name") ? ", " : "", cell_text(gaps, 0, "event_name"));
}

static void
note_tiny(struct notes *notes, const struct trace *trace, const struct tree *tree)
{
	uint32_t kernels = 0, tiny = 0;
	int64_t all = 0, ns = 0;
	struct note *note;
	char few[32], of[32], time[32];

	for (uint32_t i = 0; i < tree->n_gpu; i++) {
		uint32_t event = tree->gpu[i];

		if (trace->kind[event] != EVENT_KERNEL
			|| trace->flags[event] & (EVENT_NO_TIME | EVENT_BAD_DURATION))
			continue;
		kernels++;
		all += trace->dur[event];
		if (trace->dur[event] >= TINY_NS)
			continue;
		tiny++;
		ns += trace->dur[event];
	}
	if (!tiny || !(note = note_add(notes, "pane short", false)))
		return;
	snprintf(note->text, sizeof(note->text),
		"%s of %s kernel%s %s shorter than 10 us: %s, %.1f %% of kernel time",
		text_count(few, tiny), text_count(of, kernels), text_plural(kernels),
		tiny == 1 ? "is" : "are", text_time(time, ns),
		all ? 100.0 * (double)ns / (double)all : 0);
}

#define EARLY " before the call returns"	/* a negative wait: the GPU may begin while the call still runs */

static void
note_launches(struct notes *notes, const struct trace *trace, const struct tree *tree)
{
	uint32_t calls = 0;
	int64_t host = 0, delay = 0;
	struct note *note;
	char count[32], time[32], each[32], wait[32];
	uint32_t last = TRACE_NONE;

	for (uint32_t i = 0; i < tree->n_gpu; i++) {
		uint32_t call = tree->parent[tree->gpu[i]];

		if (call == TRACE_NONE || call == last)
			continue;
		last = call;
		calls++;
		host += trace->dur[call];
		delay += trace->ts[tree->gpu[i]] - trace_end(trace, call);
	}
	if (!calls || !(note = note_add(notes, "pane launches", false)))
		return;
	delay /= calls;
	text_time(wait, delay < 0 ? -delay : delay);
	if (calls == 1)
		snprintf(note->text, sizeof(note->text), "1 launch costs the host %s; what it launches %s %s%s",
			text_time(time, host), delay < 0 ? "starts" : "waits", wait, delay < 0 ? EARLY : "");
	else
		snprintf(note->text, sizeof(note->text),
			"%s launches cost the host %s, %s each; launched work %s %s%s on average",
			text_count(count, calls), text_time(time, host), text_time(each, host / calls),
			delay < 0 ? "starts" : "waits", wait, delay < 0 ? EARLY : "");
}

/* GPU time of what computes forward activations again. */
static void
note_recompute(struct notes *notes, const struct trace *trace, const struct tree *tree)
{
	int64_t busy = 0, all = tree->linked_ns + tree->unlinked_ns;
	uint32_t n = 0;
	struct note *note;
	char count[32], time[32];

	for (uint32_t pos = 0; pos < tree->n; pos++) {
		if (trace->kind[tree->order[pos]] != EVENT_PYTHON
			|| !frame_is_recompute(trace_name(trace, tree->order[pos])))
			continue;
		busy += tree_gpu_sum(tree, tree->order[pos]);
		n++;
		pos += tree->size[pos] - 1;
	}
	if (!n || !(note = note_add(notes, "pane ops", true)))
		return;
	snprintf(note->text, sizeof(note->text),
		"recomputation takes %s, %.1f %% of GPU time, in %s frame%s", text_time(time, busy),
		all ? 100.0 * (double)busy / (double)all : 0, text_count(count, n), text_plural(n));
}

/* What collectives are called where no library of collectives runs them. */
static bool
name_communicates(const char *name)
{
	static const char *const words[] = {"all_reduce", "allreduce", "all_gather", "allgather", "reduce_scatter",
		"reducescatter", "all_to_all", "alltoall", "nvshmem", "multimem"};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (strcasestr(name, words[i]))
			return true;
	return false;
}

/* The GPU timeline takes for communication what NCCL, RCCL and a few more run, as the reference does. */
static void
note_communication(struct notes *notes, const struct trace *trace, const struct summary *summary)
{
	enum { UNKNOWN, OTHER, COMMUNICATES };
	uint8_t *known = mem_zero(trace->strings.n, sizeof(*known));
	uint32_t longest = TRACE_NONE;
	int64_t ns = 0;
	struct note *note;
	char time[32], brief[BRIEF_BYTES];

	for (uint32_t i = 0; known && i < trace->n_gpus; i++) {
		uint32_t event = trace->gpus[i].event, name = trace->name[event];

		if (summary->classes[i] != GPU_COMPUTE || trace->flags[event] & (EVENT_NO_TIME | EVENT_BAD_DURATION))
			continue;
		if (known[name] == UNKNOWN)
			known[name] = name_communicates(trace_string(trace, name)) ? COMMUNICATES : OTHER;
		if (known[name] != COMMUNICATES)
			continue;
		ns = time_add(ns, trace->dur[event]);
		if (longest == TRACE_NONE || trace->dur[event] > trace->dur[longest])
			longest = event;
	}
	free(known);
	if (longest == TRACE_NONE || !(note = note_add(notes, "pane kernels", true)))
		return;
	snprintf(note->text, sizeof(note->text),
		"%s of kernels that communicate, by their names, count as computation: %.80s", text_time(time, ns),
		event_brief_name(trace_name(trace, longest), brief));
}

void
notes_make(struct notes *notes, struct analysis *analysis, const struct notes_steps *steps,
	const struct summary *summary)
{
	const struct trace *trace = analysis_trace(analysis);
	const struct tree *tree = analysis_tree(analysis);
	struct table *gaps = notes_sheet(analysis, "idle_causes");

	*notes = (struct notes){0};
	note_step(notes, analysis, steps);
	if (gaps)
		note_gap(notes, gaps, trace->end);
	note_recompute(notes, trace, tree);
	note_communication(notes, trace, summary);
	note_tiny(notes, trace, tree);
	note_launches(notes, trace, tree);
	table_free(gaps);
}
