/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From expression to program, by operator precedence with a stack of our own; and running it. */
#include "table/filter_priv.h"
#include "base/mem.h"
#include <string.h>
#include <strings.h>

enum pending_kind { PENDING_OPEN, PENDING_OR, PENDING_AND, PENDING_NOT };	/* loosest first */

struct pending {
	enum pending_kind kind;
	size_t at;		/* byte in the expression */
	size_t jump;		/* the step that passes over the right side */
};

struct parser {
	const char *expression;
	const struct table *table;
	struct filter *filter;
	struct filter_token token;	/* not used up yet */
	struct pending *pending;
	size_t n_pending, cap_pending;
	struct error *err;
};

static int
parser_advance(struct parser *parser)
{
	return filter_next(
		parser->expression, parser->token.end, &parser->token, &parser->filter->arena, parser->err);
}

static int
parser_fail(struct parser *parser, const char *wanted)
{
	size_t at = parser->token.at, len = parser->token.end - at;

	if (parser->token.kind == TOKEN_END)
		return error_set_at(parser->err, (int64_t)at, "%s is missing at the end", wanted);
	return error_set_at(parser->err, (int64_t)at, "%s should stand where '%.*s' does", wanted,
		(int)(len > 80 ? 80 : len), parser->expression + at);
}

static struct filter_step *
parser_step(struct parser *parser, enum filter_step_kind kind)
{
	struct filter *filter = parser->filter;

	if (filter->n >= UINT32_MAX
		|| !mem_reserve(&filter->steps, &filter->cap, filter->n + 1, sizeof(*filter->steps))) {
		error_no_memory(parser->err, "reading a filter");
		return NULL;
	}
	filter->steps[filter->n] = (struct filter_step){.kind = kind};
	return &filter->steps[filter->n++];
}

static int
parser_push(struct parser *parser, enum pending_kind kind)
{
	if (!mem_reserve(
		    &parser->pending, &parser->cap_pending, parser->n_pending + 1, sizeof(*parser->pending)))
		return error_no_memory(parser->err, "reading a filter");
	parser->pending[parser->n_pending++] = (struct pending){kind, parser->token.at, parser->filter->n};
	return 0;
}

/* Ends the operators that bind at least as close as kind, down to the innermost open parenthesis. */
static int
parser_reduce(struct parser *parser, enum pending_kind kind)
{
	while (parser->n_pending && parser->pending[parser->n_pending - 1].kind >= kind) {
		struct pending *top = &parser->pending[--parser->n_pending];

		if (top->kind != PENDING_NOT)
			parser->filter->steps[top->jump].to = (uint32_t)parser->filter->n;
		else if (!parser_step(parser, STEP_NOT))
			return -1;
	}
	return 0;
}

static bool
token_is(const struct filter_token *token, const char *word)
{
	return token->kind == TOKEN_WORD && !strcasecmp(token->text, word);
}

static int
no_column(const struct parser *parser)
{
	const struct table *table = parser->table;
	char names[300] = "";
	size_t used = 0;

	for (uint32_t i = 0; i < table->n_columns; i++) {
		const char *id = table->columns[i].def->id;

		if (used + strlen(id) + 6 >= sizeof(names)) {
			strcpy(names + used, " ...");
			break;
		}
		names[used++] = ' ';
		strcpy(names + used, id);
		used += strlen(id);
	}
	return error_set_at(parser->err, (int64_t)parser->token.at,
		"there is no column '%.80s'; there are:%s", parser->token.text, names);
}

/* COLUMN OPERATOR VALUE [UNIT] */
static int
parse_test(struct parser *parser)
{
	struct filter_test test = {0};
	struct filter_token value;
	const struct column_def *def;
	struct filter_step *step;
	bool took_unit;
	int column;

	if (parser->token.kind != TOKEN_WORD && parser->token.kind != TOKEN_QUOTED)
		return parser_fail(parser, "a column");
	column = table_ask_column(parser->table, parser->token.text);
	if (column < 0)
		return no_column(parser);
	if (parser_advance(parser))
		return -1;
	if (parser->token.kind != TOKEN_OPERATOR)
		return parser_fail(parser, "an operator (= != < <= > >= ~ !~)");
	test.operator = parser->token.operator;
	test.column = (uint32_t)column;
	if (parser_advance(parser))
		return -1;
	value = parser->token;
	if (value.kind != TOKEN_WORD && value.kind != TOKEN_QUOTED)
		return parser_fail(parser, "a value");
	if (parser_advance(parser))
		return -1;
	def = parser->table->columns[column].def;
	if (filter_value(&test, def, &value, &parser->token, &took_unit, parser->err))
		return -1;
	step = parser_step(parser, STEP_TEST);
	if (!step)
		return -1;
	step->test = test;
	return took_unit ? parser_advance(parser) : 0;
}

/* [not | "("]... test */
static int
parse_operand(struct parser *parser)
{
	for (;;) {
		bool open = parser->token.kind == TOKEN_OPEN;

		if (!open && !token_is(&parser->token, "not"))
			return parse_test(parser);
		if (parser_push(parser, open ? PENDING_OPEN : PENDING_NOT) || parser_advance(parser))
			return -1;
	}
}

static int
parse_close(struct parser *parser)
{
	if (parser_reduce(parser, PENDING_OR))
		return -1;
	if (!parser->n_pending)
		return error_set_at(
			parser->err, (int64_t)parser->token.at, "this parenthesis was not opened");
	parser->n_pending--;
	return parser_advance(parser);
}

/* ")"... (and | or | end): *more tells whether an operand follows. */
static int
parse_connective(struct parser *parser, bool *more)
{
	enum pending_kind kind;

	while (parser->token.kind == TOKEN_CLOSE)
		if (parse_close(parser))
			return -1;
	*more = parser->token.kind != TOKEN_END;
	if (!*more)
		return parser_reduce(parser, PENDING_OR);
	if (!token_is(&parser->token, "and") && !token_is(&parser->token, "or"))
		return parser_fail(parser, "'and' or 'or'");
	kind = token_is(&parser->token, "and") ? PENDING_AND : PENDING_OR;
	if (parser_reduce(parser, kind) || parser_push(parser, kind))
		return -1;
	if (!parser_step(parser, kind == PENDING_AND ? STEP_JUMP_FALSE : STEP_JUMP_TRUE))
		return -1;
	return parser_advance(parser);
}

static int
parse_expression(struct parser *parser)
{
	bool more = true;

	if (parser_advance(parser))
		return -1;
	if (parser->token.kind == TOKEN_END)
		return 0;
	while (more)
		if (parse_operand(parser) || parse_connective(parser, &more))
			return -1;
	if (parser->n_pending)
		return error_set_at(parser->err, (int64_t)parser->pending[parser->n_pending - 1].at,
			"this parenthesis is not closed");
	return 0;
}

int
filter_parse(struct filter **out, const char *text, const struct table *table, struct error *err)
{
	struct parser parser = {.expression = text, .table = table, .err = err};
	int status;

	*out = NULL;
	parser.filter = mem_zero(1, sizeof(*parser.filter));
	if (!parser.filter)
		return error_no_memory(err, "reading a filter");
	status = parse_expression(&parser);
	free(parser.pending);
	if (status)
		filter_free(parser.filter);
	else
		*out = parser.filter;
	return status;
}

void
filter_free(struct filter *filter)
{
	if (!filter)
		return;
	free(filter->steps);
	arena_free(&filter->arena);
	free(filter);
}

static bool
order_passes(enum filter_operator operator, int order)
{
	switch (operator) {
	case FILTER_EQUAL:
		return order == 0;
	case FILTER_NOT_EQUAL:
		return order != 0;
	case FILTER_LESS:
		return order < 0;
	case FILTER_AT_MOST:
		return order <= 0;
	case FILTER_MORE:
		return order > 0;
	default:
		return order >= 0;
	}
}

static bool
test_passes(const struct filter_test *test, const struct table *table, uint32_t row)
{
	const struct column_def *def = table->columns[test->column].def;
	union cell cell = table_cell(table, row, test->column);
	char out[32];
	const char *text;
	long double number;

	if (table_is_null(table, row, test->column)) {
		bool wanted = test->operator == FILTER_EQUAL && test->text && !*test->text;
		bool unlike = test->operator == FILTER_NOT_EQUAL && !(test->text && !*test->text);

		return wanted || unlike || test->operator == FILTER_LACKS;
	}
	if (test->text) {
		text = table_cell_text(table, row, test->column, out);
		if (test->operator == FILTER_CONTAINS || test->operator == FILTER_LACKS)
			return !strcasestr(text, test->text) == (test->operator == FILTER_LACKS);
		return order_passes(test->operator, strcmp(text, test->text));
	}
	number = def->type == CELL_REAL ? (long double)cell.d : (long double)cell.i;
	return order_passes(test->operator, (number > test->number) - (number < test->number));
}

bool
filter_uses(const struct filter *filter, uint32_t column)
{
	for (size_t at = 0; at < filter->n; at++)
		if (filter->steps[at].kind == STEP_TEST && filter->steps[at].test.column == column)
			return true;
	return false;
}

bool
filter_row(const struct filter *filter, const struct table *table, uint32_t row)
{
	bool truth = true;

	for (size_t at = 0; at < filter->n; at++) {
		const struct filter_step *step = &filter->steps[at];

		if (step->kind == STEP_TEST)
			truth = test_passes(&step->test, table, row);
		else if (step->kind == STEP_NOT)
			truth = !truth;
		else if (truth == (step->kind == STEP_JUMP_TRUE))
			at = step->to - 1u;
	}
	return truth;
}

int
filter_table(struct table *table, const char *text, struct error *err)
{
	struct filter *filter;
	bool *keep;

	if (filter_parse(&filter, text, table, err))
		return -1;
	keep = mem_alloc(table->n_rows, sizeof(*keep));
	if (!keep) {
		filter_free(filter);
		return error_no_memory(err, "filtering rows");
	}
	for (uint32_t row = 0; row < table->n_rows; row++)
		keep[row] = filter_row(filter, table, row);
	table_keep(table, keep);
	free(keep);
	filter_free(filter);
	return 0;
}
