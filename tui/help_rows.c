/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/help_rows.h"
#include "analysis/levels.h"
#include "analysis/nothing.h"
#include "analysis/sheets.h"
#include "base/mem.h"
#include "tui/help_pane.h"
#include "tui/sheet_pane_priv.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const struct column_def columns[HELP_COLUMNS] = {
	[HELP_KEY] = {"key", "Key", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 12, "what is typed"},
	[HELP_COMMAND] = {"command", "Command", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 24,
		"what it does, to be typed behind a colon as well"},
	[HELP_ARGUMENT] = {"argument", "Argument", CELL_TEXT, UNIT_NONE, COLUMN_NOISY, 20, "what the command takes"},
	[HELP_WHERE] = {"where", "Where", CELL_TEXT, UNIT_NONE, COLUMN_NOISY, 20, "the panes in which it works"},
	[HELP_TEXT] = {"help", "Help", CELL_TEXT, UNIT_NONE, 0, 60, "what it is for"},
	[HELP_SECTION] = {"section", "Section", CELL_TEXT, UNIT_NONE, COLUMN_NOISY, 20, "what it stands under"},
};

struct rows {
	const struct app *app;
	struct table *table;
	uint32_t *size;
	size_t cap;
	uint32_t section;	/* the row of the one begun last */
	bool failed;
};

struct row {
	const char *key, *command, *argument, *where, *help;	/* NULL: empty */
};

static void
set(struct rows *rows, int64_t row, enum help_column column, const char *text)
{
	if (text && table_set_text_copy(rows->table, row, (int)column, text, strlen(text)))
		rows->failed = true;
}

static int64_t
begin_row(struct rows *rows)
{
	int64_t row = rows->failed ? -1 : table_add_row(rows->table);

	if (row < 0 || !mem_reserve(&rows->size, &rows->cap, (size_t)row + 1, sizeof(*rows->size))) {
		rows->failed = true;
		return -1;
	}
	rows->size[row] = 1;
	return row;
}

/* Begins a section, which is left out when nothing follows. */
static void __attribute__((format(printf, 2, 3)))
section(struct rows *rows, const char *format, ...)
{
	int64_t row = begin_row(rows);
	char title[96];
	va_list args;

	if (row < 0)
		return;
	va_start(args, format);
	vsnprintf(title, sizeof(title), format, args);
	va_end(args);
	set(rows, row, HELP_KEY, title);
	rows->section = (uint32_t)row;
}

static void
end_section(struct rows *rows)
{
	if (!rows->failed && rows->size[rows->section] == 1)
		table_truncate(rows->table, rows->section);
}

static void
add(struct rows *rows, const struct row *texts)
{
	int64_t row = begin_row(rows);

	if (row < 0)
		return;
	set(rows, row, HELP_KEY, texts->key);
	set(rows, row, HELP_COMMAND, texts->command);
	set(rows, row, HELP_ARGUMENT, texts->argument);
	set(rows, row, HELP_WHERE, texts->where);
	set(rows, row, HELP_TEXT, texts->help);
	table_set_text(rows->table, row, HELP_SECTION, table_cell(rows->table, rows->section, HELP_KEY).s);
	rows->size[rows->section]++;
}

/* Of a key that shows a pane or begins a command: what is told of that. */
static const char *
binding_help(const char *line)
{
	const char *argument, *none;
	enum command_id id = command_find(line, &argument), begun;
	const struct pane_ops *ops = id == COMMAND_PANE ? pane_kind(argument) : NULL;

	if (id == COMMAND_COUNT)
		return NULL;
	begun = id == COMMAND_PROMPT ? command_find(argument, &none) : COMMAND_COUNT;
	return ops ? ops->help : commands[begun < COMMAND_COUNT ? begun : id].help;
}

static void
keys_of(struct rows *rows, const char *map)
{
	const struct keytable *keytable = &rows->app->keytable;
	const char *where = !strcmp(map, "all") ? "every pane" : !strcmp(map, "table") ? "tables" : map;

	section(rows, "keys in %s", where);
	for (size_t i = 0; i < keytable->n; i++) {
		const struct binding *binding = &keytable->bindings[i], *found;
		char name[64];

		if (strcmp(binding->map, map)
		    || keytable_find(keytable, map, binding->keys, binding->n_keys, &found) != KEYS_BOUND || found != binding)
			continue;
		keys_text(binding, name);
		add(rows, &(struct row){name, binding->command, NULL, where, binding_help(binding->command)});
	}
	end_section(rows);
}

/* The key that is bound to just this, where there is one. */
static const char *
key_of(const struct rows *rows, const char *map, const char *command, char out[64])
{
	return keytable_keys_of(&rows->app->keytable, *map ? map : "all", command, out);
}

static void
all_commands(struct rows *rows, const char *map)
{
	const char *group = "";

	for (unsigned id = 0; id < COMMAND_COUNT; id++) {
		const struct command *command = &commands[id];
		char key[64], where[128], line[128];

		if (strcmp(group, command->group))
			section(rows, "commands: %s", command->group);
		group = command->group;
		app_where((enum command_id)id, where, sizeof(where));
		snprintf(line, sizeof(line), "%s%s%s", command->name, *command->argument ? " " : "", command->argument);
		add(rows, &(struct row){key_of(rows, map, command->name, key), line,
			*command->argument ? command->argument : NULL, where, command->help});
	}
}

static void
all_panes(struct rows *rows)
{
	section(rows, "panes");
	for (unsigned i = 0; i < n_panes; i++) {
		char key[64], line[64];

		snprintf(line, sizeof(line), "pane %s", panes[i]->id);
		add(rows, &(struct row){key_of(rows, "all", line, key), line, NULL, "every pane", panes[i]->help});
	}
}

/* The command as it is to be typed for what is set. */
static void
all_settings(struct rows *rows)
{
	section(rows, "settings, as they are");
	for (unsigned id = 0; id < SETTING_COUNT; id++) {
		const struct setting *setting = &settings_table[id];
		char line[SETTING_BYTES + 64], help[256];

		snprintf(line, sizeof(line), "set %s %s", setting->name, rows->app->settings.value[id]);
		snprintf(help, sizeof(help), "%s: %s", setting->help, setting->values);
		add(rows, &(struct row){NULL, line, setting->values, "every pane", help});
	}
}

static void
columns_of(struct rows *rows, const struct pane_ops *ops)
{
	section(rows, "columns of %s", ops->id);
	for (unsigned c = 0; c < ops->n_columns; c++)
		add(rows, &(struct row){NULL, ops->columns[c].id, NULL, ops->id, ops->columns[c].help});
	end_section(rows);
}

/* The table of a pane that is not open, without rows, or NULL. */
static struct table *
blank_table(const struct pane_ops *ops, struct analysis *nothing)
{
	const struct sheet *sheet = ops->sheet ? sheet_find(ops->sheet) : NULL;
	struct levels levels = {0};
	struct table *table = NULL;
	struct error ignored;

	if (sheet && sheet_build(nothing, sheet, &table, &ignored))
		return NULL;
	if (ops->open != sheet_open || !(ops->flags & PANE_LEVELS))
		return table;
	if (levels_build(&levels, nothing, (enum levels_kind)ops->levels, &ignored))
		return NULL;
	table = levels.table;
	levels.table = NULL;
	levels_free(&levels);
	return table;
}

/* Of tables: what :sort, :columns and :filter take. Those of one that is open are as the trace has them. */
static void
columns_of_tables(struct rows *rows, struct analysis *nothing)
{
	for (unsigned i = 0; i < n_panes; i++) {
		const struct pane_ops *ops = panes[i];
		const struct pane *open = ops->sheet && !ops->n_columns && ops != &help_pane ? rows->app->open[i] : NULL;
		struct table *blank = !open && nothing && ops != &sheet_pane ? blank_table(ops, nothing) : NULL;
		const struct column_def *column;

		section(rows, "columns of %s", ops->id);
		for (uint32_t c = 0; (column = open ? sheet_pane_column(open, c)
			: blank && c < blank->n_columns ? blank->columns[c].def : NULL); c++)
			add(rows, &(struct row){NULL, column->id, NULL, ops->id,
				column->help ? column->help : column->title});
		end_section(rows);
		table_free(blank);
	}
}

static void
all_rows(struct rows *rows, const char *map)
{
	const struct session *session = &rows->app->session;
	struct analysis *nothing;
	struct error ignored;

	if (*map)
		keys_of(rows, map);
	keys_of(rows, "all");
	for (unsigned i = 0; i < n_panes; i++)
		if (strcmp(panes[i]->id, map))
			keys_of(rows, panes[i]->id);
	if (strcmp(map, "table"))
		keys_of(rows, "table");
	all_commands(rows, map);
	all_panes(rows);
	all_settings(rows);
	for (unsigned i = 0; i < n_panes; i++)
		columns_of(rows, panes[i]);
	if (analysis_of_nothing(&nothing, session->arch, session->models, &ignored))
		nothing = NULL;
	columns_of_tables(rows, nothing);
	analysis_free(nothing);
}

int
help_rows(struct levels *levels, const struct app *app, const char *map, struct error *err)
{
	struct rows rows = {.app = app, .table = table_of("help", "Help", columns, HELP_COLUMNS)};

	rows.failed = !rows.table;
	all_rows(&rows, map);
	*levels = (struct levels){.table = rows.table, .size = rows.size};
	return rows.failed ? error_no_memory(err, "listing the help") : 0;
}
