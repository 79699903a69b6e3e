/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The only file that knows curses. */
#define NCURSES_WIDECHAR 1
#include "base/mem.h"
#include "base/text.h"
#include "tui/terminal.h"
#include "tui/terminal_priv.h"
#include "tui/theme.h"
#include <curses.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>
#include <unistd.h>
#include <wchar.h>

/* Tried in turn when the host does not know the terminal's own name. */
static const char *const fallbacks[] = {"xterm-256color", "xterm", "vt100"};

static SCREEN *curses_screen;

/* With what is compiled in about it, where the host knows no terminals at all. The library reads that from TERMINFO. */
static SCREEN *
curses_builtin(const char *name)
{
	size_t len = strlen(name);
	SCREEN *screen = NULL;

	for (const char *p = terminfo_builtin; !screen && *p; p = strchr(p, '\n') + 1) {
		char *entry;

		if (strncmp(p, name, len) || p[len] != ' ')
			continue;
		entry = strndup(p + len + 1, strcspn(p + len + 1, "\n"));
		if (!entry || setenv("TERMINFO", entry, 1)) {
			free(entry);
			break;
		}
		free(entry);
		screen = newterm(name, stdout, terminal.in);
		if (!screen)
			unsetenv("TERMINFO");
	}
	return screen;
}

static SCREEN *
curses_try(const char *name)
{
	SCREEN *screen = newterm(name, stdout, terminal.in);

	return screen ? screen : curses_builtin(name);
}

static SCREEN *
curses_newterm(char note[256])
{
	const char *own = getenv("TERM");
	SCREEN *screen = own && *own ? curses_try(own) : NULL;

	for (size_t i = 0; !screen && i < sizeof(fallbacks) / sizeof(*fallbacks); i++) {
		screen = curses_try(fallbacks[i]);
		if (screen)
			snprintf(note, 256, "this host does not know the terminal %s: made do with %s",
				own && *own ? own : "without a name", fallbacks[i]);
	}
	return screen;
}

/* Appends bytes without the padding that capabilities have. */
static void
restore_text(const char *text)
{
	while (*text && terminal.restore_len < sizeof(terminal.restore)) {
		const char *end = !strncmp(text, "$<", 2) ? strchr(text, '>') : NULL;

		if (end)
			text = end + 1;
		else
			terminal.restore[terminal.restore_len++] = *text++;
	}
}

static void
restore_add(const char *capability)
{
	const char *text = tigetstr(capability);

	if (text && text != (const char *)-1)
		restore_text(text);
}

/* What this terminal sends for keys, as far as the host knows, and whether it can be asked for more. */
static void
curses_keys(void)
{
	static const struct {
		const char *capability;
		int key;
	} keys[] = {
		{"kcuu1", KEYCODE_UP}, {"kcud1", KEYCODE_DOWN}, {"kcub1", KEYCODE_LEFT}, {"kcuf1", KEYCODE_RIGHT},
		{"khome", KEYCODE_HOME}, {"kend", KEYCODE_END}, {"kpp", KEYCODE_PAGE_UP}, {"knp", KEYCODE_PAGE_DOWN},
		{"kich1", KEYCODE_INSERT}, {"kdch1", KEYCODE_DELETE}, {"kbs", KEYCODE_BACKSPACE},
		{"kcbt", KEYCODE_BACK_TAB}, {"kent", KEYCODE_ENTER}, {"kfnd", KEYCODE_HOME}, {"kslt", KEYCODE_END},
	};
	const char *address = tigetstr("cup");

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		const char *bytes = tigetstr(keys[i].capability);

		if (bytes && bytes != (const char *)-1)
			input_add_own(&terminal.input, bytes, keys[i].key);
	}
	terminal.ansi = address && address != (const char *)-1 && !strncmp(address, "\033[", 2);
	if (terminal.ansi)
		restore_text(INPUT_PASTE_OFF INPUT_MOUSE_OFF);
}

static void
curses_modes(void)
{
	struct termios modes;

	cbreak();
	noecho();
	nonl();
	keypad(stdscr, TRUE);	/* its keys send what is known of it; they are read without curses */
	scrollok(stdscr, FALSE);
	leaveok(stdscr, FALSE);
	idlok(stdscr, TRUE);	/* a list that moves by a row costs a row */
	/* Ctrl-S and Ctrl-Q would freeze the terminal. */
	if (!tcgetattr(fileno(terminal.in), &modes)) {
		modes.c_iflag &= ~(tcflag_t)IXON;
		tcsetattr(fileno(terminal.in), TCSANOW, &modes);
		def_prog_mode();
	}
}

/* What is not known at all is left to the fallbacks. */
static bool
curses_moves(const char *name)
{
	const char *address;
	int known;

	if (!name || !*name || setupterm(name, STDOUT_FILENO, &known) != OK)
		return true;
	address = tigetstr("cup");
	del_curterm(cur_term);
	return address && address != (const char *)-1;
}

int
curses_open(char note[256], struct error *err)
{
	if (!curses_moves(getenv("TERM")))
		return error_set(err, "TERM is %s, whose cursor cannot be moved: 'sonde show' and 'sonde report' do without",
			getenv("TERM"));
	curses_screen = curses_newterm(note);
	if (!curses_screen)
		return error_set(err, "the terminal %s is not known on this host", getenv("TERM") ? getenv("TERM") : "(TERM is not set)");
	terminal.open = true;
	terminal.restore_len = 0;
	curses_keys();
	restore_add("sgr0");
	restore_add("cnorm");
	restore_add("rmkx");
	restore_add("rmcup");
	curses_modes();
	/* Themes rest on the terminal's own colours: one that has no way back to them is shown without any. */
	terminal.colours = has_colors() && start_color() == OK && use_default_colors() == OK;
	return 0;
}

void
curses_close(void)
{
	terminal.open = false;
	endwin();
	delscreen(curses_screen);
	curses_screen = NULL;
}

bool
terminal_has_colours(void)
{
	return terminal.colours;
}

void
curses_size(int *rows, int *cols)
{
	*rows = LINES;
	*cols = COLS;
}

void
curses_leave(void)
{
	endwin();
}

void
curses_return(void)
{
	refresh();
	curses_modes();
}

static attr_t
style_attrs(unsigned attrs)
{
	return (attrs & STYLE_BOLD ? A_BOLD : 0) | (attrs & STYLE_DIM ? A_DIM : 0)
		| (attrs & STYLE_REVERSE ? A_REVERSE : 0) | (attrs & STYLE_UNDERLINE ? A_UNDERLINE : 0);
}

static void
curses_theme(const struct theme *theme)
{
	terminal.theme = theme;
	if (!terminal.colours)
		return;
	for (unsigned role = 0; role < ROLE_COUNT; role++) {
		const struct style *style = &theme->styles[role];
		bool rich = COLORS >= 256;

		init_pair((short)(role + 1), rich ? style->fg : style->fg8, rich ? style->bg : style->bg8);
	}
}

/* Line characters from the terminal's alternate set, which curses switches to and from by itself. */
static bool
curses_alternate(int row, int col, uint32_t code, attr_t attrs, short pair)
{
	const chtype letters[] = {ACS_VLINE, ACS_HLINE, ACS_CKBOARD, ACS_PLUS, ACS_LLCORNER};
	static const uint32_t codes[] = {0x2502, 0x2500, 0x2592, 0x253c, 0x2514};

	for (size_t i = 0; i < sizeof(codes) / sizeof(*codes); i++) {
		if (codes[i] != code)
			continue;
		mvaddch(row, col, letters[i] | attrs | COLOR_PAIR(pair));
		return true;
	}
	return false;
}

/* A cell as the terminal's own locale can show it at the width we gave it. */
static void
curses_cell(int row, int col, const struct cell_shown *cell, bool alternate)
{
	wchar_t text[3] = {(wchar_t)cell->code, (wchar_t)cell->mark, 0};
	const struct style *style = &terminal.theme->styles[cell->role];
	short pair = terminal.colours ? (short)(cell->role + 1) : 0;
	cchar_t shown;

	if (alternate && curses_alternate(row, col, cell->code, style_attrs(style->attrs), pair))
		return;
	if (cell->code >= 0x80 && wcwidth((wchar_t)cell->code) != text_code_width(cell->code)) {
		text[0] = '?';
		text[1] = 0;
	}
	if (setcchar(&shown, text, style_attrs(style->attrs), pair, NULL) == OK)
		mvadd_wch(row, col, &shown);
}

static bool
cell_same(const struct cell_shown *a, const struct cell_shown *b)
{
	return a->code == b->code && a->mark == b->mark && a->role == b->role;
}

/* Whether a blank in this role looks like any other. */
static bool
blank_is_bare(enum role role)
{
	const struct style *style = &terminal.theme->styles[role];

	return style->bg < 0 && style->bg8 < 0 && !(style->attrs & (STYLE_REVERSE | STYLE_UNDERLINE));
}

/*
 * A blank between others is written in the role of the one before it: going to its own and back
 * would be most of what a crowded row costs. Those at the end of a row stay, for they are cleared.
 */
static void
curses_row(const struct screen *screen, int row, bool all)
{
	const struct cell_shown *cells = screen->cells + (size_t)row * (size_t)screen->cols;
	struct cell_shown *shown = terminal.shown + (size_t)row * (size_t)screen->cols;
	enum role role = ROLE_NORMAL;
	int end = screen->cols;

	while (end && cells[end - 1].code == ' ')
		end--;
	for (int col = 0; col < screen->cols; col++) {
		struct cell_shown cell = cells[col];
		bool blank = cell.code == ' ' && col < end && blank_is_bare(cell.role) && blank_is_bare(role);
		bool same;

		if (blank)
			cell.role = (uint8_t)role;
		role = cell.role;
		same = !all && cell_same(&cell, &shown[col]);
		shown[col] = cell;
		/* The right half of a wide cell goes with its left. */
		if (cell.code && (!same || (col + 1 < screen->cols && !cells[col + 1].code)))
			curses_cell(row, col, &cell, screen->glyphs == GLYPHS_ACS);
	}
}

void
terminal_paint(const struct screen *screen, const struct theme *theme, bool repaint)
{
	size_t n = (size_t)screen->rows * (size_t)screen->cols;
	bool all = repaint || screen->rows != terminal.shown_rows || screen->cols != terminal.shown_cols;

	if (!mem_reserve(&terminal.shown, &terminal.cap_shown, n, sizeof(*terminal.shown)))
		return;
	if (LINES != screen->rows || COLS != screen->cols)
		resizeterm(screen->rows, screen->cols);
	if (theme != terminal.theme)
		curses_theme(theme);
	if (all)
		erase();
	for (int row = 0; row < screen->rows; row++)
		curses_row(screen, row, all);
	if (repaint)
		clearok(stdscr, TRUE);
	curs_set(screen->cursor_on);
	move(screen->cursor_row, screen->cursor_col);
	refresh();
	terminal.shown_rows = screen->rows;
	terminal.shown_cols = screen->cols;
}
