/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a cell means, and how each theme shows that. */
#ifndef TUI_THEME_H
#define TUI_THEME_H

#include <stdbool.h>
#include <stdint.h>

/* id, letter in :save-roles, name */
#define ROLES(ROLE) \
	ROLE(NORMAL, '.', "normal") \
	ROLE(DIM, '-', "dim") \
	ROLE(TITLE, 'T', "title") \
	ROLE(HEADING, 'h', "heading") \
	ROLE(LABEL, 'L', "label") \
	ROLE(SORTED, 'H', "sorted") \
	ROLE(FOOTER, 'f', "footer") \
	ROLE(KEY, 'k', "key") \
	ROLE(CURSOR, '>', "cursor") \
	ROLE(CURSOR_AWAY, '<', "cursor-away") \
	ROLE(STATUS, 's', "status") \
	ROLE(ERROR, 'E', "error") \
	ROLE(WARNING, 'W', "warning") \
	ROLE(FOUND, '/', "found") \
	ROLE(LINK, 'l', "link") \
	ROLE(THREAD, 't', "thread") \
	ROLE(MODULE, 'M', "module") \
	ROLE(PYTHON, 'p', "python") \
	ROLE(OP, 'o', "op") \
	ROLE(CALL, 'c', "call") \
	ROLE(KERNEL, 'K', "kernel") \
	ROLE(BUSY, 'b', "busy") \
	ROLE(COMM, 'm', "comm") \
	ROLE(COPY, 'y', "copy") \
	ROLE(IDLE, 'i', "idle") \
	ROLE(GUIDE, '|', "guide")

enum role {
#define ROLE(id, letter, name) ROLE_##id,
	ROLES(ROLE)
#undef ROLE
	ROLE_COUNT
};

enum style_attr {
	STYLE_BOLD = 1 << 0,
	STYLE_DIM = 1 << 1,
	STYLE_REVERSE = 1 << 2,
	STYLE_UNDERLINE = 1 << 3,
};

struct style {
	int16_t fg, bg;		/* of 256 colours; -1 is the terminal's own */
	int16_t fg8, bg8;	/* of 8 */
	unsigned attrs;
};

struct theme {
	const char *name, *help;
	struct style styles[ROLE_COUNT];
};

extern const struct theme themes[];
extern const unsigned n_themes;

const struct theme *theme_find(const char *name);	/* NULL: no such theme */
char role_letter(enum role role);

#endif
