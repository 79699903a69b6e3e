/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/manual.h"
#include "tui/app.h"
#include "tui/command.h"
#include "tui/keys.h"
#include "tui/pane.h"
#include "tui/settings.h"
#include "tui/theme.h"
#include <stdio.h>
#include <string.h>

/* A text of one line: what is to be typed stays as it is, nothing turns into a request. */
static void
put(const char *text)
{
	if (*text == '.' || *text == '\'')
		fputs("\\&", stdout);
	for (; *text; text++) {
		if (*text == '\\')
			fputs("\\e", stdout);
		else if (*text == '-')
			fputs("\\-", stdout);
		else if (*text == '\'')
			fputs("\\(aq", stdout);
		else if (*text == '^')
			fputs("\\(ha", stdout);
		else if (*text == '~')
			fputs("\\(ti", stdout);
		else
			putchar(*text);
	}
}

static void
put_bold(const char *text)
{
	fputs("\\fB", stdout);
	put(text);
	fputs("\\fR", stdout);
}

static void
put_item(const char *name, const char *argument, const char *help)
{
	puts(".TP");
	put_bold(name);
	if (argument && *argument) {
		fputs(" \\fI", stdout);
		put(argument);
		fputs("\\fR", stdout);
	}
	putchar('\n');
	put(help);
	putchar('\n');
}

/* The keys of one map, those bound to the same command on one line. */
static void
put_map(const struct keytable *keys, const char *map)
{
	for (size_t i = 0; i < keys->n; i++) {
		const char *command = keys->bindings[i].command, *argument;
		enum command_id id = command_find(command, &argument);
		bool first = true, before = false;
		char name[64];

		if (strcmp(keys->bindings[i].map, map) || !strcmp(command, "none"))
			continue;
		for (size_t k = 0; k < i && !before; k++)
			before = !strcmp(keys->bindings[k].map, map)
				&& !strcmp(keys->bindings[k].command, command);
		if (before)
			continue;
		puts(".TP");
		for (size_t k = i; k < keys->n; k++) {
			if (strcmp(keys->bindings[k].map, map)
				|| strcmp(keys->bindings[k].command, command))
				continue;
			keys_text(&keys->bindings[k], name);
			fputs(first ? "" : ", ", stdout);
			put_bold(name);
			first = false;
		}
		fputs("\n\\fI", stdout);
		put(command);
		fputs("\\fR: ", stdout);
		put(id < COMMAND_COUNT ? commands[id].help : "");
		putchar('\n');
	}
}

static bool
map_is_new(const struct keytable *keys, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (!strcmp(keys->bindings[k].map, keys->bindings[i].map))
			return false;
	return true;
}

static void
put_keys(const struct keytable *keys)
{
	puts(".SH KEYS\nA line of a key table is \\fIMAP KEYS COMMAND\\fR, and behind "
	     "\\(dq\\-\\-\\(dq a word for the footer.\n"
	     "\\fIMAP\\fR is a pane, \\fBtable\\fR for all panes of tables, \\fBdetail\\fR beside "
	     "a pane, or \\fBall\\fR.\n"
	     "The command \\fBnone\\fR takes a key away.\n"
	     "Keys of your own stand in the file \\fBkeys\\fR in the config folder; they win over "
	     "these.");
	for (size_t i = 0; i < keys->n; i++) {
		if (!map_is_new(keys, i))
			continue;
		printf(".SS %s%s\n", strcmp(keys->bindings[i].map, "all") ? "In " : "In every pane",
			strcmp(keys->bindings[i].map, "all") ? keys->bindings[i].map : "");
		put_map(keys, keys->bindings[i].map);
	}
}

static void
put_commands(void)
{
	const char *group = "";

	puts(".SH COMMANDS\nA colon begins a command; the Tab key completes names and arguments.\n"
	     "Keys are bound to the same commands, and a script for \\fB\\-\\-script\\fR has them "
	     "one a line,\n"
	     "beside lines of keys. A command that fails ends the script, exit status 1. What keys cannot do is "
	     "told on the screen, as to a person;\n"
	     "only where they were to write or read a file and could not, the script is told to have failed when it "
	     "is through.");
	for (unsigned id = 0; id < COMMAND_COUNT; id++) {
		char where[128];

		if (strcmp(group, commands[id].group))
			printf(".SS About: %s\n", commands[id].group);
		group = commands[id].group;
		put_item(commands[id].name, commands[id].argument, commands[id].help);
		app_where((enum command_id)id, where, sizeof(where));
		if (strcmp(where, "every pane"))
			printf("(in %s)\n", where);
	}
	puts(".PP\nA filter compares columns with values:\n"
	     "= != < <= > >=, \\(ti (contains) and !\\(ti, joined by and, or, not and parentheses, "
	     "as in\n"
	     "\\fBname \\(ti gemm and gpu_ms > 1ms\\fR.");
}

static void
put_panes(void)
{
	puts(".SH PANES");
	for (unsigned i = 0; i < n_panes; i++)
		put_item(panes[i]->id, NULL, panes[i]->help);
}

static void
put_code(uint32_t code)
{
	char text[2] = {(char)code, 0};

	if (code < 0x80)
		put(text);
	else
		printf("\\[u%04X]", code);
}

/* What bars and strips are made of, in UTF-8 and in ASCII. */
static void
put_bars(void)
{
	static const struct {
		enum glyph glyph;
		const char *help;
	} signs[] = {
		{GLYPH_BAR, "computation"}, {GLYPH_BAR_COMM, "communication"}, {GLYPH_BAR_COPY, "copies"},
		{GLYPH_BAR_IDLE, "idle"}, {GLYPH_BAR_HOST, "an event of the host, behind its name"},
		{GLYPH_BAR_THIN, "an event shorter than a cell, or the start of one that follows on another"},
		{GLYPH_DENSE, "several events in one cell; of the GPU they fill less than half of it"},
	};

	puts(".SH BARS\nIn the bars of the overview and on the timeline a cell stands for what took most of its time; "
	     "colours tell the same.\nIn brackets what stands there in ASCII:");
	for (size_t i = 0; i < sizeof(signs) / sizeof(*signs); i++) {
		fputs(".TP\n\\fB", stdout);
		put_code(glyph_code(signs[i].glyph, GLYPHS_UTF8));
		fputs("\\fR (", stdout);
		put_code(glyph_code(signs[i].glyph, GLYPHS_ASCII));
		printf(")\n%s\n", signs[i].help);
	}
}

static void
put_search(void)
{
	puts(".SH SEARCHING\nWhat is typed behind \\fB/\\fR is looked for as it stands, "
	     "in any case unless it holds a capital.\n"
	     "Text with one of \\fB* + ? [ | \\(ha $ \\e\\fR is also taken as an extended regular "
	     "expression, see\n.BR regex (7),\nwhere it is one: a row with either is found. "
	     "\\fBgemm.*tn\\fR and \\fBnvjet|cutlass\\fR find what they look like.\n"
	     "A dot or round brackets alone make no expression, for names are full of them; text with "
	     "braces, or with references back such as \\fB\\e1\\fR, is none.\n"
	     "Expressions are matched by bytes, and have to match some text to be found.");
}

static void
put_settings(void)
{
	puts(".SH SETTINGS\nBy \\fB:set\\fR \\fINAME VALUE\\fR, or as lines \\fINAME VALUE\\fR of "
	     "the file \\fBsettings\\fR\n"
	     "in the config folder.");
	for (unsigned id = 0; id < SETTING_COUNT; id++) {
		put_item(settings_table[id].name, settings_table[id].values,
			settings_table[id].help);
		if (*settings_table[id].usual) {
			fputs("(\\fB", stdout);
			put(settings_table[id].usual);
			puts("\\fR if not set)");
		}
	}
	puts(".SS Themes");
	for (unsigned i = 0; i < n_themes; i++)
		put_item(themes[i].name, NULL, themes[i].help);
}

int
tui_manual(const char *version, struct error *err)
{
	struct keytable keys = {0};

	if (keytable_parse(&keys, keys_builtin, "built-in keys", err)) {
		keytable_free(&keys);
		return -1;
	}
	printf(".TH SONDE\\-BROWSER 7 \"\" \"%s\" \"Miscellaneous\"\n", version);
	puts(".SH NAME\nsonde\\-browser \\- keys, commands and settings of the browser of\n.BR "
	     "sonde (1)\n"
	     ".SH DESCRIPTION\n\\fBsonde\\fR \\fITRACE\\fR opens a trace in the terminal, "
	     "\\fBsonde\\fR \\fIFOLDER\\fR\n"
	     "lists the traces of a folder to pick one.\n"
	     "The overview comes first; one key leads from it to each pane, \\fBq\\fR and "
	     "\\fBBackspace\\fR back.\n"
	     "The line above the last tells the keys of the pane, \\fB?\\fR all of them, "
	     "\\fB:help\\fR \\fIWORD\\fR those with the word.\n"
	     "Every number leads to the events behind it: Enter opens a row level by level, and at "
	     "the end the tree.");
	put_panes();
	put_bars();
	put_keys(&keys);
	put_commands();
	put_search();
	put_settings();
	puts(".SH FILES\n.TP\n\\fB$XDG_CONFIG_HOME/sonde/\\fR (\\(ti/.config/sonde)\n"
	     "\\fBkeys\\fR, \\fBsettings\\fR\n"
	     ".TP\n\\fB$XDG_STATE_HOME/sonde/\\fR (\\(ti/.local/state/sonde)\n"
	     "\\fBcommands\\fR and \\fBsearches\\fR that were typed, \\fBcopied\\fR, and in "
	     "\\fBtraces\\fR how each trace was left\n"
	     ".SH ENVIRONMENT\n.TP\n\\fBNO_COLOR\\fR\nno colours unless a theme is asked for\n"
	     ".TP\n\\fBTERM\\fR, \\fBLC_ALL\\fR, \\fBLC_CTYPE\\fR, \\fBLANG\\fR\nthe terminal, and "
	     "whether it shows UTF\\-8\n"
	     ".TP\n\\fBCOLUMNS\\fR, \\fBLINES\\fR\nthe size of the picture, where the terminal has at least as "
	     "much; it then stays the same when that is resized\n"
	     ".TP\n\\fBESCDELAY\\fR\nmilliseconds after which an Escape begins no other key any "
	     "more, 25 if not set\n"
	     ".SH SEE ALSO\n.BR sonde (1),\n.BR sonde\\-browse (1)");
	keytable_free(&keys);
	return 0;
}
