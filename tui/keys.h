/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Keys by name, and what they are bound to. A line of a key table is
 *	MAP KEYS COMMAND [-- LABEL]
 * where MAP is a pane or "all", KEYS are characters and names as <Enter> one
 * after another, and a LABEL puts the key in the pane's footer. The command
 * "none" takes a binding away. Later lines win.
 */
#ifndef TUI_KEYS_H
#define TUI_KEYS_H

#include "base/arena.h"
#include "base/error.h"
#include <stddef.h>

#define KEYS_MAX 4		/* keys in one binding */

/* Above all code points. id, name */
#define KEY_NAMES(K) \
	K(UP, "Up") K(DOWN, "Down") K(LEFT, "Left") K(RIGHT, "Right") K(HOME, "Home") K(END, "End") \
	K(PAGE_UP, "PageUp") K(PAGE_DOWN, "PageDown") K(INSERT, "Insert") K(DELETE, "Delete") \
	K(BACKSPACE, "Backspace") K(BACK_TAB, "S-Tab") K(MOUSE, "Mouse") K(RESIZE, "Resize") K(PASTE, "Paste")

enum key_code {
	KEYCODE_BASE = 0x110000,
#define KEY_NAME(id, name) KEYCODE_##id,
	KEY_NAMES(KEY_NAME)
#undef KEY_NAME
	KEYCODE_TAB = 9, KEYCODE_ENTER = 13, KEYCODE_ESCAPE = 27, KEYCODE_SPACE = 32
};

struct binding {
	const char *map, *command, *label;	/* label is NULL when it is not in the footer */
	int keys[KEYS_MAX];
	int n_keys;
};

struct keytable {
	struct binding *bindings;
	size_t n, cap;
	struct arena arena;
};

extern const char keys_builtin[];	/* data/keys */

/* Adds a table's lines; the first wrong one is told with its number, the others count. */
int keytable_parse(struct keytable *keytable, const char *text, const char *source, struct error *err);
void keytable_free(struct keytable *keytable);

enum key_match { KEYS_NOTHING, KEYS_PREFIX, KEYS_BOUND };
/* What the keys are bound to in the map, then in "all". */
enum key_match keytable_find(const struct keytable *keytable, const char *map, const int *keys, int n_keys,
	const struct binding **found);
/* The first keys that are bound to the command in the map, else in "all", as a name; NULL when none. */
const char *keytable_keys_of(const struct keytable *keytable, const char *map, const char *command, char out[64]);

/* Reads one key at *text and goes past it; -1 at the end or when the name is unknown. */
int key_parse(const char **text);
/* Appends the key's name as it is written in a table. */
void key_text(int key, char out[16]);
void keys_text(const struct binding *binding, char out[64]);

#endif
