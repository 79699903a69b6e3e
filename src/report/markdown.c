/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/write.h"
#include <ctype.h>
#include <string.h>

static bool
is_alnum(char c)
{
	return isalnum((unsigned char)c) || (unsigned char)c >= 0x80;
}

/* What would be markup is escaped; an underscore inside a word is none. */
static void
markdown_text(struct output *output, struct buffer *scratch, const char *text)
{
	const char *clean = write_clean(scratch, text);

	if (!clean) {
		output_fail_memory(output);
		return;
	}
	for (const char *p = clean; *p; p++) {
		bool inside = *p == '_' && p > clean && is_alnum(p[-1]) && is_alnum(p[1]);

		if (*p == '\n' || *p == '\t') {
			output_add_char(output, ' ');
			continue;
		}
		if (strchr("\\|`*_<>[]~&", *p) && !inside)
			output_add_char(output, '\\');
		output_add_char(output, *p);
	}
}

void
write_markdown(struct output *output, const struct table_view *view)
{
	const struct table *table = view->table;
	struct buffer scratch = {0};
	char out[32], heading[256];

	for (uint32_t i = 0; i < view->n_columns; i++) {
		output_add_text(output, "| ");
		markdown_text(output, &scratch,
			table_heading(table, view_column(view, i), heading, sizeof(heading)));
		output_add_char(output, ' ');
	}
	output_add_text(output, "|\n");
	for (uint32_t i = 0; i < view->n_columns; i++)
		output_add_text(output, table_is_right(table, view_column(view, i)) ? "| ---: " : "| --- ");
	output_add_text(output, "|\n");
	for (uint32_t row = 0; row < view->n_rows; row++) {
		for (uint32_t i = 0; i < view->n_columns; i++) {
			output_add_text(output, "| ");
			markdown_text(output, &scratch,
				table_cell_show(table, view_row(view, row), view_column(view, i), out));
			output_add_char(output, ' ');
		}
		if (!output_add_text(output, "|\n"))
			break;
	}
	buffer_free(&scratch);
}
