/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Help texts from the tables. */
#include "cli/cli.h"
#include <stdio.h>
#include <string.h>

enum { WIDTH = 80, COLUMN = 26 };

/* Prints words from column at, breaking lines before WIDTH and indenting the next ones. */
static void
print_wrapped(const char *text, int at, int indent)
{
	bool first = true;

	while (*text) {
		int len = (int)strcspn(text, " ");

		if (!first && at + 1 + len > WIDTH) {
			printf("\n%*s", indent, "");
			at = indent;
			first = true;
		}
		printf("%s%.*s", first ? "" : " ", len, text);
		at += len + !first;
		first = false;
		text += len;
		text += strspn(text, " ");
	}
	putchar('\n');
}

static void
print_paragraphs(const char *text)
{
	while (text && *text) {
		const char *end = strstr(text, "\n\n");
		char line[4096];
		int len = end ? (int)(end - text) : (int)strlen(text);

		snprintf(line, sizeof(line), "%.*s", len, text);
		print_wrapped(line, 0, 0);
		putchar('\n');
		text = end ? end + 2 : NULL;
	}
}

/* "  head    help", on two lines when the head is too wide. */
static void
print_row(const char *head, const char *help)
{
	int at = printf("  %s", head);

	if (at + 2 > COLUMN) {
		putchar('\n');
		at = 0;
	}
	printf("%*s", COLUMN - at, "");
	print_wrapped(help, COLUMN, COLUMN);
}

static void
print_option(const struct cli_option *row)
{
	char head[128], help[1024];
	const char *separator = "";
	size_t used;

	if (row->letter)
		used = (size_t)snprintf(head, sizeof(head), "-%c, --%s", row->letter, row->name);
	else
		used = (size_t)snprintf(head, sizeof(head), "    --%s", row->name);
	if (row->argument && used < sizeof(head))
		snprintf(head + used, sizeof(head) - used, " %s", row->argument);
	used = (size_t)snprintf(help, sizeof(help), "%s", row->help);
	if (row->choices) {
		used += (size_t)snprintf(help + used, sizeof(help) - used, ": ");
		for (int i = 0; row->choices[i] && used < sizeof(help); i++, separator = ", ")
			used += (size_t)snprintf(help + used, sizeof(help) - used, "%s%s",
				separator, row->choices[i]);
	}
	print_row(head, help);
}

static void
print_other_spellings(const struct cli_option *row)
{
	bool any = false;

	for (; row && row->name; row++) {
		if (row->type != CLI_TYPE_ALIAS)
			continue;
		if (!any)
			puts("\nOther spellings:");
		any = true;
		printf("  --%s for --%s\n", row->name, row->alias);
	}
}

static void
print_examples(const struct cli_example *example)
{
	if (!example)
		return;
	puts("\nExamples:");
	for (; example->line; example++) {
		printf("  %s\n", example->line);
		if (example->what) {
			printf("      ");
			print_wrapped(example->what, 6, 6);
		}
	}
}

void
cli_print_command_help(const struct cli_program *program, const struct cli_command *command)
{
	const struct cli_option *row = command->options;

	printf("Usage: %s %s [OPTION...]%s%s\n", program->name, command->id,
		*command->arguments ? " " : "", command->arguments);
	if (command == program->fallback)
		printf("       %s [OPTION...] %s\n", program->name, command->arguments);
	putchar('\n');
	printf("%c", command->help[0] >= 'a' && command->help[0] <= 'z' ? command->help[0] - 32 : command->help[0]);
	print_wrapped(command->help + 1, 1, 0);
	putchar('\n');
	print_paragraphs(command->about);
	puts("Options:");
	for (; row && row->name; row++)
		if (row->help)
			print_option(row);
	print_row("-h, --help", "show this help");
	print_other_spellings(command->options);
	print_examples(command->examples);
}

void
cli_print_help(const struct cli_program *program)
{
	printf("Usage: %s COMMAND [OPTION...] [ARGUMENT...]\n", program->name);
	if (program->fallback)
		printf("       %s [OPTION...] %s\n", program->name, program->fallback->arguments);
	putchar('\n');
	print_paragraphs(program->about);
	puts("Commands:");
	for (int i = 0; program->commands[i]; i++) {
		const struct cli_command *command = program->commands[i];
		char head[128];

		snprintf(head, sizeof(head), "%s %s", command->id, command->arguments);
		print_row(head, command->help);
	}
	puts("\nOptions:");
	print_row("-h, --help", "show this help; after a command, its help");
	print_row("-V, --version", "show version, licence and what was built in");
	puts("\nOptions may stand before or after files; \"--\" ends them.\n"
		"Exit status: 0 done, 1 input or output failed, 2 wrong usage,\n"
		"3 a threshold that was asked for was passed.");
}
