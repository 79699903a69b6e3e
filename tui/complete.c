/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/complete.h"
#include "analysis/sheets.h"
#include "model/arch.h"
#include "tui/app.h"
#include "tui/sheet_pane.h"
#include <stdlib.h>
#include <string.h>

struct completion {
	const char *text;
	size_t len;
	unsigned skip;		/* matches still to pass over */
};

/* The word as a copy when it is the one that is asked for. */
static char *
completion_try(struct completion *c, const char *word, size_t len)
{
	if (len < c->len || memcmp(word, c->text, c->len))
		return NULL;
	return c->skip-- ? NULL : strndup(word, len);
}

static char *
complete_commands(struct completion *c)
{
	char *word = NULL;

	for (unsigned id = 0; id < COMMAND_COUNT && !word; id++)
		word = completion_try(c, commands[id].name, strlen(commands[id].name));
	return word;
}

static char *
complete_choices(struct completion *c, const char *choices)
{
	char *word = NULL;

	while (*choices && !word) {
		size_t len = strcspn(choices, "|");

		word = completion_try(c, choices, len);
		choices += len + (choices[len] == '|');
	}
	return word;
}

static char *
complete_panes(struct completion *c)
{
	char *word = NULL;

	for (unsigned i = 0; i < n_panes && !word; i++)
		word = completion_try(c, panes[i]->id, strlen(panes[i]->id));
	return word;
}

static char *
complete_sheets(struct completion *c)
{
	char *word = NULL;

	for (uint32_t i = 0; i < sheets_count && !word; i++)
		word = completion_try(c, sheets[i].id, strlen(sheets[i].id));
	return word;
}

static char *
complete_columns(struct completion *c, const struct app *app)
{
	const struct pane_ops *ops = app->pane ? app->pane->ops : NULL;
	char *word = NULL;

	for (unsigned i = 0; ops && i < ops->n_columns && !word; i++)
		word = completion_try(c, ops->columns[i].id, strlen(ops->columns[i].id));
	for (uint32_t i = 0; ops && ops->sheet && !ops->n_columns && !word; i++) {
		const struct column_def *column = sheet_pane_column(app->pane, i);

		if (!column)
			break;
		word = completion_try(c, column->id, strlen(column->id));
	}
	return word;
}

/* The last of a list "a,+b,c": what stands before it is kept. */
static char *
complete_list(const struct completion *c, const struct app *app)
{
	const char *comma = strrchr(c->text, ','), *last = comma ? comma + 1 : c->text;
	struct completion part;
	char *word, *whole;
	size_t before;

	last += *last == '+' || *last == '-';
	before = (size_t)(last - c->text);
	part = (struct completion){last, strlen(last), c->skip};
	word = complete_columns(&part, app);
	whole = word ? malloc(before + strlen(word) + 1) : NULL;
	if (whole) {
		memcpy(whole, c->text, before);
		strcpy(whole + before, word);
	}
	free(word);
	return whole;
}

/* Those that are built in, else files. */
static char *
complete_gpus(struct completion *c, int *files)
{
	bool asked = !c->skip;
	char *word = NULL;
	const char *name;

	for (uint32_t i = 0; !word && (name = arch_name_at(i)); i++)
		word = completion_try(c, name, strlen(name));
	*files = asked && !word;
	return word;
}

static char *
complete_settings(struct completion *c, const char *argument, bool first, int *files)
{
	enum setting_id id = setting_find(argument, strcspn(argument, " ="));
	char *word = NULL;

	if (!first && id == SETTING_ARCH)
		return complete_gpus(c, files);
	if (!first && id == SETTING_COPY_FILE)
		*files = 1;
	if (!first)
		return id < SETTING_COUNT && settings_table[id].kind == SETTING_CHOICE
			? complete_choices(c, settings_table[id].values) : NULL;
	for (unsigned i = 0; i < SETTING_COUNT && !word; i++)
		word = completion_try(c, settings_table[i].name, strlen(settings_table[i].name));
	return word;
}

char *
complete_word(const struct app *app, const char *line, size_t start, const char *text,
	unsigned number, int *files)
{
	struct completion c = {text, strlen(text), number};
	const char *argument;
	enum command_id id;

	*files = 0;
	if (strspn(line, " ") >= start)
		return complete_commands(&c);
	id = command_find(line, &argument);
	if (id == COMMAND_COUNT)
		return NULL;
	switch (commands[id].kind) {
	case ARGUMENT_PANE:
		return complete_panes(&c);
	case ARGUMENT_COLUMN:
		return complete_columns(&c, app);
	case ARGUMENT_SHEET:
		return complete_sheets(&c);
	case ARGUMENT_COLUMNS:
		return complete_list(&c, app);
	case ARGUMENT_FILTER:
		return complete_columns(&c, app);
	case ARGUMENT_SETTING:
		return complete_settings(&c, argument, (size_t)(argument - line) >= start, files);
	case ARGUMENT_CHOICE:
	case ARGUMENT_CHOICE_OPTIONAL:
		return complete_choices(&c, commands[id].argument);
	default:
		*files = argument_is_file(commands[id].kind);
		return NULL;
	}
}

size_t
complete_before(const char *line, size_t start, const char **before)
{
	const char *argument = line;
	enum command_id id = command_find(line, &argument);

	/* Behind the name of a setting stands its value. */
	if (id != COMMAND_COUNT && commands[id].kind == ARGUMENT_SETTING) {
		argument += strcspn(argument, " =");
		argument += strspn(argument, " =");
	}
	*before = argument;
	return line + start > argument ? (size_t)(line + start - argument) : 0;
}
