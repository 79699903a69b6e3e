/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/help_pane.h"
#include "tui/app.h"
#include "tui/lines.h"
#include "tui/sheet_pane.h"
#include <stdio.h>
#include <string.h>

#define KEY_CELLS 12
#define COMMAND_CELLS 24

struct help {
	struct lines lines;
	char map[32];		/* the one that comes first */
	int cols;
};

static void
help_heading(struct lines *lines, const char *before, const char *what)
{
	lines_row(lines);
	lines_row(lines);
	lines_printf(lines, ROLE_HEADING, "%s%s", before, what);
}

static void
help_binding(struct lines *lines, const struct binding *binding)
{
	const char *argument;
	enum command_id id = command_find(binding->command, &argument);
	char name[64];

	keys_text(binding, name);
	lines_row(lines);
	lines_add(lines, ROLE_NORMAL, "  ");
	lines_add(lines, ROLE_KEY, name);
	lines_add(lines, ROLE_NORMAL, " ");
	lines_col(lines, KEY_CELLS);
	lines_add(lines, ROLE_NORMAL, binding->command);
	lines_add(lines, ROLE_NORMAL, " ");
	lines_col(lines, KEY_CELLS + COMMAND_CELLS);
	if (id < COMMAND_COUNT)
		lines_add(lines, ROLE_DIM, commands[id].help);
}

static void
help_map(struct lines *lines, const struct keytable *keytable, const char *map)
{
	size_t shown = 0;

	for (size_t i = 0; i < keytable->n; i++) {
		const struct binding *binding = &keytable->bindings[i], *found;

		if (strcmp(binding->map, map))
			continue;
		if (keytable_find(keytable, map, binding->keys, binding->n_keys, &found) != KEYS_BOUND || found != binding)
			continue;
		if (!shown++)
			help_heading(lines, "keys in ", strcmp(map, "all") ? map : "every pane");
		help_binding(lines, binding);
	}
}

static void
help_commands(struct lines *lines)
{
	const char *group = "";

	for (unsigned id = 0; id < COMMAND_COUNT; id++) {
		const struct command *command = &commands[id];

		if (strcmp(group, command->group))
			help_heading(lines, "commands: ", command->group);
		group = command->group;
		lines_row(lines);
		lines_add(lines, ROLE_NORMAL, "  :");
		lines_add(lines, ROLE_KEY, command->name);
		if (*command->argument)
			lines_printf(lines, ROLE_NORMAL, " %s", command->argument);
		lines_add(lines, ROLE_NORMAL, " ");
		lines_col(lines, KEY_CELLS + COMMAND_CELLS);
		lines_add(lines, ROLE_DIM, command->help);
	}
}

static void
help_panes(struct lines *lines)
{
	help_heading(lines, "", "panes");
	for (unsigned i = 0; i < n_panes; i++) {
		lines_row(lines);
		lines_printf(lines, ROLE_NORMAL, "  %s ", panes[i]->id);
		lines_col(lines, KEY_CELLS);
		lines_add(lines, ROLE_DIM, panes[i]->help);
	}
}

static void
help_settings(struct lines *lines, const struct settings *settings)
{
	help_heading(lines, "", "settings, by :set NAME VALUE");
	for (unsigned id = 0; id < SETTING_COUNT; id++) {
		const struct setting *setting = &settings_table[id];

		lines_row(lines);
		lines_add(lines, ROLE_NORMAL, "  ");
		lines_add(lines, ROLE_KEY, setting->name);
		lines_add(lines, ROLE_NORMAL, " ");
		lines_col(lines, KEY_CELLS + 2);
		lines_printf(lines, ROLE_NORMAL, "%s  ", settings->value[id]);
		lines_col(lines, KEY_CELLS + COMMAND_CELLS);
		lines_printf(lines, ROLE_DIM, "%s: %s", setting->help, setting->values);
	}
}

/* Of the tables that are open: what :sort, :columns and :filter take. */
static void
help_tables(struct lines *lines, struct app *app)
{
	for (unsigned i = 0; i < n_panes; i++) {
		const struct pane *pane = app->open[i];
		const struct column_def *column;

		if (!pane || !pane->ops->sheet)
			continue;
		help_heading(lines, "columns of ", pane->ops->id);
		for (uint32_t c = 0; (column = sheet_pane_column(pane, c)); c++) {
			lines_row(lines);
			lines_printf(lines, ROLE_NORMAL, "  %s ", column->id);
			lines_col(lines, KEY_CELLS + COMMAND_CELLS / 2);
			lines_add(lines, ROLE_DIM, column->help ? column->help : column->title);
		}
	}
}

static void
help_columns(struct lines *lines)
{
	for (unsigned i = 0; i < n_panes; i++) {
		if (!panes[i]->n_columns)
			continue;
		help_heading(lines, "columns of ", panes[i]->id);
		for (unsigned c = 0; c < panes[i]->n_columns; c++) {
			lines_row(lines);
			lines_printf(lines, ROLE_NORMAL, "  %s ", panes[i]->columns[c].id);
			lines_col(lines, KEY_CELLS);
			lines_add(lines, ROLE_DIM, panes[i]->columns[c].help);
		}
	}
}

static void
help_fill(struct pane *pane)
{
	struct help *help = pane->state;
	const struct keytable *keytable = &pane->app->keytable;

	lines_clear(&help->lines);
	lines_row(&help->lines);
	lines_add(&help->lines, ROLE_NORMAL, "/ searches here as in every pane; your own keys stand in ~/.config/sonde/keys");
	if (*help->map)
		help_map(&help->lines, keytable, help->map);
	help_map(&help->lines, keytable, "all");
	for (unsigned i = 0; i < n_panes; i++)
		if (strcmp(panes[i]->id, help->map))
			help_map(&help->lines, keytable, panes[i]->id);
	if (strcmp(help->map, "table"))
		help_map(&help->lines, keytable, "table");
	help_commands(&help->lines);
	help_panes(&help->lines);
	help_settings(&help->lines, &pane->app->settings);
	help_columns(&help->lines);
	help_tables(&help->lines, pane->app);
}

void
help_pane_show(struct pane *pane, const char *map, const char *word)
{
	struct help *help = pane->state;
	struct pane_hits hits;

	snprintf(help->map, sizeof(help->map), "%s", strcmp(map, "help") ? map : help->map);
	help_fill(pane);
	pane->cursor = pane->top = 0;
	if (!*word)
		return;
	pattern_set(&pane->app->pattern, word);
	lines_search(pane, &help->lines, &pane->app->pattern, 1, true, &hits);
}

static int
help_open(struct pane *pane, struct error *err)
{
	(void)err;
	help_fill(pane);
	return 0;
}

static void
help_close(struct pane *pane)
{
	lines_free(&((struct help *)pane->state)->lines);
}

static uint32_t
help_rows(const struct pane *pane)
{
	return (uint32_t)((const struct help *)pane->state)->lines.n_rows;
}

static void
help_draw(const struct pane *pane, struct canvas *canvas, int y, uint32_t row)
{
	lines_draw(&((const struct help *)pane->state)->lines, canvas, y, row, pane->shift);
}

static bool
help_search(struct pane *pane, const struct pattern *pattern, int step, bool here, struct pane_hits *hits)
{
	return lines_search(pane, &((struct help *)pane->state)->lines, pattern, step, here, hits);
}

static void
help_title(const struct pane *pane, struct buffer *left, struct buffer *right)
{
	(void)pane;
	buffer_add_text(left, "keys, commands, panes, columns");
	buffer_add_text(right, "q closes");
}

static int
help_snapshot(const struct pane *pane, struct table **out, struct error *err)
{
	return lines_snapshot(&((const struct help *)pane->state)->lines, pane->ops->id, out, err);
}

const struct pane_ops help_pane = {
	.id = "help",
	.title = "help",
	.help = "keys, commands, panes and columns",
	.flags = PANE_EARLY,
	.state_size = sizeof(struct help),
	.open = help_open,
	.close = help_close,
	.rows = help_rows,
	.title_text = help_title,
	.draw = help_draw,
	.search = help_search,
	.snapshot = help_snapshot,
};
