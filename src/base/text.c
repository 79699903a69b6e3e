/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/text.h"
#include "base/width_priv.h"
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t
text_decode(const char *text, const char *end, uint32_t *code)
{
	const unsigned char *p = (const unsigned char *)text;
	size_t left = (size_t)(end - text), need;
	uint32_t c = p[0], low;

	if (c < 0x80) {
		*code = c;
		return 1;
	}
	*code = TEXT_REPLACEMENT;
	if (c >= 0xc2 && c <= 0xdf) {
		need = 2;
		c &= 0x1f;
		low = 0x80;
	} else if (c >= 0xe0 && c <= 0xef) {
		need = 3;
		c &= 0x0f;
		low = 0x800;
	} else if (c >= 0xf0 && c <= 0xf4) {
		need = 4;
		c &= 0x07;
		low = 0x10000;
	} else {
		return 1;
	}
	if (left < need)
		return 1;
	for (size_t i = 1; i < need; i++) {
		if ((p[i] & 0xc0) != 0x80)
			return 1;
		c = c << 6 | (p[i] & 0x3f);
	}
	if (c < low || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff))
		return 1;
	*code = c;
	return need;
}

size_t
text_encode(uint32_t code, char out[4])
{
	if (code < 0x80) {
		out[0] = (char)code;
		return 1;
	}
	if (code < 0x800) {
		out[0] = (char)(0xc0 | code >> 6);
		out[1] = (char)(0x80 | (code & 0x3f));
		return 2;
	}
	if (code < 0x10000) {
		out[0] = (char)(0xe0 | code >> 12);
		out[1] = (char)(0x80 | (code >> 6 & 0x3f));
		out[2] = (char)(0x80 | (code & 0x3f));
		return 3;
	}
	out[0] = (char)(0xf0 | code >> 18);
	out[1] = (char)(0x80 | (code >> 12 & 0x3f));
	out[2] = (char)(0x80 | (code >> 6 & 0x3f));
	out[3] = (char)(0x80 | (code & 0x3f));
	return 4;
}

bool
text_is_utf8(const char *p, size_t len)
{
	const char *end = p + len;
	uint32_t code;

	while (p < end) {
		size_t n = text_decode(p, end, &code);

		if (code == TEXT_REPLACEMENT && n == 1)
			return false;
		p += n;
	}
	return true;
}

bool
text_has_control(const char *p, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if ((unsigned char)p[i] < 0x20 || p[i] == 0x7f)
			return true;
	return false;
}

/* What moves, hides or turns the text around it: shown as a mark. */
static bool
text_is_unsafe(uint32_t c)
{
	return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0xad || c == 0x61c || c == 0x180e
		|| (c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e)
		|| (c >= 0x2060 && c <= 0x206f) || c == 0xfeff || (c >= 0xfff9 && c <= 0xfffb)
		|| (c >= 0xe0000 && c <= 0xe007f) || (c & 0xfffe) == 0xfffe;
}

int
text_code_width(uint32_t code)
{
	return code < 0x7f || text_is_unsafe(code) ? 1 : width_of(code);
}

size_t
text_width(const char *p, size_t len)
{
	const char *end = p + len;
	size_t cells = 0;
	uint32_t code;

	while (p < end) {
		p += text_decode(p, end, &code);
		cells += (size_t)text_code_width(code);
	}
	return cells;
}

size_t
text_sanitise(char *out, size_t size, const char *p, size_t len, size_t max_cells)
{
	const char *end = p + len;
	size_t cells = 0, used = 0;
	uint32_t code;

	while (p < end) {
		char bytes[4];
		size_t n, width;

		p += text_decode(p, end, &code);
		if (text_is_unsafe(code))
			code = TEXT_REPLACEMENT;
		width = (size_t)text_code_width(code);
		n = text_encode(code, bytes);
		if (cells + width > max_cells || used + n >= size)
			break;
		memcpy(out + used, bytes, n);
		used += n;
		cells += width;
	}
	if (size)
		out[used] = '\0';
	return cells;
}

char *
text_separated(char out[32], const char *plain)
{
	size_t sign = *plain == '-', whole = strspn(plain + sign, "0123456789"), used = 0;

	if (sign)
		out[used++] = '-';
	for (size_t i = 0; i < whole; i++) {
		if (i && (whole - i) % 3 == 0)
			out[used++] = ',';
		out[used++] = plain[sign + i];
	}
	snprintf(out + used, 32 - used, "%s", plain + sign + whole);
	return out;
}

char *
text_count(char out[32], uint64_t value)
{
	char digits[24];

	snprintf(digits, sizeof(digits), "%" PRIu64, value);
	return text_separated(out, digits);
}

/* Digits of value from the right, at least n of them, ending before end; returns the first. */
static char *
text_digits(char *end, uint64_t value, int n)
{
	for (; value || n > 0; n--) {
		*--end = (char)('0' + value % 10);
		value /= 10;
	}
	return end;
}

/* By hand: tables are written a million numbers at a time, and printf takes ten times as long. */
static char *
text_fixed(char out[32], int64_t value, int decimals)
{
	uint64_t magnitude = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
	char digits[32], *end = digits + sizeof(digits), *first;
	char *point, *to = out;

	for (; decimals > 0 && magnitude % 10 == 0; decimals--)
		magnitude /= 10;
	first = text_digits(end, magnitude, decimals + 1);
	point = end - decimals;
	if (value < 0)
		*to++ = '-';
	while (first < point)
		*to++ = *first++;
	if (first < end)
		*to++ = '.';
	while (first < end)
		*to++ = *first++;
	*to = '\0';
	return out;
}

char *
text_int(char out[32], int64_t value)
{
	return text_fixed(out, value, 0);
}

char *
text_us(char out[32], int64_t ns)
{
	return text_fixed(out, ns, 3);
}

char *
text_us_parted(char out[32], int64_t ns)
{
	char plain[32];

	return text_separated(out, text_us(plain, ns));
}

char *
text_ms(char out[32], int64_t ns)
{
	return text_fixed(out, ns, 6);
}

static char *
text_scaled(char out[32], double value, const char *unit)
{
	double size = fabs(value);
	int decimals = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 3;

	snprintf(out, 32, "%.*f %s", decimals, value, unit);
	return out;
}

char *
text_time(char out[32], int64_t ns)
{
	double value = (double)ns, size = fabs(value);

	if (size < 1e3) {
		snprintf(out, 32, "%" PRId64 " ns", ns);
		return out;
	}
	if (size < 1e6)
		return text_scaled(out, value / 1e3, "us");
	if (size < 1e9)
		return text_scaled(out, value / 1e6, "ms");
	return text_scaled(out, value / 1e9, "s");
}

char *
text_bytes(char out[32], uint64_t bytes)
{
	static const char *const units[] = {"B", "KB", "MB", "GB", "TB", "PB", "EB"};
	double value = (double)bytes;
	size_t unit = 0;

	while (value >= 1024 && unit + 1 < sizeof(units) / sizeof(*units)) {
		value /= 1024;
		unit++;
	}
	if (!unit) {
		snprintf(out, 32, "%" PRIu64 " B", bytes);
		return out;
	}
	return text_scaled(out, value, units[unit]);
}

/* The shortest run of digits that reads back as value, which is finite and not negative: "d.ddde+XX". */
static void
text_shortest(char out[32], double value)
{
	int digits = value < DBL_MIN ? 1 : DBL_DIG;

	for (; digits < DBL_DECIMAL_DIG; digits++) {
		snprintf(out, 32, "%.*e", digits - 1, value);
		if (strtod(out, NULL) == value)
			return;
	}
	snprintf(out, 32, "%.*e", DBL_DECIMAL_DIG - 1, value);
}

char *
text_real(char out[32], double value)
{
	char shortest[32], digits[32], *mark, *to = out;
	int exponent, n = 0;

	out[0] = '\0';
	if (isnan(value))
		return out;
	if (signbit(value))
		*to++ = '-';
	if (isinf(value)) {
		strcpy(to, "inf");
		return out;
	}
	text_shortest(shortest, fabs(value));
	mark = strchr(shortest, 'e');
	exponent = atoi(mark + 1);
	for (const char *p = shortest; p < mark; p++)
		if (*p != '.')
			digits[n++] = *p;
	while (n > 1 && digits[n - 1] == '0')
		n--;
	if (exponent < -4 || exponent >= 16)
		snprintf(to, 28, "%c%s%.*se%+03d", digits[0], n > 1 ? "." : "", n - 1, digits + 1, exponent);
	else if (exponent < 0)
		snprintf(to, 28, "0.%.*s%.*s", -exponent - 1, "000", n, digits);
	else if (n <= exponent + 1)
		snprintf(to, 28, "%.*s%.*s.0", n, digits, exponent + 1 - n, "0000000000000000");
	else
		snprintf(to, 28, "%.*s.%.*s", exponent + 1, digits, n - exponent - 1, digits + exponent + 1);
	return out;
}
