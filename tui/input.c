/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/input.h"
#include "base/text.h"
#include "tui/keys.h"
#include <limits.h>
#include <string.h>
#include <wchar.h>

#define ESC '\033'
#define PASTE_BEGIN 200
#define PASTE_END "\033[201~"
#define SEQUENCE_MS 250		/* between two bytes of a sequence: lines may be slow, nobody types this fast */
#define PASTE_MS 2000		/* after this the end of what is pasted is not coming */
#define ANY (-1)

/* ESC [ NUMBER ; MODIFIERS FINAL: of xterm, the vt220, the Linux console and rxvt, which has its own finals. */
static const struct {
	const char *finals;
	int number, key;
} csi_keys[] = {
	{"Aa", ANY, KEYCODE_UP}, {"Bb", ANY, KEYCODE_DOWN}, {"Cc", ANY, KEYCODE_RIGHT}, {"Dd", ANY, KEYCODE_LEFT},
	{"H", ANY, KEYCODE_HOME}, {"F", ANY, KEYCODE_END}, {"Z", ANY, KEYCODE_BACK_TAB},
	{"~$^@", 1, KEYCODE_HOME}, {"~$^@", 2, KEYCODE_INSERT}, {"~$^@", 3, KEYCODE_DELETE}, {"~$^@", 4, KEYCODE_END},
	{"~$^@", 5, KEYCODE_PAGE_UP}, {"~$^@", 6, KEYCODE_PAGE_DOWN}, {"~$^@", 7, KEYCODE_HOME},
	{"~$^@", 8, KEYCODE_END},
};

/* ESC O FINAL: in application mode, with Ctrl in rxvt, and the keypad without its numbers. */
static const struct {
	char final;
	int key;
} ss3_keys[] = {
	{'A', KEYCODE_UP}, {'B', KEYCODE_DOWN}, {'C', KEYCODE_RIGHT}, {'D', KEYCODE_LEFT},
	{'a', KEYCODE_UP}, {'b', KEYCODE_DOWN}, {'c', KEYCODE_RIGHT}, {'d', KEYCODE_LEFT},
	{'H', KEYCODE_HOME}, {'F', KEYCODE_END}, {'M', KEYCODE_ENTER},
	{'w', KEYCODE_HOME}, {'q', KEYCODE_END}, {'x', KEYCODE_UP}, {'r', KEYCODE_DOWN}, {'v', KEYCODE_RIGHT},
	{'t', KEYCODE_LEFT}, {'y', KEYCODE_PAGE_UP}, {'s', KEYCODE_PAGE_DOWN}, {'p', KEYCODE_INSERT},
	{'n', KEYCODE_DELETE}, {'j', '*'}, {'k', '+'}, {'l', ','}, {'m', '-'}, {'o', '/'}, {'X', '='},
};

/* Answers to questions that another program asked begin so, with one of these behind. */
static const struct {
	char intro;
	const char *next;
} strings[] = {
	{']', "0123456789"}, {'P', "0123456789>!+$"},
};

void
input_free(struct input *input)
{
	buffer_free(&input->paste);
	buffer_free(&input->text);
	*input = (struct input){0};
}

void
input_add_own(struct input *input, const char *bytes, int key)
{
	size_t len = strlen(bytes);
	struct input_own *own = &input->own[input->n_own];

	/* A single byte is a key that others use otherwise, or the same. */
	if (len < 2 || len > sizeof(own->bytes) || input->n_own == INPUT_OWN_MAX)
		return;
	memcpy(own->bytes, bytes, len);
	own->len = len;
	own->key = key;
	input->n_own++;
}

static void
paste_byte(struct input *input, unsigned char byte)
{
	static const char end[] = PASTE_END;

	if (byte == (unsigned char)end[input->end]) {
		if (!end[++input->end]) {
			input->pasting = false;
			input->pasted = true;
		}
		return;
	}
	if (input->end && input->paste.len < INPUT_PASTE_MAX)
		buffer_add(&input->paste, end, input->end);
	input->end = byte == ESC;
	if (!input->end && input->paste.len < INPUT_PASTE_MAX)
		buffer_add(&input->paste, (const char *)&byte, 1);
}

void
input_byte(struct input *input, unsigned char byte)
{
	if (input->pasting)
		paste_byte(input, byte);
	else if (input->n < INPUT_HELD)
		input->held[input->n++] = byte;
}

/* Bytes used by the own sequence that is held; 0: a part of one may be; -1: none. */
static int
own_key(const struct input *input, int *key)
{
	bool part = false;

	for (size_t i = 0; i < input->n_own; i++) {
		const struct input_own *own = &input->own[i];
		size_t n = own->len < input->n ? own->len : input->n;

		if (memcmp(own->bytes, input->held, n))
			continue;
		if (n == own->len) {
			*key = own->key;
			return (int)n;
		}
		part = true;
	}
	return part ? 0 : -1;
}

static int
text_key(const struct input *input, bool lapsed, int *key)
{
	mbstate_t state = {0};
	wchar_t c;
	size_t used = mbrtowc(&c, (const char *)input->held, input->n, &state);

	if (used == (size_t)-2)
		return lapsed ? (int)input->n : 0;
	if (used == (size_t)-1)
		return 1;	/* no character of this locale */
	*key = c == 0x7f || c == 8 ? KEYCODE_BACKSPACE : (int)c;
	return used ? (int)used : 1;
}

/* The number at *p, which goes past it and what separates it from the next. */
static int
number_take(const char **p)
{
	int number = 0;

	for (; **p >= '0' && **p <= '9'; (*p)++)
		number = number < 100000 ? number * 10 + (**p - '0') : number;
	*p += **p == ';';
	return number;
}

/* Presses of the first button and the wheel. */
static int
mouse_key(struct input *input, int button, int col, int row)
{
	bool wheel = button & 64;

	if (button & 32 || (button & 3) > (wheel ? 1 : 0))
		return INPUT_NONE;
	input->mouse_wheel = !wheel ? 0 : button & 1 ? 1 : -1;
	input->mouse_col = col - 1;
	input->mouse_row = row - 1;
	return KEYCODE_MOUSE;
}

static int
csi_key(struct input *input, size_t len)
{
	char text[INPUT_HELD + 1], final = (char)input->held[len - 1];
	const char *p = text;
	int number;

	memcpy(text, input->held + 2, len - 3);
	text[len - 3] = '\0';
	if (*p == '<' && input->mouse && (final == 'M' || final == 'm')) {
		int button, col;

		p++;
		button = number_take(&p);
		col = number_take(&p);
		return final == 'M' ? mouse_key(input, button, col, number_take(&p)) : INPUT_NONE;
	}
	if (*p && (*p < '0' || *p > '9') && *p != ';')
		return INPUT_NONE;
	number = number_take(&p);
	if (final == '~' && number == PASTE_BEGIN) {
		input->pasting = true;
		input->end = 0;
		input->paste.len = 0;
	}
	for (size_t i = 0; i < sizeof(csi_keys) / sizeof(*csi_keys); i++)
		if (strchr(csi_keys[i].finals, final) && (csi_keys[i].number == ANY || csi_keys[i].number == number))
			return csi_keys[i].key;
	return INPUT_NONE;
}

/* A $ ends a sequence of rxvt; others have it before their end, behind more than a number. */
static bool
csi_ends(const unsigned char *p, size_t i)
{
	if (p[i] >= 0x40)
		return true;
	if (p[i] != '$' || i == 2)
		return false;
	for (size_t k = 2; k < i; k++)
		if (p[k] < '0' || p[k] > '9')
			return false;
	return true;
}

/* ESC [ ...: bytes used, 0 while the end is not there. */
static int
csi_take(struct input *input, int *key)
{
	const unsigned char *p = input->held;

	if (input->n > 2 && p[2] == '[')	/* the Linux console's first five function keys */
		return input->n > 3 ? 4 : 0;
	if (input->n > 2 && p[2] == 'M' && input->mouse) {
		if (input->n < 6)
			return 0;
		*key = mouse_key(input, p[3] - 32, p[4] - 32, p[5] - 32);
		return 6;
	}
	for (size_t i = 2; i < input->n; i++) {
		if (p[i] < 0x20 || p[i] > 0x7e)		/* broken off: something else begins */
			return (int)i;
		if (csi_ends(p, i)) {
			*key = csi_key(input, i + 1);
			return (int)i + 1;
		}
	}
	if (input->n < INPUT_HELD)
		return 0;
	input->rest = INPUT_REST_SEQUENCE;
	return INPUT_HELD;
}

static int
ss3_take(struct input *input, int *key)
{
	const unsigned char *p = input->held;
	size_t i = 2;

	while (i < input->n && ((p[i] >= '0' && p[i] <= '9') || p[i] == ';'))	/* older modifiers */
		i++;
	if (i == input->n)
		return i < INPUT_HELD ? 0 : INPUT_HELD;
	if (p[i] < 0x20 || p[i] > 0x7e)
		return (int)i;
	for (size_t k = 0; k < sizeof(ss3_keys) / sizeof(*ss3_keys); k++)
		if ((unsigned char)ss3_keys[k].final == p[i])
			*key = ss3_keys[k].key;
	return (int)i + 1;
}

/* ESC alone, or before a key that is another one: as with Alt. */
static int
escape_take(struct input *input, bool lapsed, int *key)
{
	const unsigned char *p = input->held;
	int used;

	if (input->n > 1 && (p[1] == '[' || p[1] == 'O')) {
		used = p[1] == '[' ? csi_take(input, key) : ss3_take(input, key);
		return !used && lapsed ? (int)input->n : used;
	}
	for (size_t i = 0; input->n > 1 && i < sizeof(strings) / sizeof(*strings); i++) {
		if ((unsigned char)strings[i].intro != p[1])
			continue;
		if (input->n == 2 && !lapsed)
			return 0;
		if (input->n > 2 && p[2] && strchr(strings[i].next, p[2])) {
			input->rest = INPUT_REST_STRING;
			return 3;
		}
	}
	if (input->n == 1 && !lapsed)
		return 0;
	*key = KEYCODE_ESCAPE;
	return 1;
}

/* Bytes used of what is passed over, 0: it goes on behind what is held. */
static int
rest_take(struct input *input)
{
	const unsigned char *p = input->held;
	bool string = input->rest == INPUT_REST_STRING;

	if (!input->n || (string && input->n == 1 && p[0] == ESC))
		return 0;
	if (string && p[0] == ESC) {
		input->rest = INPUT_REST_NONE;
		return p[1] == '\\' ? 2 : 0;
	}
	if (string ? p[0] == '\a' : p[0] >= 0x40 || p[0] < 0x20)
		input->rest = INPUT_REST_NONE;
	return string || (p[0] >= 0x20 && p[0] < 0x7f);
}

static int
step(struct input *input, bool lapsed, int *key)
{
	int used;

	if (input->rest) {
		used = rest_take(input);
		if (used || input->rest)
			return used;
	}
	if (!input->n)
		return 0;
	used = own_key(input, key);
	if (used > 0 || (!used && !lapsed))
		return used;
	return input->held[0] == ESC ? escape_take(input, lapsed, key) : text_key(input, lapsed, key);
}

/* What was pasted, as a line. */
static int
paste_done(struct input *input)
{
	const char *p, *end;
	mbstate_t state = {0};

	input->pasted = input->pasting = false;
	if (!buffer_add(&input->paste, "", 0))
		return INPUT_NONE;
	p = input->paste.data;
	end = p + input->paste.len;
	input->text.len = 0;
	while (p < end) {
		char bytes[4];
		wchar_t c;
		size_t used = mbrtowc(&c, p, (size_t)(end - p), &state);
		bool bad = used == (size_t)-1 || used == (size_t)-2, blank;

		p += bad || !used ? 1 : used;
		if (bad)
			state = (mbstate_t){0};
		blank = !bad && (c == '\n' || c == '\r' || c == '\t');
		if (blank && c == '\n' && p - 1 > input->paste.data && p[-2] == '\r')
			continue;	/* the end of one line */
		if (blank)
			buffer_add(&input->text, " ", 1);
		else if (!bad && c >= 0x20 && (c < 0x7f || c > 0x9f))
			buffer_add(&input->text, bytes, text_encode((uint32_t)c, bytes));
	}
	while (input->text.len && input->text.data[input->text.len - 1] == ' ')
		input->text.len--;
	return buffer_add(&input->text, "", 0) ? KEYCODE_PASTE : INPUT_NONE;
}

int
input_key(struct input *input, bool lapsed)
{
	int key = INPUT_NONE, used;

	if (input->pasted || (input->pasting && lapsed))
		return paste_done(input);
	if (lapsed && input->rest) {
		input->rest = INPUT_REST_NONE;
		input->n = 0;
	}
	while (key == INPUT_NONE && (used = step(input, lapsed, &key)) > 0) {
		input->n -= (size_t)used;
		memmove(input->held, input->held + used, input->n);
		lapsed = false;
	}
	return key;
}

int
input_patience(const struct input *input, int escape_ms)
{
	if (input->pasting)
		return PASTE_MS;
	if (input->n == 1 && input->held[0] == ESC && !input->rest)
		return escape_ms;
	return input->n || input->rest ? escape_ms > SEQUENCE_MS ? escape_ms : SEQUENCE_MS : -1;
}

const char *
input_pasted(const struct input *input)
{
	return input->text.data ? input->text.data : "";
}
