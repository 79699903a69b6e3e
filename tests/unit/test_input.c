/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What terminals send, as keys: whatever the terminal is called, and however the bytes come. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tui/input.h"
#include "tui/keys.h"
#include <locale.h>
#include <stdio.h>
#include <string.h>

#define KEYS_TEXT 512

/* Adds the names of the keys that there are by now, a paste with its text. */
static void
take(struct input *input, bool lapsed, char out[KEYS_TEXT])
{
	int key;

	while ((key = input_key(input, lapsed)) != INPUT_NONE) {
		char name[16];
		size_t len = strlen(out);

		lapsed = false;
		if (key == KEYCODE_MOUSE) {
			snprintf(out + len, KEYS_TEXT - len, "mouse %d,%d,%d ", input->mouse_row, input->mouse_col,
				input->mouse_wheel);
			continue;
		}
		key_text(key, name);
		snprintf(out + len, KEYS_TEXT - len, "%s%s%s ", name, key == KEYCODE_PASTE ? "=" : "",
			key == KEYCODE_PASTE ? input_pasted(input) : "");
	}
}

/* What the bytes are, and that nothing is left of them; they end with a pause. */
static void
assert_keys_of(struct input *input, const char *bytes, size_t len, const char *expected)
{
	char out[KEYS_TEXT] = "";

	for (size_t i = 0; i < len; i++) {
		input_byte(input, (unsigned char)bytes[i]);
		take(input, false, out);
	}
	if (input_patience(input, 25) >= 0)
		take(input, true, out);
	assert_int_equal(input_patience(input, 25), -1);
	if (*out)
		out[strlen(out) - 1] = '\0';
	assert_string_equal(out, expected);
}

static void
assert_keys(const char *bytes, const char *expected)
{
	struct input input = {0};

	assert_keys_of(&input, bytes, strlen(bytes), expected);
	input_free(&input);
}

static void
test_known(void **state)
{
	static const struct {
		const char *bytes, *keys;
	} cases[] = {
		{"\033[A\033[B\033[C\033[D", "<Up> <Down> <Right> <Left>"},
		{"\033OA\033OB\033OC\033OD", "<Up> <Down> <Right> <Left>"},	/* application mode */
		{"\033[H\033[F\033OH\033OF", "<Home> <End> <Home> <End>"},	/* xterm */
		{"\033[1~\033[4~\033[7~\033[8~", "<Home> <End> <Home> <End>"},	/* vt220, Linux, rxvt */
		{"\033[2~\033[3~\033[5~\033[6~", "<Insert> <Delete> <PageUp> <PageDown>"},
		{"\033[Z", "<S-Tab>"},
		{"\033[1;5C\033[1;2D\033[1;3A\033[1;9B", "<Right> <Left> <Up> <Down>"},
		{"\033[1;5H\033[1;2F\033[3;5~\033[5;3~\033[6;2~", "<Home> <End> <Delete> <PageUp> <PageDown>"},
		{"\033[5C\033O5D\033O1;2A", "<Right> <Left> <Up>"},		/* older ones */
		{"\033[a\033Oa\033[d\033Od", "<Up> <Up> <Left> <Left>"},	/* rxvt */
		{"\033[7$\033[8^\033[3@\033[5$", "<Home> <End> <Delete> <PageUp>"},
		{"\033OM\033Oj\033Ok\033Oq\033Ow", "<Enter> * + <End> <Home>"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		assert_keys(cases[i].bytes, cases[i].keys);
}

/* Nothing of what is not known runs as a key: x stands behind each. */
static void
test_unknown(void **state)
{
	static const char *const cases[] = {
		"\033[I", "\033[O", "\033[27;5;9~", "\033[15~", "\033[15;2~", "\033OP", "\033OS", "\033O2P",
		"\033[[A", "\033[[E", "\033[25~", "\033[201~", "\033[57;5u", "\033[?1;2c", "\033[>41;370;0c",
		"\033[?2026;2$y", "\033[<0;5;6M", "\033[M", "\033[1;1R", "\033[12\"q", "\033[224z", "\033[P", "\033OE",
		"\033[E", "\033[0~", "\033[9~", "\033[11111111111111111111111111111111111111111111111111;2~",
		"\033]11;rgb:0000/0000/0000\033\\", "\033]10;rgb:ffff/ffff/ffff\a", "\033P1+r544e=787465726d\033\\",
		"\033P>|XTerm(370)\033\\",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		char bytes[128];

		snprintf(bytes, sizeof(bytes), "%sx", cases[i]);
		assert_keys(bytes, "x");
	}
}

static void
test_escape(void **state)
{
	(void)state;
	assert_keys("\033", "<Esc>");
	assert_keys("\033\033", "<Esc> <Esc>");
	assert_keys("\033a", "<Esc> a");		/* Alt-a */
	assert_keys("\033\033[A", "<Esc> <Up>");	/* Alt-Up of rxvt */
	assert_keys("\033]", "<Esc> ]");
	assert_keys("\033]x", "<Esc> ] x");
	assert_keys("\033[", "");			/* cut off, or Alt-[ */
	assert_keys("\033O", "");
	assert_keys("\033[1;", "");
	assert_keys("\033[1;\033[A", "<Up>");		/* broken off */
	assert_keys("\033[\r", "<Enter>");
	assert_keys("\033]11;rgb\033", "");
}

/* A pause within a sequence, shorter than what is waited for, changes nothing; one after Escape ends it. */
static void
test_pauses(void **state)
{
	struct input input = {0};

	(void)state;
	assert_int_equal(input_patience(&input, 25), -1);
	input_byte(&input, 033);
	assert_int_equal(input_key(&input, false), INPUT_NONE);
	assert_int_equal(input_patience(&input, 25), 25);
	input_byte(&input, '[');
	assert_int_equal(input_key(&input, false), INPUT_NONE);
	assert_true(input_patience(&input, 25) > 25);
	input_byte(&input, '1');
	assert_int_equal(input_key(&input, false), INPUT_NONE);
	input_byte(&input, '~');
	assert_int_equal(input_key(&input, false), KEYCODE_HOME);
	assert_int_equal(input_patience(&input, 25), -1);
	input_byte(&input, 033);
	assert_int_equal(input_key(&input, true), KEYCODE_ESCAPE);
	input_byte(&input, '[');
	assert_int_equal(input_key(&input, false), '[');
	input_free(&input);
}

static void
test_text(void **state)
{
	(void)state;
	assert_keys("aZ~", "a Z ~");
	assert_keys("\xc3\xa4\xe4\xb8\xad", "\xc3\xa4 \xe4\xb8\xad");
	assert_keys("\xff" "a\xc3", "a");	/* no characters, and a part of one */
	assert_keys("\177\b\t\r", "<Backspace> <Backspace> <Tab> <Enter>");
}

static void
test_own(void **state)
{
	struct input input = {0};

	(void)state;
	input_add_own(&input, "\033[I", KEYCODE_PAGE_UP);	/* of the SCO console */
	input_add_own(&input, "\033&r", KEYCODE_HOME);
	input_add_own(&input, "\001K", KEYCODE_LEFT);		/* no sequence of others */
	input_add_own(&input, "k", KEYCODE_UP);			/* would take a key away */
	assert_keys_of(&input, "\033[I\033&r\001Kk\001", 10, "<PageUp> <Home> <Left> k <C-a>");
	assert_keys_of(&input, "\033&x", 3, "<Esc> & x");
	input_free(&input);
}

static void
test_mouse(void **state)
{
	struct input input = {.mouse = true};
	static const char bytes[] = "\033[<0;5;300M\033[<0;5;6m\033[<64;1;1M\033[<65;2;1M\033[<2;1;1M\033[<32;1;1M"
		"\033[M \"#\033[M`!!\033[Ma!!\033[M#!!";

	(void)state;
	assert_keys_of(&input, bytes, sizeof(bytes) - 1,
		"mouse 299,4,0 mouse 0,0,-1 mouse 0,1,1 mouse 2,1,0 mouse 0,0,-1 mouse 0,0,1");
	input_free(&input);
}

static void
test_paste(void **state)
{
	struct input input = {0};
	char out[KEYS_TEXT] = "";

	(void)state;
	assert_keys("\033[200~mm\rQ\r\033[201~x", "<Paste>=mm Q x");
	assert_keys("\033[200~a\r\nb\tc\n\033[201~", "<Paste>=a b c");
	assert_keys("\033[200~\033[A\001\177\xc2\x9b\xff\xc3\xa4\033[201~", "<Paste>=[A\xc3\xa4");
	assert_keys("\033[200~\033\033[20\033[201~", "<Paste>=[20");
	assert_keys("\033[200~\033[201~q", "<Paste>= q");
	assert_keys("\033[200~cut off", "<Paste>=cut off");

	/* However much it is, what follows is keys again. */
	for (const char *p = "\033[200~"; *p; p++) {
		input_byte(&input, (unsigned char)*p);
		take(&input, false, out);
	}
	for (int i = 0; i < 3 * INPUT_PASTE_MAX; i++)
		input_byte(&input, 'y');
	for (const char *p = "\033[201~"; *p; p++)
		input_byte(&input, (unsigned char)*p);
	assert_int_equal(input_key(&input, false), KEYCODE_PASTE);
	assert_int_equal(strlen(input_pasted(&input)), INPUT_PASTE_MAX);
	assert_keys_of(&input, "q", 1, "q");
	input_free(&input);
}

/* Any bytes in any order: nothing is lost for good, the next key is one. */
static void
test_any(void **state)
{
	static const char bytes[] = "\033[]OPM<>?;$~0129Aaz\\\a\r \xc3\xa4\x9b";
	uint32_t seed = 1;

	(void)state;
	for (int round = 0; round < 20000; round++) {
		struct input input = {.mouse = round & 1};
		char out[KEYS_TEXT] = "";

		for (int i = 0; i < 40; i++) {
			seed = seed * 1103515245 + 12345;
			input_byte(&input, (unsigned char)bytes[(seed >> 16) % (sizeof(bytes) - 1)]);
			out[0] = '\0';
			take(&input, (seed >> 24) % 16 == 0 && input_patience(&input, 25) >= 0, out);
			assert_true(input.n < INPUT_HELD || input.pasting);
		}
		for (int i = 0; input_patience(&input, 25) >= 0; i++) {
			assert_true(i < 4);
			take(&input, true, out);
		}
		assert_keys_of(&input, "q", 1, "q");
		input_free(&input);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_known), cmocka_unit_test(test_unknown), cmocka_unit_test(test_escape),
		cmocka_unit_test(test_pauses), cmocka_unit_test(test_text), cmocka_unit_test(test_own),
		cmocka_unit_test(test_mouse), cmocka_unit_test(test_paste), cmocka_unit_test(test_any),
	};

	setlocale(LC_CTYPE, "C.UTF-8");
	return cmocka_run_group_tests_name("input", tests, NULL, NULL);
}
