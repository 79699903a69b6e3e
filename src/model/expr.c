/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/mem.h"
#include "model/expr_code_priv.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/*
 * A recursive descent over the text that writes code for a stack machine as it
 * goes. Depth is counted, so neither the parser's nor the machine's stack can
 * run away.
 */
struct expr_parser {
	const char *text, *p;
	const char *const *names;
	uint32_t n_names;
	struct arena *arena;
	struct error *err;
	struct expr_op *code;
	size_t n, cap;
	int depth;		/* of the descent */
	uint32_t stack;		/* values on the machine's stack here */
};

static const struct expr_binary {
	char text[3];
	uint8_t level;		/* binds tighter the higher */
	uint8_t code;
} expr_binaries[] = {
	{ "==", 3, OP_EQ }, { "!=", 3, OP_NE }, { "<=", 3, OP_LE }, { ">=", 3, OP_GE },
	{ "<", 3, OP_LT }, { ">", 3, OP_GT },
	{ "//", 5, OP_FLOORDIV },
	{ "+", 4, OP_ADD }, { "-", 4, OP_SUB },
	{ "*", 5, OP_MUL }, { "/", 5, OP_DIV }, { "%", 5, OP_MOD },
	{ "||", 1, OP_OR }, { "&&", 2, OP_AND },
};

static int parse_choice(struct expr_parser *x);

static int
parse_error(struct expr_parser *x, const char *what)
{
	return error_set_at(x->err, x->p - x->text, "%s at column %d of \"%.200s\"", what,
			(int)(x->p - x->text) + 1, x->text);
}

static int
parse_emit(struct expr_parser *x, uint8_t code, uint32_t n, int grow)
{
	if (!mem_reserve(&x->code, &x->cap, x->n + 1, sizeof(*x->code)))
		return error_no_memory(x->err, "reading an expression");
	x->code[x->n++] = (struct expr_op){ .code = code, .n = n };
	x->stack += (uint32_t)grow;
	if (x->stack > EXPR_MAX_DEPTH)
		return parse_error(x, "too deep");
	return 0;
}

static int
parse_constant(struct expr_parser *x, struct value v)
{
	if (parse_emit(x, OP_CONSTANT, 0, 1))
		return -1;
	x->code[x->n - 1].constant = v;
	return 0;
}

static void
parse_blank(struct expr_parser *x)
{
	while (*x->p == ' ' || *x->p == '\t' || *x->p == '\n')
		x->p++;
}

static bool
parse_take(struct expr_parser *x, const char *token)
{
	size_t n = strlen(token);

	parse_blank(x);
	if (strncmp(x->p, token, n))
		return false;
	x->p += n;
	return true;
}

static bool
is_name(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
		|| c == '_';
}

static int
parse_literal(struct expr_parser *x)
{
	const char *end = x->p;
	struct value v;
	int status;

	if (*x->p == '"' || *x->p == '\'')
		for (end++; *end && *end != *x->p; end++)
			;
	else
		while (is_name(*end) || *end == '.'
			|| ((*end == '-' || *end == '+') && (end[-1] | 0x20) == 'e'))
			end++;
	if (*end == *x->p)
		end++;
	status = value_read(&v, x->p, (size_t)(end - x->p), x->arena);
	if (status < 0)
		return error_no_memory(x->err, "reading an expression");
	if (status == 0)
		return parse_error(x, "no number or text");
	x->p = end;
	return parse_constant(x, v);
}

/* Items up to the closing bracket; returns their number, or -1. */
static int
parse_items(struct expr_parser *x, const char *close, bool *comma)
{
	int n = 0;

	*comma = false;
	while (!parse_take(x, close)) {
		if (n && !*comma)
			return parse_error(x, "a comma or a closing bracket is missing");
		if (parse_choice(x))
			return -1;
		n++;
		*comma = parse_take(x, ",");
	}
	return n;
}

static int
parse_bracket(struct expr_parser *x)
{
	bool round = *x->p++ == '(', comma;
	int n = parse_items(x, round ? ")" : "]", &comma);

	if (n < 0)
		return -1;
	if (round && n == 1 && !comma)
		return 0;
	return parse_emit(x, round ? OP_TUPLE : OP_LIST, (uint32_t)n, 1 - n);
}

static int
parse_call(struct expr_parser *x, const char *name, size_t len)
{
	const struct expr_function *f = expr_function_find(name, len);
	bool comma;
	int n;

	if (!f) {
		x->p = name;
		return parse_error(x, "no function of that name");
	}
	x->p++;
	n = parse_items(x, ")", &comma);
	if (n < 0)
		return -1;
	if (n < f->min_args || n > f->max_args) {
		x->p = name;
		return parse_error(x, "wrong number of arguments");
	}
	if (parse_emit(x, OP_CALL, (uint32_t)n, 1 - n))
		return -1;
	x->code[x->n - 1].function = f;
	return 0;
}

/* D, D0, T12: a list of recorded arguments or one of its elements. False when the name is none. */
static bool
parse_recorded(const char *name, size_t len, uint8_t *code, uint32_t *n)
{
	static const char lists[] = "DTSC";
	const char *list = strchr(lists, *name);

	if (!list || len > 4)
		return false;
	*n = (uint32_t)(list - lists);
	*code = len == 1 ? OP_RECORDED : OP_ARGUMENT;
	for (size_t i = 1; i < len; i++)
		if (name[i] < '0' || name[i] > '9')
			return false;
	if (len > 1)
		*n |= (uint32_t)strtoul(name + 1, NULL, 10) << 2;
	return true;
}

static int
parse_name(struct expr_parser *x)
{
	const char *name = x->p;
	size_t len = 0;
	uint32_t n;
	uint8_t code;

	while (is_name(name[len]))
		len++;
	x->p += len;
	if (*x->p == '(')
		return parse_call(x, name, len);
	for (uint32_t i = x->n_names; i-- > 0;)
		if (!strncmp(x->names[i], name, len) && !x->names[i][len])
			return parse_emit(x, OP_SLOT, i, 1);
	if (parse_recorded(name, len, &code, &n))
		return parse_emit(x, code, n, 1);
	x->p = name;
	if ((len == 4 && !strncmp(name, "True", 4)) || (len == 5 && !strncmp(name, "False", 5))
			|| (len == 4 && !strncmp(name, "None", 4)))
		return parse_literal(x);
	return parse_error(x, "unknown name");
}

static int
parse_primary(struct expr_parser *x)
{
	int status;

	parse_blank(x);
	if (*x->p == '(' || *x->p == '[')
		status = parse_bracket(x);
	else if ((*x->p >= '0' && *x->p <= '9') || *x->p == '"' || *x->p == '\'' || *x->p == '.')
		status = parse_literal(x);
	else if (is_name(*x->p))
		status = parse_name(x);
	else
		status = parse_error(x, *x->p ? "unexpected sign" : "something is missing");
	while (!status && parse_take(x, "[")) {
		status = parse_choice(x);
		if (!status && !parse_take(x, "]"))
			status = parse_error(x, "a closing bracket is missing");
		if (!status)
			status = parse_emit(x, OP_INDEX, 0, -1);
	}
	return status;
}

static int
parse_unary(struct expr_parser *x)
{
	uint8_t code[EXPR_MAX_DEPTH];
	int n = 0;

	for (;;) {
		parse_blank(x);
		if (*x->p != '-' && (*x->p != '!' || x->p[1] == '='))
			break;
		if (n == EXPR_MAX_DEPTH)
			return parse_error(x, "too deep");
		code[n++] = *x->p++ == '-' ? OP_NEGATE : OP_NOT;
	}
	if (parse_primary(x))
		return -1;
	while (n > 0)
		if (parse_emit(x, code[--n], 0, 0))
			return -1;
	return 0;
}

static const struct expr_binary *
parse_operator(struct expr_parser *x, int level)
{
	parse_blank(x);
	for (size_t i = 0; i < sizeof(expr_binaries) / sizeof(*expr_binaries); i++) {
		const struct expr_binary *op = &expr_binaries[i];

		if (!strncmp(x->p, op->text, strlen(op->text)))
			return op->level >= level ? op : NULL;
	}
	return NULL;
}

static int
parse_binary(struct expr_parser *x, int level)
{
	const struct expr_binary *op;

	if (parse_unary(x))
		return -1;
	while ((op = parse_operator(x, level))) {
		bool jump = op->code == OP_AND || op->code == OP_OR;
		size_t at = x->n;

		x->p += strlen(op->text);
		if (jump && parse_emit(x, op->code, 0, -1))
			return -1;
		if (parse_binary(x, op->level + 1))
			return -1;
		if (jump)
			x->code[at].n = (uint32_t)x->n;
		else if (parse_emit(x, op->code, 0, -1))
			return -1;
	}
	return 0;
}

static int
parse_choice_rest(struct expr_parser *x)
{
	size_t test = x->n, skip;

	if (parse_emit(x, OP_UNLESS, 0, -1) || parse_choice(x))
		return -1;
	if (!parse_take(x, ":"))
		return parse_error(x, "a ':' is missing");
	skip = x->n;
	if (parse_emit(x, OP_JUMP, 0, -1))
		return -1;
	x->code[test].n = (uint32_t)x->n;
	if (parse_choice(x))
		return -1;
	x->code[skip].n = (uint32_t)x->n;
	return 0;
}

static int
parse_choice(struct expr_parser *x)
{
	int status;

	if (++x->depth > EXPR_MAX_DEPTH)
		return parse_error(x, "too deep");
	status = parse_binary(x, 1);
	if (!status && parse_take(x, "?"))
		status = parse_choice_rest(x);
	x->depth--;
	return status;
}

int
expr_compile(struct expr **out, const char *text, const char *const *names, uint32_t n_names,
		struct arena *arena, struct error *err)
{
	struct expr_parser x = {
		.text = text,
		.p = text,
		.names = names,
		.n_names = n_names,
		.arena = arena,
		.err = err,
	};
	struct expr *expr;
	int status = parse_choice(&x);

	parse_blank(&x);
	if (!status && *x.p)
		status = parse_error(&x, "unexpected sign");
	if (!status) {
		expr = arena_alloc(arena, sizeof(*expr) + x.n * sizeof(*x.code));
		if (expr) {
			expr->n = (uint32_t)x.n;
			memcpy(expr->code, x.code, x.n * sizeof(*x.code));
			*out = expr;
		} else {
			status = error_no_memory(err, "reading an expression");
		}
	}
	free(x.code);
	return status;
}
