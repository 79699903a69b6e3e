/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tagged rows of the tree and their sums. */
#include "base/bits.h"
#include "base/mem.h"
#include "base/text.h"
#include "tui/app.h"
#include "tui/state.h"
#include "tui/tree_pane_priv.h"
#include <stdio.h>

bool
tree_is_tagged(const struct tree_view *view, uint32_t id)
{
	return view->n_tags && bits_get(view->tags, id);
}

uint32_t
tree_tagged(const struct pane *pane)
{
	const struct tree_view *view = tree_view(pane);
	uint32_t n = 0;

	if (!view->n_tags || !view->source.outline.n)
		return 0;
	for (uint32_t entry = tree_first(view); entry < tree_end(view); entry++)
		n += bits_get(view->tags, view->source.outline.id[entry]);
	return n;
}

/*
 * Of the rows that a filter leaves; those below a tagged one are in its sum. A thread has no host
 * time, and is no call: it adds nothing there, and what is below it counts.
 */
void
tree_sum_tags(struct tree_view *view)
{
	const struct outline *outline = &view->source.outline;
	struct tree_tagged all = {0};
	uint32_t end = 0, end_calls = 0;

	for (uint32_t entry = 0; view->n_tags && entry < outline->n; entry++) {
		uint32_t id = outline->id[entry];
		bool call = tree_source_event(&view->source, id) != TRACE_NONE;
		struct tree_figures f;

		if (!bits_get(view->tags, id))
			continue;
		all.rows++;
		if (entry < end && (!call || entry < end_calls))
			continue;
		tree_source_figures(&view->source, id, &f);
		if (entry >= end) {
			end = entry + outline->span[entry];
			all.sum += f.sum;
			all.count += view->source.merged ? 0 : f.count;
		}
		if (!call || entry < end_calls)
			continue;
		end_calls = entry + outline->span[entry];
		all.calls = true;
		all.count += view->source.merged ? f.count : 0;
		if (__builtin_add_overflow(all.host, f.host, &all.host))
			all.host = INT64_MAX;
	}
	view->tagged = all;
}

/* Work that ran at once counts twice; the host's time alone where there is no other. */
const char *
tree_tagged_sum(const struct tree_tagged *all, char out[64])
{
	if (all->calls && !all->sum)
		snprintf(out, 64, "host %.3f ms", (double)all->host / 1e6);
	else
		snprintf(out, 64, "GPU %.3f ms summed", (double)all->sum / 1e6);
	return out;
}

static unsigned
tags_say(struct pane *pane)
{
	struct tree_view *view = tree_view(pane);
	const struct tree_tagged *all = &view->tagged;
	char host[64] = "", n[32] = "", count[32], sum[64];

	tree_sum_tags(view);
	if (all->calls && all->sum)
		snprintf(host, sizeof(host), "  host %.3f ms", (double)all->host / 1e6);
	if (all->count)
		snprintf(n, sizeof(n), "  %s %s", view->source.merged ? "n" : "GPU n", text_count(count, all->count));
	if (all->rows)
		app_say(pane->app, ROLE_STATUS, "%s tagged  %s%s%s", text_count(count, all->rows),
			tree_tagged_sum(all, sum), host, n);
	else
		app_say(pane->app, ROLE_STATUS, "no row is tagged");
	return STALE_SCREEN | STALE_DETAIL;
}

static bool
make_tags(struct tree_view *view)
{
	if (!view->tags)
		view->tags = mem_zero(bits_words(view->source.outline.n_ids), sizeof(*view->tags));
	return view->tags != NULL;
}

static void
tag_set(struct tree_view *view, uint32_t id, bool set)
{
	if (bits_get(view->tags, id) == set)
		return;
	bits_put(view->tags, id, set);
	view->n_tags += set ? 1 : UINT32_MAX;
}

static void
tag_add(void *view, uint32_t id)
{
	tag_set(view, id, true);
}

void
tree_load_tags(struct tree_view *view, const char *ids)
{
	if (!make_tags(view))
		return;
	state_each(ids, view->source.outline.n_ids, tag_add, view);
	tree_sum_tags(view);
}

/* The row, then on to the next; or all rows that are shown, none, the others. */
static unsigned
run_tag(struct pane *pane, const char *argument, struct error *err)
{
	struct tree_view *view = tree_view(pane);
	const struct outline *outline = &view->source.outline;
	int choice = command_choice("all|none|invert", argument);
	uint32_t n = pane->ops->rows(pane);

	if (!n || !make_tags(view)) {
		error_set(err, n ? "out of memory while tagging" : "there is no row");
		return STALE_FAILED;
	}
	if (choice < 0) {
		uint32_t id = tree_cursor_id(pane);

		tag_set(view, id, !bits_get(view->tags, id));
		pane_move(pane, 1);
		return tags_say(pane);
	}
	for (uint32_t id = 0; choice == 1 && id < outline->n_ids; id++)
		tag_set(view, id, false);
	for (uint32_t row = 0; choice != 1 && row < n; row++) {
		uint32_t id = outline->id[tree_entry_at(view, row)];

		tag_set(view, id, choice == 0 || !bits_get(view->tags, id));
	}
	return tags_say(pane);
}

const struct pane_command tree_tag_commands[] = {
	{COMMAND_TAG, run_tag}, {COMMAND_COUNT, NULL}
};
