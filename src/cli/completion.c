/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Completion for bash and zsh. */
#include "cli/cli.h"
#include <stdio.h>
#include <string.h>

static void
put_words(const char *(*word)(size_t i))
{
	const char *text;

	for (size_t i = 0; (text = word(i)) != NULL; i++)
		printf("%s%s", i ? " " : "", text);
}

static void
put_choices(const struct cli_option *row)
{
	if (row->word) {
		put_words(row->word);
		return;
	}
	for (int i = 0; row->choices[i]; i++)
		printf("%s%s", i ? " " : "", row->choices[i]);
}

static bool
has_values(const struct cli_option *row)
{
	return row->help && (row->word || row->choices);
}

/* --- bash --- */

static void
bash_values(const struct cli_command *command)
{
	for (const struct cli_option *row = command->options; row && row->name; row++) {
		if (!has_values(row))
			continue;
		printf("\t\"%s --%s\"", command->id, row->name);
		if (row->letter)
			printf("|\"%s -%c\"", command->id, row->letter);
		fputs(") words=\"", stdout);
		put_choices(row);
		puts("\" ;;");
	}
}

static void
bash_options(const struct cli_command *command)
{
	printf("\t\t%s) words=\"", command->id);
	for (const struct cli_option *row = command->options; row && row->name; row++)
		if (row->help)
			printf("--%s ", row->name);
	puts("--help\" ;;");
}

static void
bash_arguments(const struct cli_program *program)
{
	for (int i = 0; program->commands[i]; i++) {
		const struct cli_command *command = program->commands[i];

		if (!command->word && strcmp(command->arguments, "[COMMAND]") != 0)
			continue;
		printf("\t\t%s) words=\"", command->id);
		if (command->word)
			put_words(command->word);
		else
			fputs("$commands", stdout);
		puts("\" ;;");
	}
}

void
cli_print_bash(const struct cli_program *program)
{
	const char *name = program->name;

	printf("# bash completion for %s\n_%s()\n{\n\tlocal words= cur=${COMP_WORDS[COMP_CWORD]}\n"
		"\tlocal prev=${COMP_WORDS[COMP_CWORD-1]} commands=\"", name, name);
	for (int i = 0; program->commands[i]; i++)
		printf("%s%s", i ? " " : "", program->commands[i]->id);
	puts("\"\n\tCOMPREPLY=()\n\tif [ \"$COMP_CWORD\" -eq 1 ]; then\n"
		"\t\tCOMPREPLY=($(compgen -W \"$commands --help --version\" -- \"$cur\"))\n\t\treturn\n\tfi\n"
		"\tcase \"${COMP_WORDS[1]} $prev\" in");
	for (int i = 0; program->commands[i]; i++)
		bash_values(program->commands[i]);
	puts("\tesac\n\tif [ -z \"$words\" ] && [ \"${cur#-}\" != \"$cur\" ]; then\n\t\tcase ${COMP_WORDS[1]} in");
	for (int i = 0; program->commands[i]; i++)
		bash_options(program->commands[i]);
	puts("\t\tesac\n\telif [ -z \"$words\" ] && [ \"$COMP_CWORD\" -eq 2 ]; then\n\t\tcase ${COMP_WORDS[1]} in");
	bash_arguments(program);
	printf("\t\tesac\n\tfi\n\tCOMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n}\n"
		"complete -o bashdefault -o default -F _%s %s\n", name, name);
}

/* --- zsh --- */

/* Inside '...[here]...': quotes and what _arguments takes for its own. */
static void
zsh_text(const char *text)
{
	for (; *text; text++) {
		if (*text == '\'')
			fputs("'\\''", stdout);
		else if (strchr("[]:\\", *text))
			printf("\\%c", *text);
		else
			putchar(*text);
	}
}

static void
zsh_option(const struct cli_option *row)
{
	printf(" \\\n\t\t\t");
	if (row->letter)
		printf("'(-%c --%s)'{-%c%s,--%s%s}'[", row->letter, row->name, row->letter,
			row->argument ? "+" : "", row->name, row->argument ? "=" : "");
	else
		printf("'--%s%s[", row->name, row->argument ? "=" : "");
	zsh_text(row->help);
	putchar(']');
	if (row->argument) {
		putchar(':');
		zsh_text(row->argument);
		if (has_values(row)) {
			fputs(":(", stdout);
			put_choices(row);
			putchar(')');
		} else {
			fputs(":_files", stdout);
		}
	}
	putchar('\'');
}

static void
zsh_command(const struct cli_command *command)
{
	printf("\t\t%s) _arguments", command->id);
	for (const struct cli_option *row = command->options; row && row->name; row++)
		if (row->help)
			zsh_option(row);
	fputs(" \\\n\t\t\t'(-h --help)'{-h,--help}'[show help]'", stdout);
	if (command->word) {
		fputs(" '1:argument:(", stdout);
		put_words(command->word);
		fputs(")'", stdout);
	}
	if (strcmp(command->arguments, "[COMMAND]") == 0)
		fputs(" '1:command:($names)'", stdout);
	else if (command->max_files != 0)
		fputs(" '*:file:_files'", stdout);
	puts(" ;;");
}

void
cli_print_zsh(const struct cli_program *program)
{
	printf("#compdef %s\n_%s()\n{\n\tlocal -a commands names\n\tcommands=(\n", program->name, program->name);
	for (int i = 0; program->commands[i]; i++) {
		printf("\t\t'%s:", program->commands[i]->id);
		zsh_text(program->commands[i]->help);
		puts("'");
	}
	puts("\t)\n\tnames=(${commands%%:*})\n\tif (( CURRENT == 2 )); then\n"
		"\t\t_describe command commands\n\t\t_files\n\t\treturn\n\tfi\n"
		"\tshift words\n\t(( CURRENT-- ))\n\tcase $words[1] in");
	for (int i = 0; program->commands[i]; i++)
		zsh_command(program->commands[i]);
	printf("\tesac\n}\n_%s \"$@\"\n", program->name);
}
