/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is told of a row beside the tree. */
#include "base/text.h"
#include "tui/event_lines.h"
#include "tui/kernel_lines.h"
#include "tui/tree_pane_priv.h"
#include <string.h>

/* What ran on the GPU below a merged row. */
static void
describe_kernels(const struct tree_source *source, uint32_t id, struct lines *lines, int cols)
{
	struct levels_kernel kernels[KERNEL_LINES];
	uint32_t names, n = levels_kernels_below(source->rows, id, kernels, KERNEL_LINES, &names);

	kernel_lines(lines, "kernels below", kernels, n, names, cols);
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
	if (f->count > 1 && f->sum)
		event_busy(lines, cols, f->busy, f->sum, "");
	if (f->count > 1 && (f->sum || f->host))
		lines_pair(lines, cols, "mean", ROLE_NORMAL, "%s%s%s%s%s", f->sum ? text_time(gpu, f->sum / f->count) : "",
			f->sum ? " GPU" : "", f->sum && f->host ? "   " : "",
			f->host ? text_time(host, f->host / f->count) : "", f->host ? " host" : "");
	before = lines->n_rows;
	describe_kernels(source, id, lines, cols);
	if (f->count > 1 || lines->n_rows > before)
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
		if (f.sum)
			event_busy(lines, cols, f.busy, f.sum, "");
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
	uint32_t entry = tree_entry_at(view, row), event;

	if (!is_many(view, entry))
		return;
	event = tree_source_event(&view->source, view->source.outline.id[entry]);
	if (event != TRACE_NONE)
		event_long_name(lines, view->source.session->trace, event, cols);
}

/* What is above an event stands there in the tree, how much is below it in its row. */
unsigned
tree_parts(const struct pane *pane, uint32_t row)
{
	const struct tree_view *view = tree_view(pane);

	return is_many(view, tree_entry_at(view, row)) ? EVENT_FIRST | EVENT_ARGS : EVENT_OWN | EVENT_NAME | EVENT_ARGS;
}
