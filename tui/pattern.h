/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What / looks for: plain text, in any case unless it holds a capital. Text with one of * + ? [ | ^ $ \
 * is also taken as an extended regular expression (POSIX) where it is one: a row with either is found. A
 * dot or brackets alone make none, for names are full of them; nor do braces and references back, which
 * can cost any amount of time. An expression has to match some text to be found.
 */
#ifndef TUI_PATTERN_H
#define TUI_PATTERN_H

#include <regex.h>
#include <stdbool.h>
#include <stddef.h>

struct pattern {
	char text[256];
	size_t len;		/* 0: nothing is looked for */
	bool fold;		/* ASCII capitals count as small */
	bool is_regex;
	regex_t regex;
	struct pattern_memo *memo;	/* texts that were matched before; NULL: none are kept */
};

/* {0} looks for nothing. */
void pattern_set(struct pattern *pattern, const char *text);	/* cut to what fits */
void pattern_free(struct pattern *pattern);
bool pattern_matches(const struct pattern *pattern, const char *text, size_t len);
/* Where the expression first matches, [*begin, *end); the plain text is not looked for. */
bool pattern_find(const struct pattern *pattern, const char *text, size_t len, size_t *begin, size_t *end);

#endif
