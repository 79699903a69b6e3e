/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where an event leads: the chain it stands in, the other half of its pair, what it launched. */
#include "tui/event_links.h"
#include "base/text.h"
#include "tui/event_lines.h"
#include "tui/links.h"
#include <stdio.h>
#include <string.h>

#define BESIDE_KERNELS 4 /* rows beside another pane, where each moved cursor draws them anew */
#define FULL_KERNELS 64

/*
 * Module, operator, launch, kernel as far as there are: of the longest kernel below, where the
 * event is above it.
 */
static unsigned
chain_make(const struct tree *tree, uint32_t event, uint32_t chain[4])
{
	const struct trace *trace = tree->trace;
	uint8_t kind = trace->kind[event];
	uint32_t kernel = event_is_gpu(kind) ? event : link_longest_kernel(tree, event);
	uint32_t launch = event_is_call(kind) ? event
		: kernel == TRACE_NONE        ? TRACE_NONE
					      : tree_launch(tree, kernel);
	uint32_t from = launch != TRACE_NONE ? launch : event;
	uint32_t op = kind == EVENT_OP ? event : tree_ancestor_op(tree, from);
	uint32_t module = tree_is_module(trace, event)
		? event
		: link_module_around(tree, op != TRACE_NONE ? op : from);
	const uint32_t all[] = {module, op, launch, kernel};
	unsigned n = 0;

	for (unsigned i = 0; i < 4; i++)
		if (all[i] != TRACE_NONE)
			chain[n++] = all[i];
	return n;
}

static const char *
chain_name(const struct trace *trace, uint32_t event)
{
	const char *name = trace_name(trace, event);

	return event_short_name(strncmp(name, "nn.Module: ", 11) ? name : name + 11);
}

/* One line that leads to another event. */
static void
event_link(struct lines *lines, const struct trace *trace, const char *label, uint32_t to,
	const char *note, int cols)
{
	const char *name;
	int room;

	if (to == TRACE_NONE)
		return;
	name = trace_name(trace, to);
	lines_row(lines);
	lines_link(lines, to, NULL);
	lines_printf(lines, ROLE_LINK, "%-*s%u  ", LINES_LABEL, label, to);
	room = cols - lines->col - (int)strlen(note);
	if ((int)strlen(name) > room)
		name = event_frame_name(name);
	lines_fit(lines, event_role(trace, to), name, strlen(name), room < 8 ? 8 : room);
	lines_add(lines, ROLE_DIM, note);
}

bool
event_chain(struct lines *lines, const struct tree *tree, uint32_t event, int cols)
{
	const struct trace *trace = tree->trace;
	uint32_t chain[4];
	unsigned n = chain_make(tree, event, chain);
	int room = cols - (int)(n - 1) * 3, left = (int)n;

	if (n < 2)
		return false;
	lines_row(lines);
	for (unsigned i = 0; i < n; i++, left--) {
		const char *name = chain_name(trace, chain[i]);
		size_t len = strlen(name);
		int before = lines->col, most = room / left;

		if (i)
			lines_add(lines, event_role(trace, chain[i - 1]), " \xe2\x80\xba ");
		before = lines->col;
		lines_fit(lines, chain[i] == event ? ROLE_SORTED : event_role(trace, chain[i]),
			name, len, most < 4 ? 4 : most);
		room -= lines->col - before;
	}
	return true;
}

static void
pair_row(struct lines *lines, int half, enum role role, const char *left, const char *right,
	uint32_t to)
{
	lines_row(lines);
	if (to != TRACE_NONE)
		lines_link(lines, to, NULL);
	lines_fit(lines, role, left, strlen(left), half - 2);
	lines_col(lines, half);
	lines_fit(lines, role, right, strlen(right), half);
}

/* Forward and backward beside each other, with what each costs; the rows lead to the other one. */
static void
event_pair(struct lines *lines, const struct tree *tree, uint32_t event, int cols)
{
	const struct trace *trace = tree->trace;
	uint32_t pair[2], first, n, here;
	char text[2][96], time[32];
	int64_t busy[2];

	if (!link_pair(tree, event, &pair[0], &pair[1]))
		return;
	n = tree_backward_of(tree, pair[0], &first);
	for (unsigned i = 0; i < 2; i++)
		busy[i] = tree_gpu_busy(tree, pair[i]);
	here = tree->pos[event] >= tree->pos[pair[1]]
			&& tree->pos[event] < tree->pos[pair[1]] + tree->size[tree->pos[pair[1]]]
		? pair[0]
		: pair[1];
	snprintf(text[1], sizeof(text[1]), n > 1 ? "backward, the largest of %u" : "backward", n);
	lines_row(lines);
	pair_row(lines, cols / 2, ROLE_HEADING, "forward", text[1], TRACE_NONE);
	pair_row(lines, cols / 2, ROLE_LINK, event_short_name(trace_name(trace, pair[0])),
		event_short_name(trace_name(trace, pair[1])), here);
	for (unsigned i = 0; i < 2; i++)
		snprintf(text[i], sizeof(text[i]), "%u  host %s", pair[i],
			text_time(time, trace->dur[pair[i]]));
	pair_row(lines, cols / 2, ROLE_NORMAL, text[0], text[1], here);
	if (!busy[0] && !busy[1])
		return;
	for (unsigned i = 0; i < 2; i++) {
		int used = snprintf(text[i], sizeof(text[i]), "GPU %s", text_time(time, busy[i]));
		double times = i && busy[0] > 0 ? (double)busy[1] / (double)busy[0] : 0;

		if (times > 0)
			snprintf(text[1] + used, sizeof(text[1]) - (size_t)used, "  %.*fx", times < 0.095 ? 3 : 1, times);
	}
	pair_row(lines, cols / 2, ROLE_BUSY, text[0], text[1], here);
}

/* Beside another pane not the one alone: the chain has it. */
static void
event_kernels(struct lines *lines, const struct tree *tree, uint32_t event, int cols, bool full)
{
	uint32_t begin, end, most = full ? FULL_KERNELS : BESIDE_KERNELS;
	char note[64], time[32], count[32];

	if (event_is_gpu(tree->trace->kind[event]))
		return;
	tree_gpu_range(tree, event, &begin, &end);
	if (!full && end - begin == 1)
		return;
	for (uint32_t i = begin; i < end && i < begin + most; i++) {
		snprintf(note, sizeof(note), "  %s us",
			text_us_parted(time, tree->trace->dur[tree->gpu[i]]));
		event_link(lines, tree->trace, "kernel", tree->gpu[i], note, cols);
	}
	if (end - begin > most)
		lines_pair(lines, cols, "", ROLE_DIM, "and %s more",
			text_count(count, end - begin - most));
}

/* The line that called for the event; of the backward pass that of its forward, else what ran meanwhile. */
static void
event_line(struct lines *lines, const struct tree *tree, uint32_t event, int cols)
{
	static const char *const labels[LINE_KINDS] = {"line", "fwd line", "line then"};

	for (enum line_kind kind = 0; kind < LINE_KINDS; kind++) {
		uint32_t line = link_line(tree, event, kind);

		event_link(lines, tree->trace, labels[kind], line, "", cols);
		if (kind == LINE_ABOVE && line != TRACE_NONE)
			return;
	}
}

static void
event_launch(struct lines *lines, const struct tree *tree, uint32_t event, int cols)
{
	const struct trace *trace = tree->trace;
	uint32_t call = tree_launch(tree, event);
	char note[64] = "", time[32];

	if (!event_is_gpu(trace->kind[event]))
		return;
	if (call == TRACE_NONE)
		lines_pair(lines, cols, "launch", ROLE_WARNING, "not known");
	else
		snprintf(note, sizeof(note), "  +%s us",
			text_us_parted(time, trace->ts[event] - trace_end(trace, call)));
	event_link(lines, trace, "launch", call, note, cols);
}

/* What is above comes first: from a call to its kernel that stays where it is. */
void
event_links(struct lines *lines, const struct tree *tree, uint32_t event, int cols, bool full)
{
	const struct trace *trace = tree->trace;
	size_t before = lines->n_rows;

	lines_section(lines, "links");
	event_chain(lines, tree, event, cols);
	event_link(lines, trace, "op", tree_ancestor_op(tree, event), "", cols);
	event_link(lines, trace, "module", tree_ancestor_module(tree, event), "", cols);
	event_line(lines, tree, event, cols);
	event_link(lines, trace, "recompute", link_recompute(tree, event), "", cols);
	event_launch(lines, tree, event, cols);
	event_kernels(lines, tree, event, cols, full);
	lines_section_end(lines, before);
	event_pair(lines, tree, event, cols);
}

void
event_links_in_short(struct lines *lines, const struct tree *tree, uint32_t event, int cols)
{
	event_line(lines, tree, event, cols);
	event_pair(lines, tree, event, cols);
}
