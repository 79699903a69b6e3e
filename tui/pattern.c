/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/pattern.h"
#include <string.h>
#include <strings.h>

void
pattern_set(struct pattern *pattern, const char *text)
{
	size_t len = strlen(text);

	if (len >= sizeof(pattern->text))
		len = sizeof(pattern->text) - 1;
	memcpy(pattern->text, text, len);
	pattern->text[len] = '\0';
	pattern->len = len;
	pattern->fold = true;
	for (size_t i = 0; i < len; i++)
		if (text[i] >= 'A' && text[i] <= 'Z')
			pattern->fold = false;
}

static unsigned char
pattern_small(char c)
{
	return (unsigned char)(c >= 'A' && c <= 'Z' ? c + 32 : c);
}

bool
pattern_matches(const struct pattern *pattern, const char *text, size_t len)
{
	if (!pattern->len || pattern->len > len)
		return false;
	if (!pattern->fold)
		return memmem(text, len, pattern->text, pattern->len) != NULL;
	for (size_t i = 0; i + pattern->len <= len; i++) {
		size_t k = 0;

		while (k < pattern->len && pattern_small(text[i + k]) == (unsigned char)pattern->text[k])
			k++;
		if (k == pattern->len)
			return true;
	}
	return false;
}
