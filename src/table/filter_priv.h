/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TABLE_FILTER_PRIV_H
#define TABLE_FILTER_PRIV_H

#include "table/filter.h"

enum filter_operator {
	FILTER_EQUAL, FILTER_NOT_EQUAL, FILTER_LESS, FILTER_AT_MOST, FILTER_MORE, FILTER_AT_LEAST,
	FILTER_CONTAINS, FILTER_LACKS
};

struct filter_test {
	uint32_t column;
	enum filter_operator operator;
	long double number;	/* in the cell's own measure: ns, bytes, the column's unit */
	const char *text;	/* NULL: compare as a number */
};

/*
 * A program over one truth value: tests set it, jumps pass over what cannot
 * change it any more. So neither reading nor running needs a stack of values.
 */
enum filter_step_kind { STEP_TEST, STEP_NOT, STEP_JUMP_FALSE, STEP_JUMP_TRUE };

struct filter_step {
	enum filter_step_kind kind;
	uint32_t to;		/* where a jump goes */
	struct filter_test test;
};

struct filter {
	struct filter_step *steps;
	size_t n, cap;
	struct arena arena;
};

enum filter_token_kind { TOKEN_END, TOKEN_WORD, TOKEN_QUOTED, TOKEN_OPERATOR, TOKEN_OPEN, TOKEN_CLOSE };

struct filter_token {
	enum filter_token_kind kind;
	enum filter_operator operator;
	const char *text;	/* a word's or a quoted text's content, in the arena */
	size_t at, end;		/* bytes in the expression */
};

/* Reads the token that starts at or after byte at. */
int filter_next(const char *expression, size_t at, struct filter_token *token, struct arena *arena,
	struct error *err);

/*
 * Turns a value's tokens into the test's number or text. unit is a word that
 * followed the value ("1 ms"); *took_unit tells whether it belonged to it.
 */
int filter_value(struct filter_test *test, const struct column_def *def, const struct filter_token *value,
	const struct filter_token *unit, bool *took_unit, struct error *err);

#endif
