/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/help_pane.h"
#include "tui/app.h"
#include "tui/help_rows.h"
#include "tui/sheet_pane_priv.h"
#include <stdio.h>
#include <string.h>

struct help {
	struct sheet_state sheet;	/* first: the pane is one of tables */
	char map[32];		/* the one that comes first */
};

static int
help_fill(struct pane *pane, struct error *err)
{
	const struct help *help = pane->state;
	struct sheet_state fresh = {.sort = -1, .name = -1};

	if (help_rows(&fresh.levels, pane->app, help->map, err)) {
		levels_free(&fresh.levels);
		return -1;
	}
	fresh.table = fresh.levels.table;
	return sheet_replace(pane, &fresh, pane->ops->usual, 1, err);
}

int
help_pane_show(struct pane *pane, const char *map, const char *word, struct error *err)
{
	struct help *help = pane->state;
	struct pane_hits hits;

	if (strcmp(map, pane->ops->id))
		snprintf(help->map, sizeof(help->map), "%s", map);
	if (help_fill(pane, err))
		return -1;
	if (!*word)
		return 0;
	pattern_set(&pane->app->pattern, word);
	if (!sheet_search(pane, &pane->app->pattern, 1, true, &hits))
		app_say(pane->app, ROLE_WARNING, "no row of the help holds %s", word);
	return 0;
}

static enum role
help_role(const struct pane *pane, uint32_t table_row, uint32_t column)
{
	(void)pane, (void)table_row;
	return column == HELP_KEY ? ROLE_KEY : column == HELP_TEXT ? ROLE_DIM : ROLE_NORMAL;
}

static void
help_title(const struct pane *pane, struct buffer *left, struct buffer *right)
{
	const struct sheet_state *s = pane->state;

	buffer_add_text(left, "keys and commands; your own keys: ~/.config/sonde/keys");
	sheet_sums(pane, right, 0);
	buffer_printf(right, "%s%s", s->n_tags && *s->filter ? "   " : "",
		*s->filter ? s->filter : s->n_tags ? "" : "q closes");
}

/* Only the rows of panes lead somewhere. */
static unsigned
help_enter(struct pane *pane, const char *argument, struct error *err)
{
	const struct sheet_state *s = pane->state;
	uint32_t row = sheet_n_rows(s) ? sheet_row(s, pane->cursor) : 0;
	const char *command;

	(void)argument;
	if (!sheet_n_rows(s) || s->levels.size[row] > 1)
		return STALE_NOT_MINE;
	command = table_cell(s->table, row, HELP_COMMAND).s;
	if (command && !strncmp(command, "pane ", 5))
		return app_run(pane->app, command, err) ? STALE_FAILED : STALE_SCREEN;
	error_set(err, "this row is to be read: Enter opens sections and panes");
	return STALE_FAILED;
}

static const struct pane_command help_commands[] = {
	{COMMAND_ENTER, help_enter}, {COMMAND_COUNT, NULL}
};

const struct pane_ops help_pane = {
	.id = "help",
	.title = "help",
	.help = "keys, commands, panes, settings and columns",
	.flags = PANE_EARLY | PANE_HEADING | PANE_LEVELS | PANE_DETAIL_ASKED,
	.state_size = sizeof(struct help),
	.open = help_fill,
	.close = sheet_close,
	.rows = sheet_rows,
	.hides = sheet_hides,
	.title_text = help_title,
	.heading = sheet_heading,
	.draw = sheet_draw,
	.cell_role = help_role,
	.event = sheet_event,
	.describe = sheet_describe,
	.search = sheet_search,
	.snapshot = sheet_snapshot,
	.cell = sheet_cell,
	.usual = "key,command,help",
	.commands = sheet_commands,
	.more = {help_commands, levels_commands, sheet_tag_commands},
	.sheet = "",
};
