/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/event_lines.h"
#include "tui/event_links.h"
#include "base/text.h"
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Rows of a stack beside another pane, and in a pane of its own. */
#define BESIDE_STACK 8
#define FULL_STACK 256
/* Rows and cells of a name beside another pane, where each moved cursor draws it anew; in wide ones one row has much. */
#define BESIDE_NAME(cols) ((cols) < 72 ? 2 : 1)
#define NAME_CELLS 142

void
lines_label(struct lines *lines, const char *label)
{
	lines_row(lines);
	lines_printf(lines, ROLE_LABEL, "%-*s", LINES_LABEL, label);
}

void
lines_pair(struct lines *lines, int cols, const char *label, enum role role, const char *format, ...)
{
	char text[2048];
	va_list args;
	size_t len;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	len = strlen(text);
	lines_label(lines, label);
	lines_wrap(lines, role, text, len, cols, LINES_LABEL);
}

void
lines_section(struct lines *lines, const char *title)
{
	lines_row(lines);
	lines_row(lines);
	lines_add(lines, ROLE_HEADING, title);
}

const char *
event_short_name(const char *name)
{
	static const char *const starts[] = {"autograd::engine::evaluate_function: ", "void ", "at::native::",
		"(anonymous namespace)::", "::"};
	const char *rest = name;

	for (size_t i = 0; i < sizeof(starts) / sizeof(*starts);) {
		size_t len = strlen(starts[i]);
		bool starts_so = !strncmp(rest, starts[i], len);

		rest += starts_so ? len : 0;
		i = starts_so ? 0 : i + 1;
	}
	return *rest ? rest : *name ? name : "(no name)";
}

const char *
event_frame_name(const char *name)
{
	const char *at = strstr(name, ".py("), *start = at;
	size_t digits = at ? strspn(at + 4, "0123456789") : 0;

	if (!digits || strncmp(at + 4 + digits, "): ", 3))
		return name;
	while (start > name && start[-1] != '/')
		start--;
	return start;
}

const char *
event_brief_name(const char *name, char out[BRIEF_BYTES])
{
	static const char *const parts[] = {"at::native::", "(anonymous namespace)::",
		"at::detail::", "gpu_kernel_impl_nocast<", "gpu_kernel_impl<"};
	const char *rest = event_frame_name(event_short_name(name));
	size_t used = 0;

	if (!strstr(rest, "::"))
		return rest;
	while (*rest && used + 1 < BRIEF_BYTES) {
		size_t i = 0;

		while (i < sizeof(parts) / sizeof(*parts) && strncmp(rest, parts[i], strlen(parts[i])))
			i++;
		if (i < sizeof(parts) / sizeof(*parts))
			rest += strlen(parts[i]);
		else
			out[used++] = *rest++;
	}
	out[used] = '\0';
	return used ? out : name;
}

enum role
event_role(const struct trace *trace, uint32_t event)
{
	static const uint8_t roles[EVENT_KINDS] = {
		[EVENT_OP] = ROLE_OP, [EVENT_RUNTIME] = ROLE_CALL, [EVENT_DRIVER] = ROLE_CALL,
		[EVENT_PYTHON] = ROLE_PYTHON, [EVENT_KERNEL] = ROLE_KERNEL, [EVENT_MEMCPY] = ROLE_COPY,
		[EVENT_MEMSET] = ROLE_COPY,
	};

	if (trace->kind[event] == EVENT_PYTHON && tree_is_module(trace, event))
		return ROLE_MODULE;
	return roles[trace->kind[event]];
}

static void
event_times(struct lines *lines, const struct trace *trace, uint32_t event, int cols)
{
	char dur[32], start[32];

	if (trace->flags[event] & EVENT_NO_TIME) {
		lines_pair(lines, cols, "time", ROLE_WARNING, "none that can be used");
		return;
	}
	lines_pair(lines, cols, "start", ROLE_NORMAL, "%s ms", text_ms(start, trace->ts[event]));
	if (trace->flags[event] & EVENT_BAD_DURATION)
		lines_pair(lines, cols, "duration", ROLE_WARNING, "missing or negative, left out of sums");
	else
		lines_pair(lines, cols, "duration", ROLE_NORMAL, "%s us", text_us_parted(dur, trace->dur[event]));
	if (trace->flags[event] & EVENT_UNFINISHED)
		lines_pair(lines, cols, "", ROLE_WARNING, "has no end: closed at the end of the trace");
}

/* What the number that links the event is called. */
static const char *
link_name(const struct trace *trace, uint32_t event)
{
	uint8_t kind = trace->kind[event];

	if (kind == EVENT_OP || trace->flags[event] & EVENT_EXTERNAL_ID)
		return "external";
	return kind == EVENT_FLOW_LAUNCH || kind == EVENT_FLOW_BACKWARD ? "flow" : "correl.";
}

static void
event_identity(struct lines *lines, const struct trace *trace, uint32_t event, int cols, bool full)
{
	const char *category = trace_category_name(trace, event);
	char label[512];

	lines_pair(lines, cols, "event", ROLE_NORMAL, "%u   %s", event, *category ? category : "no category");
	if (trace->n_tracks && trace->kind[event] != EVENT_SKIPPED) {
		track_label(trace, trace->track[event], label, sizeof(label));
		lines_pair(lines, cols, "on", ROLE_NORMAL, "%s", label);
	}
	if (trace->kind[event] == EVENT_SKIPPED)
		lines_pair(lines, cols, "damaged", ROLE_WARNING, "skipped, at byte %" PRIu64, trace->offset[event]);
	else if (trace->kind[event] != EVENT_META)
		event_times(lines, trace, event, cols);
	if (full && trace->link[event])
		lines_pair(lines, cols, link_name(trace, event), ROLE_NORMAL, "%" PRIu64, trace->link[event]);
}

static const struct trace_copy *
copy_of(const struct trace *trace, uint32_t event)
{
	uint32_t low = 0, high = trace->n_copies;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (trace->copies[middle].event < event)
			low = middle + 1;
		else
			high = middle;
	}
	return low < trace->n_copies && trace->copies[low].event == event ? &trace->copies[low] : NULL;
}

static void
event_gpu(struct lines *lines, const struct trace *trace, uint32_t event, int cols)
{
	const struct trace_copy *copy = copy_of(trace, event);
	char place[512] = "", recorded[64], bytes[32], rate[32] = "";

	if (trace->n_tracks)
		track_label(trace, trace->track[event], place, sizeof(place));
	gpu_label(trace, event, recorded, sizeof(recorded));
	if (strcmp(place, recorded))
		lines_pair(lines, cols, "recorded", ROLE_NORMAL, "%s", recorded);
	if (!copy)
		return;
	if (trace->dur[event] > 0)
		snprintf(rate, sizeof(rate), "   %.1f GB/s", (double)copy->bytes / (double)trace->dur[event]);
	lines_pair(lines, cols, "bytes", ROLE_NORMAL, "%s%s", text_bytes(bytes, copy->bytes < 0 ? 0 : (uint64_t)copy->bytes),
		rate);
	if (!isnan(copy->bandwidth))
		lines_pair(lines, cols, "", ROLE_DIM, "recorded as %.1f GB/s", copy->bandwidth);
}

void
event_busy(struct lines *lines, int cols, int64_t busy, int64_t sum, const char *more)
{
	char time[32], text[32], summed[48] = "";

	if (sum != busy)
		snprintf(summed, sizeof(summed), "   summed %s us", text_us_parted(text, sum));
	lines_pair(lines, cols, "GPU busy", ROLE_BUSY, "%s us%s%s", text_us_parted(time, busy), summed, more);
}

/* share: also how many, and of all; else the row beside has the time itself. */
static void
event_work(struct lines *lines, const struct session *session, uint32_t event, int cols, bool share)
{
	const struct tree *tree = session->tree;
	uint32_t n = tree_gpu_count(tree, event);
	int64_t busy = tree_gpu_busy(tree, event);
	int64_t sum = tree_gpu_sum(tree, event);
	char count[32], of_all[32] = "", more[96] = "";

	if (!n || event_is_gpu(tree->trace->kind[event]) || (!share && sum == busy))
		return;
	if (share && tree->busy_all)
		snprintf(of_all, sizeof(of_all), "   %.1f %% of %s", 100.0 * (double)busy / (double)tree->busy_all,
			session->whole ? "the range" : "all");
	if (share)
		snprintf(more, sizeof(more), "   %s GPU event%s%s", text_count(count, n), text_plural(n), of_all);
	event_busy(lines, cols, busy, sum, more);
}

/*
 * As Python has it, the innermost last: so a step down adds a row and moves none. Beside another pane from a module and
 * a line of Python on, else from as far as is worth reading.
 */
static void
event_stack(struct lines *lines, const struct tree *tree, uint32_t event, int cols, bool full)
{
	uint32_t stack[FULL_STACK], up = tree->parent[event], n = 0, above = 0;
	bool module = false, line = false;

	if (up == TRACE_NONE)
		return;
	lines_section(lines, "called from");
	for (; up != TRACE_NONE && n < (full ? FULL_STACK : BESIDE_STACK) && (full || !module || !line); up = tree->parent[up]) {
		stack[n++] = up;
		module = module || tree_is_module(tree->trace, up);
		line = line || (tree->trace->kind[up] == EVENT_PYTHON && !tree_is_module(tree->trace, up));
	}
	for (; up != TRACE_NONE; up = tree->parent[up])
		above++;
	if (above)
		lines_pair(lines, cols, "", ROLE_DIM, "%u more, then", above);
	while (n--) {
		const char *name = trace_name(tree->trace, stack[n]);

		lines_row(lines);
		lines_link(lines, stack[n], NULL);
		lines_fit(lines, event_role(tree->trace, stack[n]), name, strlen(name), cols);
	}
}

void
event_whole_name(struct lines *lines, const struct trace *trace, uint32_t event, int cols)
{
	const char *name = trace_name(trace, event);
	size_t len = strlen(name);

	lines_row(lines);
	if (!len)
		lines_add(lines, ROLE_DIM, "(no name)");
	lines_wrap(lines, event_role(trace, event), name, len < EVENT_VALUE_BYTES ? len : EVENT_VALUE_BYTES, cols, 0);
	if (len > EVENT_VALUE_BYTES)
		lines_printf(lines, ROLE_DIM, "… (%zu bytes)", len);
}

static void
event_name_most(struct lines *lines, const struct trace *trace, uint32_t event, int cols, unsigned rows)
{
	char room[BRIEF_BYTES];
	const char *name = event_brief_name(trace_name(trace, event), room);

	lines_row(lines);
	lines_wrap_most(lines, event_role(trace, event), name, strlen(name), cols < NAME_CELLS ? cols : NAME_CELLS, 0, rows);
}

/* Beside another pane in as many rows always, so that what stands below them stays where it is from event to event. */
static void
event_name(struct lines *lines, const struct trace *trace, uint32_t event, int cols, bool full)
{
	size_t end = lines->n_rows + BESIDE_NAME(cols);

	if (full) {
		event_whole_name(lines, trace, event, cols);
		return;
	}
	event_name_most(lines, trace, event, cols, BESIDE_NAME(cols));
	while (lines->n_rows < end && !lines->failed)
		lines_row(lines);
}

void
event_long_name(struct lines *lines, const struct trace *trace, uint32_t event, int cols)
{
	char room[BRIEF_BYTES];
	const char *name = event_brief_name(trace_name(trace, event), room);

	if ((int)text_width(name, strlen(name)) <= cols && !lines->whole)
		return;
	lines_row(lines);
	if (lines->whole)
		event_whole_name(lines, trace, event, cols);
	else
		event_name_most(lines, trace, event, cols, BESIDE_NAME(cols));
}

/* One that stands for many: which it is, when it was, and what it is linked to. */
static void
event_in_short(struct lines *lines, const struct session *session, uint32_t event, int cols, unsigned parts)
{
	const struct trace *trace = session->trace;
	bool timed = trace->kind[event] != EVENT_META && trace->kind[event] != EVENT_SKIPPED
		&& !(trace->flags[event] & EVENT_NO_TIME);
	char length[48] = "", when[48] = "", time[32];

	if (parts & EVENT_NAME)
		event_name_most(lines, trace, event, cols, 1);
	if (timed && !(trace->flags[event] & EVENT_BAD_DURATION))
		snprintf(length, sizeof(length), "   %s us", text_us_parted(time, trace->dur[event]));
	if (timed && (lines->whole || !(parts & EVENT_FIRST)))
		snprintf(when, sizeof(when), "   at %s ms", text_ms(time, trace->ts[event]));
	lines_pair(lines, cols, parts & EVENT_FIRST ? "first" : "event", ROLE_NORMAL, "%u%s%s", event,
		length, when);
	if (tree_has(session->tree, event))
		event_links_in_short(lines, session->tree, event, cols);
}

static void
event_itself(struct lines *lines, const struct session *session, uint32_t event, int cols, unsigned parts)
{
	const struct trace *trace = session->trace;
	bool full = parts & EVENT_LONG;

	if (parts & EVENT_NAME)
		event_name(lines, trace, event, cols, full);
	event_identity(lines, trace, event, cols, full);
	if (event_is_gpu(trace->kind[event]))
		event_gpu(lines, trace, event, cols);
	if (!tree_has(session->tree, event))
		return;
	event_work(lines, session, event, cols, parts & EVENT_ABOVE);
	lines_row(lines);
	if (!event_chain(lines, session->tree, event, cols))
		lines_keep(lines, lines->n_rows - 1);
}

/* What stays as it is from an op to the one below it comes before what it is linked to. */
void
event_lines(struct lines *lines, struct session *session, uint32_t event, struct buffer *text, int cols,
	unsigned parts)
{
	const struct trace *trace = session->trace;
	bool full = parts & EVENT_LONG, in_tree = tree_has(session->tree, event);

	if (parts & EVENT_OWN)
		event_itself(lines, session, event, cols, parts);
	else
		event_in_short(lines, session, event, cols, parts);
	if (parts & EVENT_ARGS) {
		event_perf(lines, session, event, cols);
		event_inputs(lines, trace, event, cols, full);
	}
	if (parts & EVENT_OWN && in_tree)
		event_links(lines, session->tree, event, cols, parts & EVENT_ABOVE, full);
	if (parts & EVENT_STACK && in_tree)
		event_stack(lines, session->tree, event, cols, full);
	if (parts & EVENT_ARGS)
		event_args(lines, trace, event, text, cols, full);
}
