/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/command.h"
#include <string.h>

const struct command commands[COMMAND_COUNT] = {
#define COMMAND(id, name, kind, argument, group, help) {name, ARGUMENT_##kind, argument, group, help},
	COMMANDS(COMMAND)
#undef COMMAND
};

enum command_id
command_find(const char *line, const char **argument)
{
	size_t len;

	line += strspn(line, " ");
	len = strcspn(line, " ");
	*argument = line + len + strspn(line + len, " ");
	for (unsigned id = 0; id < COMMAND_COUNT; id++)
		if (strlen(commands[id].name) == len && !memcmp(commands[id].name, line, len))
			return (enum command_id)id;
	return COMMAND_COUNT;
}

int
command_choice(const char *choices, const char *word)
{
	size_t len = strlen(word);

	for (int number = 0; *choices; number++) {
		size_t n = strcspn(choices, "|");

		if (n == len && !memcmp(choices, word, len))
			return number;
		choices += n + (choices[n] == '|');
	}
	return -1;
}
