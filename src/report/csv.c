/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/write.h"
#include <string.h>

static void
csv_quoted(struct output *output, const char *text)
{
	output_add_char(output, '"');
	for (;;) {
		size_t len = strcspn(text, "\"");

		output_add(output, text, len);
		if (!text[len])
			break;
		output_add(output, "\"\"", 2);
		text += len + 1;
	}
	output_add_char(output, '"');
}

/* A line of one empty field would be a blank line, which readers pass over: it is quoted. */
static void
csv_field(struct output *output, struct buffer *scratch, const char *text, bool alone)
{
	const char *clean = write_clean(scratch, text);

	if (!clean)
		output_fail_memory(output);
	else if (strpbrk(clean, ",\"\n") || (alone && !*clean))
		csv_quoted(output, clean);
	else
		output_add_text(output, clean);
}

void
write_csv(struct output *output, const struct table_view *view)
{
	const struct table *table = view->table;
	struct buffer scratch = {0};
	bool alone = view->n_columns == 1;
	char out[32];

	for (uint32_t i = 0; i < view->n_columns; i++) {
		if (i)
			output_add_char(output, ',');
		csv_field(output, &scratch, table->columns[view_column(view, i)].def->title, alone);
	}
	output_add_char(output, '\n');
	for (uint32_t row = 0; row < view->n_rows; row++) {
		for (uint32_t i = 0; i < view->n_columns; i++) {
			if (i)
				output_add_char(output, ',');
			csv_field(output, &scratch,
				table_cell_text(table, view_row(view, row), view_column(view, i), out),
				alone);
		}
		if (!output_add_char(output, '\n'))
			break;
	}
	buffer_free(&scratch);
}
