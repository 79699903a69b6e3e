/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/mem.h"
#include "tui/timeline_priv.h"
#include <string.h>

/* A hit as one number, in the order of lines and then of time. */
struct seek {
	uint64_t from, found, wrapped;	/* UINT64_MAX: none */
	uint64_t found_number, wrapped_number;
	uint64_t count;
	int step;
	bool here;
};

/* Whether each name matches, by string id; NULL when memory runs out. */
static bool *
match_names(const struct trace *trace, const struct pattern *pattern)
{
	bool *matches = mem_alloc(trace->strings.n, sizeof(*matches));

	for (uint32_t id = 0; matches && id < trace->strings.n; id++) {
		const char *name = trace_string(trace, id);

		matches[id] = pattern_matches(pattern, name, strlen(name));
	}
	return matches;
}

static void
seek_hit(struct seek *seek, uint64_t hit)
{
	bool is_ahead = seek->step > 0 ? hit > seek->from || (seek->here && hit == seek->from) : hit < seek->from;
	uint64_t *which = is_ahead ? &seek->found : &seek->wrapped;
	uint64_t *number = is_ahead ? &seek->found_number : &seek->wrapped_number;

	seek->count++;
	if (seek->step > 0 && *which != UINT64_MAX)
		return;		/* forwards the first counts, backwards the last */
	*which = hit;
	*number = seek->count;
}

bool
timeline_search(struct pane *pane, const struct pattern *pattern, int step, bool here, struct pane_hits *hits)
{
	struct timeline *t = timeline_of(pane);
	const struct trace *trace = t->lanes.trace;
	bool *matches = match_names(trace, pattern);
	uint32_t place = timeline_place(t, pane->cursor);
	struct seek seek = {.from = (uint64_t)pane->cursor << 32 | (place == TRACE_NONE ? 0 : place),
		.found = UINT64_MAX, .wrapped = UINT64_MAX, .step = step, .here = here};

	for (uint32_t line = 0; matches && line < t->n_lines; line++) {
		const struct lanes_row *r;

		if (t->lines[line].row == TIMELINE_PROCESS)
			continue;
		r = &t->lanes.rows[t->lines[line].row];
		for (uint32_t i = r->first; i < r->last; i++)
			if (matches[trace->name[t->lanes.events[i]]])
				seek_hit(&seek, (uint64_t)line << 32 | i);
	}
	free(matches);
	if (!seek.count)
		return false;
	hits->count = seek.count;
	hits->wrapped = seek.found == UINT64_MAX;
	hits->number = hits->wrapped ? seek.wrapped_number : seek.found_number;
	if (hits->wrapped)
		seek.found = seek.wrapped;
	t->at = lanes_start(&t->lanes, (uint32_t)seek.found);
	timeline_reveal(t, t->at);
	pane_set_cursor(pane, (uint32_t)(seek.found >> 32));
	return true;
}
