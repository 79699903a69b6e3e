/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines that are tagged, their sums, and what leaves of lines. */
#include "base/mem.h"
#include "tui/columns.h"
#include "tui/lines_priv.h"
#include <stdlib.h>
#include <string.h>

char *
lines_row_name(const struct lines *lines, const struct lines_row *row)
{
	struct buffer name = {0};
	bool good = lines_is_item(lines, row);

	for (uint32_t c = 0; good && c < lines->facts->n_columns; c++) {
		char text[32];

		if (lines->facts->columns[c].def->flags & COLUMN_KEY)
			good = buffer_printf(&name, "%s\t", table_cell_text(lines->facts, row->fact, c, text));
	}
	if (good)
		return name.data;
	buffer_free(&name);
	return NULL;
}

/* Its number among the tags, n_tags when it is not there. */
static size_t
find_tag(const struct lines *lines, const char *name)
{
	size_t i = 0;

	while (i < lines->n_tags && strcmp(lines->tags[i], name))
		i++;
	return i;
}

bool
lines_is_tagged(const struct lines *lines, uint32_t row)
{
	char *name = lines->n_tags ? lines_row_name(lines, &lines->rows[row]) : NULL;
	bool tagged = name && find_tag(lines, name) < lines->n_tags;

	free(name);
	return tagged;
}

void
lines_forget_tag(struct lines *lines, size_t i)
{
	free(lines->tags[i]);
	lines->tags[i] = lines->tags[--lines->n_tags];
}

bool
lines_tag(struct lines *lines, uint32_t row, bool turn)
{
	char *name = lines_row_name(lines, &lines->rows[row]);
	size_t at;

	if (!name)
		return false;
	at = find_tag(lines, name);
	if (at == lines->n_tags
	    && mem_reserve(&lines->tags, &lines->cap_tags, lines->n_tags + 1, sizeof(*lines->tags))) {
		lines->tags[lines->n_tags++] = name;
		return true;
	}
	if (at < lines->n_tags && turn)
		lines_forget_tag(lines, at);
	free(name);
	return true;
}

void
lines_sums(const struct lines *lines, struct buffer *out, unsigned most)
{
	const struct table *facts = lines->facts;
	unsigned n = 0;

	for (uint32_t row = 0; row < lines->n_rows; row++)
		n += lines_is_tagged(lines, row);
	if (!n)
		return;
	buffer_printf(out, "%u tagged", n);
	for (uint32_t c = 0; c < facts->n_columns && most; c++) {
		double sum = 0;
		bool any = false;
		char text[96];

		if (!column_adds_up(facts->columns[c].def))
			continue;
		for (uint32_t row = 0; row < lines->n_rows; row++) {
			if (!lines_is_tagged(lines, row) || table_is_null(facts, lines->rows[row].fact, c))
				continue;
			sum += column_number(facts, lines->rows[row].fact, c);
			any = true;
		}
		if (any) {
			buffer_printf(out, "  %s", column_sum_text(facts->columns[c].def, sum, text));
			most--;
		}
	}
}

void
lines_title(const struct lines *lines, struct buffer *right)
{
	lines_sums(lines, right, 2);
	if (*lines->filter)
		buffer_printf(right, "%s%s", right->len ? "   " : "", lines->filter);
	if (lines->sort && lines->facts) {
		const struct column_def *def = lines->facts->columns[lines->sort - 1].def;
		bool usual = lines->descending == ((def->flags & COLUMN_DESCENDING) != 0);

		buffer_printf(right, "%sby %s%s", right->len ? "   " : "", def->id, usual ? "" : ", turned round");
	}
}

static struct table *
facts_snapshot(const struct lines *lines, const char *id)
{
	const struct table *facts = lines->facts;
	struct table *table = table_new(id, id);
	struct buffer tagged = {0};
	bool good = table != NULL;

	for (uint32_t c = 0; good && c < facts->n_columns; c++)
		good = table_add_column(table, facts->columns[c].def) >= 0;
	lines_sums(lines, &tagged, 0);
	for (uint32_t row = 0; good && row < lines->n_rows; row++) {
		int64_t to;

		if (tagged.len && !lines_is_tagged(lines, row))
			continue;
		to = table_add_row(table);
		good = to >= 0;
		for (uint32_t c = 0; good && c < facts->n_columns; c++)
			table->columns[c].cells[to] = table_cell(facts, lines->rows[row].fact, c);
	}
	buffer_free(&tagged);
	if (good)
		return table;
	table_free(table);
	return NULL;
}

static struct table *
text_snapshot(const struct lines *lines, const char *id)
{
	struct table *table = table_of(id, id, &lines_column, 1);
	struct buffer text = {0};
	bool good = table != NULL;

	for (uint32_t row = 0; good && row < lines->n_rows; row++) {
		int64_t to = table_add_row(table);

		buffer_clear(&text);
		good = to >= 0 && lines_text(lines, row, &text)
			&& !table_set_text_copy(table, to, 0, text.data ? text.data : "", text.len);
	}
	buffer_free(&text);
	if (good)
		return table;
	table_free(table);
	return NULL;
}

int
lines_snapshot(const struct lines *lines, const char *id, struct table **out, struct error *err)
{
	*out = lines->facts ? facts_snapshot(lines, id) : text_snapshot(lines, id);
	return *out ? 0 : error_no_memory(err, "writing lines");
}

int
lines_cell(const struct pane *pane, const char *column, struct buffer *out, struct error *err)
{
	const struct lines *lines = pane->state;
	int at = lines->facts ? table_ask_column(lines->facts, column ? column : lines_column.id) : -1;
	uint32_t fact = lines->rows[pane->cursor].fact;
	char text[32];

	if (at < 0)
		return error_set(err, "no column %s", column ? column : lines_column.id);
	if (table_is_null(lines->facts, fact, (uint32_t)at))
		return error_set(err, "this line has no %s", lines->facts->columns[at].def->id);
	return buffer_add_text(out, table_cell_text(lines->facts, fact, (uint32_t)at, text)) ? 0
		: error_no_memory(err, "copying");
}
