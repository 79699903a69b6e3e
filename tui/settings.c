/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/settings.h"
#include "tui/command.h"
#include <stdio.h>
#include <string.h>

const struct setting settings_table[SETTING_COUNT] = {
#define SETTING(id, name, kind, values, usual, help) {name, SETTING_##kind, values, usual, help},
	SETTINGS(SETTING)
#undef SETTING
};

void
settings_init(struct settings *settings)
{
	for (unsigned id = 0; id < SETTING_COUNT; id++)
		snprintf(settings->value[id], SETTING_BYTES, "%s", settings_table[id].usual);
}

enum setting_id
setting_find(const char *name, size_t len)
{
	unsigned id = 0;

	while (id < SETTING_COUNT
		&& (strlen(settings_table[id].name) != len
			|| memcmp(settings_table[id].name, name, len)))
		id++;
	return (enum setting_id)id;
}

enum setting_id
settings_set(struct settings *settings, const char *line, struct error *err)
{
	size_t len = strcspn(line, " =");
	const char *value = line + len + strspn(line + len, " =");
	enum setting_id id = setting_find(line, len);

	if (id == SETTING_COUNT) {
		error_set(err, "no setting is called %.*s", (int)len, line);
		return SETTING_COUNT;
	}
	if (settings_table[id].kind == SETTING_CHOICE
		&& command_choice(settings_table[id].values, value) < 0) {
		error_set(err, "%s takes one of %s", settings_table[id].name,
			settings_table[id].values);
		return SETTING_COUNT;
	}
	if (strlen(value) >= SETTING_BYTES) {
		error_set(err, "%s: at most %d bytes", settings_table[id].name, SETTING_BYTES - 1);
		return SETTING_COUNT;
	}
	snprintf(settings->value[id], SETTING_BYTES, "%s", value);
	return id;
}

int
settings_choice(const struct settings *settings, enum setting_id id)
{
	return command_choice(settings_table[id].values, settings->value[id]);
}

int
settings_parse(struct settings *settings, const char *text, const char *source, struct error *err)
{
	int status = 0;

	for (unsigned number = 1; *text; number++) {
		size_t len = strcspn(text, "\n"), used = len;
		char line[SETTING_BYTES * 2];
		struct error wrong;

		while (used && strchr(" \t\r", text[used - 1]))
			used--;
		snprintf(line, sizeof(line), "%.*s", (int)used, text);
		if (*line && *line != '#' && settings_set(settings, line, &wrong) == SETTING_COUNT
			&& !status)
			status = error_set(err, "%s:%u: %.400s", source, number, wrong.message);
		text += len + (text[len] == '\n');
	}
	return status;
}
