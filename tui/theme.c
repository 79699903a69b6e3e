/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/theme.h"
#include <string.h>

/* Colours of 8: black 0, red 1, green 2, yellow 3, blue 4, magenta 5, cyan 6, white 7. */
#define B STYLE_BOLD
#define D STYLE_DIM
#define R STYLE_REVERSE
#define U STYLE_UNDERLINE

const struct theme themes[] = {
	{"dark", "for a dark background", {
		[ROLE_NORMAL] = {-1, -1, -1, -1, 0},
		[ROLE_DIM] = {245, -1, -1, -1, 0},
		[ROLE_TITLE] = {231, 24, 7, 4, B},
		[ROLE_HEADING] = {6, -1, 6, -1, 0},
		[ROLE_LABEL] = {6, -1, 6, -1, 0},
		[ROLE_SORTED] = {6, -1, 6, -1, B | U},
		[ROLE_FOOTER] = {250, 236, 7, -1, 0},
		[ROLE_KEY] = {222, 236, 3, -1, B},
		[ROLE_CURSOR] = {15, 25, 7, 4, B},
		[ROLE_CURSOR_AWAY] = {252, 238, 7, -1, U},
		[ROLE_STATUS] = {-1, -1, -1, -1, 0},
		[ROLE_ERROR] = {231, 124, 7, 1, B},
		[ROLE_WARNING] = {214, -1, 3, -1, 0},
		[ROLE_FOUND] = {16, 220, 0, 3, 0},
		[ROLE_LINK] = {14, -1, 6, -1, 0},
		[ROLE_THREAD] = {231, -1, 7, -1, B},
		[ROLE_MODULE] = {150, -1, 2, -1, 0},
		[ROLE_PYTHON] = {246, -1, -1, -1, 0},
		[ROLE_OP] = {-1, -1, -1, -1, 0},
		[ROLE_CALL] = {180, -1, 3, -1, 0},
		[ROLE_KERNEL] = {6, -1, 6, -1, 0},
		[ROLE_BUSY] = {2, -1, 2, -1, 0},
		[ROLE_COMM] = {3, -1, 3, -1, 0},
		[ROLE_COPY] = {5, -1, 5, -1, 0},
		[ROLE_IDLE] = {240, -1, -1, -1, 0},
		[ROLE_GUIDE] = {-1, -1, -1, -1, 0},
	}},
	{"light", "for a light background", {
		[ROLE_NORMAL] = {-1, -1, -1, -1, 0},
		[ROLE_DIM] = {242, -1, -1, -1, 0},
		[ROLE_TITLE] = {231, 25, 7, 4, B},
		[ROLE_HEADING] = {24, -1, 4, -1, 0},
		[ROLE_LABEL] = {24, -1, 4, -1, 0},
		[ROLE_SORTED] = {24, -1, 4, -1, B | U},
		[ROLE_FOOTER] = {238, 254, -1, -1, 0},
		[ROLE_KEY] = {94, 254, 5, -1, B},
		[ROLE_CURSOR] = {16, 153, 0, 6, B},
		[ROLE_CURSOR_AWAY] = {16, 252, -1, -1, U},
		[ROLE_STATUS] = {-1, -1, -1, -1, 0},
		[ROLE_ERROR] = {231, 160, 7, 1, B},
		[ROLE_WARNING] = {130, -1, 1, -1, 0},
		[ROLE_FOUND] = {16, 221, 0, 3, 0},
		[ROLE_LINK] = {25, -1, 4, -1, 0},
		[ROLE_THREAD] = {16, -1, -1, -1, B},
		[ROLE_MODULE] = {22, -1, 2, -1, 0},
		[ROLE_PYTHON] = {243, -1, -1, -1, 0},
		[ROLE_OP] = {-1, -1, -1, -1, 0},
		[ROLE_CALL] = {94, -1, 5, -1, 0},
		[ROLE_KERNEL] = {25, -1, 4, -1, 0},
		[ROLE_BUSY] = {28, -1, 2, -1, 0},
		[ROLE_COMM] = {166, -1, 1, -1, 0},
		[ROLE_COPY] = {90, -1, 5, -1, 0},
		[ROLE_IDLE] = {248, -1, -1, -1, 0},
		[ROLE_GUIDE] = {-1, -1, -1, -1, 0},
	}},
	{"mono", "no colour, only bold, underline and reverse", {
		[ROLE_TITLE] = {-1, -1, -1, -1, R},
		[ROLE_DIM] = {-1, -1, -1, -1, D},
		[ROLE_HEADING] = {-1, -1, -1, -1, U},
		[ROLE_LABEL] = {-1, -1, -1, -1, D},
		[ROLE_SORTED] = {-1, -1, -1, -1, U | B},
		[ROLE_KEY] = {-1, -1, -1, -1, B},
		[ROLE_CURSOR] = {-1, -1, -1, -1, R},
		[ROLE_CURSOR_AWAY] = {-1, -1, -1, -1, U},
		[ROLE_ERROR] = {-1, -1, -1, -1, R | B},
		[ROLE_WARNING] = {-1, -1, -1, -1, B},
		[ROLE_FOUND] = {-1, -1, -1, -1, R},
		[ROLE_LINK] = {-1, -1, -1, -1, U},
		[ROLE_THREAD] = {-1, -1, -1, -1, B},
		[ROLE_MODULE] = {-1, -1, -1, -1, B},
		[ROLE_NORMAL] = {-1, -1, -1, -1, 0},
		[ROLE_FOOTER] = {-1, -1, -1, -1, 0},
		[ROLE_STATUS] = {-1, -1, -1, -1, 0},
		[ROLE_PYTHON] = {-1, -1, -1, -1, D},
		[ROLE_OP] = {-1, -1, -1, -1, 0},
		[ROLE_CALL] = {-1, -1, -1, -1, 0},
		[ROLE_KERNEL] = {-1, -1, -1, -1, 0},
		[ROLE_BUSY] = {-1, -1, -1, -1, B},
		[ROLE_COMM] = {-1, -1, -1, -1, B},
		[ROLE_COPY] = {-1, -1, -1, -1, B},
		[ROLE_IDLE] = {-1, -1, -1, -1, 0},
		[ROLE_GUIDE] = {-1, -1, -1, -1, 0},
	}},
	{"colour-blind", "blue, orange and grey, told apart by all", {
		[ROLE_NORMAL] = {-1, -1, -1, -1, 0},
		[ROLE_DIM] = {245, -1, -1, -1, 0},
		[ROLE_TITLE] = {231, 24, 7, 4, B},
		[ROLE_HEADING] = {75, -1, 6, -1, 0},
		[ROLE_LABEL] = {6, -1, 6, -1, 0},
		[ROLE_SORTED] = {75, -1, 6, -1, B | U},
		[ROLE_FOOTER] = {250, 236, 7, -1, 0},
		[ROLE_KEY] = {222, 236, 3, -1, B},
		[ROLE_CURSOR] = {15, 25, 7, 4, B},
		[ROLE_CURSOR_AWAY] = {252, 238, 7, -1, U},
		[ROLE_STATUS] = {-1, -1, -1, -1, 0},
		[ROLE_ERROR] = {16, 208, 0, 3, B},
		[ROLE_WARNING] = {214, -1, 3, -1, B},
		[ROLE_FOUND] = {16, 220, 0, 3, 0},
		[ROLE_LINK] = {75, -1, 6, -1, 0},
		[ROLE_THREAD] = {231, -1, 7, -1, B},
		[ROLE_MODULE] = {222, -1, 3, -1, 0},
		[ROLE_PYTHON] = {246, -1, -1, -1, 0},
		[ROLE_OP] = {-1, -1, -1, -1, 0},
		[ROLE_CALL] = {180, -1, -1, -1, U},
		[ROLE_KERNEL] = {75, -1, 6, -1, 0},
		[ROLE_BUSY] = {75, -1, 6, -1, 0},
		[ROLE_COMM] = {208, -1, 3, -1, B},
		[ROLE_COPY] = {255, -1, 7, -1, U},
		[ROLE_IDLE] = {240, -1, -1, -1, 0},
		[ROLE_GUIDE] = {-1, -1, -1, -1, 0},
	}},
};
const unsigned n_themes = sizeof(themes) / sizeof(*themes);

const struct theme *
theme_find(const char *name)
{
	for (unsigned i = 0; i < n_themes; i++)
		if (!strcmp(themes[i].name, name))
			return &themes[i];
	return NULL;
}

char
role_letter(enum role role)
{
	static const char letters[] = {
#define ROLE(id, letter, name) letter,
		ROLES(ROLE)
#undef ROLE
	};

	return letters[role];
}
