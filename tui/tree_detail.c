/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is told of a row beside the tree. */
#include "base/mem.h"
#include "base/text.h"
#include "analysis/intervals.h"
#include "tui/event_lines.h"
#include "tui/kernel_lines.h"
#include "tui/tree_pane_priv.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KERNELS_ROWS (1U << 17)	/* below a row, looked at for its kernels at each key */

static int
by_name(const void *a, const void *b)
{
	uintptr_t x = (uintptr_t)((const struct levels_kernel *)a)->name, y = (uintptr_t)((const struct levels_kernel *)b)->name;

	return x < y ? -1 : x > y;
}

/* Puts those of one name together, whose texts are stored once; returns how many are left. */
static uint32_t
fold_names(struct levels_kernel *all, uint32_t n)
{
	uint32_t folded = 0;

	if (n)
		qsort(all, n, sizeof(*all), by_name);
	for (uint32_t i = 0; i < n; i++) {
		if (!folded || all[folded - 1].name != all[i].name) {
			all[folded++] = all[i];
			continue;
		}
		all[folded - 1].count += all[i].count;
		all[folded - 1].ns = time_add(all[folded - 1].ns, all[i].ns);
	}
	return folded;
}

/* What ran on the GPU below a merged row. */
static void
describe_kernels(const struct tree_source *source, uint32_t id, struct lines *lines, int cols)
{
	const struct merged *merged = source->rows;
	const struct trace *trace = merged->tree->trace;
	uint32_t size = merged->rows[id].size, n = 0, names;
	struct levels_kernel most[KERNEL_LINES], *all = size > 1 && size <= KERNELS_ROWS ? mem_alloc(size, sizeof(*all)) : NULL;

	if (!all)
		return;
	for (uint32_t i = id; i < id + size; i++) {
		const struct merged_row *row = &merged->rows[i];

		if (row->first != TRACE_NONE && event_is_gpu(trace->kind[row->first]))
			all[n++] = (struct levels_kernel){merged_label(merged, i), row->count, row->gpu_sum};
	}
	names = fold_names(all, n);
	n = levels_kernels_most(all, names, most, KERNEL_LINES);
	kernel_lines(lines, "kernels below", most, n, names, cols);
	free(all);
}

/* As event_work() has it: the sum only where it differs. */
static void
describe_gpu(const struct tree_figures *f, struct lines *lines, int cols)
{
	char busy[32], sum[32], summed[48] = "";

	if (!f->sum)
		return;
	if (f->sum != f->busy)
		snprintf(summed, sizeof(summed), "   summed %s us", text_us_parted(sum, f->sum));
	lines_pair(lines, cols, "GPU busy", ROLE_BUSY, "%s us%s", text_us_parted(busy, f->busy), summed);
}

/* A row of one instance is that event: what follows tells its times. */
static void
describe_instances(const struct tree_source *source, uint32_t id, const struct tree_figures *f, struct lines *lines,
	int cols)
{
	char count[32], gpu[32], host[32];
	size_t before;

	lines_row(lines);
	lines_printf(lines, ROLE_HEADING, "%s instance%s", text_count(count, f->count), f->count == 1 ? "" : "s");
	if (f->count > 1)
		describe_gpu(f, lines, cols);
	if (f->count > 1 && (f->sum || f->host))
		lines_pair(lines, cols, "mean", ROLE_NORMAL, "%s%s%s%s%s", f->sum ? text_time(gpu, f->sum / f->count) : "",
			f->sum ? " GPU" : "", f->sum && f->host ? "   " : "",
			f->host ? text_time(host, f->host / f->count) : "", f->host ? " host" : "");
	before = lines->n_rows;
	describe_kernels(source, id, lines, cols);
	if (f->count > 1)
		lines_section(lines, "the first of them");
	else if (lines->n_rows > before)
		lines_row(lines);
}

void
tree_describe(const struct pane *pane, uint32_t row, struct lines *lines, int cols)
{
	const struct tree_view *view = tree_view(pane);
	uint32_t entry = tree_entry_at(view, row), id;
	struct tree_figures f;
	char label[256];

	if (entry == OUTLINE_NONE)
		return;
	id = view->source.outline.id[entry];
	tree_source_figures(&view->source, id, &f);
	if (tree_source_event(&view->source, id) == TRACE_NONE) {
		lines_row(lines);
		lines_add(lines, ROLE_THREAD, tree_source_label(&view->source, id, label));
		describe_gpu(&f, lines, cols);
		if (view->source.merged)
			describe_kernels(&view->source, id, lines, cols);
		return;
	}
	if (view->source.merged)
		describe_instances(&view->source, id, &f, lines, cols);
}

/* Of a merged row that stands for several instances. */
static bool
is_many(const struct tree_view *view, uint32_t entry)
{
	struct tree_figures f = {0};

	if (entry != OUTLINE_NONE && view->source.merged)
		tree_source_figures(&view->source, view->source.outline.id[entry], &f);
	return f.count > 1;
}

/* A name that neither the row nor the chain may have room for. */
void
tree_describe_rest(const struct pane *pane, uint32_t row, struct lines *lines, int cols)
{
	const struct tree_view *view = tree_view(pane);
	const struct trace *trace = view->source.session->trace;
	uint32_t entry = tree_entry_at(view, row), event;

	if (!is_many(view, entry))
		return;
	event = tree_source_event(&view->source, view->source.outline.id[entry]);
	if (event == TRACE_NONE || (int)text_width(trace_name(trace, event), strlen(trace_name(trace, event))) <= cols / 2)
		return;
	lines_section(lines, "name");
	event_whole_name(lines, trace, event, cols);
}

/* Where an event was called from stands above it in the tree. */
unsigned
tree_parts(const struct pane *pane, uint32_t row)
{
	const struct tree_view *view = tree_view(pane);

	return is_many(view, tree_entry_at(view, row)) ? EVENT_ARGS : EVENT_OWN | EVENT_ARGS;
}
