/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The command line as tables: a command is one file cmd_NAME.c with one
 * `const struct cli_command cmd_NAME` and one line in commands.h. Parsing,
 * help texts, manual pages and shell completion are all made from these.
 *
 * An option's value is stored at its place in the command's own struct of
 * options, of which the command gives the defaults:
 *
 *	struct info_options { int format; int64_t threads; };
 *	static const struct cli_option options[] = {
 *		CLI_CHOICE("format", 'f', "FORMAT", formats, struct info_options, format, "how to write it"),
 *		CLI_INT("threads", 0, "N", 0, 64, struct info_options, threads, "threads that load"),
 *		CLI_END
 *	};
 */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "base/arena.h"
#include "base/error.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum cli_status {
	CLI_DONE = 0,
	CLI_FAILED = 1,		/* input or output failed */
	CLI_USAGE = 2,		/* the command line was wrong */
	CLI_PASSED = 3,		/* a threshold that was asked for was passed */
};

struct cli_list {
	const char **items;
	size_t n;
};

enum cli_type {
	CLI_TYPE_FLAG,		/* bool */
	CLI_TYPE_TEXT,		/* const char *; default NULL */
	CLI_TYPE_INPUT,		/* the same, the name of a file that is read */
	CLI_TYPE_OUTPUT,	/* the same, of a file or folder that is written: never onto what is read */
	CLI_TYPE_BOOK,		/* the same, of a workbook */
	CLI_TYPE_INT,		/* int64_t within [min, max] */
	CLI_TYPE_REAL,		/* double, finite, not negative */
	CLI_TYPE_US,		/* int64_t ns, not negative, given as decimal microseconds */
	CLI_TYPE_CHOICE,	/* int: index into choices */
	CLI_TYPE_LIST,		/* struct cli_list: words separated by commas; repeating the option adds */
	CLI_TYPE_WORDS,		/* the same, but takes all words up to the next option when the first has no comma */
	CLI_TYPE_FILE,		/* adds to the files of the command line */
	CLI_TYPE_IGNORED,	/* taken without effect */
	CLI_TYPE_ALIAS,		/* another spelling of the option named in alias */
};

struct cli_option {
	const char *name;		/* without dashes; NULL ends the table */
	char letter;			/* 0: no short form */
	const char *argument;		/* what help calls the value; NULL: takes none */
	const char *help;		/* no capital, no full stop; NULL: not shown */
	enum cli_type type;
	size_t offset;			/* of the value in the command's options */
	int64_t min, max;
	const char *const *choices;	/* ends with NULL */
	const char *alias;
	const char *(*word)(size_t i);	/* completion: the i-th value, NULL after the last */
};

/* The offset of a field, refused by the compiler (a warning) when its type is another. */
#define CLI_AT(s, field, type) (offsetof(s, field) + 0 * sizeof((type *)0 == &((s *)0)->field))

#define CLI_FLAG(name, letter, s, field, help) \
	{name, letter, NULL, help, CLI_TYPE_FLAG, CLI_AT(s, field, bool), 0, 0, NULL, NULL, NULL}
#define CLI_TEXT(name, letter, argument, s, field, help) \
	{name, letter, argument, help, CLI_TYPE_TEXT, CLI_AT(s, field, const char *), 0, 0, NULL, NULL, NULL}
#define CLI_INPUT(name, letter, argument, s, field, help) \
	{name, letter, argument, help, CLI_TYPE_INPUT, CLI_AT(s, field, const char *), 0, 0, NULL, NULL, NULL}
#define CLI_OUTPUT(name, letter, argument, s, field, help) \
	{name, letter, argument, help, CLI_TYPE_OUTPUT, CLI_AT(s, field, const char *), 0, 0, NULL, NULL, NULL}
#define CLI_BOOK(name, letter, argument, s, field, help) \
	{name, letter, argument, help, CLI_TYPE_BOOK, CLI_AT(s, field, const char *), 0, 0, NULL, NULL, NULL}
#define CLI_INT(name, letter, argument, min, max, s, field, help) \
	{name, letter, argument, help, CLI_TYPE_INT, CLI_AT(s, field, int64_t), min, max, NULL, NULL, NULL}
#define CLI_REAL(name, letter, argument, s, field, help) \
	{name, letter, argument, help, CLI_TYPE_REAL, CLI_AT(s, field, double), 0, 0, NULL, NULL, NULL}
#define CLI_US(name, letter, argument, s, field, help) \
	{name, letter, argument, help, CLI_TYPE_US, CLI_AT(s, field, int64_t), 0, 0, NULL, NULL, NULL}
#define CLI_CHOICE(name, letter, argument, choices, s, field, help) \
	{name, letter, argument, help, CLI_TYPE_CHOICE, CLI_AT(s, field, int), 0, 0, choices, NULL, NULL}
#define CLI_LIST(name, letter, argument, word, s, field, help) \
	{name, letter, argument, help, CLI_TYPE_LIST, CLI_AT(s, field, struct cli_list), 0, 0, NULL, NULL, word}
#define CLI_WORDS(name, letter, argument, word, s, field, help) \
	{name, letter, argument, help, CLI_TYPE_WORDS, CLI_AT(s, field, struct cli_list), 0, 0, NULL, NULL, word}
/* Rows that are accepted but not shown: the same option under another name, a file, and what has no effect here. */
#define CLI_ALIAS(name, of) {name, 0, NULL, NULL, CLI_TYPE_ALIAS, 0, 0, 0, NULL, of, NULL}
#define CLI_FILE(name, argument) {name, 0, argument, NULL, CLI_TYPE_FILE, 0, 0, 0, NULL, NULL, NULL}
#define CLI_IGNORED(name, argument) {name, 0, argument, NULL, CLI_TYPE_IGNORED, 0, 0, 0, NULL, NULL, NULL}
/* The same, where the user should know why. */
#define CLI_WITHOUT(name, argument, why) {name, 0, argument, NULL, CLI_TYPE_IGNORED, 0, 0, 0, NULL, why, NULL}
#define CLI_END {NULL, 0, NULL, NULL, CLI_TYPE_IGNORED, 0, 0, 0, NULL, NULL, NULL}

struct cli_call;

struct cli_example {
	const char *line;	/* as typed, without a prompt; NULL ends the table */
	const char *what;
};

struct cli_command {
	const char *id;
	const char *arguments;			/* "TRACE", "SHEET TRACE"; "" for none */
	const char *help;			/* one line, no full stop */
	const char *about;			/* paragraphs parted by an empty line, or NULL */
	const struct cli_example *examples;	/* or NULL */
	const struct cli_option *options;	/* or NULL; --help is always there */
	size_t options_size;
	const void *defaults;			/* options_size bytes; NULL: all zero */
	int min_files, max_files;		/* max_files < 0: any number */
	const char *(*word)(size_t i);		/* completion of the first argument; NULL: file names */
	int (*run)(const struct cli_call *call);	/* returns an enum cli_status */
};

struct cli_program {
	const char *name, *help, *about;
	const struct cli_command *const *commands;	/* ends with NULL */
	const struct cli_command *fallback;		/* runs when no command is named; may be NULL */
	const char *version;				/* lines for --version */
};

struct cli_call {
	const struct cli_program *program;
	const struct cli_command *command;
	const void *options;		/* the command's struct */
	const char *const *files;	/* arguments that are no options, in order */
	int n_files;
	struct arena arena;		/* owns all of the above but texts of argv */
};

extern const struct cli_program sonde_program;

/* --- for commands --- */

/*
 * Prints "sonde: FILE: message (byte N)" on standard error; file may be NULL,
 * "-" is called standard input. Returns CLI_FAILED.
 */
int cli_fail(const char *file, const struct error *err);

/* A value that is wrong in a way the table cannot say: prints one line with a pointer to help, returns CLI_USAGE. */
int cli_usage(const struct cli_call *call, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* The same of an error, unless memory ran out: that is CLI_FAILED. */
int cli_refuse(const struct cli_call *call, const struct error *err);
/* Where what the command line gave names nothing that is CLI_USAGE; else cli_fail() of the file, which may be NULL. */
int cli_blame(const struct cli_call *call, const char *file, const struct error *err);

/* --- for main and tests --- */

/* The whole program: finds the command, parses, runs, checks standard output. Returns the exit status. */
int cli_main(const struct cli_program *program, int argc, char **argv);

enum cli_parsed {
	CLI_PARSED,
	CLI_PARSED_HELP,	/* --help was there: nothing is checked */
	CLI_PARSED_WRONG,	/* err says how; offset is not used */
	CLI_PARSED_NO_MEMORY,
};

/* Fills call from args[0..n), which are without the command's name. Free the call whatever is returned. */
enum cli_parsed cli_parse(struct cli_call *call, const struct cli_program *program,
	const struct cli_command *command, int n, char **args, struct error *err);
void cli_call_free(struct cli_call *call);

const struct cli_command *cli_find_command(const struct cli_program *program, const char *id);
/* The row behind a spelling of len bytes, aliases followed; NULL when there is none. */
const struct cli_option *cli_find_option(const struct cli_command *command, const char *name, size_t len);
/* The known word nearest to a mistyped one, or NULL when none is near. words(data, i) is NULL after the last. */
const char *cli_nearest(const char *typed, const char *(*words)(const void *data, size_t i), const void *data);

/* "12.5" microseconds as ns, digits past the nanosecond rounded to nearest. false: no such number, or too large. */
bool cli_parse_us(const char *text, int64_t *ns);

/* Texts made from the tables, written to standard output. */
void cli_print_help(const struct cli_program *program);
void cli_print_command_help(const struct cli_program *program, const struct cli_command *command);
void cli_print_man(const struct cli_program *program, const struct cli_command *command); /* NULL: the program's page */
void cli_print_bash(const struct cli_program *program);
void cli_print_zsh(const struct cli_program *program);

#endif
