/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What went wrong, where: filled by the callee, owned by the caller. */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include <stdbool.h>
#include <stdint.h>

#define ERROR_NO_OFFSET (-1)

struct error {
	char message[512];	/* one line, no newline, safe to print */
	int64_t offset;		/* byte in the (inflated) input, or ERROR_NO_OFFSET */
	bool no_memory;		/* that, and nothing that the user gave */
	bool unknown;		/* what the user gave names nothing */
};

/*
 * Fills err (which may be NULL) and returns -1, so that a callee can
 * `return error_set(err, ...)`. What a terminal must not get becomes U+FFFD.
 */
int error_set(struct error *err, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
int error_set_at(struct error *err, int64_t offset, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* The same where what the user gave names nothing. */
int error_unknown(struct error *err, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Says that memory ran out while doing what; returns -1. */
int error_no_memory(struct error *err, const char *what);

/* The error of a callee as one's own; returns -1. */
int error_pass(struct error *err, const struct error *from);

#ifdef __clang_analyzer__	/* which looks at one file at a time, and would think of other results */
#define error_set(...) ((void)error_set(__VA_ARGS__), -1)
#define error_set_at(...) ((void)error_set_at(__VA_ARGS__), -1)
#define error_unknown(...) ((void)error_unknown(__VA_ARGS__), -1)
#define error_no_memory(...) ((void)error_no_memory(__VA_ARGS__), -1)
#define error_pass(...) ((void)error_pass(__VA_ARGS__), -1)
#endif

#endif
