/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A value of a model: what an op's recorded arguments, the expressions of an op
 * table and the parameters of a model are made of. Immutable; lists and texts
 * live in the arena they were read into.
 */
#ifndef MODEL_VALUE_H
#define MODEL_VALUE_H

#include "base/arena.h"
#include "base/buffer.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum value_kind {
	VALUE_NONE,	/* not recorded, or unknown: arithmetic with it is unknown too */
	VALUE_BOOL,	/* i is 0 or 1 */
	VALUE_INT,
	VALUE_REAL,
	VALUE_TEXT,	/* n bytes and a NUL */
	VALUE_LIST,	/* n items */
	VALUE_TUPLE,	/* the same, printed with round brackets */
};

struct value {
	enum value_kind kind;
	uint32_t n;
	union {
		int64_t i;
		double d;
		const char *s;
		const struct value *items;
	};
};

static inline struct value
value_int(int64_t i)
{
	return (struct value){ .kind = VALUE_INT, .i = i };
}

static inline struct value
value_bool(bool b)
{
	return (struct value){ .kind = VALUE_BOOL, .i = b };
}

static inline struct value
value_real(double d)
{
	return (struct value){ .kind = VALUE_REAL, .d = d };
}

struct value value_text(const char *s);		/* NULL gives VALUE_NONE; the text is not copied */

static inline bool
value_is_list(struct value v)
{
	return v.kind == VALUE_LIST || v.kind == VALUE_TUPLE;
}

static inline bool
value_is_number(struct value v)
{
	return v.kind == VALUE_BOOL || v.kind == VALUE_INT || v.kind == VALUE_REAL;
}

/* False, 0, the empty text, the empty list and NONE are false. */
bool value_truth(struct value v);

static inline const char *
value_text_or_null(struct value v)
{
	return v.kind == VALUE_TEXT ? v.s : NULL;
}

/* A number as a double; NaN for all else. */
double value_number(struct value v);

/*
 * Whether a number is below another: whole ones exactly, with a real as doubles. False for all else.
 */
bool value_less(struct value a, struct value b);

/*
 * Equal in kind and content; numbers of any kind compare by value, lists item by item to a bounded
 * depth.
 */
bool value_equal(struct value a, struct value b);

#define VALUE_MAX_DEPTH 16

/*
 * Reads JSON, and literals of Python (True, None, round brackets, single
 * quotes), as a value. Whole numbers that do not fit 64 bits become reals.
 * Returns 1, 0 when the text is no value, -1 when memory runs out.
 */
int value_read(struct value *out, const char *text, size_t len, struct arena *arena);

/*
 * Appends the value as Python's repr would print it: (1, 'a', None), [True], 0.5. False: no memory.
 */
bool value_print(struct buffer *out, struct value v);
/* The same for a cell of a table: texts at the top without quotes, nothing for NONE. */
bool value_print_cell(struct buffer *out, struct value v);

#endif
