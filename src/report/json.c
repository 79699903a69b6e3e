/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/write.h"
#include <stdio.h>
#include <string.h>

/* text is clean: of the control characters only tab and newline are left. */
static void
json_escaped(struct output *output, const char *text)
{
	output_add_char(output, '"');
	for (;;) {
		size_t len = strcspn(text, "\"\\\t\n");
		char escape[2] = {'\\', text[len]};

		output_add(output, text, len);
		if (!text[len])
			break;
		if (text[len] == '\t' || text[len] == '\n')
			escape[1] = text[len] == '\t' ? 't' : 'n';
		output_add(output, escape, 2);
		text += len + 1;
	}
	output_add_char(output, '"');
}

static void
json_string(struct output *output, struct buffer *scratch, const char *text)
{
	const char *clean = write_clean(scratch, text);

	if (clean)
		json_escaped(output, clean);
	else
		output_fail_memory(output);
}

void
write_json_text(struct output *output, const char *text)
{
	struct buffer scratch = {0};

	json_string(output, &scratch, text);
	buffer_free(&scratch);
}

static void
json_cell(struct output *output, struct buffer *scratch, const struct table *table, uint32_t row,
	uint32_t column)
{
	union cell cell = table_cell(table, row, column);
	enum cell_type type = table->columns[column].def->type;
	char out[32];

	if (table_is_null(table, row, column) || (type == CELL_REAL && isinf(cell.d)))
		output_add_text(output, "null");
	else if (type == CELL_TEXT)
		json_string(output, scratch, cell.s);
	else if (type == CELL_BOOL)
		output_add_text(output, cell.i ? "true" : "false");
	else
		output_add_text(output, table_cell_text(table, row, column, out));
}

void
write_json(struct output *output, const struct table_view *view)
{
	const struct table *table = view->table;
	struct buffer scratch = {0};

	output_add_char(output, '[');
	for (uint32_t row = 0; row < view->n_rows; row++) {
		output_add_text(output, row ? ",\n{" : "\n{");
		for (uint32_t i = 0; i < view->n_columns; i++) {
			uint32_t column = view_column(view, i);

			output_add_text(output, i ? ", " : "");
			json_string(output, &scratch, table->columns[column].def->title);
			output_add_text(output, ": ");
			json_cell(output, &scratch, table, view_row(view, row), column);
		}
		if (!output_add_char(output, '}'))
			break;
	}
	output_add_text(output, view->n_rows ? "\n]" : "]");
	buffer_free(&scratch);
}
