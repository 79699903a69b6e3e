/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tokens and values of a filter expression. */
#include "table/filter_priv.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const struct {
	const char *text;	/* longer ones before their beginnings */
	enum filter_operator operator;
} operators[] = {
	{"!=", FILTER_NOT_EQUAL}, {"!~", FILTER_LACKS}, {"<=", FILTER_AT_MOST}, {">=", FILTER_AT_LEAST},
	{"==", FILTER_EQUAL}, {"=", FILTER_EQUAL}, {"<", FILTER_LESS}, {">", FILTER_MORE}, {"~", FILTER_CONTAINS},
};

static int
next_quoted(const char *expression, struct filter_token *token, struct arena *arena, struct error *err)
{
	const char *from = expression + token->at, *p = from + 1;
	char *text = arena_bytes(arena, strlen(from)), *to = text;

	if (!text)
		return error_no_memory(err, "reading a filter");
	for (; *p && *p != *from; p++) {
		if (*p == '\\' && p[1])
			p++;
		*to++ = *p;
	}
	if (!*p)
		return error_set_at(err, (int64_t)token->at, "a quote is not closed");
	*to = '\0';
	token->kind = TOKEN_QUOTED;
	token->text = text;
	token->end = (size_t)(p + 1 - expression);
	return 0;
}

int
filter_next(
	const char *expression, size_t at, struct filter_token *token, struct arena *arena, struct error *err)
{
	const char *p;
	size_t len;

	at += strspn(expression + at, " \t\r\n");
	p = expression + at;
	*token = (struct filter_token){.kind = TOKEN_END, .at = at, .end = at};
	if (!*p)
		return 0;
	if (*p == '(' || *p == ')') {
		token->kind = *p == '(' ? TOKEN_OPEN : TOKEN_CLOSE;
		token->end = at + 1;
		return 0;
	}
	if (*p == '"' || *p == '\'')
		return next_quoted(expression, token, arena, err);
	for (size_t i = 0; i < sizeof(operators) / sizeof(*operators); i++) {
		len = strlen(operators[i].text);
		if (strncmp(p, operators[i].text, len))
			continue;
		token->kind = TOKEN_OPERATOR;
		token->operator = operators[i].operator;
		token->end = at + len;
		return 0;
	}
	len = strcspn(p, " \t\r\n()=!<>~\"'");
	if (!len)
		return error_set_at(err, (int64_t)at, "'%c' stands where nothing like it can", *p);
	token->kind = TOKEN_WORD;
	token->text = arena_strndup(arena, p, len);
	token->end = at + len;
	return token->text ? 0 : error_no_memory(err, "reading a filter");
}

enum measure { MEASURE_TIME, MEASURE_SIZE, MEASURE_SHARE };

static const struct {
	const char *text;
	enum measure measure;
	long double scale;	/* in ns, bytes, percent */
} value_units[] = {
	{"ns", MEASURE_TIME, 1}, {"us", MEASURE_TIME, 1e3L}, {"\xc2\xb5s", MEASURE_TIME, 1e3L},
	{"ms", MEASURE_TIME, 1e6L}, {"s", MEASURE_TIME, 1e9L},
	{"B", MEASURE_SIZE, 1}, {"KB", MEASURE_SIZE, 1024}, {"MB", MEASURE_SIZE, 1048576},
	{"GB", MEASURE_SIZE, 1073741824}, {"TB", MEASURE_SIZE, 1099511627776},
	{"%", MEASURE_SHARE, 1},
};

/* One of the column's own unit, in ns, bytes or percent; 0 when it has no such measure. */
static long double
column_scale(const struct column_def *def, enum measure measure)
{
	switch (measure) {
	case MEASURE_TIME:
		if (def->unit == UNIT_US || def->unit == UNIT_MS)
			return def->unit == UNIT_US ? 1e3L : 1e6L;
		return def->type == CELL_TIME ? 1 : 0;
	case MEASURE_SIZE:
		return def->unit == UNIT_BYTES ? 1 : def->unit == UNIT_MB ? 1048576 : 0;
	default:
		return def->unit == UNIT_PERCENT ? 1 : 0;
	}
}

/* A decimal that meant a whole number of ns or bytes is one. */
static long double
value_snap(long double value)
{
	long double whole = roundl(value);

	return fabsl(value - whole) < 1e-6L ? whole : value;
}

static int
value_unit(long double *value, const char *unit, const struct column_def *def, size_t at, struct error *err)
{
	for (size_t i = 0; i < sizeof(value_units) / sizeof(*value_units); i++) {
		long double own;

		if (strcasecmp(unit, value_units[i].text))
			continue;
		own = column_scale(def, value_units[i].measure);
		if (own == 0)
			return error_set_at(
				err, (int64_t)at, "column %s is not measured in %s", def->id, unit);
		*value *= value_units[i].scale;
		if (def->type != CELL_TIME)
			*value /= own;
		return 0;
	}
	return error_set_at(
		err, (int64_t)at, "'%s' is no unit: there are ns us ms s, B KB MB GB TB, and %%", unit);
}

static bool
is_unit(const struct filter_token *token)
{
	for (size_t i = 0; i < sizeof(value_units) / sizeof(*value_units); i++)
		if (token->kind == TOKEN_WORD && !strcasecmp(token->text, value_units[i].text))
			return true;
	return false;
}

static int
value_number(struct filter_test *test, const struct column_def *def, const struct filter_token *value,
	const struct filter_token *unit, bool *took_unit, struct error *err)
{
	char *rest;
	size_t digits = strcspn(value->text, "xX");

	test->number = strtold(value->text, &rest);
	if (rest == value->text || value->text[digits] || isnan(test->number))
		return error_set_at(err, (int64_t)value->at, "column %s holds numbers, '%.80s' is none",
			def->id, value->text);
	*took_unit = !*rest && is_unit(unit);
	if (*rest || *took_unit) {
		if (value_unit(
			    &test->number, *rest ? rest : unit->text, def, *rest ? value->at : unit->at, err))
			return -1;
	} else if (def->type == CELL_TIME) {
		test->number *= column_scale(def, MEASURE_TIME);
	}
	test->number = def->type == CELL_REAL ? (double)test->number : value_snap(test->number);
	return 0;
}

static int
value_truth(struct filter_test *test, const struct column_def *def, const struct filter_token *value,
	struct error *err)
{
	static const char *const words[][2] = {{"false", "true"}, {"no", "yes"}, {"0", "1"}};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		for (int truth = 0; truth < 2; truth++)
			if (!strcasecmp(value->text, words[i][truth])) {
				test->number = truth;
				return 0;
			}
	return error_set_at(
		err, (int64_t)value->at, "column %s is true or false, not '%.80s'", def->id, value->text);
}

int
filter_value(struct filter_test *test, const struct column_def *def, const struct filter_token *value,
	const struct filter_token *unit, bool *took_unit, struct error *err)
{
	bool contains = test->operator == FILTER_CONTAINS || test->operator == FILTER_LACKS;
	bool equals = test->operator == FILTER_EQUAL || test->operator == FILTER_NOT_EQUAL;

	*took_unit = false;
	if (def->type == CELL_TEXT || contains || (equals && !*value->text)) {
		test->text = value->text;
		return 0;
	}
	if (def->type == CELL_BOOL)
		return value_truth(test, def, value, err);
	return value_number(test, def, value, unit, took_unit, err);
}
