/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Manual pages, sonde(1) and sonde-COMMAND(1), in the man macros of roff. */
#include "cli/cli.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Text of a line: hyphens that are to be typed stay hyphens, no line turns into a request. */
static void
put_text(const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (text[i] == '\\')
			fputs("\\e", stdout);
		else if (text[i] == '-')
			fputs("\\-", stdout);
		else if (i == 0 && (text[i] == '.' || text[i] == '\''))
			printf("\\&%c", text[i]);
		else
			putchar(text[i]);
	}
}

/* One sentence a line, as roff wants it. */
static void
put_sentences(const char *text, size_t len)
{
	while (len) {
		size_t end = 0;

		while (end < len && !(end > 0 && text[end] == ' ' && strchr(".!?:;", text[end - 1])))
			end++;
		put_text(text, end);
		putchar('\n');
		if (end < len)
			end++;
		text += end;
		len -= end;
	}
}

static void
put_paragraphs(const char *text)
{
	for (bool first = true; text && *text; first = false) {
		const char *end = strstr(text, "\n\n");

		if (!first)
			puts(".PP");
		put_sentences(text, end ? (size_t)(end - text) : strlen(text));
		text = end ? end + 2 : NULL;
	}
}

static void
put_title(const struct cli_program *program, const struct cli_command *command)
{
	char title[64];

	snprintf(title, sizeof(title), "%s%s%s", program->name, command ? "-" : "", command ? command->id : "");
	for (char *p = title; *p; p++)
		*p = (char)toupper((unsigned char)*p);
	printf(".TH %s 1 \"\" \"%.*s\" \"User Commands\"\n", title,
		(int)strcspn(program->version, "\n"), program->version);
}

/* Upper-case words of an argument template in italics, the rest as it stands. */
static void
put_arguments(const char *arguments)
{
	while (*arguments) {
		size_t len = strspn(arguments, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_");

		if (len)
			printf("\\fI%.*s\\fR", (int)len, arguments);
		else
			put_text(arguments, ++len);
		arguments += len;
	}
}

static void
put_option(const struct cli_option *row)
{
	puts(".TP");
	if (row->letter)
		printf("\\fB\\-%c\\fR, ", row->letter);
	fputs("\\fB\\-\\-", stdout);
	put_text(row->name, strlen(row->name));
	fputs("\\fR", stdout);
	if (row->argument) {
		putchar(' ');
		put_arguments(row->argument);
	}
	putchar('\n');
	put_text(row->help, strlen(row->help));
	if (row->choices) {
		fputs(":", stdout);
		for (int i = 0; row->choices[i]; i++)
			printf("%s \\fB%s\\fR", i ? "," : "", row->choices[i]);
	}
	puts(".");
}

static void
put_options(const struct cli_option *options)
{
	bool any = false;

	puts(".SH OPTIONS");
	for (const struct cli_option *row = options; row && row->name; row++)
		if (row->help)
			put_option(row);
	puts(".TP\n\\fB\\-h\\fR, \\fB\\-\\-help\\fR\nshow a help text.");
	for (const struct cli_option *row = options; row && row->name; row++) {
		if (row->type != CLI_TYPE_ALIAS)
			continue;
		if (!any)
			puts(".SS Other spellings");
		any = true;
		fputs(".TP\n\\fB\\-\\-", stdout);
		put_text(row->name, strlen(row->name));
		fputs("\\fR\nthe same as \\fB\\-\\-", stdout);
		put_text(row->alias, strlen(row->alias));
		puts("\\fR.");
	}
}

static void
put_examples(const struct cli_example *example)
{
	if (!example)
		return;
	puts(".SH EXAMPLES");
	for (; example->line; example++) {
		fputs(".TP\n\\fB", stdout);
		put_text(example->line, strlen(example->line));
		puts("\\fR");
		if (example->what)
			put_sentences(example->what, strlen(example->what));
	}
}

static void
put_exit_status(void)
{
	puts(".SH EXIT STATUS\n"
		".TP\n0\nDone.\n"
		".TP\n1\nInput or output failed: a file cannot be read or written, or is not what it should be.\n"
		".TP\n2\nThe command line was wrong, or a value on it names nothing: a sheet, step, column or GPU "
		"that is not there.\n"
		".TP\n3\nA threshold that was asked for was passed.\n"
		".TP\n128 and more\nA signal ended it: 128 and the signal's number, as a shell tells it.");
}

static void
put_synopsis(const struct cli_program *program, const struct cli_command *command, bool named)
{
	printf(".B %s", program->name);
	if (named)
		printf(" %s", command->id);
	fputs("\n[\\fIOPTION\\fR]... ", stdout);
	put_arguments(command->arguments);
	putchar('\n');
}

static void
print_command_page(const struct cli_program *program, const struct cli_command *command)
{
	put_title(program, command);
	printf(".SH NAME\n%s\\-%s \\- ", program->name, command->id);
	put_text(command->help, strlen(command->help));
	puts("\n.SH SYNOPSIS");
	put_synopsis(program, command, true);
	if (command == program->fallback) {
		puts(".br");
		put_synopsis(program, command, false);
	}
	puts(".SH DESCRIPTION");
	if (command->about)
		put_paragraphs(command->about);
	else
		printf("%c%s.\n", toupper((unsigned char)command->help[0]), command->help + 1);
	put_options(command->options);
	put_examples(command->examples);
	put_exit_status();
	printf(".SH SEE ALSO\n.BR %s (1)", program->name);
	printf(command == program->fallback ? ",\n.BR %s\\-browser (7)\n" : "\n", program->name);
}

static void
print_program_page(const struct cli_program *program)
{
	put_title(program, NULL);
	printf(".SH NAME\n%s \\- ", program->name);
	put_text(program->help, strlen(program->help));
	printf("\n.SH SYNOPSIS\n.B %s\n\\fICOMMAND\\fR [\\fIOPTION\\fR]... [\\fIARGUMENT\\fR]...\n", program->name);
	if (program->fallback) {
		puts(".br");
		put_synopsis(program, program->fallback, false);
	}
	puts(".SH DESCRIPTION");
	put_paragraphs(program->about);
	puts(".SH COMMANDS");
	for (int i = 0; program->commands[i]; i++) {
		const struct cli_command *command = program->commands[i];

		printf(".TP\n\\fB%s\\fR ", command->id);
		put_arguments(command->arguments);
		putchar('\n');
		put_text(command->help, strlen(command->help));
		printf(".\nSee\n.BR %s\\-%s (1).\n", program->name, command->id);
	}
	puts(".SH OPTIONS\n.TP\n\\fB\\-h\\fR, \\fB\\-\\-help\\fR\nshow a help text; after a command, its own.\n"
		".TP\n\\fB\\-V\\fR, \\fB\\-\\-version\\fR\nshow version, licence and what was built in.\n.PP\n"
		"Options may stand before or after files; \\(dq\\-\\-\\(dq ends them.\n"
		"A long option's value follows as the next word or after \\(dq=\\(dq.");
	put_exit_status();
	puts(".SH SEE ALSO");
	for (int i = 0; program->commands[i]; i++)
		printf(".BR %s\\-%s (1),\n", program->name, program->commands[i]->id);
	printf(".BR %s\\-browser (7)\n", program->name);
}

void
cli_print_man(const struct cli_program *program, const struct cli_command *command)
{
	if (command)
		print_command_page(program, command);
	else
		print_program_page(program);
}
