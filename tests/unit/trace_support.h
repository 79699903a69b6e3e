/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For tests of loading: files made on the spot, in every form, and traces compared with each other. */
#ifndef TESTS_TRACE_SUPPORT_H
#define TESTS_TRACE_SUPPORT_H

#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/buffer.h"
#include "trace/trace.h"

enum support_form {
	FORM_PLAIN,
	FORM_GZIP,
	FORM_GZIP_MEMBERS,	/* three members, cut where it comes, an empty one among them */
	FORM_ZSTD,
	FORM_ZIP,
	FORM_PIPE,		/* plain on standard input */
	FORM_PIPE_GZIP,
	FORMS
};

extern const char *const support_form_names[FORMS];

/* Writes text in that form and loads it; what cannot be written or loaded fails the test. */
struct trace *support_load(const struct buffer *text, enum support_form form, unsigned threads);
/* The same, but gives what trace_open gave: 0 or -1 with err. */
int support_try(struct trace **trace, const struct buffer *text, enum support_form form, unsigned threads,
	struct error *err);

/* Both hold the same in every field; form, path and file size aside. */
void support_assert_same(const struct trace *a, const struct trace *b);

/* Of many cases of a kind tests take every Nth: $SONDE_EVERY, else 20 with ThreadSanitizer and 1 without. */
unsigned support_every(void);

/* How often the warning was raised. */
uint64_t support_warned(const struct trace *trace, enum warning_kind kind);
/* Fails unless exactly these kinds were raised; the list ends with WARNINGS. */
void support_assert_warnings(const struct trace *trace, ...);

#endif
