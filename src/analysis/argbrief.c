/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/argbrief.h"
#include <stdint.h>
#include <string.h>

/* "(8, 1)" is "8x1", "()" is "-". */
static bool
add_tuple(struct buffer *out, const char *text, size_t len, const char *between)
{
	bool good = len || buffer_add_text(out, "-");

	for (size_t i = 0; good && i < len; i++)
		if (text[i] == ',')
			good = i + 1 == len || buffer_add_text(out, between);
		else if (text[i] != ' ')
			good = buffer_add(out, &text[i], 1);
	return good;
}

bool
argbrief_shapes(struct buffer *out, const char *tuples, const char *between)
{
	size_t before = out->len;
	uint32_t depth = 0;
	bool good = true;

	for (const char *p = tuples; good && *p; p++) {
		size_t len = strcspn(p + 1, "()");

		if (*p == '(' && p[1 + len] == ')') {
			good = add_tuple(out, p + 1, len, between);
			p += len + 1;
		} else if (*p == '(') {
			good = !depth++ || buffer_add_text(out, "[");
		} else if (*p == ')') {
			good = depth <= 1 || buffer_add_text(out, "]");
			depth -= depth > 0;
		} else if (*p != ',' || (p[1] && p[1] != ')')) {
			good = *p == ',' || buffer_add(out, p, 1);
		}
	}
	while (good && out->len >= before + 2 && !memcmp(out->data + out->len - 2, " -", 2))
		buffer_cut(out, out->len - 2);
	if (good && out->len == before + 1 && out->data[before] == '-')
		buffer_cut(out, before);
	return good;
}

bool
argbrief_types(struct buffer *out, const char *tuples)
{
	bool good = true;

	for (const char *p = tuples; good && *p;)
		if (!strncmp(p, "c10::", 5)) {
			p += 5;
		} else if (!strncmp(p, "''", 2)) {
			good = buffer_add_text(out, "-");
			p += 2;
		} else if (strchr("()'", *p) || (*p == ',' && p[1] == ')')) {
			p++;
		} else {
			good = buffer_add(out, p++, 1);
		}
	return good;
}

bool
argbrief_column(struct buffer *out, const char *column, const char *text)
{
	if (*text != '(')
		return false;
	if (!strcmp(column, "input_type"))
		return argbrief_types(out, text);
	if (!strcmp(column, "input_dims"))
		return argbrief_shapes(out, text, "x");
	return !strcmp(column, "input_strides") && argbrief_shapes(out, text, ",");
}
