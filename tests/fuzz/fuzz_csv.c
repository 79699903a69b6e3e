/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as CSV; what was written is read as the same. */
#include "config.h"
#include "fuzz.h"
#include "report/read.h"
#include "report/write.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static void
write_table_csv(const struct table *table, struct buffer *out)
{
	struct table_view view = table_view_all(table);
	struct output *output;

	if (output_open_buffer(&output, out, NULL))
		abort();
	write_csv(output, &view);
	if (output_close(output, NULL))
		abort();
}

/* Reads the bytes as CSV and writes that. False: they are none. */
static bool
read_and_write(const uint8_t *data, size_t size, struct buffer *out)
{
	const char *path = fuzz_file(data, size);
	struct table *table;
	struct error err = {0};

	if (!path)
		return false;
	if (table_read_csv(&table, path, "try", &err)) {
		if (!err.message[0])
			abort();
		return false;
	}
	write_table_csv(table, out);
	table_free(table);
	return true;
}

/* What does not come back: bytes that are no text, then rows in which these were all; a mark before the first title. */
enum { TIMES = 4 };

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct buffer written[TIMES] = {{0}};
	const struct buffer *last = &written[TIMES - 1], *before = &written[TIMES - 2];
	int n = 0;

	while (n < TIMES && read_and_write(data, size, &written[n])) {
		data = (const uint8_t *)written[n].data;
		size = written[n].len;
		n++;
	}
	if (n > 0 && n < TIMES)
		abort();
	if (n && strncmp(before->data, "\xef\xbb\xbf", 3)
		&& (last->len != before->len || memcmp(last->data, before->data, last->len)))
		abort();
	for (int i = 0; i < TIMES; i++)
		buffer_free(&written[i]);
	return 0;
}
