/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/pattern.h"
#include "base/intern.h"
#include "base/mem.h"
#include <locale.h>
#include <string.h>
#include <strings.h>

#define MEMO_TEXTS 65536u	/* names repeat, matching one costs up to some microseconds */

struct pattern_memo {
	struct intern texts;
	bool hit[MEMO_TEXTS];	/* by text */
};

/* Whether it is to be taken as an expression, see pattern.h. */
static bool
looks_so(const char *text)
{
	if (!strpbrk(text, "*+?[|^$\\") || strpbrk(text, "{}"))
		return false;
	for (const char *p = strchr(text, '\\'); p; p = strchr(p + 2, '\\')) {
		if (!p[1] || (p[1] >= '1' && p[1] <= '9'))
			return false;
	}
	return true;
}

/* By bytes: several times as fast as by the locale's characters, and ASCII alone is folded in any case. */
static bool
compile(struct pattern *pattern)
{
	locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0), before = plain ? uselocale(plain) : (locale_t)0;
	bool good = looks_so(pattern->text)
		&& !regcomp(&pattern->regex, pattern->text, REG_EXTENDED | (pattern->fold ? REG_ICASE : 0));

	if (plain) {
		uselocale(before);
		freelocale(plain);
	}
	return good;
}

void
pattern_set(struct pattern *pattern, const char *text)
{
	size_t len = strlen(text);

	pattern_free(pattern);
	if (len >= sizeof(pattern->text))
		len = sizeof(pattern->text) - 1;
	memcpy(pattern->text, text, len);
	pattern->text[len] = '\0';
	pattern->len = len;
	pattern->fold = true;
	for (size_t i = 0; i < len; i++)
		if (text[i] >= 'A' && text[i] <= 'Z')
			pattern->fold = false;
	pattern->is_regex = compile(pattern);
	if (pattern->is_regex)
		pattern->memo = mem_zero(1, sizeof(*pattern->memo));
}

void
pattern_free(struct pattern *pattern)
{
	if (pattern->is_regex)
		regfree(&pattern->regex);
	if (pattern->memo)
		intern_free(&pattern->memo->texts);
	free(pattern->memo);
	*pattern = (struct pattern){0};
}

static unsigned char
pattern_small(char c)
{
	return (unsigned char)(c >= 'A' && c <= 'Z' ? c + 32 : c);
}

static bool
matches_text(const struct pattern *pattern, const char *text, size_t len)
{
	if (pattern->len > len)
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

/* The text must end with a zero byte where regexec() cannot be told its end. */
static bool
find_terminated(const struct pattern *pattern, const char *text, size_t len, size_t *begin, size_t *end)
{
	for (size_t from = 0; from < len; from = *begin + 1) {
		regmatch_t at = {0};
		int flags = from ? REG_NOTBOL : 0;
#ifdef REG_STARTEND
		at = (regmatch_t){(regoff_t)from, (regoff_t)len};
		if (regexec(&pattern->regex, text, 1, &at, flags | REG_STARTEND))
			return false;
#else
		if (regexec(&pattern->regex, text + from, 1, &at, flags))
			return false;
		at.rm_so += (regoff_t)from;
		at.rm_eo += (regoff_t)from;
#endif
		*begin = (size_t)at.rm_so;
		*end = (size_t)at.rm_eo;
		if (*end > *begin)
			return true;
	}
	return false;
}

bool
pattern_find(const struct pattern *pattern, const char *text, size_t len, size_t *begin, size_t *end)
{
	bool found;

	if (!pattern->is_regex)
		return false;
#ifdef REG_STARTEND
	found = find_terminated(pattern, text, len, begin, end);
#else
	char *copy = strndup(text, len);

	found = copy && find_terminated(pattern, copy, strlen(copy), begin, end);
	free(copy);
#endif
	return found;
}

static bool
matches_regex(const struct pattern *pattern, const char *text, size_t len)
{
	struct pattern_memo *memo = pattern->memo;
	uint32_t known = memo ? memo->texts.n : 0, id = INTERN_NONE;
	size_t begin, end;
	bool hit;

	if (memo)
		id = known < MEMO_TEXTS ? intern_add(&memo->texts, text, len) : intern_find(&memo->texts, text, len);
	if (id < known)
		return memo->hit[id];
	hit = pattern_find(pattern, text, len, &begin, &end);
	if (id != INTERN_NONE)
		memo->hit[id] = hit;
	return hit;
}

bool
pattern_matches(const struct pattern *pattern, const char *text, size_t len)
{
	if (!pattern->len)
		return false;
	return matches_text(pattern, text, len) || (pattern->is_regex && matches_regex(pattern, text, len));
}
