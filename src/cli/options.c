/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arguments into a command's struct of options, by its table. */
#include "cli/cli.h"
#include "cli/load.h"
#include "cli/outputs.h"
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NEAR = 3, LONGEST_WORD = 64 };

struct parser {
	struct cli_call *call;
	const struct cli_command *command;
	char *options;
	const char **files;
	char **args;
	int n, next;
	bool only_files;	/* after "--" */
	struct error *err;
};

/* One occurrence of an option: the row, how it was written, and its value. */
struct occurrence {
	const struct cli_option *row;
	char shown[LONGEST_WORD + 3];
	const char *value;
};

static const struct cli_option help_row = {
	"help", 'h', NULL, "show this help", CLI_TYPE_IGNORED, 0, 0, 0, NULL, NULL, NULL
};

static const struct cli_option *
find_row(const struct cli_option *row, const char *name, size_t len)
{
	for (; row && row->name; row++)
		if (strlen(row->name) == len && memcmp(row->name, name, len) == 0)
			return row;
	return NULL;
}

const struct cli_option *
cli_find_option(const struct cli_command *command, const char *name, size_t len)
{
	const struct cli_option *row = find_row(command->options, name, len);

	if (row && row->type == CLI_TYPE_ALIAS)
		row = find_row(command->options, row->alias, strlen(row->alias));
	if (!row && len == strlen(help_row.name) && memcmp(name, help_row.name, len) == 0)
		return &help_row;
	return row;
}

static const struct cli_option *
find_letter(const struct cli_command *command, char letter)
{
	const struct cli_option *row = command->options;

	for (; row && row->name; row++)
		if (row->letter == letter)
			return row;
	return letter == help_row.letter ? &help_row : NULL;
}

/* --- spelling --- */

static size_t
least(size_t a, size_t b, size_t c)
{
	size_t least_two = a < b ? a : b;

	return least_two < c ? least_two : c;
}

/* Levenshtein's distance, two rows at a time. */
static size_t
distance(const char *a, const char *b)
{
	size_t rows[2][LONGEST_WORD + 1];
	size_t len_a = strlen(a), len_b = strlen(b);

	if (len_a > LONGEST_WORD || len_b > LONGEST_WORD)
		return SIZE_MAX;
	for (size_t j = 0; j <= len_b; j++)
		rows[0][j] = j;
	for (size_t i = 1; i <= len_a; i++) {
		size_t *now = rows[i & 1], *before = rows[(i - 1) & 1];

		now[0] = i;
		for (size_t j = 1; j <= len_b; j++)
			now[j] = least(before[j] + 1, now[j - 1] + 1, before[j - 1] + (a[i - 1] != b[j - 1]));
	}
	return rows[len_a & 1][len_b];
}

const char *
cli_nearest(const char *typed, const char *(*words)(const void *data, size_t i), const void *data)
{
	const char *best = NULL, *word;
	size_t best_distance = NEAR;

	for (size_t i = 0; (word = words(data, i)) != NULL; i++) {
		size_t d = distance(typed, word);

		if (d < best_distance && d < strlen(word)) {
			best_distance = d;
			best = word;
		}
	}
	return best;
}

static const char *
option_word(const void *data, size_t i)
{
	const struct cli_option *rows = data;

	return rows ? rows[i].name : NULL;
}

static enum cli_parsed
unknown_option(struct parser *p, const char *written, const char *name)
{
	const char *near = name ? cli_nearest(name, option_word, p->command->options) : NULL;

	if (near)
		error_set(p->err, "unknown option '%s', did you mean '--%s'?", written, near);
	else
		error_set(p->err, "unknown option '%s'", written);
	return CLI_PARSED_WRONG;
}

/* --- values --- */

static void *
place(const struct parser *p, const struct occurrence *o)
{
	return p->options + o->row->offset;
}

static enum cli_parsed
set_flag(struct parser *p, const struct occurrence *o)
{
	*(bool *)place(p, o) = true;
	return CLI_PARSED;
}

static enum cli_parsed
set_text(struct parser *p, const struct occurrence *o)
{
	*(const char **)place(p, o) = o->value;
	return CLI_PARSED;
}

static enum cli_parsed
set_int(struct parser *p, const struct occurrence *o)
{
	char *end;
	long long value;

	errno = 0;
	value = strtoll(o->value, &end, 10);
	if (errno || end == o->value || *end || value < o->row->min || value > o->row->max) {
		error_set(p->err, "%s takes a whole number from %" PRId64 " to %" PRId64 ", not '%s'",
			o->shown, o->row->min, o->row->max, o->value);
		return CLI_PARSED_WRONG;
	}
	*(int64_t *)place(p, o) = value;
	return CLI_PARSED;
}

static enum cli_parsed
set_real(struct parser *p, const struct occurrence *o)
{
	char *end;
	double value = strtod(o->value, &end);

	if (end == o->value || *end || !isfinite(value) || value < 0) {
		error_set(p->err, "%s takes a number that is not negative, not '%s'", o->shown, o->value);
		return CLI_PARSED_WRONG;
	}
	*(double *)place(p, o) = value;
	return CLI_PARSED;
}

/* Reads digits into *value, scaled up to exactly want digits; the first digit left out decides the rounding. */
static const char *
read_fraction(const char *p, int want, int64_t *value, bool *round_up)
{
	int taken = 0;

	*value = 0;
	*round_up = false;
	for (; *p >= '0' && *p <= '9'; p++, taken++) {
		if (taken < want)
			*value = *value * 10 + (*p - '0');
		else if (taken == want)
			*round_up = *p >= '5';
	}
	for (; taken < want; taken++)
		*value *= 10;
	return p;
}

bool
cli_parse_us(const char *text, int64_t *ns)
{
	int64_t whole = 0, fraction = 0;
	bool digits = false, round_up = false;
	const char *p = text;

	for (; *p >= '0' && *p <= '9'; p++, digits = true) {
		if (whole > INT64_MAX / 10000 - 1)
			return false;
		whole = whole * 10 + (*p - '0');
	}
	if (*p == '.') {
		const char *start = ++p;

		p = read_fraction(start, 3, &fraction, &round_up);
		digits |= p > start;
	}
	if (!digits || *p || whole > INT64_MAX / 1000 - 1)
		return false;
	*ns = whole * 1000 + fraction + round_up;
	return true;
}

static enum cli_parsed
set_us(struct parser *p, const struct occurrence *o)
{
	if (!cli_parse_us(o->value, place(p, o))) {
		error_set(p->err, "%s takes microseconds such as 12.5, not '%s'", o->shown, o->value);
		return CLI_PARSED_WRONG;
	}
	return CLI_PARSED;
}

static enum cli_parsed
wrong_choice(struct parser *p, const struct occurrence *o)
{
	char known[256] = "";
	size_t used = 0;

	for (int i = 0; o->row->choices[i] && used < sizeof(known); i++)
		used += (size_t)snprintf(known + used, sizeof(known) - used, "%s%s",
			i ? ", " : "", o->row->choices[i]);
	error_set(p->err, "%s takes one of %s, not '%s'", o->shown, known, o->value);
	return CLI_PARSED_WRONG;
}

static enum cli_parsed
set_choice(struct parser *p, const struct occurrence *o)
{
	for (int i = 0; o->row->choices[i]; i++) {
		if (strcmp(o->row->choices[i], o->value) == 0) {
			*(int *)place(p, o) = i;
			return CLI_PARSED;
		}
	}
	return wrong_choice(p, o);
}

static bool
add_item(struct parser *p, struct cli_list *list, const char *text, size_t len)
{
	struct arena *arena = &p->call->arena;
	const char **items = arena_alloc(arena, (list->n + 1) * sizeof(*items));
	char *copy = arena_strndup(arena, text, len);

	if (!items || !copy)
		return false;
	if (list->n)
		memcpy(items, list->items, list->n * sizeof(*items));
	items[list->n++] = copy;
	list->items = items;
	return true;
}

static enum cli_parsed
set_list(struct parser *p, const struct occurrence *o)
{
	struct cli_list *list = place(p, o);
	const char *start = o->value;

	for (;;) {
		size_t len = strcspn(start, ",");

		if (len == 0) {
			error_set(p->err, "%s takes words parted by commas, not '%s'", o->shown, o->value);
			return CLI_PARSED_WRONG;
		}
		if (!add_item(p, list, start, len))
			return CLI_PARSED_NO_MEMORY;
		if (start[len] == '\0')
			return CLI_PARSED;
		start += len + 1;
	}
}

static enum cli_parsed
set_words(struct parser *p, const struct occurrence *o)
{
	enum cli_parsed result = set_list(p, o);
	struct occurrence more = *o;

	if (strchr(o->value, ','))
		return result;
	while (result == CLI_PARSED && p->next < p->n && p->args[p->next][0] != '-') {
		more.value = p->args[p->next++];
		result = set_list(p, &more);
	}
	return result;
}

static enum cli_parsed
set_file(struct parser *p, const struct occurrence *o)
{
	p->files[p->call->n_files++] = o->value;
	return CLI_PARSED;
}

static enum cli_parsed
set_nothing(struct parser *p, const struct occurrence *o)
{
	char line[512];

	(void)p;
	if (o->row == &help_row)
		return CLI_PARSED_HELP;
	if (o->row->alias) {
		snprintf(line, sizeof(line), "%s has no effect: %s", o->shown, o->row->alias);
		cli_print_warning(line);
	}
	return CLI_PARSED;
}

typedef enum cli_parsed (*setter)(struct parser *, const struct occurrence *);

static const setter setters[] = {
	[CLI_TYPE_FLAG] = set_flag,
	[CLI_TYPE_TEXT] = set_text,
	[CLI_TYPE_INPUT] = set_text,
	[CLI_TYPE_OUTPUT] = set_text,
	[CLI_TYPE_BOOK] = set_text,
	[CLI_TYPE_INT] = set_int,
	[CLI_TYPE_REAL] = set_real,
	[CLI_TYPE_US] = set_us,
	[CLI_TYPE_CHOICE] = set_choice,
	[CLI_TYPE_LIST] = set_list,
	[CLI_TYPE_WORDS] = set_words,
	[CLI_TYPE_FILE] = set_file,
	[CLI_TYPE_IGNORED] = set_nothing,
};

/* --- words of the command line --- */

/* attached is what follows "=" or a letter, or NULL when the value is the next word. */
static enum cli_parsed
take_option(struct parser *p, struct occurrence *o, const char *attached)
{
	o->value = attached;
	if (!o->row->argument && attached) {
		error_set(p->err, "%s takes no value", o->shown);
		return CLI_PARSED_WRONG;
	}
	if (o->row->argument && !attached) {
		const char *next = p->next < p->n ? p->args[p->next] : NULL;

		if (!next || (next[0] == '-' && next[1] == '-')) {
			error_set(p->err, "%s needs a value: %s", o->shown, o->row->argument);
			return CLI_PARSED_WRONG;
		}
		o->value = next;
		p->next++;
	}
	return setters[o->row->type](p, o);
}

static enum cli_parsed
parse_long(struct parser *p, const char *word)
{
	const char *name = word + 2, *equals = strchr(name, '=');
	size_t len = equals ? (size_t)(equals - name) : strlen(name);
	struct occurrence o = {.row = cli_find_option(p->command, name, len)};

	if (!o.row)
		return unknown_option(p, word, equals ? NULL : name);
	snprintf(o.shown, sizeof(o.shown), "--%.*s", (int)(len < LONGEST_WORD ? len : LONGEST_WORD), name);
	return take_option(p, &o, equals ? equals + 1 : NULL);
}

/* "-abc": flags a and b; what follows a letter that takes a value is the value. */
static enum cli_parsed
parse_letters(struct parser *p, const char *word)
{
	enum cli_parsed result = CLI_PARSED;

	for (const char *letter = word + 1; *letter && result == CLI_PARSED; letter++) {
		struct occurrence o = {.row = find_letter(p->command, *letter)};

		if (!o.row)
			return unknown_option(p, word, NULL);
		snprintf(o.shown, sizeof(o.shown), "-%c", *letter);
		if (o.row->argument)
			return take_option(p, &o, letter[1] ? letter + 1 : NULL);
		result = take_option(p, &o, NULL);
	}
	return result;
}

static enum cli_parsed
parse_word(struct parser *p)
{
	const char *word = p->args[p->next++];

	if (p->only_files || word[0] != '-' || word[1] == '\0') {
		p->files[p->call->n_files++] = word;
		return CLI_PARSED;
	}
	if (strcmp(word, "--") == 0) {
		p->only_files = true;
		return CLI_PARSED;
	}
	return word[1] == '-' ? parse_long(p, word) : parse_letters(p, word);
}

static enum cli_parsed
check_files(const struct parser *p)
{
	const struct cli_command *command = p->command;
	int n = p->call->n_files, standard = 0;

	if (n < command->min_files) {
		error_set(p->err, "expected %s, got %s", command->arguments, n ? "fewer arguments" : "no argument");
		return CLI_PARSED_WRONG;
	}
	if (command->max_files >= 0 && n > command->max_files) {
		if (command->max_files)
			error_set(p->err, "expected %s: '%s' is one too many", command->arguments,
				p->files[command->max_files]);
		else
			error_set(p->err, "no argument expected, got '%s'", p->files[0]);
		return CLI_PARSED_WRONG;
	}
	for (int i = 0; i < n; i++)
		standard += strcmp(p->files[i], "-") == 0;
	if (standard > 1) {
		error_set(p->err, "standard input ('-') can be read only once");
		return CLI_PARSED_WRONG;
	}
	return CLI_PARSED;
}

enum cli_parsed
cli_parse(struct cli_call *call, const struct cli_program *program, const struct cli_command *command,
	int n, char **args, struct error *err)
{
	size_t size = command->options_size ? command->options_size : 1;
	enum cli_parsed result = CLI_PARSED;
	struct parser p = {.call = call, .command = command, .args = args, .n = n, .err = err};

	*call = (struct cli_call){.program = program, .command = command};
	p.options = arena_alloc(&call->arena, size);
	p.files = arena_alloc(&call->arena, ((size_t)n + 1) * sizeof(*p.files));
	if (!p.options || !p.files)
		return CLI_PARSED_NO_MEMORY;
	memset(p.options, 0, size);
	if (command->defaults)
		memcpy(p.options, command->defaults, command->options_size);
	call->options = p.options;
	call->files = p.files;
	while (result == CLI_PARSED && p.next < n)
		result = parse_word(&p);
	if (result == CLI_PARSED)
		result = check_files(&p);
	if (result == CLI_PARSED && cli_check_outputs(call, err))
		result = CLI_PARSED_WRONG;
	return result;
}

void
cli_call_free(struct cli_call *call)
{
	arena_free(&call->arena);
	*call = (struct cli_call){0};
}
