/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text from a trace made fit for files. */
#include "report/write.h"
#include "base/text.h"
#include <string.h>

#define NOTE_ROOM 48	/* UTF-16 units that the note on a cut needs at most */

/* Neither control characters nor what XML forbids. */
static bool
code_is_plain(uint32_t code)
{
	return code == '\t' || code == '\n' || (code >= 0x20 && code < 0x7f)
		|| (code >= 0xa0 && code < 0xfffe) || (code >= 0x10000 && (code & 0xfffe) != 0xfffe);
}

static bool
bytes_are_plain(const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		unsigned char c = (unsigned char)text[i];

		if (c >= 0x7f || (c < 0x20 && c != '\t' && c != '\n'))
			return false;
	}
	return true;
}

static size_t
units_of(uint32_t code)
{
	return code >= 0x10000 ? 2 : 1;
}

/* Length in UTF-16 units, and whether any code point has to be replaced. */
static size_t
text_units(const char *p, const char *end, bool *plain)
{
	size_t units = 0;
	uint32_t code;

	*plain = true;
	while (p < end) {
		size_t n = text_decode(p, end, &code);

		*plain = *plain && code_is_plain(code) && !(code == TEXT_REPLACEMENT && n == 1);
		units += units_of(code);
		p += n;
	}
	return units;
}

static bool
add_code(struct buffer *buf, uint32_t code)
{
	char bytes[4];

	return buffer_add(buf, bytes, text_encode(code_is_plain(code) ? code : TEXT_REPLACEMENT, bytes));
}

const char *
write_clean(struct buffer *buf, const char *text)
{
	size_t len = strlen(text), units, left;
	const char *p = text, *end = text + len;
	uint32_t code;
	bool plain;

	if (len <= REPORT_CELL_MAX && bytes_are_plain(text, len))
		return text;
	units = text_units(text, end, &plain);
	if (plain && units <= REPORT_CELL_MAX)
		return text;
	buffer_clear(buf);
	left = units <= REPORT_CELL_MAX ? units : REPORT_CELL_MAX - NOTE_ROOM;
	for (; p < end; left -= units_of(code)) {
		p += text_decode(p, end, &code);
		if (units_of(code) > left)
			break;
		if (!add_code(buf, code))
			return NULL;
	}
	if (units > REPORT_CELL_MAX && !buffer_printf(buf, " \xe2\x80\xa6 (cut, %zu characters)", units))
		return NULL;
	return buf->data;
}
