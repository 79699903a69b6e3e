/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What people can set: by :set, or as lines "NAME VALUE" of settings in the config folder. */
#ifndef TUI_SETTINGS_H
#define TUI_SETTINGS_H

#include "base/error.h"
#include <stddef.h>

#define SETTING_BYTES 1024

/* id, name, kind, values as shown, value at first, help */
#define SETTINGS(S) \
	S(THEME, "theme", CHOICE, "dark|light|mono|colour-blind", "dark", "the colours") \
	S(GLYPHS, "glyphs", CHOICE, "utf8|acs|ascii", "utf8", \
		"line characters: of UTF-8, the terminal's own alternate set, or plain ASCII") \
	S(DETAIL, "detail", CHOICE, "auto|on|off", "auto", \
		"the detail of the selected row: where there is room, always, never") \
	S(MOUSE, "mouse", CHOICE, "off|on", "off", \
		"clicks and the wheel; while it is on, the terminal selects text with Shift held") \
	S(CLIPBOARD, "clipboard", CHOICE, "on|off", "on", \
		"whether :copy also hands the text to the terminal's clipboard (OSC 52)") \
	S(COPY_FILE, "copy-file", TEXT, "FILE", "", \
		"where :copy writes the text; empty: copied in the state folder") \
	S(ARCH, "arch", TEXT, "NAME|FILE", "", \
		"the GPU's limits for rooflines; empty: those of the trace's GPU where it is known") \
	S(RESTORE, "restore", CHOICE, "ask|yes|no", "ask", \
		"panes as they were when the trace was left: offered, at once, or forgotten")

enum setting_id {
#define SETTING(id, name, kind, values, usual, help) SETTING_##id,
	SETTINGS(SETTING)
#undef SETTING
	SETTING_COUNT
};

enum setting_kind { SETTING_CHOICE, SETTING_TEXT };

struct setting {
	const char *name;
	enum setting_kind kind;
	const char *values, *usual, *help;
};

extern const struct setting settings_table[SETTING_COUNT];

struct settings {
	char value[SETTING_COUNT][SETTING_BYTES];
};

void settings_init(struct settings *settings);
enum setting_id setting_find(const char *name, size_t len);	/* SETTING_COUNT: no such setting */
/* "NAME VALUE" or "NAME=VALUE". Returns which, or SETTING_COUNT with err. */
enum setting_id settings_set(struct settings *settings, const char *line, struct error *err);
/* number of the word, from 0 */
int settings_choice(const struct settings *settings, enum setting_id id);
/* All lines of a file's text; the first wrong one is told with its number, the others count. */
int settings_parse(
	struct settings *settings, const char *text, const char *source, struct error *err);

#endif
