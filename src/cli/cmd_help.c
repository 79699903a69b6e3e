/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/cli.h"
#include "tui/manual.h"
#include <stdio.h>
#include <string.h>

enum shell { SHELL_BASH, SHELL_ZSH };

struct help_options {
	const char *man;
	int shell;
	bool ids;
};

static const char *const shells[] = {"bash", "zsh", NULL};

/* Not shown: for the build, which installs what they print. */
static const struct cli_option options[] = {
	CLI_TEXT("man", 0, "NAME", struct help_options, man, NULL),
	CLI_CHOICE("completion", 0, "SHELL", shells, struct help_options, shell, NULL),
	CLI_FLAG("ids", 0, struct help_options, ids, NULL),
	CLI_END
};

static const char *
command_word(const void *data, size_t i)
{
	const struct cli_program *program = data;

	return program->commands[i] ? program->commands[i]->id : NULL;
}

static int
print_man(const struct cli_call *call, const char *name)
{
	const struct cli_command *command = cli_find_command(call->program, name);
	char version[128];
	struct error err;

	if (strcmp(name, "browser") == 0) {
		snprintf(version, sizeof(version), "%.*s",
			(int)strcspn(call->program->version, "\n"), call->program->version);
		return tui_manual(version, &err) ? cli_fail(NULL, &err) : CLI_DONE;
	}
	if (!command && strcmp(name, call->program->name) != 0)
		return cli_usage(call, "there is no command '%s'", name);
	cli_print_man(call->program, command);
	return CLI_DONE;
}

/* What there is instead: pointing to help would point here. */
static int
no_command(const struct cli_call *call, const char *name)
{
	const char *near = cli_nearest(name, command_word, call->program);
	char known[256] = "";
	size_t used = 0;
	struct error err;

	for (int i = 0; call->program->commands[i] && used < sizeof(known); i++)
		used += (size_t)snprintf(known + used, sizeof(known) - used, "%s%s", i ? ", " : "",
			call->program->commands[i]->id);
	if (near)
		error_set(&err, "'%.64s' is no command, did you mean '%s'? There are %s", name, near, known);
	else
		error_set(&err, "'%.64s' is no command; there are %s", name, known);
	cli_fail(NULL, &err);
	return CLI_USAGE;
}

static int
help_run(const struct cli_call *call)
{
	const struct help_options *given = call->options;
	const struct cli_command *command;

	if (given->man)
		return print_man(call, given->man);
	if (given->shell >= 0) {
		(given->shell == SHELL_BASH ? cli_print_bash : cli_print_zsh)(call->program);
		return CLI_DONE;
	}
	if (given->ids) {
		for (int i = 0; call->program->commands[i]; i++)
			puts(call->program->commands[i]->id);
		return CLI_DONE;
	}
	if (call->n_files == 0) {
		cli_print_help(call->program);
		return CLI_DONE;
	}
	command = cli_find_command(call->program, call->files[0]);
	if (!command)
		return no_command(call, call->files[0]);
	cli_print_command_help(call->program, command);
	return CLI_DONE;
}

const struct cli_command cmd_help = {
	.id = "help",
	.arguments = "[COMMAND]",
	.help = "say what a command does and which options it has",
	.options = options,
	.options_size = sizeof(struct help_options),
	.defaults = &(const struct help_options){.shell = -1},
	.max_files = 1,
	.run = help_run,
};
