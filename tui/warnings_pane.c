/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is odd about the trace: one line a kind, Enter leads to the first event of it. */
#include "tui/warnings_pane.h"
#include "tui/app.h"
#include "tui/lines.h"
#include <string.h>

static void
warnings_fill(struct pane *pane, int cols)
{
	struct lines *lines = pane->state;
	const struct trace *trace = pane->app->session.trace;

	lines_clear(lines);
	for (unsigned kind = 0; kind < WARNINGS; kind++) {
		char text[1024];
		const char *line = trace_warning(trace, (enum warning_kind)kind, text, sizeof(text));
		uint32_t event = trace->warnings[kind].event;

		if (!line)
			continue;
		lines_row(lines);
		if (event < trace->n)
			lines_link(lines, event, NULL);
		lines_add(lines, ROLE_WARNING, "! ");
		lines_wrap(lines, ROLE_NORMAL, line, strlen(line), cols, 2);
		if (event < trace->n)
			lines_printf(lines, ROLE_DIM, "  first: event %u", event);
	}
	if (!lines->n_rows) {
		lines_row(lines);
		lines_add(lines, ROLE_DIM, "nothing is odd about this trace");
	}
}

static void
warnings_close(struct pane *pane)
{
	lines_free(pane->state);
}

static uint32_t
warnings_rows(const struct pane *pane)
{
	return (uint32_t)((const struct lines *)pane->state)->n_rows;
}

static void
warnings_draw(const struct pane *pane, struct canvas *canvas, int y, uint32_t row)
{
	lines_draw(pane->state, canvas, y, row, pane->shift);
}

static uint32_t
warnings_event(const struct pane *pane, uint32_t row)
{
	return ((const struct lines *)pane->state)->rows[row].event;
}

static bool
warnings_search(struct pane *pane, const struct pattern *pattern, int step, bool here, struct pane_hits *hits)
{
	return lines_search(pane, pane->state, pattern, step, here, hits);
}

static unsigned
warnings_enter(struct pane *pane, const char *argument, struct error *err)
{
	uint32_t event = pane_event(pane);

	(void)argument;
	if (event != TRACE_NONE)
		return app_goto(pane->app, event, err);
	error_set(err, "this line leads to no event");
	return STALE_FAILED;
}

static int
warnings_snapshot(const struct pane *pane, struct table **out, struct error *err)
{
	return lines_snapshot(pane->state, pane->ops->id, out, err);
}

static const struct pane_command warnings_commands[] = {
	{COMMAND_ENTER, warnings_enter},
	{COMMAND_COUNT, NULL}
};

const struct pane_ops warnings_pane = {
	.id = "warnings",
	.title = "warnings",
	.help = "what is odd about the trace, with the first event of each kind",
	.flags = PANE_DETAIL,
	.state_size = sizeof(struct lines),
	.close = warnings_close,
	.resize = warnings_fill,
	.rows = warnings_rows,
	.draw = warnings_draw,
	.event = warnings_event,
	.search = warnings_search,
	.snapshot = warnings_snapshot,
	.commands = warnings_commands,
};
