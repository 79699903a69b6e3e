/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Any bytes as a workbook. What is no zip archive is taken for the parts of
 * one, parted by lines "--": a sheet, the shared texts, the list of sheets.
 */
#include "config.h"
#include "fuzz.h"
#include "base/buffer.h"
#include "report/read.h"
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#ifdef HAVE_WORKBOOK_READER

#define RELATION "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
#define RELATIONS "<Relationships>"

enum { PARTS = 5, FREE_PARTS = 3 };

struct part {
	const char *name, *text;
	size_t len;
	uint32_t offset, crc;
};

static const struct part usual[PARTS] = {
	{.name = "xl/worksheets/sheet1.xml", .text = "<worksheet><sheetData/></worksheet>"},
	{.name = "xl/sharedStrings.xml", .text = "<sst><si><t>name</t></si></sst>"},
	{.name = "xl/workbook.xml", .text = "<workbook><sheets><sheet name=\"a\" sheetId=\"1\" r:id=\"r1\"/></sheets></workbook>"},
	{.name = "_rels/.rels", .text = RELATIONS "<Relationship Id=\"r1\" Type=\"" RELATION
		"/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"},
	{.name = "xl/_rels/workbook.xml.rels", .text = RELATIONS "<Relationship Id=\"r1\" Type=\"" RELATION
		"/worksheet\" Target=\"worksheets/sheet1.xml\"/><Relationship Id=\"r2\" Type=\"" RELATION
		"/sharedStrings\" Target=\"sharedStrings.xml\"/></Relationships>"},
};

static void
put(struct buffer *out, uint32_t value, size_t size)
{
	char bytes[4];

	for (size_t i = 0; i < size; i++)
		bytes[i] = (char)(value >> 8 * i);
	if (!buffer_add(out, bytes, size))
		abort();
}

/* What a file's header and its entry in the directory have in common, from the version on. */
static void
put_facts(struct buffer *out, const struct part *part)
{
	put(out, 20, 2);
	put(out, 0, 2);
	put(out, 0, 2);		/* stored */
	put(out, 0x21, 4);	/* 1980-01-01 */
	put(out, part->crc, 4);
	put(out, (uint32_t)part->len, 4);
	put(out, (uint32_t)part->len, 4);
	put(out, (uint32_t)strlen(part->name), 2);
	put(out, 0, 2);
}

static void
make_archive(struct buffer *out, struct part *parts)
{
	uint32_t begin;

	for (int i = 0; i < PARTS; i++) {
		struct part *part = &parts[i];

		part->offset = (uint32_t)out->len;
		part->crc = (uint32_t)crc32(0, (const Bytef *)part->text, (uInt)part->len);
		put(out, 0x04034b50, 4);
		put_facts(out, part);
		if (!buffer_add_text(out, part->name) || !buffer_add(out, part->text, part->len))
			abort();
	}
	begin = (uint32_t)out->len;
	for (int i = 0; i < PARTS; i++) {
		put(out, 0x02014b50, 4);
		put(out, 20, 2);
		put_facts(out, &parts[i]);
		put(out, 0, 4);
		put(out, 0, 2);
		put(out, 0, 4);
		put(out, parts[i].offset, 4);
		if (!buffer_add_text(out, parts[i].name))
			abort();
	}
	put(out, 0x06054b50, 4);
	put(out, 0, 4);
	put(out, PARTS, 2);
	put(out, PARTS, 2);
	put(out, (uint32_t)out->len - begin - 12, 4);
	put(out, begin, 4);
	put(out, 0, 2);
}

static void
cut_parts(struct part *parts, const char *text, size_t len)
{
	const char *end = text + len;

	memcpy(parts, usual, sizeof(usual));
	for (int i = 0; i < PARTS; i++)
		parts[i].len = strlen(parts[i].text);
	for (int i = 0; i < FREE_PARTS && text < end; i++) {
		const char *mark = memmem(text, (size_t)(end - text), "\n--\n", 4);

		parts[i].text = text;
		parts[i].len = (size_t)((mark ? mark : end) - text);
		text = mark ? mark + 4 : end;
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct buffer archive = {0};
	struct part parts[PARTS];
	struct report *report;
	struct error err = {0};
	const char *path;

	if (size < 2 || memcmp(data, "PK", 2)) {
		cut_parts(parts, (const char *)data, size);
		make_archive(&archive, parts);
		path = fuzz_file((const uint8_t *)archive.data, archive.len);
	} else {
		path = fuzz_file(data, size);
	}
	if (path && report_read_xlsx(&report, path, &err) == 0)
		report_free(report);
	else if (path && !err.message[0])
		abort();
	buffer_free(&archive);
	return 0;
}

#else

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	(void)data, (void)size;
	return 0;
}

#endif
