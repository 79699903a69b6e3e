/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where an event leads: the chain it stands in, the other half of its pair, what it launched. */
#include "tui/event_links.h"
#include "base/text.h"
#include "tui/event_lines.h"
#include "tui/links.h"
#include <stdio.h>
#include <string.h>

#define CHAIN_MOST 4
#define CHAIN_CELLS 36	/* of a name in a chain */
#define LINK_CELLS 100	/* of the name that a link leads to, where there is room */
#define BESIDE_KERNELS 2 /* rows beside another pane, where each moved cursor draws them anew */
#define BESIDE_CELLS 72	/* of such a row, however wide the detail is */
#define FULL_KERNELS 64

/*
 * Module, operator, launch, kernel as far as there are: of the longest kernel below, where the
 * event is above it.
 */
static unsigned
chain_make(const struct tree *tree, uint32_t event, uint32_t chain[CHAIN_MOST])
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

	for (unsigned i = 0; i < CHAIN_MOST; i++)
		if (all[i] != TRACE_NONE)
			chain[n++] = all[i];
	return n;
}

static bool
chain_has(const uint32_t *chain, unsigned n, uint32_t event)
{
	for (unsigned i = 0; n > 1 && i < n; i++)
		if (chain[i] == event)
			return true;
	return false;
}

static const char *
chain_name(const struct trace *trace, uint32_t event, char room[BRIEF_BYTES])
{
	const char *name = trace_name(trace, event);

	return event_brief_name(strncmp(name, "nn.Module: ", 11) ? name : name + 11, room);
}

/* One line that leads to another event. */
static void
event_link(struct lines *lines, const struct trace *trace, const char *label, uint32_t to,
	const char *note, int cols)
{
	const char *name;
	char brief[BRIEF_BYTES];
	int room;

	if (to == TRACE_NONE)
		return;
	name = event_short_name(trace_name(trace, to));
	lines_row(lines);
	lines_link(lines, to, NULL);
	lines_printf(lines, ROLE_LINK, "%-*s%u  ", LINES_LABEL, label, to);
	room = cols - lines->col - (int)strlen(note);
	if ((int)strlen(name) > room || (int)strlen(name) > LINK_CELLS)
		name = event_brief_name(name, brief);
	room = room < 8 ? 8 : room > LINK_CELLS ? LINK_CELLS : room;
	lines_fit(lines, event_role(trace, to), name, strlen(name), room);
	lines_add(lines, ROLE_NORMAL, note);
}

static void
chain_line(struct lines *lines, const struct trace *trace, uint32_t event, const uint32_t *chain, unsigned n, int cols)
{
	int room = cols - (int)(n - 1) * 3, left = (int)n;

	for (unsigned i = 0; i < n; i++, left--) {
		char brief[BRIEF_BYTES];
		const char *name = chain_name(trace, chain[i], brief);
		int before, most = room / left < CHAIN_CELLS ? room / left : CHAIN_CELLS;

		if (i)
			lines_add(lines, event_role(trace, chain[i - 1]), " \xe2\x80\xba ");
		before = lines->col;
		lines_fit(lines, chain[i] == event ? ROLE_HEADING : event_role(trace, chain[i]), name, strlen(name),
			most < 4 ? 4 : most);
		room -= lines->col - before;
	}
}

bool
event_chain(struct lines *lines, const struct tree *tree, uint32_t event, int cols)
{
	uint32_t chain[CHAIN_MOST];
	unsigned n = chain_make(tree, event, chain);

	if (n < 2)
		return false;
	lines_row(lines);
	chain_line(lines, tree->trace, event, chain, n, cols);
	return true;
}

/* The part of the chain above the event, without the call: it says little of many. */
static void
chain_above(struct lines *lines, const struct tree *tree, uint32_t event, int cols)
{
	uint32_t chain[CHAIN_MOST];
	unsigned n = chain_make(tree, event, chain), above = 0;

	while (above < n && chain[above] != event)
		above++;
	if (above == n)
		return;
	above -= above && event_is_call(tree->trace->kind[chain[above - 1]]);
	if (!above)
		return;
	lines_label(lines, "in");
	chain_line(lines, tree->trace, event, chain, above, cols - LINES_LABEL);
}

/* "GPU 34.88 us  2.4x", of which the last is against what the forward took. */
static void
half_cost(const struct tree *tree, const uint32_t pair[2], bool backward, bool host, char out[96])
{
	int64_t busy = tree_gpu_busy(tree, pair[backward]), forward = tree_gpu_busy(tree, pair[0]);
	double times = backward && forward > 0 ? (double)busy / (double)forward : 0;
	uint32_t first, n = backward ? tree_backward_of(tree, pair[0], &first) : 1;
	char time[32];
	int used = 0;

	out[0] = '\0';
	if (host)
		used += snprintf(out + used, 96 - (size_t)used, "  host %s", text_time(time, tree->trace->dur[pair[backward]]));
	if (busy || forward)
		used += snprintf(out + used, 96 - (size_t)used, "  GPU %s", text_time(time, busy));
	if (times > 0)
		used += snprintf(out + used, 96 - (size_t)used, "  %.*fx", times < 0.095 ? 3 : 1, times);
	if (n > 1)
		snprintf(out + used, 96 - (size_t)used, "  largest of %u", n);
}

static void
event_half(struct lines *lines, const struct tree *tree, const uint32_t pair[2], bool backward, int cols, bool full)
{
	char cost[96];

	half_cost(tree, pair, backward, full, cost);
	event_link(lines, tree->trace, backward ? "backward" : "forward", pair[backward], cost, cols);
}

/* Forward and backward, one below the other, with what each costs. */
static void
event_pair(struct lines *lines, const struct tree *tree, uint32_t event, int cols, bool full)
{
	uint32_t pair[2];

	if (!link_pair(tree, event, &pair[0], &pair[1]))
		return;
	event_half(lines, tree, pair, false, cols, full);
	event_half(lines, tree, pair, true, cols, full);
}

/* The longest of those below, the longest first; how many. */
static uint32_t
longest_kernels(const struct tree *tree, uint32_t begin, uint32_t end, uint32_t best[BESIDE_KERNELS])
{
	const int64_t *dur = tree->trace->dur;
	uint32_t n = 0;

	for (uint32_t i = begin; i < end; i++) {
		uint32_t at = n;

		while (at && dur[best[at - 1]] < dur[tree->gpu[i]])
			at--;
		if (at == BESIDE_KERNELS)
			continue;
		n += n < BESIDE_KERNELS;
		memmove(best + at + 1, best + at, (n - at - 1) * sizeof(*best));
		best[at] = tree->gpu[i];
	}
	return n;
}

/* As they were launched; beside another pane the longest, and not the one alone: the chain has it. */
static void
event_kernels(struct lines *lines, const struct tree *tree, uint32_t event, int cols, bool full)
{
	uint32_t begin, end, n, best[BESIDE_KERNELS];
	const uint32_t *kernels = best;
	char note[64], time[32], count[32];

	if (event_is_gpu(tree->trace->kind[event]))
		return;
	tree_gpu_range(tree, event, &begin, &end);
	if (!full && end - begin == 1)
		return;
	if (full) {
		kernels = tree->gpu + begin;
		n = end - begin < FULL_KERNELS ? end - begin : FULL_KERNELS;
	} else {
		n = longest_kernels(tree, begin, end, best);
	}
	for (uint32_t i = 0; i < n; i++) {
		snprintf(note, sizeof(note), "  %s us", text_us_parted(time, tree->trace->dur[kernels[i]]));
		event_link(lines, tree->trace, full || n == end - begin ? "kernel" : i ? "" : "longest", kernels[i], note,
			full || cols < BESIDE_CELLS ? cols : BESIDE_CELLS);
	}
	if (end - begin > n)
		lines_pair(lines, cols, "", ROLE_DIM, "and %s more", text_count(count, end - begin - n));
}

/*
 * The line that called for the event; of the backward pass that of its forward and, of what runs on the GPU or where there
 * is no other, what ran meanwhile: the backward pass as a whole was called for there.
 */
static void
event_line(struct lines *lines, const struct tree *tree, uint32_t event, int cols, bool full)
{
	static const char *const labels[LINE_KINDS] = {"line", "fwd line", "line then"};
	bool all = full || event_is_gpu(tree->trace->kind[event]);

	for (enum line_kind kind = 0; kind < LINE_KINDS; kind++) {
		uint32_t line = link_line(tree, event, kind);

		event_link(lines, tree->trace, labels[kind], line, "", cols);
		if (line != TRACE_NONE && (kind == LINE_ABOVE || !all))
			return;
	}
}

/* Beside another pane without the name, which the chain has: what there is to tell is the time from its end on. */
static void
event_launch(struct lines *lines, const struct tree *tree, uint32_t event, int cols, bool full)
{
	const struct trace *trace = tree->trace;
	uint32_t call = tree_launch(tree, event);
	char note[64] = "", time[32];

	if (!event_is_gpu(trace->kind[event]))
		return;
	if (call == TRACE_NONE) {
		lines_pair(lines, cols, "launch", ROLE_WARNING, "not known");
		return;
	}
	snprintf(note, sizeof(note), "  %s%s us", trace->ts[event] < trace_end(trace, call) ? "" : "+",
		text_us_parted(time, trace->ts[event] - trace_end(trace, call)));
	if (full) {
		event_link(lines, trace, "launch", call, note, cols);
		return;
	}
	lines_pair(lines, cols, "launch", ROLE_LINK, "%u", call);
	lines_add(lines, ROLE_NORMAL, note);
	lines_link(lines, call, NULL);
}

void
event_links(struct lines *lines, const struct tree *tree, uint32_t event, int cols, bool above, bool full)
{
	const struct trace *trace = tree->trace;
	size_t before = lines->n_rows;
	uint32_t chain[CHAIN_MOST], op = tree_ancestor_op(tree, event), module = tree_ancestor_module(tree, event);
	unsigned n = chain_make(tree, event, chain);

	lines_row(lines);
	if (full || (above && !chain_has(chain, n, op)))
		event_link(lines, trace, "op", op, "", cols);
	if (full || (above && !chain_has(chain, n, module)))
		event_link(lines, trace, "module", module, "", cols);
	event_line(lines, tree, event, cols, full);
	event_link(lines, trace, "recompute", link_recompute(tree, event), "", cols);
	event_launch(lines, tree, event, cols, full);
	if (full || !(event_is_gpu(trace->kind[event]) || event_is_call(trace->kind[event])))
		event_pair(lines, tree, event, cols, full);
	event_kernels(lines, tree, event, cols, full);
	if (lines->n_rows == before + 1)
		lines_keep(lines, before);
}

void
event_links_in_short(struct lines *lines, const struct tree *tree, uint32_t event, int cols)
{
	uint32_t pair[2];

	chain_above(lines, tree, event, cols);
	event_line(lines, tree, event, cols, false);
	if (!link_pair(tree, event, &pair[0], &pair[1]) || (event != pair[0] && event != pair[1]))
		return;
	event_half(lines, tree, pair, event == pair[0], cols, false);
}
