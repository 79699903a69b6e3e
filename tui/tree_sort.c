/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/mem.h"
#include "tui/tree_pane_priv.h"
#include <math.h>
#include <string.h>

struct tree_sorter {
	const struct tree_view *view;
	uint32_t *rank;		/* label -> its place among all labels; NULL unless sorted by name */
};

struct named {
	const char *text;
	uint32_t label;
};

static double
sorter_figure(void *ctx, uint32_t id)
{
	const struct tree_view *view = ((const struct tree_sorter *)ctx)->view;
	struct tree_figures f;
	struct tree_roof roof;
	double percent;

	tree_source_figures(&view->source, id, &f);
	switch (view->sort) {
	case TREE_SELF:
		return (double)f.self;
	case TREE_COUNT:
		return (double)f.count;
	case TREE_HOST:
		return (double)f.host;
	case TREE_SUM:
		return (double)f.sum;
	case TREE_ROOFLINE:
	case TREE_ABOVE:
		tree_source_roof(&view->source, id, &roof);
		percent = tree_roof_percent(&roof);
		return view->sort == TREE_ABOVE ? (double)roof.above_ns : isnan(percent) ? -1 : percent;
	default:
		return (double)f.busy;
	}
}

/* Names ascend where figures descend. Threads keep their order. */
static double
sorter_name(void *ctx, uint32_t id)
{
	const struct tree_sorter *sorter = ctx;
	const struct tree_source *source = &sorter->view->source;

	if (tree_source_event(source, id) == TRACE_NONE)
		return 0;
	if (source->merged)
		return -(double)sorter->rank[source->rows->rows[id].label];
	return -(double)sorter->rank[source->session->trace->name[source->session->tree->order[id]]];
}

static int
named_compare(const void *a, const void *b)
{
	return strcmp(((const struct named *)a)->text, ((const struct named *)b)->text);
}

static uint32_t *
sorter_rank(const struct tree_source *source)
{
	const struct intern *strings = &source->session->trace->strings;
	uint32_t n = strings->n + (source->merged ? source->rows->classes.n : 0);
	uint32_t *rank = mem_alloc(n, sizeof(*rank));
	struct named *all = mem_alloc(n, sizeof(*all));

	for (uint32_t i = 0; rank && all && i < n; i++)
		all[i] = (struct named){i < strings->n ? intern_text(strings, i)
			: intern_text(&source->rows->classes, i - strings->n), i};
	if (rank && all) {
		qsort(all, n, sizeof(*all), named_compare);
		for (uint32_t i = 0; i < n; i++)
			rank[all[i].label] = i && !strcmp(all[i].text, all[i - 1].text) ? rank[all[i - 1].label] : i;
	} else {
		free(rank);
		rank = NULL;
	}
	free(all);
	return rank;
}

int
tree_need_roofs(struct tree_view *view, struct error *err)
{
	bool needed = view->sort == TREE_ROOFLINE || view->sort == TREE_ABOVE;

	for (uint32_t i = 0; i < view->n_columns; i++)
		needed = needed || view->columns[i] == TREE_ROOFLINE || view->columns[i] == TREE_ABOVE;
	return needed ? tree_source_roofs(&view->source, err) : 0;
}

int
tree_sort(struct tree_view *view, struct error *err)
{
	struct tree_sorter sorter = {view, NULL};
	bool ok, by_name = view->sort == TREE_NAME;

	if (by_name)
		sorter.rank = sorter_rank(&view->source);
	ok = (!by_name || sorter.rank)
		&& outline_sort(&view->source.outline, by_name ? sorter_name : sorter_figure, &sorter, view->ascending);
	free(sorter.rank);
	return ok ? 0 : error_no_memory(err, "sorting the tree");
}
