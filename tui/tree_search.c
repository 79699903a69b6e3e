/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Search through all rows of the tree, shown or folded away. Each distinct name is looked at once. */
#include "base/mem.h"
#include "tui/tree_pane_priv.h"
#include <string.h>

enum { NAME_UNKNOWN, NAME_HIT, NAME_MISS };

struct tree_finder {
	const struct tree_view *view;
	const struct pattern *pattern;
	uint8_t *names;		/* by string id, for instances */
};

static bool
finder_matches(struct tree_finder *f, uint32_t entry)
{
	const struct tree_source *source = &f->view->source;
	uint32_t id = source->outline.id[entry], event = tree_source_event(source, id);
	char label[256];
	const char *text;
	uint8_t *known = NULL;
	bool hit;

	if (event != TRACE_NONE && !source->merged) {
		known = &f->names[source->session->trace->name[event]];
		if (*known)
			return *known == NAME_HIT;
	}
	text = tree_source_label(source, id, label);
	hit = pattern_matches(f->pattern, text, strlen(text));
	if (known)
		*known = hit ? NAME_HIT : NAME_MISS;
	return hit;
}

/* The next entry that matches in [first, end), going round; OUTLINE_NONE when there is none. */
static uint32_t
finder_next(struct tree_finder *f, uint32_t first, uint32_t end, uint32_t at, int step, bool here)
{
	uint32_t n = end - first, from = at - first;

	for (uint32_t tried = here ? 0 : 1; tried <= n; tried++) {
		uint32_t offset = step > 0 ? (uint32_t)(((uint64_t)from + tried) % n)
			: (uint32_t)(((uint64_t)from + n - tried % n) % n);

		if (finder_matches(f, first + offset))
			return first + offset;
	}
	return OUTLINE_NONE;
}

bool
tree_search(struct pane *pane, const struct pattern *pattern, int step, bool here, struct pane_hits *hits)
{
	struct tree_finder f = {tree_view(pane), pattern, NULL};
	uint32_t first = tree_first(f.view), end = tree_end(f.view), at = tree_cursor_entry(pane), found;

	*hits = (struct pane_hits){0};
	f.names = mem_zero(pane->app->session.trace->strings.n, 1);
	if (!f.names || first == end || at == OUTLINE_NONE) {
		free(f.names);
		return false;
	}
	found = finder_next(&f, first, end, at, step, here);
	if (found != OUTLINE_NONE) {
		for (uint32_t entry = first; entry < end; entry++) {
			hits->count += finder_matches(&f, entry);
			if (entry == found)
				hits->number = hits->count;
		}
		hits->wrapped = step > 0 ? found < at : found > at;
		tree_select(pane, found);
	}
	free(f.names);
	return found != OUTLINE_NONE;
}
