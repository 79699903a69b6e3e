/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The limits that tables are made with: those of the GPU, and the steps that were asked for. */
#include "tui/app_priv.h"
#include "tui/compare_pane.h"
#include "tui/timeline.h"
#include <stdio.h>
#include <string.h>

/* Rows and columns of a sheet may be others with other limits. */
static bool
is_sheet(const struct pane_ops *ops)
{
	return ops->sheet && *ops->sheet;
}

static bool
line_stays(const struct pane *pane, const char *key)
{
	static const char *const gone[] = {"columns ", "tags ", "tagged-only ", "at "};

	if (!is_sheet(pane->ops))
		return true;
	for (unsigned i = 0; i < sizeof(gone) / sizeof(*gone); i++)
		if (!strncmp(key, gone[i], strlen(gone[i])))
			return false;
	return true;
}

/* How the pane is, for the one that takes its place. */
static void
pane_carry(const struct pane *pane, struct buffer *out)
{
	size_t id = strlen(pane->ops->id) + 1;
	struct buffer text = {0};
	const char *line;

	if (pane->ops->save)
		pane->ops->save(pane, &text);
	for (line = text.data ? text.data : ""; *line;) {
		size_t len = strcspn(line, "\n");

		if (len > id && line_stays(pane, line + id))
			buffer_add(out, line, len + (line[len] == '\n'));
		line += len + (line[len] == '\n');
	}
	buffer_free(&text);
}

static bool
has_limits(const struct pane *pane)
{
	return pane && !(pane->ops->flags & PANE_EARLY) && pane->ops != &timeline_pane
		&& pane->ops != &compare_pane;
}

struct session_limits
app_limits(const struct app *app)
{
	return (struct session_limits){app->models, app->settings.value[SETTING_ARCH]};
}

/* What was made with the old limits is made anew. */
unsigned
app_limit_gpu(struct app *app, const char *name, struct error *err)
{
	const struct pane_ops *shown;
	struct pane before = {0};

	app_drop_changes(app);
	shown = app->pane ? app->pane->ops : NULL;
	if (app->pane)
		before = *app->pane;
	buffer_free(&app->state);
	for (unsigned kind = 0; kind < n_panes; kind++)
		if (has_limits(app->open[kind]))
			pane_carry(app->open[kind], &app->state);
	if (session_limit_gpu(&app->session, name, err) || (comparison_state(&app->comparison) == COMPARISON_READY
	    && session_limit_gpu(&app->comparison.other, name, err)))
		return STALE_FAILED;
	for (size_t i = 0; i < app->history.n; i++)
		if (is_sheet(app->history.visits[i].ops))
			app->history.visits[i].known = false;
	app->pane = NULL;
	for (unsigned kind = 0; kind < n_panes; kind++) {
		if (!has_limits(app->open[kind]))
			continue;
		pane_free(app->open[kind]);
		app->open[kind] = NULL;
	}
	if (!app_show(app, shown ? shown : pane_kind("overview"), err))
		return STALE_FAILED;
	if (app->pane->cursor == before.cursor) {
		app->pane->top = before.top;
		app->pane->height = before.height;
		app->pane->centre = false;
		pane_clamp(app->pane);
	}
	return STALE_SCREEN | STALE_DETAIL | STALE_LAYOUT;
}

int
app_limit_steps(struct app *app, struct error *err)
{
	const struct tui_options *options = app->options;
	struct tree_window window;

	if (!options->limit_steps)
		return 0;
	if (session_find_steps(&app->session, options->first_step, options->last_step, &window, err))
		return -1;
	return app_limit(app, &window, err) & STALE_FAILED ? -1 : 0;
}
