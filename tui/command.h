/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * All commands: what the prompt takes, what keys are bound to, what the help
 * pane and the manual list. A pane answers those in its own table first, then
 * the application answers.
 */
#ifndef TUI_COMMAND_H
#define TUI_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

enum argument_kind {
	ARGUMENT_NONE,
	ARGUMENT_TEXT,
	ARGUMENT_OPTIONAL,	/* text that may lack */
	ARGUMENT_NUMBER,
	ARGUMENT_NUMBER_OPTIONAL,
	ARGUMENT_FILE,
	ARGUMENT_FILE_OPTIONAL,
	ARGUMENT_OUTPUT,	/* a file that is written: never onto one that is open */
	ARGUMENT_OUTPUT_OPTIONAL,
	ARGUMENT_PANE,
	ARGUMENT_COLUMN,
	ARGUMENT_COLUMNS,	/* may lack, as the next */
	ARGUMENT_FILTER,
	ARGUMENT_SHEET,
	ARGUMENT_SETTING,	/* may lack */
	ARGUMENT_CHOICE,	/* one of the words in `argument`, parted by | */
	ARGUMENT_CHOICE_OPTIONAL
};

/* Whether the argument is a file, to be read or written. */
static inline bool
argument_is_file(enum argument_kind kind)
{
	return kind == ARGUMENT_FILE || kind == ARGUMENT_FILE_OPTIONAL || kind == ARGUMENT_OUTPUT
		|| kind == ARGUMENT_OUTPUT_OPTIONAL;
}

/* id, name, kind of argument, argument as shown, group, help */
#define COMMANDS(C) \
	C(QUIT, "quit", NONE, "", "program", "leave the browser") \
	C(CLOSE, "close", NONE, "", "program", "close this pane; the last one leaves the browser") \
	C(HELP, "help", OPTIONAL, "WORD", "program", "keys and commands, from the first that holds WORD") \
	C(PANE, "pane", PANE, "PANE", "program", "show a pane") \
	C(PROMPT, "prompt", OPTIONAL, "TEXT", "program", "type a command, starting with TEXT") \
	C(CANCEL, "cancel", NONE, "", "program", "stop loading and keep what is there; else forget the search") \
	C(REDRAW, "redraw", NONE, "", "program", "paint the whole screen again") \
	C(THEME, "theme", CHOICE, "dark|light|mono|colour-blind", "program", "choose the colours") \
	C(GLYPHS, "glyphs", CHOICE, "utf8|acs|ascii", "program", "draw with line characters or plain ASCII") \
	C(SET, "set", SETTING, "NAME VALUE", "program", "change a setting, or tell what is set") \
	C(KEEP, "keep", OUTPUT_OPTIONAL, "FILE", "program", "keep how the panes are, as leaving does") \
	C(RESTORE, "restore", FILE_OPTIONAL, "FILE", "program", "panes as they were when the trace was left") \
	C(DOWN, "down", NUMBER_OPTIONAL, "ROWS", "move", "one row down") \
	C(UP, "up", NUMBER_OPTIONAL, "ROWS", "move", "one row up") \
	C(PAGE_DOWN, "page-down", NONE, "", "move", "one page down") \
	C(PAGE_UP, "page-up", NONE, "", "move", "one page up") \
	C(HALF_DOWN, "half-down", NONE, "", "move", "half a page down") \
	C(HALF_UP, "half-up", NONE, "", "move", "half a page up") \
	C(TOP, "top", NONE, "", "move", "first row") \
	C(BOTTOM, "bottom", NONE, "", "move", "last row") \
	C(CENTRE, "centre", NONE, "", "move", "put the row in the middle") \
	C(LEFT, "left", NONE, "", "move", "scroll to the left") \
	C(RIGHT, "right", NONE, "", "move", "scroll to the right") \
	C(FOCUS, "focus", NONE, "", "move", "go to the detail beside the list, which then tells all of the row, and back") \
	C(DETAIL, "detail", CHOICE_OPTIONAL, "on|off|full", "move", "show or hide the detail of the row") \
	C(ENTER, "enter", NONE, "", "move", "open what the row stands for") \
	C(BACK, "back", NONE, "", "go", "to where you were before") \
	C(FORWARD, "forward", NONE, "", "go", "undo back") \
	C(GO, "go", CHOICE, "kernel|launch|op|module|python|pair|backward|forward|parent", "go", \
		"along a link of the selected event") \
	C(OPERATORS, "operators", NONE, "", "go", "to the operators pane, at the arguments of the selected event's operator") \
	C(GOTO, "goto", NUMBER, "EVENT", "go", "to the event with this id") \
	C(SEARCH, "search", TEXT, "TEXT", "go", "next row that holds TEXT, or matches it as gemm.*tn; a capital makes case count") \
	C(SEARCH_NEXT, "search-next", NONE, "", "go", "next hit") \
	C(SEARCH_PREVIOUS, "search-previous", NONE, "", "go", "previous hit") \
	C(RANGE, "range", CHOICE_OPTIONAL, "off", "go", "every pane shows what the selected event launched or ran, or all again") \
	C(COMPARE, "compare", FILE, "FILE", "go", "open a second trace, or a report, and show what differs") \
	C(OPEN, "open", NONE, "", "tree", "show what is below the row") \
	C(CLOSE_NODE, "fold", NONE, "", "tree", "hide what is below the row, or go to its parent") \
	C(TOGGLE, "toggle", NONE, "", "tree", "open or fold the row, or the lane") \
	C(OPEN_LEVEL, "open-level", NUMBER_OPTIONAL, "LEVEL", "tree", "show one level more below the row, or all rows down to LEVEL") \
	C(OPEN_ALL, "open-all", NONE, "", "tree", "show everything below the row") \
	C(FOLD_ALL, "fold-all", CHOICE_OPTIONAL, "row|tree", "tree", "fold everything below the row, or the whole tree") \
	C(OPEN_TREE, "open-tree", NONE, "", "tree", "show every row of the tree") \
	C(PARENT, "parent", NONE, "", "tree", "to the row above in the tree") \
	C(NEXT_SIBLING, "next-sibling", NONE, "", "tree", "to the next row of the same parent") \
	C(PREVIOUS_SIBLING, "previous-sibling", NONE, "", "tree", "to the row before of the same parent") \
	C(LARGEST, "largest", NONE, "", "tree", "to the child with most GPU time") \
	C(ZOOM, "zoom", NONE, "", "tree", "show only the row and what is below it") \
	C(UNZOOM, "unzoom", NONE, "", "tree", "back to what was shown before zooming") \
	C(PYTHON, "python", CHOICE_OPTIONAL, "all|modules|none", "tree", "which frames of Python to show") \
	C(HOST_ONLY, "host-only", CHOICE_OPTIONAL, "show|hide", "tree", "rows without GPU work") \
	C(MERGED, "merged", CHOICE_OPTIONAL, "on|off", "tree", "fold equal paths together, or show each instance") \
	C(INSTANCES, "instances", NONE, "", "tree", "the instances of a merged row, from its first") \
	C(TIMELINE, "timeline", NONE, "", "timeline", "the selected event on the timeline") \
	C(ZOOM_IN, "zoom-in", NONE, "", "timeline", "show half as much time, around the cursor") \
	C(ZOOM_OUT, "zoom-out", NONE, "", "timeline", "show twice as much time") \
	C(FIT, "fit", CHOICE_OPTIONAL, "all|work|event|range", "timeline", "show all of the time, all but strays, or so much") \
	C(PAN, "pan", CHOICE, "left|right", "timeline", "half a screen earlier or later") \
	C(NEXT_EVENT, "next-event", NONE, "", "timeline", "to the next event of the line, however close") \
	C(PREVIOUS_EVENT, "previous-event", NONE, "", "timeline", "to the event before it") \
	C(NEXT_GAP, "next-gap", NONE, "", "timeline", "to the next time the GPU is idle for a cell or more") \
	C(PREVIOUS_GAP, "previous-gap", NONE, "", "timeline", "to the gap before") \
	C(MARK, "mark", NONE, "", "timeline", "begin a range at the cursor, or end it: every pane then shows that part of the time") \
	C(SORT, "sort", COLUMN, "COLUMN", "order", "order by a column") \
	C(SORT_NEXT, "sort-next", NONE, "", "order", "order by the next column") \
	C(REVERSE, "reverse", NONE, "", "order", "turn the order round") \
	C(SHEET, "sheet", SHEET, "SHEET", "table", "show any table of the report") \
	C(COLUMNS, "columns", COLUMNS, "A,B", "table", "choose columns by id, +A and -A of those shown, all, or without a word the usual ones") \
	C(FILTER, "filter", FILTER, "EXPRESSION", "table", "only rows that pass, as in name ~ gemm and time > 1ms") \
	C(TAG, "tag", CHOICE_OPTIONAL, "all|none|invert", "table", "tag the row or take its tag away, and sum those tagged; export writes them alone") \
	C(EXPORT, "export", OUTPUT, "FILE", "output", "write what is shown, or what of it is tagged, as .csv, .xlsx, .json, .md or .txt") \
	C(REPORT, "report", OUTPUT, "FILE", "output", "write the whole report of the trace as a workbook .xlsx") \
	C(COPY, "copy", COLUMNS, "row|name|event|COLUMN", "output", "copy the row or a cell of it to the clipboard and a file") \
	C(SAVE_SCREEN, "save-screen", OUTPUT, "FILE", "script", "write the screen as text") \
	C(SAVE_ROLES, "save-roles", OUTPUT, "FILE", "script", "write what each cell means, one letter a cell") \
	C(RESIZE, "resize", TEXT, "COLSxROWS", "script", "change the size of a screen without a terminal") \
	C(EXPECT, "expect", TEXT, "TEXT", "script", "fail when TEXT is not on the screen")

enum command_id {
#define COMMAND(id, name, kind, argument, group, help) COMMAND_##id,
	COMMANDS(COMMAND)
#undef COMMAND
	COMMAND_COUNT
};

struct command {
	const char *name;
	enum argument_kind kind;
	const char *argument, *group, *help;
};

extern const struct command commands[COMMAND_COUNT];

/* The command at the start of the line, COMMAND_COUNT when there is none; *argument is what follows. */
enum command_id command_find(const char *line, const char **argument);
/* Whether the word is one of those in "a|b|c". */
int command_choice(const char *choices, const char *word);	/* its number from 0, or -1 */

#endif
