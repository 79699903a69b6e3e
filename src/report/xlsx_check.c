/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whether a workbook is whole. The library that makes it gathers its parts in
 * files of its own and does not look whether the disk took them.
 */
#include "config.h"
#if defined HAVE_XLSXWRITER
#include "report/xlsx_priv.h"
#include <string.h>
#ifdef HAVE_WORKBOOK_READER
#include <zip.h>

#define CHUNK 65536
#define TAIL 64		/* longer than any root element's closing tag */

struct part {
	char root[TAIL - 4];	/* the root element's name */
	char tail[TAIL];
	size_t tail_len;
};

static void
part_begin(struct part *part, const char *text, size_t len)
{
	const char *end = text + len, *p = memchr(text, '<', len);
	size_t n = 0;

	while (p && p + 1 < end && (p[1] == '?' || p[1] == '!'))
		p = memchr(p + 1, '<', (size_t)(end - p - 1));
	for (p = p ? p + 1 : end; p < end && n < sizeof(part->root) - 1 && !strchr(" >/\r\n", *p); p++)
		part->root[n++] = *p;
	part->root[n] = '\0';
}

static void
part_add(struct part *part, const char *text, size_t len)
{
	size_t keep = len < TAIL ? TAIL - len : 0;

	if (keep > part->tail_len)
		keep = part->tail_len;
	memmove(part->tail, part->tail + part->tail_len - keep, keep);
	len = len < TAIL ? len : TAIL;
	memcpy(part->tail + keep, text, len);
	part->tail_len = keep + len;
}

static bool
part_is_whole(const struct part *part)
{
	size_t n = strlen(part->root), len = part->tail_len;
	const char *tag;

	while (len && strchr("\r\n", part->tail[len - 1]))
		len--;
	if (!n || len < n + 3)
		return false;
	tag = part->tail + len - n - 3;
	return !memcmp(tag, "</", 2) && !memcmp(tag + 2, part->root, n) && tag[n + 2] == '>';
}

static bool
check_part(zip_t *archive, zip_uint64_t index, char *bytes)
{
	zip_file_t *file = zip_fopen_index(archive, index, 0);
	struct part part = {.root = ""};
	zip_int64_t n = -1;

	while (file && (n = zip_fread(file, bytes, CHUNK)) > 0) {
		if (!part.tail_len)
			part_begin(&part, bytes, (size_t)n);
		part_add(&part, bytes + (n > TAIL ? n - TAIL : 0), n > TAIL ? TAIL : (size_t)n);
	}
	return file && !zip_fclose(file) && n == 0 && part_is_whole(&part);
}

bool
xlsx_is_whole(const char *path)
{
	char bytes[CHUNK];
	int code;
	zip_t *archive = zip_open(path, ZIP_RDONLY, &code);
	bool whole = archive;

	for (zip_int64_t i = 0; whole && i < zip_get_num_entries(archive, 0); i++)
		whole = check_part(archive, (zip_uint64_t)i, bytes);
	if (archive)
		zip_discard(archive);
	return whole;
}

#else

bool
xlsx_is_whole(const char *path)
{
	(void)path;
	return true;
}

#endif
#endif
