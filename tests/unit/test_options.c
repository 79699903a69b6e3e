/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cli/: arguments into a command's options. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "cli/cli.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { MAX_ARGS = 16 };

struct given {
	bool flag, other;
	const char *text;
	int64_t number, time;
	double real;
	int format;
	struct cli_list list, words;
};

static const char *const formats[] = {"text", "csv", "json", NULL};

static const struct cli_option options[] = {
	CLI_FLAG("flag", 'x', struct given, flag, "set something"),
	CLI_FLAG("other", 'y', struct given, other, "set something else"),
	CLI_TEXT("output", 'o', "FILE", struct given, text, "write there"),
	CLI_INT("depth", 0, "N", -3, 100, struct given, number, "go as deep"),
	CLI_REAL("above", 0, "PCT", struct given, real, "fail above"),
	CLI_US("idle", 0, "US", struct given, time, "count as idle from"),
	CLI_CHOICE("format", 'f', "FORMAT", formats, struct given, format, "write as"),
	CLI_LIST("sheets", 0, "A,B", NULL, struct given, list, "only these"),
	CLI_WORDS("names", 0, "A B", NULL, struct given, words, "call them"),
	CLI_FILE("profile_json_path", "FILE"),
	CLI_ALIAS("output_xlsx_path", "output"),
	CLI_IGNORED("topk_ops", "N"),
	CLI_END
};

static const struct cli_command command = {
	.id = "try", .arguments = "FILE [FILE]", .help = "try it", .options = options,
	.options_size = sizeof(struct given),
	.defaults = &(const struct given){.number = 7, .format = 1},
	.min_files = 1, .max_files = 2,
};

/* Splits line at blanks and parses it. */
static enum cli_parsed
parse(struct cli_call *call, const char *line, struct error *err)
{
	static char copy[256];
	char *args[MAX_ARGS], *save = NULL;
	int n = 0;

	snprintf(copy, sizeof(copy), "%s", line);
	for (char *word = strtok_r(copy, " ", &save); word && n < MAX_ARGS; word = strtok_r(NULL, " ", &save))
		args[n++] = word;
	return cli_parse(call, &sonde_program, &command, n, args, err);
}

static void
assert_refused(const char *line, const char *message)
{
	struct cli_call call;
	struct error err;

	assert_int_equal(parse(&call, line, &err), CLI_PARSED_WRONG);
	assert_string_equal(err.message, message);
	cli_call_free(&call);
}

static void
defaults_stand_until_told_otherwise(void **state)
{
	struct cli_call call;
	const struct given *given;

	(void)state;
	assert_int_equal(parse(&call, "a", NULL), CLI_PARSED);
	given = call.options;
	assert_int_equal(given->number, 7);
	assert_int_equal(given->format, 1);
	assert_null(given->text);
	assert_false(given->flag);
	cli_call_free(&call);
}

static void
options_stand_before_and_after_files(void **state)
{
	static const char *const lines[] = {
		"--flag --depth 3 -o out a b", "a --flag b --depth=3 -oout", "a b --output=out -x --depth 3",
		"a --output_xlsx_path out --profile_json_path b --depth 3 -x",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
		struct cli_call call;
		const struct given *given;

		assert_int_equal(parse(&call, lines[i], NULL), CLI_PARSED);
		given = call.options;
		assert_true(given->flag);
		assert_int_equal(given->number, 3);
		assert_string_equal(given->text, "out");
		assert_int_equal(call.n_files, 2);
		assert_string_equal(call.files[0], "a");
		assert_string_equal(call.files[1], "b");
		cli_call_free(&call);
	}
}

static void
two_dashes_end_the_options(void **state)
{
	struct cli_call call;

	(void)state;
	assert_int_equal(parse(&call, "-x -- --flag -", NULL), CLI_PARSED);
	assert_int_equal(call.n_files, 2);
	assert_string_equal(call.files[0], "--flag");
	assert_string_equal(call.files[1], "-");
	cli_call_free(&call);
}

static void
letters_may_be_joined(void **state)
{
	struct cli_call call;
	const struct given *given;

	(void)state;
	assert_int_equal(parse(&call, "-xyfjson a", NULL), CLI_PARSED);
	given = call.options;
	assert_true(given->flag && given->other);
	assert_int_equal(given->format, 2);
	cli_call_free(&call);
}

static void
times_are_exact_microseconds(void **state)
{
	int64_t ns;

	(void)state;
	assert_true(cli_parse_us("5", &ns) && ns == 5000);
	assert_true(cli_parse_us("12.5", &ns) && ns == 12500);
	assert_true(cli_parse_us("0.0005", &ns) && ns == 1);
	assert_true(cli_parse_us(".25", &ns) && ns == 250);
	assert_true(cli_parse_us("1.9995", &ns) && ns == 2000);
	assert_true(cli_parse_us("9007199254740.993", &ns) && ns == 9007199254740993);
	assert_false(cli_parse_us("", &ns));
	assert_false(cli_parse_us(".", &ns));
	assert_false(cli_parse_us("-1", &ns));
	assert_false(cli_parse_us("1e3", &ns));
	assert_false(cli_parse_us("99999999999999999999", &ns));
}

static void
lists_take_commas_or_words(void **state)
{
	struct cli_call call;
	const struct given *given;

	(void)state;
	assert_int_equal(parse(&call, "a --sheets x,y b --sheets z --names base new -x", NULL), CLI_PARSED);
	given = call.options;
	assert_int_equal(given->list.n, 3);
	assert_string_equal(given->list.items[2], "z");
	assert_int_equal(given->words.n, 2);
	assert_string_equal(given->words.items[1], "new");
	assert_int_equal(call.n_files, 2);
	cli_call_free(&call);
	assert_int_equal(parse(&call, "--names base,new a b", NULL), CLI_PARSED);
	assert_int_equal(call.n_files, 2);
	cli_call_free(&call);
}

static void
other_spellings_are_accepted(void **state)
{
	struct cli_call call;
	const struct given *given;

	(void)state;
	assert_int_equal(parse(&call, "--profile_json_path=t.json --topk_ops 3 --output_xlsx_path=o", NULL), CLI_PARSED);
	given = call.options;
	assert_string_equal(call.files[0], "t.json");
	assert_string_equal(given->text, "o");
	cli_call_free(&call);
}

static void
help_wins_over_what_is_missing(void **state)
{
	struct cli_call call;

	(void)state;
	assert_int_equal(parse(&call, "--help", NULL), CLI_PARSED_HELP);
	cli_call_free(&call);
	assert_int_equal(parse(&call, "a b c -h --nonsense", NULL), CLI_PARSED_HELP);
	cli_call_free(&call);
}

static void
errors_say_what_was_expected(void **state)
{
	(void)state;
	assert_refused("", "expected FILE [FILE], got no argument");
	assert_refused("a b c", "expected FILE [FILE]: 'c' is one too many");
	assert_refused("a --ouput x", "unknown option '--ouput', did you mean '--output'?");
	assert_refused("a --zzz", "unknown option '--zzz'");
	assert_refused("a -q", "unknown option '-q'");
	assert_refused("a --flag=1", "--flag takes no value");
	assert_refused("a --output", "--output needs a value: FILE");
	assert_refused("a --output --flag", "--output needs a value: FILE");
	assert_refused("a --depth 101", "--depth takes a whole number from -3 to 100, not '101'");
	assert_refused("a --depth 3x", "--depth takes a whole number from -3 to 100, not '3x'");
	assert_refused("a --depth 99999999999999999999",
		"--depth takes a whole number from -3 to 100, not '99999999999999999999'");
	assert_refused("a --above nan", "--above takes a number that is not negative, not 'nan'");
	assert_refused("a --idle x", "--idle takes microseconds such as 12.5, not 'x'");
	assert_refused("a -f xml", "-f takes one of text, csv, json, not 'xml'");
	assert_refused("a --sheets x,,y", "--sheets takes words parted by commas, not 'x,,y'");
}

static void
assert_row_is_sound(const struct cli_command *of, const struct cli_option *row)
{
	assert_non_null(cli_find_option(of, row->name, strlen(row->name)));
	if (row->type == CLI_TYPE_CHOICE)
		assert_non_null(row->choices);
	if (row->type == CLI_TYPE_FLAG || row->type == CLI_TYPE_ALIAS)
		assert_null(row->argument);
	for (const struct cli_option *other = row + 1; other->name; other++) {
		assert_string_not_equal(row->name, other->name);
		assert_false(row->letter && row->letter == other->letter);
	}
	if (!row->help)
		return;
	assert_false(isupper((unsigned char)row->help[0]) && islower((unsigned char)row->help[1]));
	assert_int_not_equal(row->help[strlen(row->help) - 1], '.');
}

static void
every_command_of_the_program_is_sound(void **state)
{
	const struct cli_command *const *commands = sonde_program.commands;

	(void)state;
	for (int i = 0; commands[i]; i++) {
		assert_non_null(commands[i]->run);
		assert_non_null(commands[i]->arguments);
		assert_ptr_equal(cli_find_command(&sonde_program, commands[i]->id), commands[i]);
		assert_true(commands[i]->max_files < 0 || commands[i]->max_files >= commands[i]->min_files);
		for (const struct cli_option *row = commands[i]->options; row && row->name; row++)
			assert_row_is_sound(commands[i], row);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(defaults_stand_until_told_otherwise),
		cmocka_unit_test(options_stand_before_and_after_files),
		cmocka_unit_test(two_dashes_end_the_options),
		cmocka_unit_test(letters_may_be_joined),
		cmocka_unit_test(times_are_exact_microseconds),
		cmocka_unit_test(lists_take_commas_or_words),
		cmocka_unit_test(other_spellings_are_accepted),
		cmocka_unit_test(help_wins_over_what_is_missing),
		cmocka_unit_test(errors_say_what_was_expected),
		cmocka_unit_test(every_command_of_the_program_is_sound),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
