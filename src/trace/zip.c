/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "zip_priv.h"
#include <string.h>
#include <strings.h>

static size_t
name_len(const uint8_t *h)
{
	return h[26] | (size_t)h[27] << 8;
}

size_t
zip_header_len(const uint8_t *h)
{
	return ZIP_HEADER + name_len(h) + (h[28] | (size_t)h[29] << 8);
}

static bool
has_header(const uint8_t *h, const uint8_t *end)
{
	size_t name = end - h > ZIP_HEADER ? name_len(h) : 0;

	return name && (size_t)(end - h) >= ZIP_HEADER + name && !memcmp(h, "PK\3\4", 4);
}

static bool
name_ends(const uint8_t *h, const char *with)
{
	size_t len = name_len(h), n = strlen(with);

	return len > n && !strncasecmp((const char *)h + ZIP_HEADER + len - n, with, n);
}

bool
zip_name_ends(const uint8_t *h, const uint8_t *end, const char *with)
{
	return has_header(h, end) && name_ends(h, with);
}

static bool
is_folder(const uint8_t *h)
{
	return h[ZIP_HEADER + name_len(h) - 1] == '/';
}

/* Whether the file is named as a trace is; "._" names are what a Mac notes of the file beside. */
static bool
names_trace(const uint8_t *h)
{
	static const char *const ends[] = {".json", ".gz", ".zst", ".zip"};
	size_t len = name_len(h), base = len;
	const char *name = (const char *)h + ZIP_HEADER;

	while (base && name[base - 1] != '/')
		base--;
	if (len - base >= 2 && !memcmp(name + base, "._", 2))
		return false;
	for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++)
		if (len - base > strlen(ends[i]) && name_ends(h, ends[i]))
			return true;
	return false;
}

/* The header behind a file, or NULL where that is not told in advance or lies behind what was read. */
static const uint8_t *
next_header(const uint8_t *h, const uint8_t *end)
{
	size_t len = zip_header_len(h);
	size_t packed = h[18] | (size_t)h[19] << 8 | (size_t)h[20] << 16 | (size_t)h[21] << 24;

	if ((h[6] & 8 && !is_folder(h)) || (size_t)(end - h) < len || (size_t)(end - h) - len < packed
		|| !has_header(h + len + packed, end))
		return NULL;
	return h + len + packed;
}

const uint8_t *
zip_find_trace(const uint8_t *h, const uint8_t *end)
{
	const uint8_t *first = NULL, *next;

	if (!has_header(h, end))
		return h;
	for (; h; h = next) {
		next = next_header(h, end);
		if (!is_folder(h) && names_trace(h))
			return h;
		if (!first && (!is_folder(h) || !next))
			first = h;
	}
	return first;
}
