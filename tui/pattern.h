/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What / looks for: plain text, in any case unless it holds a capital. */
#ifndef TUI_PATTERN_H
#define TUI_PATTERN_H

#include <stdbool.h>
#include <stddef.h>

struct pattern {
	char text[256];
	size_t len;		/* 0: nothing is looked for */
	bool fold;		/* ASCII capitals count as small */
};

void pattern_set(struct pattern *pattern, const char *text);	/* cut to what fits */
bool pattern_matches(const struct pattern *pattern, const char *text, size_t len);

#endif
