/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/arena.h"
#include "base/hash.h"
#include "base/mem.h"
#include "report/write.h"
#include <string.h>

#define CACHE_SLOTS 1024u
#define CACHE_BYTES ((size_t)1 << 20)
#define CACHE_TEXT_MAX 4000u	/* what output_room gives, with room to spare */

/* Names stand in many cells by one pointer: how one looks in the file is found out once. */
struct coded {
	const char *text, *coded;
	size_t len;
};

struct csv {
	struct output *output;
	struct buffer scratch;	/* of write_clean */
	struct buffer field;
	bool alone;		/* one column: an empty field would be a blank line, it is quoted */
	struct coded cache[CACHE_SLOTS];
	struct arena arena;
	size_t cached;
};

static bool
csv_quoted(struct buffer *field, const char *text)
{
	bool good = buffer_add(field, "\"", 1);

	while (good) {
		size_t len = strcspn(text, "\"");

		good = buffer_add(field, text, len);
		if (!text[len])
			break;
		good = good && buffer_add(field, "\"\"", 2);
		text += len + 1;
	}
	return good && buffer_add(field, "\"", 1);
}

/* The text as it stands in the file; valid until the next call. NULL: no memory. */
static const char *
csv_code(struct csv *csv, const char *text, size_t *len)
{
	const char *clean = write_clean(&csv->scratch, text);

	if (clean && !strpbrk(clean, ",\"\n") && (*clean || !csv->alone)) {
		*len = strlen(clean);
		return clean;
	}
	buffer_clear(&csv->field);
	if (!clean || !csv_quoted(&csv->field, clean))
		return NULL;
	*len = csv->field.len;
	return csv->field.data;
}

static void
csv_text(struct csv *csv, const char *text)
{
	struct coded *slot = &csv->cache[hash_u64((uint64_t)(uintptr_t)text) % CACHE_SLOTS];
	const char *coded = slot->coded, *kept;
	size_t len = slot->len;

	if (slot->text != text) {
		coded = csv_code(csv, text, &len);
		if (!coded) {
			output_fail_memory(csv->output);
			return;
		}
		if (len <= CACHE_TEXT_MAX && csv->cached + len <= CACHE_BYTES
		    && (kept = arena_strndup(&csv->arena, coded, len))) {
			*slot = (struct coded){text, kept, len};
			csv->cached += len;
		}
	}
	output_add(csv->output, coded, len);
}

static void
csv_cell(struct csv *csv, const struct table *table, uint32_t row, uint32_t column)
{
	const char *text;
	char *room;

	if (table->columns[column].def->type == CELL_TEXT) {
		text = table_cell(table, row, column).s;
		csv_text(csv, text ? text : "");
		return;
	}
	room = output_room(csv->output, 64);
	text = table_cell_text(table, row, column, room);
	if (text == room)
		output_advance(csv->output, room + strlen(room));
	else if (*text || !csv->alone)
		output_add_text(csv->output, text);
	else
		output_add(csv->output, "\"\"", 2);
}

static void
csv_header(struct csv *csv, const struct table_view *view)
{
	for (uint32_t i = 0; i < view->n_columns; i++) {
		if (i)
			output_add_char(csv->output, ',');
		csv_text(csv, view->table->columns[view_column(view, i)].def->title);
	}
	output_add_char(csv->output, '\n');
}

static bool
csv_row(struct csv *csv, const struct table_view *view, uint32_t row)
{
	for (uint32_t i = 0; i < view->n_columns; i++) {
		if (i)
			output_add_char(csv->output, ',');
		csv_cell(csv, view->table, row, view_column(view, i));
	}
	return output_add_char(csv->output, '\n');
}

void
write_csv(struct output *output, const struct table_view *view)
{
	struct csv *csv = mem_zero(1, sizeof(*csv));

	if (!csv) {
		output_fail_memory(output);
		return;
	}
	csv->output = output;
	csv->alone = view->n_columns == 1;
	csv_header(csv, view);
	for (uint32_t row = 0; row < view->n_rows; row++)
		if (!csv_row(csv, view, view_row(view, row)))
			break;
	buffer_free(&csv->scratch);
	buffer_free(&csv->field);
	arena_free(&csv->arena);
	free(csv);
}
